"""A bot for this game: it weighs what a decision leads to, by points and by what brings points in the turns left.

It looks to the end of the attack, or of building, and in the last turn, where best play is soon worked out, to the end
of the game. The weights were found by trying: each was moved for as long as 2,500 games said that it helps.
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
    """Return the id of the decision of highest value, the first of several; in the last turn that of best play."""
    if p.turn == TURNS:
        prospects = Prospects()
        return max(legal_ids(p), key=lambda index: preference(prospects.of(play(p, index))))
    return max(legal_ids(p), key=lambda index: _ahead(play(p, index), building=p.due is not Due.CHOICE))


def _ahead(p: Position, *, building: bool) -> float:
    """Return the value of a position after the attack, or after the building, that is under way."""
    if p.due is Due.DIPLOMACY or (building and p.due in (Due.TRADE, Due.BUILD)):
        return max([_ahead(play(p, index), building=building) for index in legal_ids(p)])
    if p.due in (Due.NEAR, Due.DISTANT, Due.ATTACK):
        return fmean([_ahead(play(p, index), building=building) for index in legal_ids(p)])
    return value(p)


def value(p: Position) -> float:
    """Return what a position promises: its points, and what is good for points in the turns left."""
    _, wealth_made = production(p.empire)
    each_turn = (
        _MILITARY_EACH_TURN * p.military
        + _WEALTH_MADE * wealth_made
        + _WEALTH_STORED * p.wealth
        + _BANKING * has(p, Technology.INTERSTELLAR_BANKING)
        + _STARBASES * has(p, Technology.FORWARD_STARBASES)
    )
    return score_of(p).total + _MILITARY * p.military + (TURNS - p.turn) * each_turn


# All in points.
_MILITARY: Final = 0.35
_MILITARY_EACH_TURN: Final = 0.09
_WEALTH_MADE: Final = 0.23
_WEALTH_STORED: Final = 0.03
_BANKING: Final = 0.08
_STARBASES: Final = 0.08
