"""Tags of a record that somebody uploads: names, event and date stay in the record that the page gives back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core.bots import BOTS
from sse_core.play.turns import turns_of
from sse_core.web.server import serving

START = sse.new_game(sse.maps()["duel"])
MOVES = [(player, action) for player, action, _ in turns_of(START, [BOTS["random"].choose] * 2, 1)]
TAGS = {"event": "Cup of Gänge", "date": "2024-05-01", "A": "Anna", "B": "Bert", "seed": "77", "resigned": "B"}


def record_of(plies: int, tags: dict[str, str] = TAGS) -> str:
    return sse.format_game(sse.GameRecord(START, MOVES[:plies], tags))


def tags_of(table: Table, room: str) -> dict[str, str]:
    return dict(sse.read(table.get(f"{room}/record")).tags)


@pytest.mark.parametrize("plies", [4, len(MOVES)])
def test_the_record_of_a_game_that_was_only_looked_at_is_the_one_that_came(table: Table, plies: int) -> None:
    text = record_of(plies)
    room = table.open(players=["human", "human"], text=text)
    assert table.get(f"{room}/record").rstrip("\n") == text.rstrip("\n")


def test_who_plays_on_keeps_a_name_and_a_bot_takes_one(table: Table) -> None:
    """The bot is named from its first move on; nobody has resigned who plays on."""
    plies = next(ply for ply in range(2, 9) if MOVES[ply][0] == 0)
    room = table.open(players=["human", "greedy"], text=record_of(plies))
    assert tags_of(table, room) == TAGS
    shown = table.settled(room)
    while shown["legal"] and shown["last_ply"] < plies + 2:
        table.act(room, shown)
        shown = table.settled(room)
    assert tags_of(table, room) == {key: value for key, value in {**TAGS, "B": "greedy"}.items() if key != "resigned"}
    again = table.post(f"{room}/rematch", 201)["id"]
    assert set(tags_of(table, f"/api/rooms/{again}")) == {"seed", "A", "B"}
    assert table.post("/api/rooms", 400, game="small_star_empires", tags={"A": "Eve"})["error"]


def test_too_many_tags_are_refused(table: Table) -> None:
    """They are kept with each game, and it takes little memory."""
    text = record_of(0, {f"t{number}": "x" for number in range(101)})
    error = table.post("/api/rooms", 400, game="small_star_empires", text=text)["error"]
    assert error == "the record has 101 tags, and 100 is the most here"


def test_tags_outlast_a_restart(kept: Path) -> None:
    with serving(data=kept) as url:
        table: Any = Table(url)
        room = table.open(text=record_of(4))
        table.close()
    with serving(data=kept) as url:
        table = Table(url)
        assert tags_of(table, room) == TAGS
        table.close()
