"""Levels: bots named by a word for their strength, for people who know no bots.

A game may have its own as ``LEVELS``, the weakest first. All others have those of this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..game import AnyGame, Level
from ..play.languages import said
from ..play.messages import MESSAGES, message

__all__ = ["LEVELS", "level_of", "levels_of"]

LEVELS: Final = (
    Level(message("Beginner"), "greedy", message("takes what looks best at once")),
    Level(message("Advanced"), "mcts:0.2s", message("thinks for a fifth of a second")),
    Level(message("Strong"), "mcts:2s", message("thinks for two seconds")),
    Level(message("Very strong"), "mcts:10s", message("thinks for ten seconds")),
)
"""The levels of a game without its own, the weakest first. Each of them plays every game."""


def levels_of(game: AnyGame) -> Sequence[Level]:
    """Return the levels of a game, the weakest first, with words in the reader's language.

    >>> from sse_core import jump_wars, small_star_empires
    >>> [level.player for level in levels_of(small_star_empires)]
    ['star:beginner', 'star:club', 'star:expert', 'star:master']
    >>> [level.title for level in levels_of(jump_wars)]
    ['Beginner', 'Advanced', 'Strong', 'Very strong']
    """
    own: Sequence[Level] | None = getattr(game, "LEVELS", None)
    if own is not None:
        return [level._replace(title=said(level.title, game), about=said(level.about, game)) for level in own]
    return [level._replace(title=MESSAGES.say(level.title), about=MESSAGES.say(level.about)) for level in LEVELS]


def level_of(player: str, game: AnyGame) -> Level | None:
    """Return the level of a game with this player; None for a person, and for all other bots.

    >>> from sse_core import jump_wars, small_star_empires
    >>> level_of("greedy", jump_wars)
    Level(title='Beginner', player='greedy', about='takes what looks best at once', elo=None)
    >>> level_of("greedy", small_star_empires) is None
    True
    """
    return next((level for level in levels_of(game) if level.player == player), None)
