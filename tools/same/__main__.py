"""Comparison of two builds: both play the same seeded games, and everything visible of them is compared.

`make campaign WHAT=same` starts it. It prints differences by kind, with the command that repeats the game, and ends
with status 1 if there are any. A seed always gives the same games, so a campaign can be done in parts, by ``--first``.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from queue import SimpleQueue
from typing import Final

from tools.same.builds import Build, BuildError, observer_of
from tools.same.comparing import Compared, compare
from tools.same.observing.walk import Question
from tools.same.plan import matches, questions, starts_of
from tools.same.report import Tally, lines_of

from sse_core import GAMES
from sse_core.cli.terminal.progress import Progress

_EXAMPLES: Final = 3
"""The most differences of a kind that are shown for a game."""

_AT_ONCE: Final = 500


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.same", description=__doc__)
    parser.add_argument("earlier", metavar="EARLIER", help="the Python of the earlier build")
    parser.add_argument("--games", type=int, default=2000, help="so many of each game and preset (2,000)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first of them, from 0")
    parser.add_argument("--game", nargs="+", choices=[*GAMES], default=[*GAMES], help="some games")
    parser.add_argument("--preset", help="one preset, or '' for starts by options alone")
    parser.add_argument("--seed", type=int, default=0, help="all games are drawn from it (0)")
    parser.add_argument("--every", type=int, default=20, metavar="N", help="draw one in so many positions (20)")
    parser.add_argument("--plies", type=int, default=300, help="so many positions are looked at closely (300)")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2), help="pairs of processes")
    parser.add_argument(
        "--matches", type=int, metavar="N", help="play N games of a match, an arena and a balance each time instead"
    )
    options = parser.parse_args(words)
    starts = starts_of(options.game, options.preset)
    if not starts:
        parser.error(f"there is no preset {options.preset!r}")
    numbers = range(options.first, options.first + options.games)
    if options.matches:
        asked = [*matches(options.game, numbers, options.seed, options.matches)]
    else:
        asked = [*questions(starts, numbers, options.seed, plies=options.plies, every=options.every)]
    changed = [
        name for name in ("seed", "every", "plies", "matches") if vars(options)[name] != parser.get_default(name)
    ]
    again = " ".join([parser.prog, options.earlier, *(f"--{name} {vars(options)[name]}" for name in changed)])
    try:
        commands = observer_of(sys.executable), observer_of(options.earlier)
        return campaign(commands, asked, options.jobs, again)
    except BuildError as error:
        print(f"same: {error}", file=sys.stderr)
        return 2


def campaign(
    commands: tuple[Sequence[str], Sequence[str]], asked: Sequence[Question], jobs: int, again: str = ""
) -> int:
    """Play all games in both builds, and print the differences; return the status.

    `commands` are those of the observers of this build and of the earlier one. Raises BuildError if a build can't be
    observed.
    """
    tally = Tally()
    try:
        with ExitStack() as stack:
            for compared in _all_compared(commands, asked, jobs, stack):
                tally.add(compared)
                for line in lines_of(compared, again):
                    print(line, flush=True)
    except KeyboardInterrupt:
        print("same: interrupted", *tally.lines(), sep="\n")
        return 130
    print(*tally.lines(), sep="\n")
    return 0 if tally.is_same else 1


def _all_compared(
    commands: tuple[Sequence[str], Sequence[str]], asked: Sequence[Question], jobs: int, stack: ExitStack
) -> Iterator[Compared]:
    """Yield the comparisons of all games, made by so many pairs of processes at a time."""
    ours, theirs = commands
    pairs: SimpleQueue[tuple[Build, Build]] = SimpleQueue()
    for number in range(jobs):
        here = stack.enter_context(Build("this build", ours))
        there = stack.enter_context(Build("the earlier build", theirs))
        if not number:
            print(f"this build:    {here.folder}\nearlier build: {there.folder}", flush=True)
        pairs.put((here, there))
    shown = Counter[tuple[str, str]]()

    def work(question: Question) -> Compared:
        def is_wanted(kind: str) -> bool:
            shown[question.game, kind] += 1
            return shown[question.game, kind] <= _EXAMPLES

        here, there = pairs.get()
        try:
            return compare(here, there, question, is_wanted)
        finally:
            pairs.put((here, there))

    pool = ThreadPoolExecutor(jobs)
    stack.callback(pool.shutdown, cancel_futures=True)
    with Progress(len(asked), "games") as progress:
        # Work that is submitted to the pool stays in memory until its result is read.
        for first in range(0, len(asked), _AT_ONCE):
            for compared in pool.map(work, asked[first : first + _AT_ONCE]):
                progress.add()
                yield compared


if __name__ == "__main__":
    # However a long campaign is stopped, it reports its results so far.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
