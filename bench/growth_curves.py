"""The curves of growth: on each of them one thing changes, and all else stays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

import sse_core as sse

SEED: Final = 2024

SIZES: Final = (19, 25, 31, 37, 43, 49, 55, 61, 64, 65, 73, 85, 97, 109, 121, 128)
PLAYERS: Final = (2, 3, 4)
SHIPS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16)
WORMHOLES: Final = (0, 1, 2, 3, 4, 6, 8, 10, 12)
THREADS: Final = (1, 2, *(threads for threads in (4, 8, 16, 32, 64) if threads <= (os.cpu_count() or 1)))
BATCHES: Final = (1, 4, 16, 64, 256, 1024, 4096, 16384)

MIX: Final = "111111122222233333rrggbb....."
"""The systems of a round map, repeated until it is full; the box has them in about these proportions."""

Work: TypeAlias = Callable[[int], int]
"""Work that is done so many times and returns the number of plies played."""

Measured: TypeAlias = Mapping[str, Mapping[int, list[float]]]
"""The measurements of a curve, in million plies a second: by line, by x, one for each round."""


@dataclass(frozen=True)
class Curve:
    """A curve to measure: a panel of the plot and a table."""

    title: str
    unit: str
    """What x counts."""

    about: str
    ticks: tuple[float, ...]
    """The values of x that the axis shows."""

    works: dict[str, dict[int, Work]]
    """The work at each x, for each line."""

    logarithmic: bool = False
    marks: dict[float, str] = field(default_factory=dict)
    """Words at a place of the axis."""


def curves() -> Iterator[Curve]:
    """Yield all curves, in the order of the plot."""
    base = sse.load_map("base-2p")
    start = sse.new_game(base)
    yield Curve(
        "Systems",
        "systems of the board",
        "Two players with 4 ships, 16 cities and 4 stations each, on round maps without holes.",
        (19, 37, 64, 91, 128),
        {"": {size: playouts(sse.new_game(disc(size))) for size in SIZES}},
        marks={64.5: "over 64: two words"},
    )
    yield Curve(
        "Players",
        "players",
        "On the base maps, which have 57, 61 and 65 systems; players have 4, 3 and 2 ships.",
        PLAYERS,
        {"": {players: playouts(sse.new_game(sse.load_map(f"base-{players}p"))) for players in PLAYERS}},
    )
    yield Curve(
        "Ships",
        "ships of each player",
        "On the base map for two.",
        (1, 4, 8, 12, 16),
        {"": {ships: playouts(sse.new_game(base, ships=ships)) for ships in SHIPS}},
        marks={8.5: "over 8: sorted in a loop"},
    )
    yield Curve(
        "Wormholes",
        "wormholes",
        "On the base map for two, wormholes in the place of other systems.",
        (0, 2, 4, 6, 8, 10, 12),
        {"": {holes: playouts(sse.new_game(with_wormholes(base, holes))) for holes in WORMHOLES}},
    )
    yield Curve(
        "Threads",
        "threads",
        f"On the base map for two; the machine runs {os.cpu_count()} at once.",
        THREADS,
        {"": {threads: playouts(start, threads) for threads in THREADS}},
    )
    yield Curve(
        "Batch",
        "games side by side",
        "On the base map for two, one thread; finished games begin anew.",
        (1, 16, 256, 16384),
        {
            "sample, step": {games: steps(start, games, masked=False) for games in BATCHES},
            "sample, step, legal_mask": {games: steps(start, games, masked=True) for games in BATCHES},
        },
        logarithmic=True,
    )


def playouts(state: sse.State, threads: int = 1) -> Work:
    """Return the work of random games."""

    def work(games: int) -> int:
        return int(sse.playouts(state, games, SEED, threads=threads).plies.sum())

    return work


def steps(state: sse.State, games: int, *, masked: bool) -> Work:
    """Return the work of stepping a batch; its games go on where the last call left them."""
    batch = sse.Batch(state, games, seed=SEED, auto_reset=True)
    actions, mask = batch.sample(), batch.legal_mask()

    def work(times: int) -> int:
        for _ in range(times):
            batch.sample(actions)
            batch.step(actions)
            if masked:
                batch.legal_mask(mask)
        return times * games

    return work


def disc(size: int) -> sse.Board:
    """Return a board for two with the hexes that are nearest to its middle; homeworlds stand one step off the rim."""
    near = sorted(
        (sse.Hex(q, r) for q in range(-7, 8) for r in range(-7, 8)),
        key=lambda place: (place.q**2 + place.q * place.r + place.r**2, place),
    )[:size]
    mix = Random(SEED).sample(MIX, len(MIX))
    systems = {place: mix[index % len(mix)] for index, place in enumerate(near)}
    far = max(q for q, r in near if r == 0 and sse.Hex(-q, 0) in systems) - 1
    return sse.Board({**systems, sse.Hex(-far, 0): "A", sse.Hex(far, 0): "B"})


def with_wormholes(board: sse.Board, holes: int) -> sse.Board:
    """Return a board with wormholes in some places, among them those that it has with fewer wormholes."""
    systems = dict(zip(board.hexes, board.systems, strict=True))
    places = [place for place, system in systems.items() if system.homeworld is None]
    return sse.Board(
        {**systems, **dict.fromkeys(Random(SEED).sample(places, len(places))[:holes], sse.System.WORMHOLE)}
    )
