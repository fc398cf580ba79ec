"""Moves of a pasted game that are hidden: found beside the server, and until then all are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from tests.profiles import shortened
from tests.web import unserved
from tests.web.table import Table
from tests.web.test_bounds import looked, nothing, work_of

import sse_core as sse
from sse_core.bots import random
from sse_core.play.turns import turns_of
from sse_core.web.answers import Shown
from sse_core.web.plan import plan_of
from sse_core.web.room import Room
from sse_core.web.room.hidden_moves import hidden_in
from sse_core.web.room.sealed_orders import WATCHER
from sse_core.web.room.seats import Seats
from sse_core.web.room_json import known_of, look_at, shown
from sse_core.web.rooms import Rooms
from sse_core.web.server import serving
from sse_core.web.store import Store

PATIENCE = 60.0
"""The seconds that a test waits at most for another process."""

N_SEATS, N_MOVES = 3, 700
GAME_REQUEST: Mapping[str, Any] = {"game": "jump_wars", "players": ["human"] * N_SEATS}


@pytest.fixture(scope="module")
def record() -> str:
    start = sse.jump_wars.new_game(players=N_SEATS, seed=3)
    turns = turns_of(start, [random.choose] * N_SEATS, 3)
    return sse.format_game(sse.GameRecord(start, [(seat, action) for seat, action, _ in islice(turns, N_MOVES)]))


@pytest.fixture
def room(record: str) -> Room:
    return Room("id", plan_of({**GAME_REQUEST, "text": record}), unserved.workers(), nothing)


@pytest.fixture
def truth(record: str) -> list[Sequence[bool]]:
    """For each seat whether each move may be seen, as a look at all moves finds it."""
    room = Room("id", plan_of({**GAME_REQUEST, "text": record}), unserved.workers(), nothing)
    return [*seen_in(room)]


def seen_in(room: Room) -> Iterator[Sequence[bool]]:
    """For each seat whether it may see each move of the record."""
    return (looked(room, seat)[:N_MOVES] for seat in range(N_SEATS))


def parts(room: Room) -> Iterator[None]:
    """Work out part after part, of few moves each."""
    while (part := room.hidden_part) is not None:
        few = part._replace(moves=part.moves[:40], viewers=part.viewers[:40])
        room.learn(hidden_in(few))
        yield


def test_nothing_is_shown_before_it_is_known_that_it_may_be(room: Room, truth: list[Sequence[bool]]) -> None:
    """A seat sees its own moves, open orders, and of the rest none too early; in the end it sees what it may."""
    assert room.hide_unknown()
    moves = room.snapshot().moves
    for seat, seen in enumerate(seen_in(room)):
        assert all(move.player == seat or move.sealed for move, is_seen in zip(moves, seen, strict=True) if is_seen)
    steps = 0
    for _ in parts(room):
        steps += 1
        for seen, may in zip(seen_in(room), truth, strict=True):
            assert not any(is_seen and not may_be for is_seen, may_be in zip(seen, may, strict=True))
    assert steps > 10
    assert [*seen_in(room)] == truth
    assert not room.is_hiding


def test_a_look_works_nothing_out_meanwhile(record: str) -> None:
    lazy, room = (Room("id", plan_of({**GAME_REQUEST, "text": record}), unserved.workers(), nothing) for _ in range(2))
    room.hide_unknown()
    first, second = (work_of(lambda each=each: [*seen_in(each)]) for each in (lazy, room))
    assert second < first / 5


def test_who_watches_sees_nothing_of_it_meanwhile(record: str) -> None:
    """Also of what is hidden from the seats of bots, which know more than who watches."""
    game_request = {**GAME_REQUEST, "players": ["human", "human", "random"], "text": record, "seats": "own"}
    plan = plan_of(game_request)
    seats = Seats.opened("id", plan.people, "secret", "")
    lazy, room = (Room("id", plan, unserved.workers(), nothing, seats) for _ in range(2))
    room.hide_unknown()
    assert not any(watched(room))
    for _ in parts(room):
        pass
    assert watched(room) == watched(lazy)
    assert any(watched(room))


def watched(room: Room) -> Sequence[bool]:
    now = room.snapshot()
    look = look_at(now, None, None, ())
    assert look.viewer == WATCHER
    return look.seen_in(now.moves)


def test_pages_get_the_moves_again_when_all_is_known(room: Room) -> None:
    """The version stays, so that no click is refused; and a page that has got them gets them no more later."""
    room.hide_unknown()
    before = page(room)
    hiding = before["hiding"]
    assert hiding is not None
    assert (hiding["done"], hiding["of"] > 400) == (0, True)
    assert page(room, before)["moves"] == []
    for _ in parts(room):
        pass
    after = page(room, before)
    assert (after["version"], after["hiding"]) == (before["version"], None)
    assert after["table"] != before["table"]
    kept = before["moves"][: after["moves_from"]]
    assert [*kept, *after["moves"]] == page(room)["moves"]
    assert [move["text"] for move in after["moves"]] != [move["text"] for move in before["moves"][len(kept) :]]
    now = room.snapshot()
    seat = now.acting[0]
    room.act(now.version, seat, now.final.legal_ids(seat)[0])
    last = page(room, seat=seat)
    assert page(room, last, seat=seat)["moves"] == []


def page(room: Room, before: Shown | None = None, seat: int = 0) -> Shown:
    known = None if before is None else known_of(before["known"])
    return shown(look_at(room.snapshot(), None, seat), known=known)


def test_the_news_tell_how_far_it_is(room: Room) -> None:
    heard = list[Any]()
    room.hide_unknown()
    end = room.listen(lambda version, thinking: heard.append(room.news(0).get("hiding")))
    for _ in parts(room):
        pass
    end()
    assert [each["done"] for each in heard[:-1]] == [*range(40, 40 * len(heard), 40)][: len(heard) - 1]
    assert heard[-1] is None


def test_a_restart_goes_on_where_it_was(room: Room, record: str, truth: list[Sequence[bool]]) -> None:
    room.hide_unknown()
    for _ in zip(range(5), parts(room), strict=False):
        pass
    plan = replace(plan_of({**GAME_REQUEST, "text": record}), moves=())
    again = Room.restored(room.saved(), plan, unserved.workers(), nothing)
    assert again.hide_unknown()
    left = room.hidden_part
    assert left is not None
    assert again.hidden_part is not None
    assert again.hidden_part.before in [left.before, *(move.before for move in room.snapshot().moves)]
    assert sum(1 for _ in parts(again)) < N_MOVES // 40 - 3
    assert [*seen_in(again)] == truth


def test_moves_that_are_done_again_stay_hidden_until_it_is_known(record: str) -> None:
    """Of one person among bots: only that one can take back."""
    game_request = {**GAME_REQUEST, "players": ["human", "random", "random"], "text": record}
    room = Room("id", plan_of(game_request), unserved.workers(), nothing)
    room.hide_unknown()
    before = looked(room, 0)
    room.undo(room.snapshot().version, 200)
    assert len(room.snapshot().moves) < 300
    room.redo(room.snapshot().version)
    assert looked(room, 0)[: len(before)] == before
    for _ in parts(room):
        pass
    lazy = Room("id", plan_of(game_request), unserved.workers(), nothing)
    assert looked(room, 0)[: len(before)] == looked(lazy, 0)


def test_a_few_moves_are_found_at_a_look(record: str) -> None:
    """So is a game without secrets, and one that is over."""
    whole = sse.read(record)
    short = sse.format_game(sse.GameRecord(whole.start, whole.moves[:40]))
    for game_request in (
        {**GAME_REQUEST, "text": short},
        {**GAME_REQUEST, "text": record, "players": ["random"] * N_SEATS},
    ):
        assert not Room("id", plan_of(game_request), unserved.workers(), nothing).hide_unknown()


# --- by the server


def until_known(room: Room) -> None:
    """Wait until all is known."""
    told = Event()
    end = room.listen(lambda version, thinking: told.set())
    while room.is_hiding:
        assert told.wait(PATIENCE)
        told.clear()
    end()


def test_a_server_works_it_out(record: str, truth: list[Sequence[bool]]) -> None:
    rooms = unserved.rooms()
    room = rooms.add({**GAME_REQUEST, "text": record})
    until_known(room)
    assert [*seen_in(room)] == truth


@pytest.mark.parametrize("ends", shortened([True, False]))
def test_a_server_goes_on_after_a_restart(tmp_path: Path, record: str, truth: list[Sequence[bool]], ends: bool) -> None:
    """Whether it has ended, or was killed; however far it was."""
    store = Store(tmp_path)
    rooms = Rooms(unserved.workers(), store)
    room = rooms.add({**GAME_REQUEST, "text": record})
    if ends:
        rooms.close()
    else:
        rooms.readers.close()
    store.close()
    unserved.ENDING.callback(rooms.close)
    with closing(Store(tmp_path)) as store:
        after = Rooms(unserved.workers(), store)
        again = after.find(room.id)
        until_known(again)
        after.close()
    assert [*seen_in(again)] == truth


def test_the_page_is_told_until_it_is_known(record: str) -> None:
    with serving() as url:
        table = Table(url)
        room = table.open(**{**GAME_REQUEST, "text": record})
        with table.events(room, seat=0) as events:
            assert any("hiding" not in news for news in events)
        assert table.get(room, seat=0)["hiding"] is None
        table.close()
