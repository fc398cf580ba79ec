"""The table of a game: all positions that can follow, in layers on disk, with their values.

A layer is the positions at the start of one turn. The layers are found from the first turn to the last, then their
values from the last turn to the first. Each layer is a few files in one folder. A file gets its name when it is
complete. So a table whose building was stopped goes on where it was.

The base game only: with the expansion there are too many positions.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from .. import _fast
from .position import TURNS, Position
from .state import State

if _fast.runs_v4():
    from .._micro_table_v4 import ALL_KNOWN, SCORE_UNIT, SURVIVAL_UNIT, Layer, Reach, Solver, address
elif _fast.runs_v3():
    from .._micro_table_v3 import ALL_KNOWN, SCORE_UNIT, SURVIVAL_UNIT, Layer, Reach, Solver, address
else:
    from .._micro_table import ALL_KNOWN, SCORE_UNIT, SURVIVAL_UNIT, Layer, Reach, Solver, address

__all__ = [
    "BEST",
    "EXACT",
    "LEAST_SAFE",
    "LEAST_SCORE",
    "MOST_SAFE",
    "MOST_SCORE",
    "ROUGH",
    "SAFEST",
    "SCORE_UNIT",
    "SURVIVAL_UNIT",
    "Aim",
    "add_values",
    "find_layers",
    "number_of",
    "read_layer",
    "read_values",
]

EXACT: Final = (ALL_KNOWN,) * (TURNS + 1)
"""By turn, of how many of the last systems the order is known: of all that matter (M6.1)."""

ROUGH: Final = (*[ALL_KNOWN] * 10, 1, 0, 0, 0)
"""Less of the order in the last turns, for bounds of the whole game: of one system in turn 10, then of none."""

_BLOCKS_AT_ONCE: Final = 1_500_000
"""The blocks of a turn above which the next layer is found in several parts, to save memory."""


class _Part(StrEnum):
    """The files of a layer, without its values."""

    KEYS = "keys"
    STARTS = "starts"
    PLACES = "places"
    BITS = "bits"


class Aim(NamedTuple):
    """What is worked out of each position."""

    files: tuple[str, ...]
    """The kinds of values: the first is what is maximized. With two, the second is that of survival, which decides
    between equals."""

    of_score: bool
    """Whether the score is maximized, or survival."""

    bound: int = 0
    """What an invasion strikes where the order of systems is not known: 1 what is best for the player, -1 what is
    worst."""


BEST: Final = Aim(("score", "survival"), of_score=True)
"""The expected score under best play; and survival, which that play has."""

SAFEST: Final = Aim(("safest",), of_score=False)
"""The probability to survive under the play that survives most."""

MOST_SCORE: Final = Aim(("most-score",), of_score=True, bound=1)
LEAST_SCORE: Final = Aim(("least-score",), of_score=True, bound=-1)
MOST_SAFE: Final = Aim(("most-safe",), of_score=False, bound=1)
LEAST_SAFE: Final = Aim(("least-safe",), of_score=False, bound=-1)


def find_layers(
    folder: Path, starts: Iterable[State], *, known: Sequence[int] = EXACT, say: Callable[[str], None] | None = None
) -> int:
    """Find all positions that can follow some positions at the start of the same turn; return this turn.

    Layers that are there are kept: the folder belongs to these starts. `say` gets a line for each layer.
    """
    positions = [state.position for state in starts]
    turn = first = positions[0].turn
    if not _has_layer(folder, first):
        reach = Reach(first, known[first])
        for position in positions:
            reach.add_position(*_address(position))
        _write(reach, folder)
    for turn in range(first, TURNS):
        if not _has_layer(folder, turn + 1):
            n = _find_next(folder, read_layer(folder, turn, known), known[turn + 1])
            if say is not None:
                say(f"turn {turn + 1}: {n:,} positions")
    return first


def _find_next(folder: Path, layer: Layer, known: int) -> int:
    """Find the layer of the next turn, and write it; return the number of its positions."""
    bounds = layer.groups()
    n_parts = 1 + len(layer) // _BLOCKS_AT_ONCE
    before: Reach | None = None
    n = 0
    for part in range(n_parts):
        reach = Reach(layer.turn + 1, known, part * 256 // n_parts, (part + 1) * 256 // n_parts)
        for low, high in zip(bounds, bounds[1:], strict=False):
            reach.add_group(layer, low, high)
        n = _write(reach, folder, before=before, last=part == n_parts - 1)
        before = reach
    return n


def _write(reach: Reach, folder: Path, *, before: Reach | None = None, last: bool = True) -> int:
    """Write a part of a layer behind the part before; return the number of positions so far."""
    paths = [_path(folder, reach.turn, part) for part in _Part]
    keys, starts, places, bits = (os.fsencode(_draft(path)) for path in paths)
    n = reach.write(keys, starts, places, bits, before=before, last=last)
    if last:
        for path in paths:
            _draft(path).replace(path)
    return n


def add_values(
    folder: Path,
    first: int,
    aim: Aim,
    *,
    known: Sequence[int] = EXACT,
    keep: bool = True,
    say: Callable[[str], None] | None = None,
) -> None:
    """Find the values of all layers from the last turn to the turn `first`.

    Values that are there are kept. Without `keep`, those of a turn are removed once the turn before has its own. `say`
    gets a line for each layer.
    """
    done = [turn for turn in range(first, TURNS + 1) if _path(folder, turn, aim.files[0]).exists()]
    following = _layer_and_values(folder, done[0], aim, known) if done else (None, None, None)
    for turn in range(done[0] - 1 if done else TURNS, first - 1, -1):
        layer = read_layer(folder, turn, known)
        paths = [_path(folder, turn, kind) for kind in aim.files]
        values = [_mapped(_draft(path), 4 * layer.positions).cast("i") for path in paths]
        solver = Solver(layer, *following, pair=len(paths) == 2, score=aim.of_score, bound=aim.bound)
        bounds = layer.groups()
        for low, high in zip(bounds, bounds[1:], strict=False):
            solver.solve_group(low, high, values[0], values[-1])
        for path in reversed(paths):
            _draft(path).replace(path)
        if not keep and turn < TURNS:
            for kind in aim.files:
                _path(folder, turn + 1, kind).unlink()
        following = layer, values[0], values[-1]
        if say is not None:
            say(f"turn {turn}: {aim.files[0]} of {layer.positions:,} positions")


def _layer_and_values(
    folder: Path, turn: int, aim: Aim, known: Sequence[int]
) -> tuple[Layer, memoryview[int], memoryview[int]]:
    values = [read_values(folder, turn, kind) for kind in aim.files]
    return read_layer(folder, turn, known), values[0], values[-1]


def read_layer(folder: Path, turn: int, known: Sequence[int] = EXACT) -> Layer:
    """Return a layer of a folder; its files are mapped, not read."""
    keys, starts, places, bits = (_mapped(_path(folder, turn, part)).cast("Q") for part in _Part)
    return Layer(turn, keys, starts, places, bits, known=known[turn])


def read_values(folder: Path, turn: int, kind: str) -> memoryview[int]:
    """Return values of a layer (`Aim.files`), in SCORE_UNIT or SURVIVAL_UNIT, by `number_of`."""
    return _mapped(_path(folder, turn, kind)).cast("i")


def number_of(layer: Layer, position: Position) -> int:
    """Return the number of a position at the start of a turn in its layer, -1 if it isn't there."""
    return layer.number(*_address(position))


def _address(p: Position) -> tuple[int, int]:
    order = 0
    for system in p.empire:
        order = order << 4 | system + 1
    stores = p.technologies, p.metal, p.wealth, p.military
    return address(p.turn, order, p.unaligned, p.seen, p.struck, p.diplomatic, *stores)


def _has_layer(folder: Path, turn: int) -> bool:
    return all(_path(folder, turn, part).exists() for part in _Part)


def _path(folder: Path, turn: int, kind: str) -> Path:
    return folder / f"turn-{turn:02}.{kind}"


def _draft(path: Path) -> Path:
    """Return the name of a file while it is written."""
    return path.with_name(path.name + ".part")


def _mapped(path: Path, size: int | None = None) -> memoryview[int]:
    """Map a file into memory; with a size in bytes, a new one to write."""
    if size is None:
        with path.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    with path.open("w+b") as file:
        file.truncate(size)
        return memoryview(mmap.mmap(file.fileno(), size))
