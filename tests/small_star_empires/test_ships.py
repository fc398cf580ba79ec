"""Rows of ships in the core, as a vector and without: a sorted list in Python says what each must become."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extensions import build, load
from tests.profiles import shortened

MAX_SHIPS = 16

PROBE = """
# cython: language_level=3
from libc.stdint cimport uint8_t

from sse_core._core.small_star_empires.ships cimport SSE_HAS_ROWS, place_of, put_ship

HAS_ROWS = bool(SSE_HAS_ROWS)


def place(list ships, int ship):
    cdef uint8_t row[16]
    row[:] = ships + [0] * (16 - len(ships))
    return place_of(row, len(ships), ship)


def put(list ships, int at, int ship):
    cdef uint8_t row[16]
    row[:] = ships + [0] * (16 - len(ships))
    put_ship(row, len(ships), at, ship)
    return row[:16]
"""

# Without SSE2 the core takes the code for other processors.
WAYS = {"rows": [], "rows_without_sse2": ["-U__SSE2__"]}


@pytest.fixture(scope="module", params=shortened(WAYS))
def rows(request: pytest.FixtureRequest, library_folder: Path) -> ModuleType:
    if WAYS[request.param] and sys.platform == "win32":
        pytest.skip("MSVC knows the processor by another name")
    build(library_folder, request.param, PROBE, *WAYS[request.param])
    module = load(library_folder, request.param)
    assert not (module.HAS_ROWS and WAYS[request.param])
    return module


fleets = st.lists(st.integers(0, 255), min_size=1, max_size=MAX_SHIPS).map(sorted)


@given(ships=fleets, ship=st.integers(0, 255))
def test_the_place_of_a_ship_is_the_number_of_lower_ones(rows: ModuleType, ships: list[int], ship: int) -> None:
    assert rows.place(ships, ship) == sum(other < ship for other in ships)


@given(ships=fleets, ship=st.integers(0, 255), data=st.data())
def test_a_ship_put_in_the_place_of_another_leaves_the_row_sorted(
    rows: ModuleType, ships: list[int], ship: int, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(ships) - 1))
    expected = sorted([*ships[:at], *ships[at + 1 :], ship])
    assert list(rows.put(ships, at, ship)) == expected + [0] * (MAX_SHIPS - len(ships))


def test_every_length_of_a_row_and_every_place_in_it(rows: ModuleType) -> None:
    # Ships at odd numbers from 1 on, and one more: lower than all, between any two, higher than all, and equal to each.
    for n in range(1, MAX_SHIPS + 1):
        ships = [2 * index + 1 for index in range(n)]
        for ship in range(2 * n + 2):
            assert rows.place(ships, ship) == sum(other < ship for other in ships), (n, ship)
            for at in range(n):
                expected = sorted([*ships[:at], *ships[at + 1 :], ship])
                assert list(rows.put(ships, at, ship)) == expected + [0] * (MAX_SHIPS - n), (n, at, ship)
