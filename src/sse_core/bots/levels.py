"""Levels: bots for people who know none, each by a word for its strength."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["LEVELS", "Level", "level_of"]


class Level(NamedTuple):
    """A bot with a word for its strength."""

    title: str
    player: str
    """The bot as players are named, such as ``mcts:2s``."""

    about: str
    """How it chooses, in a few words."""


LEVELS: Final = (
    Level("Beginner", "greedy", "takes what looks best at once"),
    Level("Advanced", "mcts:0.2s", "thinks for a fifth of a second"),
    Level("Strong", "mcts:2s", "thinks for two seconds"),
    Level("Very strong", "mcts:10s", "thinks for ten seconds"),
)
"""All levels, the weakest first. Each of them plays every game."""


def level_of(player: str) -> Level | None:
    """Return the level that a player is; None for a person, and for all other bots.

    >>> level_of("greedy")
    Level(title='Beginner', player='greedy', about='takes what looks best at once')
    """
    return next((level for level in LEVELS if level.player == player), None)
