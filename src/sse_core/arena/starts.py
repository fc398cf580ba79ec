"""The starts of rounds: a state and a seed each, and openings of random plies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, SupportsIndex

from ..forms.checks import check_number
from ..game import State
from ..play.match import turns_of
from ..play.random_play import choose
from ..seeds import child_seed

__all__ = ["MAX_OPENING", "Start", "opened", "starts_of", "usual_opening"]

MAX_OPENING: Final = 1000
"""The most plies of an opening."""

_PLIES_A_SEAT: Final = 2
"""The random plies for each seat of an opening that nobody has chosen."""


class Start(NamedTuple):
    """The start of a round."""

    state: State[Any]
    seed: int
    """The seed of its games, as in `match.turns_of`."""

    opening: tuple[tuple[int, Any], ...] = ()
    """The moves that are played before the bots choose: the seat, or CHANCE, and the action of each."""


def starts_of(make: Callable[[int], State[Any]], seed: int) -> Iterator[Start]:
    """Yield the starts of rounds without end: round i has the seed ``child_seed(seed, i)``, and `make` its state.

    >>> from sse_core import small_star_empires
    >>> starts = starts_of(lambda seed: small_star_empires.start(players=2, seed=seed), seed=7)
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

    An opening is the beginning of `playout` with the seed of the start. So it is drawn anew for each round, and all
    games of a round have the same one. It stops before a ply that would end the game: a bot or chance always goes on.

    Raises ArgumentError unless `plies` is 0 to 1,000.

    >>> from sse_core import small_star_empires
    >>> starts = starts_of(lambda seed: small_star_empires.start(players=2, seed=1), seed=7)
    >>> openings = [start.opening for start, _ in zip(opened(starts, 4), range(2))]
    >>> [len(opening) for opening in openings], openings[0] == openings[1]
    ([4, 4], False)
    """
    n = check_number(plies, "plies", MAX_OPENING)
    return (start._replace(opening=_opening(start, n)) for start in starts)


def usual_opening(seats: int) -> int:
    """Return the plies of an opening for so many seats where no number is given: two for each.

    >>> usual_opening(2), usual_opening(4)
    (4, 8)
    """
    return _PLIES_A_SEAT * seats


def _opening(start: Start, plies: int) -> tuple[tuple[int, Any], ...]:
    moves = list[tuple[int, Any]]()
    for player, action, after in islice(turns_of(start.state, [choose] * len(start.state.totals), start.seed), plies):
        if not after.to_act:
            break
        moves.append((player, action))
    return tuple(moves)
