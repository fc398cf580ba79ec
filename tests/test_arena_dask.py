"""The arena on a real cluster of Dask, whose workers, scheduler and client are killed. Without Dask all is left out."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final

import pytest
from tests.command import Run, assert_refused, joined, spawn
from tests.profiles import by_profile

from sse_core import child_seed
from sse_core.arena import MEMORY, Plan, Row, Schedule, Setup, Store, Tournament, Workers, WorkersError, threads

pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(os.name != "posix", reason="signals are others elsewhere"),
    # What a killed worker leaves open is not ours to close.
    pytest.mark.filterwarnings("default"),
]

DUEL: Final = Setup("small_star_empires", options={"map": "duel"})
SEED: Final = 7


def plan_of(bot: str, rounds: int) -> Plan:
    return Plan(DUEL, (bot, "random"), SEED, rounds, Schedule("round-robin", 2, 2))


def rows_of(plan: Plan, workers: Workers) -> list[Row]:
    with Store(MEMORY, plan.to_json()) as store, workers:
        for _ in Tournament(plan, store).play(workers):
            pass
        return list(store.rows())


CLUSTER: Final = """
import sys, time
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""
"""A cluster in a process of its own, until its input ends."""


@contextmanager
def cluster_of(workers: int, folder: Path) -> Generator[tuple[str, subprocess.Popen[str]], None, None]:
    """A cluster of so many workers: its address and its process."""
    script = folder / "cluster.py"
    script.write_text(CLUSTER, encoding="utf-8")
    command = [sys.executable, str(script), str(workers)]
    # Its pipes are closed before it is waited for: workers that still end hold them open.
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process


def test_a_cluster_plays_the_same_rows(tmp_path: Path) -> None:
    from sse_core.arena.workers.dask_workers import DaskWorkers

    plan = plan_of("greedy", 100)
    with cluster_of(2, tmp_path) as (address, _):
        assert rows_of(plan, DaskWorkers.at(address)) == rows_of(plan, threads(1))


def test_a_scheduler_that_dies_ends_the_arena_and_it_goes_on(tmp_path: Path) -> None:
    from sse_core.arena.workers.dask_workers import DaskWorkers

    plan, path = plan_of("greedy", 500), tmp_path / "games.sqlite3"
    with cluster_of(1, tmp_path) as (address, process), Store(path, plan.to_json()) as store:
        with DaskWorkers.at(address) as workers:
            arena = Tournament(plan, store)
            games = arena.play(workers)
            while arena.games <= 20:
                next(games)
            process.kill()
            with pytest.raises(WorkersError, match="the scheduler has gone"):
                list(games)
        assert 20 < arena.games < 1000
        assert len(store.numbers()) == arena.games
    with Store(path, plan.to_json()) as store, threads(1) as workers:
        for _ in Tournament(plan, store).play(workers):
            pass
        assert list(store.rows()) == rows_of(plan, threads(1))


PLAYING: Final = """\
from pathlib import Path

def choose(view, player, rng):
    Path(__file__).with_name("plays").touch()
    print("choosing")
    return rng.choice(view.legal_actions(player))
"""


def test_a_scheduler_that_dies_ends_the_command_with_one_line(tmp_path: Path) -> None:
    """The client of Dask would try to find it again for as long as the patience, and write down how it failed."""
    bot, store = tmp_path / "bot.py", tmp_path / "games.sqlite3"
    bot.write_text(PLAYING, encoding="utf-8")
    args = [
        bot,
        "random",
        *["--map", "duel", "--seed", "1", "--games", "100000", "--patience", "300"],
        "--store",
        store,
    ]
    with cluster_of(1, tmp_path) as (address, process):
        command = [sys.executable, "-m", "sse_core", "arena", *map(str, args), "--scheduler", address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as arena:
            while not (tmp_path / "plays").exists():
                pass
            process.kill()
            out, err = arena.communicate(timeout=60)
    assert (arena.returncode, err) == (1, f"sse: the scheduler has gone; what was played is kept in {store}\n")
    assert "The arena was left after " in out


def test_a_cluster_of_the_command_stands_beside_another_and_its_bots_print_to_the_standard_error(
    tmp_path: Path,
) -> None:
    """The usual port of a scheduler is taken, of which nothing is said."""
    bot = tmp_path / "bot.py"
    bot.write_text(PLAYING, encoding="utf-8")
    with socket.socket() as taken:
        with suppress(OSError):
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        result = spawn("arena", bot, "random", "--map", "duel", "--seed", 1, "--games", 2, "--cluster", 1, "--json")
    assert result.status == 0
    assert json.loads(result.out)["games"] == 2
    assert {*result.err.splitlines()} == {"choosing"}


def test_a_scheduler_without_workers_and_an_address_without_one(run: Run, tmp_path: Path) -> None:
    args = ["arena", "greedy", "random", "--map", "duel", "--seed", 1, "--store", tmp_path / "a.db", "--scheduler"]
    with cluster_of(0, tmp_path) as (address, _):
        result = run(*args, address, "--patience", 0.2)
    kept = f"what was played is kept in {tmp_path / 'a.db'}"
    assert (result.status, result.err) == (1, f"sse: there was no worker for 0.2 seconds; {kept}\n")
    assert "The arena was left after 0 games of 1000." in result.out
    assert_refused(run(*args, address, "--patience", 0.2), 1, f"no scheduler answers at {address}")


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:9", "tcp://host"])
def test_what_is_no_address_is_told_at_once(address: str) -> None:
    from sse_core.arena.workers.dask_workers import DaskWorkers

    with pytest.raises(WorkersError, match=rf"^'{address}' is no address of a scheduler, such as tcp://host:8786: "):
        DaskWorkers.at(address)


KILLER: Final = """\
import os, signal

def choose(view, player, rng):
    if view.ply == {ply} and rng.next() == {word}:
        os.kill(os.getpid(), signal.SIGKILL)
    return rng.choice(view.legal_actions(player))
"""


DYING: Final = """
import os, signal, sys
from contextlib import suppress
import psutil
from sse_core.arena import Store
from sse_core.cli import main

def workers():
    return [child for child in psutil.Process().children(recursive=True) if "spawn_main" in " ".join(child.cmdline())]

def killed(processes):
    for process in processes:
        process.kill()

def after(step):
    with suppress(psutil.Error):
        if step in CLIENT_DIES:
            os.kill(os.getpid(), signal.SIGKILL)
        elif step == ALL_DIE:
            killed(workers())
        else:
            killed(workers()[step % 2 :][:1])

add, games = Store.add, None

def counted(store, rows):
    global games
    before = len(store.numbers()) if games is None else games
    new = add(store, rows)
    games = before + len(new)
    for step in range(before // A_STEP + 1, games // A_STEP + 1):
        after(step)
    return new

if __name__ == "__main__":
    A_STEP, ALL_DIE, *CLIENT_DIES = map(int, sys.argv.pop(1).split(","))
    Store.add = counted
    sys.exit(main(sys.argv[1:]))
"""
"""The command, which kills its workers and itself whenever so many more games are in the store."""

STEPS: Final = by_profile(6, 6, 100)
"""The parts that all games are cut into; something dies after each."""

ALL_DIE: Final = 3
"""The step after which all workers die."""

CLIENT_DIES: Final = (2, 5)
"""The steps after which the command itself dies; after each other one a worker does."""


def test_no_game_is_lost_and_none_counts_twice(tmp_path: Path) -> None:
    """Workers die all the time, all at once once, the command twice; a game ends its process each time."""
    rounds = by_profile(500, 500, 50_000)
    place = rounds // 2
    # The bot that is named first has the first seat of game 2 n, so it chooses at ply 0 there.
    word = child_seed(child_seed(SEED, place), 0)
    killer, harmless = tmp_path / "killer.py", tmp_path / "harmless.py"
    killer.write_text(KILLER.format(ply=0, word=word), encoding="utf-8")
    harmless.write_text(KILLER.format(ply=0, word=-1), encoding="utf-8")
    store, dying = tmp_path / "games.sqlite3", tmp_path / "dying.py"
    dying.write_text(DYING, encoding="utf-8")
    deaths = ",".join(map(str, (2 * rounds // STEPS, ALL_DIE, *CLIENT_DIES)))
    command = [
        *(sys.executable, str(dying), deaths),
        *("arena", str(killer), "random", "--map", "duel", "--seed", str(SEED), "--games", str(2 * rounds)),
        # A busy machine takes its time to start a worker.
        *("--cluster", "2", "--store", str(store), "--patience", "300"),
    ]
    begun, statuses = monotonic(), list[int]()
    # Not a pipe, which the workers of a command that died would hold open until they end.
    with (tmp_path / "said.txt").open("w+", encoding="utf-8") as said:
        while not statuses or statuses[-1] == -signal.SIGKILL:
            said.seek(0)
            said.truncate()
            statuses.append(subprocess.run(command, stdout=said, stderr=subprocess.STDOUT, check=False).returncode)
        said.seek(0)
        page = joined(said.read())
    assert statuses == [-signal.SIGKILL] * len(CLIENT_DIES) + [0], page
    plan = plan_of(str(killer), rounds)
    with Store(store, plan.to_json()) as kept:
        rows = list(kept.rows())
    assert [row.number for row in rows] == [*range(2 * rounds)]
    assert rows[2 * place].error == f"{killer} at seat A failed at ply 0: it ended its process (signal 9)"
    others = rows_of(plan_of(str(harmless), rounds), threads(1))
    assert rows[: 2 * place] + rows[2 * place + 1 :] == others[: 2 * place] + others[2 * place + 1 :]
    assert f"failed    1 game lost by the bot that failed: by {killer} 1" in page
    assert "differing" not in page
    print(f"{2 * rounds:,} games in {monotonic() - begun:.0f} s; {page[page.index('speed') :]}")
