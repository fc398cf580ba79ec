"""Bench of operations on a position: times of the core and the reference, whose answers are compared first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from operator import eq
from random import Random
from statistics import median
from typing import Final, TypeVar

import numpy as np
import pytest

import sse_core as sse
from sse_core import small_star_empires
from sse_core.game import Playouts
from sse_core.small_star_empires import parse_state, reference
from sse_core.small_star_empires.reference import features as reference_numbers

from .positions import POSITIONS, played
from .racing import Contender, Race, Run

AnyState = TypeVar("AnyState", sse.State, reference.State)
Mine = TypeVar("Mine")
Theirs = TypeVar("Theirs")

SECONDS: Final = 0.05
"""The seconds of a turn; the reference needs more for some operations."""

SEED: Final = 2024
GAMES: Final = 5
"""The number of random games in which both sides are compared."""

DEMANDED: Final = 200
"""The least ratio of the core's speed to the reference's in playouts."""


class Both:
    """A position on both sides, and the race between them."""

    def __init__(self, position: str, race: Race) -> None:
        self.position, self.race = position, race
        self.fast = played(POSITIONS[position])
        self._reference = reference.same(self.fast)

    @property
    def reference(self) -> reference.State:
        """The position in the reference, a new object each time, since a state caches its answers."""
        return replace(self._reference)

    def compare(
        self,
        operation: str,
        fast: Callable[[], Mine],
        reference: Callable[[], Theirs],
        agree: Callable[[Mine, Theirs], bool] = eq,
        calls: int = 1,
        *,
        alone: bool = False,
    ) -> None:
        """Compare the answers of both sides, then time them; each makes so many calls.

        With `alone` only the core is timed, and the reference only checks its answers.
        """
        assert agree(fast(), reference()), f"the core and the reference disagree on {operation} in {self.position}"
        self.run(operation, partial(repeated, fast, calls), None if alone else partial(repeated, reference, calls))

    def run(self, operation: str, fast: Run, reference: Run | None) -> None:
        """Time both sides, or the core alone."""
        sides = [Contender(name, run) for name, run in (("core", fast), ("reference", reference)) if run is not None]
        about = POSITIONS[self.position].about
        self.race(sides, seconds=SECONDS, operation=operation, position=self.position, about=about)


@pytest.fixture(params=list(POSITIONS))
def both(request: pytest.FixtureRequest, race: Race) -> Both:
    return Both(request.param, race)


def repeated(operation: Callable[[], object], calls: int, times: int, _: int) -> int:
    """Run an operation so many times; return the number of calls."""
    for again in repeat(operation, times):
        again()
    return times * calls


def test_legal_actions(both: Both) -> None:
    """All legal actions, each of them looked up: a slice is a tuple."""
    both.compare("legal_actions", lambda: both.fast.legal_actions()[:], lambda: both.reference.legal_actions()[:])


def test_after(both: Both) -> None:
    """`after` for every legal action once."""
    legal = both.fast.legal_actions()
    both.compare(
        "after",
        lambda: list(map(both.fast.after, legal)),
        lambda: list(map(both.reference.after, legal)),
        lambda mine, theirs: [reference.same(state) for state in mine] == theirs,
        len(legal),
    )


def test_why_not(both: Both) -> None:
    """`why_not` for every action of the board's table once, legal or not."""
    table = both.fast.actions
    both.compare(
        "why_not",
        lambda: list(map(both.fast.why_not, table)),
        lambda: list(map(both.reference.why_not, table)),
        calls=len(table),
    )


def test_flood_fill(both: Both) -> None:
    """Flood fill: the largest territory of the player to act."""
    (player,) = both.fast.to_act
    both.compare("flood fill", partial(both.fast.territory, player), lambda: max(both.reference.territories(player)))


def test_features(both: Both) -> None:
    """The features of the player to act."""
    (player,) = both.fast.to_act
    both.compare(
        "features",
        partial(small_star_empires.features, both.fast, player),
        lambda: reference_numbers.features(both.reference, player),
    )


def test_score_sheet(both: Both) -> None:
    both.compare("score_sheet", both.fast.score_sheet, lambda: both.reference.score_sheet())


def test_parse_state(both: Both) -> None:
    both.compare(
        "parse_state",
        partial(parse_state, sse.format_state(both.fast)),
        lambda: both.reference,
        lambda parsed, expected: reference.same(parsed) == expected,
        alone=True,
    )


def test_format_state(both: Both) -> None:
    both.compare(
        "format_state",
        partial(sse.format_state, both.fast),
        lambda: both.reference,
        lambda text, expected: reference.same(parse_state(text)) == expected,
        alone=True,
    )


def test_perft(both: Both) -> None:
    both.compare("perft, depth 2", partial(sse.perft, both.fast, 2), lambda: reference.perft(both.reference, 2))


def test_loop(both: Both) -> None:
    """Random games that Python plays action by action."""
    assert [reference.same(end) for end in loop(both.fast, GAMES, SEED)] == loop(both.reference, GAMES, SEED)
    fast = partial(plies_of_ends, both.fast, partial(loop, both.fast))
    both.run("loop", fast, partial(plies_of_ends, both.reference, partial(loop, both.reference)))


def test_playouts(both: Both) -> None:
    """Random games played in one call."""
    fast, slow = partial(sse.playouts, both.fast), partial(reference.playouts, both.reference)
    assert same_playouts(both.fast, fast(GAMES, SEED), slow(GAMES, SEED))
    both.run(
        "playouts",
        lambda games, seed: int(fast(games, seed).plies.sum()),
        partial(plies_of_ends, both.reference, slow),
    )
    faster = median(both.race.ratios("core", "reference"))
    assert faster >= DEMANDED, f"playouts are only {faster:.0f} times as fast as the reference"


def plies_of_ends(start: AnyState, play: Callable[[int, int], Sequence[AnyState]], games: int, seed: int) -> int:
    """Play games, and return the number of their plies."""
    return sum(end.ply - start.ply for end in play(games, seed))


def loop(start: AnyState, games: int, seed: int) -> list[AnyState]:
    """Return the ends of random games that Python plays action by action."""
    random, ends = Random(seed).random, []
    for _ in range(games):
        s = start
        while la := s.legal_actions():
            s = s.after(la[int(random() * len(la))])
        ends.append(s)
    return ends


def same_playouts(start: sse.State, mine: Playouts, theirs: list[reference.State]) -> bool:
    """Return whether the core's games have the same ends and lengths as the reference's."""
    players = range(start.board.players)
    outcomes = [end.outcome for end in theirs]
    return (
        np.array_equal(mine.totals, [end.totals for end in theirs])
        and np.array_equal(
            mine.winners, [[player in outcome.winners for player in players] for outcome in outcomes if outcome]
        )
        and np.array_equal(mine.plies, [end.ply - start.ply for end in theirs])
    )
