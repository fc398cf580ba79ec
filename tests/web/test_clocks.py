"""Clocks: time is conserved, runs for whom the game waits and nobody else, and who is out of time leaves the game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from threading import Event
from typing import Any, Final
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web import unserved
from tests.web.table import Table

import sse_core as sse
from sse_core.seeds import SplitMix64
from sse_core.web.clocks import Clocks, TimeControl, milliseconds, time_control_of
from sse_core.web.deadlines import Deadlines
from sse_core.web.errors import MissingError, StaleError, WebError
from sse_core.web.room import Room, Snapshot
from sse_core.web.room.sealed_orders import WATCHER, writing_from
from sse_core.web.room_json import look_at, shown
from sse_core.web.rooms import Rooms
from sse_core.web.store import Store

DUEL: Final[dict[str, Any]] = {
    "game": "small_star_empires",
    "players": ["human", "human"],
    "fields": {"map": "duel"},
    "seed": 1,
}
PATIENCE: Final = 30.0


class Time:
    """A time that passes when a test says so; with `flows` also by itself, with `creeps` also at each look at it."""

    def __init__(self, flows: bool = False, creeps: bool = False) -> None:
        self._flows = flows
        self._creeps = creeps
        self._passed = 0

    def __call__(self) -> int:
        self._passed += self._creeps
        return self._passed + (milliseconds() if self._flows else 0)

    def goes(self, seconds: float) -> None:
        self._passed += round(seconds * 1000)


# --- clocks without rooms

SEATS: Final = range(4)
moments = st.lists(st.integers(0, 100_000), min_size=1, max_size=30).map(lambda gaps: list(accumulate(gaps)))
"""Moments in their order."""

turns = st.tuples(st.sets(st.sampled_from(SEATS)), st.sets(st.sampled_from(SEATS)))
"""The seats whose turns end at a moment, and those that are to act then."""


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[int, set[int], set[int]]]:
    """Turns at moments: those who were to act end theirs or go on, and others are to act."""
    found: list[tuple[int, set[int], set[int]]] = []
    acting = set[int]()
    for moment in draw(moments):
        ended, following = draw(turns)
        found.append((moment, ended & acting, (acting - ended) | following))
        acting = found[-1][2]
    return found


controls = st.builds(TimeControl, st.integers(1, 2), st.integers(0, 20))


def played(clocks: Clocks, history: Sequence[tuple[int, set[int], set[int]]]) -> Iterator[Clocks]:
    """Yield the clocks after each event of a history."""
    for place, (moment, ended, acting) in enumerate(history):
        clocks = clocks.run((), moment)
        for seat in ended:
            clocks = clocks.ended(seat, place)
        clocks = clocks.run(acting, moment)
        yield clocks


@given(controls, histories())
def test_what_passes_is_charged_to_those_whose_clocks_run_and_to_nobody_else(
    control: TimeControl, history: list[tuple[int, set[int], set[int]]]
) -> None:
    """Each has at the end what there was, less what passed while the own clock ran, and more for each timed turn."""
    before = Clocks.fresh(control, SEATS)
    begun, acting, at = set[int](), set[int](), 0
    for (moment, ended, following), after in zip(history, played(before, history), strict=True):
        for seat in SEATS:
            charged = min(moment - at, before.left[seat]) if seat in begun & acting else 0
            left = before.left[seat] - charged
            is_added = seat in ended & begun and left > 0
            assert after.left[seat] == left + is_added * control.seconds * 1000 >= 0
        begun |= ended
        assert after.running == begun & following
        before, acting, at = after, following, moment


@given(controls, histories(), st.lists(st.integers(0, 100_000)))
def test_looking_changes_nothing(
    control: TimeControl, history: list[tuple[int, set[int], set[int]]], looks: list[int]
) -> None:
    """Charging at any moments in between, and saving and loading there, comes to the same."""
    fresh = Clocks.fresh(control, SEATS)
    *_, whole = played(fresh, history)
    events = sorted([(moment, 1, n) for n, (moment, _, _) in enumerate(history)] + [(each, 0, 0) for each in looks])
    clocks = fresh
    for moment, is_turn, n in events:
        if is_turn:
            _, ended, acting = history[n]
            clocks = clocks.run((), moment)
            # In any order.
            for seat in sorted(ended, reverse=True):
                clocks = clocks.ended(seat, n)
            clocks = clocks.run(acting, moment)
        elif moment <= history[-1][0]:
            times, readings = json.loads(json.dumps(clocks.rows(moment)))
            again = Clocks.of_rows(control, times, readings, SEATS)
            assert again is not None
            assert again.rows(moment) == (times, readings)
            clocks = again.run(clocks.running, moment)
    assert sorted(clocks.readings) == sorted(whole.readings)
    assert (clocks.left, clocks.begun, clocks.running, clocks.deadline) == (
        whole.left,
        whole.begun,
        whole.running,
        whole.deadline,
    )


@given(controls, histories())
def test_a_clock_is_out_at_its_deadline_and_not_before(
    control: TimeControl, history: list[tuple[int, set[int], set[int]]]
) -> None:
    for clocks in played(Clocks.fresh(control, SEATS), history):
        deadline = clocks.deadline
        assert (deadline is None) == (not clocks.running)
        if deadline is not None and deadline > clocks.since:
            assert clocks.out_at(deadline - 1) == ()
            first = clocks.out_at(deadline)[0]
            assert clocks.left_at(deadline)[first] == 0
            assert clocks.run((), deadline).is_out(first)


@given(controls, histories(), st.lists(st.integers(0, 30), min_size=1, max_size=4))
def test_going_back_and_on_gives_nobody_time(
    control: TimeControl, history: list[tuple[int, set[int], set[int]]], places: list[int]
) -> None:
    """Back at a place, the turns after it have added nothing; done again, they have added what they had."""
    *_, clocks = played(Clocks.fresh(control, SEATS), history)
    end = len(history)
    back, at = clocks, end
    for place in places:
        back, at = back.moved(at, place), place
        for seat in SEATS:
            added = sum(each.added for each in clocks.readings if each.seat == seat and each.place > at)
            least = min(clocks.left[seat], 1000)
            assert least <= back.left[seat] <= max(least, clocks.left[seat] - added)
    assert back.moved(at, end).left == back.moved(at, 0).moved(0, end).left
    assert all(back.moved(at, end).left[seat] <= clocks.left[seat] for seat in SEATS)


@pytest.mark.parametrize(
    ("game_request", "words"),
    [
        ("5", "a clock is written like 5+3, the minutes of each person and the seconds that a turn adds, not '5'"),
        ("5+3+1", "is written like 5+3"),
        ("+3", "is written like 5+3"),
        ("-5+3", "is written like 5+3"),
        ("\u0665+3", "is written like 5+3"),
        ("5.5+3", "is written like 5+3"),
        ({"minutes": 5}, "is written like 5+3"),
        (5, "is written like 5+3"),
        (True, "is written like 5+3"),
        ("0+3", "a clock has 1 to 180 minutes for each person, not 0"),
        ("181+0", "a clock has 1 to 180 minutes for each person, not 181"),
        ("5+181", "a clock adds 0 to 180 seconds after a turn, not 181"),
    ],
)
def test_a_wrong_clock_is_refused(game_request: object, words: str) -> None:
    with pytest.raises(WebError, match=re.escape(words)):
        time_control_of(game_request)


@pytest.mark.parametrize("text", ["1+0", "5+3", "180+180"])
def test_a_clock_is_read_as_it_is_written(text: str) -> None:
    control = time_control_of(text)
    assert control is not None
    assert control.text == text
    assert time_control_of("") is time_control_of(None) is None


def test_bots_alone_have_no_clock(table: Table) -> None:
    error = table.post("/api/rooms", 400, **{**DUEL, "players": ["greedy", "greedy"]}, clock="5+3")["error"]
    assert error == "no seat is a person's: bots have no clock, their level says how long they think"
    assert "is written like 5+3" in table.post("/api/rooms", 400, **DUEL, clock={"minutes": 5})["error"]


# --- deadlines


def test_one_thread_calls_at_the_nearest_deadline_of_all() -> None:
    called, done = list[str](), Event()

    def judge(game: str) -> None:
        called.append(game)
        if game == "broken":
            raise MissingError("this one can't be read")
        if game == "last":
            done.set()

    time = Time()
    deadlines = Deadlines(judge, time)
    for game, moment in (("last", 9_000), ("second", 7_000), ("never", 5_000), ("broken", 6_000)):
        deadlines.put(game, moment)
    deadlines.put("never", None)
    time.goes(10)
    deadlines.put("far", 3_600_000)
    assert done.wait(PATIENCE)
    assert called == ["broken", "second", "last"]
    assert (deadlines.of("far"), deadlines.of("second")) == (3_600_000, None)
    deadlines.close()


def test_a_deadline_comes_by_itself() -> None:
    come = Event()
    deadlines = Deadlines(lambda game: come.set(), milliseconds)
    deadlines.put("game", milliseconds() + 20)
    assert come.wait(PATIENCE)
    deadlines.close()


# --- rooms


def begun(rooms: Rooms, clock: str = "1+2", **game_request: Any) -> Room:
    """A room in which each person has made the first turn."""
    room = rooms.add({**DUEL, "clock": clock, **game_request})
    for _ in room.plan.people:
        turn(room)
    return room


def turn(room: Room) -> None:
    """Let the person who is to act do so until the turn is over: the first legal action each time."""
    person = room.snapshot().person
    while (now := room.snapshot()).person == person and person is not None and not now.is_over:
        action = now.final.legal_ids(person)[0]
        room.act(now.known_to(person).version, person, action)


def left(room: Room) -> list[float | None]:
    """What the page shows of the clocks, in seconds."""
    clock: Any = shown(look_at(room.snapshot()))["clock"]
    return [None if each is None else each / 1000 for each in clock["left"]]


def test_clocks_run_after_the_first_turns_for_who_is_to_act() -> None:
    time = Time()
    room = unserved.rooms(now=time).add({**DUEL, "clock": "1+2"})
    for _ in range(2):
        time.goes(1000)
        turn(room)
    assert left(room) == [60, 60], "nobody loses before having come"
    time.goes(10)
    assert left(room) == [50, 60]
    turn(room)
    assert left(room) == [52, 60]
    time.goes(0.25)
    assert left(room) == [52, 59.75]
    room.undo(room.snapshot().version)
    assert left(room) == [50, 59.75], "what has passed stays charged, and the turn has added nothing"
    time.goes(1)
    room.redo(room.snapshot().version)
    assert left(room) == [51, 59.75]
    for _ in range(3):
        room.undo(room.snapshot().version)
        turn(room)
    assert left(room) == [51, 59.75], "nobody makes time by it"
    for page, times in ((3, [51, 59.75]), (2, [60, 60]), (1, [60, 60]), (0, [60, 60])):
        clock: Any = shown(look_at(room.snapshot(), page))["clock"]
        assert [each / 1000 for each in clock["left"]] == times
    room.resign(room.snapshot().version, 0)
    time.goes(100)
    assert left(room) == [51, 59.75], "a finished game needs no time"


@pytest.mark.parametrize("how", ["look", "act", "undo", "resign"])
def test_who_is_out_of_time_loses_however_it_is_noticed(how: str) -> None:
    time = Time()
    rooms = unserved.rooms(now=time)
    room = begun(rooms)
    time.goes(59.999)
    turn(room)
    assert left(room) == [2.001, 60], "one millisecond is enough"
    turn(room)
    time.goes(2.001)
    now = room.snapshot()
    if how == "look":
        rooms.find(room.id)
    else:
        change: Callable[..., None] = getattr(room, how)
        arguments = {"act": (0, now.final.legal_ids(0)[0]), "undo": (), "resign": (0,)}[how]
        with pytest.raises(StaleError, match="the game is over: A is out of time"):
            change(now.version, *arguments)
    page: Any = shown(look_at(room.snapshot()))
    assert page["finished"]
    assert page["result"] == "A is out of time after 4 moves: B wins."
    assert [seat["status"] for seat in page["seats"]] == ["out of time", ""]
    assert [seat["label"] for seat in page["seats"]] == ["A (out of time)", "B"]
    assert (page["can_undo"], page["can_redo"], page["clock"]["left"]) == (False, False, [0, 62_000])
    assert page["clock"]["ends"] == [None, None]
    tags = sse.read(sse.format_game(room.snapshot().record)).tags
    assert {key: tags[key] for key in tags if key not in ("seed", "A", "B")} == {
        "out_of_time": "A",
        "clock": "1+2",
        "times_A": "60 2 0",
        "times_B": "60 62",
    }
    for change in (room.undo, room.redo):
        with pytest.raises(StaleError, match="A is out of time"):
            change(room.snapshot().version)
    again = rooms.rematch(room, "")
    assert left(again) == [60, 60]


def test_alone_one_plays_against_time() -> None:
    time = Time()
    room = unserved.rooms(now=time).add({"game": "micro_space_empire", "seed": 2, "clock": "1+0"})
    while not room.snapshot().clocks.running:
        now = room.snapshot()
        room.act(now.version, 0, now.final.legal_ids()[0])
    plies = len(room.snapshot().moves)
    time.goes(60)
    room.judge()
    assert shown(look_at(room.snapshot()))["result"] == f"A is out of time after {plies} moves."


def test_of_three_the_others_play_on_and_a_bot_takes_the_seat() -> None:
    time = Time()
    room = begun(unserved.rooms(now=time), players=["human"] * 3, fields={})
    before = room.snapshot()
    told = Event()
    room.listen(lambda version, thinking: told.set() if len(room.snapshot().moves) > 3 else None)
    time.goes(60)
    room.judge()
    assert told.wait(PATIENCE), "the bot moves"
    now = room.snapshot()
    assert (before.players, now.players) == (("human",) * 3, ("star:beginner", "human", "human"))
    assert (now.is_over, now.late, now.person, left(room)) == (False, (0,), 1, [None, 60, 60])
    assert [seat["status"] for seat in shown(look_at(now))["seats"]] == ["out of time", "to act", ""]
    room.undo(now.version)
    assert room.snapshot().players[0] == "star:beginner", "nothing brings time back"
    assert room.snapshot().person == 2, "to the last decision of somebody who plays"


def test_bots_have_no_clock_and_nobody_pays_for_their_thoughts() -> None:
    time = Time()
    room = unserved.rooms(now=time).add({**DUEL, "players": ["human", "greedy"], "clock": "1+2"})

    def answered() -> None:
        """Act once, which is a turn here, and wait until the bot has answered."""
        now, event = room.snapshot(), Event()
        leave = room.listen(
            lambda version, thinking: event.set() if len(room.snapshot().moves) > len(now.moves) + 1 else None
        )
        room.act(now.version, 0, now.final.legal_ids(0)[0])
        assert event.wait(PATIENCE)
        leave()

    answered()
    time.goes(5)
    assert left(room) == [55, None]
    answered()
    assert left(room) == [57, None]


def test_a_turn_of_several_actions_is_one_and_others_cannot_count_them() -> None:
    """Orders of Jump Wars are sealed: the clock of who writes goes on as if nothing was done, or taken back."""
    time = Time(creeps=True)
    room = unserved.rooms(now=time).add(
        {"game": "jump_wars", "players": ["human"] * 2, "seed": 3, "clock": "10+5", "seats": "own"}, secret="s"
    )
    stream, counted = SplitMix64(5), 0

    def seen(now: Snapshot, viewer: int, writer: int) -> list[Any]:
        """What a viewer sees of the clocks, but for the time that passes."""
        last = len(now.known_to(viewer).moves)
        clocks: list[Any] = [shown(look_at(now, ply, viewer, (viewer,)))["clock"] for ply in range(last + 1)]
        return [clocks[-1]["ends"][writer], *(clock["left"] for clock in clocks[:-1])]

    while counted < 5:
        now = room.snapshot()
        seat = now.person
        assert seat is not None
        before = seen(now, 1 - seat, seat)
        time.goes(1)
        room.act(now.known_to(seat).version, seat, stream.choice(now.final.legal_ids(seat)))
        after = room.snapshot()
        is_timed = seat in now.clocks.begun
        if after.moves[-1].sealed and after.person == seat:
            counted += is_timed
            assert seen(after, 1 - seat, seat)[: len(before)] == before
            assert after.clocks.readings == now.clocks.readings
            for change in (room.undo, room.redo):
                change(room.snapshot().known_to(seat).version, asker=seat)
                assert seen(room.snapshot(), 1 - seat, seat)[: len(before)] == before
        elif is_timed:
            added = after.clocks.left[seat] - now.clocks.left_at(now.moment)[seat]
            assert -1050 < added <= -1000 or 3950 < added <= 4000, "a second passes, and a turn that ends adds five"


# --- orders that are written at the same time


def writers(time: Time, players: int, clock: str = "10+5") -> Room:
    """People on their own devices who have finished a first turn each, and write orders."""
    room = unserved.rooms(now=time).add(
        {"game": "jump_wars", "players": ["human"] * players, "seed": 3, "clock": clock, "seats": "own"}
        | {"fields": {"no_trade": True}},
        secret="s",
    )
    stream = SplitMix64(5)
    while not (is_begun(now := room.snapshot()) and now.is_writing and len(now.acting) == players):
        step(room, now.acting[0], stream)
    return room


def is_begun(now: Snapshot) -> bool:
    return now.clocks.begun == {*now.people}


def step(room: Room, seat: int, stream: SplitMix64, *, ends: bool | None = None) -> None:
    """Let a seat do anything that is legal; something that ends its orders, or doesn't, if there is such a thing."""
    known = room.snapshot().known_to(seat)
    legal = known.final.legal_ids(seat)
    wanted = [each for each in legal if ends is not None and ends != (seat in known.final.after(each, seat).to_act)]
    room.act(known.version, seat, stream.choice(wanted or legal))


def finish(room: Room, seat: int) -> None:
    """Let a seat complete its orders."""
    count = len(room.snapshot().final.to_act)
    while seat in (now := room.snapshot()).acting and len(now.final.to_act) == count and now.is_writing:
        step(room, seat, SplitMix64(1), ends=True)


def clock_of(now: Snapshot, viewer: int) -> list[Any]:
    """All that a viewer may know of the clocks, at each ply; but for the time that passes."""
    known = now.known_to(viewer)
    clocks = known.clocks
    return [
        {seat: clocks.left[seat] + clocks.since * (seat in clocks.running) for seat in now.people},
        clocks.running,
        [clocks.left_before(place) for place in range(len(known.moves))],
    ]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 3), pytest.param(2, 2, marks=pytest.mark.ci)])
def test_whoever_writes_at_the_same_time_pays_for_the_own_time_alone(players: int, seed: int) -> None:
    """In any order, with orders taken back and done again, and restarts: nobody's clock tells another one of it."""
    time = Time()
    room, stream = writers(time, players), SplitMix64(seed)
    begin = room.snapshot()
    model, log = begin.clocks.left_at(begin.moment), dict[int, list[int]]()
    counts = dict.fromkeys(("act", "undo", "redo", "end", "restart"), 0)
    for _ in range(120):
        now = room.snapshot()
        seat, wait = stream.choice(now.acting), stream.below(2000)
        time.goes(wait / 1000)
        for each in now.acting:
            model[each] -= wait
        known = now.known_to(seat)
        place = known.undo_place(None, seat)
        can_undo = now.is_writing and place is not None and not known.why_kept(place, seat)
        before = {viewer: clock_of(now, viewer) for viewer in (WATCHER, *now.people) if viewer != seat}
        if not known.why_undone(seat) and now.is_writing and stream.below(2):
            what = "redo"
            room.redo(known.version, seat)
        elif can_undo and stream.below(3) == 0:
            what = "undo"
            room.undo(known.version, None, seat)
        elif stream.below(12) == 0:
            what = "restart"
            saved = room.saved()
            room = Room.restored(saved, room.plan, unserved.workers(), lambda room: None, now=time)
            room.wake()
        else:
            what = "act"
            step(room, seat, stream, ends=stream.below(5) == 0)
        then = room.snapshot()
        is_end = len(then.clocks.readings) > len(now.clocks.readings)
        if is_end:
            model[seat] += 5000
            log.setdefault(seat, []).append(model[seat])
        counts["end" if is_end else what] += 1
        assert then.clocks.left_at(then.moment) == model
        assert then.clocks.running == {*then.acting}
        if what != "restart" and not is_end and then.is_writing:
            assert {viewer: clock_of(then, viewer) for viewer in before} == before, what
        check_readings(then)
    assert min(counts.values()) > 4, counts
    tags = room.snapshot().tags
    for seat, times in log.items():
        assert tags[f"times_{'ABC'[seat]}"].split()[-len(times) :] == [str(each // 1000) for each in times]


def check_readings(now: Snapshot) -> None:
    """Each reading stands after the last move of its own turn."""
    for place, seat, _, _ in now.clocks.readings[len(now.people) :]:
        move = now.moves[place - 1]
        assert move.player == seat
        assert seat not in move.after.to_act or not move.sealed


@pytest.mark.parametrize("writer", [0, 1])
def test_a_clock_that_stops_tells_nothing_but_that_its_person_has_finished(writer: int) -> None:
    """Games that differ in what one writes and takes back, at the same moments, show the others the same clocks."""
    worlds = list[list[Any]]()
    for steps in (0, 3):
        time = Time()
        room, stream, views = writers(time, 3), SplitMix64(steps), list[Any]()
        for _ in range(steps):
            step(room, writer, stream, ends=False)
        if steps:
            room.undo(room.snapshot().known_to(writer).version, None, writer)
        assert sum(
            move.player == writer for move in room.snapshot().moves[writing_from(room.snapshot().moves) :]
        ) == max(0, steps - 1)
        time.goes(7)
        for seat in (2, writer, 1 - writer):
            finish(room, seat)
            now = room.snapshot()
            if now.is_writing and len(now.acting) < 3:
                views.append([clock_of(now, viewer) for viewer in (WATCHER, 0, 1, 2) if viewer != writer])
            time.goes(3)
        assert len(views) == 2
        worlds.append(views)
    assert worlds[0] == worlds[1]


def differing(time: Time, players: int) -> Room:
    """People who write orders, the second of whom has 49 seconds; the others have 50."""
    room = writers(time, players, "1+0")
    for seat in range(players):
        time.goes({0: 10, 1: 1}.get(seat, 0))
        if seat == 0 and players == 3:
            finish(room, 2)
        if seat < 2:
            finish(room, seat)
    while len(room.snapshot().acting) < players or not room.snapshot().is_writing:
        step(room, room.snapshot().acting[0], SplitMix64(1))
    step(room, players - 1, SplitMix64(1), ends=False)
    return room


def test_of_two_whose_clocks_are_out_when_it_is_noticed_the_first_one_has_lost() -> None:
    time = Time()
    room = differing(time, 2)
    time.goes(200)
    room.judge()
    now = room.snapshot()
    assert (now.late, now.is_over, now.clocks.left_at(now.moment)) == ((1,), True, {0: 1000, 1: 0})


def test_who_has_finished_waits_without_losing_time_and_of_three_the_others_write_on() -> None:
    time = Time()
    room = differing(time, 3)
    finish(room, 2)
    time.goes(49.5)
    room.judge()
    now = room.snapshot()
    assert [now.late, now.is_over, now.players[1], now.acting] == [(1,), False, "greedy", (0,)]
    assert now.clocks.left_at(now.moment) == {0: 500, 1: 0, 2: 50_000}
    room.resign(now.known_to(0).version, 0)
    settle(room)
    now = room.snapshot()
    assert (now.clocks.left[0], {*now.clocks.running}, now.acting) == (500, {2}, (2,))


def settle(room: Room) -> None:
    """Wait until no bot thinks."""
    rung = Event()
    leave = room.listen(lambda version, thinking: rung.set())
    while room.snapshot().thinking is not None:
        rung.wait(PATIENCE)
        rung.clear()
    leave()


def test_a_game_that_was_put_away_charges_all_who_write() -> None:
    """The deadline is that of the first one; all have waited as long."""
    time = Time()
    room = writers(time, 2)
    time.goes(100)
    finish(room, 0)
    while len(room.snapshot().acting) < 2 or not room.snapshot().is_writing:
        step(room, room.snapshot().acting[0], SplitMix64(1))
    saved, deadline = room.saved(), room.alarm
    time.goes(30)
    again = Room.restored(saved, room.plan, unserved.workers(), lambda room: None, now=time)
    again.wake(deadline)
    first, second = room.snapshot(), again.snapshot()
    assert len(second.clocks.running) == 2
    assert len({*second.clocks.left.values()}) == 2
    assert second.clocks.left_at(second.moment) == first.clocks.left_at(first.moment)
    assert again.alarm == deadline


def test_alone_with_bots_finished_orders_are_taken_back_with_their_time() -> None:
    """The orders of a bot that stand behind stay, and so does the reading of each turn."""
    time = Time()
    clocks = Clocks.fresh(TimeControl(1, 5), [0, 1]).ended(0, 2).ended(1, 6).run({0, 1}, 0)
    time.goes(4)
    clocks = clocks.run({0, 1}, time()).ended(0, 9)
    # The moves of places 6 to 9 are those of the first seat; three of a bot are behind them.
    back = clocks.swapped(7, 9, 12).moved(12, 10)
    assert (clocks.left, back.left) == ({0: 61_000, 1: 56_000}, {0: 56_000, 1: 56_000})
    assert [each.place for each in back.until(10).readings] == [0, 0, 2, 6]
    again = back.moved(10, 12)
    for at in (0, 1):
        again = again.swapped(7 + at, 10 + at, 11 + at)
    assert (again.left, again.readings) == (clocks.left, clocks.readings)


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_clock_goes_on_where_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_kept: bool) -> None:
    """A game that is put away is looked at when its deadline comes, and has lost no time when somebody finds it."""
    monkeypatch.setattr("sse_core.web.rooms._LOADED", 0)
    time = Time(flows=True)
    store = Store(tmp_path) if is_kept else None
    rooms = unserved.rooms(store, now=time)
    away, seen, other = (begun(rooms, "1+0") for _ in range(3))
    gone, told = ref(away), Event()
    seen.listen(lambda version, thinking: told.set() if seen.snapshot().is_over else None)
    room_id, other_id = away.id, other.id
    del away, other
    rooms.find(rooms.add(DUEL).id)
    assert gone() is None
    time.goes(30)
    found = left(rooms.find(other_id))[0]
    assert found is not None
    assert 20 < found <= 30
    # The thread learns of a time that jumps by the next clock that runs.
    time.goes(30)
    begun(rooms, "1+0")
    assert told.wait(PATIENCE)
    saved = rooms._store.find(room_id)
    assert saved is not None
    assert saved.gone == [(0, "out of time")]
    rooms.close()
    if store is not None:
        store.close()


def test_clocks_stop_while_the_server_is_down(tmp_path: Path) -> None:
    time, store = Time(), Store(tmp_path)
    rooms = unserved.rooms(store, now=time)
    room = begun(rooms)
    time.goes(7)
    turn(room)
    time.goes(20)
    page: Any = shown(look_at(room.snapshot()))["clock"]
    assert page["left"] == [55_000, 40_000]
    saved = room.saved()
    rooms.close()
    store.close()
    later, store = Time(), Store(tmp_path)
    later.goes(5)
    rooms = unserved.rooms(store, now=later)
    again = rooms.find(room.id)
    assert left(again) == [55, 60], "what has passed since the last move wasn't written"
    later.goes(2)
    assert left(again) == [55, 58]
    assert again.saved().readings == saved.readings
    turn(again)
    assert left(again) == [55, 60]
    rooms.close()
    store.close()


@pytest.mark.parametrize(
    ("key", "rows"),
    [
        ("times", [[0, 1, 1]]),
        ("times", [[0, 1, 1], [2, 1, 1]]),
        ("times", [[0, -1, 1], [1, 1, 1]]),
        ("times", [[0, 1], [1, 1]]),
        ("times", [[0, "x", 1], [1, 1, 1]]),
        ("times", []),
        ("readings", [[0, 5, 1, 0]]),
        ("readings", [[0, 1]]),
    ],
)
def test_clocks_that_are_damaged_are_refused(tmp_path: Path, key: str, rows: list[list[Any]]) -> None:
    store = Store(tmp_path)
    saved = begun(unserved.rooms(store)).saved()
    store.keep(type(saved)(**{**vars(saved), key: rows}))
    with pytest.raises(MissingError, match=r"the game can't be read: row 1 of rooms.sqlite3: "):
        unserved.rooms(store).find(saved.id)
    store.close()


def test_a_record_that_goes_on_has_its_clocks_from_there(table: Table) -> None:
    """Its times are those of this game; before its first move nobody knows any. In a branch none are told."""
    tags = {"clock": "9+9", "times_A": "1 2", "out_of_time": "B", "A": "Anna"}
    record = sse.GameRecord(sse.new_game(sse.maps()["duel"]), tags=tags)
    for _ in range(3):
        record = record.after(record.final.legal_ids()[0])
    text = sse.format_game(record)
    game = {"game": "small_star_empires", "players": ["human", "human"], "text": text}
    room = f"/api/rooms/{table.post('/api/rooms', 201, **game, clock='5+3')['id']}"
    page = table.get(room)
    assert page["clock"]["left"] == [300_000, 300_000]
    assert table.get(room, ply=2)["clock"]["left"] == [None, None]
    shown_tags = sse.read(table.get(f"{room}/record")).tags
    assert {key: shown_tags.get(key) for key in tags} == {**tags, "clock": "5+3", "times_A": None, "out_of_time": None}
    page = table.act(room, page)
    action = table.get(room, ply=3)["tries"]["legal"][-1]["text"]
    assert table.get(room, ply=3, line=f"B {action}")["clock"]["left"] == [None, None]
    again = table.post(f"{room}/rematch", 201)["id"]
    assert table.get(f"/api/rooms/{again}")["clock"]["control"] == "5+3"
    # Without a clock, what the record tells of clocks stays, until it holds no more.
    room = f"/api/rooms/{table.post('/api/rooms', 201, **game)['id']}"
    page = table.get(room)
    assert page["clock"] is None
    assert table.get(f"{room}/record").rstrip("\n").replace("\nB: human", "") != ""
    table.act(room, page)
    kept = sse.read(table.get(f"{room}/record")).tags
    assert (kept["times_A"], "out_of_time" in kept) == ("1 2", False)


def test_a_campaign_keeps_its_clock(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "human"], campaign=True, clock="7+1")
    assert table.get(room)["clock"]["control"] == "7+1"
    again = table.post(f"{room}/rematch", 201)["id"]
    assert table.get(f"/api/rooms/{again}")["clock"]["control"] == "7+1"


def test_times_fill_as_many_tags_as_they_need_or_none() -> None:
    clocks = Clocks.fresh(TimeControl(180, 180), [0, 1])
    for place in range(100):
        clocks = clocks.ended(0, place)
    tags = clocks.tags("AB", 3000)
    assert list(tags) == ["clock", "times_A", "times_A_2", "times_A_3", "times_A_4"]
    assert all(len(value) <= 200 for value in tags.values())
    words = " ".join(value for key, value in tags.items() if key != "clock").split()
    assert words == [str(10_800 + 180 * n) for n in range(100)]
    for place in range(3000):
        clocks = clocks.ended(1, place)
    assert list(clocks.tags("AB", 3000)) == ["clock"]
