"""The search of Jump Wars: the core compares plans of whole decisions, and plays on by fixed rules."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Final, SupportsIndex

from ..._core.jump_wars.search import PlanTree
from ...play.search.plans import Method, PlanSearch, plan_search
from ..actions import Action
from ..messages import say
from ..positions.position import Due
from ..state import State, check_state

__all__ = ["search"]

ENOUGH: Final[Mapping[Due, float]] = MappingProxyType(
    {
        Due.ORDERS: inf,
        **dict.fromkeys((Due.TECH, Due.BUILD, Due.ESPIONAGE, Due.REWRITE, Due.REWRITING, Due.TIME_JUMP), 8000),
        **dict.fromkeys((Due.DEAL, Due.BOMBS, Due.SPLIT), 8000),
    }
)
"""The simulations after which a run by seconds ends, by step; at all other steps, which matter less, 3,000."""


def _enough(state: State) -> float:
    """Return the simulations after which a run by seconds ends at a state."""
    return ENOUGH.get(state.position.step, 3000)


def _how(visits: str) -> str:
    return say(
        "{visits} simulations of plans: each deals the hidden cards, lays a plan such as all orders of a turn, and "
        "plays some turns by rule. The value is the expected share of the win, ± one standard error; the margin is the "
        "lead in enemy Homeworlds.",
        visits=visits,
    )


_METHOD: Final = Method[State, Action](PlanTree, 400, _enough, _how)


def search(
    state: State,
    /,
    *,
    player: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
) -> PlanSearch[State, Action]:
    """Return a new search of a state, for a seat that is to act; None: the first of them.

    It runs on one thread, whatever `threads` says. Raises ArgumentError for numbers out of range, TypeError for values
    of another type, IllegalActionError if the player is not to act.
    """
    return plan_search(_METHOD, check_state(state), player, seed, threads)
