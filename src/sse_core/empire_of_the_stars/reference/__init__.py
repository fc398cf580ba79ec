"""The rules in plain Python, in the order of the rulebook: a file for each role, with a function for each clause.

A game is a `Game`: a table with the things on it, and a story, which stops when a player or chance is to act. It begins
with the deal of a seed (`Game.from_deal`), or at any decision of a position (`game_at`). It shares with the compiled
core only the content of packs, their words, and the names of a position's fields. Tests compare the core with it; no
other module of the package imports it.
"""

from __future__ import annotations

from ...game import CHANCE
from .beginning import game_at
from .components import Components
from .game import Game
from .secrets import known_to, sample
from .things import Deal

__all__ = ["CHANCE", "Components", "Deal", "Game", "game_at", "known_to", "sample"]
