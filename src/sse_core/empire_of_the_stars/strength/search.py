"""The search of Empire of the Stars: the core compares plans of whole decisions, and plays on by fixed rules."""

from __future__ import annotations

from typing import Final, SupportsIndex

from ..._core.empire_of_the_stars.search import PlanTree
from ...play.search.plans import Method, PlanSearch, plan_search
from ..actions import Action
from ..messages import say
from ..positions.due import Due
from ..positions.position import Position
from ..state import State, check_state

__all__ = ["search"]

_HARD: Final = frozenset({Due.HOME, Due.ROLE, Due.MOVE, Due.BATTLE, Due.DIAL, Due.PUT})


def _enough(state: State) -> float:
    """Return the simulations after which a run by seconds ends at a state."""
    return 20_000 if Position(state.data).step in _HARD else 5_000


def _how(visits: str) -> str:
    return say(
        "{visits} simulations of plans: each deals what is hidden, lays a plan such as a whole move, and plays some "
        "roles by rule. The value is the expected share of the win, ± one standard error; the margin is the lead in "
        "points.",
        visits=visits,
    )


_METHOD: Final = Method[State, Action](PlanTree, 200, _enough, _how)


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
