"""Questions to people at the end of a game at a terminal: where to save it, and which commands to run after it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from ...play.records.record import GameRecord
from ..saving import signals_as_interrupts
from .exits import LeftError, RewoundError
from .game_files import GameFiles
from .session import Table

__all__ = ["ask_after_end", "ask_where", "is_at_terminal"]

_NO: Final = ("n", "no")


def is_at_terminal(table: Table) -> bool:
    """Return whether people play at a terminal."""
    return bool(table.people) and sys.stdin.isatty()


def ask_where(game_files: GameFiles, record: GameRecord[Any, Any]) -> Path | None:
    """Ask where to save a game that a person leaves; None for nowhere.

    A game that has a file already goes there. An interruption of the question counts as a yes.
    """
    place = game_files.place_of(record)
    if game_files.is_named or place.exists():
        return place
    try:
        with signals_as_interrupts():
            answer = input(f"Save the game? Enter saves it as {place}, a name saves it there, n doesn't: ").strip()
    except (KeyboardInterrupt, EOFError, OSError):
        return place
    if answer.lower() in _NO:
        return None
    path = Path(answer).expanduser() if answer else place
    # An existing file is never overwritten.
    return place if path.exists() else path


def ask_after_end(table: Table) -> bool:
    """Ask people for commands after the end of a game; return whether the game goes on."""
    player, person = next(iter(table.people.items()))
    try:
        with signals_as_interrupts():
            person.ask_after_end(table.state, player)
    except RewoundError:
        return True
    except (LeftError, KeyboardInterrupt):
        pass
    return False
