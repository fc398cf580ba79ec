"""The C interface: another extension cimports the core and plays with its structs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.extensions import build, run

import sse_core as sse

PROBE = """
# cython: language_level=3
from libc.stdint cimport uint64_t

from sse_core._fast cimport State
from sse_core._core.small_star_empires.cells cimport has, size
from sse_core._core.small_star_empires.moves cimport list_moves, nth_move
from sse_core._core.small_star_empires.playing cimport play_out
from sse_core._core.small_star_empires.score cimport score, total_of
from sse_core._core.small_star_empires.structs cimport MAX_PLAYERS, ActionRow, Moves, Position, Sheet
from sse_core._core.small_star_empires.turn cimport play


def position_bytes():
    return sizeof(Position)


def first_moves_then_totals(State state, int plies, uint64_t seed):
    cdef Position position = state.position
    cdef Moves moves
    cdef ActionRow action
    cdef Sheet sheets[MAX_PLAYERS]
    cdef int ply
    with nogil:
        list_moves(&state.ruleset.data, &position, position.to_act, &moves, state.ruleset.data.kind)
        for ply in range(plies):
            nth_move(&moves, 0, &action, state.ruleset.data.kind)
            play(&state.ruleset.data, &position, &action, &moves, state.ruleset.data.kind)
        play_out(&state.ruleset.data, &position, &moves, seed)
        score(&state.ruleset.data, &position, sheets)
    held = [size(position.held[player]) for player in range(state.ruleset.data.n_players)]
    totals = [total_of(&sheets[player]) for player in range(state.ruleset.data.n_players)]
    return position.ply, held, totals, bool(has(position.held[0], state.ruleset.data.home[0]))
"""

RUN = """
import sse_core as sse
import probe

state = sse.new_game(sse.maps()["everything-4p"])
print(probe.position_bytes(), *probe.first_moves_then_totals(state, 5, 11))
"""


@pytest.mark.ci
def test_an_extension_that_cimports_the_core_plays_like_the_core(library_folder: Path) -> None:
    build(library_folder, "probe", PROBE)

    state = sse.new_game(sse.maps()["everything-4p"])
    for _ in range(5):
        state = state.after(state.legal_ids()[0])
    end = sse.playout(state, 11)
    held = [sum(end.owner(cell) == player for cell in range(end.board.n_cells)) for player in range(4)]
    assert run(library_folder, "-c", RUN).split(maxsplit=1) == ["392", f"{end.ply} {held} {list(end.totals)} True\n"]
