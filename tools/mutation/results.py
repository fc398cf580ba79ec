"""What became of mutants: one line of JSON for each trial."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple


class Result(NamedTuple):
    """What became of a mutant."""

    id: str
    outcome: str
    """``"killed"`` by a test that failed, ``"crashed"``, ``"timeout"``, or ``"survived"``."""

    by: str
    """The test that was running when it ended; ``""`` if it survived."""

    stages: int
    """How many stages it was before."""

    seconds: float


def read_results(path: Path) -> dict[str, Result]:
    """Return the last result of each mutant, by id."""
    if not path.exists():
        return {}
    results = (Result(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())
    return {result.id: result for result in results}
