"""Boards and maps: drawings, errors with line and column, and the geometry of boards."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sse_core import (
    Action,
    Board,
    RangeError,
    Rules,
    SetupError,
    State,
    base_map,
    format_map,
    format_state,
    load_map,
    maps,
    new_game,
    parse_map,
    to_text,
)
from sse_core.small_star_empires import (
    BAGS,
    Bag,
    Choose,
    Hex,
    Holes,
    Move,
    Reveal,
    Setup,
    Stay,
    System,
    Tile,
    parse_state,
    position,
    reference,
)
from sse_core.small_star_empires.actions import every_action
from sse_core.small_star_empires.maps.geometry import Layout

# --- what is refused, and where

UNREACHABLE = "no ship can ever reach {}: it is joined to no homeworld (E1.6)"
NO_HEADER_LINE = "a header line is `key: value`, and an empty line closes the header"
ROW_OF_128 = "A" + " 1" * 126 + " B"

REFUSED = {
    "no homeworld": ("1 2", 1, 1, "a map has 2 to 4 homeworlds, this one 0 (E1.6)"),
    "one homeworld": ("A 1", 1, 1, "a map has 2 to 4 homeworlds, this one 1 (E1.6)"),
    "nothing": ("", 1, 1, "a map is wanted, and this looks like an empty text"),
    "blanks": ("  \n \t\n\r\n", 1, 1, "a map is wanted, and this looks like an empty text"),
    "header alone": ("origin: 0 0\n\n", 2, 1, "a map has 2 to 4 homeworlds, this one 0 (E1.6)"),
    "doubled homeworld": ("A 1 A B", 1, 5, "homeworld A stands twice (E1.6)"),
    "doubled homeworld below": ("A 1\n B 1\n  B", 3, 3, "homeworld B stands twice (E1.6)"),
    "doubled homeworld under a header": ("origin: 2 3\n\nA 1 B A", 3, 7, "homeworld A stands twice (E1.6)"),
    "five homeworlds, one doubled": ("A B C D A", 1, 9, "homeworld A stands twice (E1.6)"),
    "five homeworlds, a fifth letter": ("A B C D E", 1, 9, "unknown symbol 'E'"),
    "B left out": ("A 1 C", 1, 5, "homeworld B is left out (E1.6)"),
    "C left out": ("D 1 A B", 1, 1, "homeworld C is left out (E1.6)"),
    "A left out, one homeworld": ("1 B", 1, 3, "homeworld A is left out (E1.6)"),
    "B and C left out": ("A 1\n 1 D", 2, 4, "homeworld B is left out (E1.6)"),
    "four planets": ("A 4 B", 1, 3, "unknown symbol '4'; the legend is 1 2 3 r g b . A B C D w x ? (E1.2)"),
    "no planet": ("A 0 B", 1, 3, "unknown symbol '0'"),
    "small homeworld": ("a 1 B", 1, 1, "unknown symbol 'a'"),
    "capital nebula": ("A 1\n R B", 2, 2, "unknown symbol 'R'"),
    "capital wormhole": ("A W B", 1, 3, "unknown symbol 'W'"),
    "tab in the drawing": ("A\t1 B", 1, 2, "unknown symbol '\\t'"),
    "NUL": ("A \0 B", 1, 3, "unknown symbol '\\x00'"),
    "byte order mark": ("\ufeffA 1 B", 1, 1, "a byte order mark (U+FEFF) stands before the text"),
    "wide digit": ("A \uff11 B", 1, 3, "unknown symbol '\uff11'"),
    "lone surrogate": ("A \ud800 B", 1, 3, "unknown symbol '\\ud800'"),
    "form feed at the end": ("A 1 B\f", 1, 6, "unknown symbol '\\x0c'"),
    "comment": ("A 1 B # three", 1, 7, "unknown symbol '#'"),
    "off the grid in its row": ("A1 B", 1, 2, "this symbol lies off the hex grid that the first one fixes (E1.5)"),
    "off the grid below": ("A 1\n\n  1\n  B", 4, 3, "off the hex grid"),
    "off the grid in the next row": (" A 1\n B", 2, 2, "off the hex grid"),
    "a 129th system": (ROW_OF_128[:-1] + "1 B", 1, 257, "more than 128 systems, holes counted"),
    "a 129th system, holes counted": ("A B" + " x" * 127, 1, 257, "more than 128 systems, holes counted"),
    "behind a gap": ("A 1 B   2", 1, 9, UNREACHABLE.format("a4")),
    "behind empty rows": ("A 1 B\n\n\n\n    2", 5, 5, UNREACHABLE.format("b1")),
    "behind a black hole": ("A 1 B x 2", 1, 9, UNREACHABLE.format("a5")),
    "beside the only wormhole, away from home": ("A 1 B   w 2", 1, 11, UNREACHABLE.format("a5")),
    "away from the only wormhole": ("A 1 B w   2", 1, 11, UNREACHABLE.format("a5")),
    "between two wormholes that nobody gets to": ("A 1 B   w 2 w", 1, 11, UNREACHABLE.format("a5")),
    "wormhole shut off by a black hole": ("A 1 B x w   w 2", 1, 15, UNREACHABLE.format("a7")),
    "the first of several": ("r   A 1 B   2", 1, 1, UNREACHABLE.format("a1")),
    "too far out": ("origin: 9999 0\n\nA 1 2 B", 3, 5, "Hex(q=10001, r=0) lies more than 10000 steps from Hex(0, 0)"),
    "unknown key": (
        "name: duel\n\nA 1 B",
        1,
        1,
        "unknown key 'name'; the header knows origin, rules, bag,",
    ),
    "capital key": ("Origin: 0 0\n\nA 1 B", 1, 1, "unknown key 'Origin'"),
    "blank before the colon": ("origin : 0 0\n\nA 1 B", 1, 1, "unknown key 'origin '"),
    "unknown key below": ("origin: 0 0\nseed: 1\n\nA 1 B", 2, 1, "unknown key 'seed'"),
    "long key": (f"{'k' * 99}: 1\n\nA 1 B", 1, 1, f"unknown key '{'k' * 76}...;"),
    "origin twice": ("origin: 0 0\norigin: 0 0\n\nA 1 B", 2, 1, "origin is given twice"),
    "header line without colon": ("origin: 0 0\nA 1 B\n\n", 2, 1, NO_HEADER_LINE),
    "header not closed": ("origin: 0 0\nA 1 B", 2, 6, "the header is not closed by an empty line"),
    "no header at all": ("Title: a page", 1, 1, "unknown key 'Title'; the header knows origin, rules, "),
    "header not closed at all": ("origin: 0 0", 1, 12, "the header is not closed by an empty line"),
    "header not first": ("\norigin: 0 0\n\nA 1 B", 2, 1, "unknown symbol 'o'"),
}
BAD_ORIGINS = [
    "", "0", "0 0 0", "a b", "0,0", "1.5 0", "--1 0", "+1 0", "0  0", "0x1 0", "100000 0", "10001 0", "5001 5000",
    "0 -10001", "nan 0", "1_0 0", "\u0663 0", "0\t0", "9" * 5000 + " 0",
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "message"), REFUSED.values(), ids=list(REFUSED))
def test_refused_maps(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(SetupError) as error:
        parse_map(text)
    assert (error.value.line, error.value.column) == (line, column)
    assert message in error.value.message
    assert str(error.value) == f"line {line}, column {column}: {error.value.message}"


@pytest.mark.parametrize("origin", BAD_ORIGINS, ids=lambda origin: repr(origin[:12]))
def test_refused_origins(origin: str) -> None:
    with pytest.raises(SetupError, match="origin is two integers") as error:
        parse_map(f"origin: {origin}\n\nA 1 B")
    assert (error.value.line, error.value.column) == (1, 9 if origin else 8)
    assert len(str(error.value)) < 200


# --- what is taken

TAKEN = {
    "systems in two galaxies that wormholes join": "A 1 B w   w 2",
    "beside a single wormhole, by steps": "A w 1 B",
    "holes out of reach": "A 1 B   x   w",
    "a homeworld out of reach": "A 1 B   C",
    "homeworlds alone": "A B",
    "jump out of a homeworld": "A w   B   w 2",
    "several jumps": "A w   B   w 2 w   w 3",
    "stepping through a wormhole": "A 1 w w 2   B",
    "stepping through a homeworld": "A B 1",
    "four seats in any order": "D 1 C 2 B 3 A",
    "128 systems": ROW_OF_128,
}


@pytest.mark.parametrize("text", TAKEN.values(), ids=list(TAKEN))
def test_taken_maps(text: str) -> None:
    board = parse_map(text)
    assert [system.value for system in board.systems] == text.split()
    assert board.hexes == tuple(Hex(column // 2, 0) for column, symbol in enumerate(text) if symbol != " ")


PLAIN = " 1 2\nA x B\n 3 r"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "   \n") + " \t ",
        "\n\n \n" + PLAIN,
        PLAIN + "\n\n  \n\r\n",
        "      1 2\n     A x B\n      3 r\n",
        "origin: 0 0\n\n" + PLAIN,
        "origin: 0 0\r\n\r\n" + PLAIN.replace("\n", "\r\n"),
        "origin: 0 0\n  \n\n\n" + PLAIN,
        "origin:0 0\n\n" + PLAIN,
        "origin:   0 -0  \n\n" + PLAIN,
    ],
)
def test_what_does_not_count(text: str) -> None:
    assert parse_map(text) is parse_map(PLAIN)


def test_places_in_a_drawing() -> None:
    """The first symbol lies at the origin, whether it is the leftmost or not; a row shifts columns by one."""
    board = parse_map(PLAIN)
    assert board.hexes == (
        Hex(0, 0), Hex(1, 0),
        Hex(-1, 1), Hex(0, 1), Hex(1, 1),
        Hex(-1, 2), Hex(0, 2),
    )  # fmt: skip
    assert "".join(system.value for system in board.systems) == "12AxB3r"
    moved = parse_map("origin: -3 4\n\n" + PLAIN)
    assert moved.hexes == tuple(Hex(q - 3, r + 4) for q, r in board.hexes)
    assert moved != board


def test_empty_rows_between_galaxies_count_as_rows_of_the_plane() -> None:
    board = parse_map("A w\n\n\n\nw B")
    assert board.hexes == (Hex(0, 0), Hex(1, 0), Hex(-2, 4), Hex(-1, 4))
    assert board.cell_names == ("a1", "a2", "b1", "b2")


def every_kind_of_board() -> dict[str, Board]:
    return {
        **maps(),
        **{name: parse_map(text) for name, text in TAKEN.items()},
        "galaxies below each other": parse_map("    A w\n\n\n\n1 w   w B"),
        "far out": parse_map("origin: -9000 5000\n\nA 1 B"),
        "turned": base_map(3, seed=1).turned(1),
        "mirrored": base_map(4, holes="balanced").mirrored(),
        "in a column": parse_map(column_of_128()),
    }


def column_of_128() -> str:
    signs = ["A", *"." * 126, "B"]
    return "\n".join(" " * (row % 2) + sign for row, sign in enumerate(signs))


@pytest.mark.parametrize("board", every_kind_of_board().values(), ids=list(every_kind_of_board()))
def test_a_map_parses_back_to_its_board(board: Board) -> None:
    text = format_map(board)
    assert parse_map(text) is board
    assert parse_map(text).hexes == board.hexes
    q, r = board.hexes[0]
    assert text.startswith(f"origin: {q} {r}\n")
    assert (text.split("\n")[1] == "") == (board.setup == Setup())
    assert text.endswith("\n")
    assert not any(line != line.rstrip() for line in text.split("\n"))
    assert parse_map(text.replace("\n", "\r\n")) is board


def test_a_map_is_drawn_as_it_was() -> None:
    assert format_map(parse_map(PLAIN)) == f"origin: 0 0\n\n{PLAIN}\n"
    assert format_map(parse_map("origin: 5 -2\n\nA w\n\n\n   w B")) == "origin: 5 -2\n\nA w\n\n\n   w B\n"


# --- maps that ship, and files


def test_maps_that_ship() -> None:
    shipped = maps()
    assert list(shipped) == sorted(shipped)
    for players in (2, 3, 4):
        assert shipped[f"base-{players}p"] is base_map(players)
        assert shipped[f"base-{players}p-balanced"] is base_map(players, holes="balanced")
    with pytest.raises(TypeError, match="does not support item assignment"):
        shipped["mine"] = shipped["base-2p"]  # type: ignore[index]
    assert all(load_map(name) is board for name, board in shipped.items())


def test_load_map_reads_files(tmp_path: Path) -> None:
    path = tmp_path / "duel.map"
    path.write_bytes(b"origin: 1 1\r\n\r\nA 3 B\r\n")
    expected = Board({Hex(1, 1): "A", Hex(2, 1): "3", Hex(3, 1): "B"})
    assert load_map(path) is expected
    assert load_map(str(path)) is expected


def test_load_map_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "bad.map"
    with pytest.raises(FileNotFoundError):
        load_map(path)
    with pytest.raises(FileNotFoundError, match=r"no map that ships has this name: 'no-such-map'"):
        load_map("no-such-map")
    with pytest.raises(FileNotFoundError, match=r"this name \(did you mean 'duel'\?\): 'dual'"):
        load_map("dual")
    with pytest.raises(OSError, match=r"directory|denied"):
        load_map(tmp_path)
    path.write_bytes(b"A \xff B")
    with pytest.raises(SetupError, match=r"bad\.map is not UTF-8 text: invalid start byte at byte 2"):
        load_map(path)
    path.write_text("A 1\n?", encoding="utf-8")
    with pytest.raises(SetupError) as error:
        load_map(path)
    assert (error.value.line, error.value.column) == (2, 1)


# --- boards from Python


def test_a_board_of_systems_or_symbols_in_any_order() -> None:
    board = Board({Hex(1, 0): System.THREE, Hex(0, 0): "A", Hex(2, 0): System.HOMEWORLD_B})
    assert board is parse_map("A 3 B")
    assert Board({(2, 0): "B", (1, 0): "3", (0, 0): "A"}) is board  # type: ignore[dict-item]
    assert all(type(place) is Hex for place in board.hexes)


@pytest.mark.parametrize(
    ("systems", "error", "message"),
    [
        (None, TypeError, "a board is made of a mapping from Hex to System, not of NoneType"),
        ("A 3 B", TypeError, "not of str"),
        ([(Hex(0, 0), "A")], TypeError, "not of list"),
        ({"a1": "A"}, TypeError, "a place is a Hex of two integers, not 'a1'"),
        ({(0, 0, 0): "A"}, TypeError, "a place is a Hex"),
        ({(0.0, 0): "A"}, TypeError, "a place is a Hex"),
        ({(True, 0): "A"}, TypeError, "a place is a Hex"),
        ({Hex(0, 0): "E"}, SetupError, "'E' is no system; the legend is 1 2 3 r g b . A B C D w x ? (E1.2)"),
        ({Hex(0, 0): ""}, SetupError, "'' is no system"),
        ({Hex(0, 0): 3}, SetupError, "3 is no system"),
        ({Hex(0, 0): None}, SetupError, "None is no system"),
        ({}, SetupError, "this one 0"),
        ({Hex(0, 0): "A"}, SetupError, "this one 1"),
        ({Hex(0, 0): "A", Hex(1, 0): "A"}, SetupError, "homeworld A stands twice"),
        ({Hex(0, 0): "A", Hex(1, 0): "C"}, SetupError, "homeworld B is left out"),
        ({Hex(0, 0): "A", Hex(1, 0): "B", Hex(3, 0): "1"}, SetupError, UNREACHABLE.format("a3")),
        ({Hex(0, 0): "A", Hex(10_001, 0): "B"}, SetupError, "more than 10000 steps"),
        ({Hex(0, 0): "A", Hex(10**30, 0): "B"}, SetupError, "more than 10000 steps"),
        ({Hex(q, 0): "x" for q in range(129)}, SetupError, "129 systems are more than 128, holes counted"),
    ],
)
def test_refused_boards(systems: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refusal:
        Board(systems)
    assert message in str(refusal.value)
    if isinstance(refusal.value, SetupError):
        assert (refusal.value.line, refusal.value.column) == (None, None)


# --- what a board answers

#  a1 a2       0 1
# b1 b2 b3    2 3 4
#  c1 c2       5 6
HEXAGON = parse_map(" 1 2\n3 A r\n B .")

#    a1    a2         0   1
#  b1  b2  b3        2 3 4
# c1    c2          5   6
TWO_WORMHOLES = parse_map("  A   2\n w . w\n3   B")


def test_size_and_seats() -> None:
    assert (HEXAGON.n_cells, HEXAGON.players) == (7, 2)
    assert (parse_map("A B C").players, parse_map("A B C D").players) == (3, 4)
    assert [HEXAGON.homeworld(player) for player in (0, 1)] == [3, 5]
    assert HEXAGON.board is HEXAGON


def test_cells_count_row_by_row() -> None:
    assert HEXAGON.cell_names == ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
    assert [HEXAGON.cell(place) for place in HEXAGON.hexes] == list(range(7))
    assert list(HEXAGON.hexes) == sorted(HEXAGON.hexes, key=lambda place: (place.r, place.q))
    assert [HEXAGON.system(cell).value for cell in range(7)] == list("123ArB.")
    assert [HEXAGON.cell_named(name) for name in ("a1", "c2", "c3", "d1", "a0", "a01", "A1", "")] == [
        0, 6, None, None, None, None, None, None,
    ]  # fmt: skip


def test_a_place_without_a_system() -> None:
    assert HEXAGON.at(Hex(0, 0)) == 0
    assert HEXAGON.at(Hex(9, 9)) is None
    with pytest.raises(RangeError, match=r"there is no system at Hex\(q=9, r=9\) \(E1\.6\)"):
        HEXAGON.cell(Hex(9, 9))


@pytest.mark.parametrize(
    ("cell", "around"),
    [
        (3, (4, 1, 0, 2, 5, 6)),
        (0, (1, 2, 3)),
        (1, (0, 3, 4)),
        (2, (3, 0, 5)),
        (4, (1, 3, 6)),
        (5, (6, 3, 2)),
        (6, (4, 3, 5)),
    ],
)
def test_neighbours_go_round_from_east(cell: int, around: tuple[int, ...]) -> None:
    assert HEXAGON.neighbours(cell) == around


@pytest.mark.parametrize(
    ("text", "cell", "direction", "line"),
    [
        ("A 1 w 2 x 3 B", 0, 0, (1, 2, 3)),
        ("A 1 w 2 x 3 B", 6, 3, (5,)),
        ("A 1 w 2 x 3 B", 3, 0, ()),
        ("A 1 w 2 x 3 B", 3, 3, (2, 1, 0)),
        ("A 1   2 B", 1, 0, ()),
        ("A 1 B 2 3", 0, 0, (1, 2, 3, 4)),
        (" 1 2\n3 A r\n B .", 5, 1, (3, 1)),
        (" 1 2\n3 A r\n B .", 6, 2, (3, 0)),
        (" 1 2\n3 A r\n B .", 0, 5, (3, 6)),
        (" 1 2\n3 A r\n B .", 1, 4, (3, 5)),
        (" 1 2\n3 A r\n B .", 1, 1, ()),
    ],
)
def test_lines(text: str, cell: int, direction: int, line: tuple[int, ...]) -> None:
    assert parse_map(text).line(cell, direction) == line


def test_lines_from_the_middle() -> None:
    assert [HEXAGON.line(3, direction) for direction in range(6)] == [(4,), (1,), (0,), (2,), (5,), (6,)]


@pytest.mark.parametrize(
    ("cell", "reached"), [(0, (1, 3, 6)), (1, (0, 3, 5)), (3, (0, 1, 5, 6)), (5, (1, 3, 6)), (6, (0, 3, 5))]
)
def test_jumps(cell: int, reached: tuple[int, ...]) -> None:
    assert TWO_WORMHOLES.jumps(cell) == reached


def test_no_jumps_with_one_wormhole_or_away_from_any() -> None:
    one = parse_map(" 1 2\nA w B")
    assert {one.jumps(cell) for cell in range(one.n_cells)} == {()}
    assert parse_map("A 1 w   w 2 B").jumps(0) == ()


def test_distances() -> None:
    assert [HEXAGON.distance(3, cell) for cell in range(7)] == [1, 1, 1, 0, 1, 1, 1]
    assert [HEXAGON.distance(0, cell) for cell in range(7)] == [0, 1, 1, 1, 2, 2, 2]
    galaxies = parse_map("A w\n\n\n   w B")
    # From (0, 0) to (0, 3): three steps south-east; to (1, 3) four; from (1, 0) to (0, 3) three.
    assert [galaxies.distance(0, 2), galaxies.distance(0, 3), galaxies.distance(1, 2)] == [3, 4, 3]
    assert galaxies.distance(3, 0) == 4


FAR_DOWN = {0: "a1", 25: "z1", 26: "aa1", 51: "az1", 52: "ba1", 77: "bz1", 78: "ca1", 104: "da1", 127: "dx1"}


@pytest.mark.parametrize(("row", "name"), FAR_DOWN.items())
def test_names_of_128_rows(row: int, name: str) -> None:
    board = parse_map(column_of_128())
    assert board.cell_names[row] == name
    assert board.cell_named(name) == row


def test_names_are_told_apart_on_every_board() -> None:
    for board in every_kind_of_board().values():
        assert len(set(board.cell_names)) == board.n_cells
    assert parse_map(ROW_OF_128).cell_names[-1] == "a128"


# --- turned and mirrored


def test_a_turn_is_counter_clockwise() -> None:
    assert format_map(parse_map("A 1 B").turned(1)) == "origin: 2 -2\n\n  B\n 1\nA\n"
    assert format_map(parse_map("A 1 B").turned(2)) == "origin: 0 -2\n\nB\n 1\n  A\n"
    assert format_map(parse_map("A 1 B").turned(3)) == "origin: -2 0\n\nB 1 A\n"


def test_a_mirror_exchanges_left_and_right() -> None:
    assert format_map(parse_map("A 1 2 B").mirrored()) == "origin: -3 0\n\nB 2 1 A\n"
    drawn, mirrored = (format_map(board).splitlines()[2:] for board in (HEXAGON, HEXAGON.mirrored()))
    assert [line.ljust(5)[::-1].rstrip() for line in drawn] == mirrored


@pytest.mark.parametrize("board", [HEXAGON, TWO_WORMHOLES, base_map(3, holes="balanced")])
def test_turned_back_it_is_the_same_object(board: Board) -> None:
    assert board.turned(6) is board
    assert board.turned(0) is board
    assert board.turned(1).turned(1).turned(4) is board
    assert board.turned(-1) is board.turned(5)
    assert board.turned(6 * 10**30 + 2) is board.turned(2)
    assert board.mirrored().mirrored() is board
    assert len({board.turned(k) for k in range(6)}) == 6


# --- a value


def test_equality_is_by_content() -> None:
    assert parse_map("A 1 B") == parse_map("A 1 B")
    assert hash(parse_map("A 1 B")) == hash(parse_map("A 1 B"))
    different = ["A 1 B", "A 2 B", "B 1 A", "A 1 1 B", "A 1\n B", "origin: 1 0\n\nA 1 B", "A 1   B"]
    boards = [parse_map(text) for text in different]
    assert len(set(boards)) == len({board.key for board in boards}) == len(different)
    assert HEXAGON != "board"
    assert HEXAGON.__eq__(7) is NotImplemented


def test_a_board_that_was_forgotten_comes_back_equal() -> None:
    text = "A 1 2 3 2 1 g b r B"
    board = parse_map(text)
    remembered = (board.hexes, board.systems, board.key, board.actions)
    del board
    gc.collect()
    board = parse_map(text)
    assert (board.hexes, board.systems, board.key, board.actions) == remembered


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_unpickled_it_is_the_same_object(protocol: int) -> None:
    board = base_map(2, seed=5)
    assert pickle.loads(pickle.dumps(board, protocol)) is board
    first, second = pickle.loads(pickle.dumps([board, board], protocol))
    assert first is second is board


def test_copied_it_is_the_same_object() -> None:
    assert copy.copy(HEXAGON) is HEXAGON
    assert copy.deepcopy(HEXAGON) is HEXAGON
    assert copy.deepcopy({"board": [HEXAGON]})["board"][0] is HEXAGON


def test_repr_evaluates() -> None:
    assert repr(HEXAGON) == r"parse_map(' 1 2\n3 A r\n B .')"
    assert eval(repr(HEXAGON), {"parse_map": parse_map}) is HEXAGON


@pytest.mark.ci
def test_key_and_pickle_are_the_same_in_another_process() -> None:
    script = (
        "import pickle, sys; board = pickle.load(sys.stdin.buffer); "
        "print(board.key, board == __import__('sse_core').base_map(3, seed=2), len(board.actions))"
    )
    board = base_map(3, seed=2)
    for hash_seed in ("0", "1"):
        result = subprocess.run(
            [sys.executable, "-c", script],
            input=pickle.dumps(board),
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )
        assert result.stdout.decode().split() == [str(board.key), "True", str(len(board.actions))]
    assert 0 <= board.key < 2**64


@pytest.mark.parametrize("name", ["hexes", "systems", "players", "cell_names", "key", "n_cells", "board", "mine"])
def test_nothing_of_a_board_can_be_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(HEXAGON, name, None)
    with pytest.raises(AttributeError):
        delattr(HEXAGON, name)
    assert HEXAGON is parse_map(" 1 2\n3 A r\n B .")
    assert HEXAGON.players == 2


# --- the table of actions


def text_of(board: Board, action: Action) -> str:
    if not isinstance(action, Move):
        return type(action).__name__
    origin, target = board.cell_names[action.origin], board.cell_names[action.target]
    piece = "" if action.piece is None else f"={action.piece[0].upper()}"
    return f"{origin}{'!' * action.damaged}-{target}{piece}"


def test_the_whole_table_of_a_small_board() -> None:
    """Undamaged as far as the line goes, damaged two steps; homes two steps away, but not from a homeworld."""
    board = parse_map("A 1 w 2 B")
    assert " ".join(text_of(board, action) for action in board.actions) == (
        "a1-a2=C a1-a2=S a1-a4=C a1-a4=S a1!-a2=C a1!-a2=S "
        "a2-a4=C a2-a4=S a2-a1 a2!-a4=C a2!-a4=S a2!-a1 "
        "a4-a2=C a4-a2=S a4-a5 a4!-a2=C a4!-a2=S a4!-a5 "
        "a5-a2=C a5-a2=S a5-a4=C a5-a4=S a5!-a4=C a5!-a4=S Stay"
    )


def test_what_the_table_has_for_unexplored_systems() -> None:
    board = parse_map("A ? 1 B")
    others = [action for action in board.actions if not isinstance(action, Move)]
    assert others == [*map(Reveal, Tile), Choose(1), Choose(2), Stay()]
    assert Move(0, 1, "station", True) in board.actions


def test_the_table_has_jumps_of_any_length() -> None:
    board = parse_map("A w   w 1 2 B")
    assert " ".join(text_of(board, action) for action in board.actions if action.origin == 3) == (
        "a4-a5=C a4-a5=S a4-a1 a4-a6 a4!-a5=C a4!-a5=S a4!-a1 a4!-a6"
    )


@pytest.mark.parametrize("board", every_kind_of_board().values(), ids=list(every_kind_of_board()))
def test_the_order_of_every_table(board: Board) -> None:
    def rank(action: Move) -> tuple[Any, ...]:
        seat = board.system(action.target).homeworld
        target = action.target if seat is None else seat
        return action.origin, action.damaged, seat is not None, target, action.piece == "station"

    moves = [action for action in board.actions if isinstance(action, Move)]
    ranks = [rank(move) for move in moves]
    assert ranks == sorted(set(ranks))
    assert list(board.actions[: len(moves)]) == moves
    assert [board.action_id(action) for action in board.actions] == list(range(len(board.actions)))
    assert not any(board.system(move.origin).is_hole for move in moves)
    for move in moves:
        if move.piece is None:
            assert board.system(move.target).homeworld is not None
        else:
            assert board.system(move.target).can_be_landed_on
    landable = [cell for cell in range(board.n_cells) if board.system(cell).can_be_landed_on]
    exploring = [*map(Reveal, Tile), *map(Choose, landable)] if System.UNEXPLORED in board.systems else []
    assert list(board.actions[len(moves) :]) == [*exploring, Stay()]


def test_boards_that_are_nearly_equal_have_layouts_and_tables_of_their_own() -> None:
    """Maps with the same homeworlds and holes share both. Each has what is found for it alone."""
    first = parse_map("A 1 w 2 B\n x ? . r w")
    signs = [system.value for system in first.systems]
    others = {
        Board(dict(zip(first.hexes, [*signs[:cell], sign, *signs[cell + 1 :]], strict=True)))
        for cell, system in enumerate(first.systems)
        for sign in ("13r.?wx" if system.homeworld is None else "")
    }
    swapped = Board(dict(zip(first.hexes, ["B", *signs[1:4], "A", *signs[5:]], strict=True)))
    for board in [first, swapped, *others]:
        alone = Layout(board.hexes, board.systems, board.players)
        explores = System.UNEXPLORED in board.systems
        assert board.actions == tuple(every_action(alone, explores=explores))
        for of_cell in (Layout.lines, Layout.jumps, Layout.neighbours):
            assert [of_cell(board, cell) for cell in range(10)] == [of_cell(alone, cell) for cell in range(10)]
        assert [board.homeworld(0), board.homeworld(1)] == [alone.homeworld(0), alone.homeworld(1)]


def test_what_the_table_lacks_has_no_id() -> None:
    board = parse_map("A 1 2 B")
    for action in (
        Move(0, 3, "city"),
        Move(0, 0, None),
        Move(0, 1, None),
        Move(0, 9, "city"),
        Move(-1, 1, "city"),
    ):
        assert board.action_id(action) is None


def block_of_128() -> str:
    signs = ("A1.2g3r1.1B21b.1" + "1.2g3r1w121b.121" * 6 + "x1.2g3r1.121w.1x")[::-1]
    return "\n".join(" " * (row % 2) + " ".join(signs[16 * row : 16 * row + 16]) for row in range(8))


@pytest.mark.parametrize("text", [ROW_OF_128, column_of_128(), block_of_128()], ids=["row", "column", "block"])
def test_boards_of_128_systems(text: str) -> None:
    board = parse_map(text)
    assert board.n_cells == 128
    for first in (0, 1):
        state = new_game(board, first=first)
        assert state.legal_actions() == reference.new_game(board, first=first).legal_actions()
        for action in (state.legal_actions()[0], state.legal_actions()[-1]):
            assert isinstance(action, Move)
            after = state.after(action)
            assert reference.same(after) == reference.same(state).after(action)
            assert (after.owner(action.target), after.piece(action.target)) == (first, action.piece)


def test_a_ship_crosses_128_systems() -> None:
    board = parse_map(ROW_OF_128)
    state = new_game(board)
    assert {action.target for action in state.legal_actions()} == set(range(1, 127))
    state = state.after(Move(0, 126, "station"))
    assert (state.piece(126), state.to_act, state.passed) == ("station", (0,), (False, True))


@pytest.mark.parametrize(
    "text",
    [
        ROW_OF_128,
        "\n".join(" " * row + sign for row, sign in enumerate(ROW_OF_128.split())),
        "\n".join(" " * (127 - row) + sign for row, sign in enumerate(ROW_OF_128.split())),
    ],
    ids=["east", "south-east", "south-west"],
)
def test_ships_stop_at_any_of_128_systems(text: str) -> None:
    board = parse_map(text)
    for blocker in range(2, 126):
        there = position(board, owners={blocker: 1})
        assert {action.target for action in there.legal_actions()} == set(range(1, blocker))
        back = position(board, owners={blocker: 0}, mover=1)
        assert {action.target for action in back.legal_actions()} == set(range(blocker + 1, 127))


# --- what a map says of its games

SETUP = Setup(rules=Rules(open_borders=True), bag=Bag(three=2, nordinn=1), ships=3, cities=32, stations=8)


def test_a_setup_is_part_of_a_board() -> None:
    systems = dict(zip(HEXAGON.hexes, HEXAGON.systems, strict=True))
    board = Board(systems, SETUP)
    assert (board.setup, HEXAGON.setup) == (SETUP, Setup())
    assert board != HEXAGON
    assert board.key != HEXAGON.key
    assert board is Board(systems, SETUP)
    assert parse_map(format_map(board)) is board
    assert pickle.loads(pickle.dumps(board)) is board
    assert repr(board).startswith(r"parse_map('rules: open_borders=yes\nbag: three=2, nordinn=1\nships: 3\ncities: 32")
    assert eval(repr(board), {"parse_map": parse_map}) is board
    assert eval(repr(SETUP), {"Setup": Setup, "Rules": Rules, "Bag": Bag}) == SETUP
    assert board.turned(1).mirrored().setup == SETUP


@pytest.mark.parametrize("note", ["?", "n " * 49 + "nn", "where: it comes from, # and `such` things – a – ü"])
def test_a_note_is_kept(note: str) -> None:
    board = Board({Hex(0, 0): "A", Hex(1, 0): "?", Hex(2, 0): "B"}, Setup(note=note))
    text = format_map(board)
    assert text == f"origin: 0 0\nnote: {note}\n\nA ? B\n"
    assert parse_map(text) is board
    assert parse_map(f"note:   {note} \n\nA ? B").setup.note == note
    state = new_game(board)
    assert parse_state(format_state(state)).board is board
    assert State.from_json(state.to_json()).board is board
    assert board.turned(2).mirrored().setup.note == note
    assert f"note: {note}" in " ".join(to_text(board).split("\n  "))


@pytest.mark.parametrize("note", ["", " a", "a ", "a\nb", "a\rb", "\u2028", "\ud800", "\x00", "n" * 101])
def test_what_is_no_note(note: str) -> None:
    with pytest.raises(SetupError, match="a note "):
        Setup(note=note)


def test_a_note_is_a_text() -> None:
    with pytest.raises(TypeError, match="a note is a str, not int"):
        Setup(note=3)  # type: ignore[arg-type]


def test_the_header_of_a_map() -> None:
    text = format_map(Board({Hex(0, 0): "A", Hex(1, 0): "?", Hex(2, 0): "B"}, SETUP))
    assert text == (
        "origin: 0 0\nrules: open_borders=yes\nbag: three=2, nordinn=1\nships: 3\ncities: 32\nstations: 8\n\nA ? B\n"
    )


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("origin: 1", "line 1, column 9: origin is two integers, `q r`, at most 10000 steps from 0 0; not '1'"),
        ("rules: open_border=yes", "line 1, column 8: expected `default`, or options of edition,"),
        ("rules: edition=first open_borders=1", "line 1, column 35: open_borders is `yes` or `no`"),
        ("rules: edition=third", "line 1, column 8: edition is 'first' or 'second', not 'third' (E10.5)"),
        (
            "ships: 3\nbag: three=2,two=3",
            "line 2, column 13: a bag is written like `three=2, two=3`, or `none` (E9.10)",
        ),
        ("bag: four=2", "line 1, column 6: there is no tile 'four'; they are three, two, chromatic, asteroid, aban"),
        (
            "bag: three=2, tow=3, two=1",
            "line 1, column 15: there is no tile 'tow' (did you mean 'two'?); they are three",
        ),
        ("bag:   three=2, Tow=3", "line 1, column 17: there is no tile 'Tow' (did you mean 'two'?); they are"),
        ("bag: three=2, two", "line 1, column 18: a bag is written like `three=2, two=3`, or `none` (E9.10)"),
        ("bag: three=2, two=x", "line 1, column 19: a bag is written like"),
        ("bag: three=2, two=1000", "line 1, column 22: a bag is written like"),
        ("bag: three=2,  two=1", "line 1, column 15: a bag is written like"),
        ("bag: three=2, ", "line 1, column 13: a bag is written like"),
        ("bag: none, two=1", "line 1, column 6: there is no tile 'none'"),
        ("bag:", "line 1, column 5: a bag is written like"),
        ("bag: two=2, two=3", "line 1, column 13: two is given twice (E9.10)"),
        ("bag: three=2, two=256", "line 1, column 19: the bag's two is 256, not in 0 to 255 (E9.10)"),
        (
            "rules: open_borders=yes bag=three=2,norddin=3",
            "line 1, column 37: there is no tile 'norddin' (did you mean ",
        ),
        ("rules: bag=three=2, two=1", "line 1, column 20: a bag is written like `three=2,two=3`, or `none` (E9.10)"),
        ("rules: bag=three=2,three=3", "line 1, column 20: three is given twice (E9.10)"),
        ("rules: bag=three=256", "line 1, column 18: the bag's three is 256, not in 0 to 255 (E9.10)"),
        ("bga: three=2", "line 1, column 1: unknown key 'bga' (did you mean 'bag'?); the header knows origin, rules,"),
        ("rules: bag=three=3\nbag: two=2", "line 2, column 1: the map has one bag, its rules name another (E9.10)"),
        ("ships: 17", "line 1, column 8: ships is 17, not in 0 to 16"),
        ("cities: many", "line 1, column 9: cities is a number, not 'many'"),
        ("stations: -1", "line 1, column 11: stations is a number, not '-1'"),
        ("ships: 3\nships: 3", "line 2, column 1: ships is given twice"),
        ("planets: 3", "line 1, column 1: unknown key 'planets'; the header knows origin, rules, bag, ships, cities,"),
        ("note:", "line 1, column 6: a note has 1 to 100 characters, not 0 (E1.6)"),
        (f"note: {'n' * 101}", "line 1, column 7: a note has 1 to 100 characters, not 101 (E1.6)"),
        ("note: a\tb", "line 1, column 7: a note is printable and has no blank at its ends, not 'a\\tb' (E1.6)"),
        ("note: a\nnote: b", "line 2, column 1: note is given twice"),
    ],
)
def test_refused_headers(header: str, message: str) -> None:
    with pytest.raises(SetupError) as refusal:
        parse_map(f"{header}\n\nA 1 B")
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize("symbol", [*(tile.symbol for tile in Tile), "#"])
def test_what_only_positions_show_is_no_map(symbol: str) -> None:
    with pytest.raises(SetupError, match=r"line 1, column 3: .* that positions show and maps don't"):
        parse_map(f"A {symbol} B")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("holes", [None, "balanced", "wormholes", "black_holes"])
def test_unexplored_base_maps(players: int, holes: Holes | None) -> None:
    plain, board = (base_map(players, seed=3, holes=holes, unexplored=unexplored) for unexplored in (False, True))
    assert board.systems.count(System.UNEXPLORED) == players + (7 if holes is None else 1)
    assert board.hexes == plain.hexes
    assert all(
        there is (System.UNEXPLORED if here is System.EMPTY else here)
        for here, there in zip(plain.systems, board.systems, strict=True)
    )


# --- the maps that ship for E9 and E10

_SEVEN_SECTORS = Counter("1" * 16 + "2" * 10 + "3" * 7 + "rgb" * 3 + "." * 7)
_HOME = Counter("2.1")


def _content(board: Board) -> Counter[str]:
    """The systems of a map, with holes and unexplored systems as the empty ones that they cover."""
    signs = Counter(system.value for system in board.systems)
    covered = sum(signs.pop(sign, 0) for sign in ".wx?")
    return Counter({sign: n for sign, n in signs.items() if sign not in "ABCD"}) + Counter({".": covered})


def _pieces(board: Board) -> int:
    """The number of parts of a map, not joined by wormholes."""
    left, pieces = set(range(board.n_cells)), 0
    while left:
        todo = [left.pop()]
        pieces += 1
        while todo:
            joined = left.intersection(board.neighbours(todo.pop()))
            left -= joined
            todo.extend(joined)
    return pieces


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", ["epic-{}p", "epic-{}p-galaxies", "everything-{}p"])
def test_epic_maps_have_two_of_each_sector(kind: str, players: int) -> None:
    if kind.startswith("everything") and players == 3:
        return
    board = maps()[kind.format(players)]
    homes = Counter({sign: n * players for sign, n in _HOME.items()})
    assert _content(board) == Counter({sign: 2 * n for sign, n in _SEVEN_SECTORS.items()}) + homes
    assert (board.n_cells, board.players) == (98 + 4 * players, players)
    setup = board.setup
    assert (setup.ships, setup.cities, setup.stations) == {2: (3, 32, 8), 3: (4, 26, 7), 4: (5, 24, 6)}[players]
    assert setup.rules.nebula_points == (2, 5, 8, 12, 16, 20)


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("epic-2p", 1),
        ("epic-3p", 1),
        ("epic-4p", 1),
        ("epic-2p-galaxies", 2),
        ("epic-3p-galaxies", 4),
        ("epic-4p-galaxies", 5),
        ("everything-2p", 2),
        ("everything-4p", 5),
        ("two-galaxies", 2),
        ("three-galaxies", 3),
        ("four-galaxies", 4),
    ],
)
def test_in_how_many_galaxies_maps_lie(name: str, pieces: int) -> None:
    board = maps()[name]
    assert _pieces(board) == pieces
    assert pieces == 1 or board.systems.count(System.WORMHOLE) >= pieces
    # Nobody begins with more to choose from than one target.
    counts = [
        len({move.target for move in new_game(board, first=seat).legal_actions()}) for seat in range(board.players)
    ]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("name", ["everything-2p", "everything-4p"])
def test_everything_is_on(name: str) -> None:
    board = maps()[name]
    assert {System.UNEXPLORED, System.WORMHOLE, System.BLACK_HOLE} <= set(board.systems)
    assert board.setup.bag is not None
    assert all(board.setup.bag)
    assert board.setup.bag.total >= board.systems.count(System.UNEXPLORED)
    assert board.setup.rules.open_borders


def test_the_unturned_maps_with_tiles() -> None:
    for players in (2, 3, 4):
        assert maps()[f"unexplored-{players}p"] is base_map(players, unexplored=True)
    first = maps()["first-edition-2p"]
    assert (first.hexes, first.systems) == (maps()["unexplored-2p"].hexes, maps()["unexplored-2p"].systems)
    assert new_game(first).bag == BAGS["first"]
