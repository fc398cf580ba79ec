"""The C interface: another extension cimports the core of the game and plays with its structs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.extensions import build, run

from sse_core.jump_wars import new_game, perft, playout

PROBE = """
# cython: language_level=3
from libc.stdint cimport int64_t, uint64_t

from sse_core._core.jump_wars.boards cimport adjacent, count_spaces
from sse_core._core.jump_wars.ids cimport Ids, take_first_id
from sse_core._core.jump_wars.random_play cimport play_out
from sse_core._core.jump_wars.rules cimport legal, play
from sse_core._core.jump_wars.state cimport State, state_at
from sse_core._core.jump_wars.structs cimport HEX, Position, are_same, first_to_act


def position_bytes():
    return sizeof(Position)


def neighbours(State state, int space):
    return count_spaces(adjacent(state.data.options & HEX, space))


def ended(State state, uint64_t seed):
    cdef Position position = state.data
    cdef int64_t plies
    with nogil:
        plies = play_out(&position, seed, state.plies)
    return state_at(&position, plies, state.written_by)


def positions(State state, int depth):
    return below(&state.data, depth)


cdef uint64_t below(const Position* p, int depth):
    cdef uint64_t found = 0
    cdef int word = 0, index, player = first_to_act(p)
    cdef Ids ids
    cdef Position child
    if depth == 0:
        return 1
    legal(p, player, &ids)
    while True:
        index = take_first_id(&ids, &word)
        if index < 0:
            return found
        child = p[0]
        play(&child, player, index)
        assert not are_same(&child, p)
        found += below(&child, depth - 1)
"""

RUN = """
from sse_core.jump_wars import new_game
import probe

state = new_game(grid="hex", turn_limit=3, seed=2)
end = probe.ended(state, 11)
print([probe.position_bytes() <= 4096, end.ply, hash(end), probe.positions(state, 3), probe.neighbours(state, 55)])
"""


@pytest.mark.nightly
def test_an_extension_that_cimports_the_core_plays_like_the_core(library_folder: Path) -> None:
    build(library_folder, "probe", PROBE)

    state = new_game(grid="hex", turn_limit=3, seed=2)
    end = playout(state, 11)
    assert run(library_folder, "-c", RUN) == f"{[True, end.ply, hash(end), perft(state, 3), 6]}\n"
