"""Attacks on the web page: costly, invalid or truncated requests, as a hostile client sends them."""

from __future__ import annotations

import json
import re
import socket
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from itertools import product
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import sse_core as sse
from sse_core import jump_wars
from sse_core.small_star_empires import parse_state

from .serve import Client, Taken, played

Shot = tuple[str, str, bytes]
"""A request: the method, the path and the body."""

PATIENCE: Final = 120.0
SILENCE: Final = 1.0
"""The seconds after which a silent stream is left: that of a game's news has no end."""

CLOSED: Final = "closed"
"""The status that is counted if the server closes the connection instead of answering."""


class Target(NamedTuple):
    """The target of attacks: a server, and games of the attacker there."""

    port: int
    room: str
    wars: str
    late: str
    seats: str
    """A game of other people on their own devices."""

    campaign: str


def target_at(port: int, text: str) -> Target:
    """Return the target at a port, with new games; the late game continues a record."""

    def opened(**game_request: Any) -> str:
        with Client(port, 1, Taken()) as client:
            return f"/api/rooms/{client.ask('/api/rooms', game_request)['id']}"

    two = ["human", "human"]
    return Target(
        port,
        opened(game="small_star_empires", players=two),
        opened(game="jump_wars", players=two),
        opened(game="jump_wars", players=two, text=text),
        opened(game="jump_wars", players=two, seats="own"),
        opened(game="small_star_empires", players=two, campaign=True),
    )


def post(path: str, **body: Any) -> Shot:
    return "POST", path, json.dumps(body).encode()


def get(path: str) -> Shot:
    return "GET", path, b""


# --- texts


def quadratic_texts(target: Target) -> Iterator[Shot]:
    """Texts as long as a body may be, on which a careless reader takes quadratic time."""
    rules = ["bag=1"] * 12_000
    for _ in range(3):
        yield post("/api/draw", game="small_star_empires", fields={"rule": rules})
        yield post("/api/rooms", game="small_star_empires", fields={"rule": rules})
    lines = ("rules: bag=1", "ships: A", "A 3 . 2 B", "A 3 . 2 B " * 20, "sse-state 1", "moves: 1", "1 A a1-b1=C")
    for line in lines:
        yield post("/api/draw", text="\n".join([line] * (900_000 // (len(line) + 1))))
    for piece in (" ", "\n", "A ", "?", "(", '{"a":', "[", "a1-b1=C ", "\u00e9", "bag=1,"):
        yield post("/api/draw", text=piece * (900_000 // len(piece.encode())))
        yield post(
            "/api/rooms", game="small_star_empires", text=f"A 3 . 2 B\n{piece * (400_000 // len(piece.encode()))}"
        )


@cache
def records() -> Sequence[str]:
    """Records as long as the server accepts, and longer, with legal moves and with nonsense."""
    start = jump_wars.new_game(seed=2, turn_limit=1000)
    long = sse.format_game(played(start, 20_000))
    lines = "\n".join(f"{n} A nonsense" for n in range(1, 36_170))
    nonsense = sse.format_game(sse.GameRecord(start)).replace("moves: 0", f"moves: 36169\n{lines}")
    actions = ", ".join(['"nonsense"'] * 36_169)
    twin = sse.GameRecord(start).to_json().replace('"actions": []', f'"actions": [{actions}]')
    return [long, nonsense, twin]


def giant_records(target: Target) -> Iterator[Shot]:
    """Records of Jump Wars of up to 36,169 moves."""
    for _, text in product(range(3), records()):
        yield post("/api/draw", text=text)
        yield post("/api/rooms", game="jump_wars", players=["human", "human"], text=text)


# --- invalid requests

POSTS: Final = ("rooms", "draw", "sketch", "qr", "tours/small_star_empires/1/why", "tours/jump_wars/2/why")
"""The paths that take a body, after ``/api/``."""

GETS: Final = (
    "games", "shared", "presets/small_star_empires/duel", "presets/small_star_empires/duel/thumbnail.svg",
    "rules/small_star_empires", "rules/small_star_empires/E3.4", "tours/small_star_empires/1",
    "sketch/small_star_empires", "sketch/small_star_empires/3.svg",
)  # fmt: skip
"""The paths without a body, after ``/api/``."""

ROOM_POSTS: Final = (
    "act", "undo", "redo", "rematch", "why", "hint", "answer", "without", "back", "sit", "name", "record", "resign",
)  # fmt: skip
"""The paths of a room. Resigning comes last, since it leaves less to attack."""

ROOM_GETS: Final = (
    "", "/brief", "/seats", "/record", "/position", "/map", "/campaign", "/link", "/picture.svg", "/analysis",
    "/review", "/events",
)  # fmt: skip
_KEYS: Final = re.compile(r"they are ([a-z_, ]+)")


def posts_of(target: Target) -> Sequence[str]:
    """Return each path that takes a body."""
    rooms = (target.room, target.wars, target.seats)
    return [*(f"/api/{path}" for path in POSTS), *(f"{room}/{what}" for what in ROOM_POSTS for room in rooms)]


def gets_of(target: Target) -> Sequence[str]:
    """Return each path that takes none."""
    rooms = (target.room, target.wars, target.seats, target.campaign)
    return [*(f"/api/{path}" for path in GETS), *(f"{room}{what}" for what in ROOM_GETS for room in rooms)]


def keys_at(port: int, shot: Shot) -> Sequence[str]:
    """Return the keys that a path accepts, from its own answer to an unknown key."""
    found = _KEYS.search(text_at(port, shot[1], shot[2] or None))
    return found[1].strip().split(", ") if found else ()


def text_at(port: int, path: str, body: bytes | None = None) -> str:
    """Return the text of a path's answer with any status."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.request("GET" if body is None else "POST", path, body, {"Content-Type": "application/json"})
    found = line.getresponse().read().decode()
    line.close()
    return found


def junk_keys(target: Target) -> Iterator[Shot]:
    """Unknown keys with a megabyte each."""
    junk = "x" * 900_000
    for _, path in product(range(2), posts_of(target)):
        yield post(path, junk=junk)
        yield post(path, game="small_star_empires", fields={"junk": junk})
    for path in gets_of(target):
        yield get(f"{path}?junk={'x' * 30_000}")


VALUES: Final[Sequence[Any]] = [
    None, True, -1, 10**30, 10**4000, 1e308, float("nan"), float("inf"), "", "x", "\ud800", "\0", "x" * 5000, "-",
    [], [[]], [None], ["x"] * 30, {}, {"a": 1}, {"\ud800": []}, "mcts:nan", "mcts:1e309s", "/etc/passwd", "bot.py",
]  # fmt: skip
"""Wrong values for any key of a body."""


WORDS: Final = ("-1", "x", "9" * 30, "%ff", "%00", "1.100", "%ED%A0%80")
"""Wrong values for any key of an address."""


def wrong_types(target: Target) -> Iterator[Shot]:
    """Each wrong value for each key, and addresses with invalid numbers."""
    base = {"game": "small_star_empires", "version": 1, "seat": 0, "keys": [], "seconds": 0.01}
    for path in posts_of(target):
        keys = keys_at(target.port, post(path, junk=0))
        for key, value in product(keys, VALUES):
            yield post(path, **{name: base[name] for name in keys if name in base} | {key: value})
    for path in gets_of(target):
        for key, value in product(keys_at(target.port, get(f"{path}?junk=0")), WORDS):
            yield get(f"{path}?{key}={value}")
    for body in (
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"seed":' + b"9" * 5000 + b"}",
    ):
        yield "POST", "/api/rooms", body


def long_bodies(target: Target) -> Iterator[Shot]:
    """Bodies of more than a megabyte for each path that takes one."""
    for path in posts_of(target):
        yield "POST", path, b'{"game": "' + b"x" * 1_500_000 + b'"}'


def path_tricks(target: Target) -> Iterator[Shot]:
    """Paths that lead out of the folder, or to nothing; unsupported methods."""
    pages = ("/", target.room.replace("/api/rooms", "/g"), "/edit", "/learn/jump_wars", "/rules/jump_wars")
    paths = [
        "/static/../app.py", "/static/..%2f..%2fapp.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/%00",
        "/static/", "/static/" + "a" * 5000, "/static/" + "a/" * 3000, "/static/main.js%00.css", "/static/%ED%A0%80",
        "/static/\\..\\app.py", "/nothing", "//", "/api/", "/api/rooms/", "/api/rooms/" + "x" * 30_000, "/g/%E0%A4%A",
        "/api/rooms/%00", "/api/rooms/..%2f..", "/api/presets/x/y", "/api/presets/small_star_empires/..%2f..", "*",
        "/api/rules/small_star_empires/%00", "/api/shared?p=%00", "/api/shared?p=" + "A" * 60_000, "http://x/",
    ]  # fmt: skip
    for method, path in product(("GET", "HEAD", "PUT", "TRACE", "FOO"), (*pages, *paths)):
        yield method, path, b""
    yield from (post(path) for path in paths)


# --- lines, variations, campaigns


def lines_of(target: Target) -> Iterator[str]:
    """Yield lines of moves from the start of a game: as long as they may be, too long, and wrong."""
    start = parse_state(text_at(target.port, f"{target.room}/position").strip())
    legal = re.findall(r"^[0-9]+ ([AB?] .+)$", sse.format_game(played(start, 200)), re.MULTILINE)
    yield "\n".join(legal)
    # Each of these is replayed to its end, where a move is illegal.
    yield "\n".join([*legal[:199], "A a1-a1=C"])
    yield "\n".join(legal[:1] * 200)
    yield "\n".join(["A stay"] * 5000)
    yield "\n" * 20_000
    yield "A " + "x" * 20_000
    yield from ("?", "? reveal=three", "Z a1-a2=C", "A", "A \0", "\ud800 x", "A\ta1-a2=C", "\u2028", "A a1-a2=C\n")


def nested(depth: int, **move: Any) -> list[Any]:
    """Return nested variations."""
    found: list[Any] = []
    for _ in range(depth):
        found = [{"number": 1, "actions": [], "players": [], **move, "variations": found}]
    return found


def long_lines(target: Target) -> Iterator[Shot]:
    """Trial lines for each path that takes one, also in games with secrets."""
    for text, room in product(lines_of(target), (target.room, target.wars, target.seats)):
        line = quote(text, errors="surrogatepass")
        for what in ("", "/picture.svg", "/position", "/link"):
            yield get(f"{room}{what}?ply=0&line={line}")
        yield post(f"{room}/why", seat=0, ply=0, keys=[], line=text)
        yield post(f"{room}/why", seat=0, ply=0, keys=[], line=text * (900_000 // len(text.encode(errors="replace"))))


def wild_variations(target: Target) -> Iterator[Shot]:
    """Variations for a record: too many, too deep, with wrong values, or none."""
    many = [{"number": 1, "actions": ["a1-a2=C"] * 400, "players": [0] * 400}]
    for room in (target.room, target.wars, target.seats):
        yield post(f"{room}/record", variations=[])
        yield post(f"{room}/record", variations=many)
        yield post(f"{room}/record", variations=many * 100)
        yield post(f"{room}/record", variations=[{"number": 1, "actions": ["x"] * 200_000, "players": []}])
        for depth in (10, 13, 200):
            yield post(f"{room}/record", variations=nested(depth))
            yield post(f"{room}/record", variations=nested(depth, actions=["a1-a2=C"], players=[0]))
        deep = b'{"variations":' + b'[{"number":1,"actions":[],"players":[],"variations":' * 15_000
        yield "POST", f"{room}/record", deep
        for key, value in product(("number", "actions", "players", "variations", "more"), VALUES):
            yield post(f"{room}/record", variations=[{"number": 1, "actions": [], "players": [], key: value}])


def campaigns(target: Target) -> Iterator[Shot]:
    """Campaigns of many games, truncated and mixed up, and the next game of one again and again."""
    text = text_at(target.port, f"{target.campaign}/campaign")
    lines = text.splitlines()
    pieces = [text * 200, "\n".join(lines[:1] * 50_000), *("\n".join(lines[:n]) for n in range(len(lines)))]
    pieces += ["\n".join([*lines[:n], *lines[n:] * 2000])[:900_000] for n in range(len(lines))]
    pieces += [re.sub("[0-9]+", "9" * 40, text), text.replace("1", "-1"), text.replace("A", "C")]
    for piece in pieces:
        yield post("/api/draw", text=piece)
        yield post("/api/rooms", game="small_star_empires", text=piece)
    for number in range(20):
        yield get(f"{target.campaign}/campaign")
        yield post(f"{target.campaign}/rematch")
        yield post("/api/rooms", game="small_star_empires", campaign=True, seed=number)


# --- costly requests


def late_games(target: Target) -> Iterator[Shot]:
    """A late game of Jump Wars with all its moves, and its record, again and again."""
    for _ in range(100):
        yield get(target.late)
        yield get(f"{target.late}/record")


def searches(target: Target) -> Iterator[Shot]:
    """Hints with long searches, and bots that think for half a minute."""
    for _ in range(40):
        yield post(f"{target.room}/hint", seat=0, seconds=1)
    for _ in range(12):
        yield post("/api/rooms", game="small_star_empires", players=["mcts:30s", "mcts:30s"])


class Attack(NamedTuple):
    """An attack: its title, its requests, and the number of simultaneous connections."""

    title: str
    shots: Callable[[Target], Iterator[Shot]]
    at_once: int = 8


ATTACKS: Final = (
    Attack("texts of 900 kB that repeat themselves", quadratic_texts),
    Attack("records of up to 36,169 moves", giant_records),
    Attack("unknown keys with 900 kB", junk_keys),
    Attack("values of wrong types", wrong_types),
    Attack("lines that are tried, of up to 20,000 moves", long_lines),
    Attack("variations, wrong, deep and many", wild_variations),
    Attack("campaigns that repeat themselves", campaigns),
    Attack("bodies of 1.5 MB", long_bodies),
    Attack("paths that lead elsewhere", path_tricks),
    Attack("a late game, with all moves, on 100 connections", late_games, 100),
    Attack("hints and bots that think for long, on 50 connections", searches, 50),
)


def attack(number: int, target: Target) -> Counter[str]:
    """Run an attack, and return the number of answers by status."""
    chosen = ATTACKS[number]
    with ThreadPoolExecutor(chosen.at_once) as pool:
        return Counter(pool.map(lambda shot: status_of(target.port, shot), chosen.shots(target)))


def status_of(port: int, shot: Shot, address: str = "127.0.0.1") -> str:
    """Send a request as raw bytes from an address of this machine, and return the status of the answer."""
    method, path, body = shot
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    if method == "POST":
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    answer = b""
    place, mine = ("127.0.0.1", port), (address, 0)
    with suppress(OSError, HTTPException), socket.create_connection(place, PATIENCE, mine) as line:
        # The server may answer and close before the whole body is sent.
        with suppress(OSError):
            line.sendall(f"{head}\r\n".encode() + body)
        while part := line.recv(65536):
            answer = answer if len(answer) >= 4096 else answer + part
            if b"text/event-stream" in answer:
                line.settimeout(SILENCE)
    found = re.match(rb"HTTP/1.1 ([0-9]{3})", answer)
    return found[1].decode() if found else CLOSED
