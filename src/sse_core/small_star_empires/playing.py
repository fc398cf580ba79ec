"""Random play to the end of games, on one thread or several."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, SupportsIndex

from .._core.small_star_empires.loops import play_games, play_to_end
from .._core.variants import PORTABLE, levels
from .._fast import State
from ..forms.checks import check_seed, type_named
from ..game import Playouts
from ..play.random_play import play_in_chunks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Playouts", "check_state", "playout", "playouts"]

LEAST: Final = 8
"""The least number of games for which lanes are faster than one game after the other."""


def playout(state: State, seed: SupportsIndex) -> State:
    """Return the final state of a game of uniform random play.

    `seed` is 0 to 2**64 − 1. Ply p draws from ``PlyStream(seed, p)`` of `sse_core.seeds`, p being `State.ply`:

    - a decision is ``choice(legal_actions())``: ``below(n)`` for n legal actions by ascending id;
    - a reveal is ``draw(odds())``: ``below(n)`` for the least common denominator n of the odds (E9.2).

    The game is the one that random bots play in all seats, in `bots.turns_of` and ``sse play random random --seed``.
    From any later state of the game, the same seed leads to the same end.
    """
    return play_to_end(check_state(state), check_seed(seed))


def playouts(
    state: State, n: SupportsIndex, seed: SupportsIndex, *, threads: SupportsIndex = 1, ends: bool = False
) -> Playouts:
    """Return the results of n games of uniform random play from a state, played without the GIL.

    Game i is ``playout(state, child_seed(seed, i))``, for any number of threads. With `ends` the final states are
    returned, too; each is a State in memory. Without `ends`, many games are played at once if the processor has the
    instructions, unless SSE_PORTABLE is 1 in the environment.

    Needs numpy. Raises ArgumentError for a number out of range: `n` is 0 to 2**31, `threads` 1 to 1024.
    """
    number = check_seed(seed)
    check_state(state)

    def play(
        first: int,
        totals: NDArray[np.int32],
        winners: NDArray[np.uint8],
        plies: NDArray[np.int32],
        found: list[State] | None,
    ) -> None:
        if found is None and (in_lanes := _in_lanes(state, len(plies))):
            in_lanes(state, number, first, totals, winners, plies)
        else:
            play_games(state, number, first, totals, winners, plies, found)

    return play_in_chunks(play, state.board.players, n, threads, ends=ends)


def _in_lanes(state: State, n: int) -> Callable[..., None] | None:
    """Return a function that plays games from a state in lanes; None if n games are played faster one after the other.

    With registers of 128 bits, which every x86-64 processor has, lanes are slower than one game after the other (×0.6).
    """
    if n < LEAST or levels()[0] == PORTABLE:
        return None
    from .._core.small_star_empires import (
        full_lanes,  # pyright: ignore[reportMissingModuleSource]
        lanes,
    )

    return next((module.play_games for module in (lanes, full_lanes) if module.has_lanes(state)), None)


def check_state(state: State) -> State:
    """Return a state; raise TypeError for a value of another type."""
    if not isinstance(state, State):
        raise TypeError(f"a State of Small Star Empires is played, not {type_named(state)}")
    return state
