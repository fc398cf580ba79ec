"""Chance events inside an environment."""

from __future__ import annotations

from typing import TypeVar

from ..game import CHANCE, AnyState
from ..seeds import PlyStream

__all__ = ["settled"]

StateT = TypeVar("StateT", bound=AnyState)


def settled(state: StateT, seed: int) -> StateT:
    """Return the state after the chance events that are due, drawn as `match.turns_of` draws them for a game's seed.

    The event at ply p is drawn by ``PlyStream(seed, p)``. So agents that choose at random by the stream of their ply
    play the game of `playout` with that seed.
    """
    while (to_act := state.to_act) and to_act[0] == CHANCE:
        state = state.after(PlyStream(seed, state.ply).draw(state.odds()), CHANCE)
    return state
