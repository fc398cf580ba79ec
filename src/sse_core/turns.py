"""A game from one turn to the next: whoever is to act chooses, and chance comes as its odds say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from .game import CHANCE, State
from .seeds import child_seed

__all__ = ["turns_of"]

StateT = TypeVar("StateT", bound=State[Any])


def turns_of(
    state: StateT, choosers: Sequence[Callable[[StateT, int, Random], Any]], seed: int
) -> Iterator[tuple[int, Any, StateT]]:
    """Play to the end; yield each turn: who, what, and the state after it.

    `choosers` has one ``choose(view, player, rng)`` for each seat, such as the `choose` of a bot. Every seat, and
    chance after them, draws from a generator of its own, so that a player's draws depend on no other's.
    """
    generators = [Random(child_seed(seed, player)) for player in range(len(choosers) + 1)]
    while state.to_act:
        player = state.to_act[0]
        if player == CHANCE:
            events, odds = zip(*state.odds(), strict=True)
            (action,) = generators[-1].choices(events, odds)
        else:
            action = choosers[player](state.view(player), player, generators[player])
        state = state.after(action, player)
        yield player, action, state
