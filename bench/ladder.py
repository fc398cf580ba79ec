"""Study of a ladder: ratings of the players of Small Star Empires on one Elo scale, on five kinds of maps.

Each rung plays against the next ones. The rounds of two players are in a store,
``build/studies/ladder/KIND/A--B.sqlite3`` (see `matches`), so a stopped run goes on where it was. The time of a
player's choice is measured once for each kind of map, in a game against itself, and stored in ``times.json`` with the
machine.

``python -m bench.ladder`` plays the whole ladder, and ``python -m bench.ladder base-2p --players random greedy`` a part
of it. `arena.ratings_of` rates all stored games. ``--write`` writes the tables into docs/results after each kind of
map, and ``--again`` plays nothing.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

from sse_core import small_star_empires
from sse_core.arena import RatedGame, Rating, Setup, ratings_of
from sse_core.bots.naming import bot_named
from sse_core.errors import ArgumentError
from sse_core.learning.files import write_whole
from sse_core.play.turns import turns_of

from .levels import machine_here
from .matches import SEED, plan_of, play_on, rounds_in, seats_of, setup_of, status_after
from .results import keep
from .runs import STUDIES
from .tables import digits, table

FOLDER: Final = STUDIES / "ladder"

ANCHOR: Final = "random"
"""The player whose rating is 0."""

RUNGS: Final = (
    "random",
    "mcts:10",
    "star:beginner",
    "mcts:100",
    "greedy",
    "mcts:1000",
    "star:0",
    "mcts:10000",
    "star:100",
    "star:expert",
    "mcts:100000",
    "star:1000",
    "star:10000",
    "star:master",
    "star:100000",
)
"""The players, roughly from the weakest to the strongest. Ratings are numbers only if neighbours win some games from
each other: without mcts:10, random would lose every game for two. The level club is star:0. None plays by the clock, so
the same games are played on every machine."""

LONGEST: Final = "mcts:100000", "star:100000"
"""The players whose choice takes the longest. They don't play on the maps with everything, where it takes three to
seven times as long as on the base map for two."""

NEXT: Final = 2
"""The number of next rungs against which a rung plays."""

GAMES: Final = {
    **dict.fromkeys(["", "0", "10", "100", "1000", "beginner", "expert"], 400),
    **dict.fromkeys(["10000", "master"], 60),
    "100000": 24,
}
"""The number of games of a player against each neighbour, by its option: visits or a level. The last round is always
complete, even if that makes some more."""

FEWEST: Final = 40
"""The number of games for a player with another option."""

KINDS: Final = {
    "base-2p": setup_of(),
    "base-3p": setup_of(players=3),
    "base-4p": setup_of(players=4),
    "everything-2p": setup_of(map="everything-2p"),
    "everything-4p": setup_of(map="everything-4p"),
}
"""The kinds of maps, by the name of the map or of the family."""


def rounds_of(a: str, b: str, seats: int) -> int:
    """Return the number of rounds between two players, by the one with fewer games."""
    options = (name.partition(":")[2] for name in (a, b))
    return -(-min(GAMES.get(option, FEWEST) for option in options) // seats)


def rungs_of(kind: str) -> list[str]:
    """Return the players on a kind of map."""
    return [name for name in RUNGS if not kind.startswith("everything") or name not in LONGEST]


def pairs_of(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs that play: the higher rung first, which takes one seat against the other at all other seats."""
    return [(upper, lower) for place, lower in enumerate(players) for upper in players[place + 1 : place + 1 + NEXT]]


# --- stored games


def path_of(folder: Path, kind: str, a: str, b: str) -> Path:
    """Return the file of two players on a kind of map."""
    name = "--".join(re.sub(r"[^\w.]+", "-", each) for each in (a, b))
    return folder / kind / f"{name}.sqlite3"


def all_rounds(folder: Path, kind: str) -> list[list[RatedGame]]:
    """Return all stored rounds of a kind of map, of all players."""
    found = list[list[RatedGame]]()
    for path in sorted((folder / kind).glob("*--*.sqlite3")):
        names, rounds = rounds_in(path, KINDS[kind])
        found += [
            [RatedGame(tuple(names[who] for who in row.seats), row.winners, row.digest) for row in rows]
            for rows in rounds
        ]
    return found


def times_in(folder: Path, kind: str) -> dict[str, dict[str, Any]]:
    """Return the times of choices on a kind of map by player, in the order of measurement."""
    path = times_path(folder, kind)
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def times_path(folder: Path, kind: str) -> Path:
    return folder / kind / "times.json"


def milliseconds(player: str, setup: Setup) -> tuple[float, int]:
    """Return the mean time of a player's choice in a game against itself, and the number of choices.

    It is CPU time of this process, on which other programs have little influence.
    """
    spent = list[float]()

    def timed(choose: Callable[..., Any]) -> Callable[..., Any]:
        def choice(*arguments: Any) -> Any:
            begun = process_time()
            found = choose(*arguments)
            spent.append(process_time() - begun)
            return found

        return choice

    choosers = [timed(bot_named(player, small_star_empires).choose) for _ in range(seats_of(setup))]
    for _ in turns_of(setup.maker()(SEED).state, choosers, SEED):
        pass
    return 1000 * sum(spent) / len(spent), len(spent)


# --- playing


def play(kind: str, options: argparse.Namespace) -> None:
    """Play the wanted games on a kind of map, and print a line after each pair of players."""
    times, setup = times_in(options.folder, kind), KINDS[kind]
    players = options.players or rungs_of(kind)
    for player in players:
        if player not in times:
            mean, choices = milliseconds(player, setup)
            times[player] = {"milliseconds": mean, "choices": choices, "machine": machine_here()}
            path = times_path(options.folder, kind)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(times, indent=1))
    for a, b in pairs_of(players):
        path, begun = path_of(options.folder, kind, a, b), perf_counter()
        plan = plan_of(setup, (a, b), rounds_of(a, b, seats_of(setup)))
        what = f"rounds of {a} against {b}"
        steps = [*play_on(path, plan, rounds=options.rounds, jobs=options.jobs, what=what)]
        for standings, new in steps[-1:]:
            played = f"{standings.rounds} rounds, {new} of them new"
            print(f"{kind}: {a} against {b}: {played}, {perf_counter() - begun:.0f} s", flush=True)


# --- the tables


def section(folder: Path = FOLDER) -> str:
    """Return the tables of all stored games, for kinds of maps with games of the player whose rating is 0."""
    kept = ((kind, all_rounds(folder, kind)) for kind in KINDS)
    rated = (pair for pair in kept if any(ANCHOR in game.players for games in pair[1] for game in games))
    return "\n\n".join("\n".join(report(folder, kind, rounds)) for kind, rounds in rated)


def report(folder: Path, kind: str, rounds: Sequence[Sequence[RatedGame]]) -> Iterator[str]:
    """Yield the lines of the table of a kind of map from all its rounds."""
    setup, times = KINDS[kind], times_in(folder, kind)
    yield f"**{title(kind, setup)}**, {len(rounds):,} rounds of {seats_of(setup)} games:"
    yield ""
    heading = ["player", "Elo", "95 %", "games", "ms a choice"]
    measured = {player: found["milliseconds"] for player, found in times.items()}
    yield from table(heading, [row(player, rating, measured) for player, rating in ratings_of(rounds, ANCHOR).items()])
    if machines := dict.fromkeys(found["machine"] for found in times.values()):
        yield ""
        yield f"Played on {', then on '.join(machines)}."


def title(kind: str, setup: Setup) -> str:
    """Return the name of a kind of map for people."""
    return f"`{kind}`" if "map" in setup.options else f"Base map, {seats_of(setup)} players"


def row(player: str, rating: Rating, times: Mapping[str, float]) -> list[str]:
    fixed = player == ANCHOR
    return [
        f"`{player.rpartition('/')[2]}`",
        "0" if fixed else number(rating),
        "fixed" if fixed else interval(rating),
        f"{rating.games:,}",
        time(times[player]) if player in times else "–",
    ]


def time(milliseconds: float) -> str:
    """Return milliseconds with three digits, or with microseconds."""
    return digits(milliseconds) if milliseconds >= 0.0995 else f"{milliseconds:.3f}"


def number(rating: Rating) -> str:
    """Return a rating, or words that say that there is only a bound."""
    if rating.elo is not None:
        return f"{rating.elo:+z.0f}"
    if rating.low is not None:
        return f"at least {rating.low:+z.0f}"
    return "unknown" if rating.high is None else f"at most {rating.high:+z.0f}"


def interval(rating: Rating) -> str:
    """Return the interval of a rating, with words for a missing end."""
    if rating.elo is None:
        return "–"
    low, high = ("" if end is None else f"{end:+z.0f}" for end in (rating.low, rating.high))
    if low and high:
        return f"{low} to {high}"
    return f"{low} or more" if low else f"{high} or less" if high else "–"


# --- the command


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description="Rate the players by their games.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"kinds of maps (default: all): {', '.join(KINDS)}")
    parser.add_argument(
        "--players", nargs="+", default=(), metavar="NAME", help="who plays, the weakest first (default: all rungs)"
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="at most so many rounds of each pair")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="how many processes play matches without a clock"
    )
    parser.add_argument("--again", action="store_true", help="play nothing: rate the games that are kept")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where games are kept (default: build/studies/ladder)"
    )
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results")
    options = parser.parse_args(arguments)
    if unknown := [kind for kind in options.kinds if kind not in KINDS]:
        parser.error(f"there is no kind {unknown[0]!r}; they are {', '.join(KINDS)}")
    try:
        for player in options.players:
            bot_named(player, small_star_empires)
    except ArgumentError as error:
        parser.error(str(error))

    def work() -> None:
        for kind in options.kinds or KINDS:
            if not options.again:
                play(kind, options)
            if options.write:
                keep("ladder", section(options.folder), machine_here())

    return status_after(work, lambda: section(options.folder))


if __name__ == "__main__":
    sys.exit(main())
