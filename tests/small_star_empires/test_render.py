"""Drawings: whatever lies on the board is found in them again, in its place and once."""

from __future__ import annotations

import hashlib
import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.small_star_empires.strategies import base_maps, played_on

import sse_core as sse
from sse_core import Board, State, System
from sse_core.small_star_empires.render_art import SEAT_COLOURS, TILE_ART, tag, text
from sse_core.small_star_empires.render_text import TILE_NAMES
from sse_core.testing import boards, states

SVG: Final = "{http://www.w3.org/2000/svg}"
HEX_WIDTH: Final = 44 * math.sqrt(3)
NAME: Final = re.compile(r"[a-z]+[0-9]+")
ROUNDING: Final = 0.02
"""Coordinates have two decimals."""

NOWHERE_TO_GO: Final = sse.parse_map("A w B")


def a_crowd() -> State:
    """Ships of all four players, whole and damaged, in one cell, and many of one player in another."""
    board = sse.base_map(4, holes="balanced")
    hub, port, outpost = (sse.parse_cell(name, board) for name in ("f4", "f6", "e4"))
    everyone = [(hub, False), (hub, False), (hub, True)]
    return sse.position(
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


# --- text: positions


@given(states())
def test_what_lies_in_a_system_stands_above_its_name(state: State) -> None:
    above, below = halves(state)
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
    _, below = halves(state)
    places = places_of(board, below)
    assert [line for line, _ in places] == [r - board.hexes[0].r for _, r in board.hexes]
    points = [(2 * q + r, column) for (q, r), (_, column) in zip(board.hexes, places, strict=True)]
    (x0, column0) = points[0]
    assert len({Fraction(column - column0, x - x0) for x, column in points if x != x0}) == 1


@given(states())
def test_the_ships_of_a_cell_stand_beside_its_name(state: State) -> None:
    _, below = halves(state)
    for cell, (line, column) in enumerate(places_of(state.board, below)):
        shown = first(r"[a-z]+\d+( (many|[0-9A-D!]+))?(?= |$)", below[line][column:]).partition(" ")[2]
        ships = Counter(
            (p, damaged) for p in range(state.board.players) for at, damaged in state.ships(p) if at == cell
        )
        if shown == "many":
            assert ships.total() > 3
        else:
            kinds = re.findall(r"(\d*)([A-D])(!?)", shown)
            assert {("ABCD".index(seat), mark == "!"): int(n or 1) for n, seat, mark in kinds} == ships
            assert "".join(map("".join, kinds)) == shown


@given(states())
def test_the_table_tells_points_reserve_and_every_ship(state: State) -> None:
    *_, table, _ = sse.to_text(state).split("\n\n")
    headings = table.splitlines()[0].split()
    rows = re.split(r"^(?=[A-D] )", table, flags=re.MULTILINE)[1:]
    assert [row[0] for row in rows] == list("ABCD"[: state.board.players])
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
        ships = re.findall(r"\b([a-z]+\d+)(!?)", row)
        assert tuple((state.board.cell_names.index(name), mark == "!") for name, mark in ships) == state.ships(player)
        assert ("to act" in row, "won" in row) == (
            player in state.to_act,
            state.outcome is not None and player in state.outcome.winners,
        )
        assert ("passed" in row) == (state.passed[player] and state.outcome is None)


@given(states())
def test_text_is_plain(state: State) -> None:
    shown = sse.to_text(state)
    assert re.fullmatch(r"[\n -~]*", shown)
    assert not re.search(r" $|\n\Z", shown, re.MULTILINE)


@given(base_maps(), st.integers(0, 5), st.integers(0, 2**31), st.integers(0, 60))
def test_base_maps_fit_into_100_columns(board: Board, k: int, seed: int, plies: int) -> None:
    board = board.turned(k)
    assert widest(sse.to_text(board)) <= 100
    assert widest(sse.to_text(played_on(sse.new_game(board), seed, plies))) <= 100


@pytest.mark.parametrize("k", range(6))
def test_a_crowd_fits_into_100_columns(k: int) -> None:
    assert widest(sse.to_text(a_crowd().turned(k))) <= 100


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
            lambda: sse.position(
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
    title = ElementTree.fromstring(sse.to_svg(state())).findtext(f"{SVG}title")
    assert title is not None
    assert title.endswith(line)


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
    root = ElementTree.fromstring(sse.to_svg(thing))
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    (chart,) = (group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}g[@class='system']") is not None)
    dx, dy = place_of(chart)
    for system in of_class(root, "system"):
        x, y = place_of(system)
        assert HEX_WIDTH / 2 <= x + dx + ROUNDING <= width - HEX_WIDTH / 2 + 2 * ROUNDING
        assert 44 <= y + dy + ROUNDING <= height - 44 + 2 * ROUNDING
    for panel in of_class(root, "panel"):
        dx, dy = place_of(panel)
        for row in panel.iter(f"{SVG}rect"):
            assert 0 <= dx + float(row.attrib["x"]) <= width - float(row.attrib["width"]) - dx
        for words in panel.findall(f"{SVG}text"):
            assert dy + float(words.attrib["y"]) < height


@given(states())
def test_every_piece_and_ship_is_drawn_in_its_system_and_its_colour(state: State) -> None:
    for cell, system in enumerate(systems_of(state)):
        owner, piece = state.owner(cell), state.piece(cell)
        colours = [] if owner is None else [SEAT_COLOURS[owner]]
        assert [element.attrib["fill"] for element in of_class(system, "held")] == colours
        for kind in ("city", "station"):
            pieces = of_class(system, kind)
            assert [fill for drawn in pieces for fill in fills(drawn)] == (colours if piece == kind else [])
            assert all((drawn.find(f"{SVG}circle") is not None) == (kind == "station") for drawn in pieces)
            assert ["".join(drawn.itertext()) for drawn in pieces] == ["ABCD"[owner or 0]] * len(pieces)
        ships = [
            (SEAT_COLOURS[player], damaged)
            for player in range(state.board.players)
            for at, damaged in state.ships(player)
            if at == cell
        ]
        drawn = of_class(system, "ship")
        assert [(fill, "damaged" in ship.attrib["class"]) for ship in drawn for fill in fills(ship)] == ships
        assert ["rotate(90)" in ElementTree.tostring(ship, "unicode") for ship in drawn] == [d for _, d in ships]


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
    root = ElementTree.fromstring(sse.to_svg(state))
    (panel,) = of_class(root, "panel")
    shown = [words for words in panel.itertext() if words]
    columns = [column for column in (*sse.Score._fields, "total") if column in shown]
    assert ("tiles" in columns, "tolls" in columns) == (
        System.UNEXPLORED in state.board.systems,
        state.rules.open_borders,
    )
    for player, score in enumerate(state.score_sheet()):
        figures = [str(n) for n in (*(getattr(score, column) for column in columns), *state.reserve(player))]
        start = shown.index("ABCD"[player])
        row = [words for words in shown[start + 1 : start + 3 + len(figures)] if words.isdecimal()]
        assert row[: len(figures)] == figures


@given(boards() | states())
def test_svg_is_accessible_and_needs_nothing_else(thing: Board | State) -> None:
    svg = sse.to_svg(thing)
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert (root[0].text or "").startswith(f"Small Star Empires for {thing.board.players} players")
    shapes = ("svg", "title", "rect", "g", "polygon", "path", "circle", "ellipse", "text")
    assert {element.tag for element in root.iter()} <= {f"{SVG}{name}" for name in shapes}
    assert not re.search(r"href|url\(|\bid=|style=|\d\.\d{3}", svg)


def test_words_and_attributes_are_escaped() -> None:
    element = ElementTree.fromstring(tag("g", text(0, 0, "<b> & \"it\" 'is'", 9), class_='a"<&'))
    assert element.attrib == {"class": 'a"<&'}
    assert element[0].text == "<b> & \"it\" 'is'"


# --- both


@pytest.mark.parametrize("k", range(1, 6))
def test_a_turned_position_shows_the_same_things(k: int) -> None:
    state = played_on(sse.new_game(sse.base_map(3, seed=5, holes="balanced")), 5, 20)
    assert things_in(state.turned(k)) == things_in(state)
    assert sse.to_svg(state.turned(k)) != sse.to_svg(state)


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_another_process_draws_the_same(hash_seed: str) -> None:
    script = f"import sse_core as sse; state = sse.parse_state({sse.format_state(a_crowd())!r})\n" + (
        "import sys; sys.stdout.write(sse.to_text(state) + sse.to_text(state.board))\n"
        "sys.stdout.write(sse.to_svg(state) + sse.to_svg(state.board))"
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
    with pytest.raises(TypeError, match="a Board or a State can be drawn, not"):
        draw(thing)


# --- how a drawing is read


def margin_of(board: Board) -> int:
    """How wide the letters of the rows are, blanks after them included."""
    return max(len(name.rstrip("0123456789")) for name in board.cell_names) + 2


def rows_of(board: Board, shown: str, lines_each: int = 1) -> list[str]:
    """The lines of the drawing, without what is said below it."""
    lines = shown.split("\n")
    end = lines_each * (board.hexes[-1].r - board.hexes[0].r + 1)
    assert lines[end] == ""
    return lines[:end]


def halves(state: State) -> tuple[list[str], list[str]]:
    """What lies in the systems, and what stands below it: names and ships."""
    lines = rows_of(state.board, sse.to_text(state), 2)
    return lines[::2], lines[1::2]


def places_of(board: Board, lines: list[str]) -> list[tuple[int, int]]:
    """Line and column of each cell's name, which has to be there once."""
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
    return of_class(ElementTree.fromstring(sse.to_svg(thing)), "system")


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in element.attrib.get("class", "").split()]


def fills(drawn: Element) -> list[str]:
    """The colours of the shapes in a group, words and bare lines aside."""
    shapes = (element for element in drawn.iter() if element.tag != f"{SVG}text")
    return [element.attrib["fill"] for element in shapes if "fill" in element.attrib]


def place_of(element: Element) -> tuple[float, float]:
    x, y = first(r"(?<=^translate\()[^)]+", element.attrib["transform"]).split()
    return float(x), float(y)


def scale_of(ship: Element) -> float:
    return float(first(r"(?<=scale\()[^)]+", ElementTree.tostring(ship, "unicode")))


def things_in(state: State) -> Counter[str]:
    """What is drawn, and how often: systems as their captions tell without the name, pieces, ships, words."""
    captions = Counter((system.findtext(f"{SVG}title") or "").split(":", 1)[1] for system in systems_of(state))
    root = ElementTree.fromstring(sse.to_svg(state))
    return captions + Counter(element.attrib["class"] for element in root.iter() if "class" in element.attrib)


# --- unexplored systems and open borders

FOUND = {tile: cell for cell, tile in enumerate(sse.Tile, 1)}
ALL_FOUND = sse.position(
    sse.parse_map("A ? ? ? ? ? ? ? ? ? 3 ? ? B"),
    tiles={cell: tile for tile, cell in FOUND.items()},
    conquered=[10],
    owners={1: 0, 3: 1},
    pieces={3: "station"},
    ships=[[0, (4, True)], [(9, True), 11]],
    banked=[(0, 5), (0, 0)],
    rules=sse.Rules(open_borders=True, edition="first", bag=sse.BAGS["second"]),
    received=[2, 0],
    mover=1,
    due=("reveal", 11),
)


def test_every_tile_is_drawn_by_its_own_sign_and_name() -> None:
    text, svg = sse.to_text(ALL_FOUND), sse.to_svg(ALL_FOUND)
    titles = [title.text or "" for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    names = {tile: name for tile, name in TILE_NAMES.items() if f"{tile.symbol} {name}" in text.replace("\n", " ")}
    assert list(names) == list(sse.Tile)
    for tile, cell in FOUND.items():
        assert any(title.startswith(f"a{cell + 1}: {names[tile]}") for title in titles), tile
    assert len({TILE_ART[tile] for tile in sse.Tile}) == len(sse.Tile)
    assert text.splitlines()[0].split() == ["a", "A", "tA", "p", "cb", "o", "a", "f", "h", "u", "n", "#", "?", "?", "B"]


def test_what_is_due_is_said_and_marked() -> None:
    assert sse.to_text(ALL_FOUND).endswith("Ply 0: B explores a12, chance to act, 5 kinds of tiles left")
    assert "player 1  moving" in sse.to_text(ALL_FOUND)
    (mark,) = of_class(ElementTree.fromstring(sse.to_svg(ALL_FOUND)), "due")
    assert mark.tag == f"{SVG}polygon"
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
    state = (
        sse.position(state.board, owners={4: 1}, mover=0)
        .after(sse.Move(0, 1, "city"))
        .after(sse.Reveal(sse.Tile(found)))
    )
    assert line in sse.to_text(state)
    assert sse.to_text(state).count("to act") == 2
