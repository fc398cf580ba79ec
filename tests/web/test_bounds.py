"""Bounds: what a request costs is known before anything is computed, and no text takes longer than two seconds."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from threading import Thread
from typing import Any

import pytest
from tests.web import unserved
from tests.web.table import Table

import sse_core as sse
from sse_core.bots import random
from sse_core.errors import NotationError, SseError
from sse_core.play.turns import turns_of
from sse_core.web.errors import BusyError, WebError
from sse_core.web.fields import parsed
from sse_core.web.plan import MAX_PLIES, pasted, plan_of, rematch_of
from sse_core.web.room import Room
from sse_core.web.room_json import look_at
from sse_core.web.texts.pasting import text_object
from sse_core.web.texts.reader_processes import ReaderProcesses

ENDLESS = range(10**13)
"""What `sum` takes hours to add."""


def nothing(room: Room) -> None:
    pass


def work_of(do: Callable[..., object], *args: object) -> int:
    """How many functions a function calls, whatever it raises."""
    count = 0

    def seen(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    # A collection would call finalizers of others.
    gc.disable()
    sys.setprofile(seen)
    try:
        do(*args)
    except SseError:
        pass
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


def played(game: str, most: int) -> sse.GameRecord[Any, Any]:
    """The record of the first moves of a random game."""
    start = sse.GAMES[game].new_game(seed=3)
    turns = turns_of(start, [random.choose] * len(start.totals), 3)
    return sse.GameRecord(start, [(seat, action) for seat, action, _ in islice(turns, most)])


@pytest.mark.parametrize("game", sse.GAMES)
def test_a_record_of_twice_the_moves_is_twice_the_work(game: str) -> None:
    most = len(played(game, 400).moves) // 2
    for form in (sse.format_game, sse.GameRecord.to_json):
        texts = [form(played(game, n)) for n in (most, 2 * most)]
        once, twice = (work_of(sse.read, text) for text in texts)
        assert twice < 2.5 * once


@pytest.mark.parametrize(
    "line", ["A 3 . 2 B", "rules: bag=1", "A 3 . 2 B " * 20, "ships: A", '{"format": "sse-state"}', "sse-state 1"]
)
def test_twice_as_long_a_text_is_twice_the_work(line: str) -> None:
    once, twice = (work_of(sse.read, "\n".join([line] * n)) for n in (1000, 2000))
    assert twice < 2.5 * once


def test_a_field_has_so_many_values_before_any_is_looked_at(table: Table) -> None:
    rules = ["bag=1"] * 12_000
    refused = table.post("/api/draw", 400, game="small_star_empires", fields={"rule": rules})
    assert refused["error"] == "rule has 12,000 values, and 100 is the most here"
    few, many = (work_of(parsed, {"rule": rules[:n]}, sse.small_star_empires) for n in (1000, 12_000))
    # The first one may load something.
    assert abs(many - few) < 100


def test_moves_are_counted_before_they_are_replayed() -> None:
    """No action of these records can be read, and their number alone is told."""
    words = f"the record has {MAX_PLIES + 1:,} moves, and {MAX_PLIES:,} is the most here"
    for game in sse.GAMES.values():
        record = sse.GameRecord(game.new_game(seed=1))
        lines = [f"{n} A nonsense" for n in range(1, MAX_PLIES + 2)]
        text = sse.format_game(record).replace("moves: 0", "\n".join([f"moves: {len(lines)}", *lines]))
        with pytest.raises(NotationError, match=words):
            pasted(text)
        with pytest.raises(NotationError, match=f"{len(lines)} moves follow"):
            pasted(text.replace(f"moves: {len(lines)}", "moves: 7"))
        actions = ", ".join(['"nonsense"'] * len(lines))
        with pytest.raises(NotationError, match=words):
            pasted(record.to_json().replace('"actions": []', f'"actions": [{actions}]'))


def test_short_texts_are_short(table: Table) -> None:
    room = table.open()
    long = "b2-" * 1000
    assert "1,000 is the most" in table.post(f"{room}/act", 400, version=1, seat=0, text=long)["error"]
    assert "short texts" in table.post(f"{room}/why", 400, seat=0, keys=[long])["error"]


def test_a_game_keeps_the_map_and_not_the_text_of_it() -> None:
    """Blanks and empty lines of a text take memory in no game, and no place on the disk at each move."""
    text = "\n" * 9_000 + "A 3 . 2 B" + " " * 9_000
    plan = plan_of({"game": "small_star_empires", "players": ["human", "human"], "text": text})
    assert len(plan.request["text"]) < 100
    assert plan_of(rematch_of(plan)).start == plan.start


def test_a_game_that_was_put_away_still_knows_what_its_moves_have_hidden() -> None:
    """Else fifty long games that come back at once, as when a server starts anew, hold up all clicks."""
    text = sse.format_game(played("jump_wars", 300))
    plan = plan_of({"game": "jump_wars", "players": ["human", "human"], "text": text})
    old = Room("id", plan, unserved.workers(), nothing)
    first = work_of(lambda: [looked(old, seat) for seat in (0, 1)])
    new = Room.restored(old.saved(), replace(plan, moves=()), unserved.workers(), nothing)
    assert work_of(lambda: [looked(new, seat) for seat in (0, 1)]) < first / 5
    assert [looked(new, seat) for seat in (0, 1)] == [looked(old, seat) for seat in (0, 1)]
    assert new.saved() == old.saved()


def looked(room: Room, seat: int) -> Sequence[bool]:
    """For each move of a room whether a seat may see it."""
    now = room.snapshot()
    return look_at(now, None, seat).seen_in(now.moves)


def test_a_click_costs_the_same_late_in_a_game() -> None:
    """But for the picture and the choices: a page that has the moves before is sent what is new.

    Orders that are being written are looked at each time, so both looks are taken where none are.
    """
    record, costs = played("jump_wars", 800), list[int]()
    plan = plan_of({"game": "jump_wars", "text": sse.format_game(record)})
    whole = Room("id", plan, unserved.workers(), nothing).snapshot()
    early, late = (max(n for n in range(most) if not whole.moves[n - 1].sealed) for most in (100, 800))
    for most in (early, late):
        begun = replace(plan_of({"game": "jump_wars", "players": ["human", "human"]}), start=record.start)
        room = Room("id", begun, unserved.workers(), nothing)
        for player, action in record.moves[:most]:
            room._play._add(player, action)
        now = room.snapshot()
        looks = [look_at(now, None, seat) for seat in (0, 1)]
        # What a position is asked for is kept with it.
        assert all(look.last == look.last for look in looks)
        costs.append(work_of(lambda now=now: [look_at(now, None, seat).last for seat in (0, 1)]))
    assert costs[1] < 1.5 * costs[0]


# --- the process that reads texts


@pytest.mark.ci
def test_a_text_takes_so_long_and_no_longer() -> None:
    readers = ReaderProcesses(0.05)
    try:
        for _ in range(2):
            with pytest.raises(WebError, match=r"longer than 0\.05 seconds to work out"):
                readers.run(sum, ENDLESS)
        assert readers.run(sum, range(4)) == 6
    finally:
        readers.close()


def test_what_is_read_beside_the_server_is_what_the_server_would_read(table: Table) -> None:
    readers = ReaderProcesses()
    try:
        for text in ("A 3 . 2 B", "A 3 q B", "sse-game 1\n", sse.format_game(played("jump_wars", 30))):
            answers: list[object] = []
            for read in (text_object, lambda *args: readers.run(text_object, *args)):
                try:
                    answers.append(read(text, None, "dark"))
                except SseError as error:
                    answers.append((type(error), str(error), vars(error)))
            assert answers[0] == answers[1]
        with pytest.raises(RuntimeError, match="TypeError"):
            readers.run(sum, 3)
    finally:
        readers.close()


@pytest.mark.ci
def test_a_text_that_takes_long_keeps_no_other_one_waiting() -> None:
    """It leaves the process for short work after a slice, and is ended only where texts that take long are read."""
    readers = ReaderProcesses(60)
    with ThreadPoolExecutor(2) as pool:
        try:
            reading = [pool.submit(readers.run, sum, ENDLESS, client=name) for name in ("one", "two")]
            while not readers.fair_use.of("two"):
                # Nobody waits at the process for short work for longer than a slice.
                assert readers.run(sum, (1, 2), client="three") == 3
            assert not any(each.done() for each in reading)
        finally:
            readers.close()


def test_short_work_that_runs_python_gives_way_and_its_process_stays() -> None:
    """A call that can be interrupted is: the next text needs no other process."""
    readers = ReaderProcesses(60)
    try:
        pid = readers.run(os.getpid)
        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(readers.run, eval, "sum(n for n in range(10**13))", client="one")
            while not readers.fair_use.of("one"):
                assert readers.run(os.getpid) == pid
            readers.close()
            assert isinstance(reading.exception(20), BusyError)
    finally:
        readers.close()


def test_a_long_text_is_no_short_work() -> None:
    """Nor is any text of a client who has used much lately: both are read by the other process."""
    readers, text = ReaderProcesses(), "__import__('os').getpid()"
    try:
        short, long = readers.run(eval, text), readers.run(eval, text + " " * 40_000)
        assert short != long
        readers.fair_use.add("one", 5.0)
        assert readers.run(eval, text, client="one") == long
        assert readers.run(eval, text, client="two") == short
    finally:
        readers.close()


def test_the_text_of_who_has_used_least_is_next() -> None:
    """Of thirteen who wait, whoever has used most is sent away; the others come one after the other by their use."""
    readers, order = ReaderProcesses(60), list[str]()
    for number in range(13):
        readers.fair_use.add(f"client {number:02}", number + 2.0)

    def read(name: str) -> None:
        readers.run(sum, (), client=name)
        order.append(name)

    reader = readers._long
    reader._is_busy = True
    with ThreadPoolExecutor(13) as pool:
        reading = [pool.submit(read, f"client {number:02}") for number in reversed(range(13))]
        with pytest.raises(BusyError, match="many texts are read here"):
            reading[0].result(60)
        with reader._changed:
            reader._changed.wait_for(lambda: len(reader._waiting) == 12)
            reader._is_busy = False
            reader._changed.notify_all()
    assert order == [f"client {number:02}" for number in range(12)]
    readers.close()


def test_the_end_of_the_server_waits_for_no_text() -> None:
    readers = ReaderProcesses(60)
    assert readers.run(sum, (1, 2)) == 3
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(readers.run, sum, ENDLESS)
        readers.close()
        with pytest.raises(BusyError, match="about to end"):
            reading.result(20)
    with pytest.raises(BusyError, match="about to end"):
        readers.run(sum, ())


def test_the_end_of_the_server_waits_for_no_process_that_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ends after it was asked for a text, and before the process that reads it is there."""
    readers, start, ending = ReaderProcesses(60), subprocess.Popen, list[Thread]()

    def start_late(*args: Any, **options: Any) -> Any:
        ending.append(Thread(target=readers.close))
        ending[0].start()
        while not readers.is_closed:
            pass
        return start(*args, **options)

    monkeypatch.setattr(subprocess, "Popen", start_late)
    with ThreadPoolExecutor(1) as pool, pytest.raises(BusyError, match="about to end"):
        pool.submit(readers.run, sum, ENDLESS).result(20)
    ending[0].join()


# --- keys


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/rooms", {"game": "micro_space_empire"}),
        ("/api/draw", {"game": "micro_space_empire"}),
        *((f"ROOM/{what}", {}) for what in ("act", "undo", "redo", "resign", "rematch", "why", "hint")),
    ],
)
def test_an_unknown_key_is_refused(table: Table, path: str, body: dict[str, Any]) -> None:
    path = path.replace("ROOM", table.open())
    assert "there is no key 'junk' here; " in table.post(path, 400, **body, junk="x" * 500_000)["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/games",
        "/api/shared",
        "/api/presets/small_star_empires/duel",
        *(f"ROOM{what}" for what in ("", "/record", "/position", "/map", "/link", "/picture.svg", "/events")),
    ],
)
def test_an_unknown_key_of_an_address_is_refused(table: Table, path: str) -> None:
    path = path.replace("ROOM", table.open())
    assert table.get(path, 400, junk="x")["error"].startswith("there is no key 'junk' here")
