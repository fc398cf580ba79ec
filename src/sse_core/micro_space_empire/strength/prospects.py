"""Exact prospects of positions from tablebases: of the rest of a game, or of the whole game (see ``tablebase.py``).

From turn 10 on, building a table takes less than a second and some megabytes, from turn 9 on some seconds, from turn 8
on about a minute and a gigabyte. The last table is kept, and serves the rest of the game, but where play leaves the
positions that it follows (see ``tablebase_prospects.LateTable``). ``tablebase_prospects.py`` builds and reads tables.
It is imported by its name when the first one is asked for: an install may lack tables.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Protocol

from ..positions.position import Due, Position
from ..state import State
from .best_play import Decision, Prospect, Prospects, best, never
from .tablebase_built import EXACT_FROM, check_tables

__all__ = [
    "VARIABLE",
    "Ahead",
    "ProspectTable",
    "known",
    "stored_table",
    "table_from",
    "table_of_environment",
]

VARIABLE: Final = "SSE_MICRO_TABLE"
"""The environment variable that names the folder of a table of the whole game."""


class ProspectTable(Protocol):
    """The prospects at the start of some turns under best play."""

    def prospect(self, p: Position, /) -> Prospect:
        """Return the prospect of a position at the start of a turn; raise SseError if it isn't in the table."""
        ...

    def covers(self, state: State, /) -> bool:
        """Return whether the table has the prospects of a state and of all its actions."""
        ...


def _tables() -> Any:
    """Return the module that builds and reads tables, by its name: it is in an outer ring.

    Raises NotBuiltError if the compiled code of tables is not built.
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
    """The prospects of positions that a table covers: looked up at the starts of turns, and computed between them.

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
    """Return a table of all positions that can follow a state of the base game; the last table, if it has the state.

    Raises OutOfTimeError if `is_up` says so while it is built.
    """
    last = _last[0] if _last else None
    if last is None or not last.covers(state):
        last = _tables().LateTable([state], is_up=is_up)
        _last[:] = [last]
    return last


def known(state: State, *, exact_from: int = EXACT_FROM) -> Prospect | None:
    """Return the prospect of a state under best play; None with the expansion, and before the turn `exact_from`.

    For the actions of a position, call it for the position first: its table has the states after all of them.
    """
    if state.position.expansion or state.turn < exact_from:
        return None
    return Ahead(table_from(state)).of(state.position)
