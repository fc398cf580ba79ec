"""Micro Space Empire solved whole: the highest expected score, and the highest chance to survive.

Both are those of best play from the first card on.

    python -m tools.micro_whole FOLDER

All positions of a game are found turn by turn, some 20,000,000,000, and then their values from the last turn to the
first. It takes some 10 GB of memory, 45 GB of disk, and some hours. A run that was stopped goes on where it was. What
the bot `perfect` needs stays in the folder, 13 GB.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

from sse_core.micro_space_empire import start
from sse_core.micro_space_empire.table import find_layers
from sse_core.micro_space_empire.table_values import HIGHEST, SOUNDEST, Aim, add_values, read_values
from sse_core.micro_space_empire.whole import EXACT_FROM

NAMES = {HIGHEST: "best play scores", SOUNDEST: "the safest play survives with probability"}


def rounding(aim: Aim) -> float:
    """Return how far a number can be off: half a step of the rough values for each turn that has them.

    Rough values have 16 bits of a range, which is below 16 points, or of a probability.
    """
    return 4 * (16 if aim.of_score else 1) / (1 << 17)


def main() -> None:
    """Find the layers, then the values; print each number with the time it took."""
    parser = argparse.ArgumentParser(description="The value of best play in Micro Space Empire, for the whole game.")
    parser.add_argument("folder", type=Path, help="where the layers go, some 45 GB")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    began = perf_counter()

    def say(text: str) -> None:
        print(f"{perf_counter() - began:8,.0f} s  {text}", flush=True)

    find_layers(folder, [start()], say=say)
    for aim, name in NAMES.items():
        add_values(folder, 1, aim, keep=EXACT_FROM if aim.of_score else 1, say=say)
        say(f"{name} {read_values(folder, 1, aim)[0] / aim.units[0]:.5f}, within {rounding(aim):.5f}")


if __name__ == "__main__":
    main()
