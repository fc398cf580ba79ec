"""Playing of chance events inside an environment, with reproducible draws."""

from __future__ import annotations

from typing import TypeVar

from ..game import AnyState
from ..seeds import PlyStream, SplitMix64

__all__ = ["settled"]

StateT = TypeVar("StateT", bound=AnyState)


def settled(state: StateT, seed: int) -> StateT:
    """Return the state after all due chance events, drawn as `bots.turns_of` draws them for a game's seed.

    ``PlyStream(seed, p)`` draws the event at ply p. So agents that choose at random by the stream of their ply play the
    game of `playout` with that seed.

    >>> from sse_core import micro_space_empire as micro
    >>> state = micro.new_game().after(0)
    >>> state.to_act, settled(state, 7).to_act
    ((-1,), (0,))
    """
    return state.resolve(_PlyDraws(seed, state.ply))


class _PlyDraws(SplitMix64):
    """A generator with one draw from the stream of each successive ply, as `State.resolve` takes one per event."""

    def __init__(self, seed: int, ply: int) -> None:
        self._seed = seed
        self._ply = ply

    def below(self, n: int) -> int:
        """Return the first draw of the stream of the next ply."""
        stream = PlyStream(self._seed, self._ply)
        self._ply += 1
        return stream.below(n)
