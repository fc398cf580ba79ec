"""The colours of the pictures, by theme."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ..drawing import palettes
from ..game import Theme

__all__ = ["PALETTES", "Palette"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette(palettes.SeatedPalette):
    """The colours of one theme, those of the house included."""

    cell: str
    """The ground of a region."""

    edge: str
    join: str
    """The lines between adjacent regions."""

    planet: str
    asteroids: str
    wormhole: str
    blocked: str
    panel: str


PALETTES: Final = MappingProxyType[Theme, Palette](
    {
        "dark": Palette(
            **palettes.SEATED["dark"],
            cell="#182041",
            edge="#5a67a6",
            join="#36416f",
            planet="#2f6f5e",
            asteroids="#6b5a4a",
            wormhole="#6a3fb0",
            blocked="#05070f",
            panel="#141a36",
        ),
        "light": Palette(
            **palettes.SEATED["light"],
            cell="#e6ebf8",
            edge="#7582ad",
            join="#bcc6e2",
            planet="#b5e0d2",
            asteroids="#d8c9b6",
            wormhole="#cdb6f0",
            blocked="#8791b5",
            panel="#ffffff",
        ),
        "print": Palette(
            **palettes.SEATED["print"],
            cell="#ffffff",
            edge="#555555",
            join="#b0b0b0",
            planet="#dff2ea",
            asteroids="#e5e0d8",
            wormhole="#e2d8f2",
            blocked="#999999",
            panel="#ffffff",
        ),
    }
)
"""The colours of each theme. Nothing else differs between the pictures of a position in two themes."""
