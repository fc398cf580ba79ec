"""Results of trials: one line of JSON for each trial."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple


class Result(NamedTuple):
    """The outcome of one mutant."""

    id: str
    outcome: str
    """``"killed"`` by a test that failed, ``"crashed"``, ``"timeout"``, or ``"survived"``."""

    by: str
    """The test that was running when the mutant was killed; ``""`` if it survived."""

    stages: int
    """The number of stages that it was tried in."""

    seconds: float


def read_results(path: Path) -> dict[str, Result]:
    """Return the last result of each mutant, by id."""
    if not path.exists():
        return {}
    results = (Result(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())
    return {result.id: result for result in results}
