"""Times of the operations on a position: the core beside the reference, with their answers compared.

`bench/report.py` makes the tables. Times are shown only; the last test demands a ratio within one run.
"""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from timeit import timeit
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import pytest

import sse_core as sse
from sse_core.small_star_empires import reference

if TYPE_CHECKING:
    from .conftest import Race

pytestmark = pytest.mark.benchmark(min_time=0.001, max_time=0.5, min_rounds=5)

AnyState = TypeVar("AnyState", sse.State, reference.State)

SEED = 2024
REPEAT = 100
"""The repeats in a round of what takes the core less than a microsecond."""

GAMES = {"fast": 1000, "reference": 5}
"""The games in a round of playouts or of the loop, by side."""

DEMANDED = 200
"""The least ratio of the core's speed to the reference's in playouts."""


def test_legal_actions(race: Race) -> None:
    race.run("legal_actions", fast=race.fast.legal_actions, reference=race.reference.legal_actions, repeat=REPEAT)


def test_after(race: Race) -> None:
    """Every legal action once."""
    legal = race.fast.legal_actions()
    race.run(
        "after",
        fast=lambda: list(map(race.fast.after, legal)),
        reference=lambda: list(map(race.reference.after, legal)),
        agree=lambda mine, theirs: [reference.same(state) for state in mine] == theirs,
        calls=len(legal),
    )


def test_why_not(race: Race) -> None:
    """Every action of the board's table once, legal or not."""
    table = race.fast.actions
    race.run(
        "why_not",
        fast=lambda: list(map(race.fast.why_not, table)),
        reference=lambda: list(map(race.reference.why_not, table)),
        calls=len(table),
    )


def test_flood_fill(race: Race) -> None:
    """The largest territory of the player to act."""
    (player,) = race.fast.to_act
    race.run(
        "flood fill",
        fast=partial(race.fast.territory, player),
        reference=lambda: max(race.reference.territories(player)),
        repeat=REPEAT,
    )


def test_score_sheet(race: Race) -> None:
    race.run("score_sheet", fast=race.fast.score_sheet, reference=race.reference.score_sheet, repeat=REPEAT)


@pytest.mark.parametrize("side", ["fast"])
def test_parse_state(race: Race) -> None:
    """There is one notation, so the reference only judges what comes out."""
    race.run(
        "parse_state",
        fast=partial(sse.parse_state, sse.format_state(race.fast)),
        reference=lambda: race.reference,
        agree=lambda parsed, expected: reference.same(parsed) == expected,
    )


@pytest.mark.parametrize("side", ["fast"])
def test_format_state(race: Race) -> None:
    race.run(
        "format_state",
        fast=partial(sse.format_state, race.fast),
        reference=lambda: race.reference,
        agree=lambda text, expected: reference.same(sse.parse_state(text)) == expected,
    )


def test_perft(race: Race) -> None:
    race.run(
        "perft, depth 2",
        fast=partial(sse.perft, race.fast, 2),
        reference=partial(reference.perft, race.reference, 2),
    )


def test_playouts(race: Race) -> None:
    """The same games on both sides, of which the core plays more."""
    games = GAMES[race.side]
    played = race.run(
        "playouts",
        fast=partial(sse.playouts, race.fast, GAMES["fast"], SEED),
        reference=partial(reference.playouts, race.reference, GAMES["reference"], SEED),
        agree=partial(_same_playouts, race.fast),
        calls=games,
    )
    if isinstance(played, sse.Playouts):
        plies = int(played.plies.sum())
    else:
        plies = sum(end.ply for end in played) - games * race.fast.ply
    race.note_rate("playouts_per_second", games)
    race.note_rate("plies_per_second", plies)


def test_loop(race: Race) -> None:
    """Random games driven from Python, an action at a time."""
    games = GAMES[race.side]
    ends = race.run(
        "loop",
        fast=lambda: _loop(race.fast, GAMES["fast"]),
        reference=lambda: _loop(race.reference, GAMES["reference"]),
        agree=lambda mine, theirs: [reference.same(end) for end in mine[: len(theirs)]] == theirs,
        calls=games,
    )
    plies = sum(end.ply for end in ends) - games * race.fast.ply
    race.note_rate("plies_per_second", plies)


def test_playouts_are_fast_enough(state: sse.State) -> None:
    """Both sides play the same games, one side right after the other, and the median of the ratios counts."""
    slow, games, repeat = reference.same(state), 5, 100
    ratios = []
    for seed in range(7):
        mine, theirs = partial(sse.playouts, state, games, seed), partial(reference.playouts, slow, games, seed)
        begun = perf_counter()
        ends = theirs()
        slow_time = perf_counter() - begun
        ratios.append(slow_time / (timeit(mine, number=repeat) / repeat))
        assert _same_playouts(state, mine(), ends)
    assert median(ratios) >= DEMANDED, f"playouts are only {median(ratios):.0f} times as fast as the reference"


def _loop(start: AnyState, games: int) -> list[AnyState]:
    """Play random games to their ends."""
    random = Random(SEED).random
    ends = []
    for _ in range(games):
        s = start
        while la := s.legal_actions():
            s = s.after(la[int(random() * len(la))])
        ends.append(s)
    return ends


def _same_playouts(start: sse.State, batch: sse.Playouts, ends: list[reference.State]) -> bool:
    """Whether the first games of a batch ended as the reference's did, in as many plies."""
    games, players = len(ends), range(start.board.players)
    outcomes = [end.outcome for end in ends]
    return (
        np.array_equal(batch.totals[:games], [end.totals for end in ends])
        and np.array_equal(
            batch.winners[:games],
            [[player in outcome.winners for player in players] for outcome in outcomes if outcome is not None],
        )
        and np.array_equal(batch.plies[:games], [end.ply - start.ply for end in ends])
    )
