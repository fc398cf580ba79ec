"""Forced moves: a person has one legal action, and the server makes it, unless that tells the others something."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from ...game import State
from ...play.match import stays_sealed
from ...play.secrets import alike

__all__ = ["forced_move", "is_forced"]

_SAMPLES: Final = 32
"""How many states that look the same to another person are asked."""


def is_forced(state: State[Any], seat: int) -> bool:
    """Return whether a seat has a single legal action."""
    return len(state.legal_ids(seat)) == 1


def forced_move(state: State[Any], seat: int, was_sealed: bool, others: Collection[int]) -> Any:
    """Return the single legal action of a person if it can be made for that person; None if it can't be.

    A game may ask also those who have no choice, so that nothing shows of what they hide (such as J4.2). An action that
    is made at once would show it. So it is made if each of `others`, the seats of other people, could have told that
    there is no choice, or if they can't notice it: within orders that stay sealed. A person finishes orders in person.

    `was_sealed` says whether the move before was sealed.
    """
    if not is_forced(state, seat):
        return None
    (action,) = state.legal_actions(seat)
    if was_sealed or len(state.to_act) > 1:
        after = state.after(action, seat)
        return action if stays_sealed(state, after, was_sealed) and seat in after.to_act else None
    return action if all(is_forced(like, seat) for other in others for like in alike(state, other, _SAMPLES)) else None
