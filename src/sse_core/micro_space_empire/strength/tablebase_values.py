"""Values of a tablebase's positions under best play, or bounds on them, found from the last turn to the first.

A layer is filled group by group: a group has the positions of the layer with the same events seen. It needs those
groups of the next turn that can follow it. They may be removed when no other group needs them, so that the disk seldom
holds more than one layer. Several threads may fill groups.

Ring: laboratory.
"""

from __future__ import annotations

import mmap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Final, NamedTuple

from ..positions.position import TURNS
from .best_play import check_time, never
from .tablebase import EXACT, draft_of, mapped, path_of, read_layer
from .tablebase_core import SCORE_UNIT, SURVIVAL_UNIT, Layer, Solver, Values, events_after

__all__ = [
    "BEST",
    "HIGHEST",
    "LEAST_SAFE",
    "LEAST_SCORE",
    "MOST_SAFE",
    "MOST_SCORE",
    "SAFEST",
    "SOUNDEST",
    "Aim",
    "add_values",
    "has_values",
    "read_values",
]


class Aim(NamedTuple):
    """The aim of a table: the kinds of values that are computed for each position."""

    files: tuple[str, ...]
    """The kinds of values: the first is maximized; a second, survival, decides between equal ones."""

    of_score: bool
    """Whether the score is maximized; else survival is."""

    bound: int = 0
    """The system that an invasion strikes if the order isn't kept: 1 for the best one for the player, -1 for the worst
    one. Then rough values are rounded up, or down, so that they are bounds; else to the nearest."""

    rough_from: int = TURNS + 1
    """The first turn whose values are stored roughly."""

    @property
    def units(self) -> tuple[int, ...]:
        """The number by which the values of each file are divided."""
        return (SCORE_UNIT if self.of_score else SURVIVAL_UNIT, SURVIVAL_UNIT)[: len(self.files)]


BEST: Final = Aim(("score", "survival"), of_score=True)
"""The expected score under best play, and the survival under that play."""

SAFEST: Final = Aim(("safest",), of_score=False)
"""The probability to survive under the play with the best chance of survival."""

HIGHEST: Final = Aim(("highest", "holding"), of_score=True, rough_from=10)
"""The same as `BEST` for the whole game: rounded in each of the last four turns, a score by 1/8192 at most, survival by
1/131072. If the scores of several plays differ by no more than the rounding, the survival may be that of any of
them."""

SOUNDEST: Final = Aim(("soundest",), of_score=False, rough_from=10)
"""The probability to survive, for the whole game; rounded by 1/131072 at most in each of the last four turns."""

MOST_SCORE: Final = Aim(("most-score",), of_score=True, bound=1, rough_from=1)
LEAST_SCORE: Final = Aim(("least-score",), of_score=True, bound=-1, rough_from=1)
MOST_SAFE: Final = Aim(("most-safe",), of_score=False, bound=1, rough_from=1)
LEAST_SAFE: Final = Aim(("least-safe",), of_score=False, bound=-1, rough_from=1)

_BLOCKS_AT_ONCE: Final = 800_000
"""The most blocks in work at a time, in all threads together, to save memory. The largest group has nearly so many."""

_LONG: Final = 1_000_000_000
"""The number of positions from which on a layer reports each group."""


def read_values(folder: Path, turn: int, aim: Aim, file: int = 0, known: Sequence[int] = EXACT) -> Values:
    """Return the values of a layer in one of the files of an aim, in `Aim.units`, by `number_of`."""
    maps = (mapped(path) for path in _paths(folder, turn, aim)[file])
    return Values(read_layer(folder, turn, known), *maps)


def has_values(folder: Path, turn: int, aim: Aim = HIGHEST) -> bool:
    """Return whether a folder has the values of a layer."""
    return all(path.exists() for paths in _paths(folder, turn, aim) for path in paths)


def add_values(
    folder: Path,
    first: int,
    aim: Aim,
    *,
    known: Sequence[int] = EXACT,
    keep: int = TURNS,
    threads: int = 1,
    say: Callable[[str], None] | None = None,
    is_up: Callable[[], bool] = never,
) -> None:
    """Find the values of all layers from the turn `first` on, which are kept up to the turn `keep`.

    Values that exist aren't computed again. Values of later turns are removed group by group when no other group needs
    them. `say` gets a line for each layer, and for each group of a large one. Raises OutOfTimeError between two groups
    if `is_up` says so.
    """
    done = [turn for turn in range(first, TURNS + 1) if has_values(folder, turn, aim)]
    following: _Filling | None = None
    for turn in range(min(done, default=TURNS), first - 1, -1):
        following = _Filling(folder, turn, aim, known, following, keep=turn <= max(first, keep), say=say)
        following.fill(threads, is_up)
        following.following = None


class _Filling:
    """The values of a layer while they are found."""

    def __init__(
        self,
        folder: Path,
        turn: int,
        aim: Aim,
        known: Sequence[int],
        following: _Filling | None,
        *,
        keep: bool,
        say: Callable[[str], None] | None,
    ) -> None:
        self.layer: Final = read_layer(folder, turn, known)
        self.groups: Final = self.layer.groups()
        self.aim, self.following, self.keep, self.say = aim, following, keep, say
        self._solvers: list[Solver] = []
        self._stored = [_Stored(self.layer, paths) for paths in _paths(folder, turn, aim)]
        self._list = path_of(folder, turn, f"{aim.files[0]}.done")
        is_whole = has_values(folder, turn, aim)
        done = self._list.read_text().split() if self._list.exists() else []
        self.done: Final = set(self.groups) if is_whole else {int(seen) for seen in done}
        self.users: Final[Counter[int]] = Counter()
        """The number of groups of the turn before that still need each group."""
        if following is not None:
            for seen in self.groups.keys() - self.done:
                following.users.update(self._after(seen))

    def _after(self, seen: int) -> list[int]:
        """Return the groups of the next turn that can follow one."""
        if self.following is None:
            return []
        return [after for after in events_after(self.layer.turn, seen) if after in self.following.groups]

    @property
    def values(self) -> list[Values]:
        """The values, file by file."""
        return [stored.values for stored in self._stored]

    def _new_solver(self) -> Solver:
        following = [] if self.following is None else self.following.values
        aim = self.aim
        return Solver(self.layer, *following, pair=len(aim.files) == 2, score=aim.of_score, bound=aim.bound)

    def fill(self, threads: int, is_up: Callable[[], bool]) -> None:
        """Find the values of all groups; raise OutOfTimeError between two of them if `is_up` says so."""
        left = sorted(self.groups.keys() - self.done)
        with ThreadPoolExecutor(threads) as pool:
            running: dict[Future[None], int] = {}
            while left or running:
                check_time(is_up)
                for seen in list(left):
                    if len(running) < threads and self._has_room(seen, running.values()):
                        left.remove(seen)
                        running[pool.submit(self._fill_group, seen)] = seen
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    future.result()
                    self._note(running.pop(future))
        self._solvers.clear()
        if self._list.exists():
            for stored in self._stored:
                stored.name()
            self._list.unlink()
        if self.following is not None and not self.following.keep:
            for stored in self.following._stored:
                stored.remove()

    def _has_room(self, seen: int, running: Iterable[int]) -> bool:
        """Return whether there is memory for one more group beside those in work."""
        blocks = [high - low for low, high in (self.groups[each] for each in (seen, *running))]
        return len(blocks) == 1 or sum(blocks) <= _BLOCKS_AT_ONCE

    def _note(self, seen: int) -> None:
        """Note that a group has its values."""
        self.done.add(seen)
        with self._list.open("a") as file:
            file.write(f"{seen}\n")
        if self.following is not None:
            for after in self._after(seen):
                self.following.leave(after)
        self._tell()

    def _fill_group(self, seen: int) -> None:
        """Find the values of a group, by a solver that no other thread uses."""
        solver = self._solvers.pop() if self._solvers else self._new_solver()
        solver.solve_group(*self.groups[seen], *self.values)
        self._solvers.append(solver)

    def _tell(self) -> None:
        """Report the progress."""
        text = f"turn {self.layer.turn}: {self.aim.files[0]} of {self.layer.positions:,} positions"
        if len(self.done) < len(self.groups):
            if self.layer.positions < _LONG:
                return
            text += f", {len(self.done)} of {len(self.groups)} groups"
        if self.say is not None:
            self.say(text)

    def leave(self, seen: int) -> None:
        """Note that one more group doesn't need these values any more."""
        self.users[seen] -= 1
        if not self.keep and not self.users[seen]:
            for stored in self._stored:
                stored.clear(*self.groups[seen])


class _Stored:
    """The values of one kind, in a file; rough values have a second file with the beginning of each block.

    While they are found the files are drafts.
    """

    def __init__(self, layer: Layer, paths: Sequence[Path]) -> None:
        self._layer, self._paths = layer, paths
        self._is_rough: Final = len(paths) == 2
        self._open()

    def _open(self) -> None:
        layer = self._layer
        sizes = (2 * layer.rough_room(len(layer)), 8 * len(layer)) if self._is_rough else (4 * layer.positions,)
        self._maps = [
            mapped(path if path.exists() else draft_of(path), size)
            for path, size in zip(self._paths, sizes, strict=True)
        ]
        self.values = Values(layer, *self._maps)

    def _close(self) -> None:
        """Unmap the files: Windows neither renames nor removes a mapped file."""
        del self.values
        for file in self._maps:
            file.close()

    def name(self) -> None:
        """Give the files their names, if they are drafts."""
        self._close()
        for path in self._paths:
            if draft_of(path).exists():
                draft_of(path).replace(path)
        self._open()

    def remove(self) -> None:
        """Remove the files; the values can't be read any more."""
        self._close()
        for path in self._paths:
            path.unlink()

    def clear(self, low: int, high: int) -> None:
        """Give back the space of blocks low to high on disk, as far as whole pages go."""
        if self._is_rough:
            begin, end = 2 * self._layer.rough_room(low), 2 * self._layer.rough_room(high)
        else:
            begin, end = 4 * self._layer.positions_before(low), 4 * self._layer.positions_before(high)
        page = mmap.PAGESIZE
        begin, end = -(-begin // page) * page, end // page * page
        if begin < end and hasattr(mmap, "MADV_REMOVE"):
            self._maps[0].madvise(mmap.MADV_REMOVE, begin, end - begin)


def _paths(folder: Path, turn: int, aim: Aim) -> list[list[Path]]:
    """Return the files of each kind of values; for rough values, the second file has the beginning of each block."""
    ends = ("", ".runs") if turn >= aim.rough_from else ("",)
    return [[path_of(folder, turn, kind + end) for end in ends] for kind in aim.files]
