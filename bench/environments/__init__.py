"""Bench of learning environments: steps per second of ours and of the libraries' own games."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from statistics import median
from time import process_time
from typing import Final

from ..machine import load
from ..runs import RunError
from ..tables import table
from . import gymnasium, openspiel, pettingzoo

__all__ = ["section"]

LIBRARIES: Final = {
    "PettingZoo": pettingzoo.contenders,
    "Gymnasium": gymnasium.contenders,
    "OpenSpiel, from Python": openspiel.contenders,
}
SECONDS: Final = 0.3
"""The CPU seconds of a turn."""

TURNS: Final = 7


def section() -> str:
    """Return the table; raise RunError if a library is missing."""
    busy = load()
    try:
        contenders = {name: make for found in map(labelled, LIBRARIES) for name, make in found.items()}
    except ModuleNotFoundError as error:
        raise RunError(f"{error}: pip install '.[test-adapters]' pygame-ce") from None
    rows = [[library, what, f"{rate:,.0f}"] for (library, what), rate in rates(contenders).items()]
    before = [] if busy is None else [f"The load average before was {busy:.1f}."]
    return "\n".join(
        [
            "Steps a second of one processor, with random choices, which cost something, too. All take turns in one",
            f"run, and each row is the median of {TURNS}:",
            "",
            *table(["library", "what is stepped", "steps/s"], rows),
            "",
            "The libraries' own are tictactoe, connect_four, kuhn_poker, hex, Blackjack, CartPole and Taxi.",
            *before,
        ]
    )


def labelled(library: str) -> dict[tuple[str, str], Callable[[], Iterator[int]]]:
    """Return the contenders of a library, with their labels."""
    print(f"{library} ...", file=sys.stderr, flush=True)
    return {(library, name): make for name, make in LIBRARIES[library]().items()}


def rates(contenders: Mapping[tuple[str, str], Callable[[], Iterator[int]]]) -> dict[tuple[str, str], float]:
    """Return the steps per CPU second of each contender: the median over turns, which all take in rotation."""
    running = {name: make() for name, make in contenders.items()}
    found: dict[tuple[str, str], list[float]] = {name: [] for name in running}
    for turn in range(TURNS + 1):
        for name, steps in running.items():
            gc.collect()
            done, begun = 0, process_time()
            while (took := process_time() - begun) < SECONDS:
                done += next(steps)
            # The first turn warms up.
            if turn:
                found[name].append(done / took)
    return {name: median(taken) for name, taken in found.items()}
