"""The games of this package by name, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final, cast

from .game import Game

__all__ = ["GAMES"]

_MODULES: Final = {
    "small_star_empires": "sse_core.small_star_empires",
    "micro_space_empire": "sse_core.micro_space_empire",
}
"""The module of each game: a new game is a line here."""


class _Games(Mapping[str, Game[Any, Any]]):
    """A mapping from names to games that imports a game's module when the game is looked up."""

    def __getitem__(self, name: str) -> Game[Any, Any]:
        return cast("Game[Any, Any]", import_module(_MODULES[name]))

    def __contains__(self, name: object) -> bool:
        return name in _MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)

    def __repr__(self) -> str:
        return f"<GAMES: {', '.join(_MODULES)}>"


GAMES: Final[Mapping[str, Game[Any, Any]]] = _Games()
"""Every game by name, each answering `sse_core.game.Game`."""
