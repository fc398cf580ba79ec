"""Bench of an arena's overhead: the cost of a job for Dask's scheduler and client, and games per second with workers.

``python -m bench.arena --workers 2 50`` measures both with these numbers of workers. The scheduler, the workers and the
client are separate processes. Empty jobs go through the arena's loop, two per worker in flight, so that only the cost
of a job is left. The CPU time of the idle scheduler comes from heartbeats.

Games with two workers are compared with two plain loops at once, since two busy processors are mostly slower than one
alone. Needs the extra ``[dask]``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any, Final, NamedTuple

from sse_core.arena import MEMORY, Plan, ProcessWorkers, Schedule, Setup, Store, Tournament, Workers
from sse_core.arena.jobs import Job, play_job
from sse_core.arena.loop import Incidents, JobKind, results_of
from sse_core.arena.workers.dask_workers import DaskWorkers

from .levels import machine_here
from .tables import digits, spread, table

WORKERS: Final = (2, 50, 200)
"""The numbers of workers that are measured."""

JOBS: Final = 2000
"""The number of empty jobs."""

IDLE: Final = 10.0
"""The seconds for which the idle scheduler is measured."""

HALF: Final = 0.5
"""The share of a core that the scheduler may take."""

SCHEDULER: Final = """
import asyncio, sys
from distributed import Scheduler

async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard_address=":0") as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(main())
"""

CROWD: Final = """
import asyncio, sys
from contextlib import AsyncExitStack
from distributed import Worker

async def main():
    async with AsyncExitStack() as stack:
        workers = [Worker(sys.argv[1], nthreads=1, memory_limit=0, dashboard=False) for _ in range(int(sys.argv[2]))]
        for worker in workers:
            await stack.enter_async_context(worker)
        print("ready", flush=True)
        await workers[0].finished()

asyncio.run(main())
"""
"""A script with many workers in one process, whose heartbeats are like those of as many machines."""


@contextmanager
def script(text: str, *arguments: str) -> Generator[tuple[str, int], None, None]:
    """Run a script until the end of the block; yield the first line of its output, and its process number."""
    process = subprocess.Popen(
        [sys.executable, "-c", text, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.kill()
        process.communicate()


def cpu_of(process: int) -> float:
    """Return the CPU time of a process, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def nothing(text: str, careful: bool) -> str:
    return text


NOTHING: Final[JobKind[str, str]] = JobKind(nothing, lambda text: [text])


def jobs_of_nothing(workers: Workers, n: int) -> None:
    """Send empty jobs through the loop, each a text as long as a job of an arena."""
    texts = iter([f"{number:0500}" for number in range(n)])
    for _ in results_of(lambda: next(texts, None), NOTHING, workers, incidents=Incidents()):
        pass


def costs(count: int) -> list[float]:
    """Return the CPU time per job of scheduler and client in ms, and that of the idle scheduler in % of a core."""
    with (
        script(SCHEDULER) as (address, scheduler),
        script(CROWD, address, str(count)),
        DaskWorkers.at(address) as workers,
    ):
        jobs_of_nothing(workers, 4 * count)
        before, client = cpu_of(scheduler), process_time()
        jobs_of_nothing(workers, JOBS)
        job, ours = cpu_of(scheduler) - before, process_time() - client
        before, begun = cpu_of(scheduler), perf_counter()
        while perf_counter() - begun < IDLE:
            workers.alive()
            sleep(1)
        idle = (cpu_of(scheduler) - before) / (perf_counter() - begun)
    return [1000 * job / JOBS, 1000 * ours / JOBS, 100 * idle]


# --- games a second


PLAN: Final = Plan(
    Setup("small_star_empires", options={"map": "everything-2p"}),
    ("mcts:100", "greedy"),
    1,
    0,
    Schedule("gauntlet", 2, 2),
)


class Speed(NamedTuple):
    """The speed of games."""

    wall: float
    """Games per second."""

    cpu: float
    """Games per second of CPU time of all processes, on which other programs have little influence."""


def cpu() -> float:
    """Return the CPU time of this process and its children."""
    return process_time() + sum(cpu_of(child.pid) for child in active_children() if child.pid is not None)


def timed(games: int, play: Callable[[], object]) -> Speed:
    """Return the speed at which a function plays games."""
    begun, before = perf_counter(), cpu()
    play()
    return Speed(games / (perf_counter() - begun), games / (cpu() - before))


def arena(workers: Workers, games: int) -> Speed:
    """Return the speed of an arena whose workers are running already."""
    plan = replace(PLAN, rounds=games // 2)
    with Store(MEMORY, plan.to_json()) as store:
        return timed(games, lambda: list(Tournament(plan, store).play(workers)))


def plain(games: int, executor: Executor | None = None) -> Speed:
    """Return the speed of one job in this process, or of two such jobs at once in two processes."""
    tables = PLAN.schedule.tables(PLAN.schedule.pairs())
    text = Job(PLAN.setup, PLAN.bots, PLAN.seed, tables, 0, games).text
    if executor is None:
        return timed(games, lambda: play_job(text))
    return timed(2 * games, lambda: list(executor.map(play_job, [text, text])))


def speeds(rounds: int, seconds: float) -> list[tuple[Speed, Speed, Speed, Speed]]:
    """Return the speeds of a plain loop, two loops at once, two processes, and a local cluster of two, in turns."""
    games = 2 * round(plain(40).wall * seconds / 2)
    with ProcessPoolExecutor(2) as loops, ProcessWorkers(2) as processes, DaskWorkers.local(2) as cluster:
        plain(games // 8, loops)
        arena(processes, games // 4)
        arena(cluster, games // 4)
        return [
            (plain(games), plain(games, loops), arena(processes, 2 * games), arena(cluster, 2 * games))
            for _ in range(rounds)
        ]


# --- the page


def percent(shares: Sequence[float]) -> str:
    """Return the median of shares in percent, with the smallest and the largest."""
    return f"{median(shares):.0f} ({min(shares):.0f}–{max(shares):.0f})"


def section(rounds: int = 5, seconds: float = 10.0, counts: Sequence[int] = WORKERS) -> str:
    """Return the tables: games in so many rounds of so many seconds, and jobs with these numbers of workers."""
    rows = list[list[str]]()
    for count in counts:
        scheduler, client, idle = costs(count)
        most = 1000 * (HALF - idle / 100) / scheduler
        rows.append([f"{count:,}", digits(scheduler), digits(client), f"{idle:.1f}", digits(most)])
    heading = [
        "workers",
        "scheduler, ms a job",
        "client, ms a job",
        "idle scheduler, % of a core",
        "jobs/s at half a core",
    ]
    lines = [*table(heading, rows), ""]
    names = ["a plain loop", "two plain loops at once", "two processes", "a local cluster of two"]
    found, rows = speeds(rounds, seconds), []
    for name, measured in zip(names, zip(*found, strict=True), strict=True):
        beside = [100 * speed.wall / two.wall for speed, (_, two, *_) in zip(measured, found, strict=True)]
        spent = [100 * speed.cpu / two.cpu for speed, (_, two, *_) in zip(measured, found, strict=True)]
        rows.append([name, spread([speed.wall for speed in measured]), percent(beside), percent(spent)])
    heading = [
        "`mcts:100`, greedy; `everything-2p`",
        "games/s",
        "% of two plain loops",
        "for a second of CPU, % of two plain loops",
    ]
    return "\n".join([*lines, *table(heading, rows), "", f"Measured on {machine_here()}."])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description="Measure what an arena costs.")
    parser.add_argument("--workers", nargs="+", type=int, default=WORKERS, help="how many workers the scheduler has")
    parser.add_argument("--rounds", type=int, default=5, help="how often games are measured")
    parser.add_argument("--seconds", type=float, default=10.0, help="the seconds of games of a round")
    options: Any = parser.parse_args(arguments)
    print(section(options.rounds, options.seconds, options.workers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
