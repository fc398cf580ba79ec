"""Strengths of the players of Small Star Empires: matches between them, as `sse match` plays them.

Each game is kept at once in ``build/bench/strength/NAME.jsonl``. So a run that was stopped goes on where it was, and
more games can be added at any time. The first line of a file says what was played; another match begins the file anew.

``python -m bench.strength`` plays all matches, and ``python -m bench.strength mcts-greedy --games 100`` one of them, at
most so many games. ``--write`` writes the table of all games that are kept into the page after each match, and
``--again`` plays nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import sse_core as sse
from sse_core import small_star_empires
from sse_core.arena import Estimate, MatchGame, Results, Sprt, play_match, seatings, starts_of
from sse_core.cli.pages import INTERRUPTED

from .levels import machine_here
from .runs import LAST, ROOT
from .tables import table, write_section

PAGE: Final = ROOT / "docs" / "strength.md"
FOLDER: Final = LAST / "strength"
SEED: Final = 1
ONE: Final = "bench/threaded.py"
"""The file of the bot that takes a number of threads, from the root of the repository."""


@dataclass(frozen=True)
class Match:
    """A match of the table."""

    about: str
    a: str
    b: str
    wanted: str
    games: int
    """How many games, at most with a test."""
    players: int = 2
    map: str | None = None
    """None means the base map, its sectors shuffled by the seed of the round."""
    sprt: tuple[float, float] | None = None
    """The differences in Elo that a sequential test decides between."""

    def start(self, seed: int) -> Any:
        """Return the start of the round of a seed, as `sse match` makes it."""
        if self.map is not None:
            return sse.new_game(sse.load_map(self.map))
        return small_star_empires.start(players=self.players, seed=seed)

    @property
    def seats(self) -> int:
        return len(self.start(0).totals)

    @property
    def command(self) -> str:
        """The same match by the command."""
        where = f" --map {self.map}" if self.map else f" --players {self.players}" if self.players != 2 else ""
        test = f" --sprt --sprt-bounds {self.sprt[0]:g} {self.sprt[1]:g}" if self.sprt else ""
        return f"sse match {self.a} {self.b}{where} --games {self.games}{test} --seed {SEED}"


MATCHES: Final = {
    "mcts-greedy": Match("1,000 visits against greedy", "mcts:1000", "greedy", "above even, 85 %", 400),
    "visits": Match("ten times the visits", "mcts:10000", "mcts:1000", "above even, 75 %", 400),
    "everything-2p": Match("everything, 2 players", "mcts:1000", "greedy", "above even", 1000, map="everything-2p"),
    "three": Match("base map, 3 players", "mcts:1000", "greedy", "above ⅓", 300, players=3),
    "four": Match("base map, 4 players", "mcts:1000", "greedy", "above ¼", 400, players=4),
    "everything-4p": Match("everything, 4 players", "mcts:1000", "greedy", "above ¼", 400, map="everything-4p"),
    "threads": Match("two threads against one", f"{ONE}:2", f"{ONE}:1", "not weaker", 400, sprt=(-30, 30)),
    "seconds": Match("one second against 0.1 s", "mcts:1s", "mcts:0.1s", "above even, 75 %", 200, sprt=(0, 100)),
}
"""The matches in the order of the table, short ones first."""


# --- playing


class Kept:
    """The games of a match in a file."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path, self.match = path, match
        self.head = json.dumps({"a": match.a, "b": match.b, "players": match.players, "map": match.map, "seed": SEED})
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        games = [game_of(line) for line in lines[1:]] if lines[:1] == [self.head] else []
        per_round = len(seatings(match.seats))
        self.games = games[: len(games) // per_round * per_round]
        """Those of complete rounds."""

    def begin(self) -> None:
        """Write the file anew, with the games of complete rounds."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("".join(f"{line}\n" for line in (self.head, *map(line_of, self.games))), encoding="utf-8")

    def add(self, game: MatchGame) -> None:
        self.games.append(game)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{line_of(game)}\n")

    @property
    def results(self) -> Results:
        found = Results(self.match.seats)
        for game in self.games:
            found.add(game)
        return found


def line_of(game: MatchGame) -> str:
    """Return the line of a game. It holds no record."""
    return json.dumps({name: value for name, value in vars(game).items() if name != "record"})


def game_of(line: str) -> MatchGame:
    """Return the game of a line."""
    found = json.loads(line)
    seats, winners, totals = (tuple(found[name]) for name in ("seats", "winners", "totals"))
    number, place, plies = (int(found[name]) for name in ("number", "round", "plies"))
    # Games that were kept by earlier versions have no digest.
    return MatchGame(number, place, seats, winners, totals, plies, digest=found.get("digest"))


def play_on(kept: Kept, jobs: int = 1) -> Iterator[Results]:
    """Play until a match has all its games, or its test has decided; yield the results after each round."""
    match, results = kept.match, kept.results
    kept.begin()
    before = results.rounds
    starts = islice(starts_of(match.start, SEED), before, None)
    for game in play_match(match.a, match.b, starts, jobs=jobs, opening_plies=0):
        if is_over(match, results):
            return
        number = game.number + len(seatings(match.seats)) * before
        kept.add(replace(game, number=number, round=game.round + before))
        if results.add(kept.games[-1]):
            yield results


def is_over(match: Match, results: Results) -> bool:
    decided = match.sprt is not None and results.rounds and results.decision(Sprt(*match.sprt))
    return bool(decided) or results.games >= match.games


# --- the table


def section(folder: Path = FOLDER) -> str:
    """Return the table of all games that are kept."""
    return "\n".join(report(folder))


def report(folder: Path) -> Iterator[str]:
    played = {name: Kept(folder / f"{name}.jsonl", match) for name, match in MATCHES.items()}
    found = {name: kept.results for name, kept in played.items() if kept.games}
    yield from table(
        ["A against B", "games", "A's share of the win", "wanted", "Elo", "A's margin"],
        [row(MATCHES[name], results) for name, results in found.items()],
    )
    yield ""
    yield "In parentheses are intervals of 95 %, which count whole rounds: a round is a game for each seat of A, on a"
    yield "map and a seed. B has all other seats. The sectors of the base map are shuffled anew for each round."
    for name, results in found.items():
        if verdict := decided(MATCHES[name], results):
            yield f"{verdict}"
    yield ""
    yield "The same games, where no clock decides:"
    yield ""
    yield "```"
    yield from (MATCHES[name].command for name in found)
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
        estimate(elo, 1, "{:+.0f}"),
        estimate(margin, 1, "{:+.1f}"),
    ]


def short(name: str) -> str:
    """Return the name of a bot without the folder of its file."""
    return f"`{name.rpartition('/')[2]}`"


def estimate(number: Estimate, times: float, form: str, unit: str = "") -> str:
    value, low, high = (form.format(times * each).replace("inf", "∞") for each in number)
    return f"{value}{unit} ({low} to {high})"


def decided(match: Match, results: Results) -> str:
    """Return a sentence about a match with a test."""
    if match.sprt is None:
        return ""
    test = Sprt(*match.sprt)
    low, high = (f"{elo:+g}" if elo else "0" for elo in match.sprt)
    ratio = f"a log likelihood ratio of {results.ratio(test):.2f} (bounds {test.lower:.2f} and {test.upper:.2f})"
    said = {"H1": f"accepts {high} Elo or more", "H0": f"accepts {low} Elo or less", None: "has not decided"}
    return (
        f"The sequential test of *{match.about}* between {low} and {high} Elo {said[results.decision(test)]}: {ratio}."
    )


# --- the command


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description="Let the players play matches.")
    parser.add_argument("matches", nargs="*", metavar="MATCH", help=f"which ones (default: all): {', '.join(MATCHES)}")
    parser.add_argument("--games", type=int, metavar="N", help="at most so many games of each (default: the table's)")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="how many processes play matches without a clock"
    )
    parser.add_argument("--again", action="store_true", help="play nothing: show the games that are kept")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where games are kept (default: build/bench/strength)"
    )
    parser.add_argument("--write", action="store_true", help=f"write the table into {PAGE.relative_to(ROOT)}")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.matches if name not in MATCHES]:
        parser.error(f"there is no match {unknown[0]!r}; they are {', '.join(MATCHES)}")
    status = 0
    try:
        for name in options.matches or MATCHES:
            if not options.again:
                play(name, options)
            if options.write:
                write_section(PAGE, "strength", section(options.folder))
    except KeyboardInterrupt:
        # Each game was kept when it ended, and the next run goes on with the others.
        status = INTERRUPTED
    print(section(options.folder))
    return status


def play(name: str, options: argparse.Namespace) -> None:
    """Play a match on, and print a line after each round."""
    match = MATCHES[name]
    kept = Kept(options.folder / f"{name}.jsonl", match)
    jobs = 1 if "s" in match.a.rpartition(":")[2] or match.a.startswith(ONE) else options.jobs
    begun = perf_counter()
    for results in play_on(kept, jobs):
        share = estimate(results.share, 100, "{:.1f}", " %")
        print(f"{name}: {results.games} games, {share}, {perf_counter() - begun:.0f} s", flush=True)
        if options.games is not None and results.games >= options.games:
            break


if __name__ == "__main__":
    sys.exit(main())
