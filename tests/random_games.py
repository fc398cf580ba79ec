"""Random games, for tests of any game: their moves, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeVar

from sse_core.game import AnyState
from sse_core.seeds import SplitMix64

__all__ = ["Move", "moves"]

RngT = TypeVar("RngT", SplitMix64, Random)


class Move(NamedTuple):
    """An action of a player or of chance, with the states around it."""

    before: Any
    player: int
    action: Any
    after: Any


def moves(start: AnyState, rng: RngT, choose: Callable[[Any, int, RngT], Any] | None = None) -> Iterator[Move]:
    """Yield the moves of a game from a state to the end.

    `choose` returns an action of a player, or of chance. Without it each legal one is equally likely, of chance, too:
    what is rare comes up.
    """
    state = start
    while state.to_act:
        player = rng.choice(state.to_act)
        action = choose(state, player, rng) if choose else rng.choice(state.legal_actions(player))
        after = state.after(action, player)
        yield Move(state, player, action, after)
        state = after
