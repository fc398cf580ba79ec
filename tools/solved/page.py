"""Contents of the page of solved maps: its table, and a section for each map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bench.results.files import ROOT
from bench.tables import TIMES, digits, table, unit_of

import sse_core as sse

from .family import MAPS, Result, names, start_of
from .smallest import Found, Tried

LEAST: Final = 1e-3
"""The shortest time that is shown, in seconds."""


def solved(results: Mapping[str, Result]) -> str:
    """Return the table of all maps, and their sections."""
    known = [name for name in names() if name in results]
    heading = ["map", "systems", "ships, cities, stations", "margins", "wins", "plies", "positions", "time"]
    lines = table(heading, [row(name, results[name]) for name in known])
    for name in known:
        lines += ["", *map_section(name, results[name])]
    return "\n".join(lines)


def row(name: str, result: Result) -> list[str]:
    start = start_of(name)
    reserve = start.reserve(0)
    return [
        f"[{name}](#{name})",
        str(start.board.n_cells),
        f"{len(start.ships(0))}, {reserve.cities}, {reserve.stations}",
        ", ".join(f"{number(margin)}" for margin in result.margin),
        result.winners,
        str(len(result.line)),
        f"{result.nodes:,}",
        time(result.seconds),
    ]


def map_section(name: str, result: Result) -> Iterator[str]:
    """Yield the lines about a map: drawing, line, worths of first moves."""
    board = start_of(name).board
    yield f"### {name}"
    yield ""
    yield f"{str(board.setup.note).capitalize()}. The file is `{(MAPS / name).relative_to(ROOT)}.map`."
    yield ""
    yield "```text"
    yield from sse.to_text(board).partition("\n\n")[0].splitlines()
    yield "```"
    yield ""
    yield f"Best play: {', '.join(result.line)}{'' if ended(name, result) else ', and then a tile'}."
    yield ""
    yield "| first move | margin |"
    yield "| --- | --- |"
    for worth, moves in result.moves.items():
        yield f"| {', '.join(moves)} | {number(worth)} |"


def ended(name: str, result: Result) -> bool:
    """Return whether the line leads to the end of the game."""
    from .proving import played

    return not played(name, result.line).to_act


def number(text: str) -> str:
    """Return a margin with its sign."""
    return text if text.startswith("-") or text == "0" else f"+{text}"


def time(seconds: float) -> str:
    """Return a time of three digits with its unit."""
    unit = unit_of(seconds, TIMES)
    return f"{digits(seconds / TIMES[unit])}{unit}" if seconds >= LEAST else "under 1 ms"


def smallest(tried: Sequence[tuple[int, int | None, list[Found], Tried]]) -> str:
    """Return the table of tried sizes, and the maps with the fewest systems, and among these the fewest pieces."""
    heading = ["systems", "pieces of each", "layouts", "with pieces", "maps", "moving first loses", "by points"]
    rows = [
        [
            str(size),
            "any" if most is None else f"up to {most}",
            *(f"{count:,}" for count in counts),
            f"{len(found):,}",
            f"{sum(each.by_points for each in found):,}",
        ]
        for size, most, found, counts in tried
    ]
    return "\n".join(table(heading, rows))
