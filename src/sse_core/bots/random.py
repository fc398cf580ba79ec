"""The bot that any other should beat: every legal action is as likely."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from ..game import State
from ..match import choices

__all__ = ["choose"]

ActionT = TypeVar("ActionT")


def choose(view: State[ActionT], player: int, rng: Random) -> ActionT:
    """Return a legal action of `player`, each as likely.

    Raises IllegalActionError, GameOverError below it, if `player` is not to act.
    """
    return rng.choice(choices(view, player))
