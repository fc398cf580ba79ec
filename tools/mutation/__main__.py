"""Mutation testing of the compiled rules: it changes them line by line, and lists the changes that no test notices.

`make campaign WHAT=mutation` starts it. It continues where it was stopped: the results so far are in
build/mutation/results.jsonl. Remove that file to begin again.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Final

from tools.mutation.build import ROOT, all_mutants, build, copy_tests
from tools.mutation.campaign import run
from tools.mutation.mutants import Mutant, sample
from tools.mutation.report import EQUIVALENT, read_equivalents, report
from tools.mutation.results import read_results

BUILD: Final = ROOT / "build" / "mutation"
TREE: Final = BUILD / "tree"
RESULTS: Final = BUILD / "results.jsonl"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("--only", action="append", metavar="ID", help="ids, or how they begin: a file, a function")
    parser.add_argument("--sample", type=int, metavar="N", help="a random sample of N of each file")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants tried at a time")
    parser.add_argument("--profile", default="mutation", help="of the tests: `mutation` is short, `ci` may kill more")
    parser.add_argument(
        "--quick",
        type=float,
        default=inf,
        metavar="S",
        help="only the cheapest tests, S seconds in all; the rest later",
    )
    parser.add_argument("--again", action="store_true", help="try survivors once more")
    parser.add_argument("--equivalent", action="store_true", help="also try mutants that are listed as equivalent")
    parser.add_argument("--report", action="store_true", help="try none; report the results so far")
    options = parser.parse_args()

    os.chdir(ROOT)
    os.environ["HYPOTHESIS_PROFILE"] = options.profile
    known = all_mutants(ROOT)
    chosen = [mutant for mutant in known if not options.only or mutant.id.startswith(tuple(options.only))]
    if options.sample is not None:
        chosen = sample(chosen, options.sample, options.seed)
    equivalents = read_equivalents(EQUIVALENT)
    if not options.report:
        BUILD.mkdir(parents=True, exist_ok=True)
        with (BUILD / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                parser.error(f"a campaign is running in {BUILD}")
            listed: Collection[str] = () if options.equivalent else equivalents
            tried = [mutant for mutant in chosen if mutant.id not in listed]
            _try(known, tried, options.jobs, options.again, options.quick)
    results = read_results(RESULTS)
    accounted = report(chosen, results, equivalents)
    ids = {mutant.id for mutant in known}
    for id in equivalents:
        if id not in ids:
            print(f"listed as equivalent, but no mutant has this id: {id}")
            accounted = False
        elif id in results and results[id].outcome != "survived":
            print(f"listed as equivalent, but {results[id].outcome} by {results[id].by}: {id}")
            accounted = False
    return 0 if accounted else 1


def _try(known: Sequence[Mutant], chosen: Sequence[Mutant], jobs: int, again: bool, most: float) -> None:
    """Try some of the known mutants with the present tests."""
    numbers = {mutant.id: number for number, mutant in enumerate(known, 1)}
    _build_once({mutant.id: numbers[mutant.id] for mutant in chosen})
    copy_tests(ROOT, TREE)
    survivors = {result.id for result in read_results(RESULTS).values() if result.outcome == "survived"}
    run(TREE, numbers, chosen, jobs, RESULTS, survivors if again else frozenset(), most)


def _build_once(numbers: Mapping[str, int]) -> None:
    """Build the tree with these mutants, unless it was built with them from the same sources."""
    package, makers = ROOT / "src" / "sse_core", ("mutants.py", "schemata.py", "build.py")
    sources = [path for path in sorted(package.rglob("*")) if path.is_file() and path.suffix not in {".so", ".pyc"}]
    sources += [ROOT / "pyproject.toml", *(ROOT / "tools" / "mutation" / maker for maker in makers)]
    key = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    mark = TREE / "built"
    before, *built = mark.read_text(encoding="utf-8").split() if mark.exists() else [""]
    if before != key or not numbers.keys() <= set(built):
        print(f"building {len(numbers)} mutants", flush=True)
        build(ROOT, TREE, numbers)
        mark.write_text("\n".join([key, *numbers]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
