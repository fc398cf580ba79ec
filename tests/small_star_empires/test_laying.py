"""Each map that ships can be laid from the sectors of its boxes, or its note says that it can't."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from tests.small_star_empires.laying import HOLES_IN_A_BOX, HOME, MAIN, Piece, laid

import sse_core as sse
from sse_core import Board
from sse_core.small_star_empires import BAGS, Hex, System

OWN = "a layout of this project's own, "
DRAWN = [name for name, board in sse.maps().items() if "drawn" in (board.setup.note or "")]
LAID = [name for name in sse.maps() if name not in DRAWN]
_NUMBERS = {"one box": 1, "two boxes": 2}


def copies(board: Board) -> int:
    """The number of boxes that the reserves need: two for epic games (E10.3), one for others (E1.7)."""
    return 1 if board.setup.cities is None else 2


def put_together(pieces: list[Piece]) -> dict[Hex, str]:
    """The symbols of these sectors by place, `H` for a homeworld; fail if two sectors overlap."""
    table: dict[Hex, str] = {}
    for sector, middle, turn in pieces:
        ring = MAIN[sector] if sector else HOME
        places = [middle, *(middle.step((turn + index) % 6) for index in range(len(ring)))]
        assert table.keys().isdisjoint(places)
        table |= dict(zip(places, "." + ring if sector else "H" + ring, strict=True))
    return table


def drawn(text: str) -> Board:
    return sse.parse_map(text.strip("\n"))


@pytest.mark.parametrize("name", LAID)
def test_it_can_be_laid_from_its_boxes(name: str) -> None:
    board = sse.maps()[name]
    pieces = laid(board, copies(board))
    assert pieces is not None
    # The pieces, put together, are the map: holes and unexplored systems lie on empty ones.
    below = put_together(pieces)
    assert below.keys() == set(board.hexes)
    for place, system in zip(board.hexes, board.systems, strict=True):
        sign = "H" if system.homeworld is not None else "." if system.value in "wx?" else system.value
        assert below[place] == sign, place
    sectors = Counter(piece.sector for piece in pieces)
    assert sectors.pop(0) == board.players
    assert max(sectors.values()) <= copies(board)
    assert sum(system.value in "wx" for system in board.systems) <= copies(board) * HOLES_IN_A_BOX


@pytest.mark.parametrize("name", sse.maps())
def test_pieces_and_tiles_are_of_as_many_boxes(name: str) -> None:
    board = sse.maps()[name]
    setup, boxes = board.setup, copies(board)
    epic = {2: (3, 32, 8), 3: (4, 26, 7), 4: (5, 24, 6)}[board.players]
    assert (setup.ships, setup.cities, setup.stations) == ((None,) * 3 if boxes == 1 else epic)
    assert setup.bag in (None, BAGS["second"].times(boxes))


@pytest.mark.parametrize("name", sse.maps())
def test_a_map_says_where_it_comes_from(name: str) -> None:
    """The published map has no note; a layout of this project has one that names its boxes (E10.3)."""
    board, note = sse.maps()[name], sse.maps()[name].setup.note
    if name.startswith(("base", "unexplored", "first-edition")):
        assert note is None
        return
    assert note is not None
    assert note.startswith(OWN)
    boxes = re.search(r"laid from the sectors of (one box|two boxes)", note)
    assert (None if boxes is None else _NUMBERS[boxes[1]]) == (None if name in DRAWN else copies(board))


def test_only_the_duel_is_drawn() -> None:
    assert DRAWN == ["duel"]
    # However many boxes there are: no home sector of E1.4 lies round its homeworlds.
    assert laid(sse.maps()["duel"], 10) is None


# --- what can't be laid

OLD_TWO = """
                  1 r
 . 2 2 1         2 w 1 g 2
1 A 1 . 3         1 3 1 . r
 1 3 b 1           1 b 3 1
r . 1 3 1         3 . 1 B 1
 2 g 1 w 2         1 2 2 .
      r 1
"""


def test_a_sector_is_in_a_box_once() -> None:
    """This map has three sectors twice, so it needs two boxes."""
    board = drawn(OLD_TWO)
    assert laid(board, 1) is None
    pieces = laid(board, 2)
    assert pieces is not None
    assert sorted(piece.sector for piece in pieces) == [0, 0, 1, 1, 2, 2, 4, 4]


def base_with(changes: dict[Hex, str]) -> Board:
    board = sse.base_map(2)
    systems = {place: system.value for place, system in zip(board.hexes, board.systems, strict=True)}
    return Board({place: sign for place, sign in (systems | changes).items() if sign})


@pytest.mark.parametrize(
    "changes",
    [
        {Hex(0, 0): "1"},
        {Hex(1, 0): "1", Hex(1, -1): "3"},
        {Hex(4, -3): ""},
        {Hex(5, -3): "."},
        {Hex(-1, -4): "1"},
        {Hex(1, 0): "w"},
    ],
    ids=["no middle", "two exchanged", "one missing", "one too many", "arc of another kind", "a hole on planets"],
)
def test_a_map_that_is_no_longer_laid(changes: dict[Hex, str]) -> None:
    assert laid(base_with({})) is not None
    assert laid(base_with(changes), 10) is None


def test_a_box_has_six_holes() -> None:
    board = sse.base_map(2)
    empty = [place for place, system in zip(board.hexes, board.systems, strict=True) if system is System.EMPTY]
    assert len(empty) == 9
    assert laid(base_with(dict.fromkeys(empty[:6], "x"))) is not None
    assert laid(base_with(dict.fromkeys(empty[:7], "x"))) is None
    assert laid(base_with(dict.fromkeys(empty[:7], "x")), 2) is not None


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_any_shuffle_of_the_base_map_is_found_again(players: int, seed: int) -> None:
    assert laid(sse.base_map(players, seed=seed, unexplored=True)) is not None
