"""The table of the whole game: layers of positions on disk, their values under best play, and how they are built.

A layer is the positions at the start of one turn. The layers are found from the first turn to the last, then their
values from the last turn to the first. Each layer is a few files in one folder. A file that is there is complete: it is
written under another name first. So a building that was stopped goes on where it was.
"""

from __future__ import annotations

import mmap
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

from .. import _fast
from .position import TURNS

if _fast.runs_v4():
    from .._micro_table_v4 import ALL_KNOWN, Layer, Reach, Solver
else:
    from .._micro_table import ALL_KNOWN, Layer, Reach, Solver


class Part(StrEnum):
    """A file of a layer."""

    KEYS = "keys"
    PLACES = "places"
    BITS = "bits"
    STARTS = "starts"
    SCORE = "score"
    SURVIVAL = "survival"
    SAFEST = "safest"
    SAFE_UPPER = "safe-upper"
    SAFE_LOWER = "safe-lower"
    UPPER = "upper"
    LOWER = "lower"


EXACT: Final = (ALL_KNOWN,) * (TURNS + 1)
BOUNDED: Final = (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 0, 0, 0)

LAYER: Final = (Part.KEYS, Part.STARTS, Part.PLACES, Part.BITS)


def path_of(folder: Path, turn: int, part: Part) -> Path:
    return folder / f"turn-{turn:02}.{part}"


def mapped(path: Path, kind: str, size: int | None = None) -> memoryview:
    """Map a file; with a size in bytes, a new one that can be written."""
    if size is None:
        with path.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)).cast(kind)
    with path.open("w+b") as file:
        file.truncate(size)
        return memoryview(mmap.mmap(file.fileno(), size)).cast(kind)


def read_layer(folder: Path, turn: int, known: Sequence[int] = EXACT) -> Layer:
    return Layer(turn, *(mapped(path_of(folder, turn, part), "Q") for part in LAYER), known=known[turn])


def is_there(folder: Path, turn: int, *parts: Part) -> bool:
    return all(path_of(folder, turn, part).exists() for part in parts)


def write_layer(reach: Reach, folder: Path, *, before: Reach | None = None, last: bool = True) -> int:
    paths = [path_of(folder, reach.turn, part) for part in LAYER]
    drafts = [path.with_name(path.name + ".part") for path in paths]
    positions = reach.write(*(os.fsencode(draft) for draft in drafts), before=before, last=last)
    if last:
        for draft, path in zip(drafts, paths, strict=True):
            draft.replace(path)
    return positions


def find_layers(folder: Path, first: int, positions: Iterable[tuple[int, int]], say: Callable[[str], None], known: Sequence[int] = EXACT) -> None:
    if not is_there(folder, first, *LAYER):
        reach = Reach(first, known[first])
        for key, economy in positions:
            reach.add_position(key, economy)
        write_layer(reach, folder)
    for turn in range(first, TURNS):
        if is_there(folder, turn + 1, *LAYER):
            continue
        layer = read_layer(folder, turn, known)
        groups = layer.groups()
        began = time.perf_counter()
        n_parts = 1 + len(layer) // 1_500_000
        before = None
        for part in range(n_parts):
            reach = Reach(turn + 1, known[turn + 1], part * 256 // n_parts, (part + 1) * 256 // n_parts)
            for low, high in zip(groups, groups[1:]):
                reach.add_group(layer, low, high)
                say(f"turn {turn + 1}: part {part} of {n_parts}, {high / len(layer):.0%}")
            n = write_layer(reach, folder, before=before, last=part == n_parts - 1)
            before = reach
        say(f"turn {turn + 1}: {n:,} positions in {len(read_layer(folder, turn + 1)):,} blocks, {time.perf_counter() - began:.1f} s\n")


def value_layers(folder: Path, first: int, say: Callable[[str], None], *, pair: bool, keep=(), rolling=False, score=None, bound=0, parts=None, known=EXACT) -> None:
    score = pair if score is None else score
    parts = parts or ((Part.SCORE, Part.SURVIVAL) if pair else (Part.SAFEST,))
    for turn in range(TURNS, first - 1, -1):
        if any(is_there(folder, earlier, parts[0]) for earlier in range(first, turn + 1)):
            continue
        layer = read_layer(folder, turn, known)
        after = read_layer(folder, turn + 1, known) if turn < TURNS else None
        values = [mapped(path_of(folder, turn + 1, part), "i") for part in parts] if turn < TURNS else [None] * len(parts)
        paths = [path_of(folder, turn, part) for part in parts]
        drafts = [path.with_name(path.name + ".part") for path in paths]
        out = [mapped(draft, "i", 4 * layer.positions) for draft in drafts]
        solver = Solver(layer, after, values[0], values[1] if pair else None, pair, score, bound)
        groups = layer.groups()
        began = time.perf_counter()
        for low, high in zip(groups, groups[1:]):
            solver.solve_group(low, high, out[0], out[1] if pair else None)
            done = layer_share(layer, high)
            took = time.perf_counter() - began
            say(f"turn {turn} {parts[0]}: {done:.1%}, {took:.0f} s, {took / done - took:.0f} s left")
        for draft, path in reversed(list(zip(drafts, paths, strict=True))):
            draft.replace(path)
        if turn + 1 not in keep and rolling:
            for part in parts:
                path_of(folder, turn + 1, part).unlink(missing_ok=True)
        took = time.perf_counter() - began
        say(f"turn {turn} {parts[0]}: {layer.positions:,} positions, {took:.1f} s, first {[part[0] for part in out]}\n")


def layer_share(layer: Layer, high: int) -> float:
    return high / len(layer)


def say(text: str) -> None:
    end = "" if not text.endswith("\n") else ""
    if sys.stdout.isatty() or text.endswith("\n"):
        print("\r" + text, end=end, flush=True)
