"""Stored matches for studies of Small Star Empires: missing games are played, and the rounds of a file are read.

A file has the rounds of one or two players on one set-up (`arena.Store`). A stopped run goes on with it, and more
rounds can be added at any time. Stored games belong to the players as they were: after a change of a player, delete its
files.

Ring: laboratory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

from sse_core import small_star_empires
from sse_core.arena import (
    ArenaError,
    Own,
    Plan,
    ProcessWorkers,
    Row,
    Schedule,
    Setup,
    Sprt,
    Standings,
    Store,
    Tournament,
)
from sse_core.arena.games import MATCH_SECONDS
from sse_core.arena.plans import NOTHING
from sse_core.bots.naming import bot_named, seconds_of
from sse_core.cli.terminal.output import INTERRUPTED
from sse_core.cli.terminal.progress import Progress

from .levels import machine_here
from .results import keep

__all__ = [
    "BASE",
    "SEED",
    "by_clock",
    "plan_of",
    "play_on",
    "rounds_in",
    "seats_of",
    "setup_of",
    "standings_in",
    "status_after",
]

SEED: Final = 1
"""The seed of all studies, so that round i has the same start in each."""


def setup_of(**options: object) -> Setup:
    """Return the set-up of rounds from options of `sse match`; by default the base map for two.

    The seed of the round shuffles the sectors of the base map.
    """
    return Setup("small_star_empires", options=options)


BASE: Final = setup_of()


def seats_of(setup: Setup) -> int:
    """Return the number of seats."""
    return len(setup.maker()(0).state.totals)


def plan_of(setup: Setup, players: Sequence[str], rounds: int, *, actions: bool = False) -> Plan:
    """Return the plan of two players who meet, or of one against itself; with `actions`, all actions are stored."""
    schedule = Schedule("self-play" if len(players) == 1 else "round-robin", len(players), seats_of(setup))
    return Plan(setup, players, SEED, rounds, schedule, actions, opening_plies=0)


def by_clock(name: str) -> bool:
    """Return whether a player has a number of seconds per choice, by its name."""
    return seconds_of(bot_named(name, small_star_empires)) is not None


# --- playing


def play_on(
    path: Path,
    plan: Plan,
    *,
    rounds: int | None = None,
    jobs: int = 1,
    test: Sprt | None = None,
    own: Own = NOTHING,
    what: str = "",
) -> Iterator[tuple[Standings, int]]:
    """Play until all rounds of a plan, or so many of them, are stored, or a test has decided.

    Yield the standings and the number of new rounds after each round; nothing if a file has them all. Players with a
    time per choice use one process. `own` has starts that no set-up makes, and `what` names the rounds in the progress
    line.

    Raises ArenaError for a file with other games, and if a player fails.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    plan, most = _grown(path, plan), plan.rounds if rounds is None else min(rounds, plan.rounds)
    alone = jobs == 1 or any(map(by_clock, plan.bots))
    with Store(path, plan.to_json(own)) as store, nullcontext() if alone else ProcessWorkers(jobs) as workers:
        arena = Tournament(plan, store, test, own=own)
        standings, before = arena.standings, arena.standings.rounds
        if before >= most:
            return
        progress = Progress(most - before, what, is_shown=None if what else False)
        with progress, closing(arena.play(workers, seconds=MATCH_SECONDS)) as played:
            for _ in played:
                _check(path, standings.failures)
                if (new := standings.rounds - before) > progress.done:
                    progress.add(new - progress.done)
                    yield standings, new
                if standings.rounds >= most:
                    return


def _grown(path: Path, plan: Plan) -> Plan:
    """Return a plan with the number of rounds that its file has been asked for before, if that is larger."""
    asked = Store.asked_in(path) or {}
    return replace(plan, rounds=max(plan.rounds, asked.get("rounds", 0)))


def _check(path: Path, rows: Sequence[Row]) -> None:
    """Raise ArenaError if a player failed in one of these games, since tables need finished games."""
    for row in rows:
        if row.error is not None:
            raise ArenaError(f"{path}, game {row.number}: {row.error}")


def status_after(work: Callable[[], None], section: Callable[[], str], result: str | None = None) -> int:
    """Do the work of a study, print its section of a page, and return the exit status.

    However it is stopped, all finished rounds are stored, and the section has what there is. `result` is the name under
    which docs/results keeps the section once the work is done, None to keep nothing.
    """
    status = _status_of(work)

    def show() -> None:
        found = section()
        print(found)
        # The results are the tables of finished runs.
        if result is not None and not status:
            keep(result, found, machine_here())

    return _status_of(show) or status


def _status_of(work: Callable[[], None]) -> int:
    try:
        work()
    except KeyboardInterrupt:
        return INTERRUPTED
    except ArenaError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


# --- reading


def standings_in(path: Path, plan: Plan, test: Sprt | None = None) -> Standings | None:
    """Return the standings of all stored rounds of a plan, up to the one that decided; None without any.

    Raises ArenaError like `play_on`.
    """
    if not path.exists():
        return None
    plan = _grown(path, plan)
    with Store(path, plan.to_json()) as store:
        standings = Tournament(plan, store, test).standings
    _check(path, standings.failures)
    return standings if standings.rounds else None


def rounds_in(path: Path, setup: Setup) -> tuple[Sequence[str], list[list[Row]]]:
    """Return the players in a file and the games of each of its rounds; both are empty without a file.

    Raises ArenaError like `play_on`.
    """
    asked = Store.asked_in(path)
    if asked is None:
        return (), []
    plan = plan_of(setup, asked["bots"], asked["rounds"], actions=asked["actions"])
    with Store(path, plan.to_json()) as store:
        rows, n = [*store.following(0)], plan.schedule.per_round
    _check(path, rows)
    return plan.bots, [rows[first : first + n] for first in range(0, len(rows) - n + 1, n)]
