"""Uniform random play for any game: one game, or many with their results in arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeVar

from ..forms.checks import check_flag, check_number, check_seed
from ..game import Playouts, State
from ..seeds import SplitMix64, child_seed
from .threads import MAX_THREADS, Team
from .turns import choices, turns_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MAX_PLAYOUTS", "choose", "play_in_chunks", "playout", "playouts"]

StateT = TypeVar("StateT", bound=State[Any])
ActionT = TypeVar("ActionT")

MAX_PLAYOUTS: Final = 1 << 31

CHUNK: Final = 4096
"""The games that one call of a compiled core plays: some milliseconds of work, after which Ctrl-C is noticed."""


def playout(state: StateT, seed: SupportsIndex) -> StateT:
    """Return the end of a game of uniform random play: the game of random bots with this seed.

    Raises ArgumentError unless the seed is 0 to 2**64 − 1.
    """
    for _, _, after in turns_of(state, [choose] * len(state.totals), check_seed(seed)):
        state = after
    return state


def choose(view: State[ActionT], player: int, rng: SplitMix64) -> ActionT:
    """Return a legal action of `player`, each equally likely: ``rng.choice`` of them by ascending id.

    Raises IllegalActionError, GameOverError below it, if `player` is not to act.
    """
    return rng.choice(choices(view, player))


def playouts(
    state: State[Any], n: SupportsIndex, seed: SupportsIndex, *, threads: SupportsIndex = 1, ends: bool = False
) -> Playouts:
    """Return the results of n games of uniform random play from a state.

    Game i is ``playout(state, child_seed(seed, i))``, with any number of threads. `ends`: return the final states, too.
    Needs numpy.
    """
    import numpy

    number, (games, n_threads, wanted) = check_seed(seed), _checked(n, threads, ends)
    finals = Team(n_threads).run(lambda game: playout(state, child_seed(number, game)), range(games))
    seats = range(len(state.totals))
    winners = [outcome.winners for final in finals if (outcome := final.outcome)]
    won = [[seat in seats_won for seat in seats] for seats_won in winners]
    return Playouts(
        numpy.array([final.totals for final in finals], numpy.int32).reshape(games, len(seats)),
        numpy.array(won, numpy.bool_).reshape(games, len(seats)),
        numpy.array([final.ply - state.ply for final in finals], numpy.int32),
        tuple(finals) if wanted else None,
    )


def play_in_chunks(
    play: Callable[[int, NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32], list[Any] | None], None],
    seats: int,
    n: SupportsIndex,
    threads: SupportsIndex,
    *,
    ends: bool,
    chunk: int = CHUNK,
) -> Playouts:
    """Return the results of n games that a compiled core plays, at most `chunk` of them in one call for a thread.

    ``play(first, totals, winners, plies, ends)`` plays the games from number `first` on, fills the arrays, which have a
    row for each game, and appends the final states to `ends`, if that is a list.

    Raises ArgumentError for a number out of range: `n` is 0 to 2**31, `threads` 1 to 1024.
    """
    import numpy

    games, n_threads, wanted = _checked(n, threads, ends)
    totals = numpy.empty((games, seats), numpy.int32)
    winners = numpy.empty((games, seats), numpy.uint8)
    plies = numpy.empty(games, numpy.int32)
    # Every thread gets the same number of chunks.
    rounds = max(1, -(-games // (chunk * n_threads)))
    size = max(1, -(-games // (rounds * n_threads)))

    def played(first: int) -> list[Any]:
        rows = slice(first, first + size)
        found: list[Any] = []
        play(first, totals[rows], winners[rows], plies[rows], found if wanted else None)
        return found

    found = Team(n_threads).run(played, range(0, games, size))
    finals = tuple(end for part in found for end in part) if wanted else None
    return Playouts(totals, winners.view(numpy.bool_), plies, finals)


def _checked(n: SupportsIndex, threads: SupportsIndex, ends: bool) -> tuple[int, int, bool]:
    """Return the checked numbers of games and of threads, and whether final states are wanted."""
    return (
        check_number(n, "n", MAX_PLAYOUTS),
        check_number(threads, "threads", MAX_THREADS, 1),
        check_flag(ends, "ends"),
    )
