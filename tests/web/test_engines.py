"""Engines on the page: those that the operator offers play, under the operator's names; visitors can't name others."""

from __future__ import annotations

import json
import logging
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core.engines.pool import PROGRAMS
from sse_core.errors import ArgumentError
from sse_core.play.records.played import PlayedMove, played
from sse_core.play.visibility import seen_by
from sse_core.small_star_empires.strength.learned import FOLDER
from sse_core.web.engines import offer, parse_offer

if TYPE_CHECKING:
    from tests.web.table import Table

ENGINE: Final = Path(__file__).parents[1] / "engine_that.py"


def command_of(deed: str) -> str:
    return shlex.join([sys.executable, "-ISB", str(ENGINE), deed.replace(" ", "_"), "2"])


@pytest.fixture
def offered() -> Iterator[None]:
    """Two engines on offer, one of which fails at its third choice, and plays Small Star Empires alone."""
    right, wrong = (
        parse_offer(f"{name}={command_of(deed)}") for name, deed in (("mybot", "plays"), ("oops", "raises"))
    )
    offer([right, wrong._replace(games=["small_star_empires"])])
    yield
    offer([])


def bots_shown(table: Table) -> dict[str, list[str]]:
    games: Any = table.get("/api/games")
    return {game["name"]: [bot["name"] for bot in game["bots"]] for game in games}


def test_a_bot_with_a_file_of_weights_is_offered_by_the_operator_alone(table: Table, tmp_path: Path) -> None:
    weights = tmp_path / "mine.toml"
    weights.write_bytes((FOLDER / "plain-2.toml").read_bytes())
    engine = parse_offer(f"mine=star:20@{weights}")
    assert (engine.command, engine.games) == (f"star:20@{weights}", ["small_star_empires"])
    offer([engine])
    try:
        shown = bots_shown(table)
        assert "mine" in shown["small_star_empires"]
        assert "mine" not in shown["jump_wars"]
        room = table.open(players=["human", "mine"], preset="duel")
        assert table.play(room, lambda seen: seen["legal"][0], most=3)["ply"] >= 4
        record = table.get(f"{room}/record")
        assert "\nB: mine\n" in record
        assert str(tmp_path) not in record
    finally:
        offer([])
    weights.write_text("[weights]\n", "utf-8")
    with pytest.raises(ArgumentError, match=r"mine\.toml, line 1: \[weights\] kind is missing"):
        parse_offer(f"mine=star:20@{weights}")


@pytest.mark.usefixtures("offered")
def test_an_offered_engine_plays_under_its_name(table: Table) -> None:
    shown = bots_shown(table)
    assert [name for name in shown["jump_wars"] if name in ("mybot", "oops")] == ["mybot"]
    assert shown["small_star_empires"][-2:] == ["mybot", "oops"]
    room = table.open(players=["human", "mybot"], preset="duel")
    done = table.play(room, lambda seen: seen["legal"][0], most=3)
    assert done["ply"] >= 6
    assert "\nA: human\nB: mybot\n" in table.get(f"{room}/record")


@pytest.mark.usefixtures("offered")
def test_what_a_failing_engine_said_is_for_the_operator(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    room = table.open(players=["human", "oops"], preset="duel")
    with caplog.at_level(logging.WARNING, "sse_core.web"):
        for _ in range(3):
            shown = table.settled(room)
            table.act(room, shown)
        shown = table.settled(room)
    told = str(shown)
    assert "it ended (status 1) before its action" in told
    assert "KeyError" not in told
    assert "its last words: KeyError: 'nothing'" in caplog.text


@pytest.mark.parametrize(
    ("game", "asked"), [("small_star_empires", {"preset": "duel"}), ("jump_wars", {"fields": {"turns": 1}})]
)
def test_an_engine_on_the_page_is_told_what_it_may_know(
    game: str, asked: Mapping[str, Any], table: Table, tmp_path: Path
) -> None:
    """A choice is taken back at first; then the engine hears each move that it may see once, and how the game ended."""
    log = tmp_path / "log"
    command = shlex.join([sys.executable, "-ISB", str(ENGINE), "plays", "0", '{"wants":["played"]}'])
    offer([parse_offer(f"mybot=engine@log={log}:{command}")])
    try:
        room = table.open(game, players=["human", "mybot"], seed=5, **asked)
        shown = table.play(room, lambda seen: seen["legal"][-1], most=1)
        table.post(f"{room}/undo", version=shown["version"], seat=0)
        table.play(room, lambda seen: seen["legal"][0])
        record: Any = sse.read(table.get(f"{room}/record"))
    finally:
        offer([])
        assert PROGRAMS.close()
    lines = [json.loads(line[2:]) for line in log.read_text("utf-8").split("\n") if line.startswith("> ")]
    last = [line["game"] for line in lines if line["type"] == "new_game"][-1]
    told = [line for line in lines if line.get("game") == last]
    choices = [line for line in told if line["type"] == "choose"]
    assert len(choices) > 3
    moves = list[PlayedMove]()
    for state, (player, action), after in zip(record.states(), record.moves, [*record.states()][1:], strict=False):
        moves.append(played(state, player, action, moves[-1] if moves else None, after))
    places = [place for place, move in enumerate(moves) if move.player == 1]
    heard = list[tuple[int, str]]()
    for choice, place in zip(choices, places, strict=True):
        heard += [(move["player"], move["action"]) for move in choice["played"]]
        seen = zip(moves[:place], seen_by(moves[:place], 1), strict=True)
        assert sorted(heard) == sorted((move.player, move.text) for move, is_seen in seen if is_seen)
    assert told[-1]["type"] == "end_game"
    assert told[-1]["winners"] == [*record.final.outcome.winners]


def test_a_visitor_names_no_program(table: Table) -> None:
    for name in (f"engine:{command_of('plays')}", "engine@1s:ls", "mybot"):
        table.post("/api/rooms", 400, game="small_star_empires", players=["human", name])
    assert not {"mybot", "oops"} & {*bots_shown(table)["small_star_empires"]}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("./mybot", "is no name and command, such as mybot=./mybot"),
        ("My Bot=./mybot", "is no name and command"),
        ("greedy=./mybot", "greedy is the name of another player"),
        ("star=./mybot", "star is the name of another player"),
        ("human=./mybot", "human is the name of another player"),
    ],
)
def test_a_wrong_offer_is_refused(text: str, why: str) -> None:
    with pytest.raises(ArgumentError, match=why):
        parse_offer(text)


def test_a_server_with_an_engine_that_can_not_play_does_not_start(run: Run) -> None:
    assert_refused(run("serve", "--engine", "./mybot"), 2, "--engine: './mybot' is no name and command")
    assert_refused(run("serve", "--engine", "mybot=./nobody"), 2, "--engine: there is no program ./nobody")
    silent = shlex.join([sys.executable, "-c", "print(1)"])
    assert_refused(run("serve", "--engine", f"mybot={silent}"), 1, "line 1 that it wrote is wrong", silent)
    twice = ("--engine", f"mybot={command_of('plays')}")
    assert_refused(run("serve", *twice, *twice), 2, "--engine: each name is offered once")
