"""People who leave the table: the others go on without whoever is away for two minutes at the own turn."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web import unserved
from tests.web.test_clocks import DUEL, Time, turn
from tests.web.test_seats import seated

from sse_core.web.errors import SeatError, StaleError
from sse_core.web.room import Room
from sse_core.web.room.table import PATIENCE
from sse_core.web.room_json import look_at, shown
from sse_core.web.rooms import Rooms

MINUTES = PATIENCE / 1000


class Absent:
    """A game of people on their own devices, of whom the first one alone is here."""

    def __init__(self, rooms: Rooms, **game_request: Any) -> None:
        self.news: list[Any] = []
        self.room = rooms.add({**DUEL, "seats": "own", **game_request}, secret="secret")
        self.leave = self.room.listen(lambda version, thinking: self.news.append(self.away), [0])

    @property
    def away(self) -> list[int]:
        """The seats that are told to be away for too long."""
        return list(self.room.news(0).get("away", ()))


@pytest.fixture
def time() -> Time:
    return Time()


def test_who_is_away_for_two_minutes_at_the_own_turn_is_told(time: Time) -> None:
    rooms = unserved.rooms(now=time)
    table = Absent(rooms)
    room = table.room
    time.goes(10 * MINUTES)
    assert room.alarm is None, "nobody waits for B"
    with pytest.raises(StaleError, match="B hasn't been away for two minutes at the own turn"):
        room.go_on_without(1, 0, with_bot=True)
    turn(room)
    assert room.alarm == time() + PATIENCE
    time.goes(MINUTES - 0.001)
    assert table.away == []
    with pytest.raises(StaleError, match="B hasn't been away"):
        room.go_on_without(1, 0, with_bot=True)
    table.news.clear()
    time.goes(0.001)
    rooms.find(room.id)
    assert (table.news, table.away) == ([[1]], [1])
    rooms.find(room.id)
    assert table.news == [[1]], "it is told once"
    # Who is back for a moment has two minutes more.
    room.listen(lambda version, thinking: None, [1])()
    assert table.away == []
    assert room.alarm == time() + PATIENCE


def test_who_is_here_may_take_all_the_time(time: Time) -> None:
    table = Absent(unserved.rooms(now=time))
    end = table.room.listen(lambda version, thinking: None, [1])
    turn(table.room)
    time.goes(100 * MINUTES)
    assert (table.away, table.room.alarm) == ([], None)
    # A second device at the same seat may go.
    table.room.listen(lambda version, thinking: None, [1])()
    assert (table.away, table.room.alarm) == ([], None)
    end()
    assert table.room.alarm == time() + PATIENCE


def test_nobody_is_told_where_nobody_is(time: Time) -> None:
    table = Absent(unserved.rooms(now=time))
    turn(table.room)
    table.leave()
    assert table.room.alarm is None


def test_a_bot_takes_the_seat_and_gives_it_back(time: Time) -> None:
    rooms = unserved.rooms(now=time)
    table = Absent(rooms, seed=3)
    room = table.room
    for _ in range(3):
        turn(room)
    time.goes(MINUTES)
    room.go_on_without(1, 0, with_bot=True)
    now = room.snapshot()
    assert (now.players[0], now.players[1] == "human", now.is_over, table.away) == ("human", False, False, [])
    assert now.tags["away"] == "B"
    page = shown(look_at(now, None, 0, (1,)))
    assert (page["seats"][1]["status"], page["seats"][1]["is_person"]) == ("away", False)
    with pytest.raises(StaleError, match="there is nothing to undo"):
        room.undo(room.snapshot().version, asker=1)
    # It stays so after the server has begun again, and where moves are taken back.
    again = Room.restored(room.saved(), rooms.find(room.id).plan, unserved.workers(), lambda room: None)
    assert again.snapshot().gone == now.gone == {1: "away"}
    room.undo(room.snapshot().version, asker=0)
    assert room.snapshot().gone == {1: "away"}
    with pytest.raises(StaleError, match="no bot has taken this seat"):
        room.come_back(0)
    room.come_back(1)
    now = room.snapshot()
    assert (now.players, now.gone, now.thinking, "away" in now.tags) == (("human", "human"), {}, None, False)
    assert now.person == 0


def test_the_others_end_the_game_and_take_that_back(time: Time) -> None:
    table = Absent(unserved.rooms(now=time))
    room = table.room
    turn(room)
    time.goes(MINUTES)
    room.go_on_without(1, 0, with_bot=False)
    page = shown(look_at(room.snapshot(), None, 0, (0,)))
    assert (page["finished"], page["result"]) == (True, "B has left after 1 move: A wins.")
    with pytest.raises(StaleError, match="the game is over"):
        room.go_on_without(1, 0, with_bot=True)
    with pytest.raises(StaleError, match="no bot has taken this seat"):
        room.come_back(1)
    room.undo(room.snapshot().version, asker=0)
    now = room.snapshot()
    assert (now.is_over, now.gone, now.players) == (False, {}, ("human", "human"))


def test_several_who_write_orders_may_be_away(time: Time) -> None:
    table = Absent(unserved.rooms(now=time), game="jump_wars", players=["human"] * 3, fields={}, seed=2)
    room = table.room
    while len((now := room.snapshot()).acting) == 1:
        (seat,) = now.acting
        room.act(now.known_to(seat).version, seat, now.final.legal_ids(seat)[0])
    assert now.acting == (0, 1, 2), "all write orders"
    time.goes(MINUTES)
    assert table.away == [1, 2]
    room.go_on_without(2, 0, with_bot=True)
    assert table.away == [1]
    # Who may come back sees the own seat, and no other.
    page = shown(look_at(room.snapshot(), None, None, (2,)))
    assert (page["mine"], page["viewer"], page["seats"][2]["status"]) == ([2], 2, "away")
    with pytest.raises(SeatError, match="you don't sit at A"):
        look_at(room.snapshot(), None, 0, (2,))
    with pytest.raises(StaleError, match="A hasn't been away"):
        room.go_on_without(0, 0, with_bot=True)
    with pytest.raises(StaleError, match="no person sits at C"):
        room.go_on_without(1, 2, with_bot=True)


def test_a_game_at_one_screen_waits(time: Time) -> None:
    room = unserved.rooms(now=time).add(DUEL)
    turn(room)
    time.goes(100 * MINUTES)
    with pytest.raises(StaleError, match="hasn't been away"):
        room.go_on_without(1, 0, with_bot=False)


def test_what_is_sent_is_checked(url: str) -> None:
    tables, room = seated(url, "small_star_empires", 2, fields={"map": "duel"})
    asks = {"seat": 0, "absent": 1, "bot": True}
    for key, value in (("bot", 1), ("absent", True), ("seat", "A")):
        assert f"{key} is" in tables[0].post(f"{room}/without", 400, **{**asks, key: value})["error"]
    assert "hasn't been away" in tables[0].post(f"{room}/without", 409, **asks)["error"]
    assert "no bot has taken this seat" in tables[0].post(f"{room}/back", 409, seat=0)["error"]
    for table in tables:
        table.close()
