"""Opponents of an environment: the bots at the other seats, from names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from ...bots.naming import bot_named
from ...errors import ArgumentError
from ...game import AnyGame, Bot

__all__ = ["bots_for", "by_seat"]

T = TypeVar("T")


def by_seat(opponent: T | str | Sequence[T | str], seat: int, seats: int) -> dict[int, T | str]:
    """Return the opponent at each seat but one: the same at all, or one for each of them, by ascending seat.

    Raises ArgumentError if their number isn't that of the other seats, TypeError for something else than a sequence.

    >>> by_seat("greedy", 1, 3), by_seat(["greedy", "random"], 1, 3)
    ({0: 'greedy', 2: 'greedy'}, {0: 'greedy', 2: 'random'})
    """
    others = [other for other in range(seats) if other != seat]
    given: Sequence[Any] = [opponent] * len(others)
    if isinstance(opponent, Sequence) and not isinstance(opponent, str):
        given = cast(Sequence[Any], opponent)
    if len(given) != len(others):
        seats_left = "is 1 other seat" if len(others) == 1 else f"are {len(others)} other seats"
        raise ArgumentError(f"{len(given)} opponents are named, and there {seats_left}")
    return dict(zip(others, given, strict=True))


def bots_for(opponent: str | Sequence[str], game: AnyGame, seat: int, seats: int) -> dict[int, Bot]:
    """Return the bot at each seat but one, by the names of `by_seat`; raise ArgumentError for an unknown name."""
    return {other: bot_named(name, game) for other, name in by_seat(opponent, seat, seats).items()}
