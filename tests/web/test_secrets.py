"""Hidden hands and sealed orders of Jump Wars: no answer of the server gives them to another seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from tests.profiles import by_profile
from tests.web import unserved
from tests.web.table import Table

import sse_core as sse
from sse_core import jump_wars
from sse_core.errors import SseError
from sse_core.play.records.played import PlayedMove
from sse_core.play.secrets import is_telling
from sse_core.seeds import SplitMix64
from sse_core.web.plan import plan_of
from sse_core.web.room import Room, Snapshot
from sse_core.web.room.sealed_orders import writing_from
from sse_core.web.room_json import look_at, shown

FIELDS = {"turns": 2}


def seen(position: str) -> jump_wars.State:
    return jump_wars.parse_state(position)


def position_of(move: PlayedMove) -> jump_wars.Position:
    """The position before a move."""
    assert isinstance(move.before, jump_wars.State)
    return move.before.position


def answers(table: Table, room: str, seat: int) -> Iterator[tuple[str, Any]]:
    """Every answer about a room that a page with a seat can get."""
    query = {"seat": seat}
    for what in ("", "/position", "/picture.svg", "/link", "/record", "/map"):
        answer = table.http.get(room + what, params=query)
        yield what, answer.text
    page = json.loads(table.http.get(room, params=query).text)
    for ply in range(page["first_ply"], page["last_ply"] + 1, 5):
        yield f"ply {ply}", table.http.get(room, params={**query, "ply": ply}).text


def test_a_seat_sees_its_own_view_and_no_more(table: Table) -> None:
    room = table.open("jump_wars", ["human", "human"], seed=5, fields=FIELDS)
    for n in range(by_profile(dev=10, ci=30)):
        shown = table.settled(room)
        for seat in (0, 1):
            page = table.get(room, seat=seat)
            position = seen(table.get(f"{room}/position", seat=seat))
            assert position.view(seat) == position, "the position is a view"
            other = position.position.players[1 - seat]
            assert sum(other.hand) == 0
            assert page["viewer"] == seat
            assert page["svg"] == sse.to_svg(position, last=()) or page["moves"]
            assert (page["legal"] is None) == (shown["person"] != seat)
            assert page["seed"] is None
            assert page["secrets"]
        table.act(room, shown, id=shown["legal"][(7 * n) % len(shown["legal"])]["id"])


def test_what_others_draw_and_write_is_hidden_in_the_moves() -> None:
    game_request = {"game": "jump_wars", "players": ["human", "human"], "seed": 5, "fields": {"turns": 9}}
    room = Room("room", plan_of(game_request), unserved.workers(), lambda room: None)
    room.wake()
    stream = SplitMix64(4)
    hidden = drawn = 0
    while (now := room.snapshot()).person is not None and now.final.ply < 120:
        legal = now.final.legal_ids(now.person)
        room.act(now.known_to(now.person).version, now.person, stream.choice(legal))
        for seat in (0, 1):
            look = look_at(room.snapshot(), None, seat)
            for move, done in zip(shown(look)["moves"], look.room.moves, strict=True):
                if move.get("hidden"):
                    hidden += 1
                    assert (move["text"], move["told"], move["effects"]) == ("", "", [])
                    assert done.player != seat
                elif done.text.startswith("draw=") and (before := position_of(done)).step.value == "draw":
                    assert before.actor == seat, "a seat sees the card that another one draws"
                    drawn += 1
    assert hidden > 100
    assert drawn > 10


def test_sealed_orders_are_opened_by_the_last_one() -> None:
    game_request = {"game": "jump_wars", "players": ["human", "human"], "seed": 2, "fields": {"turns": 9}}
    room = Room("room", plan_of(game_request), unserved.workers(), lambda room: None)
    room.wake()
    stream = SplitMix64(1)
    sealed = opened = 0
    while (now := room.snapshot()).person is not None and now.final.ply < 300:
        writing = now.moves[-1].sealed if now.moves else False
        for seat in (0, 1):
            look = look_at(now, None, seat)
            seen = look.seen_in(look.room.moves)
            orders = [place for place, move in enumerate(look.room.moves) if move.sealed and move.player != seat]
            if writing:
                run = [place for place in orders if all(move.sealed for move in look.room.moves[place:])]
                sealed += len(now.moves) - len(look.room.moves)
                assert len(run) <= 1, "that another one has finished is all that is known"
                assert not any(seen[place] for place in run)
            else:
                opened += sum(seen[place] for place in orders)
        room.act(now.known_to(now.person).version, now.person, stream.choice(now.final.legal_ids(now.person)))
    assert sealed > 5
    assert opened > 5


def test_the_seat_of_a_bot_is_not_to_be_looked_at(table: Table) -> None:
    room = table.open("jump_wars", ["human", "random"], seed=5, fields=FIELDS)
    table.settled(room)
    for path in ("", "/position", "/picture.svg", "/link"):
        refused = table.get(room + path, 409, seat=1)
        assert refused["error"] == "B (random) has secrets, which nobody sees before the end"
    with table.events(room, "analysis", seat=1) as events:
        assert "has secrets" in next(events)["error"]
    for seat in (-1, 2, 99):
        assert "there is no seat" in table.get(room, 400, seat=seat)["error"]
    assert "is open after the end" in table.get(f"{room}/record", 409)["error"]
    table.post(f"{room}/hint", 409, seat=1, seconds=0.1)
    table.post(f"{room}/why", 409, seat=1, keys=["done"])
    # Without a seat it is the only person's view.
    assert table.get(room)["viewer"] == 0


def test_the_other_hand_is_in_no_answer(table: Table) -> None:
    """Each answer to a seat is the same whatever cards the other seat has."""
    start = jump_wars.new_game(players=2, seed=3)
    while start.position.step.value != "tech":
        start = start.after(start.legal_ids()[-1], start.to_act[0])
    viewer = start.to_act[0]
    streams = [SplitMix64(n) for n in range(20)]
    worlds = {start.sample(viewer, stream) for stream in streams}
    assert len(worlds) > 1
    pages = set[str]()
    for world in sorted(worlds, key=repr)[:3]:
        text = jump_wars.format_state(world)
        room = table.open("jump_wars", ["human", "human"], seed=1, text=text)
        found = [(what, body.replace(room.rpartition("/")[2], "ID")) for what, body in answers(table, room, viewer)]
        pages.add(json.dumps([(what, body) for what, body in found if what != "/record"]))
        hint = table.post(f"{room}/why", seat=viewer, keys=["from"])
        pages.add(json.dumps(hint))
        assert dict(found)["/record"].startswith('{"error"')
    assert len(pages) == 2, "the answers tell which hand the other one has"


def test_an_analysis_knows_what_the_seat_knows(table: Table) -> None:
    start = jump_wars.new_game(players=2, seed=3).resolve(SplitMix64(1))
    viewer = start.to_act[0]
    room = table.open("jump_wars", ["human", "human"], seed=1, text=jump_wars.format_state(start))
    with table.events(room, "analysis", seat=viewer) as events:
        found = next(events)
    # Cards were drawn before: there was no choice.
    assert (found["seat"], found["ply"]) == (viewer, table.get(room)["ply"])
    with table.events(room, "analysis", seat=1 - viewer) as events:
        assert "it is not the turn of" in next(events)["error"]


def test_an_analysis_has_the_ply_of_the_page_while_orders_are_sealed(table: Table) -> None:
    """The page counts that the bot has finished, and a view doesn't."""
    due = jump_wars.new_game(players=2, seed=1)
    while len(due.to_act) < 2:
        due = due.after(due.legal_ids()[0])
    room = table.open("jump_wars", ["random", "human"], seed=1, text=jump_wars.format_state(due))
    page = table.settled(room)
    assert (page["ply"], page["last_ply"], page["to_act"]) == (due.ply + 1, due.ply + 1, [1])
    with table.events(room, "analysis", seat=1) as events:
        assert next(events)["ply"] == page["ply"]


def test_the_end_opens_everything_and_nothing_is_taken_back_then(table: Table) -> None:
    room = table.open("jump_wars", ["human", "random"], seed=5, fields={"turns": 1})
    end = table.play(room, lambda page: page["legal"][0])
    assert end["viewer"] is None
    assert not end["secrets"]
    assert not any(move.get("hidden") for move in end["moves"])
    assert end["seed"] == "5"
    record = sse.read(table.get(f"{room}/record"))
    assert record.final.outcome is not None
    refused = table.post(f"{room}/undo", 409, version=end["version"])
    assert "secrets are open" in refused["error"]
    assert not end["can_undo"]


def test_who_resigns_sees_everything_and_takes_nothing_back(table: Table) -> None:
    room = table.open("jump_wars", ["human", "random"], seed=5, fields=FIELDS)
    shown = table.settled(room)
    end = table.post(f"{room}/resign", version=shown["version"], seat=0)
    assert (end["viewer"], end["secrets"]) == (None, False)
    assert "secrets are open" in table.post(f"{room}/undo", 409, version=end["version"])["error"]


@pytest.mark.parametrize("game", ["small_star_empires", "micro_space_empire"])
def test_games_without_secrets_show_all(table: Table, game: str) -> None:
    players = ["human", "random"][: 1 + (game == "small_star_empires")]
    room = table.open(game, players, seed=5)
    page = table.settled(room, seat=len(players) - 1)
    assert (page["viewer"], page["secrets"], page["seed"]) == (None, False, "5")
    assert page["legal"]
    assert "seed: 5" in table.get(f"{room}/record")


def turn_of(room: Room) -> tuple[int, int]:
    """The version of a room, and the person to act."""
    now = room.snapshot()
    assert now.person is not None
    return now.known_to(now.person).version, now.person


def is_of_others_or_sealed(now: Snapshot, place: int, asker: int) -> bool:
    """While orders are written, whether a take-back is none of the own orders, which aren't finished."""
    if len(now.final.to_act) < 2 and not now.moves[-1].sealed:
        return False
    return asker not in now.final.to_act or place < writing_from(now.moves)


def test_people_take_back_what_is_theirs_and_has_told_them_nothing() -> None:
    """Whoever asks, a take-back is refused if it undoes a decision of another, or follows what has opened secrets."""
    game_request = {
        "game": "jump_wars",
        "players": ["human", "human"],
        "seed": 2,
        "fields": {"turns": 9, "no_trade": True},
    }
    room = Room("room", plan_of(game_request), unserved.workers(), lambda room: None)
    room.wake()
    stream = SplitMix64(1)
    seen = dict.fromkeys(("others", "told", "own", "sealed"), 0)
    for _ in range(by_profile(dev=60, ci=200)):
        version, person = turn_of(room)
        room.act(version, person, stream.choice(room.snapshot().final.legal_ids(person)))
        if room.snapshot().is_over:
            break
        for asker in (0, 1):
            now = room.snapshot().known_to(asker)
            place = now.undo_place()
            assert place is not None
            turns = now.moves[place:]
            of_others = any(turn.player == 1 - asker for turn in turns)
            has_told = any(is_telling(turn.before, turn.player, turn.action, turn.after, asker) for turn in turns)
            is_sealed = is_of_others_or_sealed(now, place, asker)
            assert shown(look_at(room.snapshot(), None, asker))["can_undo"] == (
                not of_others and not has_told and not is_sealed
            )
            if of_others or has_told or is_sealed:
                seen["sealed" if is_sealed else "others" if of_others else "told"] += 1
                words = "that takes back what " if of_others else "you have seen what others had hidden until then"
                with pytest.raises(SseError, match="orders are" if is_sealed else words):
                    room.undo(now.version, None, asker)
                assert len(room.snapshot().known_to(asker).moves) == len(now.moves)
            else:
                seen["own"] += 1
                room.undo(now.version, None, asker)
                for seat, words in ((1 - asker, "there is nothing to do again"), (asker, "")):
                    version = room.snapshot().known_to(seat).version
                    with pytest.raises(SseError, match=words) if words else nullcontext():
                        room.redo(version, seat)
    assert min(seen.values()) > 0, seen
