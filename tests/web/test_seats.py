"""Seats of people on their own devices: whoever hasn't the secret of a seat acts for nobody, and sees no secret."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.web import unserved
from tests.web.table import Table

import sse_core as sse
from sse_core import jump_wars
from sse_core.seeds import SplitMix64
from sse_core.web.app import create_app
from sse_core.web.errors import WebError
from sse_core.web.room.seats import checked_name
from sse_core.web.server import serving
from sse_core.web.site import Site
from sse_core.web.store import FILE


def seated(url: str, game: str, players: int, **more: Any) -> tuple[list[Table], str]:
    """A game of people on their own devices, each at a table of one's own; the last table is that of a watcher."""
    tables = [Table(url) for _ in range(players + 1)]
    room = tables[0].open(game, ["human"] * players, seats="own", **more)
    for link in tables[0].get(f"{room}/seats")["links"]:
        if link["seat"]:
            sit(tables[link["seat"]], room, link["url"])
            tables[link["seat"]].get(room)
    return tables, room


def sit(table: Table, room: str, url: str, status: int = 200, **more: Any) -> Any:
    return table.post(f"{room}/sit", status, key=url.partition("#")[2], **more)


@pytest.fixture
def two(url: str) -> Iterator[tuple[Table, Table, Table, str]]:
    """A duel of two people, somebody who watches, and the path of the room."""
    tables, room = seated(url, "small_star_empires", 2, fields={"map": "duel"})
    first, second, watcher = tables
    yield first, second, watcher, room
    for table in tables:
        table.close()


Body = Callable[[dict[str, Any], int], dict[str, Any]]
ACTS: dict[str, Body] = {
    "act": lambda page, seat: {"version": page["version"], "seat": seat, "id": 0},
    "undo": lambda page, seat: {"version": page["version"], "seat": seat},
    "redo": lambda page, seat: {"version": page["version"], "seat": seat},
    "resign": lambda page, seat: {"version": page["version"], "seat": seat},
    "answer": lambda page, seat: {"seat": seat, "agrees": True},
    "without": lambda page, seat: {"seat": seat, "absent": 1 - seat, "bot": True},
    "back": lambda page, seat: {"seat": seat},
    "name": lambda page, seat: {"seat": seat, "name": "Thief"},
    "why": lambda page, seat: {"seat": seat, "keys": ["a1"]},
    "hint": lambda page, seat: {"seat": seat, "seconds": 0.1},
}
"""What is done for a seat."""

LOOKS = ("", "position", "picture.svg", "link", "events", "analysis")
"""What shows what a seat may see."""

OPEN = ("brief", "campaign", "map", "record", "review", "seats", "sit", "rematch")
"""What belongs to no seat; tests of their own say what each gives to whom."""


def test_every_endpoint_of_a_game_is_guarded_or_open_on_purpose() -> None:
    routes: Any = create_app(Site(unserved.rooms()), ()).routes
    paths = {route.path.removeprefix("/api/rooms/{id}").strip("/") for route in routes if "/rooms/{id}" in route.path}
    assert paths == {*ACTS, *LOOKS, *OPEN}


@pytest.mark.parametrize("game", ["small_star_empires", "jump_wars"])
def test_nobody_acts_or_looks_without_the_secret_of_the_seat(url: str, game: str) -> None:
    """Each of two people, a watcher, and one with wrong and used secrets tries everything for each seat."""
    tables, room = seated(url, game, 2)
    thief = Table(url)
    path = room.removeprefix("/api")
    for name, value in (("seat0", "x" * 32), ("seat1", ""), ("seat2", "%00"), ("seat9", "y")):
        thief.http.cookies.set(name, value, path=f"/api{path}")
    secrets = game == "jump_wars"
    before = [table.get(room) for table in (*tables, thief)]
    assert [page["mine"] for page in before] == [[0], [1], [], []]
    for who, table in enumerate((*tables, thief)):
        for seat in (0, 1):
            if who == seat:
                continue
            for what, body in ACTS.items():
                refused = table.post(f"{room}/{what}", 403, **body(before[who], seat))
                assert "you don't sit there" in refused["error"]
            if secrets:
                for what in LOOKS[:5]:
                    assert "who alone sees this" in table.get(f"{room}/{what}".rstrip("/"), 403, seat=seat)["error"]
                with table.events(room, "analysis", seat=seat) as events:
                    assert "who alone sees this" in next(events)["error"]
            elif who > 1:
                page = table.get(room, seat=seat)
                assert (page["legal"], page["can_undo"], page["can_redo"]) == (None, False, False)
        if who > 1:
            table.post(f"{room}/rematch", 403)
            links = table.get(f"{room}/seats")
            assert links["links"] == []
    assert [table.get(room) for table in (*tables, thief)] == before, "nothing has changed"
    for table in (*tables, thief):
        table.close()


def test_those_who_watch_see_no_secret(url: str) -> None:
    """What a watcher gets is the same whatever cards all players have."""
    start = jump_wars.new_game(players=2, seed=3)
    while start.position.step.value != "tech":
        start = start.after(start.legal_ids()[-1], start.to_act[0])
    pages = set[str]()
    for n in range(3):
        one = start.sample(0, SplitMix64(n))
        world = one.sample(1, SplitMix64(n))
        opener, watcher = Table(url), Table(url)
        text = jump_wars.format_state(world)
        room = opener.open("jump_wars", ["human", "human"], seed=1, text=text, seats="own")
        found = [
            watcher.http.get(room + what).text.replace(room.rpartition("/")[2], "ID")
            for what in ("", "/position", "/picture.svg", "/link", "/seats", "/record", "/map")
        ]
        page = json.loads(found[0])
        assert (page["mine"], page["viewer"], page["secrets"], page["legal"]) == ([], None, True, None)
        position = jump_wars.parse_state(found[1]).position
        assert [sum(one.hand) for one in position.players] == [0, 0]
        pages.add(json.dumps(found))
        opener.close()
        watcher.close()
    assert len(pages) == 1


# --- trying other actions


def test_whoever_sees_all_tries_what_nobody_else_notices(two: tuple[Table, Table, Table, str]) -> None:
    """In a game without secrets: each of the players, and who watches."""
    *tables, room = two
    for each in (tables[0], tables[1], tables[0]):
        each.act(room, each.get(room))
    before = [table.get(room) for table in tables]
    assert [page["tries"] for page in before] == [None] * 3
    for table in tables:
        page = table.get(room, ply=1)
        assert (page["legal"], page["tries"]["seat"]) == (None, 1)
        action = page["tries"]["legal"][-1]
        line = f"B {action['text']}"
        tried = table.get(room, ply=1, line=line)
        assert ([move["text"] for move in tried["line"]], tried["tries"]["seat"]) == ([action["text"]], 0)
        for what in ("position", "picture.svg", "link"):
            assert table.get(f"{room}/{what}", ply=1, line=line) != table.get(f"{room}/{what}", ply=1)
        key = action["steps"][0]["key"]
        assert table.post(f"{room}/why", seat=0, ply=1, line=line, keys=[key])["reason"]
        variation = {"number": 2, "actions": [action["text"]], "players": [1]}
        record = sse.read(table.post_text(f"{room}/record", variations=[variation]))
        assert [each.texts for each in record.variations] == [(action["text"],)]
    assert [table.get(room) for table in tables] == before
    assert sse.read(tables[0].get(f"{room}/record")).variations == ()


@pytest.mark.ci
def test_nobody_tries_anything_while_there_are_secrets(url: str) -> None:
    """Whatever a line or an action brought about would tell of the hands of others."""
    tables, room = seated(url, "jump_wars", 2)
    for _ in range(4):
        page = tables[0].get(room)
        tables[page["person"]].act(room, tables[page["person"]].get(room))
    for table in tables:
        last = table.get(room)["last_ply"]
        for ply in range(last + 1):
            page = table.get(room, ply=ply)
            assert (page["tries"], page["line"]) == (None, [])
            for seat in (-1, 0, 1):
                said = table.post(f"{room}/why", 409, seat=seat, ply=ply, keys=["x"])
                assert said["error"] == "nothing can be tried at this seat"
            for what in ("", "/position", "/picture.svg", "/link"):
                # The line isn't read: it makes no difference whether it could be played.
                for line in ("A done", "nonsense"):
                    assert "can be tried after its end" in table.get(room + what, 409, ply=ply, line=line)["error"]
        for what in ("record", "campaign"):
            assert "the record has secrets" in table.get(f"{room}/{what}", 409)["error"]
        assert "the record has secrets" in table.post(f"{room}/record", 409, variations=[])["error"]
        table.close()


# --- taking a seat


def test_an_invitation_takes_a_seat_once(url: str) -> None:
    opener, friend, late = Table(url), Table(url), Table(url)
    room = opener.open(seats="own", name="  Anna   B. ")
    page = opener.get(room)
    assert [(seat["name"], seat["is_free"]) for seat in page["seats"]] == [("Anna B.", False), ("", True)]
    own, free = opener.get(f"{room}/seats")["links"]
    assert re.fullmatch(r"/g/[\w-]{22}#A-[\w-]{32}", own["url"])
    assert re.fullmatch(r"/g/[\w-]{22}#B-[\w-]{32}", free["url"])
    assert opener.get(f"{room}/seats")["links"] == [own, free], "the link is the same one"
    # Of a link to a free seat nothing is told but that it isn't whole.
    for link in (free["url"][:-1], own["url"].replace("#A", "#B"), "/g/x#B-", "/g/x#B"):
        assert "isn't whole" in sit(late, room, link, 403)["error"]
    # An answer that is lost on its way does no harm: until its secret is used, the invitation holds.
    assert sit(late, room, free["url"]) == {"seat": 1}
    assert sit(friend, room, free["url"], name="Ben") == {"seat": 1}
    assert friend.get(room)["mine"] == [1]
    assert late.get(room)["mine"] == []
    for link in (free["url"], free["url"].replace("#B", "#A")):
        assert "somebody has taken this seat" in sit(late, room, link, 410)["error"]
    for link in (free["url"][:-1], f"{free['url']}.", "/g/x#A-", "/g/x#B"):
        assert "isn't whole" in sit(late, room, link, 403)["error"]
    for link in ("/g/x#", "#Z-x", "#-", free["url"].replace("#B", "#C")):
        assert "leads to no seat of a person" in sit(late, room, link, 403)["error"]
    assert [link["seat"] for link in opener.get(f"{room}/seats")["links"]] == [0]
    # The own link seats the same person at another device.
    (mine,) = friend.get(f"{room}/seats")["links"]
    assert mine["seat"] == 1
    assert mine["url"] != free["url"]
    assert sit(late, room, mine["url"]) == {"seat": 1}
    assert late.get(room)["mine"] == [1]
    assert [seat["label"] for seat in late.get(room)["seats"]] == ["A (Anna B.)", "B (Ben)"]
    for table in (opener, friend, late):
        table.close()


def test_a_secret_is_kept_by_the_browser_for_this_game_alone(url: str) -> None:
    table = Table(url)
    answer = table.http.post(
        "/api/rooms", json={"game": "small_star_empires", "players": ["human"] * 2, "seats": "own"}
    )
    (cookie,) = answer.headers.get_list("set-cookie")
    words = {part.strip().partition("=")[0].lower(): part.strip().partition("=")[2] for part in cookie.split(";")}
    assert (words["path"], words["samesite"]) == (f"/api/rooms/{answer.json()['id']}", "strict")
    assert "httponly" in words
    assert len(words["seat0"]) == 32
    assert words["seat0"] not in answer.text
    secure = table.http.post(
        "/api/rooms",
        json={"game": "small_star_empires", "players": ["human"] * 2, "seats": "own"},
        headers={"Origin": table.url.replace("http:", "https:")},
    )
    assert "Secure" in secure.headers["set-cookie"]
    table.close()


@pytest.mark.parametrize(
    ("game_request", "words"),
    [
        ({"seats": "mine"}, "seats are shared or own, not 'mine'"),
        ({"seats": ["own"]}, "seats are shared or own"),
        ({"seats": "own", "players": ["greedy", "greedy"]}, "no seat is a person's"),
        ({"seats": "own", "name": "x" * 25}, "24 characters at most"),
        ({"seats": "own", "name": 7}, "name is a text"),
        ({"seats": "own", "name": "greedy"}, "is the name of another player"),
        ({"seats": "own", "name": "Resigned"}, "is the name of another player"),
        ({"seats": "own", "name": "a\u202eb"}, "a name has letters"),
    ],
)
def test_a_game_with_wrong_seats_is_refused(table: Table, game_request: dict[str, Any], words: str) -> None:
    body = {"game": "small_star_empires", "players": ["human", "human"], **game_request}
    assert words in table.post("/api/rooms", 400, **body)["error"]


@pytest.mark.parametrize("name", ["Zoë 🚀", "👩‍🚀", "👍🏽 Bo", "❤️", "🇪🇺"])
def test_a_name_may_have_emoji(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["<b>", "a\nb\x00", "\ud800", "e\u0301\u0301\u0301\u0301", "a/b", "\u200b", "a\u200db", "\u200d🚀", "🚀\u200d"],
)
def test_a_name_has_letters_and_few_signs(name: str) -> None:
    with pytest.raises(WebError):
        checked_name(name)


def test_the_list_of_games_knows_whose_seats_they_are(two: tuple[Table, Table, Table, str]) -> None:
    briefs = [table.get(f"{two[-1]}/brief") for table in two[:-1]]
    assert [brief["mine"] for brief in briefs] == [[0], [1], []]
    assert [seat["name"] for seat in briefs[0]["seats"]] == ["", ""]


def test_names_are_those_of_one_person(two: tuple[Table, Table, Table, str]) -> None:
    first, second, watcher, room = two
    assert first.post(f"{room}/name", seat=0, name="Zoë O’Neil 2") == {"name": "Zoë O’Neil 2"}
    assert "somebody else here is called" in second.post(f"{room}/name", 400, seat=1, name="zoë o’neil 2")["error"]
    assert watcher.get(room)["seats"][0]["label"] == "A (Zoë O’Neil 2)"
    first.post(f"{room}/name", seat=0, name="")
    assert watcher.get(room)["seats"][0]["label"] == "A"


def test_seats_outlast_a_restart_and_the_file_has_no_secret(kept: Path) -> None:
    with serving(kept) as url:
        (first, second, watcher), room = seated(url, "jump_wars", 2, fields={"turns": 2})
        secrets = {table.http.cookies.get(f"seat{seat}") for seat, table in enumerate((first, second))}
        first.post(f"{room}/name", seat=0, name="Anna")
        pages = [table.get(room) for table in (first, second, watcher)]
        seat = pages[0]["person"]
        acts = (first, second)[seat].act(room, pages[seat])
        pages = [table.get(room) for table in (first, second, watcher)]
    content = (kept / FILE).read_bytes()
    assert all(secret and secret.encode() not in content for secret in secrets)
    with serving(kept) as url:
        for table, page in zip((first, second, watcher), pages, strict=True):
            again = Table(url)
            again.http.cookies = table.http.cookies
            found = again.get(room)
            assert found | {"table": 0} == page | {"table": 0}
            again.close()
            table.close()
    assert acts["version"] == pages[seat]["version"]


def test_what_is_asked_and_offered_outlasts_a_restart(kept: Path) -> None:
    """Whoever was asked answers after it, and the rematch is the one that was offered, by whom it was."""
    with serving(kept) as url:
        tables, room = seated(url, "small_star_empires", 3)
        page = tables[0].act(room, tables[0].get(room))
        tables[0].post(f"{room}/undo", version=page["version"], seat=0)
        tables[2].post(f"{room}/answer", seat=2, agrees=True)
        offered = tables[1].post(f"{room}/rematch", 201)["id"]
        page = tables[0].get(room)
        assert (page["asked"], page["rematch"]) == ({"seat": 0, "back": 1, "open": [1]}, {"id": offered, "seat": 1})
    with serving(kept) as url:
        again = [Table(url) for _ in tables]
        for old, new in zip(tables, again, strict=True):
            new.http.cookies = old.http.cookies
        found = again[0].get(room)
        assert (found["asked"], found["rematch"]) == (page["asked"], page["rematch"])
        granted = again[1].post(f"{room}/answer", seat=1, agrees=True)
        assert (granted["ply"], granted["asked"]) == (0, None)
        for table in (*tables, *again):
            table.close()


# --- at the table


def test_a_take_back_is_asked_and_granted_or_refused(two: tuple[Table, Table, Table, str]) -> None:
    first, second, watcher, room = two
    page = first.act(room, first.get(room))
    assert (page["legal"], page["can_undo"]) == (None, True)
    assert not second.get(room)["can_undo"], "nobody takes back another one's move"
    assert "nothing to undo" in second.post(f"{room}/undo", 409, version=page["version"], seat=1)["error"]
    asked = first.post(f"{room}/undo", version=page["version"], seat=0)
    assert asked["ply"] == 1
    assert asked["asked"] == watcher.get(room)["asked"] == {"seat": 0, "back": 1, "open": [1]}
    assert asked["version"] == page["version"]
    assert first.post(f"{room}/answer", seat=0, agrees=False)["asked"] is None, "who asks withdraws it"
    assert "nobody asks you" in second.post(f"{room}/answer", 409, seat=1, agrees=True)["error"]
    first.post(f"{room}/undo", version=page["version"], seat=0)
    refused = second.post(f"{room}/answer", seat=1, agrees=False)
    assert (refused["asked"], refused["ply"]) == (None, 1)
    first.post(f"{room}/undo", version=page["version"], seat=0)
    second.post(f"{room}/answer", 400, seat=1, agrees="yes")
    # B has moved meanwhile, and B's own move ends the question.
    page = second.act(room, second.get(room))
    assert page["asked"] is None
    asked = first.post(f"{room}/undo", version=page["version"], seat=0)
    assert asked["asked"]["back"] == 2
    granted = second.post(f"{room}/answer", seat=1, agrees=True)
    assert (granted["ply"], granted["asked"]) == (0, None)
    assert "nothing to do again" in first.post(f"{room}/redo", 409, version=granted["version"], seat=0)["error"]


def test_three_people_are_all_asked(url: str) -> None:
    tables, room = seated(url, "small_star_empires", 3)
    page = tables[0].act(room, tables[0].get(room))
    assert tables[0].post(f"{room}/undo", version=page["version"], seat=0)["asked"]["open"] == [1, 2]
    assert tables[2].post(f"{room}/answer", seat=2, agrees=True)["asked"]["open"] == [1]
    tables[2].post(f"{room}/answer", 409, seat=2, agrees=True)
    assert tables[1].post(f"{room}/answer", seat=1, agrees=True)["ply"] == 0
    again = tables[0].post(f"{room}/redo", version=tables[0].get(room)["version"], seat=0)
    assert again["ply"] == 1, "who took the own move back may make it again"
    for table in tables:
        table.close()


def test_where_nobody_else_sits_nobody_is_asked(table: Table) -> None:
    room = table.open(players=["human", "greedy"], seats="own")
    shown = table.act(room, table.settled(room))
    shown = table.settled(room)
    back = table.post(f"{room}/undo", version=shown["version"])
    assert (back["ply"], back["asked"]) == (0, None)


def test_a_rematch_is_offered_to_all_and_each_keeps_the_seat(two: tuple[Table, Table, Table, str]) -> None:
    first, second, watcher, room = two
    first.post(f"{room}/name", seat=0, name="Anna")
    first.post(f"{room}/resign", version=first.get(room)["version"], seat=0)
    new = second.post(f"{room}/rematch", 201)["id"]
    assert first.post(f"{room}/rematch", 201)["id"] == new, "it is the same one"
    assert watcher.get(room)["rematch"] == {"id": new, "seat": 1}
    path = f"/api/rooms/{new}"
    assert [table.get(path)["mine"] for table in (first, second, watcher)] == [[1], [0], []]
    assert [seat["name"] for seat in watcher.get(path)["seats"]] == ["", "Anna"]
    page = second.act(path, second.get(path))
    assert first.act(path, first.get(path))["ply"] == page["ply"] + 1
    # The next one is another game.
    second.post(f"{path}/resign", version=second.get(path)["version"], seat=0)
    assert first.post(f"{room}/rematch", 201)["id"] != new


@pytest.mark.parametrize("is_invited", [False, True])
def test_who_sits_down_after_the_rematch_was_made_has_the_seat_there(url: str, is_invited: bool) -> None:
    """Unless somebody else took it by the new invitation."""
    first, second, third = Table(url), Table(url), Table(url)
    room = first.open("small_star_empires", ["human", "human"], seats="own", fields={"map": "duel"})
    link = first.get(f"{room}/seats")["links"][1]["url"]
    new = f"/api/rooms/{first.post(f'{room}/rematch', 201)['id']}"
    sit(second, room, link, name="Bert")
    if is_invited:
        (invitation,) = (each["url"] for each in first.get(f"{new}/seats")["links"] if each["seat"] == 0)
        sit(third, new, invitation)
    assert f"/api/rooms/{second.post(f'{room}/rematch', 201)['id']}" == new
    assert [table.get(new)["mine"] for table in (first, second, third)] == [
        [1],
        *([[], [0]] if is_invited else [[0], []]),
    ]
    assert first.get(new)["seats"][0]["name"] == ("" if is_invited else "Bert")
    for table in (first, second, third):
        table.close()


def test_a_rematch_at_one_screen_is_one_for_all_tabs(table: Table) -> None:
    room = table.open(players=["human", "greedy"])
    table.post(f"{room}/resign", version=table.settled(room)["version"], seat=0)
    new = table.post(f"{room}/rematch", 201)["id"]
    assert table.post(f"{room}/rematch", 201)["id"] == new
    assert table.get(room)["rematch"]["id"] == new


def test_who_is_here_is_told(two: tuple[Table, Table, Table, str]) -> None:
    """By the streams that are open; and what happens at the table has a number of its own."""
    first, second, watcher, room = two
    with ExitStack() as streams:

        def until(**wanted: Any) -> None:
            for news in stream:
                if wanted.items() <= news.items():
                    return
            raise AssertionError(f"the stream ended before {wanted}")

        stream = streams.enter_context(first.events(room))
        until(here=[0], watching=0)
        with second.events(room), watcher.events(room):
            until(here=[0, 1], watching=1)
        first.act(room, first.get(room))
        until(here=[0], watching=0, version=2)
        table = second.get(room)["table"]
        second.post(f"{room}/name", seat=1, name="Ben")
        until(table=table + 1)


# --- links


def test_a_link_is_drawn(table: Table) -> None:
    pytest.importorskip("segno", reason="QR codes need segno")
    room = table.open(seats="own")
    assert table.get(f"{room}/seats")["draws"]
    svg = table.post_text("/api/qr", text="https://games.example/g/x#B-y")
    assert svg.startswith("<svg ")
    assert "<script" not in svg
    for text in ("", "x", "http://" + "x" * 300, "http://é", "javascript:1"):
        assert "a QR code is that of an address" in table.post("/api/qr", 400, text=text)["error"]


def test_without_a_drawer_the_link_is_there(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sse_core.web.qr.has_drawer", lambda: False)
    monkeypatch.setattr("sse_core.web.api.rooms.has_drawer", lambda: False)
    room = table.open(seats="own")
    found = table.get(f"{room}/seats")
    assert (len(found["links"]), found["draws"]) == (2, False)
    assert "pip install" in table.post("/api/qr", 404, text="http://x/")["error"]


def test_a_game_at_one_screen_has_no_seats(table: Table) -> None:
    room = table.open()
    assert table.get(room)["mine"] is None
    assert table.get(f"{room}/seats") == {
        "links": [],
        "watch": room.replace("/api/rooms/", "/g/"),
        "draws": table.get(f"{room}/seats")["draws"],
    }
    for what, body in (("sit", {"key": "A-x"}), ("name", {"seat": 0, "name": "Ben"})):
        assert "played at one screen" in table.post(f"{room}/{what}", 409, **body)["error"]
    assert sse.GAMES
