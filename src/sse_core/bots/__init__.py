"""Bots: players that are programs. Each is a module, or any object, that answers `game.Bot`, and plays any game.

>>> sorted(BOTS)
['greedy', 'mcts', 'random']

Ring: core.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..game import Bot
from . import greedy, mcts, random
from .mcts import Mcts

__all__ = ["BOTS", "Bot", "Mcts"]

BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"greedy": greedy, "mcts": mcts, "random": random})
"""The bots that ship, by name."""
