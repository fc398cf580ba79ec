"""Observations: a position as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, SupportsIndex

from .._core.micro_space_empire.state import observe as observe_state
from ..game import ObservationSpace
from .cards import Event, System, Technology
from .positions.position import TURNS, Due
from .state import State, check_state

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["observation_space", "observe"]

_HIGH: Final = {
    "turn": TURNS,
    **{f"{due} due" if due is not Due.END else "game over": 1 for due in Due},
    "metal": 5,
    "wealth": 5,
    "military": 5,
    "collection reduced": 1,
    "diplomacy chosen": 1,
    "military built": 1,
    "Home World lost": 1,
    "expansion": 1,
    **{f"{technology.title} known": 1 for technology in Technology},
    **{f"{technology.title} discovered now": 1 for technology in Technology},
    **{f"{system.title} in the empire": 10 for system in System},
    **{f"{system.title} unaligned": 1 for system in System},
    **{f"{system.title} attacked": 1 for system in System},
    **{f"{event.title} seen": 1 for event in Event},
    **{f"{event.title} under way": 1 for event in Event},
}
"""The greatest value of each number."""

_SPACE: Final = ObservationSpace(tuple(_HIGH), (len(_HIGH),), "uint8", (0,) * len(_HIGH), tuple(_HIGH.values()))


def observation_space(state: State) -> ObservationSpace:
    """Return the format of `observe`: 88 numbers, the same for every state."""
    check_state(state)
    return _SPACE


def observe(state: State, player: SupportsIndex, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """Return a state as the player sees it: the numbers of `observation_space`, in a new array or in `out`.

    They have the whole position except the ply. A system in the empire has its place in the order of joining, from 1
    (M6.1); most other numbers are flags, 1 or 0. Needs numpy.

    Raises RangeError for a player other than 0, TypeError for an `out` that is no array, ArgumentError for one of
    another shape or dtype.

    >>> from sse_core.micro_space_empire import observation_space, observe, new_game
    >>> state = new_game().after(0)
    >>> seen = dict(zip(observation_space(state).names, observe(state, 0).tolist(), strict=True))
    >>> seen["turn"], seen["near due"], seen["choice due"]
    (1, 1, 0)
    """
    return observe_state(check_state(state), player, out)
