"""SVG pictures of positions and maps for the page, with a cache of those that were drawn last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast, get_args

from ..drawing.checks import check_theme
from ..forms.checks import check_choice
from ..forms.messages import language
from ..game import AnyGame, NarrowGame, Theme
from .text_cache import TextCache

__all__ = ["DARK", "Layout", "Style", "layout_named", "picture", "theme_named", "thumbnail"]

_MOST_BYTES: Final = 20_000_000
"""The most bytes of cached pictures."""

_OWN: Final = 20_000
"""The bytes that are counted for the position of each picture."""


Layout: TypeAlias = Literal["wide", "narrow"]
_LAYOUTS: Final[tuple[Layout, ...]] = get_args(Layout)


class Style(NamedTuple):
    """How a picture is drawn."""

    theme: Theme = "dark"
    is_narrow: bool = False
    """Whether the window is narrow; a game without narrow drawings ignores it."""


DARK: Final = Style()


_PICTURES: Final[TextCache[str]] = TextCache(_MOST_BYTES, _OWN)


def theme_named(name: str | None) -> Theme:
    """Return a theme by its name, the dark one for None; raise ArgumentError if there is none."""
    return "dark" if name is None else check_theme(cast(Theme, name))


def layout_named(name: str) -> Layout:
    """Return a layout by its name; raise ArgumentError if there is none."""
    return check_choice(cast(Layout, name), _LAYOUTS, "layout")


def picture(
    game: AnyGame,
    what: Any,
    last: tuple[Any, ...] = (),
    theme: Theme = "dark",
    *,
    is_narrow: bool = False,
    marked: frozenset[str] = frozenset(),
) -> str:
    """Return the drawing of a position, or of a map, as SVG, with the last actions and some places marked."""
    draw: Callable[..., str] = game.narrow_svg if is_narrow and isinstance(game, NarrowGame) else game.to_svg
    key = (game, what, last, marked, theme, language(), draw == game.to_svg)
    return _PICTURES.get(key, lambda: str(draw(what, last=last, marked=marked, theme=theme)))


def thumbnail(game: AnyGame, what: Any, theme: Theme) -> str:
    """Return a small drawing of a position or a map as SVG; the full drawing in a game that has no small ones.

    A game offers them as ``thumbnail(what, *, theme)``: drawings without words that still tell its positions and maps
    apart.
    """
    small: Callable[..., str] | None = getattr(game, "thumbnail", None)
    if small is None:
        return picture(game, what, (), theme)
    return _PICTURES.get((game, what, "small", theme, language()), lambda: str(small(what, theme=theme)))
