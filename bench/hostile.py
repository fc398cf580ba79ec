"""Bench of the web page under attack: answers of a real server, waiting times of others, kills, full disks, memory."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import chain, count, product
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import sse_core as sse

from .attacks import ATTACKS, attack, post, status_of, target_at
from .crowds import COSTLY, MOST, crowded
from .machine import load
from .runs import RunError
from .serve import Client, Server, Taken, announced, late, milliseconds, played, served
from .tables import table

VICTIM: Final = "127.0.0.2"
"""The address of the other person, while attacks come from 127.0.0.1."""

HALF_OPEN: Final = 200
KILLS: Final = 100
HELD: Final = 2_000
ACTORS: Final = 6
PATIENCE: Final = 120.0
DISK: Final = 4_000_000
"""The size of the disk to fill, in bytes."""

CROWDS: Final = (2, 8)
"""The numbers of addresses in joint attacks."""

DAMAGED: Final = 150
"""The number of games in the file to damage."""

LOOKS: Final = 100
"""The number of looks after which a bot that still thinks counts as thinking long."""

THE_END: Final = "the end of the server"
SOON: Final = 0.2
"""The most seconds until an interrupted bot stops thinking."""


def section() -> str:
    """Return the tables; raise RunError, with the tables, if a requirement isn't met."""
    busy, faults = load(), list[str]()
    attacked = list[list[str]]()
    with served("--rooms", str(HELD)) as server:
        attacked += announced(quiet(server) for _ in range(1))
        attacked += announced(attacked_by(number, server, faults) for number in range(len(ATTACKS)))
        attacked += announced(half_open(server, faults) for _ in range(1))
        if "Traceback" in server.said():
            faults.append(f"the server logs a traceback: {server.said()[-2000:]}")
    crowds = [(0, 0), *product(range(len(COSTLY)), CROWDS)]
    waited = [*announced(crowded(number, addresses, faults) for number, addresses in crowds)]
    found = chain(
        killed(faults), two_servers(faults), full_disk(faults), damaged(faults), held(faults), interrupted(faults)
    )
    facts = [*announced(found)]
    before = "" if busy is None else f" The load average before was {busy:.1f}."
    heading = ["attack", "requests", "answered", "refused", "5xx", "clicks", "median", "99 %", "slowest"]
    page = "\n".join(
        [
            "`make bench WHAT=hostile` attacks a server on your machine, and fails where anything doesn't hold. While",
            "one address attacks, another one plays: its clicks are measured.",
            "",
            *table(heading, attacked),
            "",
            "Some addresses ask for what is costly, in a loop, for a quarter of a minute. This is how long others wait",
            f"meanwhile, in the middle and at the 99th percentile, which may be {MOST:g} s:",
            "",
            *table(["attack", "requests", "starts", "previews", "clicks"], waited),
            "",
            *table(["what", "found"], facts),
            "",
            f"Measured on a machine of {os.cpu_count()} cores, which attackers, players and server share.{before}",
        ]
    )
    if faults:
        raise RunError("\n".join([page, "", "This doesn't hold:", *faults]))
    return page


# --- clicks of others meanwhile


def quiet(server: Server) -> list[str]:
    """Return the row of clicks without an attack."""
    taken = Taken()
    with Client(server.port, 1, taken, VICTIM) as client:
        client.play(client.open("base"), lambda: len(taken.seconds) < 15)
    return row("none", Counter(), taken)


def attacked_by(number: int, server: Server, faults: list[str]) -> list[str]:
    """Return the row of an attack, which a separate process makes."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        target = pool.submit(target_at, server.port, late()).result()
        counts, taken = clicked(server, pool.submit(attack, number, target))
    return checked(ATTACKS[number].title, counts, taken, faults)


def clicked(server: Server, work: Future[Counter[str]]) -> tuple[Counter[str], Taken]:
    """Play while some work goes on, at least one click; return the counts of the work, and the clicks."""
    taken, seed = Taken(), 1

    def goes_on() -> bool:
        return not work.done() or not taken.seconds

    while goes_on():
        seed += 1
        with Client(server.port, seed, taken, VICTIM) as client:
            client.play(client.open("base"), goes_on)
    return work.result(), taken


def checked(title: str, counts: Counter[str], taken: Taken, faults: list[str]) -> list[str]:
    if broken := sum(number for status, number in counts.items() if status.startswith("5") and status != "507"):
        faults.append(f"{title}: {broken} answers are faults of the server")
    return row(title, counts, taken)


def row(title: str, counts: Counter[str], taken: Taken) -> list[str]:
    answered, broken = (sum(number for status, number in counts.items() if status[0] == first) for first in "25")
    times = sorted(taken.seconds)
    shown = [milliseconds(each) for each in (times[len(times) // 2], times[len(times) * 99 // 100], times[-1])]
    numbers = [counts.total(), answered, counts.total() - answered - broken, broken, len(times)]
    return [title, *(f"{number:,}" for number in numbers), *shown]


def half_open(server: Server, faults: list[str]) -> list[str]:
    """Return the row of connections with half a request, which the server must close, or answer with 408."""
    halves = (b"", b"GET /", b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\n", b"POST /api/rooms HTTP/1.1\r\nHost: ")
    body = (
        b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    )

    def end_of(number: int) -> str:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            line.sendall((*halves, body)[number % 5])
            answer = b""
            with suppress(ConnectionError):
                while part := line.recv(65536):
                    answer += part
            return answer[9:12].decode() or "closed"

    begin = perf_counter()
    with ThreadPoolExecutor(HALF_OPEN) as pool:
        ends = [pool.submit(end_of, number) for number in range(HALF_OPEN)]
        with ThreadPoolExecutor(1) as one:
            counts, taken = clicked(server, one.submit(lambda: Counter(end.result() for end in ends)))
    took = perf_counter() - begin
    if took > 2 * 10:
        faults.append(f"half-sent requests end after {took:.0f} s")
    return checked(f"{HALF_OPEN} half-open connections, ended after {took:.0f} s", counts, taken, faults)


# --- kills


@dataclass
class Told:
    """The moves that clients were told of: for each game the text of each move by its ply."""

    rooms: dict[str, dict[int, str]] = field(default_factory=dict[str, dict[int, str]])
    answered: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def note(self, shown: Mapping[str, Any]) -> None:
        with self.changed:
            told = self.rooms.setdefault(shown["id"], {})
            told.update((move["ply"], move["text"]) for move in shown["moves"])
            self.answered += 1
            self.changed.notify_all()

    def await_answers(self, number: int) -> None:
        """Wait until clients have got so many answers."""
        with self.changed:
            self.changed.wait_for(lambda: self.answered >= number, PATIENCE)


def acted(port: int, seed: int, told: Told, room: str | None, most: int) -> str | None:
    """Let people act in a game, then in new ones, `most` times or until the server is gone; return the last game."""
    rng, acts = random.Random(seed), 0
    with suppress(OSError, HTTPException, json.JSONDecodeError), Client(port, seed, Taken(), VICTIM) as client:
        while acts < most:
            if room is None:
                game = rng.choice(sorted(sse.GAMES))
                players = ["human"] * sse.GAMES[game].INFO.least_players
                game_request = {"game": game, "players": players, "seed": seed + acts}
                room = str(client.ask("/api/rooms", game_request)["id"])
                with told.changed:
                    told.rooms[room] = {}
            shown = client.ask(f"/api/rooms/{room}")
            while shown["legal"] and acts < most:
                click = {"version": shown["version"], "seat": shown["person"], "id": rng.choice(shown["legal"])["id"]}
                shown = client.ask(f"/api/rooms/{room}/act", {**click, "known": shown["known"]})
                told.note(shown)
                acts += 1
            room = room if acts == most else None
    return room


def lost(port: int, told: Told) -> int:
    """Return the number of moves that clients were told of and the server has lost."""
    missing = 0
    with Client(port, 1, Taken()) as client:
        for room, moves in told.rooms.items():
            try:
                found = {move["ply"]: move["text"] for move in client.ask(f"/api/rooms/{room}")["moves"]}
            except RunError:
                # The whole game is lost.
                found = {}
                missing += not moves
            missing += sum(bool(text) and found.get(ply) not in (text, "") for ply, text in moves.items())
    return missing


def killed(faults: list[str]) -> Iterator[list[str]]:
    """Kill the server again and again while clients act, and count lost moves."""
    told, rng, missing, games = Told(), random.Random(1), 0, 0
    with TemporaryDirectory() as folder:
        rooms: list[str | None] = [None] * ACTORS
        for kill in range(KILLS):
            with served("--data", folder, "--rooms", str(HELD)) as server, ThreadPoolExecutor(ACTORS) as pool:
                now = Told({room: told.rooms[room] for room in rooms if room is not None})
                missing += lost(server.port, now)
                enough = rng.randrange(10, 100)
                work = [pool.submit(acted, server.port, 100 * kill + n, now, rooms[n], 1000) for n in range(ACTORS)]
                now.await_answers(enough)
                server.process.send_signal(signal.SIGKILL)
                for n, each in enumerate(work):
                    rooms[n] = each.result()
                told.answered += now.answered
                told.rooms |= now.rooms
        with served("--data", folder, "--rooms", str(HELD)) as server:
            missing += lost(server.port, told)
            games = len(told.rooms)
    if missing:
        faults.append(f"{missing} actions that were answered are lost over {KILLS} kills")
    yield [f"actions answered over {KILLS} kills of the server", f"{told.answered:,}, in {games} games"]
    yield ["of these lost", f"{missing:,}"]


# --- two servers, and a full disk


def two_servers(faults: list[str]) -> Iterator[list[str]]:
    """Start a second server on the folder of a first one."""
    with TemporaryDirectory() as folder, served("--data", folder) as server:
        told = Told()
        room = acted(server.port, 1, told, None, 5)
        command = [sys.executable, "-m", "sse_core", "serve", "--port", "0", "--data", folder]
        second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        acted(server.port, 2, told, room, 5)
        missing, says = lost(server.port, told), second.stderr.strip().splitlines()[-1:]
    if second.returncode != 1 or f"process {server.process.pid} " not in "".join(says) or missing:
        faults.append(
            f"a second server with the same games: status {second.returncode}, {says}, {missing} actions lost"
        )
    yield ["a second server on the same folder", f"refused, and told which process has it; {missing} actions lost"]


@contextmanager
def small_disk() -> Generator[tuple[Path, str, Callable[[Server], None], Callable[[Server], None]], None, None]:
    """Yield a folder, the words for its disk, and functions that fill this disk and make room again."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", name]
        if os.name == "posix" and subprocess.run(mount, capture_output=True, check=False).returncode == 0:

            def fill(server: Server) -> None:
                with suppress(OSError), (folder / "ballast").open("wb", buffering=0) as file:
                    while True:
                        file.write(bytes(4096))

            try:
                yield folder, "a tmpfs of 4 MB, filled", fill, lambda server: (folder / "ballast").unlink()
            finally:
                subprocess.run(["umount", name], check=True)
        else:
            yield folder, "no file may grow (RLIMIT_FSIZE)", limited, unlimited


def limited(server: Server) -> None:
    """Forbid a server's files to grow, so that writing fails with EFBIG."""
    _limit(server, 1)


def unlimited(server: Server) -> None:
    """Allow files to grow again."""
    _limit(server, -1)


def _limit(server: Server, most: int) -> None:
    if sys.platform != "linux":
        raise RunError("a full disk needs a tmpfs, or the limits of Linux")
    import resource

    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard if most < 0 else most, hard))


def full_disk(faults: list[str]) -> Iterator[list[str]]:
    """Fill the disk while clients act, make room again, and kill the server."""
    with small_disk() as (folder, what, fill, free), ExitStack() as ends:
        told, refused, warned = Told(), 0, 0
        server = ends.enter_context(served("--data", str(folder)))
        rooms = [acted(server.port, seed, told, None, 5) or "" for seed in range(ACTORS)]
        fill(server)
        before = told.answered
        for seed, room in enumerate(rooms):
            # No new game follows a finished one, since new games are refused.
            with suppress(RunError):
                acted(server.port, seed, told, room, 40)
        full = told.answered - before
        client = ends.enter_context(Client(server.port, 1, Taken()))
        warned = sum(bool(client.ask(f"/api/rooms/{room}")["warning"]) for room in rooms)
        for _ in range(10):
            with suppress(RunError):
                client.ask("/api/rooms", {"game": "micro_space_empire"})
                refused -= 1
            refused += 1
        missing = lost(server.port, told)
        stream = ends.enter_context(events(server.port, rooms[0]))
        is_warned = bool(next(stream)["warning"])
        free(server)
        # Without any request, the server must notice by itself that there is room, and tell its listeners.
        begin = perf_counter()
        while next(stream)["warning"]:
            pass
        # Each game has the warning until it is saved itself.
        while any(client.ask(f"/api/rooms/{room}")["warning"] for room in rooms):
            pass
        recovered = perf_counter() - begin
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        again = ends.enter_context(served("--data", str(folder)))
        gone = lost(again.port, told)
    if missing or gone or refused < 10 or warned < 1 or not is_warned:
        faults.append(f"a full disk: {missing} and {gone} lost, {refused} of 10 refused, {warned} games warned")
    yield ["the disk that is full", what]
    yield ["actions answered while it is full", f"{full:,}, of which {missing} are lost; {warned} games are warned"]
    yield ["new games meanwhile", f"{refused} of 10 refused with a reason"]
    yield ["when there is room again", f"written after {recovered:.1f} s; {gone} lost by a kill after that"]


@contextmanager
def events(port: int, room: str) -> Generator[Iterator[Any], None, None]:
    """Yield the news of a game."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line, line.makefile("rb") as lines:
        line.sendall(f"GET /api/rooms/{room}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        yield (json.loads(each.removeprefix(b"data: ")) for each in lines if each.startswith(b"data: "))


# --- a damaged file


def damaged(faults: list[str]) -> Iterator[list[str]]:
    """Overwrite the middle of the file of games, and start a server twice with it, since each start checks it."""
    with TemporaryDirectory() as folder:
        with served("--data", folder) as server, Client(server.port, 1, Taken()) as client:
            rooms = [str(client.ask("/api/rooms", {"game": "small_star_empires"})["id"]) for _ in range(DAMAGED)]
        path = Path(folder) / "rooms.sqlite3"
        content = bytearray(path.read_bytes())
        middle = len(content) // 2
        content[middle : middle + 4000] = b"\xaa" * 4000
        path.write_bytes(content)
        counts, says = Counter[str](), ""
        for _ in range(2):
            with served("--data", folder) as server:
                counts.update(answer_of(server.port, f"/api/rooms/{room}", folder, faults) for room in rooms)
                if status_of(server.port, post("/api/rooms", game="small_star_empires")) != "201":
                    faults.append("a damaged file: a new game is refused")
                says += server.said()
    readable, lost = counts["200"] // 2, counts["404"] // 2
    if "is damaged, and kept as" not in says or readable < DAMAGED // 4 or readable + lost != DAMAGED:
        faults.append(f"a damaged file: {dict(counts)} for {DAMAGED} games asked twice; the log says {says!r}")
    yield [
        f"a file of {DAMAGED} games, 4,000 bytes of it overwritten",
        f"{readable} go on, {lost} are gone; the log says so",
    ]


def answer_of(port: int, path: str, folder: str, faults: list[str]) -> str:
    """Return the status of an answer, and check that it contains no path of the server."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.request("GET", path)
    answer = line.getresponse()
    if folder in answer.read().decode():
        faults.append(f"{path} tells where the server keeps its games")
    line.close()
    return str(answer.status)


# --- memory


def held(faults: list[str]) -> Iterator[list[str]]:
    """Measure the memory for many games of a hundred moves that nobody looks at."""
    texts = [(name, sse.format_game(played(game.new_game(seed=1), 100))) for name, game in sse.GAMES.items()]
    with served("--rooms", str(HELD)) as server, Client(server.port, 1, Taken()) as client:

        def opened(number: int) -> None:
            name, text = texts[number % len(texts)]
            client.ask("/api/rooms", {"game": name, "text": text})

        for number in range(100):
            opened(number)
        before = memory(server)
        for number in range(100, HELD):
            opened(number)
        after = memory(server)
    if before is None or after is None:
        yield [f"{HELD:,} games held", "the system doesn't tell their memory"]
        return
    each = (after - before) / (HELD - 100)
    if each > 100_000:
        faults.append(f"a game at which nobody looks takes {each / 1000:.0f} kB")
    yield ["memory of a server with 100 games", f"{before / 1e6:.0f} MB"]
    yield [f"with {HELD:,} games of 100 moves", f"{after / 1e6:.0f} MB: {each / 1000:.1f} kB a game"]


def memory(server: Server) -> int | None:
    """Return a server's memory in bytes (VmRSS); None if the system doesn't tell."""
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        return None
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
    return 1024 * int(line.split()[1])


# --- interrupted bots


def interrupted(faults: list[str]) -> Iterator[list[str]]:
    """Interrupt bots that would think for half a minute: then the only worker must be free, or the server end."""
    games = [name for name, game in sse.GAMES.items() if game.INFO.most_players > 1]
    rests = ended(thinks=None)
    for how, slack in (("undo", 0.0), ("resigning", 0.0), (THE_END, rests)):
        took = [ended(thinks=name) if how == THE_END else interrupted_by(how, name) for name in games]
        if max(took) > 5 * SOON + slack:
            faults.append(f"a bot that thinks is interrupted by {how} after {max(took):.1f} s")
        resting = f"; {rests:.2f} s where none thinks" if how == THE_END else ""
        yield [f"a bot's thought, ended by {how}", " and ".join(f"{seconds:.2f} s" for seconds in took) + resting]


def ended(thinks: str | None) -> float:
    """Return the seconds until a server's process has ended while a bot thinks in a game."""
    with served("--workers", "1") as server, Client(server.port, 1, Taken(), VICTIM) as client:
        client.ask("/api/games")
        if thinks is not None:
            thinking(client, thinks, "mcts:30s")
        begin = perf_counter()
        server.process.terminate()
        server.process.wait()
        return perf_counter() - begin


def interrupted_by(how: str, game: str) -> float:
    """Return the seconds until the bot of a game has stopped thinking."""
    with served("--workers", "1") as server, ExitStack() as ends:
        client = ends.enter_context(Client(server.port, 1, Taken(), VICTIM))
        first, second = thinking(client, game, "mcts:30s"), thinking(client, game, "mcts:1")
        stream = ends.enter_context(events(server.port, second))
        waits = next(stream)["thinking"] is not None
        begin = perf_counter()
        if not waits:
            raise RunError(f"the second bot of {game} doesn't wait for the first")
        insist(client, first, "undo" if how == "undo" else "resign", **({} if how == "undo" else {"seat": 0}))
        while waits:
            waits = next(stream)["thinking"] is not None
        return perf_counter() - begin


def insist(client: Client, room: str, path: str, **what: object) -> None:
    """Change a game, and repeat this if the game has gone on meanwhile."""
    while True:
        version = client.ask(f"/api/rooms/{room}")["version"]
        try:
            client.ask(f"/api/rooms/{room}/{path}", {"version": version, **what})
            return
        except RunError as error:
            if "has gone on" not in str(error):
                raise


def thinks(client: Client, room: str) -> bool:
    """Return whether a bot thinks for long in a game; a bot without a choice answers at once."""
    looks = (client.ask(f"/api/rooms/{room}") for _ in range(LOOKS))
    version = client.ask(f"/api/rooms/{room}")["version"]
    return all(shown["thinking"] is not None and shown["version"] == version for shown in looks)


def thinking(client: Client, game: str, bot: str) -> str:
    """Return a game in which a person has acted and a bot thinks, or waits for a worker."""
    for seed in count(1):
        room = client.ask("/api/rooms", {"game": game, "players": ["human", bot], "seed": seed})["id"]
        shown: Mapping[str, Any] = client.ask(f"/api/rooms/{room}")
        if shown["thinking"] is not None:
            # If the bot begins, nothing could be taken back.
            insist(client, room, "resign", seat=0)
            continue
        while not shown["finished"]:
            if thinks(client, room):
                return str(room)
            shown = client.ask(f"/api/rooms/{room}")
            if shown["legal"]:
                click = {"version": shown["version"], "seat": shown["person"], "id": shown["legal"][0]["id"]}
                client.ask(f"/api/rooms/{room}/act", click)
    raise AssertionError("seeds don't end")
