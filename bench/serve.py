"""The page under load: clicks of one person, and fifty games at once, by HTTP clients of a server."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from time import perf_counter
from typing import Any, Final

from .machine import load
from .runs import RunError
from .tables import table

TITLES: Final = {
    "base": "Small Star Empires, two, against greedy",
    "everything": "Small Star Empires, four, everything on, against greedy",
    "micro": "Micro Space Empire",
    "wars": "Jump Wars, two, against random",
    "fifty": "fifty games at once, two, against random",
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
    "fifty": {"game": "small_star_empires", "players": ["human", "random"]},
}
CLICKS: Final = 200
"""The clicks of one person that are measured in each game."""

AT_ONCE: Final = 50


def section() -> str:
    """Return the table; raise RunError if an answer is an error."""
    busy = load()
    with served() as port:
        rows = [row(name, clicks(port, name)) for name in WISHES if name != "fifty"]
        rows.append(row("fifty", crowd(port)))
    before = "" if busy is None else f" The load average before was {busy:.1f}."
    return "\n".join(
        [
            "A click is a move that is sent, and the answer with the new position, its picture and the legal actions.",
            "One client plays game after game. Then fifty clients play at once: each has a stream of events open, asks",
            "for the room when the bot has moved, and clicks again without a pause.",
            "",
            *table(["clicks", "number", "median", "99 %", "slowest", "answer"], rows),
            "",
            f"Measured on a machine of {os.cpu_count()} cores, which clients and server share.{before}",
        ]
    )


@dataclass
class Taken:
    """What clients measured."""

    seconds: list[float] = field(default_factory=list[float])
    sizes: list[int] = field(default_factory=list[int])
    errors: list[str] = field(default_factory=list[str])


def row(name: str, taken: Taken) -> list[str]:
    if taken.errors:
        raise RunError(f"{len(taken.errors)} answers of the server are errors, such as: {taken.errors[0]}")
    times = sorted(taken.seconds)
    middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
    size = sorted(taken.sizes)[len(taken.sizes) // 2]
    shown = [f"{1000 * each:.1f} ms" for each in (middle, late, times[-1])]
    return [TITLES[name], f"{len(times):,}", *shown, f"{size / 1000:.0f} kB"]


@contextmanager
def served() -> Generator[int, None, None]:
    """Yield the port of a server in a process of its own."""
    command = [sys.executable, "-m", "sse_core", "serve", "--port", "0", "--rooms", "2000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r":([0-9]+)/", process.stdout.readline())
            if found is None:
                raise RunError("the server doesn't start: pip install 'sse_core[web]'")
            yield int(found[1])
        finally:
            process.terminate()


class Client:
    """One page: a connection for requests, and one for the stream of events."""

    def __init__(self, port: int, seed: int, taken: Taken) -> None:
        self._line, self._port = HTTPConnection("127.0.0.1", port, timeout=60), port
        self._rng = random.Random(seed)
        self._seed = seed
        self._taken = taken

    def ask(self, path: str, body: Mapping[str, Any] | None = None, *, note: bool = False) -> Any:
        """Return the JSON of an answer; note how long it took and how large it is."""
        method = "GET" if body is None else "POST"
        content = None if body is None else json.dumps(body)
        begin = perf_counter()
        self._line.request(method, path, content, {"Content-Type": "application/json"})
        answer = self._line.getresponse()
        data = answer.read()
        if answer.status >= 400:
            raise RunError(f"{answer.status} {data[:200]!r}")
        if note:
            self._taken.seconds.append(perf_counter() - begin)
            self._taken.sizes.append(len(data))
        return json.loads(data)

    def play(self, name: str, goes_on: Callable[[], bool]) -> None:
        """Play a game to its end, or as long as it is to go on; note the time of each click."""
        made = self.ask("/api/rooms", {**WISHES[name], "seed": self._seed})
        self._seed += 1
        room = f"/api/rooms/{made['id']}"
        events = HTTPConnection("127.0.0.1", self._port, timeout=60)
        events.request("GET", f"{room}/events")
        stream = events.getresponse()
        try:
            shown = self.ask(room)
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


def clicks(port: int, name: str) -> Taken:
    """Measure the clicks of one client."""
    taken = Taken()
    client = Client(port, 1, taken)
    while len(taken.seconds) < CLICKS:
        client.play(name, lambda: len(taken.seconds) < CLICKS)
    return taken


def crowd(port: int) -> Taken:
    """Measure the clicks of many clients at once, each of which plays a whole game."""
    taken = Taken()
    start = threading.Barrier(AT_ONCE)

    def play(seed: int) -> None:
        try:
            start.wait()
            Client(port, seed, taken).play("fifty", lambda: True)
        except (OSError, RunError, ValueError) as error:
            taken.errors.append(repr(error))

    clients = [threading.Thread(target=play, args=(1000 * (number + 1),)) for number in range(AT_ONCE)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return taken
