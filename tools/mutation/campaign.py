"""Running of a campaign: many trials, in stages, on several cores."""

from __future__ import annotations

import json
import multiprocessing
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from math import inf
from pathlib import Path
from typing import Final

from tools.mutation.mutants import Mutant
from tools.mutation.results import Result, read_results
from tools.mutation.stages import stages_of
from tools.mutation.trial import attempt, run_tests

NEIGHBOURS: Final = 4
"""The number of tests that run first, since they have killed other mutants of the same function or file."""


def run(
    tree: Path,
    numbers: Mapping[str, int],
    chosen: Sequence[Mutant],
    jobs: int,
    log: Path,
    again: AbstractSet[str] = frozenset(),
    most: float = inf,
) -> None:
    """Try mutants stage by stage until they are killed or have survived all stages; append each result to the log.

    `again` has the ids of mutants whose earlier results are ignored. With `most`, only the cheapest tests of the first
    stage run, which take so many seconds together.

    Raises SystemExit if a test fails without any mutant.
    """
    results = {id: result for id, result in read_results(log).items() if id not in again}
    killers: defaultdict[str, deque[str]] = defaultdict(lambda: deque(maxlen=NEIGHBOURS))
    log.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork")) as pool:
        levels = max((len(stages_of(mutant.file)) for mutant in chosen), default=0)
        for level in range(levels if most == inf else min(levels, 1)):
            todo = [mutant for mutant in chosen if _is_due(mutant, level, results.get(mutant.id))]
            if most < inf:
                todo = [mutant for mutant in todo if mutant.id not in results]
            print(f"stage {level + 1}: {len(todo)} mutants", flush=True)
            seconds: dict[str, float] = {}
            for tests in {stages_of(mutant.file)[level] for mutant in todo}:
                sound = pool.submit(run_tests, tree, 0, tests).result()
                if sound.outcome != "survived":
                    raise SystemExit(f"without any mutant: {sound.outcome} by {sound.last}")
                seconds |= sound.seconds
            for result in _try_all(pool, tree, numbers, todo, level, jobs, killers, seconds, most):
                results[result.id] = result
                with log.open("a", encoding="utf-8") as lines:
                    print(json.dumps(result._asdict(), ensure_ascii=False), file=lines)


def _is_due(mutant: Mutant, level: int, result: Result | None) -> bool:
    if level >= len(stages_of(mutant.file)):
        return False
    return level == 0 if result is None else result.outcome == "survived" and result.stages == level


def _try_all(
    pool: ProcessPoolExecutor,
    tree: Path,
    numbers: Mapping[str, int],
    todo: Sequence[Mutant],
    level: int,
    jobs: int,
    killers: defaultdict[str, deque[str]],
    seconds: Mapping[str, float],
    most: float,
) -> Iterator[Result]:
    running: set[Future[Result]] = set()
    rest = iter(todo)
    while True:
        while len(running) < jobs and (mutant := next(rest, None)):
            first = list(dict.fromkeys(test for part in _parts(mutant.id) for test in killers[part]))
            running.add(pool.submit(attempt, tree, numbers[mutant.id], mutant.id, level, first, seconds, most))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            result = future.result()
            for known in (killers[part] for part in _parts(result.id) if result.outcome == "killed"):
                if result.by in known:
                    known.remove(result.by)
                known.appendleft(result.by)
            yield result


def _parts(id: str) -> tuple[str, str]:
    """Return the function and the file of a mutant, which other mutants may share."""
    file, function, *_ = id.split("/")
    return f"{file}/{function}", file
