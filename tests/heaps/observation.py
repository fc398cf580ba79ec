"""Heaps as arrays: the shortest `sse_core.play.observation.ObservedGame`; `fault` spoils one thing."""

from __future__ import annotations

from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sse_core.forms.arrays import array_to_fill
from sse_core.forms.checks import check_index
from sse_core.game import ObservationSpace

from .batch import PLANES
from .state import State

__all__ = ["FAULTS", "observation_space", "observe"]

FAULTS: Final = (
    "observed secrets",
    "observed from one side",
    "observed beyond bounds",
    "observed namesakes",
    "observed flat",
    "observed in words",
    "observed upside down",
    "observed by the turn",
    "observed by anybody",
    "observed over",
    "observed elsewhere",
    "observed anywhere",
    "observed once",
    "observed otherwise",
)

ONCE: Final = np.zeros((len(PLANES), 1), np.uint8)


def observation_space(state: State, fault: str) -> ObservationSpace:
    names, shape, low, high = PLANES, (len(PLANES), 1), (0, 0, 0), (255, 255, 255)
    if fault == "observed namesakes":
        names = (PLANES[0], PLANES[1], PLANES[1])
    elif fault == "observed otherwise":
        names = (PLANES[0], PLANES[2], PLANES[1])
    elif fault == "observed flat":
        shape = (len(PLANES) + 1, 1)
    elif fault == "observed beyond bounds":
        high = (3, 3, 3)
    elif fault == "observed upside down":
        low, high = high, low
    elif fault == "observed by the turn":
        high = (255, 255, 255 - state.ply)
    return ObservationSpace(names, shape, "uint8", low, high)


def observe(state: State, player: SupportsIndex, out: NDArray[Any] | None, fault: str) -> NDArray[Any]:
    seat = min(max(int(player), 0), 1) if fault == "observed by anybody" else check_index(player, 2, "player")
    other = 1 - seat
    stones = state.heap + ((state.sealed[other] or 0) if fault == "observed secrets" else 0)
    taken = state.taken if fault == "observed from one side" else (state.taken[seat], state.taken[other])
    if fault == "observed elsewhere":
        out = None
    if fault == "observed anywhere" and out is not None:
        array = np.asarray(out).reshape(-1)[:3].reshape(3, 1)
    elif fault == "observed once" and out is None:
        array = ONCE
    else:
        array = array_to_fill(out, np.int16 if fault == "observed in words" else np.uint8, (len(PLANES), 1))
    rows = np.array([[stones], [taken[0]], [taken[1]]], array.dtype)
    array[:] = rows | array if fault == "observed over" and out is not None else rows
    return out if out is not None and fault == "observed anywhere" else array
