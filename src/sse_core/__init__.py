"""Small Star Empires and three sibling games: positions, legal actions, records, drawings, bots and searches.

>>> import sse_core as sse
>>> state = sse.new_game(sse.base_map(2, seed=7))
>>> while legal := state.legal_actions():
...     state = state.after(legal[0])
>>> state.outcome is not None
True

A function that takes a state takes one of any game, a `sse_core.game.State`; ``sse.State`` is that of Small Star
Empires. `read` reads every text of every game. `GAMES` has the games by name, and each is a `sse_core.game.Game`:

>>> state = sse.GAMES["micro_space_empire"].new_game()
>>> sse.perft(state, 2)
9

Where to go on: ``help(sse.State)`` and ``help(sse.new_game)`` for a position and its start, ``help(sse.jump_wars)`` for
another game, and the help of the module `sse_core.game` for what all games answer, `sse_core.bots` for players,
`sse_core.arena` for matches, `sse_core.testing` for checks, `sse_core.errors`; ``sse --help`` for the command.

An unofficial engine: it ships no art and no text of the publishers.

Ring: core.
"""

# ruff: noqa: E402 - Ctrl-C is answered before the package is loaded.


def _guard(came: bool = False) -> None:
    """Let Ctrl-C end the command `sse` with one line as long as the command is still loading.

    Loading takes longer than the work of most commands, and nothing can be lost yet. Every other program keeps its
    handlers, and a signal that the process was started to ignore stays ignored. If Ctrl-C `came` before this call, the
    process ends now.
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
        # The core of the module `signal`, which would load others first.
        signal = sys.modules["_signal"]
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, end)


try:
    _guard()
except KeyboardInterrupt:
    _guard(came=True)
    raise

from ._core.variants import folders
from .lazy import make_lazy

__path__[:0] = folders(__path__[0])
make_lazy(__name__)
