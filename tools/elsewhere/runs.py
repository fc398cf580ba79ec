"""The runs of `make campaign WHAT=elsewhere`: their conditions, Pythons and seeds."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tools.pythons import Python

__all__ = ["GERMAN", "KINDS", "OVER", "Run", "RunKind", "arguments_of", "for_make", "plan"]

GERMAN: Final = "de_DE.UTF-8"

OVER: Final = "the time of all runs was over"


@dataclass(frozen=True, kw_only=True)
class RunKind:
    """The conditions of a run. Each run belongs to an ordinary user, in a copy of the tracked files without .git."""

    sets: str
    """The conditions in words."""

    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    workers: int | None = None
    """The number of pytest's workers; None for one per core."""

    busy: int = 0
    """The number of busy loops that run beside it."""

    umask: int = 0o022
    has_noexec_tmp: bool = False
    is_home_locked: bool = False
    is_on_one_core: bool = False
    is_harsh: bool = False
    """Whether it needs a locale, fonts and a browser; such a kind runs on each Python with each seed, others once."""


KINDS: Final[Mapping[str, RunKind]] = {
    "harsh": RunKind(
        sets="a German locale, fonts and a browser, umask 077, three busy loops, a temporary folder that is mounted "
        "noexec, its path 200 characters with `+()[]` and an umlaut",
        environment={"LANG": GERMAN, "LC_ALL": GERMAN},
        busy=3,
        umask=0o077,
        has_noexec_tmp=True,
        is_harsh=True,
    ),
    "narrow": RunKind(
        sets="`COLUMNS=40 FORCE_COLOR=1`, a home that can't be written",
        environment={"COLUMNS": "40", "FORCE_COLOR": "1"},
        is_home_locked=True,
    ),
    "one-core": RunKind(sets="one core, one worker", workers=1, is_on_one_core=True),
    "eight-workers": RunKind(sets="eight workers", workers=8),
}


class Run(NamedTuple):
    """One run of the tests."""

    kind: str
    python: Python
    seed: int
    """The seed of Hypothesis, and of the order of the files."""

    def __str__(self) -> str:
        return f"make campaign WHAT=elsewhere ONLY={self.kind} PYTHONS={self.python.name} SEEDS={self.seed}"


def plan(kinds: Collection[str], pythons: Sequence[Python], seeds: Sequence[int]) -> list[Run]:
    """Return the runs, grouped by Python. Kinds that run once take Pythons and seeds in turn."""
    once = [name for name, kind in KINDS.items() if not kind.is_harsh]
    runs = [Run(name, python, seed) for name in KINDS if name not in once for python in pythons for seed in seeds]
    runs += [Run(name, pythons[i % len(pythons)], seeds[i % len(seeds)]) for i, name in enumerate(once)]
    return sorted((run for run in runs if run.kind in kinds), key=lambda run: pythons.index(run.python))


def arguments_of(run: Run, tree: Path, more: Sequence[str]) -> list[str]:
    """Return the arguments of pytest: those of the run, `more`, and the test files in the order of the seed.

    Paths in `more` replace the test files.
    """
    workers = KINDS[run.kind].workers
    named = [word for word in more if (tree / word.partition("::")[0]).exists()]
    files = named or sorted(
        str(path.relative_to(tree))
        for path in (tree / "tests").rglob("test_*.py")
        if "web_browser" not in path.parts  # Browser tests have a target of their own.
    )
    return [
        f"--hypothesis-seed={run.seed}",
        *([] if workers is None else ["-n", str(workers)]),
        *(word for word in more if word not in named),
        *Random(run.seed).sample(files, len(files)),
    ]


def for_make(arguments: Sequence[str]) -> str:
    """Return arguments as `make test` takes them."""
    return f"PYTEST_ARGS={shlex.join(arguments)}".replace("$", "$$")
