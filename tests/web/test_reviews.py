"""Reviews on the page: a stream of the graph and the turns, of games without secrets or after their end."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from tests.web.table import Table

from sse_core.web import thinking


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position is searched for an instant."""
    monkeypatch.setattr(thinking, "REVIEW_SECONDS", 0.001)


def plies_of(svg: str) -> list[int]:
    return [int(each.get("data-ply", "")) for each in ET.fromstring(svg).iter() if each.get("class") == "ply"]


def reviewed(table: Table, room: str) -> list[dict[str, Any]]:
    with table.events(room, "review") as events:
        return list(events)


@pytest.mark.parametrize(("game", "players"), [("small_star_empires", 2), ("micro_space_empire", 1)])
def test_a_game_is_reviewed_from_its_first_position_to_the_last(table: Table, game: str, players: int) -> None:
    room = table.open(game, ["random"] * players, seed=1)
    while not table.get(room)["finished"]:
        table.settled(room)
    last = table.get(room)["last_ply"]
    *before, found = reviewed(table, room)
    assert found["done"]
    assert found["searched"] == found["positions"] == last + 1
    assert [each["searched"] for each in before] == sorted(each["searched"] for each in before)
    assert not any(each["done"] for each in before)
    for svg in found["svg"].values():
        assert plies_of(svg) == list(range(last + 1))
    assert found["svg"]["dark"] != found["svg"]["light"]
    assert [each["ply"] for each in found["worths"]] == list(range(last + 1))
    assert all(len(each["value"]) == players for each in found["worths"])
    for turn in found["turns"]:
        assert turn["words"].endswith(".")
        assert "Ply" not in turn["words"]


def test_a_game_that_goes_on_is_reviewed_so_far(table: Table) -> None:
    room = table.open(fields={"map": "duel"})
    for _ in range(2):
        shown = table.settled(room)
        table.act(room, shown)
    found = reviewed(table, room)[-1]
    assert (found["positions"], found["searched"], found["done"]) == (3, 3, True)


def test_the_graph_is_as_wide_as_its_panel(table: Table) -> None:
    """So its words are as large on a phone as elsewhere."""
    room = table.open(players=["human", "human"], fields={"map": "duel"})
    table.act(room, table.settled(room))
    with table.events(room, "review", width=300) as events:
        assert all(ET.fromstring(svg).get("width") == "300" for found in events for svg in found["svg"].values())
    for width in (0, 5, 100_000):
        with table.events(room, "review", width=width) as events:
            assert next(events)["error"] == f"width is {width}, not in 240 to 1000"


def test_a_review_tells_no_secrets(table: Table) -> None:
    """While people play a game with secrets there is none; bots alone have none from who looks."""
    for players, is_open in ((["human", "random"], False), (["human", "human"], False), (["random", "random"], True)):
        room = table.open("jump_wars", players, seed=5, fields={"turns": 2})
        with table.events(room, "review") as events:
            first = next(events)
        assert ("error" in first) != is_open
        if not is_open:
            assert "would tell the secrets of the players" in first["error"]
            assert first["done"]


def test_the_end_opens_the_review_of_a_game_with_secrets(table: Table) -> None:
    room = table.open("jump_wars", ["human", "random"], seed=5, fields={"turns": 2})
    shown = table.settled(room)
    table.post(f"{room}/resign", version=shown["version"], seat=0)
    with table.events(room, "review") as events:
        assert "svg" in next(events)


def test_no_game_has_no_review(table: Table) -> None:
    assert table.get("/api/rooms/none/review", 404)["error"].startswith("there is no such game")
