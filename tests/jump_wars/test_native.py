"""The C interface: another extension cimports the core of the game and plays with its structs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sse_core.jump_wars import format_state, start

PROBE = """
# cython: language_level=3
from libc.stdint cimport int32_t
from libc.string cimport memset

from sse_core._core.bits cimport sse_fill_tables
from sse_core._core.jump_wars.rules cimport (
    Ids, MAX_PLAYERS, Position, count_ids, first_to_act, legal, nth_id, play,
)
from sse_core._core.jump_wars.state cimport State, state_at

sse_fill_tables()


def position_bytes():
    return sizeof(Position)


def middle(State state, int plies):
    # The state after so many actions, each the middle one of those that are legal.
    cdef Position position = state.data
    cdef int32_t written[MAX_PLAYERS]
    cdef Ids ids
    cdef int ply, player
    with nogil:
        for ply in range(plies):
            player = first_to_act(&position)
            legal(&position, player, &ids)
            play(&position, player, nth_id(&ids, count_ids(&ids) // 2))
    memset(written, 0, sizeof(written))
    return state_at(&position, state.plies + plies, written)
"""

BUILD = """
from Cython.Build import cythonize
from setuptools import Extension, setup

setup(name="probe", ext_modules=cythonize([Extension("probe", ["probe.pyx"], extra_compile_args=["-O0"])]))
"""

RUN = """
from sse_core.jump_wars import format_state, start
import probe

assert probe.position_bytes() <= 4096
print(format_state(probe.middle(start(players=3), 400)))
"""


@pytest.mark.ci
def test_an_extension_that_cimports_the_core_plays_like_the_core(tmp_path: Path) -> None:
    (tmp_path / "probe.pyx").write_text(PROBE)
    (tmp_path / "setup.py").write_text(BUILD)

    def run(*arguments: str) -> str:
        done = subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    run("setup.py", "--quiet", "build_ext", "--inplace")

    state = start(players=3)
    for _ in range(400):
        legal = state.legal_ids()
        state = state.after(legal[len(legal) // 2])
    assert run("-c", RUN) == f"{format_state(state)}\n"
