"""The planner, a bot for this game: it weighs points, and what brings points in the turns that are left.

It looks ahead to the end of the attack or of the building phase. In the last turn it follows best play to the end of
the game. The weights were tuned by hill climbing: each was moved as long as 2,500 games showed a higher score.
"""

from __future__ import annotations

from statistics import fmean
from typing import Final

from ..match import choices
from ..seeds import SplitMix64
from .actions import ACTIONS, Action
from .best_play import Prospects, preference
from .cards import Technology
from .legality import legal_ids
from .position import TURNS, Due, Position, has, production, score_of
from .rules import play
from .state import State

__all__ = ["choose", "decide"]


def choose(view: State, player: int, rng: SplitMix64) -> Action:
    """Return the planner's decision; it draws nothing.

    Raises IllegalActionError, GameOverError below it, if `player` is not to act.
    """
    choices(view, player)
    return ACTIONS[decide(view.position)]


def decide(p: Position) -> int:
    """Return the id of the decision with the highest value, or in the last turn that of best play.

    Among equals it is the lowest id.
    """
    if p.turn == TURNS:
        prospects = Prospects()
        return max(legal_ids(p), key=lambda index: preference(prospects.of(play(p, index))))
    return max(legal_ids(p), key=lambda index: _ahead(play(p, index), building=p.due is not Due.CHOICE))


def _ahead(p: Position, *, building: bool) -> float:
    """Return the expected value of a position at the end of its attack, or of its building phase."""
    if p.due is Due.DIPLOMACY or (building and p.due in (Due.TRADE, Due.BUILD)):
        return max([_ahead(play(p, index), building=building) for index in legal_ids(p)])
    if p.due in (Due.NEAR, Due.DISTANT, Due.ATTACK):
        return fmean([_ahead(play(p, index), building=building) for index in legal_ids(p)])
    return value(p)


def value(p: Position) -> float:
    """Return the value of a position: its points, and what its means promise for the turns left."""
    _, wealth_made = production(p.empire)
    each_turn = (
        _MILITARY_EACH_TURN * p.military
        + _WEALTH_MADE * wealth_made
        + _WEALTH_STORED * p.wealth
        + _BANKING * has(p, Technology.INTERSTELLAR_BANKING)
        + _STARBASES * has(p, Technology.FORWARD_STARBASES)
    )
    return score_of(p).total + _MILITARY * p.military + (TURNS - p.turn) * each_turn


# The weights, in points.
_MILITARY: Final = 0.35
_MILITARY_EACH_TURN: Final = 0.09
_WEALTH_MADE: Final = 0.23
_WEALTH_STORED: Final = 0.03
_BANKING: Final = 0.08
_STARBASES: Final = 0.08
