"""Options of pictures: orientation, targets, territories, small pictures; what tells seats apart without colours."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import product
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pictures import SVG, picture_of, without_colours
from tests.small_star_empires.strategies import played_on
from tests.small_star_empires.test_render import ALL_FOUND, JUMPS, a_crowd, of_class, place_of

import sse_core as sse
from sse_core import Board, State
from sse_core.small_star_empires import Move, parse_cell, position, reference, thumbnail
from sse_core.small_star_empires.drawing.art import art_of
from sse_core.small_star_empires.drawing.marks import DASHES
from sse_core.small_star_empires.reference import scoring
from sse_core.testing import boards, states

SIDE: Final = 44 * math.sqrt(3)
"""How far apart the middles of neighbours are."""

LOOKS: Final = st.fixed_dictionaries(
    {},
    optional={
        "theme": st.sampled_from(["dark", "light", "print"]),
        "orientation": st.sampled_from(["pointy", "flat"]),
        "coordinates": st.booleans(),
        "panel": st.booleans(),
        "width": st.none() | st.integers(16, 10_000),
    },
)
"""Options that a board takes, too."""


@given(boards() | states(), LOOKS, st.data())
def test_whatever_is_drawn_is_drawn_as_asked(thing: Board | State, look: dict[str, Any], data: st.DataObject) -> None:
    marked = data.draw(st.sets(st.sampled_from(thing.board.cell_names), max_size=5))
    options: dict[str, Any] = look | {"marked": marked}
    if isinstance(thing, State):
        options["territories"] = data.draw(st.booleans())
        options["last"] = data.draw(st.lists(st.sampled_from(thing.board.actions), max_size=3))
        fleet = [at for player in thing.to_act if player >= 0 for at, _ in thing.ships(player)]
        options["targets_of"] = data.draw(st.none() | st.sampled_from(fleet)) if fleet else None
    svg = sse.to_svg(thing, **options)
    root = picture_of(svg)
    assert sse.to_svg(thing, **options) == svg
    assert [place.attrib["data-place"] for place in of_class(root, "system")] == list(thing.board.cell_names)
    assert bool(of_class(root, "name")) == look.get("coordinates", True)
    assert bool(of_class(root, "panel")) == look.get("panel", True)
    assert len(of_class(root, "marked")) == len(marked)
    if look.get("width"):
        assert root.attrib["width"] == str(look["width"])
    # Nothing leaves the picture: every hex is inside, whichever way it stands.
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    (chart,) = of_class(root, "map")
    dx, dy = place_of(chart)
    for system in of_class(root, "system"):
        x, y = place_of(system)
        assert 38 <= x + dx <= width - 38
        assert 38 <= y + dy <= height - 38


@given(boards())
def test_a_flat_map_is_turned_by_half_a_sixth(board: Board) -> None:
    """Each direction of E1.1 points 30 degrees further clockwise."""
    points = [place_of(system) for system in of_class(picture_of(sse.to_svg(board, orientation="flat")), "system")]
    for cell, (x, y) in enumerate(points):
        for direction in range(6):
            other = board.at(board.hexes[cell].step(direction))
            if other is not None:
                angle = math.radians(60 * direction - 30)
                there = (x + SIDE * math.cos(angle), y - SIDE * math.sin(angle))
                assert points[other] == pytest.approx(there, abs=0.02)


# --- targets


@given(states())
def test_the_targets_of_a_ship_are_those_of_its_legal_moves(state: State) -> None:
    names = state.board.cell_names
    for origin in {at for player in state.to_act if player >= 0 for at, _ in state.ships(player)}:
        root = ElementTree.fromstring(sse.to_svg(state, targets_of=origin))
        assert root_places(root, "chosen") == [names[origin]]
        moves = [move for move in state.legal_actions() if isinstance(move, Move) and move.origin == origin]
        tolls: dict[str, set[int]] = {}
        for move in moves:
            tolls.setdefault(names[move.target], set()).add(state.toll(move))
        shown = of_class(root, "target")
        assert {mark.attrib["data-target"] for mark in shown} == tolls.keys()
        assert len(shown) == len(tolls)
        for mark in shown:
            there = state.board.cell_named(mark.attrib["data-target"])
            assert there is not None
            assert int(mark.attrib.get("data-toll", "0")) in tolls[names[there]]
            is_jump = "jump" in mark.attrib["class"].split()
            in_line = any(there in state.board.line(origin, direction) for direction in range(6))
            assert is_jump or in_line or state.due is not None
            assert not is_jump or (there in state.board.jumps(origin) and "data-toll" not in mark.attrib)


def root_places(root: Element, kind: str) -> list[str]:
    """The names of the systems where marks of a kind stand."""
    names = {place_of(system): system.attrib["data-place"] for system in of_class(root, "system")}
    return [names[float(mark.attrib.get("x", 0)), float(mark.attrib.get("y", 0))] for mark in of_class(root, kind)]


def test_jumps_and_tolls_are_told_apart() -> None:
    root = ElementTree.fromstring(sse.to_svg(JUMPS, targets_of="a1"))
    kinds = {mark.attrib["data-target"]: mark.attrib["class"] for mark in of_class(root, "target")}
    assert kinds["a3"] == "target flight"
    assert kinds["c1"] == "target jump"
    assert {use.attrib["href"] for use in of_class(root, "jump")}.isdisjoint(
        use.attrib["href"] for use in of_class(root, "flight")
    )
    described = root.findtext(f"{SVG}desc") or ""
    assert re.search(r"The ship at a1 can fly to a2, a3, .* and jump to .*c1", described)

    state = position(
        sse.parse_map("A 1 1 1 B"), owners={1: 1}, rules=sse.Rules(open_borders=True), ships=[[0], [4]], mover=0
    )
    root = ElementTree.fromstring(sse.to_svg(state, targets_of="A1"))
    assert {mark.attrib["data-target"]: mark.attrib.get("data-toll") for mark in of_class(root, "target")} == {
        "a3": "1",
        "a4": "1",
    }
    assert ["".join(coin.itertext()) for coin in of_class(root, "toll")] == ["1", "1"]
    assert "can fly to a3 (toll 1), a4 (toll 1)." in (root.findtext(f"{SVG}desc") or "")
    legend = [entry.findtext(f"{SVG}text") for entry in of_class(root, "legend")]
    assert legend[-3:] == ["this ship", "can fly here", "toll in cities"]


def test_a_ship_that_cannot_move_is_framed_all_the_same() -> None:
    state = position(sse.parse_map("A 1 1 2 B"), owners={1: 1, 2: 0}, ships=[[0, 2], [4]], mover=0)
    root = ElementTree.fromstring(sse.to_svg(state, targets_of="a1"))
    assert (root_places(root, "chosen"), of_class(root, "target")) == (["a1"], [])
    assert "The ship at a1 can not move." in (root.findtext(f"{SVG}desc") or "")


START: Final = sse.new_game(sse.maps()["duel"])


@pytest.mark.parametrize(
    ("thing", "options", "error", "words"),
    [
        (START, {"orientation": "round"}, sse.ArgumentError, "orientation is 'pointy' or 'flat', not 'round'"),
        (START, {"coordinates": 1}, TypeError, "coordinates is True or False, not 1"),
        (START, {"panel": "no"}, TypeError, "panel is True or False, not 'no'"),
        (START, {"territories": None}, TypeError, "territories is True or False, not None"),
        (START, {"targets_of": "z9"}, sse.NotationError, "there is no z9"),
        (START, {"targets_of": 99}, sse.RangeError, "there is no cell 99"),
        (START, {"targets_of": 1.5}, TypeError, "cell is an integer, not float"),
        (START, {"targets_of": "a2"}, sse.ArgumentError, "targets_of is a2, where A has no ship"),
        (ALL_FOUND, {"targets_of": "a1"}, sse.ArgumentError, "targets_of is a1, but no player is to move a ship"),
        (sse.playout(START, 1), {"targets_of": "a1"}, sse.ArgumentError, "but no player is to move a ship"),
        (START.board, {"targets_of": "a1"}, sse.ArgumentError, "targets_of needs a position: a board has no ships"),
        (START.board, {"territories": True}, sse.ArgumentError, "territories needs a position"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_options_are_checked(thing: Any, options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        sse.to_svg(thing, **options)


# --- territories


@given(states())
def test_territories_are_those_that_the_reference_scores(state: State) -> None:
    root = ElementTree.fromstring(sse.to_svg(state, territories=True))
    middles = [place_of(system) for system in of_class(root, "system")]
    groups = of_class(root, "territory")
    sizes: Counter[tuple[str, int]] = Counter()
    for group in groups:
        player = "ABCD".index(group.attrib["data-seat"])
        cells = [cell for cell, middle in enumerate(middles) if is_inside(middle, group)]
        assert all(state.owner(cell) == player for cell in cells)
        # Whatever touches the territory from outside is not the player's.
        around = {near for cell in cells for near in state.board.neighbours(cell)} - {*cells}
        assert all(state.owner(near) != player for near in around)
        sizes[group.attrib["data-seat"], len(cells)] += 1
        words = group.findtext(f"{SVG}title") or ""
        assert words.startswith(f"territory of {'ABCD'[player]}: {len(cells)} system")
        scores = state.score_sheet()[player].territory == state.rules.territory_points
        is_largest = len(cells) == max(map(state.territory, range(state.board.players)))
        assert ("largest" in group.attrib["class"]) == ("the largest" in words) == is_largest
        assert scores or not is_largest
    assert sizes == Counter(
        ("ABCD"[player], size)
        for player in range(state.board.players)
        for size in scoring.territories(reference.same(state), player)
    )


def is_inside(middle: tuple[float, float], group: Element) -> bool:
    """Whether a place is inside of an outline and in no hole of it: a ray from it crosses an odd number of lines."""
    path = group.find(f"{SVG}path")
    assert path is not None
    x, y = middle
    crossings = 0
    for line in path.attrib["d"].removeprefix("M").removesuffix("Z").split("ZM"):
        corners = [tuple(map(float, pair.split())) for pair in line.split("L")]
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


def test_a_territory_with_a_hole_has_two_lines() -> None:
    """Six systems in a ring around one that another player holds."""
    board = sse.parse_map(" 1 1 A\n1 1 1 2\n 1 1 B")
    hub = parse_cell("b2", board)
    state = position(board, owners=dict.fromkeys(board.neighbours(hub), 0) | {hub: 1})
    (group,) = of_class(ElementTree.fromstring(sse.to_svg(state, territories=True)), "largest")
    path = group.find(f"{SVG}path")
    assert path is not None
    assert path.attrib["d"].count("M") == 2


# --- seats without colours


@pytest.mark.parametrize("theme", ["dark", "light", "print"])
@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_seats_can_be_told_apart_without_colours(theme: Any, orientation: Any) -> None:
    """By the silhouette of ships, whole and damaged, the pattern of systems, and the line around territories."""
    for words in (True, False):
        art = art_of(theme, orientation, words)
        for shapes in (art.ships[:4], art.wrecks[:4], art.held):
            assert len({re.sub(r"-[A-D]-", "", without_colours(shape.definition)) for shape in shapes}) == 4
        whole, damaged = (without_colours(shapes[0].definition) for shapes in (art.ships, art.wrecks))
        assert ("rotate(90)" in whole, "rotate(90)" in damaged) == (False, True)
    assert len({*DASHES}) == 4


def test_a_pattern_stays_inside_its_hex() -> None:
    for orientation, turn in (("pointy", 0), ("flat", 30)):
        for held in art_of("print", orientation, True).held:
            path = ElementTree.fromstring(held.definition).find("path")
            assert path is not None
            ends = [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([-\d.]+)", path.attrib["d"])]
            assert len(ends) > 5
            for (x, y), angle in product(ends, range(turn, 360, 60)):
                across = x * math.cos(math.radians(angle)) + y * math.sin(math.radians(angle))
                assert across <= 36 * math.sqrt(3) / 2 + 0.02


def test_ships_carry_their_seat() -> None:
    ships = of_class(picture_of(sse.to_svg(a_crowd())), "ship")
    assert Counter((ship.attrib["data-seat"], "data-damaged" in ship.attrib) for ship in ships) == Counter(
        ("ABCD"[player], damaged) for player in range(4) for _, damaged in a_crowd().ships(player)
    )


# --- small pictures and sizes


@given(boards() | states(), st.sampled_from(["dark", "light", "print"]), st.sampled_from(["pointy", "flat"]))
def test_a_thumbnail_has_the_map_and_no_words(thing: Board | State, theme: Any, orientation: Any) -> None:
    svg = thumbnail(thing, theme=theme, orientation=orientation)
    root = picture_of(svg)
    assert not [*root.iter(f"{SVG}text")]
    assert root.attrib["width"] == "160"
    assert len(of_class(root, "system")) == thing.board.n_cells
    assert len([*root.iter(f"{SVG}title")]) == 1
    assert (root.findtext(f"{SVG}title") or "").startswith("Small Star Empires for ")
    if isinstance(thing, State):
        fleets = [ship for player in range(thing.board.players) for ship in thing.ships(player)]
        assert len(of_class(root, "ship")) == len(fleets)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"theme": "pink"}, sse.ArgumentError, "theme is 'dark', 'light' or 'print', not 'pink'"),
        ({"orientation": "round"}, sse.ArgumentError, "orientation is 'pointy' or 'flat', not 'round'"),
        ({"width": 0}, sse.ArgumentError, "width is 0, not in 16 to 10000"),
    ],
)
def test_options_of_a_thumbnail_are_checked(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        thumbnail(START, **options)


@pytest.mark.parametrize(("name", "most"), [("base-2p", 36_000), ("base-4p", 44_000), ("everything-4p", 72_000)])
def test_a_picture_stays_small(name: str, most: int) -> None:
    """A shape is written once; with each shape written out they took twice as much."""
    state = played_on(sse.new_game(sse.maps()[name]), 1, 500)
    assert state.outcome is not None
    assert len(sse.to_svg(state)) < most
