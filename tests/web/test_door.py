"""The door of the server: hosts, origins, bodies, headers, and input that is no game."""

from __future__ import annotations

import base64
import json
import os
import socket
import zlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core.web.security import MAX_BODY
from sse_core.web.texts.sharing import MAX_TEXT, packed, unpacked

MAP = "A 3 . 2 B"
OPEN = {"game": "small_star_empires", "players": ["human", "human"]}


def raw(url: str, request: bytes) -> bytes:
    """The beginning of the answer to bytes that no client would send."""
    place = urlsplit(url)
    with socket.create_connection((place.hostname, place.port), timeout=30) as line:
        line.sendall(request)
        return line.recv(65536)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "[::2]", "", "a b", "[", "10.0.0.1"]
)
def test_another_host_gets_nothing(table: Table, host: str) -> None:
    for path in ("/", "/api/games", "/static/index.html", "/g/x"):
        answer = table.http.get(path, headers={"Host": host})
        assert answer.status_code in (400, 403)
        assert "<html" not in answer.text
    answer = table.http.post("/api/rooms", json=OPEN, headers={"Host": host})
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8000"])
def test_the_names_of_this_machine_are_answered(table: Table, host: str) -> None:
    assert table.http.get("/api/games", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_a_page_of_another_site_changes_and_starts_nothing(table: Table, headers: dict[str, str]) -> None:
    answer = table.http.post("/api/rooms", json=OPEN, headers=headers)
    assert answer.status_code == 403
    assert answer.json() == {"error": "the request comes from a page of another site", "clause": None}
    room = table.open()
    assert table.http.get(f"{room}/analysis", headers=headers).status_code == 403
    action = {"version": 0, "seat": 0, "id": table.get(room)["legal"][0]["id"]}
    assert table.http.post(f"{room}/act", json=action, headers=headers).status_code == 403
    assert table.get(room)["ply"] == 0


def test_our_own_page_may(table: Table) -> None:
    headers = {"Origin": table.url, "Sec-Fetch-Site": "same-origin"}
    assert table.http.post("/api/rooms", json=OPEN, headers=headers).status_code == 201
    assert table.http.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200, "a link from elsewhere"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_a_form_of_another_site_is_no_json(table: Table, kind: str) -> None:
    answer = table.http.post("/api/rooms", content=json.dumps(OPEN), headers={"Content-Type": kind})
    assert answer.status_code == 415


def test_methods_that_change_are_post(table: Table) -> None:
    room = table.open()
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert table.http.request(method, room).status_code == 405
    assert table.http.get(f"{room}/act").status_code == 404
    assert table.http.post("/", json={}).status_code == 405
    assert table.http.post("/static/index.html", json={}).status_code == 405
    assert table.http.head("/").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/g/any", "/static/index.html", "/static/none", "/api/games", "/api/rooms/none", "/none"]
)
def test_every_answer_forbids_what_is_foreign(table: Table, path: str) -> None:
    answer = table.http.get(path)
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert (policy["script-src"], policy["style-src"], policy["connect-src"]) == ("'self'", "'self'", "'self'")
    assert (policy["frame-ancestors"], policy["base-uri"], policy["form-action"]) == ("'none'", "'none'", "'none'")
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-frame-options"] == "DENY"
    assert "server" not in answer.headers
    assert answer.headers["cache-control"] == ("no-store" if path.startswith("/api") else "no-cache")


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere(table: Table) -> None:
    page = table.get("/")
    assert "<script>" not in page
    assert "<style" not in page
    assert " style=" not in page
    assert "://" not in page.replace("http://www.w3.org", "")


def test_files_are_those_of_the_page_alone(table: Table) -> None:
    for path in (
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/",
        "/static//etc/passwd",
    ):
        assert table.http.get(path).status_code in (404, 405), path
    assert b" 404 " in raw(table.url, b"GET /static/../app.py HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")


# --- bodies


def test_a_long_body_is_refused(table: Table) -> None:
    body = json.dumps({**OPEN, "text": "." * MAX_BODY})
    answer = table.http.post("/api/rooms", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["error"] == f"the body is longer than {MAX_BODY:,} bytes"

    def parts() -> Iterator[bytes]:
        for _ in range(20):
            yield b"." * (MAX_BODY // 10)

    answer = table.http.post("/api/rooms", content=parts(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    lies = [
        "POST /api/rooms HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        "Content-Length: 9999999999",
    ]
    assert b" 413 " in raw(table.url, "\r\n".join([*lies, "", ""]).encode())
    assert table.get("/api/games"), "the server goes on"


@pytest.mark.parametrize("head", ["Content-Length: 9", "Transfer-Encoding: chunked"])
def test_a_get_has_no_body(table: Table, head: str) -> None:
    """A body that is announced and never comes would end a stream after a while, with a traceback in the log."""
    room = table.open()
    for path in ("/", "/api/games", f"{room}/events", f"{room}/analysis"):
        answer = raw(table.url, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n\r\n".encode())
        assert b" 400 " in answer.partition(b"\r\n")[0]
    assert table.http.get("/api/games", headers={"Content-Length": "0"}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"1",
        b'"x"',
        b"\xff\xfe",
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"NaN",
        b'{"game": 1e999}',
        b'{"game": "jump_wars", "game": "small_star_empires"}',
    ],
    ids=lambda body: repr(body[:12]),
)
def test_a_body_that_is_no_object_is_refused_on_one_line(table: Table, body: bytes) -> None:
    answer = table.http.post("/api/rooms", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400, answer.text
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    "game_request",
    [
        {},
        {"game": "chess"},
        {"game": ["small_star_empires"]},
        {**OPEN, "players": "human"},
        {**OPEN, "players": ["human"]},
        {**OPEN, "players": ["human"] * 9},
        {**OPEN, "players": ["human", 3]},
        {**OPEN, "players": ["human", "gredy"]},
        {**OPEN, "players": ["human", "greedy:3"]},
        {**OPEN, "players": ["human", "mcts:"]},
        {**OPEN, "players": ["human", "mcts:2000000000"]},
        {**OPEN, "players": ["human", "mcts:9999s"]},
        {**OPEN, "players": ["human", "mcts:0"]},
        {**OPEN, "players": ["human", "\n"]},
        {**OPEN, "seed": -1},
        {**OPEN, "seed": 2**64},
        {**OPEN, "seed": "seven"},
        {**OPEN, "seed": "9" * 5000},
        {**OPEN, "seed": 1.5},
        {**OPEN, "seed": True},
        {**OPEN, "fields": []},
        {**OPEN, "fields": {"colour": "red"}},
        {**OPEN, "fields": {"holes": "many"}},
        {**OPEN, "fields": {"rule": ["nebula_points=x"]}},
        {**OPEN, "fields": {"rule": [["a"]]}},
        {**OPEN, "fields": {"rule": {"a": 1}}},
        {**OPEN, "fields": {"unexplored": "yes"}},
        {**OPEN, "fields": {"players": 3}},
        {**OPEN, "fields": {"first": "D"}},
        {**OPEN, "fields": {"map": "/etc/passwd"}},
        {**OPEN, "fields": {"map": "-"}},
        {**OPEN, "fields": {"map": "base-3p"}},
        {**OPEN, "preset": "nowhere"},
        {**OPEN, "preset": 3},
        {**OPEN, "text": 7},
        {**OPEN, "text": "hello"},
        {**OPEN, "text": "sse-game 1\n"},
        {**OPEN, "text": "sse-state 1\nrules: default"},
        {**OPEN, "text": "mse-state 1\n"},
        {**OPEN, "text": '{"format": "sse-state"}'},
        {**OPEN, "text": '{"format": "x-y"}'},
        {**OPEN, "text": "{" * 100_000},
        {**OPEN, "text": MAP, "fields": {"holes": "balanced"}},
        {**OPEN, "text": sse.format_state(sse.new_game(sse.parse_map(MAP))), "fields": {"first": "B"}},
        {"game": "jump_wars", "fields": {"turns": "x"}},
        {"game": "jump_wars", "fields": {"turns": 10**9}},
        {"game": "micro_space_empire", "players": ["human", "human"]},
        {"game": "micro_space_empire", "text": MAP},
    ],
    ids=lambda game_request: str(game_request)[-60:],
)
def test_a_wish_that_cannot_be_fulfilled_is_refused_on_one_line(table: Table, game_request: dict[str, Any]) -> None:
    refused = table.post("/api/rooms", 400, **game_request)
    assert "\n" not in refused["error"]
    assert len(refused["error"]) < 500
    assert "Traceback" not in refused["error"]


@pytest.mark.parametrize("path", ["/api/rooms", "/api/draw", "/api/sketch", "/api/qr"])
def test_half_of_a_character_is_refused(table: Table, path: str) -> None:
    """JSON can say it, and no answer could: a whole one, of two halves, is a character as any other."""
    for text, half in (("A 3\ud800 B", True), ("A 3 \ud83d\ude00 B", False)):
        body = json.dumps({"game": "small_star_empires", "text": text})
        answer = table.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code < 500
        assert ("half of a character" in answer.text) == half


def test_no_bot_of_a_file_comes_from_a_browser(table: Table, tmp_path: Any) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(tmp_path / 'run')!r}, 'w')\ndef choose(view, player, rng): return 0\n")
    for name in (
        str(bot),
        f"{bot}:fast",
        "bot.py",
        "../bot.py",
        "x.py:y.py",
        "star:100@mine.toml",
        "star:@/etc/passwd",
    ):
        refused = table.post("/api/rooms", 400, **{**OPEN, "players": ["human", name]})
        assert refused["error"] == "a file can't be named here: the bots are those that ship"
    record = sse.format_game(sse.GameRecord(sse.new_game(sse.parse_map(MAP)), (), {"A": str(bot)[-40:], "B": "human"}))
    room = table.open("small_star_empires", [], text=record)
    assert [seat["player"] for seat in table.settled(room)["seats"]] == ["human", "human"]
    assert os.listdir(tmp_path) == ["bot.py"]


def test_no_option_but_a_budget_comes_from_a_browser(table: Table) -> None:
    """The option of `endgame` takes a minute and a gigabyte; that of another bot may name a folder."""
    for name in ("endgame:8", "planner:1", "greedy:3"):
        refused = table.post("/api/rooms", 400, game="micro_space_empire", players=[name])
        assert refused["error"] == f"{name.partition(':')[0]} takes no option here, and '{name}' has one"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("act", {}),
        ("act", {"version": 1}),
        ("act", {"version": "1", "seat": 0, "id": 0}),
        ("act", {"version": 1, "seat": True, "id": 0}),
        ("act", {"version": 1, "seat": 0, "id": "0"}),
        ("act", {"version": 1, "seat": 0, "id": False}),
        ("act", {"version": 1, "seat": 0, "text": 3}),
        ("act", {"version": 1, "seat": 0, "id": 0, "theme": "pink"}),
        ("undo", {"version": None}),
        ("undo", {"version": 1, "to": "x"}),
        ("redo", {}),
        ("resign", {"version": 1}),
        ("why", {"seat": 0}),
        ("why", {"seat": 0, "keys": "b2"}),
        ("why", {"seat": 0, "keys": [1]}),
        ("why", {"seat": 0, "keys": ["a"] * 50}),
        ("hint", {"seconds": 1}),
    ],
    ids=str,
)
def test_a_request_that_is_wrongly_filled_in_is_refused(table: Table, path: str, body: dict[str, Any]) -> None:
    room = table.open()
    before = table.get(room)
    assert table.post(f"{room}/{path}", 400, **body)["error"]
    assert table.get(room) == before


@pytest.mark.parametrize(
    "query", [{"ply": "x"}, {"ply": "9" * 99}, {"seat": "A"}, {"theme": "pink"}, {"ply": -1}, {"ply": 1}]
)
def test_an_address_that_is_wrongly_filled_in_is_refused(table: Table, query: dict[str, Any]) -> None:
    room = table.open()
    for what in ("", "/picture.svg"):
        assert table.get(room + what, 400, **query)["error"]


# --- addresses that share


def test_a_position_is_shared_by_its_address(table: Table) -> None:
    room = table.open("small_star_empires", text=MAP)
    table.act(room, table.get(room))
    url = table.get(f"{room}/link")["url"]
    assert url.startswith("/?p=")
    assert table.get(url).startswith("<!doctype html>")
    found = table.get("/api/shared", p=url.removeprefix("/?p="))
    assert (found["game"], found["kind"], found["players"]) == ("small_star_empires", "position", 2)
    assert found["text"] == table.get(f"{room}/position").rstrip("\n")
    other = table.open("small_star_empires", text=found["text"])
    assert table.get(other)["svg"] == table.get(f"{room}/picture.svg", ply=1) or table.get(other)["ply"] == 1


def test_a_shared_text_is_bounded() -> None:
    bomb = packed("." * (MAX_TEXT + 1))
    assert len(bomb) < 1000
    with pytest.raises(ValueError, match="longer than"):
        unpacked(bomb)
    assert unpacked(packed("." * MAX_TEXT)) == "." * MAX_TEXT


@pytest.mark.parametrize(
    "words",
    ["", "x", "!!!!", "é", "AAAA", packed("A 3 B")[:-4], base64.urlsafe_b64encode(zlib.compress(b"A 3 B")).decode()],
)
def test_an_address_that_is_damaged_is_refused(table: Table, words: str) -> None:
    assert table.get("/api/shared", 400, p=words)["error"]
