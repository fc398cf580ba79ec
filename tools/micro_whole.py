"""Complete solution of Micro Space Empire: the highest expected score, and the highest chance to survive.

Both are values from the first card on. Best play is best for the score; its own chance to survive is found, too.

    python -m tools.micro_whole FOLDER
    python -m tools.micro_whole FOLDER --games 1000

All positions are found turn by turn, 18,831,149,061 of them, and then their values, from the last turn to the first. It
takes 16 GB of memory, 40 GB of disk, and an hour. A stopped run goes on where it was. The files for the bot `perfect`
stay in the folder, 18 GB.

With --games, that bot plays games up to turn 10 as a check. The values of each position at the start of a turn are
compared with those that the Python rules derive from the positions of the next turn. If several plays have the same
score, the survival must lie between theirs. The means of the values in turn 10 are printed beside those of the start.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Final

from sse_core.errors import SseError
from sse_core.game import CHANCE
from sse_core.micro_space_empire import Due, new_game
from sse_core.micro_space_empire.positions.position import TURNS
from sse_core.micro_space_empire.strength.best_play import Decision, Prospect, preference
from sse_core.micro_space_empire.strength.prospects import Ahead
from sse_core.micro_space_empire.strength.tablebase import find_layers, remove_layer
from sse_core.micro_space_empire.strength.tablebase_built import EXACT_FROM
from sse_core.micro_space_empire.strength.tablebase_prospects import StoredTable
from sse_core.micro_space_empire.strength.tablebase_values import (
    HIGHEST,
    SOUNDEST,
    Aim,
    add_values,
    has_values,
    read_values,
)
from sse_core.seeds import SplitMix64, child_seed

NAMES: Final = {
    HIGHEST: ("best play scores", "it survives with probability"),
    SOUNDEST: ("the safest play survives with probability",),
}
"""The words for the start values in each file."""

FIRST: Final = 1
"""The turn of the start."""

ROUGH_TURNS: Final = 4
"""The turns whose values are rounded to 16 bits."""

NEAR: Final = 1e-6
"""An upper bound of the rounding to 32-bit integers in a turn. Before turn 10 nothing else is rounded."""


def rounding(aim: Aim) -> float:
    """Return the largest possible error of a number: half a step for each turn with rough values.

    Rough values have 16 bits of a range, which is below 16 points, or of a probability.
    """
    return ROUGH_TURNS * (16 if aim.of_score else 1) / (1 << 17)


def best_with(survival: Callable[[Iterable[float]], float]) -> Decision:
    """Return a decision for the highest score; among equal scores it takes the max or min `survival`."""

    def decide(options: list[Prospect]) -> Prospect:
        highest = max(option.score for option in options)
        return Prospect(highest, survival(option.survival for option in options if option.score > highest - NEAR))

    return decide


def play(table: StoredTable, seed: int) -> tuple[Prospect, float]:
    """Play a game up to turn 10; return its prospect there, and the largest difference on the way.

    The difference is between the values of a position at the start of a turn and those derived from the next turn.
    """
    state, rng, apart = new_game(), SplitMix64(seed), 0.0
    decisions = [best_with(survival) for survival in (max, min)]
    turn = list[Ahead]()
    while state.to_act and not (state.turn == EXACT_FROM and state.due is Due.CHOICE):
        if state.to_act == (CHANCE,):
            state = state.resolve(rng)
            continue
        if state.due is Due.CHOICE:
            turn = [Ahead(table, decision) for decision in decisions]
        ids = state.legal_ids()
        options = [[prospects.of(state.after(index).position) for index in ids] for prospects in turn]
        if state.due is Due.CHOICE:
            found = table.prospect(state.position)
            most, least = (decide(some) for decide, some in zip(decisions, options, strict=True))
            apart = max(apart, abs(most.score - found.score), found.survival - most.survival)
            apart = max(apart, least.survival - found.survival)
        state = state.after(ids[max(range(len(ids)), key=lambda place: preference(options[0][place]))])
    return table.prospect(state.position) if state.to_act else Prospect(0.0, 0.0), apart


def check(folder: Path, n: int) -> None:
    """Play games with a table, and print the comparison."""
    table = StoredTable(folder)
    ends, differences = zip(*(play(table, child_seed(0, game)) for game in range(n)), strict=True)
    scores, survivals = zip(*ends, strict=True)
    begin = table.prospect(new_game().position)
    print(f"the start is worth {begin.score:.5f}, and best play survives with probability {begin.survival:.5f}")
    print(
        f"{n:,} games: {fmean(scores):.3f} ± {stdev(scores) / n**0.5:.3f} in turn {EXACT_FROM}, "
        f"{fmean(survivals):.5f} ± {stdev(survivals) / n**0.5:.5f}"
    )
    print(f"the largest difference from one turn to the next is {max(differences):.7f}")
    if max(differences) > NEAR:
        raise SseError("the table is wrong")


def main(arguments: Sequence[str] | None = None) -> int:
    """Find the layers, then the values, and print each number with its time; or check a table."""
    parser = argparse.ArgumentParser(description="The value of best play in Micro Space Empire, for the whole game.")
    parser.add_argument(
        "folder", type=Path, nargs="?", default=Path("build/studies/micro_table"), help="where the table goes, or is"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="find values on so many threads")
    parser.add_argument("--games", type=int, metavar="N", help="play so many games by the table, and check it")
    options = parser.parse_args(arguments)
    folder: Path = options.folder
    if options.games is not None:
        check(folder, max(2, options.games))
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    began = perf_counter()

    def say(text: str) -> None:
        print(f"{perf_counter() - began:8,.0f} s  {text}", flush=True)

    if not all(has_values(folder, FIRST, aim) for aim in NAMES):
        find_layers(folder, [new_game()], say=say)
    for aim, names in NAMES.items():
        add_values(
            folder, FIRST, aim, keep=EXACT_FROM if aim.of_score else FIRST, threads=max(1, options.jobs), say=say
        )
        for file, (name, unit) in enumerate(zip(names, aim.units, strict=True)):
            bound = "" if file else f", off by {rounding(aim):.5f} at most"
            say(f"{name} {read_values(folder, FIRST, aim, file)[0] / unit:.5f}{bound}")
    # From turn 10 on the bot computes best play itself.
    for turn in range(EXACT_FROM + 1, TURNS + 1):
        remove_layer(folder, turn)
    return 0


if __name__ == "__main__":
    sys.exit(main())
