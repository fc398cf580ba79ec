"""The colours of the pictures, by theme."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ...drawing import palettes
from ...game import Theme

__all__ = ["PALETTES", "Palette"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette(palettes.Palette):
    """The colours of one theme: those that all games share, and the game's own."""

    edge: str
    """The edges of cards and technologies."""

    metal: str
    wealth: str
    military: str
    near: str
    distant: str
    """The ground of the systems of each deck."""

    plain: str
    known: str
    """The ground of a technology before and after it is discovered, and of an event."""

    back: str
    back_edge: str
    """The back of a deck."""

    worlds: tuple[tuple[str, str], ...]
    """The day and the night of a world, by its kind."""

    ring: str


_DARK: Final = Palette(
    **palettes.BASE["dark"],
    edge="#56639a",
    metal="#9fb3cf",
    wealth="#ffc94d",
    military="#ff8d7d",
    near="#1d2a55",
    distant="#35265c",
    plain="#141a36",
    known="#1f5540",
    back="#26305c",
    back_edge="#8a97cf",
    worlds=(("#e8c792", "#a87f4c"), ("#a9c7df", "#5f819f"), ("#d9a59a", "#955f58"), ("#a9d8b0", "#5f9168")),
    ring="#f3e3c0",
)

_LIGHT: Final = Palette(
    **{**palettes.BASE["light"], "space": "#ffffff", "ink": "#1d2433", "dim": "#586175", "light": "#1d2433"},
    edge="#8a93a5",
    metal="#50637e",
    wealth="#7a5700",
    military="#b5382a",
    near="#e7eef8",
    distant="#ece4f6",
    plain="#ffffff",
    known="#d5ead6",
    back="#d8dff0",
    back_edge="#6a78a5",
    worlds=(("#dcb26e", "#a87b41"), ("#8fb6d6", "#5c82a6"), ("#d1897b", "#9b5c53"), ("#93c59b", "#5c8f65")),
    ring="#8f6f3a",
)

_PRINT: Final = Palette(
    **palettes.BASE["print"],
    edge="#777777",
    metal="#333333",
    wealth="#333333",
    military="#333333",
    near="#ffffff",
    distant="#ffffff",
    plain="#ffffff",
    known="#dcdcdc",
    back="#ffffff",
    back_edge="#000000",
    worlds=(("#ffffff", "#c9c9c9"), ("#ffffff", "#b5b5b5"), ("#ffffff", "#d8d8d8"), ("#ffffff", "#c0c0c0")),
    ring="#000000",
)

PALETTES: Final = MappingProxyType[Theme, Palette]({"dark": _DARK, "light": _LIGHT, "print": _PRINT})
"""The colours of each theme. Nothing else differs between the pictures of a position in two themes."""
