"""Sketches of maps: clicks of any kind, all maps that ship drawn from an empty field, sectors, settings, faults."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.profiles import by_profile

from sse_core import Board, SetupError, base_map, format_map, maps, parse_map
from sse_core.errors import ArgumentError
from sse_core.play.sketches import SketchGame
from sse_core.small_star_empires import Hex, System, map_settings, map_tools, sketch, tool_svg
from sse_core.small_star_empires.maps import sketches

TOOLS = map_tools()
KEY_OF = {tool.shortcut: tool.key for tool in TOOLS if tool.shortcut}


class Drawing:
    """The names of the game that draw maps."""

    map_tools = staticmethod(map_tools)
    map_settings = staticmethod(map_settings)
    tool_svg = staticmethod(tool_svg)
    sketch = staticmethod(sketch)


# What a type checker accepts here is half of the test.
DRAWING: SketchGame = Drawing()


def places_of(drawn: sketches.Sketch) -> list[str]:
    """The places of a picture, in the order in which it has them."""
    return re.findall('data-place="([^"]+)"', drawn.to_svg())


@given(st.data())
def test_any_clicks_leave_a_text_that_reads_back_or_an_error(data: st.DataObject) -> None:
    """Each text is that of its sketch, and a map exactly if no fault is told, which is that of the map's own error."""
    drawn = sketch(data.draw(st.sampled_from(["", "A 1 w B", "ships: 2\n\nA\n\n  x"])))
    for _ in range(data.draw(st.integers(1, by_profile(6, 10)))):
        tool = data.draw(st.sampled_from(TOOLS))
        place = data.draw(st.sampled_from(places_of(drawn)))
        drawn = drawn.put(tool.key, place, turn=data.draw(st.integers(0, tool.turns - 1)))
        assert sketch(drawn.text) == drawn
        if drawn.fault is None:
            assert format_map(parse_map(drawn.text)) == drawn.text
            continue
        assert drawn.fault.place in ("", *places_of(drawn))
        with pytest.raises(SetupError) as refused:
            parse_map(drawn.text)
        assert refused.value.message == drawn.fault.words


def clicks_to(board: Board) -> Iterator[tuple[str, Hex]]:
    """Clicks that draw a map from an empty field: stepping stones lead to parts that lie far away."""
    drawn, left = sketch(), dict(zip(board.hexes, board.systems, strict=True))
    stones: list[Hex] = []
    while left:
        place = next((place for place in left if drawn.reaches(place)), None)
        if place is None:
            goal = min(left, key=lambda place: min(place.distance(other) for other in drawn.systems))
            place = min(drawn.field, key=goal.distance)
            stones.append(place)
        key = KEY_OF[left.pop(place).value] if place in left else "empty"
        yield key, place
        drawn = drawn.put(key, f"{place.q},{place.r}")
    yield from (("erase", stone) for stone in stones if board.at(stone) is None)


@pytest.mark.parametrize("name", maps())
def test_every_map_that_ships_is_drawn_by_clicks(name: str) -> None:
    board = maps()[name]
    drawn = sketch()
    for key, place in clicks_to(board):
        drawn = drawn.put(key, f"{place.q},{place.r}")
    for key, value in sketch(format_map(board)).settings.items():
        drawn = drawn.with_setting(key, value)
    assert (drawn.fault, drawn.text) == (None, format_map(board))


@pytest.mark.parametrize("turn", range(6))
def test_the_base_map_is_laid_from_its_sectors(turn: int) -> None:
    """A sector lies as E1.5 lays it, and a home sector with its arc where the table says."""
    drawn = sketch()
    assert drawn.fits("sector-1a", turn) == []
    for number, place in enumerate(("0,0", "3,-2", "1,-3", "-2,-1", "-3,2", "-1,3", "2,1"), 1):
        assert number == 1 or place in drawn.fits(f"sector-{number}a", turn)
        drawn = drawn.put(f"sector-{number}a", place, turn=turn)
    for letter, place, way in (("a", "-1,-3", 1), ("b", "1,3", 4)):
        assert place in drawn.fits(f"home-sector-{letter}", way)
        drawn = drawn.put(f"home-sector-{letter}", place, turn=way)
    assert drawn.fits("red") == drawn.fits("turn-left") == []
    board = parse_map(drawn.text)
    unturned = base_map(2)
    assert board.hexes == unturned.hexes
    around = [Hex(0, 0).step(direction) for direction in range(6)]
    ring, plain = ([each.system(each.cell(place)) for place in around] for each in (board, unturned))
    assert ring == plain[-turn:] + plain[:-turn]
    assert (board == unturned) == (turn == 0)


def test_the_six_systems_around_a_place_turn() -> None:
    drawn = sketch().put("sector-1a", "0,0")
    left = drawn.put("turn-left", "0,0")
    assert left == sketch().put("sector-1a", "0,0", turn=1)
    assert left.put("turn-right", "0,0") == drawn
    # Gaps turn with the rest.
    assert sketch().put("red", "1,0").put("turn-left", "0,0") == sketch().put("red", "1,-1")


def test_what_cannot_stand_on_a_map_is_refused_and_what_is_no_click_too() -> None:
    row = sketch("A" + " 1" * 126 + " B")
    with pytest.raises(SetupError, match=r"129 systems are more than 128, holes counted \(E1.6\)"):
        row.put("one", "-1,0")
    assert row.put("red", "5,0").counts == {"homeworld-a": 1, "homeworld-b": 1, "one": 125, "red": 1}
    for tool, place, turn in (("blackhole", "0,0", 0), ("one", "a1", 0), ("one", "9,9", 0), ("sector-1a", "0,0", 6)):
        with pytest.raises(ArgumentError):
            sketch().put(tool, place, turn=turn)
    with pytest.raises(SetupError, match="line 2, column 1: unknown symbol"):
        sketch("A 1\nQ")
    with pytest.raises(SetupError, match="a map is wanted, and this looks like a position"):
        sketch("sse-state 1\n")


def test_a_fault_and_a_note_have_their_places() -> None:
    far = sketch("A 1 B   2")
    assert far.fault is not None
    assert (far.fault.place, far.fault.words[:30]) == ("4,0", "no ship can ever reach a4: it ")
    alone = sketch("A w B")
    assert [note.place for note in alone.notes] == ["1,0"]
    assert ("(E4.2)" in alone.notes[0].words, alone.fault) == (True, None)
    assert sketch("A w w B").notes == ()
    few = sketch("bag: none\n\nA ? B").fault
    assert (few and few.place, few and few.words[:14]) == ("", "too few tiles:")
    for drawn in (far, alone):
        assert drawn.to_svg().count('class="marked"') == 1


def test_settings_are_the_lines_of_the_header() -> None:
    drawn = sketch("A 1 B").with_setting("ships", " 3 ").with_setting("note", "of mine")
    assert drawn.text == "origin: 0 0\nships: 3\nnote: of mine\n\nA 1 B\n"
    assert drawn.settings == {"ships": "3", "note": "of mine"}
    assert drawn.with_setting("ships", "").with_setting("note", "") == sketch("A 1 B")
    for key, value, words in (
        ("ships", "17", "0 to 16"),
        ("bag", "none\nships: 3", "one line"),
        ("rules", "x", "name"),
    ):
        with pytest.raises(SetupError, match=words) as refused:
            drawn.with_setting(key, value)
        assert refused.value.line is None
    with pytest.raises(ArgumentError, match="there is no setting 'origin'"):
        drawn.with_setting("origin", "1 1")


def test_each_tool_has_a_picture_of_its_own() -> None:
    shown = {tool_svg(tool.key, turn) for tool in TOOLS for turn in range(tool.turns)}
    assert len(shown) == sum(tool.turns for tool in TOOLS)
    assert {tool.shortcut for tool in TOOLS} >= {system.value for system in System}


@given(st.data())
def test_a_click_reaches_the_places_of_the_picture_and_no_others(data: st.DataObject) -> None:
    drawn = sketch(data.draw(st.sampled_from(["", "A 1 w B", "origin: 5 5\n\nA" + " " * 29 + "x"])))
    place = data.draw(st.builds(Hex, st.integers(-8, 24), st.integers(-8, 9)))
    assert set(drawn.fits("sector-1a")) <= set(places_of(drawn))
    assert (f"{place.q},{place.r}" in places_of(drawn)) == drawn.reaches(place)
