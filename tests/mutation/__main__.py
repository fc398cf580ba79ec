"""Tries whether the tests see what could be wrong in the compiled rules; `make mutation` runs it.

Goes on where it was stopped. What has been found stands in build/mutation/results.jsonl; remove it to begin anew.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
from typing import Final

from tests.mutation.build import all_mutants, build, copy_tests
from tests.mutation.campaign import run
from tests.mutation.report import read_equivalents, report
from tests.mutation.results import read_results
from tests.mutation.trial import ROOT

BUILD: Final = ROOT / "build" / "mutation"
TREE: Final = BUILD / "tree"
RESULTS: Final = BUILD / "results.jsonl"
EQUIVALENT: Final = ROOT / "tests" / "mutation" / "equivalent.toml"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument(
        "--only", action="append", metavar="TEXT", help="mutants whose id begins so: a file, a function"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument("--again", action="store_true", help="try those once more that survived")
    parser.add_argument("--equivalent", action="store_true", help="try those too that are listed as equivalent")
    parser.add_argument("--report", action="store_true", help="try none")
    options = parser.parse_args()

    os.chdir(ROOT)
    known = all_mutants(ROOT)
    equivalents = read_equivalents(EQUIVALENT)
    chosen = [mutant for mutant in known if not options.only or mutant.id.startswith(tuple(options.only))]
    if options.sample is not None:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    results = read_results(RESULTS)
    if not options.report:
        numbers = {mutant.id: number for number, mutant in enumerate(known, 1)}
        _build_once()
        copy_tests(ROOT, TREE)
        again = {
            mutant.id
            for mutant in chosen
            if options.again and mutant.id in results and results[mutant.id].outcome == "survived"
        }
        run(
            TREE,
            numbers,
            [mutant for mutant in chosen if options.equivalent or mutant.id not in equivalents],
            options.jobs,
            RESULTS,
            again,
        )
        results = read_results(RESULTS)
    accounted = report(chosen, results, equivalents)
    for id in sorted(equivalents.keys() - {mutant.id for mutant in known}):
        print(f"listed as equivalent, but there is no such mutant any more: {id}")
        accounted = False
    for id in sorted(equivalents):
        if id in results and results[id].outcome != "survived":
            print(f"listed as equivalent, but {results[id].outcome} by {results[id].by}: {id}")
            accounted = False
    return 0 if accounted else 1


def _build_once() -> None:
    """Build the tree, unless it has been built of the same sources."""
    package, makers = ROOT / "src" / "sse_core", ("mutants.py", "schemata.py", "build.py")
    sources = [path for path in sorted(package.rglob("*")) if path.is_file() and path.suffix not in {".so", ".pyc"}]
    sources += [ROOT / "tests" / "mutation" / maker for maker in makers]
    key = hashlib.sha256(b"".join(path.read_bytes() for path in sources))
    mark = TREE / "built"
    if not mark.exists() or mark.read_text(encoding="utf-8") != key.hexdigest():
        print("building the mutants", flush=True)
        build(ROOT, TREE, all_mutants(ROOT))
        mark.write_text(key.hexdigest(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
