"""Secrets of actions: whether an action is hidden from a person, and whether it reveals something to that person."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final, cast

from ..game import State
from ..seeds import SplitMix64
from .state_kinds import has_secrets

__all__ = ["alike", "is_hidden", "is_telling"]

_SAMPLES: Final = 8


def alike(state: State[Any], person: int, samples: int = _SAMPLES) -> Iterator[State[Any]]:
    """Yield some states that look the same to a person who sits at a seat; the state itself without secrets."""
    if not has_secrets(state):
        return iter((state,))
    rng, full = SplitMix64(0), cast(Any, state)
    return (full.sample(person, rng) for _ in range(samples))


def is_hidden(before: State[Any], player: int, action: Any, after: State[Any], person: int) -> bool:
    """Return whether an action of a player, or of chance, is hidden from the person at a seat.

    It is hidden if another action, in this state or in a state that looks the same to the person, leads to another
    state with the same view. Actions of sealed orders are hidden in any case (`turns.stays_sealed`).
    """
    if player == person or not has_secrets(before):
        return False
    seen = after.view(person)
    tried: list[Any] = []
    for state in chain([before], alike(before, person)):
        # Samples are drawn one by one, and equal ones are tried once: they are often equal if little is hidden.
        if state not in tried and _could_be_another(state, player, action, seen, person):
            return True
        tried.append(state)
    return False


def is_telling(before: State[Any], player: int, action: Any, after: State[Any], person: int) -> bool:
    """Return whether an action of a player, or of chance, revealed something that was hidden from the person at a seat.

    It did so if the same action leads to another view from a state that looked the same to the person.
    """
    if not has_secrets(before):
        return False
    seen = after.view(person)
    return any(
        action in state.legal_actions(player) and state.after(action, player).view(person) != seen
        for state in alike(before, person)
    )


def _could_be_another(state: Any, player: int, action: Any, seen: Any, person: int) -> bool:
    """Return whether another action in a state gives this view. An action with the same effect doesn't count."""
    legal = state.legal_actions(player)
    same = state.after(action, player) if action in legal else None
    # A game of thousands of moves asks a million times: a loop takes less than `any`.
    for other in legal:
        if other != action:
            end = state.after(other, player)
            if end.view(person) == seen and end != same:
                return True
    return False
