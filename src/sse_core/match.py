"""A game from one turn to the next: whoever is to act chooses, and chance comes as its odds say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from .game import CHANCE, State
from .seeds import child_seed

__all__ = ["choices", "turns_of"]

StateT = TypeVar("StateT", bound=State[Any])
ActionT = TypeVar("ActionT")


def choices(view: State[ActionT], player: int) -> Sequence[ActionT]:
    """Return the legal actions of a player, one at least; out of turn raise what `State.after` raises.

    Every `choose` of a bot begins with this.
    """
    actions = view.legal_actions(player)
    if not actions:
        # The game has the words and the clause: whoever is not to act may not do even the first action of the table.
        view.after(0, player)
    return actions


def turns_of(
    state: StateT, choosers: Sequence[Callable[[StateT, int, Random], Any]], seed: int
) -> Iterator[tuple[int, Any, StateT]]:
    """Play to the end; yield each turn: who, what, and the state after it.

    `choosers` has one ``choose(view, player, rng)`` for each seat, such as the `choose` of a bot. Every turn, and every
    chance event, draws from a generator of its own, made of `seed` and the ply alone: nobody's draws depend on
    another's, and a game that is gone on with at some ply goes on as it would have.
    """
    while state.to_act:
        player, rng = state.to_act[0], Random(child_seed(seed, state.ply))
        if player == CHANCE:
            events, odds = zip(*state.odds(), strict=True)
            (action,) = rng.choices(events, odds)
        else:
            action = choosers[player](state.view(player), player, rng)
        state = state.after(action, player)
        yield player, action, state
