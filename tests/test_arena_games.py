"""The arena of many bots: the same rows wherever they are played, nothing lost where workers die, and its refusals."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from typing import Any, Final

import pytest
from tests.full_disk import files_at_most

import sse_core as sse
from sse_core import child_seed
from sse_core.arena import (
    MEMORY,
    ExecutorWorkers,
    Plan,
    ProcessWorkers,
    Row,
    Schedule,
    Setup,
    Standings,
    Store,
    StoreError,
    Tournament,
    Workers,
    WorkersError,
    play_job,
    seatings,
    threads,
)
from sse_core.arena.jobs import Job, JobResult
from sse_core.arena.rows import FAILURES
from sse_core.arena.schedules import KINDS, swiss_pairs
from sse_core.bots import BOTS
from sse_core.errors import ArgumentError
from sse_core.play.turns import turns_of

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are others elsewhere")
DUEL: Final = Setup("small_star_empires", options={"map": "duel"})
BOTH: Final = ("greedy", "random")


def plan_of(bots: Sequence[str] = BOTH, rounds: int = 4, kind: Any = "round-robin", setup: Setup = DUEL) -> Plan:
    seats = len(setup.maker()(0).state.totals)
    return Plan(setup, tuple(bots), 7, rounds, Schedule(kind, len(bots), seats, stage=2))


def played(plan: Plan, workers: Workers | None, store: Store | None = None) -> tuple[list[str], Tournament]:
    """The rows of all games by number, and the arena; without workers this process plays."""
    with store or Store(MEMORY, plan.to_json()) as kept, workers or nullcontext():
        arena = Tournament(plan, kept)
        for _ in arena.play(workers):
            pass
        return [row.text for row in kept.rows()], arena


class Here(Executor):
    """Plays each job at once, in this thread."""

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future = Future[Any]()
        future.set_result(fn(*args, **options))
        return future


def here() -> ExecutorWorkers:
    return ExecutorWorkers(Here(), 1)


# --- jobs


def job_of(plan: Plan, first: int, last: int, *, actions: bool = False) -> Job:
    tables = plan.schedule.tables(plan.schedule.pairs())
    return Job(plan.setup, plan.bots, plan.seed, tables, first, last, actions)


def rows_of(job: Job, careful: bool = False) -> list[Row]:
    return list(JobResult.parse(play_job(job.text, careful)).rows)


def test_a_game_has_the_start_the_seed_and_the_seats_of_its_round() -> None:
    setup = Setup("small_star_empires", options={"players": 3})
    rows = rows_of(job_of(plan_of(setup=setup), 3, 6, actions=True))
    seed = child_seed(7, 1)
    start = sse.small_star_empires.new_game(players=3, seed=seed)
    for row, seats in zip(rows, seatings(3), strict=True):
        plies = list(turns_of(start, [BOTS[BOTH[who]].choose for who in seats], seed))
        final = plies[-1][2]
        assert final.outcome is not None
        assert (row.seats, row.winners, row.totals) == (seats, final.outcome.winners, final.outcome.totals)
        assert row.actions is not None
        assert [start.actions[place] for place in row.actions] == [action for _, action, _ in plies]
        assert row.movers is None
    assert [row.number for row in rows] == [3, 4, 5]


def test_sealed_orders_have_their_seats() -> None:
    setup = Setup("jump_wars", options={"turns": 1})
    (row,) = rows_of(job_of(plan_of(setup=setup), 0, 1, actions=True))
    game: Any = sse.GAMES["jump_wars"]
    start = game.new_game(players=2, seed=child_seed(7, 0), turn_limit=1)
    assert row.actions is not None
    assert row.movers is not None
    moves = [(who, start.actions[place]) for who, place in zip(row.movers, row.actions, strict=True)]
    final = sse.GameRecord(start, moves).final
    assert final.outcome.winners == row.winners


def test_a_job_is_played_twice_cut_in_two_and_with_care_with_the_same_rows() -> None:
    job = job_of(plan_of(), 0, 5)
    rows = rows_of(job)
    halves = job.cut()
    assert [(half.first, half.last) for half in halves] == [(0, 3), (3, 5)]
    assert rows == rows_of(job) == [row for half in halves for row in rows_of(half)] == rows_of(job, careful=True)
    assert replace(job, last=1).cut() == [replace(job, last=1)]
    assert Job.parse(job.text) == job


def test_a_setup_needs_no_file_where_it_is_played(tmp_path: Path) -> None:
    from argparse import ArgumentParser

    from sse_core.cli.loading import map_loader
    from sse_core.play.game_commands import command_of

    game = sse.GAMES["small_star_empires"]
    path = tmp_path / "my.map"
    path.write_text("A 1 2 1 B\n", encoding="utf-8")
    parser = ArgumentParser()
    command_of(game).add_setup(parser)
    setup = Setup.of(game, parser.parse_args(["--map", str(path)]), map_loader(game))
    path.unlink()
    start = Setup.from_json(json.loads(json.dumps(setup.to_json()))).maker()(5)
    assert start.state == sse.new_game(sse.parse_map("A 1 2 1 B\n"))


def test_a_position_is_a_setup() -> None:
    state = sse.small_star_empires.new_game(players=2, seed=3)
    state = state.after(state.legal_actions()[0])
    start = Setup("small_star_empires", position=sse.format_state(state)).maker()(9)
    assert (start.state, start.seed) == (state, 9)


def test_a_bot_with_a_clock_marks_its_games() -> None:
    assert [row.is_timed for row in rows_of(job_of(plan_of(("random", "mcts:0.001s")), 0, 1))] == [True]
    assert [row.is_timed for row in rows_of(job_of(plan_of(("random", "mcts:10")), 0, 1))] == [False]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": "0.0.1"}, f"has sse_core {sse.__version__}, and the arena 0.0.1"),
        ({"bots": ["greedy", "no.py"]}, "can't play this: no.py: no such file"),
        ({"setup": {"game": "chess"}}, "can't play this: there is no game 'chess'"),
    ],
)
def test_a_worker_refuses_what_it_cannot_play(change: dict[str, Any], words: str) -> None:
    text = json.dumps(json.loads(job_of(plan_of(), 0, 1).text) | change)
    with pytest.raises(WorkersError, match=r"a worker, process [0-9]+ of .*") as caught:
        JobResult.parse(play_job(text))
    assert words in str(caught.value)


BOT: Final = """\
import os, signal
from pathlib import Path

HERE = Path(__file__)

def choose(view, player, rng):
    {deed}
    return rng.choice(view.legal_actions(player))
"""


def bot_that(deed: str, folder: Path) -> str:
    """The name of a random bot that does something before it chooses."""
    path = folder / "bot.py"
    path.write_text(BOT.format(deed=deed), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("failure", FAILURES)
def test_a_bot_that_fails_has_a_row_and_loses_or_counts_for_nobody(failure: Any, tmp_path: Path) -> None:
    bot = bot_that("1 / (view.ply != 4)", tmp_path)
    rows, arena = played(replace(plan_of((bot, "random"), rounds=2), failure=failure), here())
    found = [Row.parse(row) for row in rows]
    assert [(row.winners, row.totals, row.plies) for row in found if row.error] == [((), (), 4)] * 2
    assert all("failed at ply 4: ZeroDivisionError" in str(row.error) for row in found if row.failed == 0)
    assert all(row.actions is not None and len(row.actions) == 4 for row in found if row.error)
    assert (arena.standings.failed, arena.standings.hopeless) == ({0: 2}, {})
    ratings = arena.standings.ratings("random")
    if failure == "none":
        assert (arena.standings.results, ratings) == ({}, {})
    else:
        assert arena.standings.results[0, 1].tally.losses >= 2
        assert ratings[bot].games == 4


# --- workers


def test_the_same_rows_wherever_they_are_played() -> None:
    before = {*active_children()}
    plan = plan_of(("greedy", "random", "mcts:5"), rounds=3)
    alone, arena = played(plan, here())
    assert len(alone) == 18
    for workers in (None, threads(1), threads(2), ProcessWorkers(2)):
        rows, other = played(plan, workers)
        assert rows == alone
        assert other.standings.ratings("random") == arena.standings.ratings("random")
    assert {*active_children()} == before


DIES_ONCE: Final = """\
mark = HERE.with_name("mark")
    if view.ply == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)"""
"""What a bot does, below its first line: its first game ends its process."""


@POSIX
def test_workers_that_are_killed_lose_no_game(tmp_path: Path) -> None:
    """The worker of the first game dies, perhaps both. Who plays again finds the mark, and all games are as ever."""
    plan = plan_of((bot_that(DIES_ONCE, tmp_path), "greedy"), rounds=10)
    rows, arena = played(plan, ProcessWorkers(2))
    assert (arena.incidents.renewed, arena.incidents.last_error[:17]) == (1, "BrokenProcessPool")
    assert arena.incidents.resent >= 1
    assert rows == played(plan, here())[0]


@POSIX
def test_a_game_that_ends_its_process_costs_a_worker_and_has_a_row(tmp_path: Path) -> None:
    bot = bot_that("view.ply == 7 and sum(view.totals) % 4 == 0 and os.kill(os.getpid(), signal.SIGKILL)", tmp_path)
    harmless = tmp_path / "harmless"
    harmless.mkdir()
    plan = plan_of((bot, "random"), rounds=10)
    rows = [Row.parse(row) for row in played(plan, ProcessWorkers(2))[0]]
    ended = [row for row in rows if row.error is not None]
    assert {row.error for row in ended} == {
        f"{bot} at seat {'AB'[row.seats.index(0)]} failed at ply 7: it ended its process (signal 9)" for row in ended
    }
    assert {(row.failed, row.plies) for row in ended} == {(0, 7)}
    assert 0 < len(ended) < 20
    assert [row.number for row in rows] == [*range(20)]
    plain = plan_of((bot_that("pass", harmless), "random"), rounds=10)
    others = [Row.parse(row) for row in played(plain, here())[0]]
    known = {row.number for row in ended}
    assert [row for row in rows if row.number not in known] == [row for row in others if row.number not in known]


def test_an_executor_that_is_given_is_not_shut_down_and_not_made_again(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        rows, _ = played(plan_of(), ExecutorWorkers(pool, 1))
        assert pool.submit(len, rows).result() == 8


class Plain(Executor):
    """An executor like that of loky: it is shut down without a word about calls that wait."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
        return self._pool.submit(fn, *args, **options)

    def shutdown(self, wait: bool = True) -> None:  # type: ignore[override]
        self._pool.shutdown(wait)


def test_calls_that_wait_are_never_begun_after_the_end() -> None:
    begun, free, played = threading.Event(), threading.Event(), list[int]()

    def play(number: int) -> None:
        begun.set()
        free.wait(1)
        played.append(number)

    with ExecutorWorkers(Plain, 1) as workers:
        sent = [workers.submit(play, number) for number in range(3)]
        begun.wait()
        # The second and the third wait behind the first, which ends when both are cancelled.
        for each in sent[1:]:
            each.add_done_callback(lambda _: free.set() if all(each.cancelled() for each in sent[1:]) else None)
    assert played == [0]
    assert [each.cancelled() for each in sent] == [False, True, True]


@POSIX
@pytest.mark.ci
def test_loky_plays_the_same_rows_where_its_workers_die(tmp_path: Path) -> None:
    loky: Any = pytest.importorskip("loky")
    plan = plan_of((bot_that(DIES_ONCE, tmp_path), "greedy"))
    rows, arena = played(plan, ExecutorWorkers(lambda: loky.get_reusable_executor(max_workers=2), 2))
    assert (arena.incidents.renewed, arena.incidents.last_error[:21]) == (1, "TerminatedWorkerError")
    assert rows == played(plan, here())[0]


@POSIX
def test_a_broken_executor_that_is_given_ends_the_arena(tmp_path: Path) -> None:
    bot = bot_that("os._exit(3)", tmp_path)
    plan = plan_of((bot, "random"))
    with (
        ProcessPoolExecutor(1) as pool,
        pytest.raises(WorkersError, match="the executor is broken; a function that makes one"),
    ):
        played(plan, ExecutorWorkers(pool, 1))


class Nobody(ExecutorWorkers):
    """An executor whose workers never come."""

    def __init__(self) -> None:
        super().__init__(Waiting(), 0)


class Waiting(Executor):
    def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
        return Future[Any]()


class Dying(Executor):
    """An executor all of whose workers die."""

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future = Future[Any]()
        future.set_exception(ConnectionError("gone"))
        return future


def test_patience_ends_without_workers() -> None:
    plan = plan_of()
    with Store(MEMORY, plan.to_json()) as store, Nobody() as workers:
        with pytest.raises(WorkersError, match=r"there was no worker for 0\.1 seconds"):
            list(Tournament(plan, store).play(workers, patience=0.1))
        assert list(store.rows()) == []


def test_workers_that_all_die_end_the_arena() -> None:
    with pytest.raises(WorkersError, match=r"workers failed 20 times .* at last by ConnectionError: gone"):
        played(plan_of(), ExecutorWorkers(Dying(), 1))


def test_the_jobs_of_an_arena_grow() -> None:
    sizes = list[int]()

    class Noting(Here):
        def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
            job = Job.parse(args[0].text)
            sizes.append(job.last - job.first)
            return super().submit(fn, *args, **options)

    rows, _ = played(plan_of(("random", "greedy"), rounds=100), ExecutorWorkers(Noting(), 1))
    assert len(rows) == sum(sizes) == 200
    assert sizes[0] == 1
    assert max(sizes) > 4


# --- the store


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    plan, path = plan_of(), tmp_path / "games.sqlite3"
    rows, _ = played(plan, here(), Store(path, plan.to_json()))
    with Store(path, plan.to_json()) as store:
        again = Tournament(plan, store)
        assert again.is_finished
        assert list(again.play(ExecutorWorkers(Dying(), 1))) == []
        assert [row.text for row in store.rows()] == rows


RESUMED: Final = """
import os, signal, sys
from sse_core.arena import Plan, Schedule, Setup, Store, Tournament, threads
setup = Setup("small_star_empires", options={"map": "duel"})
plan = Plan(setup, ("greedy", "random"), 7, 20, Schedule("round-robin", 2, 2))
with Store(sys.argv[1], plan.to_json()) as store, threads(2) as workers:
    arena = Tournament(plan, store)
    had = arena.games
    for _ in arena.play(workers):
        if arena.games >= had + 15:
            os.kill(os.getpid(), signal.SIGKILL)
"""


@POSIX
def test_an_arena_that_was_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    statuses = list[int]()
    while not statuses or statuses[-1]:
        statuses.append(subprocess.run([sys.executable, "-c", RESUMED, str(path)], check=False).returncode)
        assert statuses[-1] in (0, -9)
    assert len(statuses) > 2
    plan = Plan(DUEL, BOTH, 7, 20, Schedule("round-robin", 2, 2))
    with Store(path, plan.to_json()) as store:
        rows = [row.text for row in store.rows()]
    assert rows == played(plan, here())[0]


def test_a_second_row_that_differs_is_noted_unless_a_bot_has_a_clock() -> None:
    row = Row(0, (0, 1), (0,), (20, 11), plies=40)
    timed = replace(row, number=1, is_timed=True)
    # It overran a limit, and another machine was faster.
    late = replace(row, number=2, error="it took longer", is_timed=True)
    with Store(MEMORY, {}) as store:
        assert store.add([row, timed, late]) == [row, timed, late]
        again = [row, replace(row, totals=(9, 1)), replace(timed, totals=(9, 1)), replace(row, number=2)]
        assert store.add(again) == []
        assert list(store.rows()) == [row, timed, late]
        assert list(store.differing()) == [replace(row, totals=(9, 1))]


def refusal(path: Path, asked: dict[str, Any]) -> str:
    with pytest.raises(StoreError) as caught:
        Store(path, asked)
    return str(caught.value)


def test_files_that_are_refused_and_stay_as_they_are(tmp_path: Path) -> None:
    text, other, new = tmp_path / "a.txt", tmp_path / "b.db", tmp_path / "c.db"
    text.write_text("mine, and longer than the head of a database is: " * 4, encoding="utf-8")
    assert refusal(text, {}) == f"{text} is no database of an arena"
    with sqlite3.connect(other) as db:
        db.execute("create table mine (a)")
    db.close()
    assert refusal(other, {}) == f"{other} is a database, but not one of an arena"
    assert refusal(tmp_path, {}) == f"{tmp_path} is a folder, and a store is a file"
    assert refusal(tmp_path / "no" / "c.db", {}) == f"{tmp_path / 'no' / 'c.db'}: there is no folder {tmp_path / 'no'}"
    before = text.read_bytes(), other.read_bytes()
    with Store(new, {"seed": "7", "rounds": 3}):
        assert refusal(new, {"seed": "7", "rounds": 3}) == f"{new} is in use by another arena"
    assert refusal(new, {"seed": "8", "rounds": 3}) == f'{new} is of another arena: seed is "7" there, and "8" here'
    assert (text.read_bytes(), other.read_bytes()) == before


def test_a_full_disk_keeps_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    rows = [Row(number, (0, 1), (0,), (20, 11), digest="0" * 32) for number in range(2000)]
    with Store(path, {}) as store:
        store.add(rows[:10])
        # A page more is all that fits.
        (pages,) = store._db.execute("pragma page_count").fetchone()
        store._db.execute(f"pragma max_page_count = {pages + 1}")
        with pytest.raises(StoreError, match="the disk is full"):
            store.add(rows[10:])
        assert list(store.rows()) == rows[:10]


def test_a_file_that_is_cut_short_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Store(path, {}) as store:
        store.add(Row(number, (0, 1), actions=tuple(range(500))) for number in range(20))
    os.truncate(path, 5000)
    assert refusal(path, {}) == f"{path} is damaged, or cut short"


@POSIX
def test_a_file_that_may_grow_no_more_keeps_its_rows(tmp_path: Path) -> None:
    path, rows = tmp_path / "a.db", [Row(number, (0, 1), actions=tuple(range(500))) for number in range(20)]
    with files_at_most(30_000), Store(path, {}) as store:
        assert store.add(rows[:2]) == rows[:2]
        with pytest.raises(StoreError, match=": the disk fails, or files may grow no more"):
            store.add(rows)
    with Store(path, {}) as store:
        assert list(store.rows()) == rows[:2]
        assert store.add(rows) == rows[2:]


def test_another_file_of_a_bot_is_another_arena(tmp_path: Path) -> None:
    asked = plan_of((bot_that("pass", tmp_path), "random")).to_json()
    changed = plan_of((bot_that("view.ply", tmp_path), "random")).to_json()
    assert asked != changed
    assert {name for name in asked if asked[name] != changed[name]} == {"files"}


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "swiss"])
def test_bots_behind_others_change_no_game_before_them(kind: Any, seats: int) -> None:
    """So a file that grows needs no game that it has anew."""
    tables = [schedule.tables(schedule.pairs()) for n in (3, 4, 5) for schedule in [Schedule(kind, n, seats)]]
    for fewer, more in pairwise(tables):
        assert more[: len(fewer)] == fewer
        assert len(more) > len(fewer)


def test_games_that_are_kept_have_the_numbers_of_longer_rounds(tmp_path: Path) -> None:
    path, few, many = tmp_path / "games.sqlite3", plan_of(rounds=3), plan_of((*BOTH, "mcts:5"), rounds=4)
    played(few, here(), Store(path, few.to_json()))
    with Store(path, many.to_json()) as store:
        assert store.numbers() == {0, 1, 6, 7, 12, 13}
        assert [row.number for row in store.rows()] == sorted(store.numbers())
    changed = {**many.to_json(), "bots": [*BOTH, "mcts:6"]}
    assert '"mcts:5"] there, and ["greedy", "random", "mcts:6"] here' in refusal(path, changed)
    assert played(many, here(), Store(path, many.to_json()))[0] == played(many, here())[0]


# --- who plays whom


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("kind", KINDS)
def test_the_seats_of_a_schedule_are_turned(kind: Any, seats: int) -> None:
    if kind == "swiss" and seats == 1:
        with pytest.raises(ArgumentError, match="swiss pairs opponents"):
            Schedule(kind, 4, seats)
        return
    schedule = Schedule(kind, 4, seats)
    pairs = schedule.pairs()
    tables = schedule.tables(pairs)
    assert len(tables) == schedule.per_round
    expected = {"round-robin": 6, "gauntlet": 3, "swiss": 2, "self-play": 4}[kind]
    if seats == 1:
        assert tables == ((0,), (1,), (2,), (3,))
        assert len(pairs) == expected
    else:
        assert len(pairs) == expected
        assert len(tables) == expected * (1 if kind == "self-play" else seats)


def test_swiss_pairs_bots_of_as_many_wins_who_have_not_met() -> None:
    assert swiss_pairs(4, []) == [(0, 1), (2, 3)]
    first = {(0, 1): Fraction(0), (2, 3): Fraction(1)}
    assert swiss_pairs(4, [first]) == [(0, 3), (1, 2)]
    second = {(0, 3): Fraction(1), (1, 2): Fraction(1)}
    assert swiss_pairs(4, [first, second]) == [(0, 2), (1, 3)]
    # Of three the last rests, and nobody rests again before all have.
    stages = list[dict[tuple[int, int], Fraction]]()
    rests = list[int]()
    for _ in range(6):
        (pair,) = swiss_pairs(3, stages)
        rests.append(3 - sum(pair))
        stages.append({pair: Fraction(1)})
    assert sorted(rests[:3]) == sorted(rests[3:]) == [0, 1, 2]


class Backwards(Executor):
    """Plays the job that was sent last first, as far as two are in flight."""

    def __init__(self) -> None:
        self._held: list[tuple[Future[Any], Any]] = []

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future = Future[Any]()
        self._held.append((future, lambda: fn(*args, **options)))
        if len(self._held) == 2:
            self.flush()
        return future

    def flush(self) -> None:
        while self._held:
            future, call = self._held.pop()
            future.set_result(call())


class BackwardsWorkers(ExecutorWorkers):
    """Whoever asks for the workers wants results: what waits is played."""

    def __init__(self) -> None:
        self._held = Backwards()
        super().__init__(self._held, 1)

    def alive(self) -> int:
        self._held.flush()
        return super().alive()


def test_swiss_pairs_are_the_same_whatever_finishes_first() -> None:
    plan = plan_of(("random", "greedy", "mcts:5", "mcts:20"), rounds=6, kind="swiss")
    rows, arena = played(plan, here())
    assert len(rows) == 24
    assert len(arena.standings.results) > 2
    for workers in (BackwardsWorkers(), threads(2)):
        assert played(plan, workers)[0] == rows


def test_a_game_for_one_is_compared_on_equal_seeds() -> None:
    plan = plan_of(("planner", "greedy", "random"), rounds=5, setup=Setup("micro_space_empire"))
    rows, arena = played(plan, here())
    found = [Row.parse(row) for row in rows]
    assert [row.seats for row in found[:4]] == [(0,), (1,), (2,), (0,)]
    assert {pair: results.rounds for pair, results in arena.standings.results.items()} == {
        (0, 1): 5,
        (0, 2): 5,
        (1, 2): 5,
    }
    points = [[row.totals[0] if row.winners else 0 for row in found[n : n + 2]] for n in range(0, 15, 3)]
    wins = sum(a > b for a, b in points)
    assert arena.standings.results[0, 1].tally.wins == wins
    ratings = arena.standings.ratings("random")
    # The planner has won all, so there is a lower bound alone.
    assert wins == 5
    assert (ratings["planner"].elo, ratings["planner"].high) == (None, None)
    assert ratings["greedy"].games == 10


def test_self_play_tells_how_the_seats_fare() -> None:
    _, arena = played(plan_of(("greedy", "random"), rounds=6, kind="self-play"), here())
    assert {bot: balance.games for bot, balance in arena.standings.balances.items()} == {0: 6, 1: 6}
    assert arena.standings.ratings("greedy") == {}


def test_standings_of_three_seats_by_hand() -> None:
    standings = Standings(Schedule("round-robin", 2, 3), ["a", "b"])
    seats = [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    rows = [Row(n, who, (n % 2,), (1, 2, 3), plies=5) for n, who in enumerate(seats)]
    # The lone a wins at seat 0 and at seat 1.
    standings.add([(0, 1)], rows)
    assert standings.results[0, 1].tally.wins == 2
    # Two wins of three against two of b at a time are as four of five against one.
    assert standings.shares([(0, 1)], rows) == {(0, 1): Fraction(4, 5)}
