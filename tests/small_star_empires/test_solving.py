"""The solver, held to a plain recursion over the reference, to itself under symmetry, and to its own promises."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final

import pytest

import sse_core as sse
from sse_core import CHANCE, Hex, Outcome, State
from sse_core.game import AnyState
from sse_core.small_star_empires import reference
from sse_core.small_star_empires.solving import Objective, Solution, solve
from sse_core.small_star_empires.strategies.layouts import random_board
from sse_core.small_star_empires.strategies.placing import random_game_options
from sse_core.small_star_empires.strategies.variants import random_rules, with_enough_tiles

OBJECTIVES: Final[tuple[Objective, ...]] = ("margin", "win", "win-margin")

# --- the definition


def worths(state: AnyState, objective: Objective) -> list[tuple[Fraction, ...]]:
    """Return the worth of a state to every seat: every action played to the end, nothing left out."""
    if not state.to_act:
        assert state.outcome is not None
        return [number(state.outcome, seat, objective) for seat in range(len(state.totals))]
    if state.to_act == (CHANCE,):
        below = [(odds, worths(state.after(tile), objective)) for tile, odds in state.odds()]
        parts = range(len(below[0][1][0]))
        return [
            tuple(sum(odds * found[seat][part] for odds, found in below) for part in parts)
            for seat in range(len(state.totals))
        ]
    return min(
        (worths(state.after(action), objective) for action in state.legal_actions()),
        key=partial(preference, state.to_act[0]),
    )


def preference(player: int, found: list[tuple[Fraction, ...]]) -> list[tuple[Fraction, ...]]:
    """Return what is least for the best: the own number is large, then the next seat's small, and so on."""
    row = [found[(player + turn) % len(found)] for turn in range(len(found))]
    return [tuple(-part for part in row[0]), *row[1:]]


def number(outcome: Outcome, seat: int, objective: Objective) -> tuple[Fraction, ...]:
    others = [total for other, total in enumerate(outcome.totals) if other != seat]
    margin = Fraction(outcome.totals[seat] - max(others))
    share = Fraction(seat in outcome.winners, len(outcome.winners))
    return {"margin": (margin,), "win": (share,), "win-margin": (share, margin)}[objective]


def numbers(solution: Solution) -> list[tuple[Any, ...]]:
    """Return what a solution says in the form of `worths`."""
    columns = [column for column in (solution.value, solution.margin) if column is not None]
    return list(zip(*columns, strict=True))


# --- late positions


def late_position(seed: int, most: int) -> State:
    """Return a position of a random game on a random board after which fewer than so many can follow."""
    rng = random.Random(seed)
    board = random_board(rng.randrange)
    if seed % 3 == 0:
        name = rng.choice(sorted(sse.maps()))
        board = sse.load_map(name)
    elif seed % 3 == 1:
        board = sse.base_map(
            rng.choice((2, 2, 3, 4)),
            seed=seed,
            holes=rng.choice((None, "balanced", "wormholes", "black_holes")),
            unexplored=rng.random() < 0.3,
        )
    rules = with_enough_tiles(random_rules(rng.randrange), board)
    options = random_game_options(rng.randrange, board, rules)
    for pieces in ("cities", "stations"):
        if rng.random() < 0.7:
            options[pieces] = rng.randrange(5)
    game = [sse.new_game(board, **options)]
    while game[-1].to_act:
        legal = game[-1].legal_ids()
        game.append(game[-1].after(rng.choice(legal)))
    found = game[-1]
    for state in reversed(game):
        if left_of(state, most) <= 0:
            break
        found = state
    return found


def left_of(state: State, most: int) -> int:
    """Return how many of so many positions are left when all that can follow are counted; 0 if there are more."""
    most -= 1
    for action in state.legal_ids():
        if most <= 0:
            return 0
        most = left_of(state.after(action), most)
    return most


def check(state: State, objective: Objective, megabytes: int) -> None:
    """Hold the solver to the reference in one position."""
    expected = worths(reference.same(state), objective)
    solution = solve(state, objective=objective, megabytes=megabytes)
    assert solution.exact
    assert numbers(solution) == expected
    seat = state.due.player if state.due else state.to_act[0] if state.to_act else 0
    assert solution.lower == solution.upper == expected[seat][0]
    check_line(state, solution, objective)


def check_line(state: State, solution: Solution, objective: Objective) -> None:
    """The line is legal, keeps the worth, and leads to the end or to chance."""
    for action in solution.line:
        state = state.after(action)
    assert state.to_act in ((), (CHANCE,))
    assert worths(reference.same(state), objective) == numbers(solution)


@pytest.mark.parametrize("part", range(10))
def test_the_solver_is_the_definition(part: int) -> None:
    for seed in range(20 * part, 20 * part + 20):
        check(late_position(seed, 120), OBJECTIVES[seed // 3 % 3], seed % 2)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(50))
def test_the_solver_is_the_definition_in_thousands_of_positions(part: int) -> None:
    for seed in range(1_000 + 100 * part, 1_100 + 100 * part):
        check(late_position(seed, 600), OBJECTIVES[seed // 3 % 3], seed % 2)
