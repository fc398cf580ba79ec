"""Bots: players that are programs. Each is a module, or any object, that answers `Bot`; all play any game of `game.py`.

>>> sorted(BOTS)
['greedy', 'mcts', 'random']
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

from ..game import State
from ..seeds import SplitMix64
from . import greedy, mcts, random
from .mcts import Mcts

__all__ = ["BOTS", "Bot", "Mcts"]

ActionT = TypeVar("ActionT")


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: State[ActionT], player: int, rng: SplitMix64, /) -> ActionT:
        """Return a legal action of `player`, who is to act.

        `view` is what the player may know of the state. A bot that draws takes its numbers from `rng`, by ``choice``,
        ``below`` or ``shuffle``, and from nowhere else: the same view and the same stream give the same action.
        `match.turns_of` hands over a stream that belongs to this ply alone.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        ...


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"greedy": greedy, "mcts": mcts, "random": random})
"""The bots that ship, by name."""
