"""The Hypothesis entry point: strategies by annotation for the types of every game, and their printed form.

Hypothesis calls `register` while it is imported itself, in every program that has both libraries. So nothing of a game
is loaded here: the types of a game are registered when the game is loaded, by whomever, and its strategies are loaded
when a value is drawn. Nor is Hypothesis loaded here, which would ask for `register` before this module has it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias, cast, get_args

from ..lazy import listen

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy
    from hypothesis.vendor.pretty import RepresentationPrinter

    from ..game import AnyGame

__all__ = ["register", "strategies_of"]

Strategy: TypeAlias = "SearchStrategy[Any]"


def register() -> None:
    """Register the strategies of every game with Hypothesis, for `from_type` and ``given(x=...)``.

    Those of a game that isn't loaded yet are registered when it is. A `GameRecord` is one of Small Star Empires;
    ``GameRecord[State, Action]`` is one of the game of that `State`.
    """
    listen(_register_types)


def _register_types(package: str) -> None:
    """Register the types of a package, if it is a game."""
    game: Any = sys.modules[package]
    # The strategies of a game are a file in its folder; a game in a single file has none.
    types = getattr(game, "STRATEGIES", {}) if hasattr(game, "__path__") else {}
    for name, function in types.items():
        _register(getattr(game, name), _strategy(game, function))
    if types:
        from ..play.records.record import GameRecord

        _register(GameRecord, _records)


def strategies_of(game: AnyGame) -> ModuleType:
    """Return the module of a game's strategies."""
    return import_module(f"{cast(ModuleType, game).__name__}.strategies")


def _register(kind: Any, strategy: Callable[[Any], Strategy]) -> None:
    from hypothesis.strategies import register_type_strategy
    from hypothesis.vendor.pretty import for_type_by_name

    if isinstance(kind, type):
        register_type_strategy(kind, strategy)
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
    from ..games import GAMES

    state = next(iter(get_args(kind)), None)
    games = [*GAMES.values()]
    return _strategy(next((game for game in games if getattr(game, "State", None) is state), games[0]), "games")(kind)


def _print(value: object, printer: RepresentationPrinter, cycle: bool) -> None:
    from .printing import print_multiline

    print_multiline(value, printer, cycle)
