"""Answers about long games: made once, and as they would be if they were made each time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

import pytest
from tests.web import unserved
from tests.web.test_bounds import played, work_of

import sse_core as sse
from sse_core.forms.messages import speaking
from sse_core.web.drawing import DARK
from sse_core.web.long_games import drop_answers, record_text, shown_json
from sse_core.web.plan import plan_of
from sse_core.web.room import Room
from sse_core.web.room.hidden_moves import hidden_in
from sse_core.web.room.seats import Seats, fresh_secret
from sse_core.web.room_json import look_at, shown
from sse_core.web.rooms import Rooms
from sse_core.web.text_cache import TextCache

GAME_REQUEST = {"game": "jump_wars", "players": ["human", "human"]}


@pytest.fixture
def room() -> Iterator[Room]:
    plan = plan_of({**GAME_REQUEST, "text": sse.format_game(played("jump_wars", 600))})
    yield Room("a long game", plan, unserved.workers(), lambda room: None)
    drop_answers("a long game")


def check(room: Room) -> None:
    """Hold that each seat is answered what is made anew."""
    for seat in (0, 1):
        look = look_at(room.snapshot(), None, seat)
        fresh = shown(look)
        for _ in range(2):
            assert json.loads(shown_json(look, DARK, None)) == json.loads(json.dumps(fresh))


def act(room: Room) -> None:
    now = room.snapshot()
    seat = now.acting[0]
    room.act(now.version, seat, now.final.legal_ids(seat)[0])


def test_the_moves_of_a_long_game_are_told_in_each_language() -> None:
    """Who reads English and who reads German are answered by turns."""
    record = sse.play_game(["random"] * 4, sse.new_game(sse.maps()["everything-4p"]), seed=1)
    assert len(record.moves) > 100
    plan = plan_of({"game": "small_star_empires", "players": ["human"] * 4, "text": sse.format_game(record)})
    look = look_at(Room("a long game", plan, unserved.workers(), lambda room: None).snapshot())
    answers: dict[str, bytes] = {}
    for name in ("en", "de", "en", "de"):
        with speaking(name):
            assert answers.setdefault(name, shown_json(look, DARK, None)) == shown_json(look, DARK, None)
    drop_answers("a long game")
    moves = [json.loads(answer)["moves"] for answer in answers.values()]
    assert [[move["text"] for move in each] for each in moves] == [[move["text"] for move in moves[0]]] * 2
    told = [" ".join(words for move in each for words in move["effects"]) for each in moves]
    assert "puts a city" in told[0]
    assert "baut auf" in told[1]
    assert "puts a city" not in told[1]


def test_the_moves_of_a_long_game_have_the_names_of_today() -> None:
    """A name changes without a move."""
    record = sse.play_game(["random"] * 4, sse.new_game(sse.maps()["everything-4p"]), seed=1)
    game_request = {
        "game": "small_star_empires",
        "players": ["human"] * 4,
        "text": sse.format_game(record),
        "seats": "own",
    }
    seats = Seats.opened("names", range(4), fresh_secret())
    room = Room("names", plan_of(game_request), unserved.workers(), lambda room: None, seats)
    shown_json(look_at(room.snapshot()), DARK, None)
    room.table.rename(0, "Anna")
    moves = json.loads(shown_json(look_at(room.snapshot()), DARK, None))["moves"]
    drop_answers("names")
    assert {move["told"].partition(" ")[0] for move in moves if move["seat"] == 0} == {"Anna"}


def test_an_answer_is_that_of_the_game_as_it_stands(room: Room) -> None:
    room.hide_unknown()
    check(room)
    while (part := room.hidden_part) is not None:
        room.learn(hidden_in(part._replace(moves=part.moves[:200], viewers=part.viewers[:200])))
        check(room)
    act(room)
    check(room)
    room.undo(room.snapshot().version, asker=next(move.player for move in reversed(room.snapshot().moves)))
    check(room)
    room.redo(room.snapshot().version)
    check(room)
    room.resign(room.snapshot().version, 0)
    check(room)


def test_the_same_answer_costs_little(room: Room) -> None:
    def get() -> bytes:
        return shown_json(look_at(room.snapshot(), None, 0), DARK, None)

    get()
    room.resign(room.snapshot().version, 0)
    first, again = (work_of(get) for _ in range(2))
    assert again < first / 2
    assert room.snapshot().is_over
    first, again = (work_of(lambda: record_text(room.snapshot())) for _ in range(2))
    assert again < first / 5
    drop_answers(room.id)
    assert work_of(lambda: record_text(room.snapshot())) > first / 2


def test_a_record_has_the_tags_of_its_moment(room: Room) -> None:
    texts = [record_text(room.snapshot())]
    room.resign(room.snapshot().version, 0)
    for _ in range(2):
        texts.append(record_text(room.snapshot()))
        assert texts[-1] == sse.format_game(room.snapshot().record)
    assert texts[0] != texts[1]
    assert "resigned" in texts[1]


def test_nothing_is_kept_of_a_game_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms: Rooms = unserved.rooms(most=1)
    dropped = list[str]()
    monkeypatch.setattr("sse_core.web.rooms.drop_answers", dropped.append)
    first = rooms.add(GAME_REQUEST, "one")
    first.used -= 7200
    rooms.add(GAME_REQUEST, "two")
    assert dropped == [first.id]


def test_a_text_with_another_version_takes_the_place_of_the_last_one() -> None:
    kept, made = TextCache[str](1_000, 10), list[str]()

    def make(text: str) -> str:
        made.append(text)
        return text

    for key, version in (("a", 1), ("a", 1), ("a", 2), ("b", 1), ("a", 2)):
        assert kept.get((key, 0), partial(make, f"{key}{version}"), version) == f"{key}{version}"
    assert made == ["a1", "a2", "b1"]
    size = kept.size
    kept.drop("a")
    assert kept.size == size // 2
