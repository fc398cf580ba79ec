"""The Hypothesis entry point: strategies by annotation for the types of every game, and their printed form.

Hypothesis calls `register` while it is imported itself, perhaps by a game's strategies. So this module imports the
strategies only when a value is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, Final, cast, get_args

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

from ..game import AnyGame, DrawnGame
from ..games import GAMES
from ..play.records import GameRecord

__all__ = ["register", "strategies_of"]

Strategy = st.SearchStrategy[Any]

_FIRST: Final = next(iter(GAMES))
"""The game of a bare `GameRecord`."""


def register() -> None:
    """Register the strategies of every game with Hypothesis, for `from_type` and ``given(x=...)``.

    A `GameRecord` is one of Small Star Empires; ``GameRecord[State, Action]`` is one of the game of that `State`.
    """
    for game in GAMES.values():
        if isinstance(game, DrawnGame):
            for name, function in game.STRATEGIES.items():
                _register(getattr(game, name), _strategy(game, function))
    _register(GameRecord, _records)


def strategies_of(game: AnyGame) -> ModuleType:
    """Return the module of a game's strategies."""
    return import_module(f"{cast(ModuleType, game).__name__}.strategies")


def _register(kind: Any, strategy: Callable[[Any], Strategy]) -> None:
    if isinstance(kind, type):
        st.register_type_strategy(kind, strategy)
        # A type that notebooks draw is printed as a drawing, too.
        if hasattr(kind, "_repr_svg_"):
            for_type_by_name(kind.__module__, kind.__name__, _print)


def _strategy(game: AnyGame, function: str) -> Callable[[Any], Strategy]:
    def strategy(_: Any) -> Strategy:
        found: Strategy = getattr(strategies_of(game), function)()
        return found

    return strategy


def _records(kind: Any) -> Strategy:
    """Return the strategy for a `GameRecord`, bare or with the types of a game's states and actions."""
    state = next(iter(get_args(kind)), None)
    owner = next((game for game in GAMES.values() if getattr(game, "State", None) is state), GAMES[_FIRST])
    return _strategy(owner, "games")(kind)


def _print(value: object, printer: RepresentationPrinter, cycle: bool) -> None:
    from .printing import print_multiline

    print_multiline(value, printer, cycle)
