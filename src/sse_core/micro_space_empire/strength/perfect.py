"""The perfect bot: best play from the first card on, by a tablebase, a table of the whole game.

``perfect:FOLDER`` plays by the table in a folder, which `tools.micro_whole` writes. ``perfect`` alone takes the folder
from the environment variable SSE_MICRO_TABLE; without a table it is the bot `endgame`.
"""

from __future__ import annotations

import os
from functools import cached_property
from typing import Final

from ...play.turns import choices
from ...seeds import SplitMix64
from ..actions import ACTIONS, Action
from ..messages import say
from ..state import State
from .best_play import preference
from .endgame import Endgame
from .prospects import VARIABLE, Ahead, ProspectTable, stored_table, table_of_environment
from .tablebase_built import EXACT_FROM, check_tables

__all__ = ["Perfect"]


class Perfect:
    """A bot that plays for the highest expected score from the first card on, in the base game.

    From turn 10 on, with the expansion, and in positions that no game reaches, it decides as `Endgame`. It draws
    nothing.

    Raises ArgumentError if the folder has no table.
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self._given = None if folder is None else stored_table(os.fspath(folder))
        self._endgame: Final = Endgame()

    @cached_property
    def _table(self) -> ProspectTable | None:
        """The table; the environment variable is read when the table is first needed."""
        return table_of_environment() if self._given is None else self._given

    def choose(self, view: State, player: int, rng: SplitMix64) -> Action:
        """Return the best action.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act; ArgumentError if the folder that
        SSE_MICRO_TABLE names has no table; NotBuiltError, in a base game, where tables can't be read.
        """
        choices(view, player)
        if not view.position.expansion:
            check_tables()
        table = None if view.turn >= EXACT_FROM or view.position.expansion else self._table
        if table is None or not table.covers(view):
            return self._endgame.choose(view, player, rng)
        prospects = Ahead(table)
        return ACTIONS[max(view.legal_ids(), key=lambda index: preference(prospects.of(view.after(index).position)))]

    def note(self, start: State) -> str:
        """Return a note if the bot has no table for the game from `start`, and plays in another way; else empty.

        Raises ArgumentError if the folder that SSE_MICRO_TABLE names has no table.
        """
        if start.position.expansion:
            return say(
                "perfect has no table for the expansion, and plays as endgame does: best in the last turn, before it "
                "as the planner"
            )
        if start.turn < EXACT_FROM and self._table is None:
            return say(
                "perfect has no table, and plays as endgame does: best from turn {turn} on, before it as the planner; "
                "perfect:FOLDER or {variable} names the folder of a table",
                turn=EXACT_FROM,
                variable=VARIABLE,
            )
        return ""

    def with_option(self, text: str) -> Perfect:
        """Return the bot that plays by the table in a folder.

        Raises ArgumentError if there is none.
        """
        return Perfect(text)
