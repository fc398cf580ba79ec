"""Proved bounds for best play in Micro Space Empire over the whole game.

    python -m tools.micro_bounds FOLDER

The positions of the whole game fit on no common disk: an invasion takes the system that joined last, so the order of
the systems matters. Here the order is dropped in the last turns (`tablebase.ROUGH`). If an invasion then hits an
unknown system, assuming the best system for the player gives an upper bound, and assuming the worst one a lower bound.

It takes about 8 GB of memory, 30 GB of disk, and hours. A stopped run goes on where it was.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

from sse_core.micro_space_empire import new_game
from sse_core.micro_space_empire.strength.tablebase import ROUGH, find_layers
from sse_core.micro_space_empire.strength.tablebase_values import (
    LEAST_SAFE,
    LEAST_SCORE,
    MOST_SAFE,
    MOST_SCORE,
    add_values,
    read_values,
)

NAMES = {
    MOST_SCORE: "best play scores at most",
    LEAST_SCORE: "best play scores at least",
    MOST_SAFE: "the safest play survives at most with probability",
    LEAST_SAFE: "the safest play survives at least with probability",
}


def main() -> None:
    """Find the layers, then the four bounds, and print each with its time."""
    parser = argparse.ArgumentParser(description="Bounds of best play in Micro Space Empire, for the whole game.")
    parser.add_argument("folder", type=Path, help="where the layers go, some 30 GB; they are kept")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    began = perf_counter()

    def say(text: str) -> None:
        print(f"{perf_counter() - began:8,.0f} s  {text}", flush=True)

    find_layers(folder, [new_game()], known=ROUGH, say=say)
    for aim, name in NAMES.items():
        add_values(folder, 1, aim, known=ROUGH, keep=1, say=say)
        say(f"{name} {read_values(folder, 1, aim, known=ROUGH)[0] / aim.units[0]:.4f}")


if __name__ == "__main__":
    main()
