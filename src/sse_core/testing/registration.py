"""What Hypothesis calls when it is imported, so that it knows the types of this package by annotation and prints them.

Nothing of `sse_core.testing` is imported before a strategy is asked for, or a value is printed: whoever imports that
first would meet it half imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

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

_PRINTED: Final = frozenset({"Board", "GameRecord", "State"})
"""What is printed as `printing.drawn` writes it."""


def register() -> None:
    """Tell Hypothesis what the types of the games are drawn from, and how they are printed in a failing example.

    `from_type` and ``given(x=...)`` draw from them.

    A `Move` is a legal one of some position; `Choose`, `Reveal` and `Stay` are drawn without one.
    """
    for game, module in GAMES.items():
        for name, strategy in _STRATEGIES.items():
            kind = getattr(module, name, None)
            if isinstance(kind, type):
                st.register_type_strategy(kind, _drawn_from(game, strategy))
                if name in _PRINTED:
                    for_type_by_name(kind.__module__, kind.__name__, _print)
    st.register_type_strategy(Move, _moves)
    st.register_type_strategy(Choose, lambda _: st.integers(0, MAX_CELLS - 1).map(Choose))


def _drawn_from(game: str, name: str) -> Callable[[type], Strategy]:
    def strategy(kind: type) -> Strategy:
        found: Strategy = getattr(import_module(f"sse_core.testing.{game}"), name)()
        return found

    return strategy


def _print(value: object, printer: RepresentationPrinter, cycle: bool) -> None:
    from .printing import print_drawn

    print_drawn(value, printer, cycle)


def _moves(kind: type) -> Strategy:
    from . import actions

    return actions().filter(lambda action: isinstance(action, kind))
