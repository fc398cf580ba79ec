"""Main program of a child process, which plays games for a worker (see `children`)."""

from __future__ import annotations

import json
import os
import sys

from ..jobs import Job, rows_of
from .choice_notes import Notes
from .clocks import GameClock
from .output import print_aside
from .parcels import unpacked

__all__ = ["main"]


def main() -> None:
    """Play jobs from the standard input, one per line, and write a line after each game and after each job.

    Prints of bots go to the standard error, and their input is empty.
    """
    jobs = os.fdopen(os.dup(0), encoding="utf-8")
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    print_aside()
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    sys.stdin = os.fdopen(null)
    notes = Notes.at(sys.argv[1])
    try:
        for text in jobs:
            written, objects = json.loads(text)
            job = Job.parse(written)
            for row in rows_of(job, unpacked(objects), GameClock(job.limits, notes)):
                lines.write(f"{row.text}\n")
                lines.flush()
            lines.write("\n")
            lines.flush()
    except OSError:
        # The worker has ended.
        os._exit(1)
