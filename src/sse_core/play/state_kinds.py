"""Kinds of states: those with secrets, and those that say what is sealed. Each class of states is asked once.

To ask a Protocol takes as long as an action, and a long game asks at each.
"""

from __future__ import annotations

from typing import Final, TypeGuard

from ..game import SealingState, SecretState

__all__ = ["has_secrets", "says_what_is_sealed"]

_HAVE_SECRETS: Final[dict[type, bool]] = {}
_SAY_WHAT_IS_SEALED: Final[dict[type, bool]] = {}


def has_secrets(state: object) -> bool:
    """Return whether a state is a `game.SecretState`."""
    kind = type(state)
    found = _HAVE_SECRETS.get(kind)
    if found is None:
        found = _HAVE_SECRETS[kind] = isinstance(state, SecretState)
    return found


def says_what_is_sealed(state: object) -> TypeGuard[SealingState]:
    """Return whether a state is a `game.SealingState`."""
    kind = type(state)
    found = _SAY_WHAT_IS_SEALED.get(kind)
    if found is None:
        found = _SAY_WHAT_IS_SEALED[kind] = isinstance(state, SealingState)
    return found
