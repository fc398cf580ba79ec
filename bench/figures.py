"""Figures of many games, each with its interval, and what is told about a game that bots play against themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from sse_core.game import State

__all__ = ["Z95", "Subject", "Turns", "mean", "share", "wins_of"]

GameT = TypeVar("GameT")

Turns: TypeAlias = Iterable[tuple[int, Any, Any]]
"""Who acted, the action, and the state after it: what `turns_of` yields."""

Z95: Final = 1.96
"""The standard deviations on each side of an interval that holds in 95 of 100 cases."""


class Subject(NamedTuple, Generic[GameT]):
    """A game that bots play against themselves."""

    folder: str
    """Where its games are kept, below the folder of all of them."""
    players: range
    start: Callable[[int, int], State[Any]]
    """Returns the start of a game by its number of players and its seed."""
    simulations: Mapping[int, int]
    """The simulations of each plan of mcts, by players."""
    watch: Callable[[State[Any], Turns], GameT]
    """Returns what is kept of a game, by its start and its turns."""
    read: Callable[[Mapping[str, Any]], GameT]
    """Returns what was kept of a game."""
    report: Callable[[Mapping[tuple[str, int], Sequence[GameT]]], Iterator[str]]
    """Returns the lines of the section, of the games by bot and players: at least two of each."""


def share(found: float, n: int) -> str:
    """Return a share of n games in percent, with its interval by Wilson's formula."""
    part, spread = found / n, Z95 * Z95 / n
    middle = (part + spread / 2) / (1 + spread)
    half = Z95 * sqrt(part * (1 - part) / n + spread / (4 * n)) / (1 + spread)
    return f"{100 * part:.1f} % ({100 * max(0.0, middle - half):.1f}–{100 * min(1.0, middle + half):.1f})"


def mean(values: Sequence[float], different: int | None = None) -> str:
    """Return a mean with its interval: that of so many values, or of as many as come from different games."""
    n = len(values) if different is None else different
    half = f"{Z95 * stdev(values) / sqrt(n):.1f}" if n > 1 else "∞"
    return f"{fmean(values):.1f} ± {half}"


def wins_of(winners: Sequence[int], seat: int) -> float:
    """Return the part of a win that a seat has: a shared win is divided."""
    return (seat in winners) / len(winners)
