"""Training of the star bot's weights from nothing, round after round, for each kind of map (`sse_core.learning`).

A round consists of self-play, a fit, and a match of the new weights against the last ones. The first round uses
rollouts, later ones the weights of the round before. Rounds go on until one brings no gain by the sequential test, or
until ``--rounds`` are done. Finished work is stored in ``build/studies/learning``, and the same command goes on from
there.

``--minutes`` learns by the clock instead, as `sse learn` does it, in ``build/studies/learning-by-clock``. Then the
weights of each round play the bots greedy and mcts:1000, which shows the curve.

``--write`` puts the best weights of each kind into the package, and the table of all rounds into docs/results; by the
clock the curve alone.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from bench.levels import machine_here
from bench.results import keep
from bench.tables import table

from sse_core.arena import Estimate, Results, play_match, starts_of
from sse_core.learning import MAP_KINDS, MapKind, learn, learned_rounds, rounds_of
from sse_core.small_star_empires.strength.learned import FOLDER
from sse_core.small_star_empires.strength.star import Star

BUILD: Final = Path("build", "studies", "learning")

BY_CLOCK: Final = Path("build", "studies", "learning-by-clock")

HEADING: Final = ["kind", "round", "explained", "choices", "its match", "games", "Elo"]

RIVALS: Final = ("greedy", "mcts:1000")
CURVE: Final = ["kind", "round", "seconds", "games", *(f"wins % against {rival}" for rival in RIVALS)]

VISITS: Final = 1000
"""The visits of a choice in matches of the curve. They take less time than the games of mcts:1000."""

MATCH_SEED: Final = (1 << 40) + 1
MATCH_GAMES: Final = 200


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = f"all by default: {', '.join(MAP_KINDS)}"
    parser.add_argument("kinds", nargs="*", choices=[[], *MAP_KINDS], metavar="KIND", help=known)
    parser.add_argument("--rounds", type=int, help="the most rounds; each kind has its own number by default")
    parser.add_argument("--games", type=int, help="the games of a round; each kind has its own number by default")
    parser.add_argument("--minutes", type=float, help="learn each kind by the clock, and play matches of each round")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--write", action="store_true", help="put the best weights into the package")
    given = parser.parse_args(arguments)
    tell = partial(print, flush=True)
    if given.minutes is not None:
        rows = list[list[str]]()
        for name in given.kinds or MAP_KINDS:
            rows += _curve(MAP_KINDS[name], given.minutes, given.jobs, tell)
        if given.write:
            keep("learning_by_clock", "\n".join(table(CURVE, rows)), machine_here())
        return 0
    for name in given.kinds or MAP_KINDS:
        best = learn(MAP_KINDS[name], BUILD, rounds=given.rounds, games=given.games, jobs=given.jobs, tell=tell)
        if given.write:
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{name}.toml").write_text(best.read_text(encoding="utf-8"), encoding="utf-8")
            keep("learning", "\n".join(table(HEADING, list(_rows()))), machine_here())
    return 0


def _curve(kind: MapKind, minutes: float, jobs: int, tell: Callable[[str], object]) -> Iterator[list[str]]:
    """Learn a kind by the clock; yield a row for each round, with the wins of its weights in matches."""
    learn(kind, BY_CLOCK, seconds=60 * minutes, jobs=jobs, tell=tell)
    for each in learned_rounds(kind, BY_CLOCK):
        shares = list[str]()
        for rival in RIVALS:
            results = Results(kind.players)
            starts = islice(starts_of(kind.start, MATCH_SEED), MATCH_GAMES // kind.players)
            for game in play_match(Star(VISITS, weights=each.weights), rival, starts, jobs=jobs):
                results.add(game)
            shares.append(" ".join([f"{100 * results.share.value:.0f}", _interval(results.share)]))
        (games,) = re.findall(r'^games = "(\d+)', each.weights.read_text(encoding="utf-8"), re.MULTILINE)
        seconds = each.time.read_text(encoding="utf-8").removesuffix(" s\n")
        yield [kind.name, str(each.number + 1), seconds, f"{int(games):,}", *shares]
        tell(f"{kind.name}, round {each.number + 1}: {', '.join(shares)}")


def _interval(share: Estimate) -> str:
    return f"({100 * share.low:.0f} to {100 * share.high:.0f})"


def _rows() -> Iterator[list[str]]:
    """Yield a row for each finished round of each kind."""
    for kind in MAP_KINDS.values():
        for each in rounds_of(kind, BUILD):
            explained, choices = re.findall(r"(?:explains|with) (\d\.\d+)", each.report.read_text(encoding="utf-8"))
            visits, games, elo = re.findall(r"against ([\w: ]+), (\d+) games: (.*?) Elo (.*)", each.match)[0]
            yield [kind.name, str(each.number + 1), explained, choices, visits, games, elo]


if __name__ == "__main__":
    raise SystemExit(main())
