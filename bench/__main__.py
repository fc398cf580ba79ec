"""The command of the benches: ``python -m bench PART ...`` measures, prints tables, and can write or compare them.

pytest-benchmark measures some parts, and stores the run in ``build/bench/PART.json``; other parts measure in their own
way. ``python -m bench list`` names all. No file of the repository changes without ``--write``, which refuses a busy
machine.

Ring: tables and tools.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from . import instructions, sections
from .levels import machine_here
from .results import KNOWN, BusyError, demand_quiet, keep
from .results.files import Table, parts_of
from .runs import LAST, ROOT, Run, RunError, compared, earlier, read
from .tables import PageError, write_section

README: Final = ROOT / "README.md"


class Timed(NamedTuple):
    """A part of the benches that pytest-benchmark measures."""

    about: str
    files: Sequence[str]
    """The files of its benches, or single ones of a file, as pytest names them."""
    section: Callable[[Run], str]


TIMED: Final = {
    "speed": Timed("operations on a position, the core beside plain Python", ["bench_speed.py"], sections.speed),
    "games": Timed("whole random games of every game", ["bench_games.py"], sections.games),
    "texts": Timed("texts of every game: positions, records, pickles", ["bench_texts.py"], sections.texts),
    "play": Timed("lanes, loops, threads and batches beside each other", ["bench_play.py"], sections.races),
    "growth": Timed("speed over systems, players, ships and more", ["bench_growth.py"], sections.growth),
    "earlier": Timed("calls and playouts beside those of an earlier build", ["bench_earlier.py"], sections.earlier),
    "peers": Timed("random play beside other engines", ["peers/bench_peers.py"], sections.races),
    "search": Timed("the search beside another engine's", ["peers/bench_search.py"], sections.races),
    "ratios": Timed(
        "the ratios that are kept from version to version: to the base game, other engines, an earlier build",
        [
            "bench_play.py::test_variants",
            "bench_play.py::test_levels[everything-2p]",
            "peers/bench_peers.py::test_from_python",
            "peers/bench_peers.py::test_chance",
            "peers/bench_peers.py::test_batches[connect four]",
            "bench_earlier.py",
        ],
        sections.kept,
    ),
}

OTHERS: Final = {
    "memory": "bytes of states, boards and games of a batch",
    "imports": "imports beside numpy's",
    "views": "views and samples of games with hidden cards",
    "solver": "times of the solver",
    "serve": "the page: clicks of one person, and fifty games at once",
    "hostile": "attacks on the page; fails where anything doesn't hold",
    "environments": "steps of PettingZoo, Gymnasium and OpenSpiel beside their own games",
    "archive": "an archive of a million games: written, read, replayed, queried",
    "arena": "what a job of the arena costs; games a second by processes and a cluster",
    "instructions": "instructions under valgrind; fails where one call takes 5 % more than bench/instructions.json",
}
"""The parts that measure in their own way: modules with a function `section`, loaded on demand."""

ROWS_OF_README: Final[Mapping[str, Callable[[Sequence[Table]], Table]]] = {
    "speed": sections.summary,
    "games": lambda tables: tables[0],
}
"""The tables of README, by the result from which each is taken."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status is 1 if a bench fails, a file can't be used or the machine is too busy."""
    options = parsed(arguments)
    if "list" in options.parts:
        print("\n".join(f"{name:14}{about}" for name, about in ABOUT.items()))
        return 0
    status = 0
    try:
        if "earlier" in options.parts and not (options.earlier or options.again):
            raise RunError("what is earlier? EARLIER=python names the Python of an earlier build")
        if options.write and not options.again:
            demand_quiet(*(part for part in options.parts if part in KNOWN))
        for part in options.parts:
            if part in TIMED:
                do(part, options)
            elif part == "instructions":
                status |= instructions.main(["--write"] * options.write)
            elif not options.chosen:
                show(part, import_module(f".{part}", __package__).section(), machine_here(), write=options.write)
    except (RunError, PageError, BusyError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return status


ABOUT: Final = {**{name: part.about for name, part in TIMED.items()}, **OTHERS}
"""A line about each part."""


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the core, and print tables.")
    parts = [*ABOUT, "list"]
    parser.add_argument("parts", nargs="+", choices=parts, metavar="PART", help=f"what to measure: {', '.join(parts)}")
    parser.add_argument("--quick", action="store_true", help="take fewer and shorter turns, for a first impression")
    parser.add_argument("--again", action="store_true", help="take the last run, and measure nothing")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results, and those of README")
    parser.add_argument("--save", metavar="NAME", help="keep the run, too, for a later --compare")
    parser.add_argument("--compare", metavar="RUN", help="print ratios to a run: a saved NAME, or a folder of runs")
    parser.add_argument("--earlier", metavar="PYTHON", help="let another build play by turns: a Python that has it")
    parser.add_argument("--runs", type=Path, default=LAST, help="the folder of the last runs (default: build/bench)")
    parser.add_argument("-k", metavar="EXPRESSION", dest="chosen", help="measure the benches that pytest chooses so")
    return parser.parse_args(arguments)


def do(part: str, options: argparse.Namespace) -> None:
    """Measure a part, or use its last run; print its sections, and write or compare them."""
    path = options.runs / f"{part}.json"
    if not options.again and not measured(part, path, options):
        return
    run = read(path)
    if options.write and run.partial:
        raise RunError(f"{path} is quick, or not of all benches: that is too little for a page")
    if options.write and run.busy:
        raise RunError(f"{path} is of a busy machine, and isn't written: {run.remark}")
    show(part, TIMED[part].section(run), run.machine, write=options.write)
    if options.compare:
        print(compared(earlier(options.compare, part), run))


def measured(part: str, path: Path, options: argparse.Namespace) -> bool:
    """Run the benches of a part, and return whether there was one; raise RunError if one fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    command = [str(ROOT / "bench" / each) for each in TIMED[part].files]
    command += [f"--rootdir={ROOT}", f"--benchmark-json={path.resolve()}"]
    command += ["--benchmark-quiet", "-q", "-p", "no:cacheprovider", "-k", options.chosen or ""]
    # pytest-benchmark warns if no bench was selected, and warnings are errors.
    command += ["-W", "ignore::pytest_benchmark.logger.PytestBenchmarkWarning"]
    command += ["--quick"] * options.quick
    command += [f"--earlier={options.earlier}"] if options.earlier else []
    command += [f"--benchmark-save={options.save}-{part}"] if options.save else []
    status = pytest.main(command)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RunError(f"a bench of {part} failed: nothing is shown")
    return status == pytest.ExitCode.OK


def show(name: str, section: str, where: str, *, write: bool) -> None:
    """Print a section; with `write`, also store it as a result and put it into README."""
    print(f"\n{section}\n")
    if write:
        print(f"Written into {keep(name, section, where)}.")
        if name in ROWS_OF_README:
            write_section(README, name, str(table_of_readme(name, section)))


def table_of_readme(name: str, section: str) -> Table:
    """Return the table of README that is taken from a section."""
    return ROWS_OF_README[name]([part for part in parts_of(section) if isinstance(part, Table)])


if __name__ == "__main__":
    sys.exit(main())
