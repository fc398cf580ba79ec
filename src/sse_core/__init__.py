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

# ruff: noqa: E402 - Ctrl-C is answered before the package is loaded.


def _guard(came: bool = False) -> None:
    """Let Ctrl-C end the process in one line until the command works, if this process is the command.

    Loading takes longer than most commands work, and nothing is at stake yet. Every other program keeps its handlers,
    and a signal that the process was started to ignore stays ignored. If Ctrl-C `came` before, it ends the process now.
    """
    import os
    import sys

    words = getattr(sys, "argv", None) or [""]
    if words[0] == "-m":
        is_command = sys.orig_argv[-len(words)] in ("sse_core", "-msse_core")
    else:
        # The script that an install makes imports `main`, and does nothing else.
        frame = sys._getframe()  # pyright: ignore[reportPrivateUsage]
        while frame.f_back is not None:
            frame = frame.f_back
        is_command = frame.f_code.co_name == "<module>" and "sse_core.__main__" in frame.f_code.co_names

    def end(*signalled: object) -> None:
        try:
            os.write(2, b"sse: interrupted\n")
        finally:
            os._exit(130)

    if is_command:
        if came:
            end()
        # What the module `signal` stands on, which would load others first.
        signal: Any = sys.modules["_signal"]
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, end)


try:
    _guard()
except KeyboardInterrupt:
    _guard(came=True)
    raise

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
