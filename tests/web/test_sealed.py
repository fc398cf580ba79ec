"""Orders that are being written: nobody can count what others have written, and what is forced is made for a person."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random
from threading import Event
from typing import Any

import pytest
from tests.empire_of_the_stars import by_hand
from tests.jump_wars.rich_tables import rich_battle
from tests.web import unserved
from tests.web.table import Table
from tests.web.test_seats import seated

import sse_core as sse
from sse_core import jump_wars
from sse_core.game import CHANCE
from sse_core.play import random_play
from sse_core.play.secrets import alike
from sse_core.play.turns import turns_of
from sse_core.seeds import PlyStream, SplitMix64
from sse_core.web.plan import plan_of
from sse_core.web.room import Room, Snapshot
from sse_core.web.room.forced_moves import forced_move
from sse_core.web.room.sealed_orders import WATCHER, as_seen, writing_from
from sse_core.web.room.seats import Seats
from sse_core.web.room_json import look_at


def the_orders(players: int, seed: int) -> str:
    """A position late enough that orders have many steps, in which the players begin to write them."""
    states = (
        after
        for _, _, after in turns_of(
            jump_wars.new_game(players=players, seed=seed), [random_play.choose] * players, seed
        )
    )
    late = (state for state in islice(states, 2000) if state.ply > 60 and state.position.step.value == "orders")
    return sse.format_state(next(state for state in late if len(state.legal_ids(0)) > 2))


def asked(table: Table, room: str, seat: int | None) -> Iterator[tuple[str, str]]:
    """Every answer that who sits at a seat, or watches for None, gets while others write; what acts isn't accepted."""
    query: dict[str, Any] = {} if seat is None else {"seat": seat}
    page = table.get(room, **query)
    for what in ("", "/position", "/picture.svg", "/link", "/record", "/map", "/review"):
        answer = table.http.get(room + what, params={} if what in ("/map", "/review") else query)
        yield what, f"{answer.status_code} {answer.headers} {answer.text}"
    for ply in (page["first_ply"], page["last_ply"] + 1):
        yield f"ply {ply}", table.http.get(room, params={**query, "ply": ply}).text
    with table.events(room, **query) as events:
        yield "news", repr(next(events))
    version = page["version"]
    for what, body in (
        ("act", {"version": version, "id": 10**6}),
        ("act", {"version": version, "text": "pass"}),
        ("act", {"version": version + 1, "id": 10**6}),
        ("undo", {"version": version}),
        ("undo", {"version": version, "to": page["first_ply"]}),
        ("redo", {"version": version}),
        ("why", {"keys": ["from"]}),
        ("answer", {"agrees": True}),
    ):
        answer = table.http.post(f"{room}/{what}", json={"seat": -1 if seat is None else seat, **body})
        # Who writes, too, may take back own orders.
        assert what in ("why", "undo", "redo") or answer.status_code in (400, 403, 409), (what, answer.text)
        yield what, f"{answer.status_code} {answer.text}"


def known(tables: list[Table], room: str, writer: int) -> list[tuple[str, str]]:
    """All that those get who aren't the writer, without what names the game."""
    found = list[tuple[str, str]]()
    for seat, table in enumerate(tables):
        if seat != writer:
            found += asked(table, room, seat if seat < len(tables) - 1 else None)
    room_id = room.rpartition("/")[2]
    return [(what, text.replace(room_id, "ID").partition("'date'")[0]) for what, text in found]


def write(table: Table, room: str, seat: int, steps: int, rng: SplitMix64) -> int:
    """Let a seat write so many steps of orders, without finishing, some of them twice; return how many are written."""
    done = 0
    while done < steps:
        page = table.get(room, seat=seat)
        legal = [action for action in page["legal"] if action["text"] != "done"]
        if not legal:
            break
        page = table.act(room, page, id=rng.choice(legal)["id"])
        done += 1
        if rng.below(3) == 0:
            page = table.post(f"{room}/undo", version=page["version"], seat=seat)
            assert page["can_redo"]
            table.post(f"{room}/redo", version=page["version"], seat=seat)
    return done


def finish(table: Table, room: str, seat: int) -> None:
    """Let a seat complete the order that is half written, and finish."""
    page = table.get(room, seat=seat)
    while not any(action["text"] == "done" for action in page["legal"]):
        page = table.act(room, page)
    table.act(room, page, text="done")


@pytest.mark.parametrize(
    ("players", "writer"), [(2, 0), pytest.param(2, 1, marks=pytest.mark.ci), pytest.param(3, 1, marks=pytest.mark.ci)]
)
def test_nobody_can_count_what_another_one_has_written(url: str, players: int, writer: int) -> None:
    """Games that differ only in how much a seat has written send the same bytes to all the others."""
    text, worlds, counts = the_orders(players, 2), list[list[Any]](), set[int]()
    for world, steps in enumerate((0, 4)):
        tables, room = seated(url, "jump_wars", players, text=text)
        for seat in range(writer):
            finish(tables[seat], room, seat)
        counts.add(write(tables[writer], room, writer, steps, SplitMix64(world)))
        states = [known(tables, room, writer)]
        if writer < players - 1:
            # Another one writes at the same time, and notices nothing either.
            assert write(tables[-2], room, players - 1, 1, SplitMix64(7)) == 1
            states.append(known(tables, room, writer))
            # The last one who finishes opens all orders.
            finish(tables[writer], room, writer)
            states.append(known(tables, room, writer))
        worlds.append(states)
        for table in tables:
            table.close()
    assert len(counts) == 2, "they differ in what was written"
    for mine, yours in zip(*worlds, strict=True):
        assert mine == yours


def less_seen(game_request: dict[str, Any], plies: int) -> int:
    """Play on at random; assert that the states that a page shows are the views of the game; return how many miss a
    ply."""
    room = Room("room", plan_of(game_request), unserved.workers(), lambda room: None)
    room.wake()
    stream, less = SplitMix64(1), 0
    last = room.snapshot().final.ply + plies
    while (now := room.snapshot()).person is not None and now.final.ply < last:
        for viewer in (WATCHER, 0, 1, 2):
            look = look_at(now, None, None if viewer == WATCHER else viewer, () if viewer == WATCHER else None)
            assert look.state == as_seen(now.final, viewer)
            written = look.room.moves[writing_from(now.moves) :]
            assert all(one.after == two.before for one, two in pairwise(written))
            assert look.ply == now.start.ply + len(look.room.moves)
            less += look.state.ply < now.final.ply
            assert look.room.version == now.viewer_versions[viewer][0] <= now.version
        mine = now.known_to(now.person)
        assert mine.final.legal_ids(now.person) == now.final.legal_ids(now.person)
        room.act(mine.version, now.person, stream.choice(now.final.legal_ids(now.person)))
    return less


def test_what_a_viewer_knows_of_the_position_is_its_view() -> None:
    """Whoever writes what in a random game."""
    game_request = {"game": "jump_wars", "players": ["human"] * 3, "seed": 2, "fields": {"turns": 5}}
    assert less_seen(game_request, 300) > 50


def test_what_a_viewer_knows_of_sealed_deals_is_its_view() -> None:
    """Though the dealers act one after the other, nobody else can count what they do (J5.11)."""
    table = jump_wars.new_game(players=3, seed=2, turn_limit=20, simultaneous=True).position
    text = jump_wars.format_state(jump_wars.position(rich_battle(table, Random(2)), 100))
    assert less_seen({"game": "jump_wars", "players": ["human"] * 3, "seed": 2, "text": text}, 34) > 50


def test_what_a_viewer_knows_of_sealed_dials_is_its_view() -> None:
    """Attacker and defender set both numbers of their dials at once (C10.5)."""
    table = by_hand.Table(3).ships("A", "cruiser", "a3").ships("B", "dreadnought", "a3").role("warlord")
    text = sse.format_state(by_hand.play(table, "done battle=a against=B"))
    assert less_seen({"game": "empire_of_the_stars", "players": ["human"] * 3, "seed": 2, "text": text}, 12) > 5


@pytest.mark.parametrize("players", [["human"] * 2, ["human", "random", "human"], ["human"] * 3])
def test_people_on_their_own_devices_write_at_the_same_time(players: list[str]) -> None:
    """In any order, and take back, and do again: nobody notices, and the record is that of one after the other."""
    game_request = {"game": "jump_wars", "players": players, "seats": "own", "seed": 2}
    game_request |= {"fields": {"turns": 20, "no_trade": True}}
    plan, people = plan_of(game_request), [seat for seat, name in enumerate(players) if name == "human"]
    workers = unserved.workers()
    room = Room("room", plan, workers, lambda room: None, Seats.opened("room", people, "secret"))
    room.wake()
    stream, beside, counts = SplitMix64(3), 0, dict.fromkeys(("act", "undo", "redo"), 0)
    while (now := settled(room)).acting and now.final.ply < 250:
        seat = stream.choice(now.acting)
        known = {viewer: now.known_to(viewer) for viewer in (WATCHER, *people)}
        mine = known[seat]
        place = mine.undo_place(None, seat)
        can_undo = now.is_writing and place is not None and not mine.why_kept(place, seat)
        what = "act"
        if not mine.why_undone(seat) and stream.below(2):
            what = "redo"
            room.redo(mine.version, seat)
        elif can_undo and stream.below(4) == 0:
            what = "undo"
            room.undo(mine.version, None, seat)
        else:
            legal = mine.final.legal_ids(seat)
            going_on = [each for each in legal if seat in mine.final.after(each, seat).to_act]
            room.act(mine.version, seat, stream.choice(going_on if going_on and stream.below(4) else legal))
        counts[what] += 1
        then = settled(room)
        others = len([move for move in now.moves[writing_from(now.moves) :] if move.player != seat])
        if then.is_writing and now.is_writing and (seat in then.final.to_act) and len(then.final.to_act) > 1:
            beside += others > 0
            for viewer in known.keys() - {seat}:
                after = then.known_to(viewer)
                assert told(after) == told(known[viewer]), (viewer, seat, what)
        assert [move.after for move in then.moves[:-1]] == [move.before for move in then.moves[1:]]
    assert beside > 5, "several wrote at once"
    assert min(counts.values()) > 5, counts
    moves = room.snapshot().moves
    for move, following in pairwise(moves):
        assert not (move.sealed and following.player < move.player), "orders stand in the order of seats"
    for move in moves:
        if move.player == CHANCE:
            assert move.action == PlyStream(2, move.before.ply).draw(move.before.odds())
        elif players[move.player] == "random":
            chosen = random_play.choose(move.before.view(1), 1, PlyStream(2, move.before.ply))
            assert move.action == chosen, "a bot is asked as if all wrote one after the other"
    again = Room.restored(room.saved(), plan_of(game_request), workers, lambda room: None).snapshot()
    assert [(move.player, move.action) for move in again.moves] == [(move.player, move.action) for move in moves]


def settled(room: Room) -> Snapshot:
    """The room once no bot thinks."""
    rung = Event()
    leave = room.listen(lambda version, thinking: rung.set())
    while (now := room.snapshot()).thinking is not None:
        rung.wait(20)
        rung.clear()
    leave()
    return now


def told(known: Snapshot) -> tuple[Any, ...]:
    """What somebody can tell of a known room."""
    moves = [(move.player, move.action, move.before, move.after) for move in known.moves]
    return known.version, moves, known.acting, known.final.ply


def test_what_a_viewer_knows_is_worked_out_once() -> None:
    """While orders are written, a look gets the moves of the look before, and adds those that are new."""
    game_request = {"game": "jump_wars", "players": ["human"] * 2, "seed": 2, "fields": {"turns": 2}}
    room = Room("room", plan_of(game_request), unserved.workers(), lambda room: None)
    room.wake()
    stream, kept, told = SplitMix64(1), 0, dict[int, tuple[int, Any]]()
    while (now := room.snapshot()).person is not None and now.final.ply < 150:
        first = writing_from(now.moves)
        for viewer in (WATCHER, 0, 1):
            before = told.get(viewer, (first, ()))
            moves = now.known_to(viewer).moves[first:]
            if before[0] == first:
                assert all(mine is yours for mine, yours in zip(before[1], moves, strict=False))
                kept += len(before[1])
            told[viewer] = first, moves
        legal = now.final.legal_ids(now.person)
        room.act(now.known_to(now.person).version, now.person, stream.choice(legal))
    assert kept > 20


def test_a_choice_that_is_none_is_made_for_a_person_unless_it_tells_something() -> None:
    """A person is asked where there is a choice, or where acting at once would tell the others that there is none."""
    game_request = {"game": "jump_wars", "players": ["human"] * 2, "seed": 2, "fields": {"turns": 9}}
    room = Room("room", plan_of(game_request), unserved.workers(), lambda room: None)
    room.wake()
    stream, asked_anyway = SplitMix64(1), 0
    while (now := room.snapshot()).person is not None and now.final.ply < 400:
        seat = now.person
        legal = now.final.legal_ids(seat)
        if len(legal) == 1:
            asked_anyway += 1
            samples = list(alike(now.final, 1 - seat, 40))
            is_finish = len(now.final.to_act) > 1 or now.moves[-1].sealed
            assert is_finish or any(len(each.legal_ids(seat)) > 1 for each in samples)
        room.act(now.known_to(seat).version, seat, stream.choice(legal))
    moves = room.snapshot().moves
    forced = [move for move in moves if move.player != CHANCE and len(move.before.legal_ids(move.player)) == 1]
    assert len(forced) > 4 * asked_anyway > 0


def test_undo_goes_back_behind_what_was_made_for_a_person(table: Table) -> None:
    """Otherwise it would be made again at once. The record has these moves as those of the person."""
    room = table.open("jump_wars", ["human", "random"], seed=3, fields={"turns": 2})
    made, rng = 0, SplitMix64(2)
    for _ in range(12):
        page = table.settled(room)
        before = page["last_ply"]
        table.act(room, page, id=rng.choice(page["legal"])["id"])
        page = table.settled(room)
        fresh = [move for move in page["moves"] if move["ply"] > before and move["seat"] == 0]
        made += len(fresh) - 1
        assert all(move.get("only") for move in fresh[1:])
        back = table.post(f"{room}/undo", version=page["version"], seat=0)
        assert back["last_ply"] == before
        assert back["legal"]
        again = table.post(f"{room}/redo", version=back["version"], seat=0)
        assert again["last_ply"] >= before + len(fresh)
    assert made > 5


def test_what_was_made_for_a_person_is_made_again_after_a_restart() -> None:
    """A position in which a person has no choice isn't kept: the game goes on where there is one."""
    game_request = {"game": "jump_wars", "players": ["human", "greedy"], "seed": 3, "fields": {"turns": 2}}
    room = Room("room", plan_of(game_request), unserved.workers(), lambda room: None)
    room.wake()
    now = room.snapshot()
    assert now.person is None or forced_move(now.final, now.person, False, ()) is None


def test_no_question_is_open_while_orders_are_written(url: str) -> None:
    """It would go away with the first order that somebody writes, and tell of it."""
    before = after = jump_wars.new_game(players=2, seed=1)
    while len(after.to_act) < 2:
        before, after = after, after.after(after.legal_ids()[0])
    (seat,) = before.to_act
    tables, room = seated(url, "jump_wars", 2, text=sse.format_state(before))
    page = tables[seat].act(room, tables[seat].get(room, seat=seat), text="done")
    assert page["to_act"] == [0, 1]
    refused = tables[seat].post(f"{room}/undo", 409, version=page["version"], seat=seat)
    assert refused["error"] == "orders are being written, and you can take back yours alone"
    assert not page["can_undo"]
    assert tables[seat].get(room, seat=seat)["asked"] is None
    for table in tables:
        table.close()
