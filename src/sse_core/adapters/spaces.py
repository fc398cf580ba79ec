"""Gymnasium spaces for the observations and action masks of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from gymnasium import spaces

from ..game import AnyState
from ..play.observation import observed

if TYPE_CHECKING:
    from ..game import ObservationSpace

__all__ = ["mask_space", "observation_box", "space_of"]


def observation_box(space: ObservationSpace) -> spaces.Box:
    """Return the box of all observations, with the bounds of each plane at all its places."""
    low, high = (
        numpy.broadcast_to(
            numpy.array(bounds, space.dtype).reshape(-1, *[1] * (len(space.shape) - 1)), space.shape
        ).copy()
        for bounds in (space.low, space.high)
    )
    return spaces.Box(low, high, space.shape, numpy.dtype(space.dtype).type)


def mask_space(n_actions: int) -> spaces.Box:
    """Return the space of action masks: zeros and ones of numpy's int8."""
    return spaces.Box(0, 1, (n_actions,), numpy.int8)


def space_of(state: AnyState) -> spaces.Dict:
    """Return the space of ``{"observation", "action_mask"}`` for any seat of a game."""
    space = observed(state.game).observation_space(state)
    parts: dict[str, Any] = {"observation": observation_box(space), "action_mask": mask_space(len(state.actions))}
    return spaces.Dict(parts)
