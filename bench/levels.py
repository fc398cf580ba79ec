"""The core's loops and lanes, compiled for processors of several levels."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from pytest_benchmark.plugin import pytest_benchmark_generate_machine_info

import sse_core as sse
from sse_core import _fast

from .machine import described

NAMES: Final = {"portable": "portable", "v3": "AVX2", "v4": "AVX-512"}
"""The name of each level in tables, from the oldest processors to the newest."""


def levels() -> list[str]:
    """Return the levels of this processor, the lowest first."""
    return ["portable", *["v3"] * _fast.runs_v3(), *["v4"] * _fast.runs_v4()]


def here() -> str:
    """Return the name of the level whose modules the package takes on this processor."""
    return NAMES[levels()[-1]]


def machine_here() -> str:
    """Return the processor of this machine, its level, the system and the Python."""
    info = pytest_benchmark_generate_machine_info()  # type: ignore[no-untyped-call]
    return described({**info, "level": here()})


def newest_loops() -> str:
    """Return the module whose loops the package takes on this processor."""
    return list(loops().values())[-1]


def level_of_loops() -> str:
    """Return the name of the level whose loops, and batches, the package takes on this processor."""
    return NAMES[list(loops())[-1]]


def taken(start: sse.State) -> str:
    """Return the name of the level whose modules `playouts` takes for games from a state."""
    return here() if lanes(start) else level_of_loops()


def loops() -> dict[str, str]:
    """Return the modules that play one game after the other, by level; there is none of its own for the highest."""
    return {level: name for level, name in (("portable", "loops"), ("v3", "loops_v3")) if level in levels()}


def lanes(start: sse.State) -> dict[str, str]:
    """Return the modules that play games from a state side by side, by level; none if the state is not for them.

    A compiler without vector types, such as Microsoft's, makes none.
    """
    found = {level: "lanes" if level == "portable" else f"_lanes_{level}" for level in levels()}
    there = find_spec("sse_core._core.small_star_empires.lanes") is not None and import_module(
        "sse_core._core.small_star_empires.lanes"
    ).has_lanes(start)
    return found if there else {}


def games_of(module: str, start: sse.State) -> Callable[[int, int], tuple[Any, Any, Any]]:
    """Return the function that plays n games with a seed in a module, and returns totals, winners and plies."""
    play, players = import_module(f"sse_core.{module}").play_games, start.board.players
    # The loops would append the final states to a list.
    ends = [None] if module in loops().values() else []

    def played(n: int, seed: int) -> tuple[Any, Any, Any]:
        arrays = np.empty((n, players), np.int32), np.empty((n, players), np.uint8), np.empty(n, np.int32)
        play(start, seed, 0, *arrays, *ends)
        return arrays

    return played
