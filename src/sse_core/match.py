"""A game from one turn to the next: players choose, and chance events are drawn by their odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from .game import CHANCE, SecretState, State
from .seeds import PlyStream, SplitMix64

__all__ = ["choices", "sample", "turns_of"]

StateT = TypeVar("StateT", bound=State[Any])
ActionT = TypeVar("ActionT")


def choices(view: State[ActionT], player: int) -> Sequence[ActionT]:
    """Return the legal actions of a player, at least one.

    The `choose` of every bot begins with this. Raises what `State.after` raises if the player is not to act.
    """
    actions = view.legal_actions(player)
    if not actions:
        # Nothing is legal for this player, so that the game refuses any action, in its own words and with its clause.
        view.after(0, player)
    return actions


def sample(state: StateT, player: int, rng: SplitMix64) -> StateT:
    """Return a full state drawn from what a player may know of a state, for search; the state itself without secrets.

    A game with secrets answers `game.SecretState`.
    """
    return state.sample(player, rng) if isinstance(state, SecretState) else state


def turns_of(
    state: StateT, choosers: Sequence[Callable[[StateT, int, SplitMix64], Any]], seed: int
) -> Iterator[tuple[int, Any, StateT]]:
    """Play to the end; yield each turn as the player (or CHANCE), the action, and the state after it.

    `choosers` has one ``choose(view, player, rng)`` for each seat, such as the `choose` of a bot. Where several are to
    act, the first of `to_act` chooses first, and each sees its own view.

    The turn at ply p draws from ``PlyStream(seed, p)``, p being `State.ply`. A chance event is ``rng.draw(odds)``. So
    the same choosers and seed give the same game, and a game picked up at any ply goes on as it would have. Random bots
    in all seats play the game of `playout` with that seed.
    """
    while state.to_act:
        player, rng = state.to_act[0], PlyStream(seed, state.ply)
        if player == CHANCE:
            action: Any = rng.draw(state.odds())
        else:
            action = choosers[player](state.view(player), player, rng)
        state = state.after(action, player)
        yield player, action, state
