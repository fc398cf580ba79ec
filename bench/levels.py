"""Processor levels: the core's loops and lanes as compiled for each, and their names in tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from types import ModuleType
from typing import Any, Final

import numpy as np
from pytest_benchmark.plugin import pytest_benchmark_generate_machine_info

import sse_core as sse
from sse_core._core import variants
from sse_core._core.variants import PORTABLE, V3, V4, file_of, variant

from .machine import described

NAMES: Final = {PORTABLE: "portable", V3: "AVX2", V4: "AVX-512"}
"""The name of each level in tables, from the oldest processors to the newest."""


def levels() -> list[str]:
    """Return the levels of this processor, the lowest first."""
    return variants.levels()[::-1]


def here() -> str:
    """Return the name of the level whose modules the package uses on this processor."""
    return NAMES[levels()[-1]]


@cache
def machine_here() -> str:
    """Return the processor of this machine, its level, the system and the Python."""
    info = pytest_benchmark_generate_machine_info()  # type: ignore[no-untyped-call]
    return described({**info, "level": here()})


def newest_loops() -> str:
    """Return the level whose loops and batches the package uses on this processor."""
    return list(loops())[-1]


def level_of_loops() -> str:
    """Return the name of the level whose loops and batches the package uses on this processor."""
    return NAMES[newest_loops()]


def taken(start: sse.State) -> str:
    """Return the name of the level whose modules `playouts` uses for games from a state."""
    return here() if lanes(start) else level_of_loops()


def loops() -> dict[str, ModuleType]:
    """Return the modules that play one game after the other, by level; the highest level has none of its own."""
    return {level: _module("loops", level) for level in (PORTABLE, V3) if level in levels()}


def lanes(start: sse.State) -> dict[str, ModuleType]:
    """Return the modules that play games from a state side by side, by level; none if they can't play from it.

    Lanes of all rules play what lanes of plain boards can't. Compilers without vector types, such as Microsoft's, build
    neither, and old processors have none of all rules.
    """
    for name in ("lanes", "full_lanes"):
        built = {level: _module(name, level) for level in levels() if file_of(_path(name), level)}
        if found := {level: module for level, module in built.items() if module.has_lanes(start)}:
            return found
    return {}


def games_of(module: ModuleType, start: sse.State) -> Callable[[int, int], tuple[Any, Any, Any]]:
    """Return the function that plays n games with a seed in a module, and returns totals, winners and plies."""
    players = start.board.players
    # The loops would append the final states to a list.
    play = partial(module.play_games, ends=None) if module in loops().values() else module.play_games

    def played(n: int, seed: int) -> tuple[Any, Any, Any]:
        arrays = np.empty((n, players), np.int32), np.empty((n, players), np.uint8), np.empty(n, np.int32)
        play(start, seed, 0, *arrays)
        return arrays

    return played


def _module(name: str, level: str) -> ModuleType:
    return variant(_path(name), level)


def _path(name: str) -> str:
    return f"sse_core._core.small_star_empires.{name}"
