"""Kinds of states: those with secrets, those that say what is sealed, and those in which chance may have a part.

To ask a Protocol takes as long as an action, and a long game asks at each for secrets: so each class of states is asked
once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, Self, runtime_checkable

if TYPE_CHECKING:
    from ..game import State
    from ..seeds import SplitMix64

__all__ = ["ChanceGame", "SecretState", "has_secrets", "is_sealed", "may_have_chance"]

_HAVE_SECRETS: Final[dict[type, bool]] = {}


@runtime_checkable
class SecretState(Protocol):
    """A state of a game with secrets: hidden cards, sealed orders."""

    def sample(self, player: int, rng: SplitMix64, /) -> Self:
        """Return a full state, for search, drawn from the states in which the player has the same view.

        `rng` draws by ``below(n)``.
        """
        ...


@runtime_checkable
class ChanceGame(Protocol):
    """A game that chance has no part in from some of its starts; in any other it may have a part from all of them."""

    def has_chance(self, state: Any, /) -> bool:
        """Return whether chance may have a part after a state; False only if no chance event can follow."""
        ...


def has_secrets(state: object) -> bool:
    """Return whether a state is a `SecretState`."""
    kind = type(state)
    found = _HAVE_SECRETS.get(kind)
    if found is None:
        found = _HAVE_SECRETS[kind] = isinstance(state, SecretState)
    return found


def is_sealed(state: object) -> bool | None:
    """Return whether the action before a state is sealed, where its game says so by the attribute ``is_sealed``.

    A game says it in which seats that act one after the other decide at once, too: until such an action is opened, no
    other seat's view counts it. None for a state of any other game.
    """
    found: bool | None = getattr(state, "is_sealed", None)
    return found


def may_have_chance(state: State[Any]) -> bool:
    """Return whether chance may have a part after a state: True, unless its game is a `ChanceGame` that denies it."""
    game = state.game
    return game.has_chance(state) if isinstance(game, ChanceGame) else True
