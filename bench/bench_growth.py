"""Bench of growth: the speed of random play by the size of the game, in curves along which only one quantity changes.

The points of a curve take turns, so that other programs disturb all of them alike.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Final

import pytest

import sse_core as sse
from sse_core.small_star_empires import Batch, Hex, System

from .core import plies_of
from .racing import Contender, Race, Run

SECONDS: Final = 0.2
SEED: Final = 2024

SIZES: Final = (19, 25, 31, 37, 43, 49, 55, 61, 63, 64, 65, 73, 85, 97, 109, 121, 128)
PLAYERS: Final = (2, 3, 4)
SHIPS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16)
WORMHOLES: Final = (0, 1, 2, 3, 4, 6, 8, 10, 12)
THREADS: Final = (1, 2, *(threads for threads in (4, 8, 16, 32, 64) if threads <= (os.cpu_count() or 1)))
CALLS: Final = (1, 4, 8, 16, 64, 256, 1024, 4096)
BATCHES: Final = (1, 4, 16, 64, 256, 1024, 4096, 16384)

MIX: Final = "111111122222233333rrggbb....."
"""The systems of a round map, repeated until it is full, in about the proportions of the box."""


@pytest.fixture
def base() -> sse.Board:
    return sse.load_map("base-2p")


def curve(race: Race, title: str, about: str, lines: Mapping[str, Mapping[int, Run]], unit: str) -> None:
    """Measure the points of a curve, for its table and its panel of the picture (`growth_plot.AXES`).

    `lines` has the work at each x, and `unit` is what x counts.
    """
    points = {name: {x: f"{name} {x}".strip() for x in line} for name, line in lines.items()}
    contenders = [Contender(points[name][x], run) for name, line in lines.items() for x, run in line.items()]
    race(contenders, seconds=SECONDS, wide=title == "Threads", title=title, about=about, points=points, unit_of_x=unit)


def test_systems(race: Race) -> None:
    curve(
        race,
        "Systems",
        "Two players with 4 ships, 16 cities and 4 stations each, on round maps without holes.",
        {"": {size: playouts(sse.new_game(disc(size))) for size in SIZES}},
        unit="systems of the board",
    )


def test_players(race: Race) -> None:
    curve(
        race,
        "Players",
        "On the base maps, which have 57, 61 and 65 systems; players have 4, 3 and 2 ships.",
        {"": {players: playouts(sse.new_game(sse.load_map(f"base-{players}p"))) for players in PLAYERS}},
        unit="players",
    )


def test_ships(race: Race, base: sse.Board) -> None:
    curve(
        race,
        "Ships",
        "On the base map for two.",
        {"": {ships: playouts(sse.new_game(base, ships=ships)) for ships in SHIPS}},
        unit="ships of each player",
    )


def test_wormholes(race: Race, base: sse.Board) -> None:
    curve(
        race,
        "Wormholes",
        "On the base map for two, wormholes in the place of other systems.",
        {"": {holes: playouts(sse.new_game(with_wormholes(base, holes))) for holes in WORMHOLES}},
        unit="wormholes",
    )


def test_threads(race: Race, base: sse.Board) -> None:
    curve(
        race,
        "Threads",
        f"On the base map for two; the machine runs {os.cpu_count()} at once.",
        {"": {threads: playouts(sse.new_game(base), threads) for threads in THREADS}},
        unit="threads",
    )


def test_calls(race: Race, base: sse.Board) -> None:
    curve(
        race,
        "Games a call",
        "On the base map for two, calls of `playouts`, one after the other.",
        {"": {games: calls(sse.new_game(base), games) for games in CALLS}},
        unit="games of a call",
    )


def test_batch(race: Race, base: sse.Board) -> None:
    start = sse.new_game(base)
    curve(
        race,
        "Batch",
        "On the base map for two, one thread; finished games begin anew.",
        {
            "sample, step": {games: steps(start, games) for games in BATCHES},
            "sample, step, legal_mask": {games: steps(start, games, masked=True) for games in BATCHES},
            "sample, step, observe": {games: steps(start, games, observed=True) for games in BATCHES},
        },
        unit="games side by side",
    )


def playouts(state: sse.State, threads: int = 1) -> Run:
    """Return work that plays random games in one call."""
    return partial(plies_of, partial(sse.playouts, state, threads=threads))


def calls(state: sse.State, games: int) -> Run:
    """Return work that makes calls of so many games each."""

    def run(times: int, seed: int) -> int:
        return sum(plies_of(partial(sse.playouts, state), games, seed + number) for number in range(times))

    return run


def steps(state: sse.State, games: int, *, masked: bool = False, observed: bool = False) -> Run:
    """Return work that steps a batch, whose games go on where the last turn left them."""
    batch = Batch(state, games, seed=SEED, auto_reset=True)
    actions, mask, views = batch.sample(), batch.legal_mask(), batch.observe()

    def run(times: int, _: int) -> int:
        for _ in range(times):
            batch.sample(actions)
            batch.step(actions)
            if masked:
                batch.legal_mask(mask)
            if observed:
                batch.observe(views)
        return times * games

    return run


def disc(size: int) -> sse.Board:
    """Return a round board for two, with homeworlds one step from the rim."""
    near = sorted(
        (Hex(q, r) for q in range(-7, 8) for r in range(-7, 8)),
        key=lambda place: (place.q**2 + place.q * place.r + place.r**2, place),
    )[:size]
    mix = Random(SEED).sample(MIX, len(MIX))
    systems = {place: mix[index % len(mix)] for index, place in enumerate(near)}
    far = max(q for q, r in near if r == 0 and Hex(-q, 0) in systems) - 1
    return sse.Board({**systems, Hex(-far, 0): "A", Hex(far, 0): "B"})


def with_wormholes(board: sse.Board, holes: int) -> sse.Board:
    """Return a board with so many wormholes; more wormholes are added to those of a smaller number."""
    systems = dict(zip(board.hexes, board.systems, strict=True))
    places = [place for place, system in systems.items() if system.homeworld is None]
    return sse.Board({**systems, **dict.fromkeys(Random(SEED).sample(places, len(places))[:holes], System.WORMHOLE)})
