"""Players without a person: each a module (or any object) that answers `Bot`, written against `game.py` alone.

>>> sorted(BOTS)
['greedy', 'random']
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

from ..game import State
from . import greedy, random

__all__ = ["BOTS", "Bot"]

ActionT = TypeVar("ActionT")


class Bot(Protocol):
    """Whatever chooses an action, in any game that answers `game.Game`."""

    def choose(self, view: State[ActionT], player: int, rng: Random, /) -> ActionT:
        """Return one of the legal actions of `player`, who must be one of those to act.

        `view` is what that player may know of the state. All chance comes from `rng`: the same view and a generator
        in the same state give the same action.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        ...


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"greedy": greedy, "random": random})
"""The bots that ship, by name."""
