"""Exact prospects from the middle of a game on, from a table of all positions that can follow.

From turn 10 on the table takes less than a second and some megabytes, from turn 9 on some seconds, from turn 8 on about
a minute and a gigabyte. The last table is kept: it has all positions that can follow, so that the rest of a game is
looked up. What is here asks for tables; ``tablebase_prospects.py`` makes and reads them, in an install that has them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Protocol

from ..positions.position import Due, Position
from ..state import State
from .best_play import Decision, Prospect, Prospects, best, never
from .tablebase_built import check_tables

__all__ = [
    "EXACT_FROM",
    "VARIABLE",
    "Ahead",
    "ProspectTable",
    "known",
    "stored_table",
    "table_from",
    "table_of_environment",
]

EXACT_FROM: Final = 10
"""The first turn of which `known` works out the positions, by default."""

VARIABLE: Final = "SSE_MICRO_TABLE"
"""The environment variable that names the folder of a table of the whole game."""


class ProspectTable(Protocol):
    """The prospects at the start of some turns under best play."""

    def prospect(self, p: Position, /) -> Prospect:
        """Return the prospect of a position at the start of a turn; raise SseError if it isn't in the table."""
        ...

    def covers(self, state: State, /) -> bool:
        """Return whether the table has a state at the start of its turn, else all that can start the next turn."""
        ...


def _tables() -> Any:
    """Return the module of tables, of an outer ring, by its name.

    Raises NotBuiltError if tables can't be made and read here.
    """
    check_tables()
    return import_module(".tablebase_prospects", __package__)


def stored_table(folder: str) -> ProspectTable:
    """Return the table of the whole game in a folder, opened once; raise ArgumentError if there is none."""
    table: ProspectTable = _tables().stored_table(folder)
    return table


def table_of_environment() -> ProspectTable | None:
    """Return the table in the folder that the environment variable SSE_MICRO_TABLE names; None if it isn't set.

    Raises ArgumentError if that folder has no table.
    """
    folder = os.environ.get(VARIABLE)
    return stored_table(folder) if folder else None


class Ahead(Prospects):
    """The prospects of positions that a table covers: looked up at the starts of turns, and worked out between them.

    Raises SseError for a position that the table doesn't cover.
    """

    def __init__(self, table: ProspectTable, decision: Decision = best) -> None:
        super().__init__(decision)
        self.table: Final = table

    def _of(self, state: State) -> Prospect:
        return self.table.prospect(state.position) if state.due is Due.CHOICE else super()._of(state)


_last: list[ProspectTable] = []
"""The last table, if there is one."""


def table_from(state: State, *, is_up: Callable[[], bool] = never) -> ProspectTable:
    """Return a table of all that can follow a state of the base game; the last one, if it has the state.

    Raises OutOfTimeError if `is_up` says so while it is built.
    """
    last = _last[0] if _last else None
    if last is None or not last.covers(state):
        last = _tables().LateTable([state], is_up=is_up)
        _last[:] = [last]
    return last


def known(state: State, *, exact_from: int = EXACT_FROM) -> Prospect | None:
    """Return the prospect of a state under best play; None with the expansion, and before the turn `exact_from`.

    To ask about the actions of a position, ask about the position first: the table for it has them all.
    """
    if state.position.expansion or state.turn < exact_from:
        return None
    return Ahead(table_from(state)).of(state.position)
