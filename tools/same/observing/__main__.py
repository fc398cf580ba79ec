"""The observer process: it plays games in the build of its Python, and answers with its observations.

Each line of the standard input is a question, and each line of the standard output its answer, both JSON. The first
line of the output is the folder of the package. An answer has the kind and the digest of each observation, in order.
For a question with the key ``places`` it has the full values at these places instead.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sse_core

from .seen import digest_of
from .walk import Question, look

__all__ = ["main"]


def main() -> None:
    """Answer questions until there is none."""
    # Stray prints must not come between the answers.
    answers, sys.stdout = sys.stdout, sys.stderr

    def say(answer: Any) -> None:
        answers.write(f"{json.dumps(answer)}\n")
        answers.flush()

    # Files of packs are written there.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        say(str(Path(sse_core.__file__).parent))
        for line in sys.stdin:
            asked: dict[str, Any] = json.loads(line)
            places: list[int] | None = asked.pop("places", None)
            question = Question(**asked)
            say(_digests(question) if places is None else _values(question, places))
        os.chdir("/")


def _digests(question: Question) -> dict[str, Any]:
    """Return the kinds, and for each observation the number of its kind and its digest."""
    kinds: dict[str, int] = {}
    seen = [[kinds.setdefault(each.kind, len(kinds)), digest_of(each.value)] for each in look(question)]
    return {"kinds": [*kinds], "seen": seen}


def _values(question: Question, places: Collection[int]) -> dict[int, list[str]]:
    """Return the kind, place and value of the observations at some places."""
    wanted, last = {*places}, max(places, default=-1)
    found = dict[int, list[str]]()
    for number, each in enumerate(look(question)):
        if number in wanted:
            found[number] = [*each]
        if number >= last:
            break
    return found


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        # The tool reports it.

        sys.exit(130)
