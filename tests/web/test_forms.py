"""Forms: what the page can ask for, and texts that people paste."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core.errors import ArgumentError
from sse_core.play.game_commands import command_of
from sse_core.web.errors import WebError
from sse_core.web.fields import fields_of, parsed
from sse_core.web.plan import bot_of


def test_every_game_is_described(table: Table) -> None:
    games = table.get("/api/games")
    assert [game["name"] for game in games] == list(sse.GAMES)
    for found in games:
        game = sse.GAMES[found["name"]]
        assert [preset["name"] for preset in found["presets"]] == list(game.presets())
        titles = [preset["title"] for preset in found["presets"]]
        assert all(re.fullmatch(r"[A-Z][a-z]*( [\w ]+)?", title) for title in titles), "names for people, and no keys"
        assert len({*titles}) == len(titles)
        assert {"greedy", "mcts", "random"} <= {bot["name"] for bot in found["bots"]}
        budgeted = {"mcts"} | {"solve", "star"} & {*game.BOTS}
        assert {bot["name"] for bot in found["bots"] if bot["takes_budget"]} == budgeted
        assert found["draws_maps"] == bool(found["example_map"])
        for name in [preset["name"] for preset in found["presets"]][:3]:
            preset = table.get(f"/api/presets/{found['name']}/{name}", theme="light")
            assert preset["svg"].startswith("<svg")
            assert preset["kind"] in ("map", "position")
    assert table.get("/api/presets/small_star_empires/none", 404)["error"]
    assert table.get("/api/presets/chess/none", 400)["error"]


def test_the_fields_are_the_options_of_the_command() -> None:
    fields = {field.name: field for field in fields_of(sse.small_star_empires)}
    assert set(fields) == {"map", "first", "holes", "unexplored", "rule", "edition"}
    assert fields["map"].kind == "choice"
    assert "base-2p" in fields["map"].choices
    assert (fields["first"].kind, fields["first"].default, list(fields["first"].choices)) == (
        "choice",
        "A",
        list("ABCD"),
    )
    assert (fields["unexplored"].kind, fields["unexplored"].default) == ("flag", False)
    assert (fields["rule"].kind, fields["rule"].default) == ("many", [])
    wars = {field.name: field for field in fields_of(sse.GAMES["jump_wars"])}
    assert (wars["turns"].kind, wars["turns"].default) == ("number", 100)
    assert wars["void_orders"].label == "void orders"


def test_a_form_left_as_it_is_means_the_defaults() -> None:
    for game in sse.GAMES.values():
        fields = fields_of(game)
        assert parsed({}, game) == parsed({field.name: field.default for field in fields}, game)
        assert parsed({}, game) == parsed({field.name: None for field in fields}, game)


@pytest.mark.parametrize("name", sse.GAMES)
def test_no_field_names_a_file(table: Table, name: str, tmp_path: Path) -> None:
    """A form reads no file of the server: neither one that could be played nor one whose text an error would tell."""
    secret, own = tmp_path / "secret", tmp_path / "own.toml"
    secret.write_text("treasure lies here", encoding="utf-8")
    house = files("sse_core.empire_of_the_stars") / "data" / "packs" / "house.toml"
    own.write_text(house.read_text(encoding="utf-8").replace('name = "house"', 'name = "own"', 1), encoding="utf-8")
    game = sse.GAMES[name]
    arguments = ArgumentParser()
    command_of(game).add_setup(arguments)
    named = [option for option in vars(arguments.parse_args([])) if option != "players"]
    asked = {field.name: field for field in fields_of(game)}
    for option in named:
        if option in asked and asked[option].kind in ("flag", "number"):
            continue
        many = option in asked and asked[option].kind == "many"
        for file in (secret, own):
            game_request = {"game": name, "fields": {option: [str(file)] if many else str(file)}}
            for door in ("/api/rooms", "/api/draw"):
                assert "treasure" not in table.post(door, 400, **game_request)["error"]


def test_content_that_ships_is_all_that_a_form_takes() -> None:
    """One pack ships: there is nothing to choose, and its name is taken."""
    game = sse.GAMES["empire_of_the_stars"]
    assert "pack" not in {field.name for field in fields_of(game)}
    assert parsed({"pack": "house"}, game).pack == "house"
    with pytest.raises(ArgumentError, match=r"pack: invalid choice: 'tests/own.toml' \(choose from '?house'?\)"):
        parsed({"pack": "tests/own.toml"}, game)


@pytest.mark.parametrize("preset", ["base-3p", "everything-2p"])
def test_a_map_that_ships_is_played(table: Table, preset: str) -> None:
    players = ["human"] * sse.maps()[preset].players
    for game_request in ({"preset": preset}, {"fields": {"map": preset}}):
        room = table.open("small_star_empires", players, **game_request)
        assert sse.parse_map(table.get(f"{room}/map")) == sse.maps()[preset]


def test_a_start_that_ships_is_played(table: Table) -> None:
    room = table.open("jump_wars", ["human"] * 3, preset="hex", seed=1)
    assert table.get(room)["secrets"]
    refused = table.post("/api/rooms", 400, game="jump_wars", preset="hex", players=["human"] * 3, fields={"turns": 3})
    assert "has its own rules" in refused["error"]


@pytest.mark.parametrize(
    ("game", "most"), [("small_star_empires", 1_000_000), ("micro_space_empire", 20_000), ("jump_wars", 40_000)]
)
def test_a_bot_thinks_for_so_long_and_no_longer(game: str, most: int) -> None:
    for name in (f"mcts:{most}", "mcts:30s", f"mcts:{2 * most},5s"):
        bot_of(name, sse.GAMES[game])
    with pytest.raises(WebError, match=f"has {most:,} visits at most here"):
        bot_of(f"mcts:{most + 1}", sse.GAMES[game])
    with pytest.raises(WebError, match="30 seconds at most"):
        bot_of("mcts:31s", sse.GAMES[game])


def test_star_thinks_as_long_as_mcts_and_no_longer() -> None:
    for name in ("star", "star:master", "star:0", "star:1000000", "star:30s"):
        bot_of(name, sse.small_star_empires)
    words = "star:1000001: a bot of this game has 1,000,000 visits at most here, or seconds, as in star:5s"
    with pytest.raises(WebError, match=f"^{words}$"):
        bot_of("star:1000001", sse.small_star_empires)
    with pytest.raises(WebError, match=r"^star:31s: a bot has 30 seconds at most here$"):
        bot_of("star:31s", sse.small_star_empires)
    with pytest.raises(WebError, match="there is no player 'star:club'; they are human"):
        bot_of("star:club", sse.jump_wars)


DRAWN: list[tuple[str, str, int]] = [
    ("A 3 . 2 B", "map", 2),
    ("rules: open_borders=yes\n\nA 3 B\r\n 1 C\r\n", "map", 3),
    (sse.format_state(sse.new_game(sse.parse_map("A 3 . 2 B"))), "position", 2),
    (sse.new_game(sse.parse_map("A 3 . 2 B")).to_json(), "position", 2),
    (sse.format_game(sse.GameRecord(sse.new_game(sse.parse_map("A 3 . 2 B")), ["a1-a2=C"])), "record", 2),
    (sse.format_state(sse.GAMES["jump_wars"].new_game(players=3)).replace("\n", "\r\n"), "position", 3),
    (sse.format_state(sse.GAMES["micro_space_empire"].new_game()), "position", 1),
]


@pytest.mark.parametrize(("text", "kind", "players"), DRAWN, ids=[text[:12] for text, _, _ in DRAWN])
def test_a_pasted_text_is_drawn(table: Table, text: str, kind: str, players: int) -> None:
    found = table.post("/api/draw", text=f"{text}\n", theme="print")
    assert (found["kind"], found["players"]) == (kind, players)
    assert found["svg"].startswith("<svg")
    assert found["about"].startswith(sse.GAMES[found["game"]].INFO.title)


def test_the_start_of_a_wish_is_drawn(table: Table) -> None:
    game_request: dict[str, Any] = {
        "game": "small_star_empires",
        "players": ["human"] * 3,
        "seed": 4,
        "fields": {"holes": "balanced"},
    }
    found = table.post("/api/draw", **game_request, theme="light")
    assert (found["kind"], found["players"]) == ("start", 3)
    room = table.open(**game_request)
    assert found["svg"] == table.get(f"{room}/picture.svg", theme="light")
    assert table.post("/api/draw", 400, **{**game_request, "players": ["human"] * 7})["error"]
    assert table.post("/api/draw", 400)["error"].startswith("there is no game None")


def test_a_small_picture_of_each_map(table: Table) -> None:
    for name in list(sse.maps())[:3]:
        answer = table.http.get(f"/api/presets/small_star_empires/{name}/thumbnail.svg", params={"theme": "light"})
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg")


BAD: list[tuple[str, str | None]] = [
    ("A 3 q B", "unknown symbol"),
    ("A 3 B\n A", "homeworld A stands twice (E1.6)"),
    ("<svg>", "an SVG picture"),
    ("{}", "the key 'format' is missing"),
    ("sse-game 1\n\nnothing", "line"),
    ("x" * 300_000, None),
    ("A 3 . 2 B\n" * 3000, None),
    ("sse-campaign 1", "expected 'players: ' after this line"),
    (
        sse.format_game(sse.GameRecord(sse.new_game(sse.parse_map("A 3 . 2 B")), ["a1-a2=C"])).replace(
            "a1-a2=C", "stay"
        ),
        "E2.1",
    ),
    ("chess-game 1\n", "no game has such texts"),
]


@pytest.mark.parametrize(("text", "words"), BAD, ids=[text[-12:] for text, _ in BAD])
def test_a_bad_text_is_refused_with_its_place(table: Table, text: str, words: str | None) -> None:
    answer = table.http.post("/api/draw", json={"text": text})
    assert answer.status_code == (409 if words == "E2.1" else 400)
    refused = answer.json()
    assert "\n" not in refused["error"]
    assert words is None or words in refused["error"]
    assert len(refused["error"]) < 500


def test_a_record_goes_on_where_it_ended(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "greedy"], seed=9, fields={"unexplored": True})
    for _ in range(3):
        table.act(room, table.settled(room))
    shown = table.settled(room)
    record = table.get(f"{room}/record")
    other = table.settled(table.open("small_star_empires", [], text=record))
    assert [move["text"] for move in other["moves"]] == [move["text"] for move in shown["moves"]]
    assert (other["seed"], other["seats"]) == (shown["seed"], shown["seats"])
    assert other["svg"] == shown["svg"]
    assert other["can_undo"]


def test_a_finished_record_is_looked_at(table: Table) -> None:
    start = sse.new_game(sse.parse_map("A 3 B"))
    record = sse.GameRecord(start, ["a1-a2=C"])
    assert record.final.outcome is not None
    room = table.open("small_star_empires", [], text=sse.format_game(record))
    shown = table.get(room)
    assert (shown["finished"], shown["last_ply"]) == (True, 1)
    assert "wins" in shown["result"]
    assert table.get(room, ply=0)["ply"] == 0


@pytest.mark.parametrize("value", [True, "x", 7])
def test_a_flag_is_true_or_false(value: Any) -> None:
    game = sse.small_star_empires
    if value is True:
        assert parsed({"unexplored": value}, game).unexplored
    else:
        with pytest.raises(ValueError, match="true or false"):
            parsed({"unexplored": value}, game)
