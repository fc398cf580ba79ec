"""The colours of the pictures, by theme."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ...drawing import palettes
from ...game import Theme

__all__ = ["PALETTES", "Palette"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette(palettes.PanelPalette):
    """The colours of one theme: those that all games share, and the game's own."""

    neutral: str
    neutral_line: str
    """The colours of the neutral side (J3.3)."""

    # --- the map (J1.2)

    cell: str
    edge: str
    hole: str
    """The ground of a black hole."""

    dust: str
    star: str
    sun: str
    cluster: str
    gas: tuple[str, str, str]

    # --- the panels

    basic: str
    special: str
    special_edge: str
    boost: str


_DARK: Final = Palette(
    **palettes.PANELS["dark"],
    neutral="#b8bdc9",
    neutral_line="#b8bdc9",
    cell="#182041",
    edge="#2f3a6b",
    hole="#0a0d1b",
    dust="#7782ad",
    star="#fff3c9",
    sun="#ffd166",
    cluster="#9fd8ff",
    gas=("#7a4fd0", "#b04fc4", "#4f6fe0"),
    basic="#2b3668",
    special="#6b5314",
    special_edge="#ffd166",
    boost="#ffd166",
)

_LIGHT: Final = Palette(
    **palettes.PANELS["light"],
    neutral="#b3bacb",
    neutral_line="#6b7389",
    cell="#e6ebf8",
    edge="#bcc6e2",
    hole="#ccd3e8",
    dust="#8791b5",
    star="#c27a00",
    sun="#f0a020",
    cluster="#3f8fc4",
    gas=("#9a78e0", "#c879d6", "#7d95ea"),
    basic="#d3dbf2",
    special="#ffe9ae",
    special_edge="#b98319",
    boost="#9a4a00",
)

_PRINT: Final = Palette(
    **palettes.PANELS["print"],
    neutral="#d9d9d9",
    neutral_line="#5a5a5a",
    cell="#ffffff",
    edge="#b0b0b0",
    hole="#ffffff",
    dust="#999999",
    star="#333333",
    sun="#000000",
    cluster="#555555",
    gas=("#c9bdea", "#dfc3e6", "#c0cbf2"),
    basic="#eeeeee",
    special="#ffffff",
    special_edge="#000000",
    boost="#000000",
)

PALETTES: Final = MappingProxyType[Theme, Palette]({"dark": _DARK, "light": _LIGHT, "print": _PRINT})
"""The colours of each theme. Nothing else differs between the pictures of a position in two themes."""
