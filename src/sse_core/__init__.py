"""A game-engine core for Small Star Empires, to be used as ``import sse_core as sse``.

>>> import sse_core as sse
>>> state = sse.new_game(sse.base_map(2, seed=7))
>>> while legal := state.legal_actions():
...     state = state.after(legal[0])
>>> state.outcome is not None
True

The names here are those of Small Star Empires. Functions that take a state take one of any game; `read` reads every
text of every game; `GAMES` has the games by name, each answering `sse_core.game.Game` and loaded on first use:

>>> state = sse.GAMES["micro_space_empire"].start()
>>> sse.perft(state, 2)
9

An unofficial engine: it ships no art and no text of the publishers.
"""

from __future__ import annotations

from typing import Any

from . import any_game
from .any_game import *  # noqa: F403
from .errors import (
    ArgumentError,
    GameOverError,
    IllegalActionError,
    NotationCode,
    NotationError,
    NotBuiltError,
    RangeError,
    Refusal,
    SetupCode,
    SetupError,
    SseError,
)
from .game import CHANCE, Game, Outcome
from .games import GAMES
from .seeds import SplitMix64, child_seed
from .small_star_empires import exports, parse_state, start
from .small_star_empires.exports import *  # noqa: F403
from .version import __version__

__all__ = [
    "CHANCE",
    "GAMES",
    "ArgumentError",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "NotBuiltError",
    "NotationCode",
    "NotationError",
    "Outcome",
    "RangeError",
    "Refusal",
    "SetupCode",
    "SetupError",
    "SplitMix64",
    "SseError",
    "__version__",
    "child_seed",
    "parse_state",
    "start",
]
__all__ += any_game.__all__
__all__ += exports.__all__


def __getattr__(name: str) -> Any:
    """Return a game by its name, loaded on first use."""
    if name in GAMES:
        return GAMES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
