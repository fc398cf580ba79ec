"""Chance events inside an environment."""

from __future__ import annotations

from typing import TypeVar

from ..game import AnyState
from ..seeds import PlyStream, SplitMix64

__all__ = ["settled"]

StateT = TypeVar("StateT", bound=AnyState)


def settled(state: StateT, seed: int) -> StateT:
    """Return the state after the chance events that are due, drawn as `match.turns_of` draws them for a game's seed.

    The event at ply p is drawn by ``PlyStream(seed, p)``. So agents that choose at random by the stream of their ply
    play the game of `playout` with that seed.

    >>> from sse_core import micro_space_empire as micro
    >>> state = micro.new_game().after(0)
    >>> state.to_act, settled(state, 7).to_act
    ((-1,), (0,))
    """
    return state.resolve(_PlyDraws(seed, state.ply))


class _PlyDraws(SplitMix64):
    """A generator whose draws are those of successive plies: `State.resolve` takes one for each chance event."""

    def __init__(self, seed: int, ply: int) -> None:
        self._seed = seed
        self._ply = ply

    def below(self, n: int) -> int:
        """Return what the stream of the ply that has come draws first."""
        stream = PlyStream(self._seed, self._ply)
        self._ply += 1
        return stream.below(n)
