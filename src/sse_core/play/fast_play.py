"""Perft and random play of any game: by the game's own fast functions if it has them, else in plain Python."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Final, Protocol, SupportsIndex, cast, runtime_checkable

from ..game import ActionT, AnyGame, Playouts, StateT
from . import game_tree, random_play

__all__ = ["FastGame", "fast_of"]


@runtime_checkable
class FastGame(Protocol[StateT, ActionT]):
    """A game with fast functions of its own for perft and random play.

    Their results are those of the functions for any game. `sse_core.any_game` calls them if a game has them.
    """

    def perft(
        self, state: StateT, depth: SupportsIndex, /, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
    ) -> int:
        """Return the number of sequences of `depth` actions, with a transposition table of so many positions."""
        ...

    def perft_divide(
        self, state: StateT, depth: SupportsIndex, /, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
    ) -> dict[ActionT, int]:
        """Return the `perft` of each legal action."""
        ...

    def playout(self, state: StateT, seed: SupportsIndex, /) -> StateT:
        """Return the end of a game of uniform random play."""
        ...

    def playouts(
        self,
        state: StateT,
        n: SupportsIndex,
        seed: SupportsIndex,
        /,
        *,
        threads: SupportsIndex = 1,
        ends: bool = False,
    ) -> Playouts:
        """Return the results of n games of uniform random play."""
        ...


class _PlainPlay:
    """The functions for any game."""

    perft = staticmethod(game_tree.perft)
    perft_divide = staticmethod(game_tree.perft_divide)
    playout = staticmethod(random_play.playout)
    playouts = staticmethod(random_play.playouts)


_PLAIN: Final[FastGame[Any, Any]] = _PlainPlay()


def fast_of(game: AnyGame) -> FastGame[Any, Any]:
    """Return the game if it has fast functions of its own (`FastGame`), else those for any game."""
    return _kept(game) if isinstance(game, Hashable) else _found(game)


def _found(game: AnyGame) -> FastGame[Any, Any]:
    fast = _PLAIN
    if isinstance(game, FastGame):
        fast = cast("FastGame[Any, Any]", game)
    return fast


# A check against a Protocol looks up its names one by one, which takes longer than a short game. So it is cached.
_kept: Final = lru_cache(maxsize=64)(_found)
