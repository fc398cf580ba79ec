"""Proofs of best play on the maps of the family by the solver, and checks of stored results."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import process_time
from typing import Final

import sse_core as sse
from sse_core.small_star_empires import Solution, solve

from .family import Result, digest_for, start_of

MEGABYTES: Final = 1024
"""The memory for the solver's transposition table."""


class UnsolvedError(Exception):
    """A map that wasn't solved in the given time. The message has the proved bounds."""


def prove(name: str, seconds: float | None = None) -> Result:
    """Solve a map from the first ply; raise UnsolvedError if one of the three parts takes more than so many seconds.

    The parts are the margin, the worths of the other first moves, and the win.
    """
    start, begun = start_of(name), process_time()
    best = _solved(name, "the margin", solve(start, seconds=seconds, megabytes=MEGABYTES))
    took = process_time() - begun
    every = solve(start, seconds=seconds, megabytes=MEGABYTES, all=True)
    if len(every.worths) < len(start.legal_actions()):
        raise UnsolvedError(f"{name}: {len(every.worths)} of {len(start.legal_actions())} first moves have a worth")
    win = _solved(name, "the win", solve(start, objective="win", seconds=seconds, megabytes=MEGABYTES))
    assert best.margin is not None
    assert win.value is not None
    return Result(
        map=sse.format_map(start.board),
        margin=tuple(map(str, best.margin)),
        value=tuple(map(str, win.value)),
        line=notated(start, best.line),
        moves=moves_of(start, every),
        nodes=best.nodes,
        seconds=round(took, 3),
        digest=digest_for(name),
    )


def _solved(name: str, what: str, solution: Solution) -> Solution:
    if not solution.exact:
        raise UnsolvedError(
            f"{name}: {what} is between {solution.lower} and {solution.upper} for the first player, after"
            f" {solution.nodes:,} positions"
        )
    return solution


def notated(state: sse.State, line: Sequence[sse.Action]) -> tuple[str, ...]:
    """Return the texts of a line."""
    texts = list[str]()
    for action in line:
        texts.append(sse.format_action(action, state))
        state = state.after(action)
    return tuple(texts)


def moves_of(start: sse.State, solution: Solution) -> dict[str, tuple[str, ...]]:
    """Return the first moves, grouped by the margin after them, the best first."""
    (player,) = start.to_act
    found: dict[Fraction, list[str]] = {}
    for worth in solution.worths:
        assert worth.margin is not None
        found.setdefault(Fraction(worth.margin[player]), []).append(sse.format_action(worth.action, start))
    return {str(worth): tuple(found[worth]) for worth in sorted(found, reverse=True)}


def played(name: str, line: Sequence[str]) -> sse.State:
    """Return the position to which a line leads."""
    state = start_of(name)
    for text in line:
        state = state.after(sse.parse_action(text, state))
    return state


def check_line(name: str, result: Result) -> None:
    """Raise ValueError unless the line of a result leads to its margin at the end, or at a tile on average."""
    end = played(name, result.line)
    margin = [Fraction(each) for each in result.margin]
    if not end.to_act:
        found = [Fraction(total - max(others(end.totals, seat))) for seat, total in enumerate(end.totals)]
    elif end.to_act == (sse.CHANCE,):
        solution = solve(end)
        assert solution.margin is not None
        found = [Fraction(each) for each in solution.margin]
    else:
        raise ValueError(f"{name}: the line stops before the end")
    if found != margin:
        raise ValueError(f"{name}: the line leads to the margins {found}, not {margin}")


def others(totals: Sequence[int], seat: int) -> list[int]:
    return [*totals[:seat], *totals[seat + 1 :]]
