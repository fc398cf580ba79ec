"""Files of games that people play: the file of --out, the file a game was resumed from, or a new one."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from shlex import quote
from typing import Any

from ..play.records import GameRecord, format_game
from ..play.sentences import count as counted
from .keeping import save, signals_ignored
from .pages import RefusedError

__all__ = ["Shelf", "fresh_path"]


def fresh_path(stem: str) -> Path:
    """Return the path of a file in this folder that isn't there yet: its stem, with a number if need be."""
    names = (Path(f"{stem}{f'-{n}' if n > 1 else ''}.sse") for n in count(1))
    return next(path for path in names if not path.exists())


class Shelf:
    """The file of a game, and those that it may write over.

    `command` is what resumes it, such as ``sse play``. A game that was resumed from a file goes back there, if it still
    begins with the moves that the file has: nothing that was played is lost.
    """

    def __init__(
        self,
        command: str,
        *,
        path: Path | None = None,
        resumed: Path | None = None,
        before: GameRecord[Any, Any] | None = None,
    ) -> None:
        self._command = command
        self._path = path
        self._resumed = resumed
        self._before = before
        self.line: str | None = None
        """The sentence about the last time the game was saved; None if it wasn't saved."""

    @property
    def is_named(self) -> bool:
        """Whether the game has a file already, or --out names one."""
        return self._path is not None

    def place_of(self, record: GameRecord[Any, Any]) -> Path:
        """Return where a game is saved if nothing else is said. A new file has the name of its seed."""
        if self._path is not None:
            return self._path
        if self._resumed is not None and self._goes_on(record):
            return self._resumed
        return fresh_path(f"{record.game.INFO.prefix}-{record.tags.get('seed', 'game')}")

    def save(self, record: GameRecord[Any, Any], path: Path | None = None) -> str:
        """Write a record; return what is said about it.

        Raises RefusedError if that would write over something else.
        """
        place = (self.place_of(record) if path is None else path).expanduser()
        if place.exists() and not self._is_ours(place, record):
            raise RefusedError(f"{place} is there already; save FILE takes another name")
        with signals_ignored():
            save(place, format_game(record))
        self._path = place
        goes_on = f"; `{self._command} --resume {quote(str(place))}` goes on with it" if record.final.to_act else ""
        self.line = f"Saved to {place} after {counted(record.final.ply, 'ply', 'plies')}{goes_on}."
        return self.line

    def _is_ours(self, place: Path, record: GameRecord[Any, Any]) -> bool:
        if self._path is not None and self._path.exists() and place.samefile(self._path):
            return True
        return self._resumed is not None and place.samefile(self._resumed) and self._goes_on(record)

    def _goes_on(self, record: GameRecord[Any, Any]) -> bool:
        """Return whether a record begins with the moves of the resumed file."""
        before = self._before
        return before is not None and record.start == before.start and record.moves[: len(before.moves)] == before.moves
