"""Fairness: bots end their thoughts when they are told to, and those first for which a person waits."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from contextlib import ExitStack, suppress
from functools import partial
from time import process_time, thread_time
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.profiles import IS_SANITIZED
from tests.web import unserved
from tests.web.table import Table

import sse_core as sse
from sse_core.bots.naming import bots_of
from sse_core.game import Bot
from sse_core.play.search.analysis import StoppableBot
from sse_core.seeds import PlyStream, SplitMix64
from sse_core.web import security, server
from sse_core.web.clients import Gate, Place, Places
from sse_core.web.connections import Connection, LogLimit
from sse_core.web.errors import BusyError, MissingError
from sse_core.web.fair_use import FairUse
from sse_core.web.plan import plan_of
from sse_core.web.room import Room
from sse_core.web.rooms import Rooms
from sse_core.web.server import serving
from sse_core.web.workers import NOBODY, PERSON, Job

SOON = 2.0 if IS_SANITIZED else 0.2
"""The seconds of computing after which a bot that is told to end has ended its thought."""

PATIENCE = 25.0
"""The seconds that a test waits at most: less than the half minute that a bot would think."""


def searching(game: str) -> Bot:
    """The bot that searches for half a minute."""
    bot: Any = bots_of(sse.GAMES[game])["mcts"]
    found: Bot = bot.with_option("30s")
    return found


class Asked:
    """A token that is set after a while of computing, and measures how much each thread computes between two looks."""

    def __init__(self, after: float) -> None:
        self.begin, self.after = process_time(), after
        self.last: dict[int, float] = {}
        self.gaps = [0.0]

    def is_set(self) -> bool:
        now, thread = thread_time(), threading.get_ident()
        self.gaps.append(now - self.last.get(thread, now))
        self.last[thread] = now
        return process_time() - self.begin > self.after


@pytest.mark.parametrize("game", sse.GAMES)
def test_a_bot_that_searches_looks_all_the_time_whether_it_is_to_end(game: str) -> None:
    """No busy machine makes this late: the computing between two looks is measured, and that after the last one."""
    for ply in (0, 25):
        state = sse.GAMES[game].new_game(seed=1).resolve(PlyStream(1, 0))
        while state.ply < ply or len(state.legal_actions(state.to_act[0])) == 1:
            seat = state.to_act[0]
            state = state.after(state.legal_actions(seat)[0], seat).resolve(PlyStream(1, state.ply + 1))
        for bot in [searching(game), *bots_of(sse.GAMES[game]).values()]:
            if isinstance(bot, StoppableBot):
                stop = Asked(0.05)
                with suppress(sse.NotBuiltError):
                    assert bot.with_stop(stop).choose(state, state.to_act[0], PlyStream(1, 0)) in state.legal_actions()
                stop.gaps.append(thread_time() - stop.last.get(threading.get_ident(), thread_time()))
                assert max(stop.gaps) < SOON


@pytest.fixture
def rooms() -> Rooms:
    return unserved.rooms()


GAME_REQUEST = {"game": "small_star_empires", "seed": 1}


class Ear:
    """Waits until a room has so many moves more, or a bot begins to think."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.news = threading.Event()
        self.end = room.listen(self._hear)

    def _hear(self, version: int, thinking: int | None) -> None:
        self.news.set()

    def until(self, is_so: Any) -> bool:
        # The room tells its news while it is locked, so nothing that it waits for may be held while it is asked.
        while not is_so(self.room.snapshot()):
            if not self.news.wait(PATIENCE):
                return False
            self.news.clear()
        return True


def test_undo_and_resigning_end_a_thought(rooms: Rooms) -> None:
    """The only thread is free for the next game at once."""
    for how in ("undo", "resign"):
        room = rooms.add({**GAME_REQUEST, "players": ["human", "mcts:30s"]})
        now = room.snapshot()
        room.act(now.version, 0, now.final.legal_ids()[0])
        begun = room._thinkers._job
        assert begun is not None
        if how == "undo":
            room.undo(room.snapshot().version)
        else:
            room.resign(room.snapshot().version, 0)
        ear = Ear(rooms.add({**GAME_REQUEST, "players": ["mcts:1", "human"]}))
        assert ear.until(lambda now: len(now.moves) == 1)
        ear.end()


def test_a_person_goes_before_bots_that_nobody_watches(rooms: Rooms) -> None:
    """Twelve games of bots that think for long take all threads, and make way for who waits; then they go on."""
    many = [rooms.add({**GAME_REQUEST, "players": ["mcts:30s", "mcts:30s"]}) for _ in range(12)]
    for bot in ("greedy", "mcts:1"):
        room = rooms.add({**GAME_REQUEST, "players": ["human", bot]})
        ear, now = Ear(room), room.snapshot()
        room.act(now.version, 0, now.final.legal_ids()[0])
        assert ear.until(lambda now: len(now.moves) == 2)
        ear.end()
    assert [(each.snapshot().thinking, len(each.snapshot().moves)) for each in many] == [(0, 0)] * 12
    assert all(each._thinkers._job is not None for each in many), "they are asked still"


def test_the_end_of_the_server_ends_a_thought_and_takes_no_answer_of_it() -> None:
    workers = unserved.workers()
    rooms = Rooms(workers)
    room = rooms.add({**GAME_REQUEST, "players": ["mcts:30s", "human"]})
    rooms.close()
    done = threading.Event()
    workers.submit(Job(done.set, lambda: NOBODY, lambda: None))
    assert done.wait(PATIENCE)
    assert room.snapshot().moves == ()


def test_jobs_are_done_by_their_urgency_and_then_in_order() -> None:
    workers, done, go, begun = unserved.workers(), list[int](), threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        go.wait(PATIENCE)

    interrupted = threading.Event()
    workers.submit(Job(first, lambda: NOBODY, interrupted.set))
    assert begun.wait(PATIENCE)
    end = threading.Event()
    for number, urgency in enumerate((2, 1, 0, 2, 0, 1)):
        workers.submit(Job(partial(done.append, number), partial(int, urgency), lambda: None))
    assert interrupted.is_set()
    workers.submit(Job(end.set, lambda: 3, lambda: None))
    quick = threading.Event()
    workers.submit(Job(quick.set, lambda: NOBODY, lambda: None, is_quick=True))
    assert quick.wait(PATIENCE), "it waits for no long one"
    go.set()
    assert end.wait(PATIENCE)
    assert done == [2, 4, 1, 5, 0, 3]


def test_who_comes_to_a_game_makes_it_urgent() -> None:
    room = Room(
        "id", plan_of({**GAME_REQUEST, "players": ["human", "mcts:30s"]}), unserved.workers(), lambda room: None
    )
    assert room._urgency() == PERSON
    room.used -= 1000
    assert room._urgency() == NOBODY
    leave = room.listen(lambda version, thinking: None)
    assert room._urgency() == PERSON
    leave()
    assert room._urgency() == NOBODY


# --- clients


def test_places_are_shared_by_clients() -> None:
    """Nobody who has fewer places than another one by two goes without, and nobody loses one otherwise."""
    places, rng = Places(6), SplitMix64(1)
    held: dict[str, list[Place]] = {name: [] for name in "abc"}
    lost: list[str] = []
    for _ in range(500):
        client = rng.choice("aaabc")
        if rng.below(3) == 0 and held[client]:
            places.give_back(held[client].pop())
            continue
        before = {name: len(mine) for name, mine in held.items()}
        place = places.take(client, partial(lost.append, client))
        most = max(before.values())
        assert (place is not None) == (sum(before.values()) < 6 or most >= before[client] + 2)
        assert len(lost) == (place is not None and sum(before.values()) == 6)
        for loser in lost:
            assert before[loser] == most
            held[loser].pop()
        lost.clear()
        if place is not None:
            held[client].append(place)


def test_what_a_client_has_used_counts_half_after_a_minute() -> None:
    now = [100.0]
    use = FairUse(lambda: now[0])
    use.add("one", 8.0)
    use.add("other", 0.001)
    assert (use.of("one"), use.of("nobody")) == (8.0, 0.0)
    now[0] += 60
    assert use.of("one") == 4.0
    use.add("one", 1.0)
    assert use.of("one") == 5.0
    # Nothing is kept of a client who comes no more.
    assert [*use._used] == ["one"]


def test_who_has_the_most_games_makes_way_for_others() -> None:
    """The 201st game of an hour is refused to who made them all, and to nobody else."""
    rooms = unserved.rooms(most=4)
    many = [rooms.add({**GAME_REQUEST, "players": ["human", "human"]}, "one").id for _ in range(4)]
    leave = rooms.find(many[0]).listen(lambda version, thinking: None)
    with pytest.raises(BusyError):
        rooms.add({**GAME_REQUEST, "players": ["human", "human"]}, "one")
    other = rooms.add({**GAME_REQUEST, "players": ["human", "human"]}, "other")
    assert rooms.find(other.id) is other
    assert rooms.find(many[0]).is_watched
    with pytest.raises(MissingError):
        rooms.find(many[1])
    rooms.add({**GAME_REQUEST, "players": ["human", "human"]}, "other")
    with pytest.raises(BusyError):
        rooms.add({**GAME_REQUEST, "players": ["human", "human"]}, "other")
    leave()


def test_a_client_waits_for_its_own_texts() -> None:
    """At a gate for two, of which one is for each client, the second of one client waits though there is place."""

    async def main() -> list[str]:
        gate, order = Gate(2, 1), list[str]()
        go = asyncio.Event()

        async def at(name: str) -> None:
            async with gate.passed(name[0]):
                order.append(name)
                await go.wait()

        tasks = [asyncio.create_task(at(name)) for name in ("a1", "a2", "b1", "c1")]
        for _ in range(9):
            await asyncio.sleep(0)
        assert order == ["a1", "b1"]
        go.set()
        await asyncio.gather(*tasks)
        assert not gate._own
        return order

    assert sorted(asyncio.run(main())) == ["a1", "a2", "b1", "c1"]


def test_a_gate_that_is_closed_lets_nobody_through() -> None:
    """Who waits there is refused, too, as soon as the turn would come."""

    async def main() -> list[str]:
        gate, refused = Gate(1), list[str]()

        async def come(name: str) -> None:
            try:
                async with gate.passed(name):
                    raise AssertionError(name)
            except BusyError as error:
                refused.append(f"{name}: {error}")

        async with gate.passed("first"):
            waiting = asyncio.create_task(come("second"))
            await asyncio.sleep(0)
            gate.close()
        await waiting
        await come("third")
        return refused

    assert asyncio.run(main()) == [f"{name}: the server is about to end" for name in ("second", "third")]


def test_a_game_that_takes_long_to_load_keeps_no_other_client_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever one client asks of it, and however often: another client's click is answered meanwhile."""
    find, go, gave_up, waiting = Rooms.find, threading.Event(), threading.Event(), threading.Semaphore(0)
    slow: list[str] = []

    def found(rooms: Rooms, room_id: str) -> Room:
        if room_id in slow:
            waiting.release()
            if not go.wait(PATIENCE):
                gave_up.set()
        return find(rooms, room_id)

    monkeypatch.setattr(Rooms, "find", found)
    with serving() as url, ExitStack() as lines:
        one, other = Table(url), Table(url, "127.0.0.2")
        long, short = one.open(), other.open()
        shown = other.get(short)
        slow.append(long.rpartition("/")[2])
        hint = (
            f"POST {long}/hint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 33\r\n"
        )
        asked = [f'{hint}\r\n{{"seat": 0, "seconds": 0.000001}}  ']
        asked += [
            f"GET {long}{what} HTTP/1.1\r\nHost: localhost\r\n\r\n" for what in ("/events", "/analysis", "/record")
        ]
        for request in asked * 15:
            lines.enter_context(request_to(url, request.encode()))
        assert waiting.acquire(timeout=PATIENCE)
        assert other.act(short, shown)["ply"] == 1
        assert not gave_up.is_set()
        go.set()
        one.close()
        other.close()


# --- connections


def request_to(url: str, data: bytes) -> socket.socket:
    place = urlsplit(url)
    line = socket.create_connection((place.hostname, place.port), timeout=PATIENCE)
    line.sendall(data)
    return line


def rest_of(line: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    parts: list[bytes] = []
    while not parts or parts[-1]:
        try:
            parts.append(line.recv(65536))
        except ConnectionResetError:
            break
    return b"".join(parts)


HEAD = b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_half_of_a_request_ends_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "seconds", 0.2)
    monkeypatch.setattr(security, "SECONDS", 0.2)
    with serving() as url:
        for data in (b"", HEAD, b"GET /", HEAD + b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"):
            with request_to(url, data) as line:
                answer = rest_of(line)
            assert answer.startswith(b"HTTP/1.1 408 ") == (b"Content-Length" in data), answer
        monkeypatch.setattr(Connection, "seconds", PATIENCE)
        with request_to(url, WHOLE) as line:
            # The head and the body may come apart.
            answer = b""
            while b"small_star_empires" not in answer:
                answer += line.recv(65536)
            monkeypatch.setattr(Connection, "seconds", 0.2)
            line.sendall(b"GET /half")
            rest_of(line)


def test_connections_that_are_too_many_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "most_connections", lambda: 3)
    with serving() as url, ExitStack() as lines:
        for _ in range(9):
            lines.enter_context(request_to(url, b""))
        table = Table(url, "127.0.0.2")
        assert table.get("/api/games")
        table.close()


@pytest.mark.parametrize("data", [HEAD + b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{", HEAD, WHOLE])
def test_nothing_is_logged_where_a_client_leaves(caplog: pytest.LogCaptureFixture, data: bytes) -> None:
    with serving() as url:
        for _ in range(3):
            request_to(url, data).close()
        room = Table(url)
        with room.events(room.open()) as events:
            next(events)
        room.close()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_log_grows_no_more_than_it_tells() -> None:
    limit = LogLimit(3)
    records = [logging.LogRecord("x", 30, "", 1, f"message {n}", None, None) for n in range(50)]
    assert sum(limit.filter(record) for record in records * 9) == 30 * 3
