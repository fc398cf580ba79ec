"""The games of this package by name, each loaded on first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from .lazy import announce

if TYPE_CHECKING:
    from pathlib import Path

    from .game import AnyGame

__all__ = ["GAMES", "place_of", "prefix_of"]

_MODULES: Final = {
    "small_star_empires": "sse_core.small_star_empires",
    "micro_space_empire": "sse_core.micro_space_empire",
    "jump_wars": "sse_core.jump_wars",
    "empire_of_the_stars": "sse_core.empire_of_the_stars",
}
"""The module of each game. A new game needs a line here. The first game is the default of the command."""

_PREFIXES: Final = {
    "small_star_empires": "sse",
    "micro_space_empire": "mse",
    "jump_wars": "jw",
    "empire_of_the_stars": "eots",
}
"""The prefix of each game's texts, equal to its `Info.prefix`: so a text's game is found without loading the others."""


@cache
def _loaded(module: str) -> AnyGame:
    """Return a game by the name of its module. The game is cached, since each state is asked for its game often."""
    game = cast("AnyGame", import_module(module))
    announce(module)
    return game


class _Games(Mapping[str, "AnyGame"]):
    """A mapping from names to games. A lookup imports the game's module."""

    def __getitem__(self, name: str) -> AnyGame:
        if name not in self:
            from .forms.checks import guess, shown

            raise KeyError(f"there is no game {shown(name)}{guess(str(name), self)}; they are {', '.join(self)}")
        return _loaded(_MODULES[name])

    def __contains__(self, name: object) -> bool:
        return name in _MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)

    def __repr__(self) -> str:
        return f"<GAMES: {', '.join(_MODULES)}>"


GAMES: Final[Mapping[str, AnyGame]] = _Games()
"""Every game by name, each answering `sse_core.game.Game`."""


def prefix_of(name: str) -> str:
    """Return the prefix of a game's texts, such as ``sse``. A game that isn't in the table of prefixes is loaded."""
    return _PREFIXES.get(name) or GAMES[name].INFO.prefix


def place_of(name: str) -> Path:
    """Return the file of a game's module without loading the game. The game's other files stand beside it."""
    # Few programs ask, and all load this file.
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec(_MODULES[name])
    assert spec is not None, f"{name} has no module"
    return Path(str(spec.origin))
