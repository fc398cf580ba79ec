"""Training of the star bot's weights from nothing, round after round, for each kind of map (`sse_core.learning`).

A round consists of self-play, a fit, and a match of the new weights against the last ones. The first round uses
rollouts, later ones the weights of the round before. Rounds go on until one brings no gain by the sequential test, or
until ``--rounds`` are done. Finished work is stored in ``build/studies/learning``, and the same command goes on from
there.

``--write`` puts the best weights of each kind into the package, and the table of all rounds into docs/results.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from bench.levels import machine_here
from bench.results import keep
from bench.tables import table

from sse_core.learning import MAP_KINDS, learn, rounds_of
from sse_core.small_star_empires.strength.learned import FOLDER

BUILD: Final = Path("build", "studies", "learning")

HEADING: Final = ["kind", "round", "explained", "choices", "its match", "games", "Elo"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = f"all by default: {', '.join(MAP_KINDS)}"
    parser.add_argument("kinds", nargs="*", choices=[[], *MAP_KINDS], metavar="KIND", help=known)
    parser.add_argument("--rounds", type=int, help="the most rounds; each kind has its own number by default")
    parser.add_argument("--games", type=int, help="the games of a round; each kind has its own number by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--write", action="store_true", help="put the best weights into the package")
    given = parser.parse_args(arguments)
    tell = partial(print, flush=True)
    for name in given.kinds or MAP_KINDS:
        best = learn(MAP_KINDS[name], BUILD, rounds=given.rounds, games=given.games, jobs=given.jobs, tell=tell)
        if given.write:
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{name}.toml").write_text(best.read_text(encoding="utf-8"), encoding="utf-8")
            keep("learning", "\n".join(table(HEADING, list(_rows()))), machine_here())
    return 0


def _rows() -> Iterator[list[str]]:
    """Yield a row for each finished round of each kind."""
    for kind in MAP_KINDS.values():
        for each in rounds_of(kind, BUILD):
            explained, choices = re.findall(r"(?:explains|with) (\d\.\d+)", each.report.read_text(encoding="utf-8"))
            visits, games, elo = re.findall(r"against ([\w: ]+), (\d+) games: (.*?) Elo (.*)", each.match)[0]
            yield [kind.name, str(each.number + 1), explained, choices, visits, games, elo]


if __name__ == "__main__":
    raise SystemExit(main())
