"""Pictures of positions and maps, each drawn once and kept for a while."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Final, cast

from ..drawing.checks import check_theme
from ..game import AnyGame, Theme, ThumbnailGame

__all__ = ["picture", "theme_named", "thumbnail"]

_KEPT: Final = 256
"""The pictures that are kept: some 20 MB."""


def theme_named(name: str | None) -> Theme:
    """Return a theme by its name, the dark one for None; raise ArgumentError if there is none."""
    return "dark" if name is None else check_theme(cast(Theme, name))


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
