"""Colours that all games share, by theme. The palette of each game adds its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from ..game import Theme

__all__ = ["BASE", "OKABE_ITO", "PANELS", "SEATED", "Palette", "PanelPalette", "SeatedPalette", "Seats"]

Seats = tuple[str, str, str, str, str]
"""A colour for each seat of a game for five; a game for fewer takes the first ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The colours of one theme that every game draws with. The palette of a game adds its own fields."""

    space: str
    """The ground behind everything."""

    ink: str
    """Words, and the edges of things on the table."""

    dim: str
    """Words of less weight."""

    light: str
    """Lines that stand out from every colour, such as those of the last actions."""

    halo: str
    """The edges of such lines, and of marks."""

    mark: str
    """Marked places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPalette(Palette):
    """The colours of one theme for a game on a map with several seats."""

    seats: Seats
    """The colour of each seat. What belongs to a seat has a letter and a shape of its own, too."""

    lines: Seats
    """The frames, arrows and outlines of each seat."""

    letter: str
    """Letters on the colours of the seats."""

    marked_ground: str
    """The colour over marked places."""

    abyss: str
    """The inside of a black hole."""

    glow: str
    glow_edge: str
    """The light around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPalette(SeatedPalette):
    """The colours of one theme for a game in which seats also have cards, on panels beside the map, and battles."""

    faint: str
    """Words of less and of least weight."""

    battle: str
    """The colour that stands out at a battle."""

    panel: str
    face_down: str
    """Cards that nobody sees."""


OKABE_ITO: Final = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#f0e442")
"""Orange, sky blue, bluish green, reddish purple and yellow, which colour-blind people can tell apart."""

BASE: Final[Mapping[Theme, Mapping[str, Any]]] = MappingProxyType(
    {
        "dark": {
            "space": "#0c1022",
            "ink": "#e8ebf7",
            "dim": "#aab3d3",
            "light": "#ffffff",
            "halo": "#0c1022",
            "mark": "#fff07a",
        },
        "light": {
            "space": "#f4f6fc",
            "ink": "#1a2140",
            "dim": "#4a5475",
            "light": "#10152c",
            "halo": "#ffffff",
            "mark": "#8a2be2",
        },
        "print": {
            "space": "#ffffff",
            "ink": "#000000",
            "dim": "#3a3a3a",
            "light": "#000000",
            "halo": "#ffffff",
            "mark": "#000000",
        },
    }
)
"""The fields of `Palette` in each theme."""

SEATED: Final[Mapping[Theme, Mapping[str, Any]]] = MappingProxyType(
    {
        "dark": {
            **BASE["dark"],
            "seats": OKABE_ITO,
            "lines": OKABE_ITO,
            "letter": "#0c1022",
            "marked_ground": "#fff07a",
            "abyss": "#000000",
            "glow": "#f2b66d",
            "glow_edge": "#f7dcae",
        },
        "light": {
            **BASE["light"],
            "seats": ("#eb9d13", "#4fabe6", "#12a67c", "#d272a8", "#d9c80f"),
            "lines": ("#b06e00", "#2480bf", "#007a58", "#ad4a80", "#948800"),
            "letter": "#0c1022",
            "marked_ground": "#8a2be2",
            "abyss": "#10152c",
            "glow": "#d98324",
            "glow_edge": "#b9691a",
        },
        "print": {
            **BASE["print"],
            "seats": ("#f7cf7c", "#a9d8f5", "#6cc7a6", "#e3a5ca", "#f5ee9a"),
            "lines": ("#8a5c00", "#1c6ea4", "#00634a", "#8a3266", "#6b6300"),
            "letter": "#000000",
            "marked_ground": "#ffffff",
            "abyss": "#4d4d4d",
            "glow": "#777777",
            "glow_edge": "#000000",
        },
    }
)
"""The fields of `SeatedPalette` in each theme."""

PANELS: Final[Mapping[Theme, Mapping[str, Any]]] = MappingProxyType(
    {
        "dark": {
            **SEATED["dark"],
            "faint": "#8792bd",
            "battle": "#ff5d5d",
            "panel": "#141a36",
            "face_down": "#39406a",
        },
        "light": {
            **SEATED["light"],
            "faint": "#4d5778",
            "battle": "#d62828",
            "panel": "#ffffff",
            "face_down": "#c3cade",
        },
        "print": {
            **SEATED["print"],
            "faint": "#5a5a5a",
            "battle": "#d00000",
            "panel": "#ffffff",
            "face_down": "#dddddd",
        },
    }
)
"""The fields of `PanelPalette` in each theme."""
