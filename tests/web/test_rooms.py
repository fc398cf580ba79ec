"""Rooms: side by side, over a restart, seen from two tabs, and bounded in number."""

from __future__ import annotations

import gc
import json
import os
import re
import sqlite3
import threading
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from tests.web import unserved
from tests.web.table import Table

import sse_core as sse
from sse_core.errors import SseError
from sse_core.game import CHANCE, Outcome
from sse_core.seeds import SplitMix64
from sse_core.small_star_empires import parse_state
from sse_core.web.errors import BusyError, FullError, MissingError, WebError
from sse_core.web.plan import plan_of, rematch_of
from sse_core.web.room import Room
from sse_core.web.rooms import Rooms
from sse_core.web.server import serving
from sse_core.web.store import FILE, Store, StoreError
from sse_core.web.text_cache import TextCache

TWO = {"game": "small_star_empires", "players": ["human", "human"], "seed": 1}


def test_a_game_goes_on_after_a_restart(kept: Path) -> None:
    with serving(kept) as url:
        table = Table(url)
        room = table.open("small_star_empires", ["human", "greedy"], seed=3, fields={"unexplored": True})
        for _ in range(4):
            table.act(room, table.settled(room))
        shown = table.settled(room)
        shown = table.post(f"{room}/undo", version=shown["version"])
        table.close()
    with serving(kept) as url:
        table = Table(url)
        assert table.get(room) == shown
        again = table.post(f"{room}/redo", version=shown["version"])
        assert again["ply"] > shown["ply"]
        end = table.play(room, lambda page: page["legal"][0])
        assert end["finished"]
        table.close()
    with serving(kept) as url:
        table = Table(url)
        assert table.get(room) == end
        table.close()


def test_a_bot_that_thought_at_the_end_is_asked_again(kept: Path) -> None:
    with serving(kept, workers=1) as url:
        table = Table(url)
        # The only thread is taken by a long thought, and the bot of the second game waits.
        table.open("small_star_empires", ["mcts:30s", "human"])
        room = table.open("small_star_empires", ["human", "mcts:10"], seed=3)
        shown = table.act(room, table.get(room))
        assert (shown["thinking"], shown["ply"]) == (1, 1)
        table.close()
    with serving(kept) as url:
        table = Table(url)
        after = table.settled(room)
        assert (after["thinking"], after["person"]) == (None, 0)
        assert after["moves"][0] == shown["moves"][0]
        assert after["moves"][1]["seat"] == 1
        table.close()


def test_a_resigned_game_stays_so_after_a_restart(kept: Path) -> None:
    with serving(kept) as url:
        table = Table(url)
        room = table.open()
        end = table.post(f"{room}/resign", version=table.get(room)["version"], seat=0)
        table.close()
    with serving(kept) as url:
        table = Table(url)
        assert table.get(room) == end
        table.close()


def test_two_tabs_see_each_move_at_once(table: Table) -> None:
    room, other = table.open(), table.open()
    with table.events(room) as one, table.events(room) as two, table.events(other) as third:
        shown = table.get(room)
        first = {"version": shown["version"], "thinking": None, "warning": ""}
        assert [next(one), next(two), next(third)["version"]] == [first, first, table.get(other)["version"]]
        for _ in range(3):
            shown = table.act(room, shown)
            assert next(one) == next(two) == {"version": shown["version"], "thinking": None, "warning": ""}
        shown = table.post(f"{room}/undo", version=shown["version"])
        assert next(one)["version"] == next(two)["version"] == shown["version"]
    assert table.get(other)["ply"] == 0


def test_one_of_many_answers_to_a_version_counts(table: Table) -> None:
    room = table.open()
    shown = table.get(room)
    body = {"version": shown["version"], "seat": 0, "id": shown["legal"][0]["id"]}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: table.http.post(f"{room}/act", json=body).status_code, range(16)))
    assert sorted(answers) == [200] + [409] * 15
    assert table.get(room)["ply"] == 1


def test_ids_are_not_to_be_guessed(table: Table) -> None:
    ids = {table.open().rpartition("/")[2] for _ in range(20)}
    assert len(ids) == 20
    assert {len(each) for each in ids} == {22}
    for wrong in ("x", "0" * 22, "..%2f..", "%00"):
        assert table.get(f"/api/rooms/{wrong}", 404)["error"]


# --- rooms without a server


def test_rooms_are_bounded_in_number() -> None:
    rooms = unserved.rooms(most=3)
    made = [rooms.add(TWO) for _ in range(3)]
    with pytest.raises(BusyError, match="there are 3 games here"):
        rooms.add(TWO)
    made[1].used -= 3601
    fourth = rooms.add(TWO)
    assert rooms.find(fourth.id) is fourth
    assert rooms.find(made[0].id) is made[0]
    with pytest.raises(SseError, match="no such game"):
        rooms.find(made[1].id)
    assert len(rooms) == 3


def test_old_rooms_are_forgotten(tmp_path: Path) -> None:
    store = Store(tmp_path)
    rooms = unserved.rooms(store)
    old, new = rooms.add(TWO), rooms.add(TWO)
    old.used -= 31 * 24 * 3600
    store.keep(old.saved())
    rooms.add(TWO)
    assert {room_id for room_id, _ in store.ids()} >= {new.id}
    assert store.find(old.id) is None
    with pytest.raises(SseError, match="no such game"):
        rooms.find(old.id)
    store.close()


@pytest.mark.parametrize("is_kept", [True, False])
def test_rooms_leave_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_kept: bool) -> None:
    monkeypatch.setattr("sse_core.web.rooms._LOADED", 2)
    store = Store(tmp_path) if is_kept else None
    rooms = unserved.rooms(store)
    made = [rooms.add(TWO) for _ in range(4)]
    ids, final = [room.id for room in made], made[1].snapshot().final
    listened = made[0].listen(lambda version, thinking: None)
    known = weakref.WeakSet(made)
    del made
    rooms.find(ids[3])
    assert {room.id for room in known} == {ids[0], ids[2], ids[3]}, "somebody listens to the first one"
    listened()
    rooms.find(ids[2])
    assert rooms.find(ids[1]).snapshot().final == final
    assert len(rooms) == 4
    if store is not None:
        store.close()


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_room_is_there_once_as_long_as_anybody_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    """What is done in a room that was put away meanwhile isn't lost."""
    monkeypatch.setattr("sse_core.web.rooms._LOADED", 0)
    store = Store(tmp_path) if is_kept else None
    rooms = unserved.rooms(store)
    room, other = rooms.add(TWO), rooms.add(TWO).id
    for ply in range(1, 6):
        rooms.find(other)
        now = room.snapshot()
        room.act(now.version, now.person or 0, now.final.legal_ids()[0])
        room_id = room.id
        assert rooms.find(room_id) is room
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(rooms.find, [room_id] * 4))
        assert len({id(each) for each in found}) == 1, "it is loaded once"
        del room, found
        rooms.find(other)
        room = rooms.find(room_id)
        assert room.snapshot().final.ply == ply
    if store is not None:
        store.close()


def play(room: Room, actions: int) -> None:
    """Let people act at random."""
    stream = SplitMix64(1)
    while (now := room.snapshot()).person is not None and len(now.moves) < actions:
        room.act(now.known_to(now.person).version, now.person, stream.choice(now.final.legal_ids(now.person)))


@pytest.mark.parametrize("game", sse.GAMES)
@pytest.mark.ci
def test_a_game_where_nobody_looks_takes_little_memory(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr("sse_core.web.rooms._LOADED", 0)
    game_request = {"game": game, "players": ["human"] * sse.GAMES[game].INFO.least_players, "seed": 1}
    rooms, sizes = unserved.rooms(), list[int]()
    # What the game itself keeps is there after the first one.
    for _ in range(2):
        tracemalloc.start()
        room = rooms.add(game_request)
        play(room, 100)
        gone = weakref.ref(room)
        del room
        rooms.find(rooms.add(game_request).id)
        assert gone() is None
        # What waits to be collected is kept by nobody.
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert sizes[-1] < 100_000


def test_pictures_are_kept_within_their_bytes() -> None:
    pictures, drawn = TextCache[str](200_000, 20_000), list[int]()
    stream = SplitMix64(1)

    def draw(n: int) -> str:
        drawn.append(n)
        return "ä" * n

    for _ in range(200):
        n = stream.below(40) * 1000
        assert pictures.get((n,), partial(draw, n)) == "ä" * n
        assert pictures.get((n,), partial(draw, n)) == "ä" * n
        assert pictures.size <= 200_000
    assert len(drawn) < 200, "some are found again"
    assert pictures.get(("big",), lambda: "x" * 300_000) == "x" * 300_000
    assert pictures.size == 0


def test_listeners_are_told_until_they_leave() -> None:
    rooms = unserved.rooms()
    room = rooms.add(TWO)
    told: list[int] = []
    leave = room.listen(lambda version, thinking: told.append(version))
    state = room.snapshot().final
    room.act(room.snapshot().version, 0, state.legal_ids()[0])
    leave()
    leave()
    room.undo(room.snapshot().version)
    assert told == [2]
    assert room.snapshot().version == 3


def test_a_game_takes_so_many_moves_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sse_core.web.room.history.MAX_PLIES", 2)
    room = unserved.rooms().add(TWO)
    for _ in range(2):
        room.act(room.snapshot().version, room.snapshot().person or 0, room.snapshot().final.legal_ids()[0])
    with pytest.raises(SseError, match="2 moves, and takes no more"):
        room.act(room.snapshot().version, 0, room.snapshot().final.legal_ids()[0])
    assert room.snapshot().final.ply == 2


def test_a_bot_that_fails_stops_its_game_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: object, player: int, rng: object) -> object:
            raise RuntimeError("out of order")

    workers = unserved.workers()
    room = Room("id", plan_of({**TWO, "players": ["greedy", "human"]}), workers, lambda room: None)
    monkeypatch.setattr("sse_core.web.room.thinkers.bot_of", lambda name, game: Broken())
    room._thinkers.make(room._play.players.names)
    done = threading.Event()
    room.listen(lambda version, thinking: done.set() if thinking is None else None)
    room.wake()
    assert done.wait(60)
    found = room.snapshot()
    assert "greedy at seat A failed at ply 0: RuntimeError: out of order" in found.trouble
    assert (found.thinking, len(found.moves)) == (None, 0)


# --- the file


def assert_refused(folder: Path, words: str) -> None:
    """Assert that the store refuses a folder, and has none of its files open even while the error is kept."""
    with pytest.raises(StoreError, match=words) as caught:
        Store(folder)
    # A system that lists no open files has none to look at.
    paths = [each.resolve() for each in Path("/proc/self/fd").glob("*")]
    assert [path for path in paths if path.is_relative_to(folder)] == [], caught


def test_a_file_of_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("this is no database, but it is long enough to look like one " * 20)
    assert_refused(tmp_path, "file is not a database")
    other = tmp_path / "other"
    other.mkdir()
    with sqlite3.connect(other / FILE) as db:
        db.execute("CREATE TABLE mine (x)")
    db.close()
    assert_refused(other, "the file is not of sse_core")
    (tmp_path / "plain").write_text("")
    assert_refused(tmp_path / "plain", "plain")


def test_long_games_leave_the_memory_before_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few are ready, or more with so many moves together; a start waits for none of them to be put away."""
    for name, number in (("_LEAST", 2), ("_MOVES", 5), ("_LONG", 3)):
        monkeypatch.setattr(f"sse_core.web.rooms.{name}", number)
    start = sse.small_star_empires.new_game(seed=1)
    text = sse.format_game(sse.GameRecord(start, list(islice(moves_of(start), 4))))
    rooms = unserved.rooms()
    ids = [rooms.add({**TWO, "text": text}).id for _ in range(4)]
    for _ in range(2):
        # What a request lets be put away may still go on, and the next one finds what is left.
        with rooms._resting:
            pass
        rooms.find(ids[3])
    with rooms._resting:
        assert [*rooms._rooms] == ids[2:]
    assert len(rooms.find(ids[0]).snapshot().moves) == 4


def moves_of(state: sse.State) -> Iterator[tuple[int, Any]]:
    """The first legal action of each position."""
    while state.to_act:
        seat = state.to_act[0]
        yield seat, state.legal_actions()[0]
        state = state.after(state.legal_actions()[0])


@pytest.mark.parametrize("at", [0.3, 0.5, 0.9])
def test_a_damaged_file_is_set_aside_and_what_can_be_read_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, at: float
) -> None:
    store = Store(tmp_path)
    saved = unserved.rooms(store).add(TWO).saved()
    ids = [sha256(bytes([number])).hexdigest()[:22] for number in range(150)]
    for room_id in ids:
        store.keep(replace(saved, id=room_id))
    store.close()
    path = tmp_path / FILE
    damaged = bytearray(path.read_bytes())
    middle = int(len(damaged) * at)
    damaged[middle : middle + 4000] = b"\xaa" * 4000
    path.write_bytes(damaged)
    store = Store(tmp_path)
    (aside,) = tmp_path.glob("rooms.damaged-*.sqlite3")
    assert aside.read_bytes() == damaged
    left = {room_id for room_id, _ in store.ids()}
    assert f"{FILE} is damaged, and kept as {aside.name}; {len(left)} of its games can be read" in caplog.text
    # A page of four thousand bytes has a few rooms; those before and behind it are there.
    assert len(ids) * 0.8 < len(left) < len(ids) + 1
    rooms = unserved.rooms(store)
    assert rooms.find(max(left)).snapshot().final == rooms.find(min(left)).snapshot().final
    new = rooms.add(TWO)
    store.close()
    again = Store(tmp_path)
    assert {new.id, *left} <= {room_id for room_id, _ in again.ids()}
    again.close()


def test_a_file_that_fails_is_told_without_its_path(tmp_path: Path) -> None:
    """It is the server's fault, and where its files lie is nobody's business."""
    store = Store(tmp_path)
    rooms = unserved.rooms(store)
    store._db.execute("DROP TABLE rooms")
    asked: tuple[Callable[[], object], ...] = (lambda: rooms.find("!"), lambda: rooms.add(TWO))
    for ask in asked:
        with pytest.raises(WebError) as caught:
            ask()
        assert caught.value.status == 500
        assert FILE in str(caught.value)
        assert str(tmp_path) not in str(caught.value)
    store.close()


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    """Two servers with the same games would each undo what the other one does."""
    with (
        closing(Store(tmp_path)),
        pytest.raises(StoreError, match=rf"{re.escape(str(tmp_path))}: process {os.getpid()} on \S+ has these games"),
    ):
        Store(tmp_path)
    Store(tmp_path).close()


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sse_core.web.rooms._LOADED", 0)
    monkeypatch.setattr("sse_core.web.rooms._AGAIN", 0.01)
    store = Store(tmp_path)
    rooms = unserved.rooms(store)
    ids = [rooms.add(TWO).id for _ in range(3)]
    told: list[str] = []

    def act(room_id: str) -> Room:
        room = rooms.find(room_id)
        now = room.snapshot()
        room.act(now.version, now.person or 0, now.final.legal_ids()[0])
        return room

    # SQLite itself refuses pages as on a full disk; short rows fill those that it has.
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages + 1}")
    shorts = ((f"short {number}",) for number in count())
    with pytest.raises(sqlite3.OperationalError, match="full"):
        store._db.executemany("INSERT INTO rooms VALUES (?, 0, '')", shorts)
    while not rooms.find(ids[0]).snapshot().warning:
        act(ids[0])
    room = rooms.find(ids[0])
    end = room.listen(lambda version, thinking: told.append(room.snapshot().warning))
    ply = act(ids[0]).snapshot().final.ply
    assert "can't be written to the disk" in told[-1]
    with pytest.raises(FullError, match="takes no new ones"):
        rooms.add(TWO)
    end()
    known = weakref.ref(room)
    del room
    rooms.find(ids[1])
    assert known() is not None, "it stays in memory"
    assert rooms.find(ids[0]).snapshot().final.ply == ply
    room, recovered = rooms.find(ids[0]), threading.Event()
    end = room.listen(lambda version, thinking: recovered.set())
    store._db.execute("DELETE FROM rooms WHERE id LIKE 'short %'")
    # Nobody asks for anything: it is tried again and again, and who listens is told.
    assert recovered.wait(60)
    end()
    assert room.snapshot().warning == ""
    assert len({rooms.add(TWO).id, *ids}) == 4
    rooms.close()
    store.close()
    again = Store(tmp_path)
    assert unserved.rooms(again).find(ids[0]).snapshot().final.ply == ply
    again.close()


WRONG: list[Any] = [None, True, -1, 10**400, 1.5, "x", "", [], {}, [[0]], [[0, "x"]], [["x", 0]], [None], {"game": []}]
"""What may stand in the place of any value of a row."""


def refusal_of_finding(rooms: Rooms, room_id: str) -> str:
    try:
        rooms.find(room_id)
    except MissingError as error:
        return str(error)
    return ""


def test_damaged_rows_are_refused_with_their_place(tmp_path: Path) -> None:
    store = Store(tmp_path)
    rooms = unserved.rooms(store)
    room = rooms.add({**TWO, "players": ["human", "greedy"]})
    room.act(room.snapshot().version, 0, room.snapshot().final.legal_ids()[0])
    good, refused = json.loads(json.dumps(vars(room.saved()))), 0
    texts = [json.dumps(good)[:n] for n in range(0, 600, 97)] + ["\0", "[" * 9999, '{"id": NaN}']
    texts += [json.dumps({**good, key: value}) for key in good for value in WRONG]
    texts += [json.dumps({key: good[key] for key in good if key != left_out}) for left_out in good]
    for number, text in enumerate(texts):
        room_id = f"!{number:04}"
        store._db.execute("INSERT INTO rooms VALUES (?, ?, ?)", (room_id, 0.0, text))
        if words := refusal_of_finding(rooms, room_id):
            refused += 1
            assert f"the game can't be read: row {number + 1} of {FILE}: " in words
            assert len(words) < 500
    assert refused > len(texts) // 2
    moves = [[0, room.snapshot().moves[0].text], [1, "nonsense"]]
    row = json.dumps({**good, "moves": moves})
    store._db.execute("INSERT INTO rooms VALUES (?, ?, ?)", ("!", 0.0, row))
    with pytest.raises(MissingError, match=r"can't be read: row 1 of rooms.sqlite3: move 2: "):
        rooms.find("!")
    store.close()


def test_a_damaged_row_keeps_its_game_from_nobody_else(tmp_path: Path) -> None:
    """Names, times and contents that are no text, or no number, are skipped, or told with the row."""
    store = Store(tmp_path)
    rooms = unserved.rooms(store)
    good = rooms.add(TWO)
    store._db.execute("INSERT INTO rooms VALUES ('!', 'never', CAST(x'ff7b' AS TEXT))")
    store._db.execute("INSERT INTO rooms VALUES (CAST(x'ff' AS TEXT), x'00', x'00ff')")
    assert len(rooms) == 3
    again = rooms.add(TWO)
    assert rooms.find(again.id) is again
    assert rooms.find(good.id) is good
    assert "the game can't be read: row 1 of rooms.sqlite3: " in refusal_of_finding(rooms, "!")
    store.close()


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version = 9")
    db.close()
    assert_refused(tmp_path, "the file is of version 9, and this is 5")


def test_what_is_kept_is_the_game(tmp_path: Path) -> None:
    store = Store(tmp_path)
    room = unserved.rooms(store).add(TWO)
    state = room.snapshot().final
    room.act(room.snapshot().version, 0, state.legal_ids()[3])
    saved = store.find(room.id)
    assert saved == room.saved()
    assert saved is not None
    assert parse_state(saved.start) == state
    assert saved.moves == [(0, sse.format_action(state.legal_actions()[3], state))]
    store.close()
    store.keep(room.saved())


def test_a_game_that_somebody_looks_at_makes_no_way() -> None:
    rooms = unserved.rooms(most=2)
    looked_at, found = rooms.add(TWO), rooms.add(TWO)
    leave = looked_at.listen(lambda version, thinking: None)
    looked_at.used -= 9999
    found.used -= 9999
    rooms.find(found.id)
    with pytest.raises(BusyError):
        rooms.add(TWO)
    leave()
    rooms.add(TWO)
    with pytest.raises(SseError, match="no such game"):
        rooms.find(looked_at.id)


@pytest.mark.parametrize("game_request", [{"fields": {"turns": 1}}, {"preset": "three"}])
def test_the_winner_begins_the_rematch_wherever_he_sits_then(game_request: dict[str, Any]) -> None:
    plan = plan_of({"game": "jump_wars", "players": ["human", "random", "greedy"]} | game_request)
    again = plan_of(rematch_of(plan, Outcome((2,), (0, 0, 0), "fleets")))
    assert (again.players, again.start.to_act) == (("greedy", "human", "random"), (0,))
    shared = rematch_of(again, Outcome((0, 1), (0, 0, 0), "shared"))
    assert plan_of(shared).start.to_act == plan.start.to_act == (CHANCE,)


def test_a_rematch_where_the_winner_does_not_begin_is_the_same_game() -> None:
    plan = plan_of({"game": "small_star_empires", "players": ["human", "random"]})
    assert rematch_of(plan, Outcome((1,), (0, 1), "total")) == rematch_of(plan)


def test_a_rematch_of_a_record_begins_where_the_record_began(kept: Path) -> None:
    start = sse.new_game(sse.parse_map("A 3 . 2 B"))
    text = sse.format_game(sse.GameRecord(start, ["a1-a2=C"], {"A": "human", "B": "random"}))
    with serving(kept) as url:
        table = Table(url)
        room = table.open("small_star_empires", [], text=text)
        assert table.settled(room)["ply"] >= 2
        table.close()
    with serving(kept) as url:
        table = Table(url)
        again = f"/api/rooms/{table.post(f'{room}/rematch', 201)['id']}"
        shown = table.settled(again)
        assert [seat["player"] for seat in shown["seats"]] == ["random", "human"]
        assert parse_state(table.get(f"{again}/position", ply=0)) == start
        table.close()
