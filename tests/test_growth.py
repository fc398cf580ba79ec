"""Memory that doesn't grow with what was once started, read or searched: no cache keeps each new map or position."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from typing import Final

import pytest

import sse_core as sse
from sse_core.game import AnyGame

FIRST: Final = 4_000
"""Rounds after which all caches are full that are ever to be."""

ROUNDS: Final = 24_000
"""Of a start, a reading and a search: 72,000 in all."""

A_ROUND: Final = 1 / 10
"""Blocks of memory that a round may leave behind. What keeps one map or one position takes a dozen."""


@pytest.mark.nightly
@pytest.mark.parametrize("game", sse.GAMES.values(), ids=sse.GAMES)
def test_memory_is_flat(game: AnyGame) -> None:
    blocks_after(game, range(FIRST))
    before = blocks_after(game, range(FIRST, FIRST + 1))
    after = blocks_after(game, range(FIRST + 1, ROUNDS))
    assert after - before < (ROUNDS - FIRST) * A_ROUND


def blocks_after(game: AnyGame, seeds: Iterable[int]) -> int:
    """Start, read and search the games of some seeds; return the blocks of memory that Python holds then."""
    for seed in seeds:
        state = game.new_game(seed=seed)
        assert sse.read(sse.format_state(state)) == state
        assert sse.analyse(state, visits=1, seed=seed).lines
    gc.collect()
    return sys.getallocatedblocks()
