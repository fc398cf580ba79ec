"""Starts of games as the form shows them: drawn before they are played, in small, and with what may be set."""

from __future__ import annotations

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core.small_star_empires import Rules, reserve_text
from sse_core.web.fields import fields_of, parsed
from sse_core.web.room.sealed_orders import WATCHER, as_seen


@pytest.mark.parametrize("name", sse.GAMES)
def test_the_start_of_a_game_is_drawn_as_it_will_be_played(table: Table, name: str) -> None:
    seats = max(2, sse.GAMES[name].INFO.least_players) if name != "micro_space_empire" else 1
    people = ["human"] * seats
    drawn = table.post("/api/draw", game=name, players=people, seed="7", theme="light")
    assert (drawn["kind"], drawn["game"], drawn["players"]) == ("start", name, seats)
    position = table.get(f"{table.open(name, people, seed='7')}/position", ply=0)
    # The picture has what all seats know; the position is that of the first one.
    state = as_seen(sse.GAMES[name].parse_state(position), WATCHER)
    assert drawn["svg"] == sse.GAMES[name].to_svg(state, theme="light")


def test_a_start_that_cannot_be_played_says_why(table: Table) -> None:
    answer = table.post("/api/draw", 400, game="small_star_empires", players=["human"] * 3, preset="duel")
    assert answer["error"] == "duel is for 2 players, and 3 are named: leave 1 out"


def test_a_start_that_ships_has_a_small_picture(table: Table) -> None:
    small = table.get("/api/presets/small_star_empires/duel/thumbnail.svg", theme="light")
    assert small == sse.small_star_empires.thumbnail(sse.maps()["duel"], theme="light")
    assert table.get("/api/presets/jump_wars/hex/thumbnail.svg").startswith("<svg")
    assert table.get("/api/presets/small_star_empires/none/thumbnail.svg", 404)["error"]


def test_each_suggestion_changes_one_rule() -> None:
    rule = next(field for field in fields_of(sse.small_star_empires) if field.name == "rule")
    flags = [name for name in Rules.__dataclass_fields__ if isinstance(getattr(Rules(), name), bool)]
    assert sorted(value.partition("=")[0] for value in rule.suggestions) == sorted(flags)
    for value, words in rule.suggestions.items():
        assert parsed({"rule": [value]}, sse.small_star_empires).rule == [value]
        name, _, wanted = value.partition("=")
        assert getattr(Rules(), name) != (wanted == "yes"), words


def test_a_player_has_a_reserve(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "human"], preset="duel")
    shown = table.get(room)
    start = sse.small_star_empires.new_game(sse.maps()["duel"])
    assert [seat["reserve"] for seat in shown["seats"]] == [reserve_text(start, seat) for seat in (0, 1)]
    city = next(action for action in shown["legal"] if action["text"].endswith("=C"))
    assert table.act(room, shown, id=city["id"])["seats"][0]["reserve"] == "15 cities, 4 stations left"
    assert {seat["reserve"] for seat in table.get(table.open("jump_wars"))["seats"]} == {""}
