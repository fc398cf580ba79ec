"""Figures for studies of many games: means and shares with intervals, and the type of a study's subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from sse_core.game import State

__all__ = ["Z95", "Subject", "Turns", "mean", "share", "wins_of"]

GameT = TypeVar("GameT")

Turns: TypeAlias = Iterable[tuple[int, Any, Any]]
"""The seat, the action, and the state after it, as `turns_of` yields them."""

Z95: Final = 1.96
"""The standard deviations on each side of a 95 % interval."""


class Subject(NamedTuple, Generic[GameT]):
    """The subject of a study: a game that bots play against themselves."""

    folder: str
    """The folder of its games, relative to that of all studies."""
    players: range
    start: Callable[[int, int], State[Any]]
    """A function that returns the start of a game by the number of players and the seed."""
    simulations: Mapping[int, int]
    """The simulations per plan of mcts, by the number of players."""
    games: Mapping[str, int]
    """The number of games of each bot, with each number of players, by default."""
    watch: Callable[[State[Any], Turns], GameT]
    """A function that returns the stored data of a game, from its start and its turns."""
    read: Callable[[Mapping[str, Any]], GameT]
    """A function that reads the stored data of a game."""
    report: Callable[[Mapping[tuple[str, int], Sequence[GameT]]], Iterator[str]]
    """A function that returns the lines of the section, from at least two games for each bot and number of players."""


def share(found: float, n: int) -> str:
    """Return a share of n games in percent, with its Wilson interval."""
    part, spread = found / n, Z95 * Z95 / n
    middle = (part + spread / 2) / (1 + spread)
    half = Z95 * sqrt(part * (1 - part) / n + spread / (4 * n)) / (1 + spread)
    return f"{100 * part:.1f} % ({100 * max(0.0, middle - half):.1f}–{100 * min(1.0, middle + half):.1f})"


def mean(values: Sequence[float], different: int | None = None) -> str:
    """Return a mean with its interval, for all values or for the number of `different` games."""
    n = len(values) if different is None else different
    half = f"{Z95 * stdev(values) / sqrt(n):.1f}" if n > 1 else "∞"
    return f"{fmean(values):.1f} ± {half}"


def wins_of(winners: Sequence[int], seat: int) -> float:
    """Return a seat's share of the win; joint winners divide it."""
    return (seat in winners) / len(winners)
