"""Bench of crowds: waiting times of people while many addresses make costly requests in a loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from time import perf_counter, sleep
from typing import Any, Final, NamedTuple

import sse_core as sse
from sse_core import jump_wars

from .attacks import Shot, get, post, status_of
from .serve import Client, Taken, milliseconds, played, served

SECONDS: Final = 15.0
"""The seconds of an attack."""

MOST: Final = 0.5
"""The most seconds that others may wait, at the 99th percentile."""

PAUSE: Final = 0.05
"""The seconds between two starts by a quick person."""

ROOMS: Final = 5_000
"""The room limit of a server, so high that no game has to be deleted."""

PLAYERS: Final = 5
MAP: Final = "A 3 . 2 B"

ASKED: Final[Mapping[str, Sequence[tuple[str, Mapping[str, Any]]]]] = {
    "starts": [
        ("/api/rooms", {"game": "small_star_empires"}),
        ("/api/rooms", {"game": "small_star_empires", "text": MAP}),
    ],
    "previews": [("/api/draw", {"game": "small_star_empires", "players": ["human"] * 3}), ("/api/draw", {"text": MAP})],
}
"""The requests of other people, by their names in the table; a person for each."""


class Costly(NamedTuple):
    """A request that attackers repeat, with its title."""

    title: str
    shot: Callable[[int], Shot]
    """A function that returns the request for a port, and may open a game there first."""


def long_record() -> str:
    """Return a record of Jump Wars for five players of the greatest length that the server accepts."""
    return sse.format_game(played(jump_wars.new_game(players=PLAYERS, seed=2, turn_limit=1000), 20_000))


def long_starts(port: int) -> Shot:
    """Return the request for a new game that continues a long record."""
    return post("/api/rooms", game="jump_wars", players=["human"] * PLAYERS, text=long_record())


def long_game(port: int, what: str) -> Shot:
    """Return a request about a finished game of 9,196 moves, in which all moves and the record are open."""
    text = sse.format_game(played(jump_wars.new_game(seed=2, turn_limit=1000), 9_196))
    with Client(port, 1, Taken(), "127.0.1.1") as client:
        made = client.ask("/api/rooms", {"game": "jump_wars", "players": ["human", "human"], "text": text})
        room = f"/api/rooms/{made['id']}"
        client.ask(f"{room}/resign", {"version": client.ask(room)["version"], "seat": 0})
        return get(f"{room}{what}")


COSTLY: Final = (
    Costly("records of 20,000 moves of five", long_starts),
    Costly("a game of 9,196 moves", partial(long_game, what="")),
    Costly("its record", partial(long_game, what="/record")),
)


def attack_from(port: int, number: int, addresses: int) -> Counter[str]:
    """Repeat a costly request from several addresses; return the number of answers by status."""
    if not addresses:
        return Counter()
    shot, end = COSTLY[number].shot(port), perf_counter() + SECONDS

    def loop(place: int) -> Counter[str]:
        counts = Counter[str]()
        while perf_counter() < end:
            counts[status_of(port, shot, f"127.0.1.{place + 1}")] += 1
        return counts

    with ThreadPoolExecutor(addresses) as pool:
        return sum(pool.map(loop, range(addresses)), Counter[str]())


def crowded(number: int, addresses: int, faults: list[str]) -> list[str]:
    """Return the row of others' waiting times at a new server, while several addresses repeat a costly request."""
    with ExitStack() as ends:
        server = ends.enter_context(served("--rooms", str(ROOMS)))
        processes = ends.enter_context(ProcessPoolExecutor(1, get_context("spawn")))
        # The first text starts the reader processes, which would be part of its time.
        status_of(server.port, post("/api/draw", text=MAP))
        attack = processes.submit(attack_from, server.port, number, addresses)
        end = perf_counter() + SECONDS
        threads = ends.enter_context(ThreadPoolExecutor())
        asked = {
            what: [
                threads.submit(waited, server.port, 10 * n + m, path, body, end) for m, (path, body) in enumerate(each)
            ]
            for n, (what, each) in enumerate(ASKED.items(), 1)
        }
        asked["clicks"] = [threads.submit(clicked, server.port, end)]
        times = {what: sorted(seconds for each in work for seconds in each.result()) for what, work in asked.items()}
        counts = attack.result()
    title = f"{addresses} addresses: {COSTLY[number].title}" if addresses else "none"
    late = {what: seconds[len(seconds) * 99 // 100] for what, seconds in times.items()}
    if slow := [f"{what} {milliseconds(seconds)}" for what, seconds in late.items() if addresses and seconds > MOST]:
        faults.append(f"{title}: others wait, at the 99th percentile, for {', '.join(slow)}")
    if broken := sum(count for status, count in counts.items() if status.startswith("5")):
        faults.append(f"{title}: {broken} answers are faults of the server")
    medians = (f"{milliseconds(each[len(each) // 2])}, {milliseconds(late[what])}" for what, each in times.items())
    return [title, f"{counts.total():,}", *medians]


def waited(port: int, place: int, path: str, body: Mapping[str, Any], end: float) -> list[float]:
    """Return the seconds that a person waits for each answer to a repeated request, until the end."""
    times = list[float]()
    with Client(port, 1, Taken(), f"127.0.2.{place}") as client:
        while (begin := perf_counter()) < end:
            client.ask(path, body)
            times.append(perf_counter() - begin)
            sleep(PAUSE)
    return times


def clicked(port: int, end: float) -> list[float]:
    """Return the seconds of each click of a person who plays until the end."""
    taken, seed = Taken(), 1
    while perf_counter() < end:
        seed += 1
        with Client(port, seed, taken, "127.0.0.2") as client:
            client.play(client.open("base"), lambda: perf_counter() < end)
    return taken.seconds
