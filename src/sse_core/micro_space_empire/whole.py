"""Exact prospects from the middle of a game on, from a table of all positions that can follow (see ``table.py``).

From turn 10 on the table takes less than a second and some megabytes, from turn 9 on some seconds, from turn 8 on about
a minute and a gigabyte. It is in a temporary folder. The last table is kept: it has all positions that can follow, so
that the rest of a game is looked up.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from math import nan
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final, Protocol
from weakref import finalize

from ..errors import ArgumentError
from .best_play import Prospect, Prospects
from .position import TURNS, Due, Position
from .state import State
from .table import find_layers, has_layer, number_of, read_layer
from .table_values import BEST, HIGHEST, add_values, has_values, read_values

__all__ = [
    "EXACT_FROM",
    "VARIABLE",
    "Ahead",
    "Found",
    "StoredTable",
    "Table",
    "covers",
    "known",
    "stored_table",
    "table_from",
    "table_of_environment",
]

EXACT_FROM: Final = 10
"""The first turn of which `known` works out the positions, by default."""

VARIABLE: Final = "SSE_MICRO_TABLE"
"""The environment variable that names the folder of a table of the whole game."""


class Found(Protocol):
    """A table that has the prospects of some positions at the start of a turn."""

    def find(self, p: Position) -> Prospect | None:
        """Return the prospect of a position at the start of a turn; None if it isn't in the table."""
        ...


def covers(table: Found, state: State) -> bool:
    """Return whether a table has a state at the start of its turn, or else all that can follow at that of the next."""
    return all(table.find(start.position) is not None for start in _starts(state))


class Table:
    """The prospects at the start of all turns that can follow some positions of one turn, under best play.

    They are exact but for rounding: to 1e-7 or better. Scores that differ by no more count as equal, and survival
    decides between them.
    """

    def __init__(self, states: Iterable[State]) -> None:
        folder = Path(mkdtemp(prefix="sse-micro-"))
        finalize(self, rmtree, folder, ignore_errors=True)
        starts = list(dict.fromkeys(start for state in states for start in _starts(state)))
        first = find_layers(folder, starts) if starts else TURNS + 1
        add_values(folder, first, BEST)
        turns = range(first, TURNS + 1)
        self._layers = {turn: read_layer(folder, turn) for turn in turns}
        self._values = {turn: tuple(read_values(folder, turn, BEST, file) for file in (0, 1)) for turn in turns}

    def __len__(self) -> int:
        """Return the number of positions."""
        return sum(layer.positions for layer in self._layers.values())

    def find(self, p: Position) -> Prospect | None:
        """Return the prospect of a position at the start of a turn; None if it isn't in the table."""
        layer = self._layers.get(p.turn)
        number = -1 if layer is None or p.expansion else number_of(layer, p)
        if number < 0:
            return None
        return Prospect(*(v[number] / unit for v, unit in zip(self._values[p.turn], BEST.units, strict=True)))


class StoredTable:
    """The highest expected scores of the whole game, in the folder of `tools.micro_whole`.

    Survival isn't among them: it is nan. The scores are rounded by 0.0005 at most.

    Raises ArgumentError if the folder has no such table.
    """

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._turns = [turn for turn in range(1, TURNS + 1) if has_layer(folder, turn) and has_values(folder, turn)]
        if not self._turns:
            raise ArgumentError(f"no table of Micro Space Empire in {folder}")
        self._layers = {turn: read_layer(folder, turn) for turn in self._turns}
        self._values = {turn: read_values(folder, turn, HIGHEST) for turn in self._turns}

    def find(self, p: Position) -> Prospect | None:
        """Return the prospect of a position at the start of a turn; None if it isn't in the table."""
        layer = self._layers.get(p.turn)
        number = -1 if layer is None or p.expansion else number_of(layer, p)
        return None if number < 0 else Prospect(self._values[p.turn][number] / HIGHEST.units[0], nan)


@cache
def stored_table(folder: str) -> StoredTable:
    """Return the table in a folder, opened once; raise ArgumentError if there is none."""
    return StoredTable(Path(folder))


def table_of_environment() -> StoredTable | None:
    """Return the table in the folder that the environment variable SSE_MICRO_TABLE names; None if it isn't set.

    Raises ArgumentError if that folder has no table.
    """
    folder = os.environ.get(VARIABLE)
    return stored_table(folder) if folder else None


class Ahead(Prospects):
    """The prospects of positions under best play, looked up in a table where it has them."""

    def __init__(self, table: Found) -> None:
        super().__init__()
        self._table: Final = table

    def _of(self, state: State) -> Prospect:
        found = self._table.find(state.position) if state.due is Due.CHOICE else None
        return super()._of(state) if found is None else found


def _starts(state: State) -> list[State]:
    """Return the state at the start of its turn, or else those of the next turn that can follow."""
    if state.due is Due.CHOICE:
        return [state]
    found: dict[State, None] = {}
    left, seen = [state], {state}
    while left:
        here = left.pop()
        for index in here.legal_ids():
            after = here.after(index)
            if after.due is Due.CHOICE:
                found[after] = None
            elif after not in seen:
                seen.add(after)
                left.append(after)
    return list(found)


_last: list[Table] = []
"""The last table, if there is one."""


def table_from(state: State) -> Table:
    """Return a table of all that can follow a state of the base game; the last one, if it has the state."""
    last = _last[0] if _last else None
    if last is None or not covers(last, state):
        last = Table([state])
        _last[:] = [last]
    return last


def known(state: State, *, exact_from: int = EXACT_FROM) -> Prospect | None:
    """Return the prospect of a state under best play; None with the expansion, and before the turn `exact_from`.

    To ask about the actions of a position, ask about the position first: the table for it has them all.
    """
    if state.position.expansion or state.turn < exact_from:
        return None
    return Ahead(table_from(state)).of(state.position)
