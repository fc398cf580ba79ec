"""Bench of the solver: times for late positions of random games on the base map with balanced holes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import quantiles
from time import process_time
from typing import Final, NamedTuple

import sse_core as sse
from sse_core.small_star_empires import solve

from .levels import machine_here
from .machine import pin
from .samples import CheckError
from .tables import COUNTS, TIMES, digits, table, unit_of

PLIES_LEFT: Final = (8, 10, 12)
POSITIONS: Final = 101
"""The number of positions for each row."""


class Solved(NamedTuple):
    """The cost of a solution."""

    seconds: float
    nodes: int


def section() -> str:
    """Return the table."""
    return "\n".join(report())


def report() -> Iterator[str]:
    pin(wide=False)
    heading = ["plies left", "legal actions", "median time", "90 %", "longest", "median nodes", "nodes/s"]
    yield from table(heading, list(map(row, PLIES_LEFT)))
    yield ""
    yield f"Each row has {POSITIONS} positions of random games, so many plies before their end, on the base map for two"
    yield "with balanced holes, its sectors shuffled for each game. The objective is the margin. Each position is"
    yield "solved alone, and the line of each solution was played to the margin that it states. CPU time of one core,"
    yield f"{machine_here()}."


def late(plies_left: int, seed: int) -> sse.State:
    """Return a position of a random game, so many plies before its end."""
    rng, states = sse.SplitMix64(seed), [sse.new_game(sse.base_map(2, seed=seed, holes="balanced"))]
    while states[-1].to_act:
        states.append(states[-1].after(rng.choice(states[-1].legal_actions())))
    return states[-1 - plies_left]


def solved(state: sse.State) -> Solved:
    """Solve a position; raise CheckError if its line doesn't lead to its margin."""
    begun = process_time()
    solution = solve(state)
    seconds = process_time() - begun
    end = state
    for action in solution.line:
        end = end.after(action)
    margins = (end.totals[0] - end.totals[1], end.totals[1] - end.totals[0])
    if not solution.exact or end.to_act or solution.margin != margins:
        raise CheckError(f"the line of a solution leads elsewhere: {sse.format_state(state)}")
    return Solved(seconds, solution.nodes)


def row(plies_left: int) -> list[str]:
    positions = [late(plies_left, seed) for seed in range(POSITIONS)]
    found = list(map(solved, positions))
    times, nodes = sorted(each.seconds for each in found), sorted(each.nodes for each in found)
    choices = sum(len(state.legal_actions()) for state in positions) / POSITIONS
    rate = sum(nodes) / sum(times)
    return [
        str(plies_left),
        digits(choices),
        *(with_unit(each, TIMES) for each in (times[POSITIONS // 2], quantiles(times, n=10)[-1], times[-1])),
        with_unit(nodes[POSITIONS // 2], COUNTS),
        with_unit(rate, COUNTS),
    ]


def with_unit(value: float, units: Mapping[str, float]) -> str:
    """Return a number of three digits with its unit."""
    unit = unit_of(value, units)
    return f"{digits(value / units[unit])}{unit}"
