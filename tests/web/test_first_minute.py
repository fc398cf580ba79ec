"""The first minute of somebody who has never played: three lines, the tour of a game, its rules, levels of bots."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest

import sse_core as sse
from sse_core.bots import BOTS
from sse_core.bots.levels import LEVELS, level_of, levels_of
from sse_core.play.introduction import tour_of
from sse_core.play.languages import languages
from sse_core.play.rules import clauses_of, rules_of
from sse_core.play.turns import turns_of
from sse_core.web.plan import bot_of

if TYPE_CHECKING:
    from tests.web.table import Table

NAMES: Final = list(sse.GAMES)
PLAYERS: Final = [BOTS["random"].choose] * 2


def test_the_list_of_games_says_what_each_is(table: Table) -> None:
    for game in table.get("/api/games"):
        assert len(game["about"]) == 3
        assert game["has_tour"]
        assert table.post("/api/rooms", 201, game=game["name"], **game["first_game"])["id"]
        assert game["levels"][0]["title"] == "Beginner"


@pytest.mark.parametrize("name", NAMES)
def test_a_tour_is_played_with_what_the_page_gets(table: Table, name: str) -> None:
    """At each stop what is to be done is among what can be done, and the next stop goes on from there."""
    stops, number, before = tour_of(name), 1, ""
    while True:
        stop = table.get(f"/api/tours/{name}/{number}", theme="light")
        assert stop["stops"] == len(stops)
        shown = stop["before"]
        assert shown["svg"].startswith("<svg")
        if stop["tried"]:
            reason = table.post(f"/api/tours/{name}/{number}/why", keys=stop["tried"])
            assert reason["clause"] in clauses_of(sse.GAMES[name])
            assert stop["action"] is None
        elif stop["action"] is not None:
            (legal,) = [each for each in shown["legal"] if each["id"] == stop["action"]]
            assert table.post(f"/api/tours/{name}/{number}/why", keys=[legal["steps"][0]["key"]])["reason"] == ""
            assert stop["pictures"][-1] == stop["after"]["svg"]
            before = stop["after"]["svg"]
        follows = number > 1 and stops[number - 2].moves and stops[number - 2].after == stops[number - 1].state
        if follows and stop["action"] is not None and number > 1:
            assert shown["svg"] == table.get(f"/api/tours/{name}/{number - 1}", theme="light")["after"]["svg"]
        if number == stop["stops"]:
            break
        number += 1
    assert before
    assert stops[-1].after.outcome is not None


@pytest.mark.parametrize("language", ["de", "tlh"])
def test_introductions_in_another_language(table: Table, language: str) -> None:
    """The lines and the tour are in the language that is asked for, in English where a game hasn't got it."""
    for plain, game in zip(table.get("/api/games"), table.get("/api/games", lang=language), strict=True):
        spoken = language if language in languages(sse.GAMES[game["name"]]) else "en"
        assert (plain["language"], game["language"]) == ("en", spoken)
        assert (plain["about"] == game["about"]) is (spoken == "en")
        tour = f"/api/tours/{game['name']}/1"
        there, here = table.get(tour), table.get(tour, lang=language)
        assert (there["language"], here["language"]) == ("en", spoken)
        assert (there["words"] == here["words"]) is (spoken == "en")
        assert (there["before"] == here["before"]) is (spoken == "en")


def test_a_tour_shows_no_secrets_of_others(table: Table) -> None:
    """The visitor sees a game with secrets as its seat does."""
    for number in range(1, len(tour_of("jump_wars")) + 1):
        for shown in (table.get(f"/api/tours/jump_wars/{number}")[key] for key in ("before", "after")):
            if shown is not None and not shown["finished"]:
                assert shown["viewer"] == 0
                assert 'data-card="nova_bombs"' not in shown["svg"]


def test_a_stop_that_is_not_there(table: Table) -> None:
    for number in (0, 99):
        assert "no stop" in table.get(f"/api/tours/jump_wars/{number}", 404)["error"]
    table.get("/api/tours/chess/1", 400)
    table.get("/api/tours/jump_wars/1", 400, colour="red")


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_have_every_clause(table: Table, name: str) -> None:
    rules = table.get(f"/api/rules/{name}")
    blocks = [block for section in rules["sections"] for block in section["blocks"]]
    assert {block["clause"] for block in blocks} - {""} == {*rules_of(sse.GAMES[name]).clauses}
    numbers = {section["number"] for section in rules["sections"]} - {""}
    assert numbers | {block["clause"] for block in blocks} - {""} == {*clauses_of(sse.GAMES[name])}
    assert not any("**" in block["text"] for block in blocks)


def test_addresses_for_people_have_pages(table: Table) -> None:
    """Also where nothing is there: then with the status 404. Programs get JSON."""
    for path in ("/", "/g/%E0%A4%A", "/learn/jump_wars", "/rules/micro_space_empire"):
        answer = table.http.get(path)
        assert answer.status_code == 200
        assert 'id="setup"' in answer.text
    for path in ("/nothing", "/learn/chess", "/rules/", "/g/", "/a/b/c", "/%E0%A4%A"):
        answer = table.http.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert "There is nothing at this address" in answer.text
        assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "nothing" in table.get("/api/nothing", 404)["error"]


def test_levels_are_bots_that_can_play_their_game(table: Table) -> None:
    """Those of no game play every game: a game of earlier days may have them, too."""
    told = {game["name"]: game["levels"] for game in table.get("/api/games")}
    for name, game in sse.GAMES.items():
        assert told[name] == [level._asdict() for level in levels_of(game)]
        for level in (*LEVELS, *levels_of(game)):
            assert callable(bot_of(level.player, game).choose)
        for level in levels_of(game):
            assert level_of(level.player, game) == level
        assert level_of("human", game) is None
    room = table.open(players=["human", "star:beginner"], seed=1)
    shown = table.settled(room)
    assert [seat["name"] for seat in shown["seats"]] == ["", "Beginner"]
    end: Any = table.post(f"{room}/resign", version=shown["version"], seat=0)
    assert end["result"] == "A resigns after 0 moves: B (Beginner) wins."


def test_levels_of_one_game_are_bots_by_name_in_another(table: Table) -> None:
    """What was Strong in Small Star Empires before it had levels of its own is a bot by name, and plays on."""
    names = {"small_star_empires": "mcts:2s", "jump_wars": "Strong"}
    for game, name in names.items():
        shown = table.settled(table.open(game, ["human", "mcts:2s"], seed=1))
        assert [seat["name"] for seat in shown["seats"]] == ["", name]
        assert shown["seats"][1]["player"] == "mcts:2s"


def test_elo_rise_with_the_levels() -> None:
    for game in sse.GAMES.values():
        rated = [level.elo for level in levels_of(game) if level.elo is not None]
        assert rated == sorted({*rated})
        assert min(rated, default=1) > 0


def test_each_map_that_ships_has_a_name() -> None:
    """Also one that is added: its file alone has none."""
    for key, preset in sse.GAMES["small_star_empires"].presets().items():
        assert preset.title, f"{key} has no name in _TITLES"


def test_moves_are_counted_for_people(table: Table) -> None:
    """The first decision is move 1, as the list of moves counts."""
    room = table.open(players=["human", "human"], seed=1)
    shown = table.get(room)
    assert shown["situation"] == "Move 1: A is to act."
    assert shown["due"] == {"move": 1, "seats": [0], "thinks": False}
    shown = table.act(room, shown)
    assert shown["situation"].startswith("Move 2: B")
    text = text_of_a_game("duel")
    end = table.get(table.open(players=[], text=text))
    assert re.search(rf"after {end['ply']} moves", end["result"])


def text_of_a_game(name: str) -> str:
    """The record of a finished game on a map that ships."""
    start = sse.new_game(sse.maps()[name])
    return sse.format_game(sse.GameRecord(start, [(seat, action) for seat, action, _ in turns_of(start, PLAYERS, 1)]))


def test_a_list_of_games_can_say_how_each_stands(table: Table) -> None:
    """In a few words: whose turn it is, or how it ended, and the points of each seat; no secrets, and no picture."""
    room = table.open("jump_wars", ["human", "human"], seed=1)
    brief = table.get(f"{room}/brief")
    assert brief["title"] == "Jump Wars"
    assert brief["status"] == table.get(room)["situation"]
    assert brief["due"] == table.get(room)["due"]
    assert re.fullmatch(r"Move \d+: [AB] is to act\.", brief["status"])
    assert [seat["acts"] for seat in brief["seats"]].count(True) == 1
    assert not brief["finished"]
    room = table.open(players=[], text=text_of_a_game("duel"))
    brief, shown = table.get(f"{room}/brief"), table.get(room)
    assert brief["status"] == shown["result"]
    assert brief["finished"]
    assert [seat["points"] for seat in brief["seats"]] == [row[-1] for row in shown["score"]["rows"]]
    table.get("/api/rooms/nothing/brief", 404)
