"""The tablebase: a table of all positions that can follow some start, in layers on disk, with their values.

A layer is the positions at the start of one turn. The layers are found from the first turn to the last, then their
values from the last turn to the first. Each layer is a few files in one folder. A file gets its name when it is
complete. So building a table can be stopped, and continued later.

The base game only: with the expansion there are too many positions.

Ring: laboratory.
"""

from __future__ import annotations

import mmap
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

from ..positions.position import TURNS, Position
from ..state import State
from .best_play import check_time, never
from .tablebase_core import ALL_KNOWN, Layer, Reach, address

__all__ = [
    "EXACT",
    "ROUGH",
    "address_of",
    "draft_of",
    "find_layers",
    "has_layer",
    "mapped",
    "number_of",
    "path_of",
    "read_layer",
    "remove_layer",
]

EXACT: Final = (ALL_KNOWN,) * (TURNS + 1)
"""By turn, the number of the last systems whose order is kept: all whose order matters (M6.1)."""

ROUGH: Final = (*[ALL_KNOWN] * 10, 1, 0, 0, 0)
"""The same, with less order kept in the last turns, for bounds of the whole game: one system in turn 10, then none."""

_BLOCKS_AT_ONCE: Final = 6_000_000
"""If a turn has more blocks than this, the next layer is found in several parts, to save memory."""


class _Part(StrEnum):
    """The files of a layer, without its values."""

    KEYS = "keys"
    STARTS = "starts"
    PLACES = "places"
    BITS = "bits"


def find_layers(
    folder: Path,
    starts: Iterable[State],
    *,
    known: Sequence[int] = EXACT,
    say: Callable[[str], None] | None = None,
    is_up: Callable[[], bool] = never,
) -> int:
    """Find all positions that can follow some positions at the starts of turns; return the first of these turns.

    Of positions that count as one, one is followed. Existing layers are kept: the folder belongs to these starts. `say`
    gets a line for each layer. Raises OutOfTimeError between two groups of positions if `is_up` says so.
    """
    by_turn: dict[int, list[Position]] = defaultdict(list)
    for state in starts:
        by_turn[state.turn].append(state.position)
    first = min(by_turn)
    if not has_layer(folder, first):
        reach = Reach(first, known[first])
        _add(reach, by_turn[first])
        _write(reach, folder)
    for turn in range(first, TURNS):
        if not has_layer(folder, turn + 1):
            n = _find_next(folder, read_layer(folder, turn, known), by_turn[turn + 1], known[turn + 1], is_up)
            if say is not None:
                say(f"turn {turn + 1}: {n:,} positions")
    return first


def _add(reach: Reach, positions: Iterable[Position]) -> None:
    for position in positions:
        reach.add_position(*address_of(position))


def _find_next(folder: Path, layer: Layer, others: Sequence[Position], known: int, is_up: Callable[[], bool]) -> int:
    """Find the layer of the next turn, with some other positions, and write it; return the number of its positions."""
    # The last turn has far fewer blocks than the one before, and a layer of a few starts has few.
    n_parts = 1 if layer.turn == TURNS - 1 or others else 1 + len(layer) // _BLOCKS_AT_ONCE
    groups = layer.groups()
    before: Reach | None = None
    n = 0
    for part in range(n_parts):
        reach = Reach(layer.turn + 1, known, part * 256 // n_parts, (part + 1) * 256 // n_parts)
        for low, high in groups.values():
            check_time(is_up)
            reach.add_group(layer, low, high)
        _add(reach, others)
        n = _write(reach, folder, before=before, last=part == n_parts - 1)
        before = reach
    return n


def _write(reach: Reach, folder: Path, *, before: Reach | None = None, last: bool = True) -> int:
    """Write a part of a layer behind the part before; return the number of positions so far."""
    paths = [path_of(folder, reach.turn, part) for part in _Part]
    keys, starts, places, bits = (os.fsencode(draft_of(path)) for path in paths)
    n = reach.write(keys, starts, places, bits, before=before, last=last)
    if last:
        for path in paths:
            draft_of(path).replace(path)
    return n


def read_layer(folder: Path, turn: int, known: Sequence[int] = EXACT) -> Layer:
    """Return a layer of a folder; its files are mapped, not read."""
    keys, starts, places, bits = (memoryview(mapped(path_of(folder, turn, part))).cast("Q") for part in _Part)
    return Layer(turn, keys, starts, places, bits, known=known[turn])


def number_of(layer: Layer, position: Position) -> int:
    """Return the number of a position at the start of a turn in its layer, -1 if it isn't there.

    Positions that count as one, since best play from them has the same worth, have the same number.
    """
    return layer.number(*address_of(position))


def address_of(p: Position) -> tuple[int, int]:
    """Return the key of the block and the number of the economy of a position at the start of a turn."""
    order = 0
    for system in p.empire:
        order = order << 4 | system + 1
    stores = p.technologies, p.metal, p.wealth, p.military
    return address(p.turn, order, p.unaligned, p.seen, p.struck, p.diplomatic, *stores)


def has_layer(folder: Path, turn: int) -> bool:
    """Return whether a folder has the layer of a turn."""
    return all(path_of(folder, turn, part).exists() for part in _Part)


def remove_layer(folder: Path, turn: int) -> None:
    """Remove the layer of a turn from a folder."""
    for part in _Part:
        path_of(folder, turn, part).unlink(missing_ok=True)


def path_of(folder: Path, turn: int, kind: str) -> Path:
    """Return the name of a file of a layer."""
    return folder / f"turn-{turn:02}.{kind}"


def draft_of(path: Path) -> Path:
    """Return the name of a file while it is written."""
    return path.with_name(path.name + ".part")


def mapped(path: Path, size: int | None = None) -> mmap.mmap:
    """Map a file into memory; with a size in bytes, for writing too, and with its old content."""
    if size is None:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    with path.open("r+b" if path.exists() else "w+b") as file:
        if path.stat().st_size != size:
            file.truncate(size)
        return mmap.mmap(file.fileno(), size)
