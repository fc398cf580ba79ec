"""Speed of random play over the size of the game: systems, players, ships, wormholes, threads, games of a batch.

`make bench-growth` runs ``python -m bench.growth --page docs/speed.md``, which prints a table for each curve and draws
``docs/growth.svg``. Every point is measured once in each of five rounds over all points, so that other work of the
machine disturbs all curves alike. Tables and plot show the median, the slowest and the fastest measurement. These are
kept in ``build/growth.json``; ``--redraw`` reads them there and measures nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from .growth_curves import Curve, Measured, Work, curves
from .tables import PageError, add_page_option, table, write_section

ROUNDS: Final = 5
SECONDS: Final = 0.2
"""The length of one measurement, roughly."""


def main(arguments: list[str] | None = None) -> int:
    """Measure all curves, print their tables and draw them; the exit status is 1 if a file can't be used."""
    parser = argparse.ArgumentParser(prog="bench.growth", description="Measure how the speed of random play grows.")
    parser.add_argument("--data", type=Path, default=Path("build/growth.json"), help="the file of the measurements")
    parser.add_argument("--redraw", action="store_true", help="draw the measurements of that file, measure nothing")
    parser.add_argument("--svg", type=Path, default=Path("docs/growth.svg"), help="the file of the plot")
    add_page_option(parser, "growth")
    options = parser.parse_args(arguments)
    asked = list(curves())
    try:
        if not options.redraw:
            options.data.parent.mkdir(parents=True, exist_ok=True)
            options.data.write_text(json.dumps(measure(asked)), encoding="utf-8")
        measured = read(options.data)
        section = "\n".join(line for pair in zip(asked, measured, strict=True) for line in tables(*pair)).rstrip()
        print(section)
        write_section(options.page, "growth", section)
    except (PageError, OSError, ValueError) as error:
        print(f"bench.growth: {error}", file=sys.stderr)
        return 1
    # Only this needs matplotlib.
    from .growth_plot import draw

    heading = f"Random play: median of {ROUNDS} measurements, bars from the slowest to the fastest"
    draw(options.svg, heading, "million plies a second", asked, measured)
    print(f"Drawn into {options.svg}.")
    return 0


def read(data: Path) -> list[Measured]:
    """Return the measurements of a file, in the order of the curves."""
    found = json.loads(data.read_text(encoding="utf-8"))
    return [{name: {int(x): rates for x, rates in line.items()} for name, line in curve.items()} for curve in found]


def measure(asked: Sequence[Curve]) -> list[Measured]:
    """Return the measurements of all curves, in million plies a second."""
    works = [work for curve in asked for line in curve.works.values() for work in line.values()]
    times = [enough(work) for work in works]
    rounds = [[rate(work, n) for work, n in zip(works, times, strict=True)] for _ in range(ROUNDS)]
    rates = map(list, zip(*rounds, strict=True))
    return [{name: {x: next(rates) for x in line} for name, line in curve.works.items()} for curve in asked]


def enough(work: Work) -> int:
    """Return how many times the work fills one measurement."""
    times = 1
    while (seconds := timed(work, times)[0]) < SECONDS / 10:
        times *= 2
    return max(1, round(times * SECONDS / seconds))


def rate(work: Work, times: int) -> float:
    """Return how many million plies a second the work plays."""
    seconds, plies = timed(work, times)
    return plies / seconds / 1e6


def timed(work: Work, times: int) -> tuple[float, int]:
    """Return the seconds that the work took, and the plies that it played."""
    begun = perf_counter()
    plies = work(times)
    return perf_counter() - begun, plies


def tables(curve: Curve, measured: Measured) -> list[str]:
    """Return the heading and table of a curve: at each x the median of every line, the slowest and the fastest."""
    heading = [curve.unit, *(f"{name} plies/s".strip() for name in measured)]
    places = list(next(iter(measured.values())))
    rows = [[f"{x:,}", *(_shown(line[x]) for line in measured.values())] for x in places]
    return [f"### {curve.title}", "", curve.about, "", *table(heading, rows), ""]


def _shown(rates: list[float]) -> str:
    return f"{median(rates):.3g} M ({min(rates):.3g} to {max(rates):.3g})"


if __name__ == "__main__":
    sys.exit(main())
