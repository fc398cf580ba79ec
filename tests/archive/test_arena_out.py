"""The games of an arena in an archive: each once and as it was played, wherever the process is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.archive.games import kept, numbers_in, rows_of
from tests.command import Run, assert_refused
from tests.full_disk import files_at_most

from sse_core import archive, child_seed, small_star_empires
from sse_core.arena import MEMORY, Plan, Row, Schedule, Setup, Start, Store, StoreError, play_match, seatings
from sse_core.arena.archiving import ArchivedGames
from sse_core.arena.jobs import Job, JobResult, play_job
from sse_core.arena.starts import opened

pytestmark = pytest.mark.usefixtures("heard_signals")

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are others elsewhere")
ARENA: Final = ("arena", "random", "--schedule", "self-play", "--map", "duel", "--seed", 7, "--threads", 1)
"""A bot alone needs no ratings, which take longer than its games."""

DUEL: Final = Setup("small_star_empires", options={"map": "duel"})


def plan_of(games: int, *, actions: bool = True) -> Plan:
    return Plan(DUEL, ("random",), 7, games, Schedule("self-play", 1, 2), actions=actions)


def rows_played(plan: Plan) -> list[Row]:
    """The rows of all games, as a plain loop plays them."""
    tables = plan.schedule.tables(plan.schedule.pairs())
    job = Job(plan.setup, plan.bots, plan.seed, tables, 0, plan.games, actions=True)
    return list(JobResult.parse(play_job(job.text)).rows)


def test_the_games_are_those_that_a_match_plays(run: Run, tmp_path: Path) -> None:
    """Openings are among their actions, and the tags say how long they are."""
    folder = tmp_path / "games"
    args = ["arena", "greedy", "random", "--players", 3, "--seed", 7, "--threads", 1, "--games", 6]
    result = run(*args, "--opening-plies", 2, "--out", folder)
    assert (result.status, result.err) == (0, "")
    assert f"The games go to {folder}.\n" in result.out
    seeds = [child_seed(7, number) for number in range(2)]
    starts = opened((Start(small_star_empires.new_game(players=3, seed=seed), seed) for seed in seeds), 2)
    played = [game.record for game in play_match("greedy", "random", starts, records=True)]
    assert list(archive.scan(folder)) == played
    assert archive.replay(archive.scan(folder)).games == 2 * len(seatings(3))


@pytest.mark.parametrize(
    "args",
    [
        ("jump_wars", "greedy", "random", "--turns", 1, "--games", 2),
        ("micro_space_empire", "greedy", "random", "--games", 4),
        ("empire_of_the_stars", "greedy", "random", "--rounds", 1, "--games", 2),
    ],
)
def test_any_game_is_played_again_from_the_archive(args: tuple[object, ...], run: Run, tmp_path: Path) -> None:
    assert run("arena", *args, "--seed", 1, "--threads", 1, "--out", tmp_path / "games").status == 0
    assert archive.replay(archive.scan(tmp_path / "games")).games == args[-1]


RULE: Final = """
from sse_core.small_star_empires import reference

class Sprawl(reference.State):
    'A territory scores a point for each of its systems.'

    def score_sheet(self):
        sheet = super().score_sheet()
        return [score._replace(territory=max(self.territories(seat))) for seat, score in enumerate(sheet)]
"""


def test_games_by_a_house_rule_are_read_with_its_file(run: Run, tmp_path: Path) -> None:
    rule, folder = tmp_path / "sprawl.py", tmp_path / "games"
    rule.write_text(RULE, encoding="utf-8")
    by_rule = ["--rules-from", rule]
    assert run(*ARENA, "--games", 3, "--out", folder, *by_rule).status == 0
    assert "3 games of " in run("archive", "check", folder, *by_rule).out
    assert "house rule: sprawl.py Sprawl " in run("archive", "show", folder, "--number", 1, *by_rule).out
    assert run("archive", "convert", folder, "--out", tmp_path / "games.jsonl", *by_rule).status == 0
    assert_refused(run("archive", "check", folder), 1, "3 games are by the house rule 'sprawl.py Sprawl ")


def test_the_same_command_adds_what_the_archive_lacks(run: Run, tmp_path: Path) -> None:
    store, folder = tmp_path / "games.sqlite3", tmp_path / "games"
    args = [*ARENA, "--games", 20, "--store", store]
    assert run(*args, "--actions").status == 0
    assert run(*args, "--out", folder).status == 0
    rows = rows_of(folder)
    assert [row.number for row in rows] == list(range(20))
    for _ in range(2):
        assert run(*args, "--out", folder).status == 0
        assert rows_of(folder) == rows
    # All games come from the store again where the archive is gone, and none is played.
    other = tmp_path / "other"
    found = json.loads(run(*args, "--out", other, "--json").out)
    assert (found["played"], found["archive"]) == (0, str(other))
    assert rows_of(other) == rows
    # More games grow both; with more bots the games have other numbers.
    args[args.index("--games") + 1] = 30
    assert run(*args, "--out", folder).status == 0
    assert (rows_of(folder)[:20], numbers_in(folder)) == (rows, list(range(30)))
    args.insert(2, "greedy")
    args[args.index("--games") + 1] = 60
    assert_refused(
        run(*args, "--out", folder), 1, f"{folder} has a game 29 that the store hasn't", "name another folder"
    )


def test_games_come_in_their_order_and_those_that_failed_do_not(tmp_path: Path) -> None:
    plan = plan_of(6)
    rows = rows_played(plan)
    rows[1] = Row(1, rows[1].seats, error="the bot failed", actions=(0,))
    with Store(MEMORY, plan.to_json()) as store, ArchivedGames(tmp_path, plan, store, games_a_part=2) as games:
        for number, there in ((2, []), (0, []), (1, [0, 2]), (5, [0, 2]), (3, [0, 2]), (4, [0, 2, 3, 4])):
            store.add([rows[number]])
            games.write()
            assert numbers_in(tmp_path) == there
    assert numbers_in(tmp_path) == [0, 2, 3, 4, 5]


KILLED: Final = """
import sys
from pathlib import Path
from tests.archive.killing import killed_after
from tests.archive.test_arena_out import plan_of
from sse_core.arena import Store, Tournament, threads
from sse_core.arena.archiving import ArchivedGames

folder = sys.argv[1]
# A part gets its name, and rows come into the store.
killed_after(int(sys.argv[2]), (Path, "rename"), (Store, "add"))
plan = plan_of(60)
with Store(folder + ".sqlite3", plan.to_json()) as store, threads(1) as workers:
    with ArchivedGames(folder, plan, store, games_a_part=7) as games:
        for rows in Tournament(plan, store).play(workers):
            games.write()
"""


@POSIX
@pytest.mark.parametrize("steps", [3, 8])
def test_a_killed_arena_loses_and_doubles_no_game(steps: int, run: Run, tmp_path: Path) -> None:
    folder, store = tmp_path / "games", tmp_path / "games.sqlite3"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(steps)], check=False)
    assert killed.returncode == -signal.SIGKILL
    numbers = numbers_in(folder)
    assert numbers == list(range(len(numbers)))
    assert run(*ARENA, "--games", 60, "--store", store, "--out", folder).status == 0
    rows = rows_of(folder)
    assert [(row.number, list(row.actions)) for row in rows] == [
        (row.number, list(row.actions or ())) for row in rows_played(plan_of(60))
    ]
    assert archive.replay(archive.scan(folder)).games == 60


INTERRUPTING: Final = """
import signal

left = [50]

def choose(view, player, rng):
    left[0] -= 1
    if not left[0]:
        signal.raise_signal(signal.SIGINT)
    return view.legal_actions(player)[0]
"""


@POSIX
def test_an_interrupted_arena_writes_what_it_played(run: Run, tmp_path: Path) -> None:
    bot, folder = tmp_path / "mybot.py", tmp_path / "games"
    bot.write_text(INTERRUPTING, encoding="utf-8")
    args = ["arena", bot, *ARENA[2:], "--games", 40, "--out", folder, "--store", tmp_path / "games.sqlite3"]
    assert run(*args).status == 130
    numbers = numbers_in(folder)
    assert 0 < len(numbers) < 40
    assert numbers == list(range(len(numbers)))
    assert run(*args).status == 0
    assert numbers_in(folder) == list(range(40))


# --- what is refused


def test_an_archive_of_other_games_is_left_alone(run: Run, tmp_path: Path) -> None:
    store, folder = tmp_path / "games.sqlite3", tmp_path / "games"
    kept(folder, [3])
    rows = rows_of(folder)
    words = f"{folder} has a game 0 that the store hasn't, so they are not of one arena; name another folder"
    args = [*ARENA, "--games", 4, "--store", store, "--out", folder]
    assert_refused(run(*args), 1, words)
    assert run(*args[:-2], "--actions").status == 0
    assert_refused(run(*args), 1, words)
    assert rows_of(folder) == rows
    # The same games further on are other ones, too.
    own = tmp_path / "own"
    assert run(*args[:-1], own).status == 0
    archive.write(own, rows[:1])
    assert_refused(run(*args[:-1], own), 1, f"{own} has a game 4 that the store hasn't")


def test_what_is_no_archive_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for folder, words in ((tmp_path, "file: this is no part of an archive"), (tmp_path / "file", "this is a file")):
        assert_refused(run(*ARENA, "--out", folder), 1, words)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_archive_in_use_is_named(run: Run, tmp_path: Path) -> None:
    with archive.Writer(tmp_path / "games"):
        assert_refused(
            run(*ARENA, "--out", tmp_path / "games"), 1, f"process {os.getpid()} on ", "writes in this archive"
        )


def test_an_arena_without_actions_has_no_archive(tmp_path: Path) -> None:
    plan = plan_of(1, actions=False)
    with Store(MEMORY, plan.to_json()) as store, pytest.raises(StoreError, match="this arena keeps none"):
        ArchivedGames(tmp_path / "games", plan, store)
    assert not (tmp_path / "games").exists()


def test_without_pyarrow_the_extra_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sse_core.cli.commands.archive.find_spec", lambda name: None)
    result = run(*ARENA, "--out", tmp_path / "games")
    assert_refused(result, 1, "an archive needs pyarrow: pip install '.[data]' in the checkout of sse_core")
    assert not (tmp_path / "games").exists()


@POSIX
@pytest.mark.parametrize(("most", "name"), [(0, ".lock"), (1000, "games-000000000000-000000000019.parquet")])
def test_a_full_disk_keeps_the_games_in_the_store(most: int, name: str, tmp_path: Path, run: Run) -> None:
    """The part can't be written, and comes the next time."""
    store, folder = tmp_path / "games.sqlite3", tmp_path / "games"
    args = [*ARENA, "--games", 20, "--store", store]
    assert run(*args, "--actions").status == 0
    with files_at_most(most):
        result = run(*args, "--out", folder)
    assert (result.status, result.err) == (1, f"sse: {folder / name}: File too large\n")
    assert run(*args, "--out", folder).status == 0
    assert numbers_in(folder) == list(range(20))
