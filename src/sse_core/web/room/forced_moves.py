"""Forced moves: the server makes a person's only legal action, unless that would tell a secret to others."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from ...game import State
from ...play.secrets import alike
from ...play.turns import stays_sealed

__all__ = ["forced_move", "is_forced"]

_SAMPLES: Final = 32
"""How many states that look the same to another person are tried."""


def is_forced(state: State[Any], seat: int) -> bool:
    """Return whether a seat has a single legal action."""
    return len(state.legal_ids(seat)) == 1


def forced_move(state: State[Any], seat: int, was_sealed: bool, others: Collection[int]) -> Any:
    """Return a person's single legal action if the server may make it; None if there is a choice, or if it may not.

    A game may ask a player who has no choice, so that others don't learn what the player hides (such as J4.2). A forced
    move at once would tell them. So it is made in two cases: each of `others`, the seats of other people, could know
    that there is no choice; or they can't notice, within orders that stay sealed. A person finishes orders in person.

    `was_sealed` says whether the move before was sealed.
    """
    if not is_forced(state, seat):
        return None
    (action,) = state.legal_actions(seat)
    if was_sealed or len(state.to_act) > 1:
        after = state.after(action, seat)
        return action if stays_sealed(state, after, was_sealed) and seat in after.to_act else None
    return action if all(is_forced(like, seat) for other in others for like in alike(state, other, _SAMPLES)) else None
