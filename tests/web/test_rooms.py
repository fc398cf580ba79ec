"""Rooms: side by side, over a restart, seen from two tabs, and bounded in number."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core.errors import SseError
from sse_core.web.errors import BusyError
from sse_core.web.plan import plan_of
from sse_core.web.room import Room
from sse_core.web.rooms import Rooms
from sse_core.web.server import serving
from sse_core.web.store import FILE, Store, StoreError
from sse_core.web.workers import Workers

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
        room = table.open("small_star_empires", ["human", "greedy"], seed=3)
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
        first = {"version": shown["version"], "thinking": None}
        assert [next(one), next(two), next(third)["version"]] == [first, first, table.get(other)["version"]]
        for _ in range(3):
            shown = table.act(room, shown)
            assert next(one) == next(two) == {"version": shown["version"], "thinking": None}
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
    rooms = Rooms(Workers(1), most=3)
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
    rooms = Rooms(Workers(1), store)
    old, new = rooms.add(TWO), rooms.add(TWO)
    old.used -= 31 * 24 * 3600
    store.keep(old.saved())
    rooms.add(TWO)
    assert {room_id for room_id, _ in store.ids()} >= {new.id}
    assert store.find(old.id) is None
    with pytest.raises(SseError, match="no such game"):
        rooms.find(old.id)
    store.close()


def test_rooms_in_a_file_leave_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sse_core.web.rooms._LOADED", 2)
    store = Store(tmp_path)
    rooms = Rooms(Workers(1), store)
    made = [rooms.add(TWO) for _ in range(4)]
    listened = made[0].listen(lambda version, thinking: None)
    rooms.find(made[3].id)
    assert rooms.find(made[0].id) is made[0], "somebody listens"
    listened()
    found = rooms.find(made[1].id)
    assert found is not made[1]
    assert found.snapshot().final == made[1].snapshot().final
    store.close()


def test_listeners_are_told_until_they_leave() -> None:
    rooms = Rooms(Workers(1))
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
    monkeypatch.setattr("sse_core.web.room.MAX_PLIES", 2)
    room = Rooms(Workers(1)).add(TWO)
    for _ in range(2):
        room.act(room.snapshot().version, room.snapshot().person or 0, room.snapshot().final.legal_ids()[0])
    with pytest.raises(SseError, match="2 moves, and takes no more"):
        room.act(room.snapshot().version, 0, room.snapshot().final.legal_ids()[0])
    assert room.snapshot().final.ply == 2


def test_a_bot_that_fails_stops_its_game_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: object, player: int, rng: object) -> object:
            raise RuntimeError("out of order")

    workers = Workers(1)
    room = Room("id", plan_of({**TWO, "players": ["greedy", "human"]}), workers, lambda room: None)
    monkeypatch.setattr("sse_core.web.room.bot_of", lambda name, game: Broken())
    room._make_choosers()
    done = threading.Event()
    room.listen(lambda version, thinking: done.set() if thinking is None else None)
    room.wake()
    assert done.wait(10)
    found = room.snapshot()
    assert "greedy at seat A failed at ply 0: RuntimeError: out of order" in found.trouble
    assert (found.thinking, len(found.moves)) == (None, 0)


# --- the file


def test_a_file_of_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("this is no database, but it is long enough to look like one " * 20)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    with sqlite3.connect(other / FILE) as db:
        db.execute("CREATE TABLE mine (x)")
    db.close()
    with pytest.raises(StoreError, match="the file is not of sse_core"):
        Store(other)
    (tmp_path / "plain").write_text("")
    with pytest.raises(StoreError, match="plain"):
        Store(tmp_path / "plain")


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version = 9")
    db.close()
    with pytest.raises(StoreError, match="the file is of version 9, and this is 1"):
        Store(tmp_path)


def test_what_is_kept_is_the_game(tmp_path: Path) -> None:
    store = Store(tmp_path)
    room = Rooms(Workers(1), store).add(TWO)
    state = room.snapshot().final
    room.act(room.snapshot().version, 0, state.legal_ids()[3])
    saved = store.find(room.id)
    assert saved == room.saved()
    assert saved is not None
    assert sse.parse_state(saved.start) == state
    assert saved.moves == [(0, sse.format_action(state.legal_actions()[3], state))]
    store.close()
    store.keep(room.saved())


def test_a_game_that_somebody_looks_at_makes_no_way() -> None:
    rooms = Rooms(Workers(1), most=2)
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
        assert sse.parse_state(table.get(f"{again}/position", ply=0).rstrip("\n")) == start
        table.close()
