"""The values of a table's positions under best play, or bounds of them, found from the last turn to the first.

A layer is filled group by group: a group is its positions with the same events seen. It needs the groups of the next
turn that can follow. Those may be removed when no other group needs them any more: so there is hardly more than one
layer on disk at a time. Several threads may fill groups.
"""

from __future__ import annotations

import mmap
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple, overload

from .._fast import runs_v3, runs_v4
from .position import TURNS
from .table import EXACT, draft_of, mapped, path_of, read_layer

if runs_v4():
    from .._micro_table_v4 import SCORE_UNIT, SURVIVAL_UNIT, Layer, Solver, events_after
elif runs_v3():
    from .._micro_table_v3 import SCORE_UNIT, SURVIVAL_UNIT, Layer, Solver, events_after
else:
    from .._micro_table import SCORE_UNIT, SURVIVAL_UNIT, Layer, Solver, events_after

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
    """What is worked out of each position."""

    files: tuple[str, ...]
    """The kinds of values: first what is maximized; survival may be the second, which decides between equals."""

    of_score: bool
    """Whether the score is maximized, or survival."""

    bound: int = 0
    """What an invasion strikes where the order of systems is not known: 1 what is best for the player, -1 what is
    worst. Then rough values are rounded away from what they bound, else to the nearest."""

    rough_from: int = TURNS + 1
    """The first turn whose values are kept as rough ones."""

    @property
    def units(self) -> tuple[int, ...]:
        """What a value of each file is divided by."""
        return (SCORE_UNIT if self.of_score else SURVIVAL_UNIT, SURVIVAL_UNIT)[: len(self.files)]


BEST: Final = Aim(("score", "survival"), of_score=True)
"""The expected score under best play; and survival, which that play has."""

SAFEST: Final = Aim(("safest",), of_score=False)
"""The probability to survive under the play that survives most."""

HIGHEST: Final = Aim(("highest",), of_score=True, rough_from=10)
"""The expected score under best play, for the whole game: rounded in each of the last four turns, by 1/8192 at most."""

SOUNDEST: Final = Aim(("soundest",), of_score=False, rough_from=10)
"""The probability to survive, for the whole game; rounded by 1/131072 at most in each of those."""

MOST_SCORE: Final = Aim(("most-score",), of_score=True, bound=1, rough_from=1)
LEAST_SCORE: Final = Aim(("least-score",), of_score=True, bound=-1, rough_from=1)
MOST_SAFE: Final = Aim(("most-safe",), of_score=False, bound=1, rough_from=1)
LEAST_SAFE: Final = Aim(("least-safe",), of_score=False, bound=-1, rough_from=1)

_LONG: Final = 1_000_000_000
"""The positions from which on a layer tells of each group."""


class _RoughValues(Sequence[int]):
    """The rough values of a layer, by the number of the position."""

    def __init__(self, layer: Layer, rough: memoryview[int], runs: memoryview[int]) -> None:
        self._layer, self._rough, self._runs = layer, rough, runs

    def __len__(self) -> int:
        return self._layer.positions

    @overload
    def __getitem__(self, number: int) -> int: ...
    @overload
    def __getitem__(self, number: slice) -> list[int]: ...
    def __getitem__(self, number: int | slice) -> int | list[int]:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(f"no value {number} among {len(self)}")
        return self._layer.rough_value(number, self._rough, self._runs)


def read_values(
    folder: Path, turn: int, aim: Aim, file: int = 0, known: Sequence[int] = EXACT
) -> memoryview[int] | _RoughValues:
    """Return the values of a layer in one of the files of an aim, in `Aim.units`, by `number_of`."""
    values = memoryview(mapped(path_of(folder, turn, aim.files[file])))
    if turn < aim.rough_from:
        return values.cast("i")
    runs = memoryview(mapped(path_of(folder, turn, _runs(aim)))).cast("Q")
    return _RoughValues(read_layer(folder, turn, known), values.cast("H"), runs)


def has_values(folder: Path, turn: int, aim: Aim = HIGHEST) -> bool:
    """Return whether a folder has the values of a layer."""
    return path_of(folder, turn, aim.files[0]).exists()


def add_values(
    folder: Path,
    first: int,
    aim: Aim,
    *,
    known: Sequence[int] = EXACT,
    keep: int = TURNS,
    threads: int = 1,
    say: Callable[[str], None] | None = None,
) -> None:
    """Find the values of all layers from the turn `first` on, which are kept up to the turn `keep`.

    Values that are there aren't found again. Those of later turns are removed group by group when no other group needs
    them. `say` gets a line for each layer, and for each group of a large one. Each thread takes some gigabytes for the
    whole game.
    """
    done = [turn for turn in range(first, TURNS + 1) if has_values(folder, turn, aim)]
    following: _Filling | None = None
    for turn in range(min(done, default=TURNS), first - 1, -1):
        following = _Filling(folder, turn, aim, known, following, keep=turn <= max(first, keep), say=say)
        following.fill(threads)
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
        self.is_rough: Final = turn >= aim.rough_from
        self._paths = [path_of(folder, turn, kind) for kind in (*aim.files, *[_runs(aim)] * self.is_rough)]
        self._list = path_of(folder, turn, f"{aim.files[0]}.done")
        is_whole = self._paths[0].exists()
        if is_whole:
            self.maps = [mapped(path, path.stat().st_size) for path in self._paths]
        else:
            self.maps = [mapped(draft_of(path), self._size(path is self._paths[-1])) for path in self._paths]
        done = self._list.read_text().split() if self._list.exists() else []
        self.done: Final = set(self.groups) if is_whole else {int(seen) for seen in done}
        self.users: Final[Counter[int]] = Counter()
        """How many groups of the turn before still need each group."""
        if following is not None:
            for seen in self.groups.keys() - self.done:
                following.users.update(self._after(seen))

    def _size(self, last: bool) -> int:
        """Return the bytes of a file: the last one of rough values says where those of each block begin."""
        if self.is_rough:
            return 8 * len(self.layer) if last else 2 * self.layer.rough_room(len(self.layer))
        return 4 * self.layer.positions

    def _after(self, seen: int) -> list[int]:
        """Return the groups of the next turn that can follow one."""
        if self.following is None:
            return []
        return [after for after in events_after(self.layer.turn, seen) if after in self.following.groups]

    def _new_solver(self) -> Solver:
        following, pair, score = self.following, len(self.aim.files) == 2, self.aim.of_score
        if following is None:
            return Solver(self.layer, None, None, None, pair=pair, score=score, bound=self.aim.bound)
        views = following.views()
        if following.is_rough:
            rough, runs = views
            return Solver(
                self.layer, following.layer, None, None, pair=pair, score=score, bound=self.aim.bound, rough=rough,
                runs=runs,
            )  # fmt: skip
        first, second = views[0], views[-1]
        return Solver(self.layer, following.layer, first, second, pair=pair, score=score, bound=self.aim.bound)

    def views(self) -> list[memoryview[int]]:
        """Return the values, file by file; of rough ones also where those of each block begin."""
        views = [memoryview(file) for file in self.maps]
        if self.is_rough:
            return [views[0].cast("H"), views[1].cast("Q")]
        return [view.cast("i") for view in views]

    def fill(self, threads: int) -> None:
        """Find the values of all groups."""
        left = sorted(self.groups.keys() - self.done)
        if not left:
            return
        with ThreadPoolExecutor(threads) as pool:
            for seen in pool.map(self._fill_group, left):
                self.done.add(seen)
                with self._list.open("a") as file:
                    file.write(f"{seen}\n")
                if self.following is not None:
                    for after in self._after(seen):
                        self.following.leave(after)
                self._tell()

    def _fill_group(self, seen: int) -> int:
        """Find the values of a group, by a solver that no other thread uses; return the events that it has seen."""
        solver = self._solvers.pop() if self._solvers else self._new_solver()
        views = self.views()
        if self.is_rough:
            solver.solve_group(*self.groups[seen], None, rough=views[0], runs=views[1])
        else:
            solver.solve_group(*self.groups[seen], views[0], views[-1])
        self._solvers.append(solver)
        return seen

    def _tell(self) -> None:
        """Say what is done; give the files their names when all is."""
        text = f"turn {self.layer.turn}: {self.aim.files[0]} of {self.layer.positions:,} positions"
        if len(self.done) == len(self.groups):
            for path in reversed(self._paths):
                draft_of(path).replace(path)
            self._list.unlink()
        elif self.layer.positions >= _LONG:
            text += f", {len(self.done)} of {len(self.groups)} groups"
        else:
            return
        if self.say is not None:
            self.say(text)

    def leave(self, seen: int) -> None:
        """Note that one more group doesn't need these values any more."""
        self.users[seen] -= 1
        if self.keep or self.users[seen]:
            return
        if len(self.done) == len(self.groups) and not any(self.users.values()):
            for path in self._paths:
                path.unlink()
            return
        low, high = self.groups[seen]
        if self.is_rough:
            _clear(self.maps[0], 2 * self.layer.rough_room(low), 2 * self.layer.rough_room(high))
        else:
            for file in self.maps:
                _clear(file, 4 * self.layer.positions_before(low), 4 * self.layer.positions_before(high))


def _runs(aim: Aim) -> str:
    """Return the kind of the file that says where the rough values of each block begin."""
    return f"{aim.files[0]}.runs"


def _clear(file: mmap.mmap, low: int, high: int) -> None:
    """Give back the space that bytes low to high take on disk, as far as whole pages go."""
    page = mmap.PAGESIZE
    low, high = -(-low // page) * page, high // page * page
    if low < high and hasattr(mmap, "MADV_REMOVE"):
        file.madvise(mmap.MADV_REMOVE, low, high - low)
