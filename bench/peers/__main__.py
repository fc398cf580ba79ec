"""Speed of random play beside other engines: one protocol for all, in one run, on one core.

Every contender plays at random and returns the number of plies; some measure territories instead. All take turns in
each repetition, and the median of the ratios within repetitions counts. Answers are checked before they are timed.
`make bench-peers` runs this in an environment of its own, as ``python -m bench.peers --page docs/speed.md``.

This file pairs the contenders. A file for each kind makes and checks them: `core`, `naive`, `openspiel`, `pgx`,
`chance`, `territories`. `field` has the types they share, `racing` takes the times, and `report` writes the tables.
"""

from __future__ import annotations

import argparse
import platform
import sys
from typing import Any

import sse_core as sse

from ..compiling import CompileError
from ..tables import PageError, add_page_option, write_section
from . import chance, core, naive, openspiel, pgx
from .field import Contender, Field, Race
from .racing import CORES, about, pin, raced
from .report import report
from .samples import GAMES, STANDARD_ERRORS, CheckError, Sample
from .territories import Positions

SIDE_BY_SIDE = 1024
"""How many games a batch has."""

ABOUT = (
    "Actions are the legal ones that a contender listed and chose from. In amazons a ply is a third of a turn: the "
    "queen, her target, the arrow. In all other games it is a whole turn.",
    f"The games were checked first: mean scores and lengths agree within {STANDARD_ERRORS} standard errors with those "
    "of the naive version, or of games played from Python, and perft(3) with that of the naive version.",
)


def main(arguments: list[str] | None = None) -> int:
    """Print the tables, and write them into a page if asked to; the exit status is 1 if that fails."""
    parser = argparse.ArgumentParser(prog="bench.peers", description="Measure random play beside other engines.")
    add_page_option(parser, "peers")
    parser.add_argument("--repetitions", type=int, default=7, help="how often each contender plays (default: 7)")
    options = parser.parse_args(arguments)
    repetitions = max(1, options.repetitions)
    try:
        # Contenders that start threads of their own keep them on this core, too.
        pin(wide=False)
        field = entered()
        play, floods = raced(field.play, repetitions), raced(field.territories, repetitions)
        versions = ", ".join([*field.versions, f"{platform.python_implementation()} {platform.python_version()}"])
        measured = f"Measured by `make bench-peers` with {versions}."
        section = report(play, floods, [about(repetitions), *ABOUT, *field.remarks, measured])
        print(section)
        write_section(options.page, "peers", section)
    except (CheckError, CompileError, PageError, OSError) as error:
        print(f"bench.peers: {error}", file=sys.stderr)
        return 1
    return 0


def entered() -> Field:
    """Return all races of contenders whose answers are right, in the order of the table."""
    field = Field()
    start = sse.new_game(sse.base_map(2))
    games = core.sample(start)
    playouts = core.playouts("playouts, base game for two", start, games)
    spiel = openspiel.imported(field)
    if spiel is not None:
        enter_rollouts(field, spiel, playouts)
    yardstick = naive.built(start.board)
    naive.check_core(start, yardstick, games)
    theirs = naive.playouts("naive Cython", yardstick, games)
    field.play.append(Race(playouts, [theirs], "the naive version in Cython"))
    enter_everything(field, playouts)
    if spiel is not None:
        loop = openspiel.loop(spiel, "amazons")
        field.play.append(Race(core.loop("base game, from Python", start, games), [loop], f"{loop.name}, in place"))
        enter_chance(field, spiel)
    enter_batches(field, start, games, yardstick, spiel)
    enter_threads(field, start, games)
    enter_territories(field, start, yardstick)
    return field


def enter_rollouts(field: Field, spiel: Any, playouts: Contender) -> None:
    rollouts = {shown: openspiel.rollouts(spiel, shown) for shown in openspiel.GAME}
    fastest = [rollouts.pop("amazons"), rollouts.pop("havannah")]
    field.play.append(Race(playouts, fastest, "OpenSpiel rollouts, the faster of amazons and havannah"))
    field.play.extend(Race(playouts, [other], other.name) for other in rollouts.values())
    field.remarks.append(openspiel.ABOUT_ROLLOUTS)


def enter_chance(field: Field, spiel: Any) -> None:
    mine = chance.core()
    field.play.extend(
        Race(mine, [other], other.name) for other in (chance.spiel(spiel, name) for name in chance.THEIRS)
    )
    field.remarks.append(chance.ABOUT)


def enter_everything(field: Field, playouts: Contender) -> None:
    name = "everything-2p"
    start = sse.new_game(sse.load_map(name))
    games = core.sample(start)
    core.check_playouts(name, start, games)
    field.play.append(Race(core.playouts(f"playouts, {name}", start, games), [playouts], playouts.name))


def enter_batches(field: Field, start: sse.State, games: Sample, yardstick: naive.Naive, spiel: Any) -> None:
    judges = naive.games(yardstick, 10 * GAMES, 3)
    mine = []
    for masks, packed in (("bits", True), ("bytes", False)):
        core.check_batch(start, SIDE_BY_SIDE, *judges, packed=packed)
        name = f"Batch of {SIDE_BY_SIDE:,}, masks of {masks}"
        mine.append(core.batch(name, start, games, SIDE_BY_SIDE, packed=packed))
    if not pgx.imported(field):
        return
    for shown in pgx.GAME:
        if spiel is None:
            judge = None
            field.remarks.append(f"Without OpenSpiel nothing judges the games of Pgx {shown}.")
        else:
            judge = openspiel.sample(spiel, pgx.SAME_IN_OPENSPIEL[shown])
        theirs = pgx.contenders(shown, SIDE_BY_SIDE, judge)
        field.play.extend(Race(each, theirs, f"Pgx {shown}, the faster of its two") for each in mine)
    field.remarks.append(
        f"A step of a batch of {SIDE_BY_SIDE:,} games draws an action for each, plays it, restarts finished games and "
        "writes the masks of legal actions, in bits, or in bytes as Pgx does. Batch returns to Python three times a "
        f"step. Pgx returns once a step or, in a loop of its own, once in {pgx.INSIDE} steps; the faster one counts. "
        "Pgx is compiled before it is timed, and makes no observations."
    )


def enter_threads(field: Field, start: sse.State, games: Sample) -> None:
    if len(CORES) < 2:
        field.remarks.append(
            "Missing: two threads beside one. There is one core only, or the number of cores is unknown."
        )
        return
    core.check_threads(start)
    alone, together = (
        core.playouts(f"playouts on all cores, threads={threads}", start, games, threads) for threads in (1, 2)
    )
    field.play.append(Race(together, [alone], alone.name, wide=True))
    field.remarks.append("For one thread beside two the best repetition counts, and all cores may be used.")


def enter_territories(field: Field, start: sse.State, yardstick: naive.Naive) -> None:
    positions = Positions(start)
    n = positions.kernels.AT_ONCE
    many, one = positions.core(f"core, {n} positions a call", n), positions.core("core, a position a call", 1)
    slow = positions.naive("naive Cython", yardstick)
    by_heart = positions.naive_by_heart("naive Cython, each many times", yardstick)
    pairs = (many, slow), (many, by_heart), (many, one), (one, slow)
    field.territories += [Race(mine, [theirs], theirs.name) for mine, theirs in pairs]
    field.remarks.append(positions.about)


if __name__ == "__main__":
    sys.exit(main())
