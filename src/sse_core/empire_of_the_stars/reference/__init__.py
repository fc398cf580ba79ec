"""The rules in plain Python, told like the rulebook: a file for each role, and in it a function for each clause.

A game is a `Game`: a table with the things that lie there, and a story that stops where a player or chance is to act.
It begins with what a seed has dealt (`Game.from_deal`), or at any decision of a position (`game_at`). It shares nothing
with the compiled core but the content of packs, their words, and the names of a position's fields. It judges the core
in tests; no other module of the package imports it.
"""

from __future__ import annotations

from ...game import CHANCE
from .beginning import game_at
from .components import Components
from .game import Game
from .secrets import known_to, sample
from .things import Deal

__all__ = ["CHANCE", "Components", "Deal", "Game", "game_at", "known_to", "sample"]
