"""The random bot: every legal action is equally likely. Any other bot should beat it."""

from __future__ import annotations

from typing import TypeVar

from ..game import State
from ..match import choices
from ..seeds import SplitMix64

__all__ = ["choose"]

ActionT = TypeVar("ActionT")


def choose(view: State[ActionT], player: int, rng: SplitMix64) -> ActionT:
    """Return a legal action of `player`, each equally likely: ``rng.choice`` of them by ascending id.

    Raises IllegalActionError, GameOverError below it, if `player` is not to act.
    """
    return rng.choice(choices(view, player))
