"""The command of the benches: ``python -m bench PART ...`` measures, prints tables, and writes or compares them if
asked.

A part is measured by pytest-benchmark, which keeps the run in ``build/bench/PART.json``; two need no clock. No file of
the repository changes without ``--write``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from . import environments, hostile, imports, insight, memory, sections, serve, solver, strategies, views
from .runs import LAST, ROOT, Run, RunError, compared, earlier, read
from .tables import PageError, write_section

SPEED_PAGE: Final = "docs/speed.md"
STRENGTH_PAGE: Final = "docs/strength.md"
PLOT: Final = "docs/growth.svg"


class Part(NamedTuple):
    """A part of the benches that is measured by the clock."""

    file: str
    sections: dict[tuple[str, str], Callable[[Run], str]]
    """The functions that make sections, by the page and the name of the section."""


TIMED: Final = {
    "speed": Part(
        "bench_speed.py", {(SPEED_PAGE, "speed"): sections.speed, ("README.md", "speed-summary"): sections.summary}
    ),
    "games": Part("bench_games.py", {("README.md", "games"): sections.games}),
    "play": Part("bench_play.py", {(SPEED_PAGE, "play"): sections.races}),
    "growth": Part("bench_growth.py", {(SPEED_PAGE, "growth"): sections.growth}),
    "peers": Part("peers/bench_peers.py", {(SPEED_PAGE, "peers"): sections.races}),
    "search": Part("peers/bench_search.py", {(STRENGTH_PAGE, "search"): sections.races}),
}


def archived() -> str:
    # Only this needs pyarrow, DuckDB and Polars.
    from .archive import section

    return section()


UNTIMED: Final[dict[str, tuple[str, Callable[[], str]]]] = {
    "memory": (SPEED_PAGE, memory.section),
    "imports": (SPEED_PAGE, imports.section),
    "views": (SPEED_PAGE, views.section),
    "strategies": ("docs/micro_space_empire.md", strategies.section),
    "insight": ("docs/jump_wars.md", lambda: insight.section(insight.SUBJECTS["jump_wars"])),
    "solver": (STRENGTH_PAGE, solver.section),
    "serve": ("docs/web.md", serve.section),
    "hostile": ("docs/web.md", hostile.section),
    "environments": ("docs/learners.md", environments.section),
    "archive": ("docs/archive.md", archived),
}
"""The functions that make sections without a clock, each with its page."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status is 1 if a bench fails or a file can't be used."""
    options = parsed(arguments)
    try:
        for part in options.parts:
            if part in TIMED:
                do(part, options)
            elif not options.chosen:
                page, make = UNTIMED[part]
                show(ROOT / page, part, make(), write=options.write)
    except (RunError, PageError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return 0


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the core, and print tables.")
    parts = [*TIMED, *UNTIMED]
    parser.add_argument("parts", nargs="+", choices=parts, metavar="PART", help=f"what to measure: {', '.join(parts)}")
    parser.add_argument("--quick", action="store_true", help="take fewer and shorter turns, for a first impression")
    parser.add_argument("--again", action="store_true", help="take the last run, and measure nothing")
    parser.add_argument("--write", action="store_true", help="write the tables into README and the pages of docs")
    parser.add_argument("--save", metavar="NAME", help="keep the run, too, for a later --compare")
    parser.add_argument("--compare", metavar="RUN", help="print ratios to a run: a saved NAME, or a folder of runs")
    parser.add_argument("--earlier", metavar="PYTHON", help="let another build play by turns: a Python that has it")
    parser.add_argument("--runs", type=Path, default=LAST, help="the folder of the last runs (default: build/bench)")
    parser.add_argument("-k", metavar="EXPRESSION", dest="chosen", help="measure the benches that pytest chooses so")
    return parser.parse_args(arguments)


def do(part: str, options: argparse.Namespace) -> None:
    """Measure a part, or take its last run; print its sections, write and compare them."""
    path = options.runs / f"{part}.json"
    if not options.again and not measured(part, path, options):
        return
    run = read(path)
    if options.write and run.partial:
        raise RunError(f"{path} is quick, or not of all benches: that is too little for a page")
    for (page, name), make in TIMED[part].sections.items():
        if not run.partial or name == part:
            show(ROOT / page, name, make(run), write=options.write)
    if part == "growth" and options.write:
        # Only this needs matplotlib.
        from .growth_plot import draw

        draw(ROOT / PLOT, "Random play: medians, and bars from the slowest to the fastest round", run.benches)
    if options.compare:
        print(compared(earlier(options.compare, part), run))


def measured(part: str, path: Path, options: argparse.Namespace) -> bool:
    """Run the benches of a part, and return whether there was one; raise RunError if one fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    command = [str(ROOT / "bench" / TIMED[part].file), f"--rootdir={ROOT}", f"--benchmark-json={path.resolve()}"]
    command += ["--benchmark-quiet", "-q", "-p", "no:cacheprovider", "-k", options.chosen or ""]
    # It warns where no bench was chosen, and warnings are errors.
    command += ["-W", "ignore::pytest_benchmark.logger.PytestBenchmarkWarning"]
    command += ["--quick"] * options.quick
    command += [f"--earlier={options.earlier}"] if options.earlier else []
    command += [f"--benchmark-save={options.save}-{part}"] if options.save else []
    status = pytest.main(command)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RunError(f"a bench of {part} failed: nothing is shown")
    return status == pytest.ExitCode.OK


def show(page: Path, name: str, section: str, *, write: bool) -> None:
    """Print a section, and write it into its page if asked to."""
    print(f"\n{section}\n")
    if write:
        write_section(page, name, section)
        print(f"Written into {page}.")


if __name__ == "__main__":
    sys.exit(main())
