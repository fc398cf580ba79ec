"""Pictures of positions and maps, each drawn once and kept for a while."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from sys import getsizeof
from threading import Lock
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast, get_args

from ..drawing.checks import check_theme
from ..forms.checks import check_choice
from ..game import AnyGame, NarrowGame, Theme, ThumbnailGame

__all__ = ["DARK", "Layout", "Pictures", "Style", "layout_named", "picture", "theme_named", "thumbnail"]

_MOST_BYTES: Final = 20_000_000
"""The bytes of the pictures that are kept."""

_OWN: Final = 20_000
"""The bytes that the position of a picture is taken to have."""


Layout: TypeAlias = Literal["wide", "narrow"]
_LAYOUTS: Final[tuple[Layout, ...]] = get_args(Layout)


class Style(NamedTuple):
    """How a picture is drawn."""

    theme: Theme = "dark"
    is_narrow: bool = False
    """Whether it is for a narrow window, in a game that has such drawings."""


DARK: Final = Style()


class Pictures:
    """Pictures by what they show, those that were asked for last. Any thread may call it."""

    def __init__(self, most: int = _MOST_BYTES) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: dict[Hashable, str] = {}
        """The picture that was asked for last stands at the end."""
        self.size = 0
        """The bytes that they take."""

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """Return the picture with a key, which is drawn if it isn't kept."""
        with self._lock:
            found = self._kept.pop(key, None)
            if found is not None:
                self._kept[key] = found
                return found
        drawn = draw()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = drawn
                self.size += getsizeof(drawn) + _OWN
            while self.size > self._most:
                first = next(iter(self._kept))
                self.size -= getsizeof(self._kept.pop(first)) + _OWN
        return drawn


_PICTURES: Final = Pictures()


def theme_named(name: str | None) -> Theme:
    """Return a theme by its name, the dark one for None; raise ArgumentError if there is none."""
    return "dark" if name is None else check_theme(cast(Theme, name))


def layout_named(name: str) -> Layout:
    """Return a layout by its name; raise ArgumentError if there is none."""
    return check_choice(cast(Layout, name), _LAYOUTS, "layout")


def picture(
    game: AnyGame, what: Any, last: tuple[Any, ...] = (), theme: Theme = "dark", *, is_narrow: bool = False
) -> str:
    """Return the drawing of a position, or of a map, as SVG, with the last actions marked."""
    if is_narrow and isinstance(game, NarrowGame):
        key = (game, what, last, theme, "narrow")
        return _PICTURES.get(key, lambda: str(game.narrow_svg(what, last=last, theme=theme)))
    return _PICTURES.get((game, what, last, theme), lambda: str(game.to_svg(what, last=last, theme=theme)))


def thumbnail(game: AnyGame, what: Any, theme: Theme) -> str:
    """Return a small drawing of a position, or of a map, as SVG: the whole one in a game that has no small ones."""
    if not isinstance(game, ThumbnailGame):
        return picture(game, what, (), theme)
    return _PICTURES.get((game, what, "small", theme), lambda: str(game.thumbnail(what, theme=theme)))
