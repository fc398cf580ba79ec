"""Maps that are drawn on the page: what the server answers to clicks, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core.small_star_empires import sketch, tool_svg

GAME = "small_star_empires"
DUEL = sse.format_map(sse.maps()["duel"])


def test_a_click_gives_the_next_text_and_its_picture(table: Table) -> None:
    first = table.post("/api/sketch", game=GAME, text="", theme="light")
    assert first["fault"] == {
        "words": "a map has 2 to 4 homeworlds, this one 0 (E1.6)",
        "clause": "E1.6",
        "place": "",
        "line": None,
        "column": None,
    }
    assert (first["svg"], first["play"]) == (sketch().to_svg(theme="light"), None)
    text = first["text"]
    for tool, place in (("homeworld-a", "0,0"), ("three", "1,0"), ("homeworld-b", "2,0")):
        answer = table.post("/api/sketch", game=GAME, text=text, tool=tool, place=place)
        text = answer["text"]
    assert (text, answer["fault"], answer["counts"]["three"]) == ("origin: 0 0\n\nA 3 B\n", None, 1)
    set_up = table.post("/api/sketch", game=GAME, text=text, setting="ships", value="1")
    assert (set_up["settings"], set_up["about"]) == ({"ships": "1"}, "2 players, 3 systems, 1 ship each")


def test_a_tool_is_told_where_it_fits(table: Table) -> None:
    """Before a click, and after it."""
    asked: dict[str, Any] = {"game": GAME, "text": "A", "tool": "home-sector-b", "turn": 3}
    assert table.post("/api/sketch", **asked)["fits"] == sketch("A").fits("home-sector-b", turn=3)
    answer = table.post("/api/sketch", **asked, place="3,0")
    assert answer["fits"] == sketch(answer["text"]).fits("home-sector-b", turn=3)
    assert table.post("/api/sketch", game=GAME, text="A", tool="red")["fits"] == []


def test_a_drawn_map_is_played_and_drawn_further(table: Table) -> None:
    """By addresses: that of the sketch opens the form, and that of any picture of a map opens the sketch."""
    play = table.post("/api/sketch", game=GAME, text=DUEL)["play"]
    shared = table.get("/api/shared", p=play.removeprefix("/?p="))
    assert (shared["text"], shared["kind"]) == (DUEL, "map")
    preset = table.get(f"/api/presets/{GAME}/duel")
    start = table.post("/api/draw", game=GAME, preset="duel")
    for drawn in (shared, preset, start):
        assert table.get("/api/shared", p=drawn["edit"].removeprefix("/edit?p="))["text"] == DUEL
    assert table.post("/api/draw", game="jump_wars")["edit"] is None


def test_what_is_no_drawing_says_where_and_takes_no_clicks(table: Table) -> None:
    answer = table.post("/api/sketch", game=GAME, text="A 1\n Q")
    assert (answer["svg"], answer["fault"]["line"], answer["fault"]["column"]) == (None, 2, 2)
    assert answer["fault"]["words"].startswith("line 2, column 2: unknown symbol 'Q'")
    assert table.post("/api/sketch", 400, game=GAME, text="A 1\n Q", tool="one", place="0,0")["clause"] == "E1.2"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        pytest.param({"game": "jump_wars"}, "maps of Jump Wars aren't drawn", id="a game without maps"),
        pytest.param({"game": GAME, "tool": "brush", "place": "0,0"}, "there is no tool 'brush'", id="a tool"),
        pytest.param({"game": GAME, "tool": "one", "place": "99,0"}, "there is no place '99,0'", id="a place"),
        pytest.param({"game": GAME, "place": "0,0"}, "a click on a place needs a tool", id="no tool"),
        pytest.param({"game": GAME, "tool": "one", "place": "0,0", "turn": 1}, "turn 1", id="a turn"),
        pytest.param({"game": GAME, "setting": "ships", "value": "99"}, "0 to 16", id="a value"),
        pytest.param({"game": GAME, "text": "A" * 100_001}, "100,000 is the most", id="a long text"),
        pytest.param({"game": GAME, "colour": "red"}, "there is no key 'colour'", id="a key"),
    ],
)
def test_a_wrong_request_is_refused_in_words(table: Table, asked: dict[str, object], words: str) -> None:
    assert words in table.post("/api/sketch", 400, **asked)["error"]


def test_the_tools_have_pictures(table: Table) -> None:
    found = table.get(f"/api/sketch/{GAME}")
    keys = [tool["key"] for tool in found["tools"]]
    assert {"red", "wormhole", "sector-3b", "home-sector-a", "erase", "turn-left"} <= set(keys)
    assert [preset["name"] for preset in found["presets"]] == list(sse.maps())
    assert {"name": "duel", "title": "Duel"} in found["presets"]
    shown = table.get(f"/api/sketch/{GAME}/sector-3b.svg", turn=2, theme="light")
    assert shown == tool_svg("sector-3b", 2, theme="light")
    assert table.get(f"/api/sketch/{GAME}/brush.svg", 404)["error"]
    assert table.get(f"/api/sketch/{GAME}/red.svg", 404, turn=6)["error"]
    assert [game["is_drawn"] for game in table.get("/api/games")] == [game == GAME for game in sse.GAMES]
