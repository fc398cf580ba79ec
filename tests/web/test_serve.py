"""`sse serve` as a process: what it prints, how it ends, and what keeps it from starting."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Event, Thread, Timer

import pytest
from tests.command import Run, assert_refused
from tests.full_disk import small_disk
from tests.profiles import shortened
from tests.web.table import Table, httpx

import sse_core as sse
from sse_core.bots import random
from sse_core.play.turns import turns_of
from sse_core.web.server import PageServer, bound
from sse_core.web.store import FILE, Store

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@contextmanager
def server(*args: object, **environment: str) -> Generator[tuple[subprocess.Popen[str], str, list[str]], None, None]:
    """Run the command, and yield its process, its address, and the lines that it printed."""
    env = os.environ | environment
    command = [sys.executable, "-m", "sse_core", "serve", "--port", "0", *map(str, args)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        # What hangs fails, rather than hanging the tests.
        timer = Timer(120, process.kill)
        timer.start()
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline()]
            while "Games are kept" not in lines[-1]:
                lines.append(process.stdout.readline())
                assert lines[-1], process.communicate()
            address = re.search(r"http://\S+(?=/ )", lines[0])
            assert address is not None
            yield process, address[0], lines
        finally:
            timer.cancel()
            process.kill()


@posix
@pytest.mark.usefixtures("heard_signals")
@pytest.mark.parametrize("number", shortened(SIGNALS))
def test_a_signal_ends_the_server_at_once_though_pages_are_open(number: int) -> None:
    with server("--workers", 1) as (process, url, _):
        table = Table(url)
        room = table.open("small_star_empires", ["human", "mcts:30s"])
        table.act(room, table.get(room))
        with table.events(room) as events, table.events(room, "analysis", ply=0) as lines:
            assert next(events)["thinking"] == 1
            next(lines)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (0, "The server has ended.\n", "")
        table.close()


@posix
@pytest.mark.usefixtures("heard_signals")
@pytest.mark.parametrize("number", shortened(SIGNALS, ci=1))
def test_the_end_of_a_busy_server_is_one_line(tmp_path: Path, number: int) -> None:
    """While texts are read, hidden moves are found, bots think, a hint is searched and streams are open."""
    text, people = long_text(), ["human"] * 5
    with server("--data", tmp_path, "--workers", 1) as (process, url, _), ExitStack() as ends:
        table = Table(url)
        room = table.open("small_star_empires", ["human", "mcts:30s"])
        table.act(room, table.get(room))
        long = table.open("jump_wars", people, text=text)
        lines = [ends.enter_context(table.events(each, "events")) for each in (room, long)]
        lines.append(ends.enter_context(table.events(room, "analysis", ply=0)))
        lines.append(ends.enter_context(table.events(table.open(), "review")))
        for line in lines[:3]:
            next(line)
        with ThreadPoolExecutor() as pool:
            asked: list[tuple[str, dict[str, object]]] = [
                ("/api/rooms", {"game": "jump_wars", "players": people, "text": text}),
                ("/api/draw", {"text": text}),
                (f"{table.open()}/hint", {"seat": 0, "seconds": 10}),
            ]
            answers = [pool.submit(asked_from, url, f"127.0.1.{n}", *what) for n, what in enumerate(4 * asked, 1)]
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            # Each is answered, or its connection is closed.
            assert {answer.result(60) for answer in answers} <= {0, 200, 201, 400, 429}
        assert (process.returncode, out, err) == (0, "The server has ended.\n", "")
        table.close()


@cache
def long_text() -> str:
    """A game of 20,000 actions, which takes long to read."""
    start = sse.jump_wars.new_game(players=5, seed=2, turn_limit=1000)
    turns = turns_of(start, [random.choose] * 5, 4)
    return sse.format_game(sse.GameRecord(start, [(seat, action) for seat, action, _ in islice(turns, 20_000)]))


def asked_from(url: str, address: str, path: str, body: dict[str, object]) -> int:
    """The status of an answer, 0 where the connection is closed."""
    table = Table(url, address)
    try:
        return int(table.http.post(path, json=body).status_code)
    except httpx.TransportError:
        return 0
    finally:
        table.close()


@pytest.mark.parametrize("how", ["stop", "signal"])
def test_the_end_waits_for_no_look_at_the_clock(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """The loop of the server looks after the date now and then; it is woken when it is to end."""
    monkeypatch.setattr("sse_core.web.server._TICK", 3600.0)
    with bound("127.0.0.1", 0) as listening:
        answers = Event()
        server = PageServer(listening, workers=1, ready=answers.set)
        thread = Thread(target=server.run, daemon=True)
        thread.start()
        assert answers.wait(60)
        # A signal comes to the main thread, where no server runs here.
        server.stop() if how == "stop" else server._server.handle_exit(signal.SIGTERM, None)
        thread.join(60)
        assert not thread.is_alive()


@posix
def test_a_game_survives_the_death_of_its_server(tmp_path: Path) -> None:
    with server("--data", tmp_path / "new" / "games") as (process, url, lines):
        assert f"Games are kept in {tmp_path}" in lines[-1]
        table = Table(url)
        room = table.open("small_star_empires", ["human", "greedy"], seed=3)
        table.act(room, table.get(room))
        shown = table.settled(room)
        table.close()
        process.kill()
    with server("--data", tmp_path / "new" / "games") as (_, url, _):
        table = Table(url)
        assert table.get(room) == shown
        table.close()


@posix
@pytest.mark.parametrize("end", shortened(["kill", "terminate"]))
def test_a_start_on_a_full_disk_says_so_and_shows_the_games(tmp_path: Path, end: str) -> None:
    """New ones are refused until there is room; then all goes on, and nothing is lost."""
    with small_disk(tmp_path) as (fill, make_room):
        with server("--data", tmp_path / "games") as (process, url, _):
            table = Table(url)
            room = table.open()
            shown = table.act(room, table.get(room))
            table.close()
            getattr(process, end)()
            process.wait()
        fill()
        with server("--data", tmp_path / "games") as (process, url, _):
            table = Table(url)
            assert table.get(room)["moves"] == shown["moves"]
            assert "disk" in table.post("/api/rooms", 507, game="small_star_empires")["error"]
            assert table.act(room, table.get(room))["warning"]
            with table.events(room) as events:
                make_room()
                assert any(not news["warning"] for news in events)
            new = table.open()
            table.close()
            process.terminate()
            said = process.communicate()[1]
            assert "the disk is full: rooms.sqlite3 can't be written" in said
            assert "Traceback" not in said
        with server("--data", tmp_path / "games") as (_, url, _):
            table = Table(url)
            assert [table.get(each)["ply"] for each in (room, new)] == [2, 0]
            table.close()


@posix
def test_a_first_start_on_a_full_disk_has_no_games_until_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path) as (fill, make_room):
        (tmp_path / "games").mkdir()
        fill()
        with server("--data", tmp_path / "games") as (_, url, _):
            table = Table(url)
            assert table.get("/api/rooms/none", 404)["error"]
            assert "disk" in table.post("/api/rooms", 507, game="small_star_empires")["error"]
            make_room()
            room = table.open()
            table.close()
        with server("--data", tmp_path / "games") as (_, url, _):
            table = Table(url)
            assert table.get(room)["ply"] == 0
            table.close()


def test_it_says_where_it_is_and_what_that_means() -> None:
    with server("--host", "0.0.0.0", "--allow-host", "games.example") as (_, url, lines):
        port = url.rpartition(":")[2]
        said = " ".join("".join(lines).split())
        assert said.startswith(f"Play at http://127.0.0.1:{port}/ (Ctrl-C ends it). From other machines: http://")
        assert "Everybody who reaches this address can play" in said
        table = Table(f"http://127.0.0.1:{port}")
        for host, status in (("games.example", 200), ("127.0.0.1", 200), ("other.example", 403)):
            assert table.http.get("/api/games", headers={"Host": host}).status_code == status
        table.close()


@posix
def test_it_opens_the_page_in_a_browser() -> None:
    with server("--open", BROWSER="echo opened %s") as (process, url, _):
        assert process.stdout is not None
        assert process.stdout.readline() == f"opened {url}/\n"


@pytest.mark.parametrize(
    "name", ["http://games.example", "games.example:8000", "", "a b", "games.example/", "*.example"]
)
def test_a_host_is_a_name_alone(run: Run, name: str) -> None:
    """Browsers never call a server so: what is meant to be let in wouldn't be."""
    assert_refused(run("serve", "--allow-host", name, "--port", 0), 2, f"--allow-host {name!r}: a name such as")


def test_a_busy_port_is_one_line(run: Run) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert_refused(run("serve", "--port", port), 1, f"127.0.0.1 port {port}: ", "--port 0 picks a free one")


def test_an_address_of_another_machine_is_one_line(run: Run) -> None:
    assert_refused(run("serve", "--host", "203.0.113.1", "--port", 0), 1, "203.0.113.1 port 0: ")


def test_a_broken_file_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("not a database " * 100)
    assert_refused(run("serve", "--port", 0, "--data", tmp_path), 1, str(tmp_path / FILE), "not a database")
    assert_refused(run("serve", "--port", 0, "--data", tmp_path / FILE), 1, str(tmp_path / FILE))


def test_a_folder_of_another_server_is_one_line(run: Run, tmp_path: Path) -> None:
    store = Store(tmp_path)
    refused = run("serve", "--port", 0, "--data", tmp_path)
    assert_refused(refused, 1, str(tmp_path), f"process {os.getpid()} on", "has these games")
    store.close()


@pytest.mark.parametrize(
    "words", [("--port", "-1"), ("--port", "70000"), ("--port", "x"), ("--workers", "0"), ("here",)]
)
def test_wrong_usage_is_told(run: Run, words: tuple[str, ...]) -> None:
    assert_refused(run("serve", *words), 2)


@pytest.mark.parametrize("module", ["starlette", "uvicorn"])
def test_a_missing_extra_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert_refused(run("serve"), 1, f"the page needs {module}: pip install '.[web]' in the checkout")


def test_neither_the_package_nor_the_help_loads_the_extra() -> None:
    script = """
import sys, sse_core.cli
try:
    sse_core.cli.main(["serve", "--help"])
finally:
    print({"starlette", "uvicorn", "anyio"} & {*sys.modules})
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("set()\n")
    assert "--allow-host" in done.stdout
