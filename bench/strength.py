"""Study of the strength of Small Star Empires' players, by matches like those of `sse match`.

Each match has a store, ``build/studies/strength/NAME.sqlite3``. So a stopped run goes on where it was, and more games
can be added at any time (see `matches`).

``python -m bench.strength`` plays all matches, and ``python -m bench.strength mcts-greedy --games 100`` one of them,
with at most so many games. ``--write`` writes the table of all stored games into the page after each match, and
``--again`` plays nothing.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from sse_core import maps
from sse_core.arena import Estimate, Plan, Results, Setup, Sprt, seatings

from .levels import machine_here
from .matches import BASE, SEED, plan_of, play_on, seats_of, setup_of, standings_in, status_after
from .results import keep
from .runs import STUDIES
from .tables import table

FOLDER: Final = STUDIES / "strength"
ONE: Final = "bench/threaded.py"
"""The file of the bot that takes a number of threads, relative to the root of the repository."""


@dataclass(frozen=True)
class Match:
    """A match of the table."""

    about: str
    a: str
    b: str
    wanted: str
    games: int
    """The number of games; with a test, the most games."""
    setup: Setup = BASE
    sprt: tuple[float, float] | None = None
    """The two differences in Elo of a sequential test."""

    @property
    def command(self) -> str:
        """The command of `sse` for the same match."""
        options = "".join(f" --{name} {value}" for name, value in self.setup.options.items())
        test = f" --sprt --sprt-bounds {self.sprt[0]:g} {self.sprt[1]:g}" if self.sprt else ""
        return f"sse match {self.a} {self.b}{options} --games {self.games}{test} --seed {SEED}"

    @property
    def plan(self) -> Plan:
        """The plan of all its games. The last round is always complete, even if that makes some more."""
        return plan_of(self.setup, (self.a, self.b), self.rounds(self.games))

    @property
    def test(self) -> Sprt | None:
        """The sequential test, if there is one."""
        return None if self.sprt is None else Sprt(*self.sprt)

    def rounds(self, games: int) -> int:
        """Return the number of rounds for so many games."""
        return -(-games // len(seatings(seats_of(self.setup))))


MATCHES: Final = {
    "mcts-greedy": Match("1,000 visits against greedy", "mcts:1000", "greedy", "above even, 85 %", 400),
    "visits": Match("ten times the visits", "mcts:10000", "mcts:1000", "above even, 75 %", 400),
    "everything-2p": Match(
        "everything, 2 players", "mcts:1000", "greedy", "above even", 1000, setup_of(map="everything-2p")
    ),
    "three": Match("base map, 3 players", "mcts:1000", "greedy", "above ⅓", 300, setup_of(players=3)),
    "four": Match("base map, 4 players", "mcts:1000", "greedy", "above ¼", 400, setup_of(players=4)),
    "everything-4p": Match(
        "everything, 4 players", "mcts:1000", "greedy", "above ¼", 400, setup_of(map="everything-4p")
    ),
    "threads": Match("two threads against one", f"{ONE}:2", f"{ONE}:1", "not weaker", 400, sprt=(-30, 30)),
    "seconds": Match("one second against 0.1 s", "mcts:1s", "mcts:0.1s", "above even, 75 %", 200, sprt=(0, 100)),
}
"""The matches in the order of the table, short ones first."""

QUICK: Final = "star:0.01s", "mcts:0.01s"
STAR_MATCHES: Final = {
    "star-at-once": Match("one ply ahead", "star:0", "mcts:1000", "above even, 75 %", 400, setup_of(holes="balanced")),
    "star-quick": Match("base map", *QUICK, "+300, +500 Elo", 400, setup_of(holes="balanced")),
    "star-0.1": Match("ten times as long", "star:0.1s", "mcts:0.1s", "+300, +500 Elo", 100, setup_of(holes="balanced")),
    "star-1": Match("a second", "star:1s", "mcts:1s", "+300, +500 Elo", 40, setup_of(holes="balanced")),
    "star-no-holes": Match("no holes", *QUICK, "+200, +400 Elo", 200),
    "star-wormholes": Match("six wormholes", *QUICK, "+200, +400 Elo", 200, setup_of(holes="wormholes")),
    "star-black-holes": Match("six black holes", *QUICK, "+200, +400 Elo", 1200, setup_of(holes="black_holes")),
    "star-three": Match("base map, 3 players", *QUICK, "53 %, 73 %", 300, setup_of(players=3, holes="balanced")),
    "star-four": Match("base map, 4 players", *QUICK, "40 %, 55 %", 400, setup_of(players=4, holes="balanced")),
    **{f"star-{name}": Match(name, *QUICK, "not weaker", 60, setup_of(map=name)) for name in maps()},
}
"""Matches of the learned player against the search with rollouts, both with the same time per choice. With more than
two seats, a single star plays against the others. The wanted results are a bar and an aim."""

TABLES: Final[Mapping[str, Mapping[str, Match]]] = {"strength": MATCHES, "star": STAR_MATCHES}
"""The matches of each result."""


# --- playing


def path_of(folder: Path, name: str) -> Path:
    """Return the file of a match."""
    return folder / f"{name}.sqlite3"


def match_of(name: str) -> Match:
    return next(matches[name] for matches in TABLES.values() if name in matches)


def results_in(folder: Path, name: str) -> Results | None:
    """Return the stored results of a match; None without any."""
    match = match_of(name)
    standings = standings_in(path_of(folder, name), match.plan, match.test)
    return None if standings is None else standings.results[0, 1]


# --- the table


def section(matches: Mapping[str, Match], folder: Path = FOLDER) -> str:
    """Return the table of all stored games of some matches."""
    return "\n".join(report(matches, folder))


def report(matches: Mapping[str, Match], folder: Path) -> Iterator[str]:
    found = {name: results for name in matches if (results := results_in(folder, name)) is not None}
    yield from table(
        ["A against B", "games", "A's share of the win", "wanted", "Elo", "A's margin"],
        [row(matches[name], results) for name, results in found.items()],
    )
    yield ""
    yield "In parentheses are intervals of 95 %, which count whole rounds: a round is a game for each seat of A, on a"
    yield "map and a seed. B has all other seats. The sectors of the base map are shuffled anew for each round."
    for name, results in found.items():
        if verdict := decided(matches[name], results):
            yield f"{verdict}"
    yield ""
    yield "The same games, where no clock decides:"
    yield ""
    yield "```"
    yield from (matches[name].command for name in found)
    yield "```"
    yield ""
    yield f"Played on {machine_here()}."


def row(match: Match, results: Results) -> list[str]:
    share, elo, margin = results.share, results.elo, results.margin
    return [
        f"{match.about}: {short(match.a)}, {short(match.b)}",
        f"{results.games}",
        estimate(share, 100, "{:.1f}", " %"),
        match.wanted,
        estimate(elo, 1, "{:+z.0f}"),
        estimate(margin, 1, "{:+z.1f}"),
    ]


def short(name: str) -> str:
    """Return the name of a bot without the folder of its file."""
    return f"`{name.rpartition('/')[2]}`"


def estimate(number: Estimate, times: float, form: str, unit: str = "") -> str:
    value, low, high = (form.format(times * each).replace("inf", "∞") for each in number)
    return f"{value}{unit} ({low} to {high})"


def decided(match: Match, results: Results) -> str:
    """Return a sentence about a match with a test."""
    test = match.test
    if match.sprt is None or test is None:
        return ""
    low, high = (f"{elo:+g}" if elo else "0" for elo in match.sprt)
    ratio = f"a log likelihood ratio of {results.ratio(test):.2f} (bounds {test.lower:.2f} and {test.upper:.2f})"
    said = {"H1": f"accepts {high} Elo or more", "H0": f"accepts {low} Elo or less", None: "has not decided"}
    return (
        f"The sequential test of *{match.about}* between {low} and {high} Elo {said[results.decision(test)]}: {ratio}."
    )


# --- the command


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description="Let the players play matches.")
    known = [name for matches in TABLES.values() for name in matches]
    parser.add_argument("matches", nargs="*", metavar="MATCH", help=f"which ones (default: all): {', '.join(known)}")
    parser.add_argument("--games", type=int, metavar="N", help="at most so many games of each (default: the table's)")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="how many processes play matches without a clock"
    )
    parser.add_argument("--again", action="store_true", help="play nothing: show the games that are kept")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where games are kept (default: build/studies/strength)"
    )
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.matches if name not in known]:
        parser.error(f"there is no match {unknown[0]!r}; they are {', '.join(known)}")

    def work() -> None:
        for name in options.matches or known:
            if not options.again:
                play(name, options)
            for result, matches in TABLES.items():
                if options.write and name in matches:
                    keep(result, section(matches, options.folder), machine_here())

    return status_after(work, lambda: "\n".join(section(matches, options.folder) for matches in TABLES.values()))


def play(name: str, options: argparse.Namespace) -> None:
    """Continue a match, and print a line after each round."""
    match, begun = match_of(name), perf_counter()
    # Bots with threads need the machine for themselves, too.
    jobs = 1 if match.a.startswith(ONE) else options.jobs
    rounds = None if options.games is None else match.rounds(options.games)
    path = path_of(options.folder, name)
    for standings, _ in play_on(path, match.plan, rounds=rounds, jobs=jobs, test=match.test):
        results = standings.results[0, 1]
        share = estimate(results.share, 100, "{:.1f}", " %")
        print(f"{name}: {results.games} games, {share}, {perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
