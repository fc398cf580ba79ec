"""Starts of rounds: a state, a seed, and an opening of random plies for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple, SupportsIndex

from ..errors import ArgumentError
from ..forms.checks import check_number
from ..game import CHANCE, State
from ..play.random_play import choose
from ..play.seats import names_of
from ..play.turns import turns_of
from ..seeds import child_seed

__all__ = [
    "MAX_OPENING",
    "Start",
    "StartsInOrder",
    "opened",
    "starts_of",
    "tags_of",
    "usual_opening",
    "usually_opened",
]

MAX_OPENING: Final = 1000
"""The most plies of an opening."""

_PLIES_A_SEAT: Final = 2
"""The random plies per seat of an automatic opening."""

_SAMPLE: Final = 20
"""The number of rounds that are tried to see whether so many plies leave the bots a choice."""


class Start(NamedTuple):
    """The start of a round."""

    state: State[Any]
    seed: int
    """The seed of its games, as in `bots.turns_of`."""

    opening: tuple[tuple[int, Any], ...] = ()
    """The moves before the bots choose: the seat, or CHANCE, and the action of each."""

    is_cut: bool = False
    """Whether the opening was cut, since the full one would have left the bots no choice."""


def starts_of(make: Callable[[int], State[Any]], seed: int) -> Iterator[Start]:
    """Yield starts of rounds endlessly: round i has the seed ``child_seed(seed, i)``, and `make` makes its state.

    >>> from sse_core import small_star_empires
    >>> starts = starts_of(lambda seed: small_star_empires.new_game(players=2, seed=seed), seed=7)
    >>> [start.seed == child_seed(7, i) for start, i in zip(starts, range(3))]
    [True, True, True]
    """
    number = 0
    while True:
        child = child_seed(seed, number)
        yield Start(make(child), child)
        number += 1


def opened(starts: Iterable[Start], plies: SupportsIndex) -> Iterator[Start]:
    """Yield the starts with openings of so many random plies, chance events included.

    An opening is the beginning of `playout` with the seed of the start. So each round has its own, and all games of a
    round have the same one. It must leave the bots a choice: if no later ply of that playout has two or more actions
    for a seat, the opening ends before the last ply that has, and `Start.is_cut` says so.

    Raises ArgumentError unless `plies` is 0 to 1,000; and at the first start, if the openings of the first twenty
    starts would all leave no choice.

    >>> from sse_core import small_star_empires
    >>> starts = starts_of(lambda seed: small_star_empires.new_game(players=2, seed=1), seed=7)
    >>> openings = [start.opening for start, _ in zip(opened(starts, 4), range(2))]
    >>> [len(opening) for opening in openings], openings[0] == openings[1]
    ([4, 4], False)
    """
    n = check_number(plies, "plies", MAX_OPENING)
    return _tried(usually_opened(starts, n), n)


def usually_opened(starts: Iterable[Start], plies: int) -> Iterator[Start]:
    """Yield the starts with openings as `opened` does, but accept that all of them are cut."""
    return (_with_opening(start, plies) for start in starts)


def tags_of(start: Start, names: Sequence[str], opening: int = 0) -> dict[str, str]:
    """Return the tags of a game's record from its start, the players at the seats, and the plies of its opening.

    >>> from sse_core import small_star_empires
    >>> tags_of(Start(small_star_empires.new_game(players=2), 7), ["greedy", "random"])
    {'seed': '7', 'A': 'greedy', 'B': 'random'}
    """
    tags = {"seed": str(start.seed)} | names_of(names, start.state.game)
    return tags | {"opening": str(opening)} if opening else tags


def usual_opening(seats: int) -> int:
    """Return the default plies of an automatic opening for so many seats: two for each.

    >>> usual_opening(2), usual_opening(4)
    (4, 8)
    """
    return _PLIES_A_SEAT * seats


class StartsInOrder:
    """Starts of rounds, taken from an iterator on demand. All have the same number of seats."""

    def __init__(self, starts: Iterable[Start], seats: int) -> None:
        self.end: int | None = None
        """The number of rounds that have a start; None while it is unknown."""
        self._rest, self._seats = iter(starts), seats
        self._next = 0
        self._kept: dict[int, Start] = {}

    def get(self, place: int) -> Start | None:
        """Return the start of a round that wasn't dropped yet, None beyond the last; raise the errors of the iterator.

        Raises ArgumentError if it has another number of seats.
        """
        while self._next <= place and self.end is None:
            start = next(self._rest, None)
            if start is None:
                self.end = self._next
                break
            if len(start.state.totals) != self._seats:
                raise ArgumentError(
                    f"the start of round {self._next} has {len(start.state.totals)} seats, and others {self._seats}"
                )
            self._kept[self._next] = start
            self._next += 1
        return self._kept.get(place)

    def opened(self, places: range, plies: int) -> dict[int, Start]:
        """Return the starts of some rounds as far as they exist, each with an opening of so many random plies.

        With 0 plies a start stays as it came, with its own opening, if any. Earlier rounds are dropped.
        """
        self._kept = {place: start for place, start in self._kept.items() if place >= places.start}
        found = {place: start for place in places if (start := self.get(place)) is not None}
        return {place: next(usually_opened([start], plies)) for place, start in found.items()} if plies else found


def _with_opening(start: Start, plies: int) -> Start:
    if plies == 0:
        return start._replace(opening=(), is_cut=False)
    state, moves, last = start.state, list[tuple[int, Any]](), 0
    for player, action, after in turns_of(state, [choose] * len(state.totals), start.seed):
        if player != CHANCE and len(state.legal_actions(player)) > 1:
            if len(moves) >= plies:
                return start._replace(opening=tuple(moves[:plies]), is_cut=False)
            last = len(moves)
        moves.append((player, action))
        state = after
    return start._replace(opening=tuple(moves[:last]), is_cut=True)


def _tried(starts: Iterator[Start], plies: int) -> Iterator[Start]:
    """Yield the starts; raise ArgumentError if the openings of all first ones are cut."""
    first = list[Start]()
    for start in starts:
        first.append(start)
        if not start.is_cut or len(first) == _SAMPLE:
            break
    if first and first[-1].is_cut:
        n, longest = len(first), max(len(start.opening) for start in first)
        rounds = "the round" if n == 1 else f"each of the {'first ' if n == _SAMPLE else ''}{n} rounds"
        raise ArgumentError(
            f"{plies} random plies leave the bots nothing to choose: random play of {rounds} has its last choice "
            f"after {longest} plies or fewer; take far fewer plies"
        )
    yield from chain(first, starts)
