"""Search for an even start: the seats of many starts are compared, such as maps that a seed shuffles.

One bot plays all seats. The screening is a sequential halving (Karnin, Koren and Somekh 2013): every stage has about
the same number of games, and the more even half of its starts goes on. So many starts have few games, and few have
many. What is left at the end has won by luck, too. So the proof has games of its own, of the start that was found and
of other shuffles, beside which it stands.

All games are rounds of one arena: those of the first stage, start by start, then those of the second, and so on, then
the proof. So a store goes on where it was, and workers play as in any arena.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, Final, NamedTuple

from ..errors import ArgumentError
from ..forms.checks import check_index, check_number, shown
from ..game import State
from ..play.records.record import checked_game_of
from ..seeds import child_seed
from .figures.balance import Balance
from .rows import Row
from .starts import Start

__all__ = ["MOST_STARTS", "EvenSearch", "Numbers", "Stage"]

MOST_STARTS: Final = 10_000
"""The most starts of a screening, and the most other shuffles."""

_MOST_GAMES: Final = 10**9

_LEAST_COMPARED: Final = 2
"""The least games of each other shuffle. From one game `Balance.mean_square` can't tell what chance adds."""


class Stage(NamedTuple):
    """A stage of the screening."""

    starts: int
    games: int
    """The games of each start."""


@dataclass(frozen=True)
class Numbers:
    """The numbers of starts and games of a search.

    >>> numbers = Numbers(starts=5, screening=60, proof=20, others=2, compared=18)
    >>> numbers.stages
    [Stage(starts=5, games=4), Stage(starts=3, games=6), Stage(starts=2, games=10)]
    >>> numbers.rounds
    96
    """

    starts: int = 64
    screening: int = 12_000
    """The games of the screening at most; every start of a stage has one at least."""

    proof: int = 4_000
    """The fresh games of the start that was found."""

    others: int = 50
    """The number of other shuffles."""

    compared: int = 4_000
    """The games of all other shuffles together. Each has two at least: one game alone makes any start look uneven."""

    def __post_init__(self) -> None:
        for name, least, most in (
            ("starts", 1, MOST_STARTS),
            ("screening", 0, _MOST_GAMES),
            ("proof", 1, _MOST_GAMES),
            ("others", 2, MOST_STARTS),
            ("compared", 0, _MOST_GAMES),
        ):
            check_number(getattr(self, name), name, most, least)

    @cached_property
    def stages(self) -> Sequence[Stage]:
        """The stages of the screening; none for a single start."""
        halved = [self.starts]
        while halved[-1] > 1:
            halved.append((halved[-1] + 1) // 2)
        halved.pop()
        return [Stage(starts, max(self.screening // len(halved) // starts, 1)) for starts in halved]

    @property
    def per_other(self) -> int:
        """The games of each of the other shuffles."""
        return max(self.compared // self.others, _LEAST_COMPARED)

    @property
    def screened(self) -> int:
        """The games of the screening."""
        return sum(starts * games for starts, games in self.stages)

    @property
    def rounds(self) -> int:
        """The number of all games."""
        return self.screened + self.proof + self.others * self.per_other


class EvenSearch:
    """The starts of a search as those of an arena of one bot (`Own.starts`), and what its games say.

    `make` makes a start from a seed. `ready` is the number of rounds whose starts are known: a stage waits for the
    games of the one before.

    Raises ArgumentError if the starts are for one player, or if all seeds make the same; TypeError for a value of the
    wrong type, and if `make` makes no state.

    >>> from sse_core import small_star_empires
    >>> search = EvenSearch(lambda seed: small_star_empires.new_game(players=2, seed=seed), 7, Numbers(starts=4))
    >>> search.ready, search.start(0).state == search.start(1).state, search.found
    (6000, True, None)
    """

    def __init__(self, make: Callable[[int], State[Any]], seed: int, numbers: Numbers) -> None:
        if not isinstance(numbers, Numbers):
            raise TypeError(f"numbers is a Numbers, not {type(numbers).__name__}")
        if not callable(make):
            raise TypeError(f"make is a function of a seed, not {shown(make)}")
        self.numbers = numbers
        self._make = make
        shuffles, others, self._games = (child_seed(seed, place) for place in range(3))
        # Short seeds are easier to type, and equal ones are rare enough.
        self._seeds = [child_seed(shuffles, place) >> 32 for place in range(numbers.starts)]
        self._others = [child_seed(others, place) >> 32 for place in range(numbers.others)]
        self._states: dict[int, State[Any]] = {}
        self.seats = len(self._state(self._seeds[0]).totals)
        if self.seats < 2:
            raise ArgumentError("these starts are for one player, and have no seats to compare")
        if self._state(self._seeds[0]) == self._state(self._others[0]):
            raise ArgumentError("the seed shuffles nothing here, so there is only one start")
        self.screened = [Balance(self.seats) for _ in self._seeds]
        """The games of the screening, by start."""
        self.proof = Balance(self.seats)
        """The fresh games of the start that was found."""
        self.others = [Balance(self.seats) for _ in self._others]
        """The games of each of the other shuffles."""
        self._left = [*range(numbers.starts)]
        """The places of the starts that are still compared."""
        self._stages = iter(numbers.stages)
        self._blocks: list[_Block] = []
        self.ready = self._counted = 0
        self._open()

    @property
    def found(self) -> int | None:
        """The seed of the start that was found; None before the end of the screening."""
        return self._seeds[self._left[0]] if len(self._left) == 1 else None

    def start(self, place: int) -> Start:
        """Return the start of a round, whose number is below `ready`; raise RangeError for another number."""
        place = check_index(place, self.ready, "place")
        seed, _ = self._of(place)
        return Start(self._state(seed), child_seed(self._games, place))

    def __iter__(self) -> Iterator[Start]:
        """Yield the starts of all rounds in order; the next one isn't asked for before it is `ready`."""
        return map(self.start, range(self.numbers.rounds))

    def add(self, row: Row) -> None:
        """Count the game of the next round. The last one of a stage opens the next stage."""
        _, balance = self._of(row.number)
        balance.add(row)
        self._counted += 1
        if self._counted == self.ready < self.numbers.rounds:
            half = (len(self._left) + 1) // 2
            self._left = sorted(sorted(self._left, key=self._unevenness)[:half])
            self._open()

    def _open(self) -> None:
        """Add the rounds of the next stage, or those of the proof."""
        stage = next(self._stages, None)
        if stage is not None:
            self._append(stage.games, [(self._seeds[place], self.screened[place]) for place in self._left])
            return
        (place,) = self._left
        self._append(self.numbers.proof, [(self._seeds[place], self.proof)])
        self._append(self.numbers.per_other, [*zip(self._others, self.others, strict=True)])

    def _append(self, games: int, starts: Sequence[tuple[int, Balance]]) -> None:
        self._blocks.append(_Block(self.ready, games, starts))
        self.ready += games * len(starts)

    def _of(self, place: int) -> tuple[int, Balance]:
        """Return the seed of the start of a round, and the results to which its game is added."""
        block = next(each for each in reversed(self._blocks) if each.first <= place)
        return block.starts[(place - block.first) // block.games]

    def _unevenness(self, place: int) -> float:
        """Return how uneven a start is so far; a start without any finished game is the worst."""
        screened = self.screened[place]
        return screened.mean_square if screened.games else inf

    def _state(self, seed: int) -> State[Any]:
        """Return the state that a seed makes, the same object each time, so that jobs hold it once."""
        if seed not in self._states:
            made = self._make(seed)
            checked_game_of(made)
            self._states[seed] = made
        return self._states[seed]


class _Block(NamedTuple):
    """Rounds of which each start has equally many, one start after the other."""

    first: int
    games: int
    starts: Sequence[tuple[int, Balance]]
    """The seed of each start, and the results to which its games are added."""
