"""The C interface: another extension cimports the core of the game and plays with its structs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.extensions import build, run

from sse_core.micro_space_empire import new_game, perft, playout

PROBE = """
# cython: language_level=3
from libc.stdint cimport uint64_t

from sse_core._core.bits cimport sse_count_bits, sse_lowest_bit
from sse_core._core.micro_space_empire.rules cimport (
    Position, are_same, begin, first_id, is_chance, key_of, legal, play, play_out, total_of,
)
from sse_core._core.micro_space_empire.state cimport State, state_at


def position_bytes():
    return sizeof(Position)


def ended(State state, uint64_t seed):
    cdef Position position = state.data
    cdef int played
    with nogil:
        played = play_out(&position, seed, state.plies)
    return state_at(&position, state.plies + played), total_of(&position)


def first_positions(int depth):
    cdef Position position
    begin(&position, False)
    return below(&position, depth)


cdef uint64_t below(const Position* p, int depth):
    cdef uint64_t left = legal(p), found = 0
    cdef Position child
    if depth == 0:
        return 1
    while left:
        child = p[0]
        play(&child, first_id(p) + sse_lowest_bit(left))
        assert not are_same(&child, p) and key_of(&child, 0) != key_of(p, 0)
        left &= left - 1
        found += below(&child, depth - 1)
    return found
"""

RUN = """
from sse_core.micro_space_empire import new_game
import probe

end, total = probe.ended(new_game().after(0), 11)
print([probe.position_bytes(), end.ply, end.totals[0], total, hash(end), probe.first_positions(4)])
"""


@pytest.mark.nightly
def test_an_extension_that_cimports_the_core_plays_like_the_core(library_folder: Path) -> None:
    build(library_folder, "probe", PROBE)

    end = playout(new_game().after(0), 11)
    (total,) = end.totals
    assert run(library_folder, "-c", RUN) == f"{[24, end.ply, total, total, hash(end), perft(new_game(), 4)]}\n"
