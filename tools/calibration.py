"""Calibration of the star bot's values on fresh games: whether a value of 70 % wins 70 % of games.

``python -m tools.calibration`` prints for each kind of map, or for those that are named, how often positions were won,
by their values; with ``--longer`` also how much a value changes when the search goes on for many more visits. Weights
are those of the package, or of a file. With ``--write`` the values are stored in ``build/studies/learning``, and the
table of all stored kinds is written into docs/results.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bench.figures import Z95
from bench.levels import machine_here
from bench.results import keep
from bench.tables import table

from sse_core.learning import MAP_KINDS
from sse_core.learning.calibration import LONGER, Calibration, Prediction
from sse_core.learning.predictions import VISITS, calibration
from sse_core.small_star_empires.strength.learned import FOLDER, PREDICTED_VALUES

KEPT: Final = Path("build", "studies", "learning", "calibration")

WIDTH: Final = 0.1
EDGES: Final = tuple(each / 100 for each in range(-5, 100, 10))
"""The groups of positions by value: around 0 %, 10 % and so on."""

MEANS: Final = ["70 %, by the line", "won, less said", "odds to the power of"]
"""The last columns of the table."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games of each kind, and print the calibration of their values."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=[[], *MAP_KINDS], metavar="KIND", help="default: all")
    parser.add_argument("--weights", type=Path, help="a file; those of the package by default")
    parser.add_argument("--games", type=int, default=2400, help="how many games of each kind (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--longer", action="store_true", help="look at some positions for longer, too")
    parser.add_argument("--write", action="store_true", help="write the table of all kinds that are kept")
    given = parser.parse_args(arguments)
    for kind in given.kinds or MAP_KINDS:
        found = calibration(
            kind, given.weights or FOLDER / f"{kind}.toml", given.games, given.jobs, longer=given.longer
        )
        print(f"{kind}: {len(found.predictions):,} positions of {given.games:,} games, {VISITS} visits")
        print("\n".join(lines(found)), flush=True)
        if given.write:
            KEPT.mkdir(parents=True, exist_ok=True)
            rows = [(each.game, each.value, each.won) for each in found.predictions]
            (KEPT / f"{kind}.json").write_text(json.dumps(rows), encoding="utf-8")
    if given.write:
        keep("calibration", kept_table(), machine_here())
    return 0


def lines(found: Calibration) -> Iterator[str]:
    """Yield the lines about results by value, and about the differences from values of longer searches."""
    for low in EDGES:
        group = found.group(low, low + WIDTH)
        if group:
            yield f"said {group.predicted:6.1%}  won {group.won:6.1%} ± {Z95 * group.error:.1%}  of {group.n:,}"
    won, low, high = found.at(0.7)
    yield f"of what is said to be 70 %, {won:.1%} ({low:.1%} to {high:.1%}) by the line of odds around it"
    yield f"odds to the power of {found.exponent:.3f} fit best"
    for visits, miss, coins in found.misses():
        yield f"{visits:,} visits: {miss:.4f} from {LONGER[-1]:,} visits, {coins:.3f} of a coin's error"


def kept_table() -> str:
    """Return the table of all stored kinds."""
    rows = list[list[str]]()
    for kind in MAP_KINDS:
        path = KEPT / f"{kind}.json"
        if path.exists():
            found = Calibration([Prediction(*row) for row in json.loads(path.read_text(encoding="utf-8"))])
            groups = [found.group(each - WIDTH / 2, each + WIDTH / 2) for each in PREDICTED_VALUES]
            cells = [f"{100 * each.won:.1f} ± {100 * Z95 * each.error:.1f} %" if each else "–" for each in groups]
            games = len({each.game for each in found.predictions})
            won, low, high = (100 * each for each in found.at(0.7))
            by_line = f"{won:.1f} ({low:.1f} to {high:.1f})"
            rows.append([kind, f"{games:,}", *cells, by_line, f"{100 * found.bias:+.1f} %", f"{found.exponent:.2f}"])
    return "\n".join(table(["kind", "games", *(f"said {100 * each:.0f} %" for each in PREDICTED_VALUES), *MEANS], rows))


if __name__ == "__main__":
    raise SystemExit(main())
