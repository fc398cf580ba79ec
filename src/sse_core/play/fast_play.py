"""Perft and random play of any game: by the game's own fast functions where it has them, in plain Python elsewhere."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Final, cast

from ..game import AnyGame, FastGame
from . import game_tree, random_play

__all__ = ["fast_of"]


class _PlainPlay:
    """The functions for any game."""

    perft = staticmethod(game_tree.perft)
    perft_divide = staticmethod(game_tree.perft_divide)
    playout = staticmethod(random_play.playout)
    playouts = staticmethod(random_play.playouts)


_PLAIN: Final[FastGame[Any, Any]] = _PlainPlay()


def fast_of(game: AnyGame) -> FastGame[Any, Any]:
    """Return the game if it has fast functions of its own (`game.FastGame`), else those for any game."""
    return _kept(game) if isinstance(game, Hashable) else _found(game)


def _found(game: AnyGame) -> FastGame[Any, Any]:
    fast = _PLAIN
    if isinstance(game, FastGame):
        fast = cast("FastGame[Any, Any]", game)
    return fast


# Python looks the names of a protocol up one by one, which takes longer than a short game: once for each game will do.
_kept: Final = lru_cache(maxsize=64)(_found)
