"""Sentences about a game that every face of it tells alike: counts, the result, why an action is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import NotationError, SseError
from ..game import AnyGame, State
from .seats import labels_of

__all__ = ["count", "listed", "players_wanted", "refusal_of", "result_of"]


def count(n: int, one: str, many: str) -> str:
    """Return a number and its noun, in the singular or the plural."""
    return f"{n} {one if n == 1 else many}"


def listed(texts: Iterable[str]) -> str:
    """Return texts with commas and an ``and``; empty if there is none.

    >>> listed("ABC")
    'A, B and C'
    """
    *most, last = [*texts] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def players_wanted(what: str, named: int, least: int, most: int) -> str:
    """Return how many players a game or a map is for, and how many more, or fewer, are to be named; empty if it fits.

    >>> players_wanted("Jump Wars", 1, 2, 5)
    'Jump Wars is for 2 to 5 players, and 1 is named: name 1 to 4 more'
    """
    if least <= named <= most:
        return ""
    seats = count(most, "player", "players") if least == most else f"{least} to {most} players"
    if named > most:
        change = f"leave {named - most} out"
    else:
        change = f"name {least - named if least == most else f'{least - named} to {most - named}'} more"
    return f"{what} is for {seats}, and {named} {'is' if named == 1 else 'are'} named: {change}"


def result_of(
    final: State[Any], tags: Mapping[str, str], game: AnyGame, unit: tuple[str, str] = ("ply", "plies")
) -> str:
    """Return a sentence with the winners of a finished game, their points and the tie-break.

    `tags` are those of a record: the tag of a seat is the name of its player. `unit` is what an action is called, and
    several are.
    """
    outcome = final.outcome
    assert outcome is not None
    who = labels_of(outcome.winners, tags, game) or "Nobody"
    verb = "share the win" if len(outcome.winners) > 1 else "wins"
    points = f" with {outcome.totals[outcome.winners[0]]} points" if outcome.winners else ""
    return f"{who} {verb}{points} after {count(final.ply, *unit)}: {game.verdict(final)}."


def refusal_of(error: SseError) -> str:
    """Return why an action is refused, without its place in a text: whoever typed it has it before them."""
    return error.message if isinstance(error, NotationError) else str(error)
