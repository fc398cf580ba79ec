"""Fairness: bots end their thoughts when they are told to, and those first for which a person waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import Any

import pytest

import sse_core as sse
from sse_core.bots.naming import bots_of
from sse_core.game import Bot
from sse_core.play.analysis import StoppableBot
from sse_core.seeds import PlyStream
from sse_core.web.plan import plan_of
from sse_core.web.room import Room
from sse_core.web.rooms import Rooms
from sse_core.web.workers import NOBODY, PERSON, Job, Workers

SOON = 0.2
"""The seconds in which a bot that is told to ends its thought; busy machines get a few times as many."""

PATIENCE = 10.0


def searching(game: str) -> Bot:
    """The bot that searches for half a minute."""
    bot: Any = bots_of(sse.GAMES[game])["mcts"]
    found: Bot = bot.with_option("30s")
    return found


@pytest.mark.parametrize("game", sse.GAMES)
def test_a_bot_that_searches_ends_when_it_is_told_to(game: str) -> None:
    state = sse.GAMES[game].start(seed=1).resolve(PlyStream(1, 0))
    for bot in [searching(game), *(bot for bot in bots_of(sse.GAMES[game]).values() if isinstance(bot, StoppableBot))]:
        assert isinstance(bot, StoppableBot)
        stop = threading.Event()
        timer = threading.Timer(0.02, stop.set)
        timer.start()
        begin = perf_counter()
        assert bot.with_stop(stop).choose(state, state.to_act[0], PlyStream(1, 0)) in state.legal_actions()
        assert perf_counter() - begin < 5 * SOON
        timer.join()


@pytest.fixture
def rooms() -> Iterator[Rooms]:
    workers = Workers(1)
    found = Rooms(workers)
    yield found
    found.close()
    workers.close()


WISH = {"game": "small_star_empires", "seed": 1}


class Ear:
    """Waits until a room has so many moves more, or a bot begins to think."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.news = threading.Condition()
        self.end = room.listen(self._hear)

    def _hear(self, version: int, thinking: int | None) -> None:
        with self.news:
            self.news.notify_all()

    def until(self, is_so: Any) -> bool:
        with self.news:
            return self.news.wait_for(lambda: bool(is_so(self.room.snapshot())), PATIENCE)


def test_undo_and_resigning_end_a_thought(rooms: Rooms) -> None:
    """The only thread is free for the next game at once."""
    for how in ("undo", "resign"):
        room = rooms.add({**WISH, "players": ["human", "mcts:30s"]})
        now = room.snapshot()
        room.act(now.version, 0, now.final.legal_ids()[0])
        begun = room._thought
        assert begun is not None
        if how == "undo":
            room.undo(room.snapshot().version)
        else:
            room.resign(room.snapshot().version, 0)
        other = rooms.add({**WISH, "players": ["mcts:1", "human"]})
        ear, begin = Ear(other), perf_counter()
        assert ear.until(lambda now: len(now.moves) == 1)
        assert perf_counter() - begin < 5 * SOON
        ear.end()


def test_a_person_goes_before_bots_that_nobody_watches(rooms: Rooms) -> None:
    """Twelve games of bots that think for long take all threads, and make way for who waits; then they go on."""
    many = [rooms.add({**WISH, "players": ["mcts:30s", "mcts:30s"]}) for _ in range(12)]
    for bot in ("greedy", "mcts:1"):
        room = rooms.add({**WISH, "players": ["human", bot]})
        ear, now = Ear(room), room.snapshot()
        begin = perf_counter()
        room.act(now.version, 0, now.final.legal_ids()[0])
        assert ear.until(lambda now: len(now.moves) == 2)
        assert perf_counter() - begin < 5 * SOON
        ear.end()
    assert [(each.snapshot().thinking, len(each.snapshot().moves)) for each in many] == [(0, 0)] * 12
    assert all(each._thought is not None for each in many), "they are asked still"


def test_the_end_of_the_server_ends_a_thought_and_takes_no_answer_of_it() -> None:
    workers = Workers(1)
    rooms = Rooms(workers)
    room = rooms.add({**WISH, "players": ["mcts:30s", "human"]})
    begin = perf_counter()
    rooms.close()
    done = threading.Event()
    workers.submit(Job(done.set, lambda: NOBODY, lambda: None))
    assert done.wait(PATIENCE)
    assert perf_counter() - begin < 5 * SOON
    assert room.snapshot().moves == ()
    workers.close()


def test_jobs_are_done_by_their_urgency_and_then_in_order() -> None:
    workers, done, go, begun = Workers(1), list[int](), threading.Event(), threading.Event()

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
    workers.close()


def test_who_comes_to_a_game_makes_it_urgent() -> None:
    room = Room("id", plan_of({**WISH, "players": ["human", "mcts:30s"]}), Workers(1), lambda room: None)
    assert room._urgency() == PERSON
    room.used -= 1000
    assert room._urgency() == NOBODY
    leave = room.listen(lambda version, thinking: None)
    assert room._urgency() == PERSON
    leave()
    assert room._urgency() == NOBODY
