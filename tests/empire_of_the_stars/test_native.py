"""The C interface: another extension cimports the core of the game and plays with its structs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.extensions import build, run

from sse_core.empire_of_the_stars import new_game, perft, playout

PROBE = """
# cython: language_level=3
from libc.stdint cimport int64_t, uint64_t

from sse_core._core.bits cimport sse_count_bits
from sse_core._core.empire_of_the_stars.boards cimport Board, Ids
from sse_core._core.empire_of_the_stars.random_play cimport play_out
from sse_core._core.empire_of_the_stars.rules cimport first_to_act, legal, play
from sse_core._core.empire_of_the_stars.state cimport State, state_at
from sse_core._core.empire_of_the_stars.structs cimport Position


def position_bytes():
    return sizeof(Position)


def neighbours(State state, int region):
    return sse_count_bits(state.tables.board.near[region])


def ended(State state, uint64_t seed):
    cdef Position position = state.position
    cdef int64_t plies
    with nogil:
        plies = play_out(&state.tables.board, &position, seed, state.plies)
    return state_at(state, &position, plies)


def positions(State state, int depth):
    return below(&state.tables.board, &state.position, depth)


cdef uint64_t below(const Board* b, const Position* p, int depth):
    cdef uint64_t found = 0
    cdef int i, player = first_to_act(p)
    cdef Ids ids
    cdef Position child
    if depth == 0:
        return 1
    legal(b, p, player, &ids)
    for i in range(ids.n):
        child = p[0]
        play(b, &child, player, ids.at[i])
        found += below(b, &child, depth - 1)
    return found
"""

RUN = """
from sse_core.empire_of_the_stars import new_game
import probe

state = new_game(players=3, round_limit=3, seed=2)
end = probe.ended(state, 11)
print([probe.position_bytes(), end.ply, hash(end), probe.positions(state, 2), probe.neighbours(state, 0)])
"""


@pytest.mark.nightly
def test_an_extension_that_cimports_the_core_plays_like_the_core(library_folder: Path) -> None:
    build(library_folder, "probe", PROBE)

    state = new_game(players=3, round_limit=3, seed=2)
    end = playout(state, 11)
    near = len(state.board.beside[0])
    assert run(library_folder, "-c", RUN) == f"{[len(state.data), end.ply, hash(end), perft(state, 2), near]}\n"
