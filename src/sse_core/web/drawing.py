"""Pictures of positions and maps, each drawn once and kept for a while."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Final, cast, get_args

from ..checks import shown
from ..game import AnyGame, Theme, ThumbnailGame
from .errors import WebError

__all__ = ["THEMES", "picture", "theme_named", "thumbnail"]

THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

_KEPT: Final = 256
"""The pictures that are kept: some 20 MB."""


def theme_named(name: str | None) -> Theme:
    """Return a theme by its name, the first one for None; raise WebError if there is none."""
    if name is None:
        return THEMES[0]
    for theme in THEMES:
        if theme == name:
            return theme
    raise WebError(f"there is no theme {shown(name)}; they are {', '.join(THEMES)}")


def picture(game: AnyGame, what: Any, last: tuple[Any, ...] = (), theme: Theme = "dark") -> str:
    """Return the drawing of a position, or of a map, as SVG, with the last actions marked."""
    return _drawn(cast("Hashable", game), what, last, theme)


def thumbnail(game: AnyGame, what: Any, theme: Theme) -> str:
    """Return a small drawing of a position, or of a map, as SVG: the whole one in a game that has no small ones."""
    return _small(cast("Hashable", game), what, theme)


@lru_cache(_KEPT)
def _small(game: Any, what: Any, theme: Theme) -> str:
    return str(game.thumbnail(what, theme=theme) if isinstance(game, ThumbnailGame) else game.to_svg(what, theme=theme))


@lru_cache(_KEPT)
def _drawn(game: Any, what: Any, last: tuple[Any, ...], theme: Theme) -> str:
    return str(game.to_svg(what, last=last, theme=theme))
