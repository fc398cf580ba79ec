"""The Hypothesis strategies of Micro Space Empire, with the same names and options as those of other games.

Each shrinks to a short game without the expansion.

>>> from hypothesis import find
>>> find(states(), lambda state: state.military == 1).turn
1
"""

from __future__ import annotations

from hypothesis import strategies as st

from ..play.draws import Choice, Stage, actions_at, check_stage, from_choices, played_on, random_walk
from . import Action, GameRecord, State, new_game

__all__ = ["actions", "games", "states"]

_MEAN: int = 25
"""The mean number of actions that lead to a state, about half a game."""


def states(*, expansion: bool | None = None, stage: Stage = "any") -> st.SearchStrategy[State]:
    """Positions that a game of random choices leads to; they shrink to its start.

    Parameters
    ----------
    expansion
        Whether the expansion is in the box; None leaves it open.
    stage
        ``"any"``: games that are over are among them; ``"unfinished"``: somebody is to act in each.
    """
    check_stage(stage)

    def choose(below: Choice) -> State:
        return played_on(below, _start(below, expansion), _MEAN, stage)

    return from_choices(choose)


def games(*, expansion: bool | None = None, whole: bool = True) -> st.SearchStrategy[GameRecord[State, Action]]:
    """Records of games of random choices; they shrink to short games.

    Parameters
    ----------
    expansion
        Whether the expansion is in the box; None leaves it open.
    whole
        Whether all are played to the end; else some break off before.
    """

    def choose(below: Choice) -> GameRecord[State, Action]:
        state = _start(below, expansion)
        walk = random_walk(below, state, None if whole or below(2) else _MEAN)
        return GameRecord(state, tuple(action for action, _ in walk))

    return from_choices(choose)


def actions(*, state: State | None = None, legal: bool | None = True) -> st.SearchStrategy[Action]:
    """Actions of a position, by default one of `states`; they shrink to the action with the lowest id.

    `legal`: True for legal actions, False for illegal ones, None for any action of the table. A position where the game
    is over has no legal action; asking for one is an error.
    """
    return actions_at(states, state, legal=legal)


def _start(below: Choice, expansion: bool | None) -> State:
    return new_game(expansion=bool(below(2)) if expansion is None else expansion)
