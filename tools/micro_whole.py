"""Micro Space Empire solved whole: the highest expected score, and the highest chance to survive.

Both are those of best play from the first card on.

    python -m tools.micro_whole FOLDER
    python -m tools.micro_whole FOLDER --games 1000

All positions of a game are found turn by turn, 18,831,149,061 of them, and then their values from the last turn to the
first. It takes 12 GB of memory, 40 GB of disk, and an hour. A run that was stopped goes on where it was. What the
bot `perfect` needs stays in the folder, 12 GB.

With --games, that bot plays games up to turn 10. The value of each position at the start of a turn is held to the rules
of Python: to those that can follow it in the next turn. The mean of the values in turn 10 is held to that of the start.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Final

from sse_core.errors import SseError
from sse_core.game import CHANCE
from sse_core.micro_space_empire import Due, State, start
from sse_core.micro_space_empire.position import TURNS
from sse_core.micro_space_empire.table import find_layers, remove_layer
from sse_core.micro_space_empire.table_values import HIGHEST, SOUNDEST, Aim, add_values, has_values, read_values
from sse_core.micro_space_empire.whole import EXACT_FROM, Ahead, StoredTable
from sse_core.seeds import SplitMix64, child_seed

NAMES: Final = {HIGHEST: "best play scores", SOUNDEST: "the safest play survives with probability"}
FIRST: Final = 1
"""The turn of the start."""

ROUGH_TURNS: Final = 4
"""The turns whose values are rough."""


def rounding(aim: Aim, turns: int = ROUGH_TURNS) -> float:
    """Return how far a number can be off after so many turns with rough values: half a step for each.

    Rough values have 16 bits of a range, which is below 16 points, or of a probability.
    """
    return turns * (16 if aim.of_score else 1) / (1 << 17)


def play(table: StoredTable, seed: int) -> tuple[float, float]:
    """Play a game up to turn 10; return the value that it has there, and the largest difference on the way.

    The difference is that of the value of a position at the start of a turn to what follows from those of the next.
    """
    state, rng, apart = start(), SplitMix64(seed), 0.0
    prospects = Ahead(table)
    while state.to_act and not (state.turn == EXACT_FROM and state.due is Due.CHOICE):
        if state.to_act == (CHANCE,):
            state = state.resolve(rng)
            continue
        if state.due is Due.CHOICE:
            prospects = Ahead(table)
        scores = {index: prospects.of(state.after(index).position).score for index in state.legal_ids()}
        if state.due is Due.CHOICE:
            apart = max(apart, abs(max(scores.values()) - value_of(table, state)))
        state = state.after(max(scores, key=lambda index: scores[index]))
    return value_of(table, state) if state.to_act else 0.0, apart


def value_of(table: StoredTable, state: State) -> float:
    """Return the value of a position at the start of a turn, which must be in the table."""
    found = table.find(state.position)
    if found is None:
        raise SseError("the table has no value of a position that it should have")
    return found.score


def check(folder: Path, n: int) -> None:
    """Play games by a table, and print what they show."""
    table = StoredTable(folder)
    values, differences = zip(*(play(table, child_seed(0, game)) for game in range(n)), strict=True)
    print(f"the start is worth {value_of(table, start()):.5f}")
    print(f"{n:,} games: {fmean(values):.3f} ± {stdev(values) / n**0.5:.3f} in turn {EXACT_FROM}")
    print(f"the largest difference from one turn to the next is {max(differences):.7f}")
    # One turn's rounding, and what whole numbers for 32 bits leave out.
    if max(differences) > rounding(HIGHEST, 1) + 1e-6:
        raise SseError("the table is wrong")


def main() -> None:
    """Find the layers, then the values, and print each number with the time it took; or check a table."""
    parser = argparse.ArgumentParser(description="The value of best play in Micro Space Empire, for the whole game.")
    parser.add_argument("folder", type=Path, help="where the table goes, or is")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="find values on so many threads")
    parser.add_argument("--games", type=int, metavar="N", help="play so many games by the table, and check it")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    if arguments.games is not None:
        check(folder, max(2, arguments.games))
        return
    folder.mkdir(parents=True, exist_ok=True)
    began = perf_counter()

    def say(text: str) -> None:
        print(f"{perf_counter() - began:8,.0f} s  {text}", flush=True)

    if not all(has_values(folder, FIRST, aim) for aim in NAMES):
        find_layers(folder, [start()], say=say)
    for aim, name in NAMES.items():
        add_values(
            folder, FIRST, aim, keep=EXACT_FROM if aim.of_score else FIRST, threads=max(1, arguments.threads), say=say
        )
        say(f"{name} {read_values(folder, FIRST, aim)[0] / aim.units[0]:.5f}, off by {rounding(aim):.5f} at most")
    # From turn 10 on the bot works best play out.
    for turn in range(EXACT_FROM + 1, TURNS + 1):
        remove_layer(folder, turn)


if __name__ == "__main__":
    main()
