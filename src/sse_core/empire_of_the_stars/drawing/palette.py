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

    # --- the galaxy

    sector: str
    """The ground of a sector, behind its regions."""

    sector_edge: str
    cell: str
    """The ground of a region."""

    edge: str
    join: str
    """The lines between adjacent regions."""

    planet: str
    planet_edge: str
    rock: str
    """Asteroids."""

    wormhole: str
    star: str
    blocked: str

    # --- resources, credits, galaxy tokens

    resources: tuple[str, str, str]
    """Polymers, metal, energy."""

    coin: str
    galaxy: str

    # --- the panels

    box: str
    """Tiles, columns and tracks on a panel."""

    open: str
    """The column of the market without a tile."""

    open_edge: str


PALETTES: Final = MappingProxyType[Theme, Palette](
    {
        "dark": Palette(
            **palettes.PANELS["dark"],
            sector="#10162f",
            sector_edge="#3a4678",
            cell="#182041",
            edge="#5a67a6",
            join="#4a568c",
            planet="#1f4f57",
            planet_edge="#6fb7b0",
            rock="#9a8670",
            wormhole="#b58cff",
            star="#cfd8ff",
            blocked="#080b18",
            resources=("#86ea96", "#cdd5e4", "#ffd84d"),
            coin="#ffcf5c",
            galaxy="#d9c4ff",
            box="#2b3668",
            open="#4d4420",
            open_edge="#ffd166",
        ),
        "light": Palette(
            **palettes.PANELS["light"],
            sector="#eaeefa",
            sector_edge="#a9b5da",
            cell="#ffffff",
            edge="#7582ad",
            join="#9aa7cf",
            planet="#d5efe6",
            planet_edge="#4a8a7c",
            rock="#8f7a62",
            wormhole="#7a45c8",
            star="#7f8bb5",
            blocked="#d6dbea",
            resources=("#1e8a3c", "#5a6478", "#9a6700"),
            coin="#ffd466",
            galaxy="#cdb6f0",
            box="#d9e0f4",
            open="#ffefc2",
            open_edge="#b98319",
        ),
        "print": Palette(
            **palettes.PANELS["print"],
            sector="#ffffff",
            sector_edge="#8a8a8a",
            cell="#ffffff",
            edge="#777777",
            join="#b0b0b0",
            planet="#eeeeee",
            planet_edge="#333333",
            rock="#8a8a8a",
            wormhole="#333333",
            star="#777777",
            blocked="#f0f0f0",
            resources=("#2f7d43", "#6a6a6a", "#a87400"),
            coin="#ffe9ae",
            galaxy="#e2d8f2",
            box="#eeeeee",
            open="#ffffff",
            open_edge="#000000",
        ),
    }
)
"""The colours of each theme. Nothing else differs between the pictures of a position in two themes."""
