"""Kinds of states: states with secrets, states with sealed actions, and states after which chance events may come.

A check against a Protocol takes as long as an action, and a long game needs one at each action: so each class of states
is checked once.
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
    """A game with starts from which no chance event can come. Any other game may have chance events from all starts."""

    def has_chance(self, state: Any, /) -> bool:
        """Return whether a chance event may follow a state; False only if none can."""
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

    Games have it in which seats act one after the other but decide secretly at the same time: until such an action is
    opened, no other seat's view counts it. None for a state of any other game.
    """
    found: bool | None = getattr(state, "is_sealed", None)
    return found


def may_have_chance(state: State[Any]) -> bool:
    """Return whether a chance event may follow a state: True, unless its game is a `ChanceGame` that says no."""
    game = state.game
    return game.has_chance(state) if isinstance(game, ChanceGame) else True
