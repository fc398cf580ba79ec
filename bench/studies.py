"""The command of the studies: ``python -m bench.studies STUDY ...`` plays, solves or learns for hours.

A stopped study can go on: its data so far is stored below ``build``. With ``--write`` its results go into
``docs/results``. ``python -m bench.studies list`` names all studies, and ``python -m bench.studies STUDY --help`` the
options of one.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final, NamedTuple

from sse_core.errors import ArgumentError, SseError

from .results import KNOWN, BusyError, demand_quiet

__all__ = ["STUDIES", "Study", "main"]


class Study(NamedTuple):
    """A study, with its command."""

    about: str
    module: str
    """The module whose `main` takes the words of the command line."""
    words: tuple[str, ...] = ()
    """The words before the given ones."""


STUDIES: Final = {
    "strength": Study("matches between players of Small Star Empires", "bench.strength"),
    "ladder": Study("players of Small Star Empires on one scale, by games of neighbours", "bench.ladder"),
    "maps": Study("how even the published maps and the most even shuffles are", "bench.maps"),
    "openings": Study("first moves and wins by seat, on all maps that ship", "bench.openings"),
    "intervals": Study("how often intervals of matches and arenas hold what is true", "bench.intervals"),
    "insight": Study("what decides games of Jump Wars and Empire of the Stars", "bench.insight"),
    "strategies": Study("what strategies are worth in Micro Space Empire", "bench.strategies"),
    "solved": Study("small maps solved from the first ply", "tools.solved.__main__", ("solve",)),
    "smallest": Study("the smallest maps on which moving first loses", "tools.solved.__main__", ("smallest",)),
    "whole": Study("Micro Space Empire solved from the first card on", "tools.micro_whole"),
    "train": Study("weights of the star bot, learned from nothing", "tools.train"),
    "calibration": Study("how often positions are won, by what the star bot says", "tools.calibration"),
}
"""The studies by name."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command, and return its exit status."""
    name, *words = (sys.argv[1:] if arguments is None else arguments) or ["list"]
    if name == "list":
        print("\n".join(f"{each:12} {study.about}" for each, study in STUDIES.items()))
        return 0
    try:
        if name not in STUDIES:
            raise ArgumentError(f"there is no study {name!r}; they are {', '.join(STUDIES)}")
        study = STUDIES[name]
        if "--write" in words:
            demand_quiet(*(result for result, known in KNOWN.items() if known.command.split()[:3] == made_by(name)))
        status: int = import_module(study.module).main([*study.words, *words])
    except (SseError, BusyError) as error:
        print(f"studies: {error}", file=sys.stderr)
        return 1
    return status


def made_by(name: str) -> list[str]:
    """Return the words of a study's command, without its options."""
    return ["make", "study", f"WHAT={name}"]


if __name__ == "__main__":
    sys.exit(main())
