"""What Hypothesis calls when it is imported, so that it knows the types of this package by annotation.

Nothing of `sse_core.testing` is imported before a strategy is asked for: whoever imports that first would meet it half
imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from hypothesis import strategies as st

from .. import GAMES, MAX_CELLS, Choose, Move

__all__ = ["register"]

Strategy = st.SearchStrategy[Any]

_STRATEGIES: Final = {
    "Action": "actions",
    "Bag": "bags",
    "Board": "boards",
    "GameRecord": "games",
    "Hex": "hexes",
    "Rules": "rules",
    "Setup": "setups",
    "State": "states",
}
"""What a game calls a type, and what the strategies in the folder of its name call the strategy for it."""


def register() -> None:
    """Tell Hypothesis what the types of the games are drawn from: what `from_type` and ``given(x=...)`` take.

    A `Move` is a legal one of some position; `Choose`, `Reveal` and `Stay` are drawn without one.
    """
    for game, module in GAMES.items():
        for name, strategy in _STRATEGIES.items():
            kind = getattr(module, name, None)
            if isinstance(kind, type):
                st.register_type_strategy(kind, _drawn_from(game, strategy))
    st.register_type_strategy(Move, _moves)
    st.register_type_strategy(Choose, lambda _: st.integers(0, MAX_CELLS - 1).map(Choose))


def _drawn_from(game: str, name: str) -> Callable[[type], Strategy]:
    def strategy(kind: type) -> Strategy:
        found: Strategy = getattr(import_module(f"sse_core.testing.{game}"), name)()
        return found

    return strategy


def _moves(kind: type) -> Strategy:
    from . import actions

    return actions().filter(lambda action: isinstance(action, kind))
