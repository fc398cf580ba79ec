"""Bots: players that are programs. Each is a module, or any object, that answers `game.Bot`, and plays any game.

This bot looks one action ahead, as `greedy` does, and takes the first of equal actions:

>>> from sse_core import bots, play_game
>>> class Leader:
...     def choose(self, view, player, rng):
...         def lead(action):
...             return bots.expected_lead(view.after(action, player), player)
...
...         return max(bots.choices(view, player), key=lead)
>>> play_game([Leader(), "random"], seed=7).final.outcome.winners
(0,)

A name says which bot plays: one of `BOTS`, one of the game's own (its ``BOTS``), or a file such as ``mybot.py``.

>>> sorted(bots.BOTS)
['greedy', 'mcts', 'random']

A level is one of these bots, with a word for its strength, for people who know no bots. `levels_of` has the levels of a
game, the weakest first; ``random`` is none of them.

For a bot of your own: `choices` returns the legal actions, `evaluation_of` the function that gives each seat's worth,
`margin` the lead in such numbers, and `expected_lead` the lead in a position, also before a chance event. `turns_of`
plays a game ply by ply, `sse_core.play_game` a whole one, and `sse_core.arena` many.

Ring: core.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..game import Bot
from ..play.turns import choices, evaluation_of, margin, turns_of
from . import greedy, mcts, random
from .greedy import expected_lead
from .levels import level_of, levels_of
from .mcts import Mcts
from .watched import BotError

__all__ = [
    "BOTS",
    "Bot",
    "BotError",
    "Mcts",
    "choices",
    "evaluation_of",
    "expected_lead",
    "greedy",
    "level_of",
    "levels_of",
    "margin",
    "mcts",
    "random",
    "turns_of",
]

BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"greedy": greedy, "mcts": mcts, "random": random})
"""The bots that ship, by name."""
