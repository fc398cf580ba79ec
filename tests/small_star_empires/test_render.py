"""Drawings: each piece, ship and system is drawn in its place, once."""

from __future__ import annotations

import hashlib
import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.pictures import picture_of
from tests.profiles import by_profile
from tests.small_star_empires.strategies import base_maps, played_on

import sse_core as sse
from sse_core import Board, Rules, State
from sse_core.game import Pen
from sse_core.small_star_empires import BAGS, Bag, Hex, Move, Reveal, Score, Setup, System, Tile, parse_cell, position
from sse_core.small_star_empires.drawing.art import art_of
from sse_core.small_star_empires.drawing.palette import PALETTES
from sse_core.small_star_empires.words.names import system_name, tile_name
from sse_core.testing import boards, states

SVG: Final = "{http://www.w3.org/2000/svg}"
SEAT_COLOURS: Final = PALETTES["dark"].seats
HEX_WIDTH: Final = 44 * math.sqrt(3)
NAME: Final = re.compile(r"[a-z]+[0-9]+")
ROUNDING: Final = 0.02
"""Coordinates have two decimals."""

NOWHERE_TO_GO: Final = sse.parse_map("A w B")


def a_crowd() -> State:
    """Ships of all four players, whole and damaged, in one cell, and many of one player in another."""
    board = sse.base_map(4, holes="balanced")
    hub, port, outpost = (parse_cell(name, board) for name in ("f4", "f6", "e4"))
    everyone = [(hub, False), (hub, False), (hub, True)]
    return position(
        board,
        owners={hub: 0, port: 1, outpost: 2},
        pieces={outpost: "station"},
        ships=[everyone, [*everyone, (outpost, True)], everyone, [*everyone, *[(port, False)] * 13]],
        ply=24,
    )


# --- text: boards


@given(boards())
def test_a_board_can_be_read_back_from_its_text(board: Board) -> None:
    q, r = board.hexes[0]
    drawing = [line[margin_of(board) :][::2] for line in rows_of(board, sse.to_text(board))]
    assert sse.parse_map("\n".join([f"origin: {q} {r}", "", *drawing])) == board


@given(boards())
def test_the_letter_of_a_row_and_the_place_in_it_make_the_name(board: Board) -> None:
    names = []
    for line in rows_of(board, sse.to_text(board)):
        letter, systems = line[: margin_of(board)].strip(), line[margin_of(board) :].split()
        assert bool(letter) == bool(systems)
        names += [f"{letter}{place}" for place in range(1, len(systems) + 1)]
    assert tuple(names) == board.cell_names


@given(boards(), st.data())
def test_brackets_stand_around_marked_systems_and_nowhere_else(board: Board, data: st.DataObject) -> None:
    marked = data.draw(st.sets(st.sampled_from(board.cell_names)))
    lines = rows_of(board, sse.to_text(board, marked=marked))
    bracketed = re.findall(r"\[(.)]", "\n".join(lines))
    assert bracketed == [board.systems[cell].value for cell, name in enumerate(board.cell_names) if name in marked]
    assert [re.sub(r"[][]", " ", line).rstrip() for line in lines] == rows_of(board, sse.to_text(board))


# --- text: positions


@given(states())
def test_what_lies_in_a_system_stands_above_its_name(state: State) -> None:
    above, below, _ = layers(state)
    for cell, (line, column) in enumerate(places_of(state.board, below)):
        owner, piece = state.owner(cell), state.piece(cell)
        holder = "" if owner is None else {"city": "ABCD", "station": "abcd"}.get(piece or "", " " * 4)[owner].strip()
        assert first(r"\S+", above[line][column:]) == shown_sign(state, cell) + holder


def shown_sign(state: State, cell: int) -> str:
    tile = state.tile(cell)
    if cell in state.conquered:
        return "#"
    return state.board.system(cell).value if tile is None else tile.symbol


@given(states())
def test_a_position_is_drawn_on_the_hex_grid(state: State) -> None:
    board = state.board
    _, below, _ = layers(state)
    places = places_of(board, below)
    assert [line for line, _ in places] == [r - board.hexes[0].r for _, r in board.hexes]
    points = [(2 * q + r, column) for (q, r), (_, column) in zip(board.hexes, places, strict=True)]
    (x0, column0) = points[0]
    assert len({Fraction(column - column0, x - x0) for x, column in points if x != x0}) == 1


@given(states())
def test_the_ships_of_a_cell_stand_beside_its_name_or_below(state: State) -> None:
    check_crews(state)


@pytest.mark.parametrize("name", ["base-4p", "everything-4p", "three-galaxies"])
def test_a_crowd_is_shown_on_every_kind_of_map(name: str) -> None:
    board = sse.maps()[name]
    hub = next(cell for cell, system in enumerate(board.systems) if system.planets)
    state = position(board, ships=[[hub, hub, hub, (hub, True)]] * board.players)
    assert "*" in sse.to_text(state)
    check_crews(state)


def check_crews(state: State) -> None:
    _, below, under = layers(state)
    for cell, (line, column) in enumerate(places_of(state.board, below)):
        beside = first(r"[a-z]+\d+( (\*|[0-9A-D!]+))?(?= |$)", below[line][column:]).partition(" ")[2]
        shown = beside or first(r"\S*", under[line][column:])
        ships = Counter(
            (p, damaged) for p in range(state.board.players) for at, damaged in state.ships(p) if at == cell
        )
        if shown == "*":
            assert ships.total() > 1
            assert ", * no room" in sse.to_text(state)
        else:
            kinds = re.findall(r"(\d*)([A-D])(!?)", shown)
            assert {("ABCD".index(seat), mark == "!"): int(n or 1) for n, seat, mark in kinds} == ships
            assert "".join(map("".join, kinds)) == shown


@given(states())
def test_the_table_tells_points_reserve_and_every_ship(state: State) -> None:
    *_, table, _ = sse.to_text(state).split("\n\n")
    table, *fleets = re.split(r"^Ships of ", table, flags=re.MULTILINE)
    heading, *rows = table.splitlines()
    headings = heading.split()
    assert [row[0] for row in rows] == [row[0] for row in fleets] == list("ABCD"[: state.board.players])
    for player, row in enumerate(rows):
        score, (cities, stations) = state.score_sheet()[player], state.reserve(player)
        shown = {**score._asdict(), "total": score.total}
        columns = headings[: headings.index("reserve")]
        assert ("tiles" in columns) == (System.UNEXPLORED in state.board.systems)
        assert ("tolls" in columns) == state.rules.open_borders
        figures = first(rf"(?: +\d+){{{len(columns)}}} (?= *\d+C)", row).split()
        assert dict(zip(columns, figures, strict=True)) == {column: str(shown[column]) for column in columns}
        assert all(not points for column, points in shown.items() if column not in columns)
        assert f" {cities}C {stations}S" in row
        ships = re.findall(r"\b([a-z]+\d+)(!?)", fleets[player])
        assert tuple((state.board.cell_names.index(name), mark == "!") for name, mark in ships) == state.ships(player)
        assert ("to act" in row, "won" in row) == (
            player in state.to_act,
            state.outcome is not None and player in state.outcome.winners,
        )
        assert ("passed" in row) == (state.passed[player] and state.outcome is None)


LONG_RULES = Rules(
    damaged_jump=False, open_borders=True, toll_compulsory=False, territory_points=999, bag=Bag(*[2] * 9)
)
"""Their text has a line that is full where a word begins that is longer than a line."""


@given(states())
@example(sse.new_game(sse.parse_map("A 3 B"), rules=LONG_RULES))
def test_text_is_plain(state: State) -> None:
    shown = sse.to_text(state)
    assert re.fullmatch(r"[\n -~]*", shown)
    assert not re.search(r" $|\n\Z", shown, re.MULTILINE)


@pytest.mark.parametrize(
    "thing",
    [
        sse.new_game(sse.parse_map("A 3 B"), rules=LONG_RULES),
        sse.Board({Hex(0, 0): "A", Hex(1, 0): "3", Hex(2, 0): "B"}, Setup(rules=LONG_RULES)),
    ],
    ids=["state", "board"],
)
def test_a_long_bag_is_broken_between_its_tiles(thing: Board | State) -> None:
    shown = sse.to_text(thing)
    assert widest(shown) <= 80
    lines = shown[shown.index("bag=") + len("bag=") :].split("\n")
    broken = [re.fullmatch(r" *((?:[a-z]+=2(?:, |,?$))+)", line) for line in lines]
    tiles = "".join(match[1] for match in broken if match)
    assert re.findall(r"([a-z]+)=2", tiles) == list(Bag._fields)


@given(base_maps(), st.integers(0, 5), st.integers(0, 2**31), st.integers(0, 60))
def test_base_maps_fit_a_terminal(board: Board, k: int, seed: int, plies: int) -> None:
    board = board.turned(k)
    assert widest(sse.to_text(board)) <= 80
    assert widest(sse.to_text(played_on(sse.new_game(board), seed, plies))) <= 80


@pytest.mark.parametrize("k", range(6))
def test_a_crowd_fits_a_terminal(k: int) -> None:
    assert widest(sse.to_text(a_crowd().turned(k))) <= 80


# --- text: low windows


@given(states(), st.integers(0, 40))
@example(position(sse.parse_map("A w B . . . . .   . w   . w"), ships=[[(0, True)], []]), 0)
def test_a_low_drawing_has_a_line_for_each_row_with_its_systems_and_ships(state: State, room: int) -> None:
    rows, usual = state.board.hexes[-1].r - state.board.hexes[0].r + 1, sse.to_text(state)
    shown = sse.to_text(state, pen=Pen(lines=rows + room))
    # All has room, or not even the map is narrow enough.
    if shown == usual:
        return
    lines = shown.split("\n")
    assert widest(shown) <= 80
    assert rows <= len(lines) <= rows + room < usual.count("\n") + 1
    systems = [(line.split()[0], text) for line in lines[:rows] if line for text in line.split()[1:]]
    for (cell, name), (letter, text) in zip(enumerate(state.board.cell_names), systems, strict=True):
        owner, piece = state.owner(cell), state.piece(cell)
        holder = "" if owner is None else {"city": "ABCD", "station": "abcd"}.get(piece or "", " " * 4)[owner].strip()
        system, _, crew = text.partition(":")
        assert (letter, system) == (name.rstrip("0123456789"), shown_sign(state, cell) + holder)
        ships = Counter((p, hurt) for p in range(state.board.players) for at, hurt in state.ships(p) if at == cell)
        kinds = re.findall(r"(\d*)([A-D])(!?)", crew)
        assert crew == "*" or {("ABCD".index(seat), mark == "!"): int(n or 1) for n, seat, mark in kinds} == ships
        assert crew != "*" or ships.total() > 1 or any(hurt for _, hurt in ships)
    assert (usual.rpartition("\n")[2] in lines) == (room > 0)


LOW: Final = [
    (1, "a  A:A!    3A>     2a<:A   1       ?       B:2B"),
    (9, ""),
    (8, "1-3 planets, r g b nebulae, . empty, A-D homeworlds, w wormhole, x black hole"),
    (5, "c4: fourth in row c; 3A city, 3a station, :2AB! ships, ! damaged, ? unexplored"),
    (4, "Last: a2-a3=S (> left, < reached)"),
    (3, "          planets  nebulae  stations  territory  tiles  total  reserve  ships"),
    (3, "A               5        0         0          4      0      9  15C 3S   a1! a3"),
    (3, "B  to act       0        0         0          0      0      0  16C 4S   a6 a6"),
    (6, "1 tiles unseen: two=1"),
    (7, "Rules: territory_points=4"),
    (2, "Ply 1: B to act, 3 legal actions"),
]
"""A low drawing: its lines, and which of them go first where there is little room."""


@pytest.mark.parametrize("rank", range(1, 10))
def test_what_stands_below_a_low_map_goes_by_its_rank(rank: int) -> None:
    board = sse.parse_map("rules: territory_points=4\nbag: two=1\n\nA 3 2 1 ? B")
    state = position(board, owners={1: 0}, ships=[[(0, True), 1], [5, 5]])
    move = sse.parse_action("a2-a3=S", state)
    wanted = [line for first, line in LOW if first <= rank]
    assert sse.to_text(state.after(move), last=[move], pen=Pen(lines=len(wanted))).split("\n") == wanted


@given(boards() | states())
def test_what_is_too_wide_for_a_terminal_says_so(thing: Board | State) -> None:
    check_width(sse.to_text(thing))


@pytest.mark.parametrize("name", sse.maps())
def test_maps_that_ship_fit_a_terminal_or_say_how_wide_they_are(name: str) -> None:
    board = sse.maps()[name]
    check_width(sse.to_text(board))
    state = sse.new_game(board)
    for seed in range(by_profile(dev=1, ci=1, nightly=3)):
        for plies in (0, 1, 7, 40, 80, 500):
            state = played_on(sse.new_game(board), seed, plies)
            check_width(sse.to_text(state))
            last = state.legal_actions()[:1]
            check_width(sse.to_text(state, last=last))


def check_width(shown: str) -> None:
    """No line is wider than 80 columns, or the one below the map tells how wide the widest is."""
    width = widest(shown)
    assert re.findall(r"^This is (\d+) columns wide\.$", shown, re.MULTILINE) == [str(width)] * (width > 80)


@pytest.mark.parametrize(
    ("state", "line"),
    [
        pytest.param(lambda: sse.new_game(sse.base_map(2), first=1), "Ply 0: B to act, 34 legal actions", id="to act"),
        pytest.param(
            lambda: sse.new_game(sse.parse_map("A 3 B"), stations=0), "Ply 0: A to act, 1 legal action", id="one action"
        ),
        pytest.param(
            lambda: sse.new_game(sse.parse_map("A 3 B")).after(0),
            "Ply 1: game over, A wins (highest total)",
            id="total",
        ),
        pytest.param(
            lambda: sse.new_game(NOWHERE_TO_GO, cities=[2, 3]),
            "Ply 0: game over, B wins (equal totals, most cities in reserve)",
            id="cities",
        ),
        pytest.param(
            lambda: sse.new_game(NOWHERE_TO_GO, stations=[2, 1]),
            "Ply 0: game over, A wins (equal totals and cities, most stations in reserve)",
            id="stations",
        ),
        pytest.param(
            lambda: position(
                sse.parse_map("A 2 r B"), owners={1: 0, 2: 1}, reserves=[(0, 0), (0, 0)], mover=None, ply=2
            ),
            "Ply 2: game over, A wins (equal totals and reserves, most planets)",
            id="planets",
        ),
        pytest.param(
            lambda: sse.new_game(NOWHERE_TO_GO),
            "Ply 0: game over, A, B share the win (equal in everything)",
            id="shared",
        ),
    ],
)
def test_the_last_line_tells_the_turn_or_the_winner(state: Callable[[], State], line: str) -> None:
    assert sse.to_text(state()).splitlines()[-1] == line
    title = picture_of(sse.to_svg(state())).findtext(f"{SVG}title")
    assert title is not None
    # A picture counts moves, from 1: the one to come, or those of the game.
    ply, words = line.removeprefix("Ply ").split(": ", 1)
    moves = f"After {ply} move{'s' * (ply != '1')}" if "game over" in line else f"Move {int(ply) + 1}"
    assert title.endswith(f". {moves}: {words}")


# --- SVG


@given(boards() | states())
def test_each_system_is_drawn_once_and_named(thing: Board | State) -> None:
    systems = systems_of(thing)
    assert [name.text for system in systems for name in of_class(system, "name")] == list(thing.board.cell_names)
    captions = [system.findtext(f"{SVG}title") or "" for system in systems]
    assert [caption.split(":")[0] for caption in captions] == list(thing.board.cell_names)


@given(boards())
def test_neighbours_touch_and_lie_in_their_direction(board: Board) -> None:
    points = [place_of(system) for system in systems_of(board)]
    for cell, (x, y) in enumerate(points):
        for direction, place in enumerate(board.hexes[cell].step(direction) for direction in range(6)):
            other = board.at(place)
            if other is not None:
                angle = direction * math.pi / 3
                assert points[other] == pytest.approx(
                    (x + HEX_WIDTH * math.cos(angle), y - HEX_WIDTH * math.sin(angle)), abs=ROUNDING
                )


@given(boards() | states())
def test_nothing_leaves_the_picture(thing: Board | State) -> None:
    root = picture_of(sse.to_svg(thing))
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    (chart,) = (group for group in root.iter(f"{SVG}g") if group.attrib.get("class") == "map")
    dx, dy = place_of(chart)
    for system in of_class(root, "system"):
        x, y = place_of(system)
        assert HEX_WIDTH / 2 <= x + dx + ROUNDING <= width - HEX_WIDTH / 2 + 2 * ROUNDING
        assert 44 <= y + dy + ROUNDING <= height - 44 + 2 * ROUNDING
    (panel,) = of_class(root, "panel")
    scale = own_scale_of(panel)
    _, dy = place_of(panel)
    assert 800 * scale >= width - ROUNDING * 800 or scale == 1
    for table in of_class(panel, "table"):
        dx, _ = place_of(table)
        for row in panel.iter(f"{SVG}rect"):
            assert 0 <= dx + float(row.attrib["x"]) <= width / scale - float(row.attrib["width"]) - dx
    for entry in of_class(panel, "legend"):
        x, y = place_of(entry)
        words = entry.findtext(f"{SVG}text") or ""
        # Half a legend's shape to the left, 24 pixels and the words, 7 pixels a letter, to the right.
        assert 18 <= x <= width / scale - 24 - 7 * len(words)
        assert dy + scale * (y + 14) < height


@given(states())
def test_every_piece_and_ship_is_drawn_in_its_system_and_its_colour(state: State) -> None:
    for cell, system in enumerate(systems_of(state)):
        owner, piece = state.owner(cell), state.piece(cell)
        colours = [] if owner is None else [SEAT_COLOURS[owner]]
        assert [element.attrib["data-seat"] for element in of_class(system, "held")] == ["ABCD"[owner or 0]] * len(
            colours
        )
        assert [fills(element)[0] for element in of_class(system, "held")] == colours
        for kind in ("city", "station"):
            pieces = of_class(system, kind)
            assert [fill for one in pieces for fill in fills(one)] == (colours if piece == kind else [])
            assert all((one.find(f".//{SVG}circle") is not None) == (kind == "station") for one in pieces)
            assert ["".join(one.itertext()) for one in pieces] == ["ABCD"[owner or 0]] * len(pieces)
            assert [one.attrib["data-seat"] for one in pieces] == ["ABCD"[owner or 0]] * len(pieces)
        ships = [
            (SEAT_COLOURS[player], damaged)
            for player in range(state.board.players)
            for at, damaged in state.ships(player)
            if at == cell
        ]
        fleet = of_class(system, "ship")
        assert [one for one in system.iter() if "data-moves" in one.attrib] == fleet
        assert (system.get("data-face") == "down") == (
            state.board.systems[cell] is System.UNEXPLORED and state.tile(cell) is None
        )
        assert [(hull_of(ship), "data-damaged" in ship.attrib) for ship in fleet] == ships
        assert [SEAT_COLOURS["ABCD".index(ship.attrib["data-seat"])] for ship in fleet] == [
            colour for colour, _ in ships
        ]
        assert ["rotate(90)" in ElementTree.tostring(ship, "unicode") for ship in fleet] == [d for _, d in ships]


@given(states())
def test_ships_of_one_system_stand_apart_and_inside(state: State) -> None:
    check_ships(state)


def test_a_crowd_stands_apart_and_inside() -> None:
    check_ships(a_crowd())


def check_ships(state: State) -> None:
    for system in systems_of(state):
        ships = [(*place_of(ship), 16 * scale_of(ship)) for ship in of_class(system, "ship")]
        stations = [(*place_of(drawn), 16.0) for drawn in (*of_class(system, "city"), *of_class(system, "station"))]
        for (x, y, width), (other_x, other_y, other_width) in combinations(ships + stations, 2):
            # The scale has two decimals as well, of 16 pixels.
            assert max(abs(x - other_x), abs(y - other_y)) >= min(width, other_width) - 16 * ROUNDING
        for x, y, width in ships:
            assert abs(x) + width / 2 <= HEX_WIDTH / 2
            assert abs(y) + width / 2 <= 44


def test_captions_tell_system_piece_and_ships() -> None:
    captions = {system.findtext(f"{SVG}title") for system in systems_of(a_crowd())}
    assert {
        "c2: homeworld of A",
        "e4: red nebula, station of C; ships: B (damaged)",
        "e2: wormhole",
        "g6: black hole",
    } <= captions


@given(states())
def test_the_panel_tells_points_and_reserves(state: State) -> None:
    root = picture_of(sse.to_svg(state))
    (panel,) = of_class(root, "panel")
    shown = [words for words in panel.itertext() if words]
    columns = [column for column in (*Score._fields, "total") if column in shown]
    assert ("tiles" in columns, "tolls" in columns) == (
        System.UNEXPLORED in state.board.systems,
        state.rules.open_borders,
    )
    for player, score in enumerate(state.score_sheet()):
        figures = [str(n) for n in (*(getattr(score, column) for column in columns), *state.reserve(player))]
        start = shown.index("ABCD"[player])
        row = [words for words in shown[start + 1 : start + 5 + len(figures)] if words.isdecimal()]
        assert row[: len(figures)] == figures


@given(boards() | states())
def test_svg_is_accessible_and_needs_nothing_else(thing: Board | State) -> None:
    svg = sse.to_svg(thing)
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert (root[0].text or "").startswith(f"Small Star Empires for {thing.board.players} players")
    shapes = ("svg", "title", "desc", "defs", "use", "rect", "g", "polygon", "path", "circle", "ellipse", "text")
    assert {element.tag for element in root.iter()} <= {f"{SVG}{name}" for name in shapes}
    assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert set(re.findall(r'href="(.)', svg)) == {"#"}
    assert not re.search(r"url\(|style|<script|\d\.\d{3}", svg)


@given(boards() | states())
def test_the_legend_has_whatever_occurs_and_nothing_else(thing: Board | State) -> None:
    root = picture_of(sse.to_svg(thing))
    shown = [entry.findtext(f"{SVG}text") for entry in of_class(root, "legend")]
    assert len(shown) == len(set(shown))
    board, state = thing.board, thing if isinstance(thing, State) else None
    expected = {"homeworld"}
    for cell, system in enumerate(board.systems):
        tile = None if state is None else state.tile(cell)
        if tile is not None:
            expected.add(tile_name(tile))
        elif system.homeworld is None:
            expected.add(system_name(system))
    if state is not None:
        damages = {damaged for player in range(board.players) for _, damaged in state.ships(player)}
        expected |= {state.rules.city_word, "trade station"}
        expected |= {"damaged ship" if damaged else "ship" for damaged in damages}
        expected |= {"conquered"} if state.conquered else set()
        expected |= {"to be decided"} if state.due else set()
    assert set(shown) == expected


@pytest.mark.parametrize("name", sse.maps())
def test_words_can_be_read_where_a_picture_is_shown_800_pixels_wide(name: str) -> None:
    """Small print on paper is 6 points, which are 8 pixels."""
    root = picture_of(sse.to_svg(sse.new_game(sse.maps()[name])))
    shrunk = min(1, 800 / float(root.attrib["width"]))
    (panel,) = of_class(root, "panel")
    (chart,) = of_class(root, "map")
    names = {float(chart.attrib["font-size"])}
    parts = of_class(panel, "table") + of_class(panel, "legend")
    words = {float(words.attrib["font-size"]) for part in parts for words in part.findall(f"{SVG}text")}
    assert min(names) * shrunk >= 8
    assert min(words) * own_scale_of(panel) * shrunk >= 11.9


# --- the last actions


def last_turn_of(state: State, *texts: str) -> tuple[State, list[sse.Action]]:
    actions: list[sse.Action] = []
    for named in texts:
        actions.append(sse.parse_action(named, state))
        state = state.after(actions[-1])
    return state, actions


NORDINN, _ = last_turn_of(
    sse.new_game(sse.parse_map("bag: nordinn=1\nships: 1\n\n1 A 1 ? B 1\n")), "a2-a3=C", "a5-a6=C"
)
JUMPS: Final = sse.new_game(sse.parse_map("A 1 2 . 1 1 B\n w     w 1\n        2"))
WIDE: Final = sse.new_game(sse.maps()["everything-4p"])


@pytest.mark.parametrize(
    ("start", "texts", "left", "reached"),
    [
        pytest.param(sse.new_game(sse.maps()["duel"]), ["a1-a3=C"], ["a1"], ["a3"], id="flight"),
        pytest.param(JUMPS, ["a1-c1=S"], ["a1"], ["c1"], id="jump"),
        pytest.param(NORDINN, ["a3-a4=C"], ["a3"], ["a4"], id="exploring"),
        pytest.param(NORDINN, ["a3-a4=C", "reveal=nordinn"], ["a3"], ["a4"], id="revealed"),
        pytest.param(NORDINN, ["a3-a4=C", "reveal=nordinn", "destroy=a3"], [], ["a3", "a4"], id="destroyed"),
        pytest.param(WIDE, ["b2-a2=C"], ["b2"], ["a2"], id="wide"),
    ],
)
def test_the_last_actions_are_marked(start: State, texts: list[str], left: list[str], reached: list[str]) -> None:
    state, last = last_turn_of(start, *texts)
    above, below, _ = layers(state, last)
    marks: dict[str, list[str]] = {">": [], "<": [], "": []}
    for cell, (line, column) in enumerate(places_of(state.board, below)):
        marks[first(r"[^ <>]+([<>]?)", above[line][column:])[1:].lstrip("ABCDabcd")].append(
            state.board.cell_names[cell]
        )
    assert (marks[">"], marks["<"]) == (left, reached)
    assert f"\nLast: {', '.join(texts)} (> left, < reached)\n" in sse.to_text(state, last=last)
    plain = sse.to_text(state)
    assert "Last:" not in plain
    assert not re.search("[<>]", plain)

    root = picture_of(sse.to_svg(state, last=last))
    points = dict(zip(state.board.cell_names, map(place_of, systems_of(state)), strict=True))
    assert [place_of(mark) for mark in of_class(root, "reached")] == [points[name] for name in reached]
    (leg,) = of_class(root, "leg")
    assert isinstance(last[0], Move)
    assert place_of(leg[0]) == points[state.board.cell_names[last[0].origin]]
    assert f"Last: {', '.join(texts)}" in list(root.itertext())
    legend = [entry.findtext(f"{SVG}text") for entry in of_class(root, "legend")]
    assert legend[-2:] == ["last jump" if texts == ["a1-c1=S"] else "last move", "last action here"]
    assert not of_class(picture_of(sse.to_svg(state)), "reached")


@pytest.mark.parametrize(("text", "dotted"), [("a1-a3=C", False), ("a1-c1=C", True)])
def test_the_arrow_points_from_the_origin_to_the_target(text: str, dotted: bool) -> None:
    """It lies on the line between the two middles, whichever way that goes; that of a jump off the line is dotted."""
    for k in range(6):
        state, (move,) = last_turn_of(JUMPS, text)
        turned = state.turned(k)
        assert isinstance(move, Move)
        places = (state.board.hexes[cell].turned(k) for cell in (move.origin, move.target))
        origin, target = map(turned.board.cell, places)
        last = [Move(origin, target, "city")]
        root = picture_of(sse.to_svg(turned, last=last))
        points = [place_of(system) for system in systems_of(turned)]
        (leg,) = of_class(root, "leg")
        angle = float(first(r"(?<=rotate\()[^)]+", leg[0].attrib["transform"]))
        (x, y), (far_x, far_y) = points[origin], points[target]
        assert math.cos(math.radians(angle)) * math.dist((x, y), (far_x, far_y)) == pytest.approx(far_x - x, abs=0.1)
        assert math.sin(math.radians(angle)) * math.dist((x, y), (far_x, far_y)) == pytest.approx(far_y - y, abs=0.1)
        assert any("stroke-dasharray" in line.attrib for line in leg.iter()) == dotted


@pytest.mark.parametrize("draw", [sse.to_text, sse.to_svg])
def test_last_actions_are_checked(draw: Callable[..., str]) -> None:
    state = sse.new_game(sse.maps()["duel"])
    with pytest.raises(TypeError, match=r"for one of them it is \[action\]"):
        draw(state, last=state.legal_actions()[0])
    with pytest.raises(TypeError, match="there is a str in it"):
        draw(state, last="a1-a2=C")
    with pytest.raises(sse.IllegalActionError, match="no action of this board"):
        draw(state, last=[Move(0, 0, "city")])
    move = sse.parse_action("a1-a3=C", state)
    assert draw(state.board, last=[move]) != draw(state.board)


# --- both


@pytest.mark.parametrize("k", range(1, 6))
def test_a_turned_position_shows_the_same_things(k: int) -> None:
    state = played_on(sse.new_game(sse.base_map(3, seed=5, holes="balanced")), 5, 20)
    assert things_in(state.turned(k)) == things_in(state)
    assert sse.to_svg(state.turned(k)) != sse.to_svg(state)


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_another_process_draws_the_same(hash_seed: str) -> None:
    script = (
        f"import sse_core as sse; state = sse.small_star_empires.parse_state({sse.format_state(a_crowd())!r})\n"
        + (
            "import sys; sys.stdout.write(sse.to_text(state) + sse.to_text(state.board))\n"
            "sys.stdout.write(sse.to_svg(state) + sse.to_svg(state.board))"
        )
    )
    there = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    ).stdout
    board = a_crowd().board
    here = sse.to_text(a_crowd()) + sse.to_text(board) + sse.to_svg(a_crowd()) + sse.to_svg(board)
    assert hashlib.sha256(there).hexdigest() == hashlib.sha256(here.encode("ascii")).hexdigest()


@pytest.mark.parametrize("draw", [sse.to_text, sse.to_svg])
@pytest.mark.parametrize("thing", [None, "A 3 B", 3])
def test_other_things_are_refused(draw: Callable[[object], str], thing: object) -> None:
    with pytest.raises(TypeError, match="a Board or a State of Small Star Empires can be drawn, not"):
        draw(thing)


# --- how a drawing is read


def margin_of(board: Board) -> int:
    """The width of the row letters, with the blanks after them."""
    return max(len(name.rstrip("0123456789")) for name in board.cell_names) + 2


def rows_of(board: Board, shown: str, lines_each: int = 1) -> list[str]:
    """The lines of the drawing, without the lines below it."""
    lines = shown.split("\n")
    end = lines_each * (board.hexes[-1].r - board.hexes[0].r + 1)
    assert "" in lines[end - 1 : end + 1]
    return lines[:end]


def layers(state: State, last: Sequence[sse.Action] = ()) -> tuple[list[str], list[str], list[str]]:
    """What lies in the systems; below it their names, with the ships; the ships where they stand below the names."""
    shown = sse.to_text(state, last=last)
    drawn = re.split(r"^(?:1-3 planets|This is \d)", shown, flags=re.MULTILINE)[0].splitlines()
    each = min(3, len(drawn) // (state.board.hexes[-1].r - state.board.hexes[0].r + 1))
    lines = rows_of(state.board, shown, each)
    return lines[::each], lines[1::each], lines[2::each] if each == 3 else [""] * len(lines[::2])


def places_of(board: Board, lines: list[str]) -> list[tuple[int, int]]:
    """Line and column of each cell's name, which must be there once."""
    found = [(match[0], (line, match.start())) for line, words in enumerate(lines) for match in NAME.finditer(words)]
    assert tuple(name for name, _ in found) == board.cell_names
    return [place for _, place in found]


def first(pattern: str, words: str) -> str:
    match = re.search(pattern, words)
    assert match is not None
    return match[0]


def widest(shown: str) -> int:
    return max(map(len, shown.splitlines()))


def systems_of(thing: Board | State) -> list[Element]:
    return of_class(picture_of(sse.to_svg(thing)), "system")


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in element.attrib.get("class", "").split()]


def fills(drawn: Element) -> list[str]:
    """The colours of the shapes in a group, words and bare lines aside."""
    shapes = (element for element in drawn.iter() if element.tag != f"{SVG}text")
    return [element.attrib["fill"] for element in shapes if "fill" in element.attrib]


def hull_of(ship: Element) -> str:
    """The colour of a ship: that of the line around a damaged one, which is hollow."""
    (hull,) = ship.iter(f"{SVG}path")
    return hull.attrib["stroke" if "data-damaged" in ship.attrib else "fill"]


def place_of(element: Element) -> tuple[float, float]:
    x, y = first(r"(?<=^translate\()[^)]+", element.attrib["transform"]).split()
    return float(x), float(y)


def scale_of(ship: Element) -> float:
    found = re.search(r"(?<=scale\()[^)]+", ElementTree.tostring(ship, "unicode"))
    return float(found[0]) if found else 1.0


def own_scale_of(panel: Element) -> float:
    """The scale of the panel itself, whatever the scale of what is in it."""
    found = re.search(r"(?<=scale\()[^)]+", panel.attrib["transform"])
    return float(found[0]) if found else 1.0


def things_in(state: State) -> Counter[str]:
    """Counts of what is drawn: systems by their captions without the name, pieces, ships, words."""
    captions = Counter((system.findtext(f"{SVG}title") or "").split(":", 1)[1] for system in systems_of(state))
    root = picture_of(sse.to_svg(state))
    return captions + Counter(element.attrib["class"] for element in root.iter() if "class" in element.attrib)


# --- unexplored systems and open borders

FOUND = {tile: cell for cell, tile in enumerate(Tile, 1)}
ALL_FOUND = position(
    sse.parse_map("A ? ? ? ? ? ? ? ? ? 3 ? ? B"),
    tiles={cell: tile for tile, cell in FOUND.items()},
    conquered=[10],
    owners={1: 0, 3: 1},
    pieces={3: "station"},
    ships=[[0, (4, True)], [(9, True), 11]],
    banked=[(0, 5), (0, 0)],
    rules=sse.Rules(open_borders=True, edition="first", bag=BAGS["second"]),
    received=[2, 0],
    mover=1,
    due=("reveal", 11),
)


def test_every_tile_is_drawn_by_its_own_sign_and_name() -> None:
    text, svg = sse.to_text(ALL_FOUND), sse.to_svg(ALL_FOUND)
    titles = [title.text or "" for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    names = {tile: name for tile in Tile if f"{tile.symbol} {(name := tile_name(tile))}" in text.replace("\n", " ")}
    assert list(names) == list(Tile)
    for tile, cell in FOUND.items():
        assert any(title.startswith(f"a{cell + 1}: {names[tile]}") for title in titles), tile
    assert len({art_of("dark", "pointy", True).tiles[tile] for tile in Tile}) == len(Tile)
    assert text.splitlines()[0].split() == ["a", "A", "tA", "p", "cb", "o", "a", "f", "h", "u", "n", "#", "?", "?", "B"]


def test_what_is_due_is_said_and_marked() -> None:
    assert sse.to_text(ALL_FOUND).endswith("Ply 0: B explores a12, chance to act, 5 kinds of tiles left")
    assert "\nB  moving " in sse.to_text(ALL_FOUND)
    (mark,) = of_class(picture_of(sse.to_svg(ALL_FOUND)), "due")
    assert mark.find(f".//{SVG}polygon") is not None
    assert "a12: unexplored, being explored; ships: B" in sse.to_svg(ALL_FOUND)
    assert "a11: 3 planets, conquered" in sse.to_svg(ALL_FOUND)


def test_the_words_of_the_first_edition() -> None:
    assert "3A colony" in sse.to_text(ALL_FOUND)
    assert "a2: 3 planets, colony of A" in sse.to_svg(ALL_FOUND)
    second = sse.new_game(sse.base_map(2, unexplored=True))
    assert "colon" not in sse.to_text(second) + sse.to_svg(second)


def test_the_bag_is_shown_while_something_is_unexplored() -> None:
    assert "6 tiles unseen: two=2, chromatic=1, refueling=1" not in sse.to_text(sse.new_game(sse.base_map(2)))
    start = sse.new_game(sse.base_map(2, unexplored=True))
    assert "15 tiles unseen: three=2, two=3, chromatic=2, asteroid=2" in sse.to_text(start)
    assert "tiles unseen" not in sse.to_text(sse.new_game(sse.base_map(2)))


@pytest.mark.parametrize(
    ("found", "line"), [("refueling", "refueling at a2, 3 legal"), ("nordinn", "from a2, 1 legal")]
)
def test_a_decision_inside_a_turn_is_said(found: str, line: str) -> None:
    state = sse.new_game(sse.parse_map("A ? 1 B 2"), ships=[1, 1])
    state = position(state.board, owners={4: 1}, mover=0).after(Move(0, 1, "city")).after(Reveal(Tile(found)))
    assert line in sse.to_text(state)
    assert sse.to_text(state).count("to act") == 2
