"""How the speed of random play grows or falls with the game: systems, players, ships, wormholes, threads, batches.

`make bench-growth` runs ``python -m bench.growth``, which prints a table for each and draws ``docs/growth.svg``. On
each curve one thing changes and all else stays. Every point is measured once in each of five rounds over all points, so
that whatever else the machine does strikes all curves alike; what counts is the median, and the spread is shown.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import sse_core as sse

from .growth_plot import Curve, Point, draw
from .report import table

ROUNDS: Final = 5
SECONDS: Final = 0.2
"""How long one measurement takes, about."""

SEED: Final = 2024

SIZES: Final = (19, 25, 31, 37, 43, 49, 55, 61, 64, 65, 73, 85, 97, 109, 121, 128)
PLAYERS: Final = (2, 3, 4)
SHIPS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16)
WORMHOLES: Final = (0, 1, 2, 3, 4, 6, 8, 10, 12)
THREADS: Final = (1, 2, *(threads for threads in (4, 8, 16, 32, 64) if threads <= (os.cpu_count() or 1)))
BATCHES: Final = (1, 4, 16, 64, 256, 1024, 4096, 16384)

MIX: Final = "111111122222233333rrggbb....."
"""The systems of a map that is drawn here, dealt out again and again; the box has about as many of each."""

Work = Callable[[int], int]
"""Does something so many times and returns how many plies were played."""


@dataclass(frozen=True)
class Asked:
    """A curve to be measured."""

    title: str
    unit: str
    about: str
    ticks: tuple[float, ...]
    works: dict[str, dict[int, Work]]
    """What is done at each x, for each line."""

    logarithmic: bool = False
    marks: dict[float, str] = field(default_factory=dict)


def main(arguments: list[str] | None = None) -> None:
    """Measure all curves, print their tables and draw them."""
    parser = argparse.ArgumentParser(description="Measure how the speed of random play grows.")
    parser.add_argument("--svg", type=Path, default=Path("docs/growth.svg"), help="where the plot goes")
    options = parser.parse_args(arguments)
    asked = list(curves())
    measured = measure([work for curve in asked for line in curve.works.values() for work in line.values()])
    drawn = []
    for curve in asked:
        lines = {
            name: [Point(x, [rate / 1e6 for rate in next(measured)]) for x in line]
            for name, line in curve.works.items()
        }
        drawn.append(Curve(curve.title, curve.unit, curve.ticks, lines, curve.logarithmic, curve.marks))
        print("\n".join([f"### {curve.title}", "", curve.about, "", *rows(drawn[-1]), ""]))
    heading = "Random play, million plies a second"
    caption = f"Median of {ROUNDS} measurements, with bars from the slowest to the fastest. Every panel has this scale."
    options.svg.write_text(draw(heading, caption, "million plies / s", drawn), encoding="utf-8", newline="\n")
    print(f"Drawn into {options.svg}.")


def curves() -> Iterator[Asked]:
    """Yield what is to be measured."""
    base = sse.load_map("base-2p")
    start = sse.new_game(base)
    yield Asked(
        "Systems",
        "systems of the board",
        "Two players with 4 ships, 16 cities and 4 stations each, on round maps without holes.",
        (19, 37, 64, 91, 128),
        {"": {size: playouts(sse.new_game(disc(size))) for size in SIZES}},
        marks={64.5: "over 64: two words"},
    )
    yield Asked(
        "Players",
        "players",
        "On the base maps, which have 57, 61 and 65 systems; players have 4, 3 and 2 ships.",
        PLAYERS,
        {"": {players: playouts(sse.new_game(sse.load_map(f"base-{players}p"))) for players in PLAYERS}},
    )
    yield Asked(
        "Ships",
        "ships of each player",
        "On the base map for two.",
        (1, 4, 8, 12, 16),
        {"": {ships: playouts(sse.new_game(base, ships=ships)) for ships in SHIPS}},
        marks={8.5: "over 8: sorted in a loop"},
    )
    yield Asked(
        "Wormholes",
        "wormholes",
        "On the base map for two, wormholes in the place of other systems.",
        (0, 2, 4, 6, 8, 10, 12),
        {"": {holes: playouts(sse.new_game(with_wormholes(base, holes))) for holes in WORMHOLES}},
    )
    yield Asked(
        "Threads",
        "threads",
        f"On the base map for two; the machine runs {os.cpu_count()} at once.",
        THREADS,
        {"": {threads: playouts(start, threads) for threads in THREADS}},
    )
    yield Asked(
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


# --- what is done


def playouts(state: sse.State, threads: int = 1) -> Work:
    """Return what plays random games."""

    def work(games: int) -> int:
        return int(sse.playouts(state, games, SEED, threads=threads).plies.sum())

    return work


def steps(state: sse.State, games: int, *, masked: bool) -> Work:
    """Return what steps a batch; its games go on from where they were left."""
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


# --- how long it takes


def measure(works: list[Work]) -> Iterator[list[float]]:
    """Yield for each piece of work how many plies it plays in a second, once for each round."""
    times = [enough(work) for work in works]
    rounds = [[rate(work, n) for work, n in zip(works, times, strict=True)] for _ in range(ROUNDS)]
    yield from map(list, zip(*rounds, strict=True))


def enough(work: Work) -> int:
    """Return how many times fill a measurement."""
    times = 1
    while (seconds := timed(work, times)[0]) < SECONDS / 10:
        times *= 2
    return max(1, round(times * SECONDS / seconds))


def timed(work: Work, times: int) -> tuple[float, int]:
    """Return how many seconds the work took, and how many plies were played."""
    begun = perf_counter()
    plies = work(times)
    return perf_counter() - begun, plies


def rate(work: Work, times: int) -> float:
    seconds, plies = timed(work, times)
    return plies / seconds


def rows(curve: Curve) -> list[str]:
    """Return the lines of a table: at each x the median of every line, and from where to where it was measured."""
    heading = [curve.unit, *(f"{name} plies/s".strip() for name in curve.series)]
    places = [point.x for point in next(iter(curve.series.values()))]
    cells = [[f"{x:,g}", *(_rate(line[index]) for line in curve.series.values())] for index, x in enumerate(places)]
    return table(heading, cells)


def _rate(point: Point) -> str:
    return f"{point.middle:.3g} M ({min(point.measured):.3g} to {max(point.measured):.3g})"


if __name__ == "__main__":
    main()
