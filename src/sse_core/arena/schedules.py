"""Schedules of an arena: the pairs of bots that meet in each round, and the seatings of their games.

A round has all games on one start and one seed. When two bots meet, A takes each seat once, and B all others
(`seatings`). In a game for one nobody meets: each bot plays the start alone, and all are compared. A bot that meets
itself would repeat the same game, so it plays the start once, at all seats.

More bots at the end of the list add games at the end of each round, and change none before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, TypeAlias, get_args

from ..bots.one_game import Contender
from ..errors import ArgumentError
from .rows import Row

__all__ = ["KINDS", "Pair", "Schedule", "ScheduleKind", "is_same", "seatings", "swiss_pairs"]

ScheduleKind: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "self-play"]

KINDS: Final[tuple[ScheduleKind, ...]] = get_args(ScheduleKind)
"""round-robin: each against each; gauntlet: the first against each; swiss: bots with similar results; self-play: each
against itself."""

Pair: TypeAlias = tuple[int, int]
"""Two bots that meet, by their places in the list of bots; the smaller place is A."""


@dataclass(frozen=True)
class Schedule:
    """A schedule: which bots meet in each round.

    >>> schedule = Schedule("round-robin", bots=3, seats=2)
    >>> schedule.pairs(), schedule.per_round
    ([(0, 1), (0, 2), (1, 2)], 6)
    >>> schedule.tables([(0, 2)])
    ((0, 2), (2, 0))
    """

    kind: ScheduleKind
    bots: int
    """The number of bots."""

    seats: int
    """The number of seats of the game."""

    stage: int = 10
    """The rounds of a stage, after which a Swiss arena pairs anew."""

    def __post_init__(self) -> None:
        """Raise ArgumentError if nobody could meet."""
        if self.bots < (1 if self.kind == "self-play" else 2):
            raise ArgumentError(f"{self.kind} is for 2 bots or more, not for {self.bots}")
        if self.kind == "swiss" and self.seats == 1:
            raise ArgumentError("swiss pairs opponents, and a game for one has none")
        if self.stage < 1:
            raise ArgumentError(f"a stage has 1 round or more, not {self.stage}")

    def pairs(self, before: Sequence[Mapping[Pair, Fraction]] = ()) -> list[Pair]:
        """Return the pairs of bots that meet in a round; in a game for one, the pairs that are compared.

        In a Swiss arena, `before` has the pairs of each stage so far, with the first bot's share of the wins.
        """
        if self.kind == "swiss":
            return swiss_pairs(self.bots, before)
        if self.kind == "self-play":
            return [(bot, bot) for bot in range(self.bots)]
        if self.kind == "gauntlet":
            return [(0, bot) for bot in range(1, self.bots)]
        return sorted(combinations(range(self.bots), 2), key=lambda pair: pair[::-1])

    def tables(self, pairs: Sequence[Pair]) -> tuple[tuple[int, ...], ...]:
        """Return the bots at the seats of each game of a round in which these pairs meet."""
        if self.seats == 1:
            return tuple((bot,) for bot in range(self.bots))
        return tuple(
            tuple(pair[who] for who in seats)
            for pair in pairs
            for seats in seatings(self.seats, same=self.kind == "self-play")
        )

    def games(self, pairs: Sequence[Pair], rows: Sequence[Row]) -> Iterator[tuple[Pair, Sequence[Row]]]:
        """Yield each pair with its games, from all rows of a round by number."""
        for place, pair in enumerate(pairs):
            if self.seats == 1:
                yield pair, [rows[bot] for bot in dict.fromkeys(pair)]
            else:
                per_pair = len(rows) // len(pairs)
                yield pair, rows[place * per_pair : (place + 1) * per_pair]

    @cached_property
    def per_round(self) -> int:
        """The number of games in a round, the same for all rounds."""
        return len(self.tables(self.pairs()))


def is_same(a: Contender, b: Contender) -> bool:
    """Return whether two players are the same bot: one name, or one object."""
    return a == b if isinstance(a, str) and isinstance(b, str) else a is b


def seatings(seats: int, *, same: bool = False) -> list[tuple[int, ...]]:
    """Return the seating of each game in a round of two bots: 0 for A, 1 for B. `same` says that they are the same bot.

    >>> seatings(2), seatings(3), seatings(1)
    ([(0, 1), (1, 0)], [(0, 1, 1), (1, 0, 1), (1, 1, 0)], [(0,), (1,)])
    >>> seatings(2, same=True)
    [(0, 0)]
    """
    if same:
        return [(0,) * seats]
    if seats == 1:
        return [(0,), (1,)]
    return [tuple(int(seat != place) for seat in range(seats)) for place in range(seats)]


def swiss_pairs(bots: int, before: Sequence[Mapping[Pair, Fraction]]) -> list[Pair]:
    """Return the pairs of a Swiss stage, given the earlier stages.

    Bots are sorted by their mean share of the wins, and equal ones by place. From the top, each meets the next bot
    among those that it has met least often. If their number is odd, the last of those that have rested least rests.

    >>> swiss_pairs(4, [{(0, 1): Fraction(1), (2, 3): Fraction(1, 4)}])
    [(0, 3), (1, 2)]
    >>> swiss_pairs(3, [{(0, 1): Fraction(1)}])
    [(0, 2)]
    """
    met, played = Counter[Pair](), Counter[int]()
    won = [Fraction()] * bots
    for stage in before:
        for (a, b), share in stage.items():
            met[a, b] += 1
            played.update((a, b))
            won[a] += share
            won[b] += 1 - share
    order = sorted(range(bots), key=lambda bot: (-(won[bot] / played[bot] if played[bot] else Fraction(1, 2)), bot))
    if bots % 2:
        most = max(played[bot] for bot in order)
        order.remove(next(bot for bot in reversed(order) if played[bot] == most))
    pairs = list[Pair]()
    while order:
        first = order.pop(0)
        times = [met[min(first, bot), max(first, bot)] for bot in order]
        second = order.pop(times.index(min(times)))
        pairs.append((min(first, second), max(first, second)))
    return sorted(pairs)
