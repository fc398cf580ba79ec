"""The planner, a bot for this game: it weighs the points so far and the means to score more in the turns left.

It looks ahead to the end of the attack or of the building phase. In the last turn it follows best play to the end of
the game. The weights were tuned by hill climbing: each was moved as long as 2,500 games showed a higher score.
"""

from __future__ import annotations

from statistics import fmean
from typing import Final

from ...play.turns import choices
from ...seeds import SplitMix64
from ..actions import ACTIONS, Action
from ..cards import Technology
from ..positions.position import TURNS, Due
from ..state import State
from .best_play import Prospects, preference

__all__ = ["choose", "decide"]


def choose(view: State, player: int, rng: SplitMix64) -> Action:
    """Return the planner's decision; it draws nothing.

    Raises IllegalActionError, GameOverError below it, if `player` is not to act.
    """
    choices(view, player)
    return ACTIONS[decide(view)]


def decide(state: State) -> int:
    """Return the id of the decision with the highest value; in the last turn, of the decision of best play.

    Among equals it is the lowest id.
    """
    if state.turn == TURNS:
        prospects = Prospects()
        return max(state.legal_ids(), key=lambda index: preference(prospects.of(state.after(index).position)))
    building = state.due is not Due.CHOICE
    return max(state.legal_ids(), key=lambda index: _ahead(state.after(index), building=building))


def _ahead(state: State, *, building: bool) -> float:
    """Return the expected value of a state at the end of its attack, or of its building phase."""
    due = state.due
    if due is Due.DIPLOMACY or (building and due in (Due.TRADE, Due.BUILD)):
        return max([_ahead(state.after(index), building=building) for index in state.legal_ids()])
    if due in (Due.NEAR, Due.DISTANT, Due.ATTACK):
        return fmean([_ahead(state.after(index), building=building) for index in state.legal_ids()])
    return value(state)


def value(state: State) -> float:
    """Return the value of a state that isn't lost: its points, and those expected from its means in the turns left."""
    _, wealth_made = state.production
    known = state.technologies
    each_turn = (
        _MILITARY_EACH_TURN * state.military
        + _WEALTH_MADE * wealth_made
        + _WEALTH_STORED * state.wealth
        + _BANKING * (Technology.INTERSTELLAR_BANKING in known)
        + _STARBASES * (Technology.FORWARD_STARBASES in known)
    )
    return state.totals[0] + _MILITARY * state.military + (TURNS - state.turn) * each_turn


# The weights, in points.
_MILITARY: Final = 0.35
_MILITARY_EACH_TURN: Final = 0.09
_WEALTH_MADE: Final = 0.23
_WEALTH_STORED: Final = 0.03
_BANKING: Final = 0.08
_STARBASES: Final = 0.08
