"""Tables of prospects at the start of some turns: built for the rest of a game, or read for the whole game.

A table of the rest of a game is in a temporary folder, one of the whole game in the folder of `tools.micro_whole`.

Ring: laboratory.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import finalize

from ...errors import ArgumentError, SseError
from ..positions.position import TURNS, Due, Position
from ..state import State
from .best_play import Prospect, never
from .tablebase import find_layers, has_layer, number_of
from .tablebase_built import EXACT_FROM
from .tablebase_values import BEST, HIGHEST, Aim, add_values, has_values, read_values

__all__ = ["LateTable", "StoredTable", "starts_after", "stored_table"]


class _Table:
    """The prospects at the start of some turns under best play, in a folder.

    They are exact apart from rounding. Scores that differ by rounding alone count as equal, and survival decides
    between them.
    """

    def __init__(self, folder: Path, turns: Iterable[int], aim: Aim) -> None:
        self._values = {turn: tuple(read_values(folder, turn, aim, file) for file in (0, 1)) for turn in turns}
        self._layers = {turn: values[0].layer for turn, values in self._values.items()}
        self._units = aim.units

    def __len__(self) -> int:
        """Return the number of positions."""
        return sum(layer.positions for layer in self._layers.values())

    def find(self, p: Position) -> Prospect | None:
        """Return the prospect of a position at the start of a turn; None if it isn't in the table."""
        layer = self._layers.get(p.turn)
        number = -1 if layer is None or p.expansion else number_of(layer, p)
        if number < 0:
            return None
        return Prospect(*(v[number] / unit for v, unit in zip(self._values[p.turn], self._units, strict=True)))

    def prospect(self, p: Position) -> Prospect:
        """Return the prospect of a position at the start of a turn; raise SseError if it isn't in the table."""
        found = self.find(p)
        if found is None:
            raise SseError(f"a table of Micro Space Empire has no prospect of a position in turn {p.turn}")
        return found

    def has_all(self, states: Iterable[State]) -> bool:
        """Return whether the table has some states, each at the start of a turn."""
        return all(self.find(state.position) is not None for state in states)


class LateTable(_Table):
    """The prospects at the start of all turns that can follow some positions of one turn: to 1e-7 or better.

    It covers these positions. A position of a later turn may count as one with another that the table follows instead
    of it (`tablebase.number_of`): the table has its prospect, but not each turn that can start after it.

    `is_up` is called often; once it returns True, the work ends with OutOfTimeError.
    """

    def __init__(self, states: Iterable[State], *, is_up: Callable[[], bool] = never) -> None:
        folder = Path(mkdtemp(prefix="sse-micro-"))
        finalize(self, rmtree, folder, ignore_errors=True)
        starts = list(dict.fromkeys(start for state in states for start in starts_after(state)))
        first = find_layers(folder, starts, is_up=is_up) if starts else TURNS + 1
        add_values(folder, first, BEST, is_up=is_up)
        super().__init__(folder, range(first, TURNS + 1), BEST)

    def covers(self, state: State) -> bool:
        """Return whether the table has a state, if a turn starts with it, and all that can start the next turn."""
        return self.has_all(starts_after(state))


class StoredTable(_Table):
    """The prospects of the whole game, in the folder of `tools.micro_whole`.

    A score is off by 0.0005 at most. If several plays are equally near to the highest score, the survival is that of
    one of them, off by 0.00003 at most.

    Raises ArgumentError if the folder has no such table, or if its files are found to be damaged.
    """

    def __init__(self, folder: Path) -> None:
        turns = [turn for turn in range(1, TURNS + 1) if has_layer(folder, turn) and has_values(folder, turn)]
        if not turns:
            raise ArgumentError(f"no table of Micro Space Empire in {folder}")
        if missing := set(range(turns[0], EXACT_FROM + 1)) - set(turns):
            raise ArgumentError(f"the table of Micro Space Empire in {folder} lacks turn {min(missing)}")
        self._folder, self._last = folder, turns[-1]
        with self._reading():
            super().__init__(folder, turns, HIGHEST)

    def find(self, p: Position) -> Prospect | None:
        """Return the prospect of a position at the start of a turn; None if it isn't in the table.

        Raises ArgumentError if a file is found to be damaged.
        """
        with self._reading():
            return super().find(p)

    def covers(self, state: State) -> bool:
        """Return whether the table has a state at the start of its turn, else all that can start the next turn.

        Before the last four turns the same follows positions that count as one, so what the table lacks after a state
        that it has is damaged, and no way to go on without it.
        """
        return state.turn < self._last and self.has_all([state] if state.due is Due.CHOICE else starts_after(state))

    @contextmanager
    def _reading(self) -> Generator[None, None, None]:
        """Add the name of the table to the error if it can't be read."""
        try:
            yield
        except (ValueError, IndexError) as error:
            raise ArgumentError(f"the table of Micro Space Empire in {self._folder} is damaged: {error}") from error


@cache
def stored_table(folder: str) -> StoredTable:
    """Return the table in a folder, opened once; raise ArgumentError if there is none."""
    return StoredTable(Path(folder))


def starts_after(state: State) -> list[State]:
    """Return the state, if a turn starts with it, and those that can start the next turn after it."""
    found: dict[State, None] = {}
    left, seen = [state], {state}
    while left:
        here = left.pop()
        for index in here.legal_ids():
            after = here.after(index)
            if after.due is Due.CHOICE:
                found[after] = None
            elif after not in seen:
                seen.add(after)
                left.append(after)
    return [state, *found] if state.due is Due.CHOICE else list(found)
