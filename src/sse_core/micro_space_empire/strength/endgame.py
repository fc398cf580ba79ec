"""The endgame bot: it plays best from a given turn on, and as the planner before.

From turn 10 on, a game takes it some seconds at most. ``endgame:8`` plays best from turn 8 on, the first of Year 2: a
game then takes a minute, and a gigabyte on disk. See ``prospects.py``.
"""

from __future__ import annotations

from typing import Final, SupportsIndex

from ...errors import ArgumentError
from ...forms.checks import check_number, shown
from ...play.search.analysis import Stop
from ...play.turns import choices
from ...seeds import SplitMix64
from ..actions import ACTIONS, Action
from ..positions.position import TURNS
from ..state import State
from .best_play import OutOfTimeError, Prospects, never, preference
from .planner import decide
from .prospects import Ahead, table_from
from .tablebase_built import EXACT_FROM, check_tables

__all__ = ["FIRST", "Endgame"]

FIRST: Final = 8
"""The earliest turn from which the bot can play best."""


class Endgame:
    """A bot that plays best from the turn `exact_from` on, 8 to 13: for the highest expected score, then survival.

    Before that turn, and with the expansion before the last turn, it decides as the planner. It draws nothing.

    Raises ArgumentError for another turn.
    """

    USUAL_OPTIONS: Final = tuple(str(turn) for turn in range(FIRST, TURNS + 1))

    def __init__(self, exact_from: SupportsIndex = EXACT_FROM) -> None:
        self.exact_from = check_number(exact_from, "exact_from", TURNS, FIRST)
        self._stop: Stop | None = None

    def choose(self, view: State, player: int, rng: SplitMix64) -> Action:
        """Return the best action.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act; NotBuiltError, from the first card
        of a base game on, if the tables for the last turns are not built.
        """
        choices(view, player)
        expansion = view.position.expansion
        if not expansion:
            check_tables()
        if view.turn < (TURNS if expansion else self.exact_from):
            return ACTIONS[decide(view)]
        is_up = never if self._stop is None else self._stop.is_set
        try:
            prospects = Prospects() if expansion else Ahead(table_from(view, is_up=is_up))
            prospects.is_up = is_up
            best = max(view.legal_ids(), key=lambda index: preference(prospects.of(view.after(index).position)))
        except OutOfTimeError:
            best = decide(view)
        return ACTIONS[best]

    def with_option(self, text: str) -> Endgame:
        """Return the bot that plays best from a turn on, such as ``9``.

        Raises ArgumentError for another text.
        """
        if not (text.isascii() and text.isdigit()):
            raise ArgumentError(f"endgame takes the turn from which it plays best, such as 9, not {shown(text)}")
        return Endgame(int(text))

    def with_stop(self, stop: Stop) -> Endgame:
        """Return the bot with a stop token: once it is set, the bot decides as the planner does."""
        found = Endgame(self.exact_from)
        found._stop = stop
        return found
