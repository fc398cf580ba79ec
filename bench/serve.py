"""Bench of the web page under load: HTTP clients click for one person, and for fifty games at once."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, Final, Self, TextIO

import sse_core as sse
from sse_core import jump_wars
from sse_core.bots import random as random_player
from sse_core.play.turns import turns_of

from .machine import load
from .runs import RunError
from .tables import table

LATE: Final = 5_900
"""The plies of a late game of Jump Wars before the measured clicks."""

TITLES: Final = {
    "base": "Small Star Empires, two, against greedy",
    "everything": "Small Star Empires, four, everything on, against greedy",
    "micro": "Micro Space Empire",
    "wars": "Jump Wars, two, against random",
    "late": f"the same, from ply {LATE:,} on",
}
WISHES: Final[Mapping[str, Mapping[str, Any]]] = {
    "base": {"game": "small_star_empires", "players": ["human", "greedy"]},
    "everything": {
        "game": "small_star_empires",
        "players": ["human", "greedy", "greedy", "greedy"],
        "fields": {"holes": "balanced", "unexplored": True, "rule": ["open_borders=yes"]},
    },
    "micro": {"game": "micro_space_empire", "players": ["human"]},
    "wars": {"game": "jump_wars", "players": ["human", "random"]},
    "late": {"game": "jump_wars", "players": ["human", "random"]},
}
CLICKS: Final = 200
"""The number of one person's measured clicks in each game."""

AT_ONCE: Final = 50
IDLE: Final = 3.0
"""The seconds after which a client no longer uses an idle connection."""

CLICKS_EACH: Final = 20
"""The number of clicks of each person if many play at once."""


def section() -> str:
    """Return the tables; raise RunError if an answer is an error."""
    busy = load()
    with served("--rooms", "2000") as server:
        ones = [*announced(row(name, server, partial(alone, server.port, name)) for name in WISHES)]
        many = [*announced(row(name, server, partial(crowd, server.port, name)) for name in WISHES)]
    before = "" if busy is None else f" The load average before was {busy:.1f}."
    heading = ["number", "median", "99 %", "slowest", "server", "answer"]
    return "\n".join(
        [
            "A click is a move that is sent, and the answer with the new position, its picture and the legal actions.",
            "The column *server* has the computing of the server for each click, with the moves of bots, and with what",
            "the page asks for when a bot has moved. One client plays game after game:",
            "",
            *table(["clicks of one person", *heading], ones),
            "",
            f"{AT_ONCE} clients play at once, a game each: each has a stream of events open, asks for the room when",
            "the bot has moved, and clicks again without a pause.",
            "",
            *table(["clicks in fifty games at once", *heading], many),
            "",
            f"Measured on a machine of {os.cpu_count()} cores, which clients and server share.{before}",
        ]
    )


def announced(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield rows, and print each on the terminal, since all of them take minutes."""
    for each in rows:
        print(", ".join(each), file=sys.stderr, flush=True)
        yield each


@dataclass
class Taken:
    """The measurements of clients."""

    seconds: list[float] = field(default_factory=list[float])
    sizes: list[int] = field(default_factory=list[int])
    errors: list[str] = field(default_factory=list[str])


def row(name: str, server: Server, measure: Callable[[Taken], None]) -> list[str]:
    """Return the row of a game; the server's computing time includes the first look at each game."""
    taken, before = Taken(), server.computed()
    measure(taken)
    after = server.computed()
    if taken.errors:
        raise RunError(f"{len(taken.errors)} answers of the server are errors, such as: {taken.errors[0]}")
    times = sorted(taken.seconds)
    size = sorted(taken.sizes)[len(taken.sizes) // 2]
    shown = [milliseconds(each) for each in (times[len(times) // 2], times[len(times) * 99 // 100], times[-1])]
    computing = "–" if before is None or after is None else milliseconds((after - before) / len(times))
    return [TITLES[name], f"{len(times):,}", *shown, computing, f"{size / 1000:.0f} kB"]


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


@dataclass(frozen=True)
class Server:
    """`sse serve` in a separate process."""

    port: int
    process: subprocess.Popen[str]
    log: TextIO

    def said(self) -> str:
        """Return the log of the server."""
        self.log.seek(0)
        return self.log.read()

    def computed(self) -> float | None:
        """Return its CPU seconds so far; None if the system doesn't tell."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return None
        # User and system time are the twelfth and the thirteenth value after the name in parentheses.
        values = stat.read_text().rpartition(")")[2].split()
        return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(*options: str) -> Generator[Server, None, None]:
    """Yield a server on a free port, and end it afterwards."""
    command = [sys.executable, "-m", "sse_core", "serve", "--port", "0", *options]
    with (
        TemporaryFile("w+") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            found = re.search(r":([0-9]+)/", process.stdout.readline())
            if found is None:
                log.seek(0)
                raise RunError(f"the server doesn't start: {log.read()}")
            yield Server(int(found[1]), process, log)
        finally:
            process.terminate()


class Client:
    """A client like one page: a connection for requests, and one for the stream of events."""

    def __init__(self, port: int, seed: int, taken: Taken, address: str = "127.0.0.1") -> None:
        """Connect to the server at a port, from an address of this machine."""
        self._port, self._address = port, address
        self._asked = 0.0
        self._line = self._connected()
        self._rng = random.Random(seed)
        self._seed = seed
        self._taken = taken

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._line.close()

    def _connected(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self._port, timeout=60, source_address=(self._address, 0))

    def ask(self, path: str, body: Mapping[str, Any] | None = None, *, note: bool = False) -> Any:
        """Return the JSON of an answer; with `note`, note its time and size."""
        method = "GET" if body is None else "POST"
        content = None if body is None else json.dumps(body)
        begin = perf_counter()
        if begin - self._asked > IDLE:
            # The server closes idle connections, so this one is opened again.
            self._line.close()
        self._asked = begin
        self._line.request(method, path, content, {"Content-Type": "application/json"})
        answer = self._line.getresponse()
        data = answer.read()
        if answer.status >= 400:
            raise RunError(f"{answer.status} {data[:200]!r}")
        if note:
            self._taken.seconds.append(perf_counter() - begin)
            self._taken.sizes.append(len(data))
        return json.loads(data)

    def open(self, name: str) -> str:
        """Make a new game, and return the path of its API."""
        made = self.ask("/api/rooms", game_request(name, self._seed))
        self._seed += 1
        return f"/api/rooms/{made['id']}"

    def play(self, room: str, goes_on: Callable[[], bool], ready: Callable[[], object] = lambda: None) -> None:
        """Play a game to its end, or while `goes_on` is true; note the time of each click.

        `ready` is called before the first click.
        """
        events = self._connected()
        events.request("GET", f"{room}/events")
        stream = events.getresponse()
        try:
            shown = self.ask(room)
            ready()
            while not shown["finished"] and goes_on():
                if shown["legal"] is None:
                    while not stream.readline().startswith(b"data"):
                        pass
                    shown = self.ask(f"{room}?known={shown['known']}")
                    continue
                click = {name: shown[name] for name in ("version", "known")}
                click |= {"seat": shown["person"], "id": self._choice(shown)}
                shown = self.ask(f"{room}/act", click, note=True)
        finally:
            events.close()

    def _choice(self, shown: Mapping[str, Any]) -> int:
        legal: Sequence[Mapping[str, Any]] = shown["legal"]
        return int(self._rng.choice(legal)["id"])


def game_request(name: str, seed: int) -> dict[str, Any]:
    """Return the request for a new game."""
    more = {"text": late()} if name == "late" else {}
    return {**WISHES[name], "seed": seed, **more}


@cache
def late() -> str:
    """Return the record of the first plies of a long random game of Jump Wars."""
    return sse.format_game(played(jump_wars.new_game(seed=2, turn_limit=150), LATE))


def played(start: Any, most: int) -> sse.GameRecord[Any, Any]:
    """Return the record of the first moves of a random game."""
    turns = turns_of(start, [random_player.choose] * len(start.totals), 4)
    return sse.GameRecord(start, [(seat, action) for seat, action, _ in islice(turns, most)])


def alone(port: int, name: str, taken: Taken) -> None:
    """Measure the clicks of one client."""
    with Client(port, 1, taken) as client:
        while len(taken.seconds) < CLICKS:
            client.play(client.open(name), lambda: len(taken.seconds) < CLICKS)


def crowd(port: int, name: str, taken: Taken) -> None:
    """Measure the clicks of many clients at once, each in its own game."""
    start = threading.Barrier(AT_ONCE)
    with Client(port, 1, Taken()) as first:
        rooms = [first.open(name) for _ in range(AT_ONCE)]

    def play(seed: int, room: str) -> None:
        mine = Taken()
        try:
            with Client(port, seed, mine) as client:
                client.play(room, lambda: len(mine.seconds) < CLICKS_EACH, start.wait)
                while len(mine.seconds) < CLICKS_EACH:
                    client.play(client.open(name), lambda: len(mine.seconds) < CLICKS_EACH)
        except (OSError, RunError, ValueError, threading.BrokenBarrierError) as error:
            start.abort()
            taken.errors.append(repr(error))
        taken.seconds += mine.seconds
        taken.sizes += mine.sizes

    clients = [threading.Thread(target=play, args=(1000 * n, room)) for n, room in enumerate(rooms, 1)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
