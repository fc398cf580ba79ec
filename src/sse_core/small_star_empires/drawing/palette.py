"""The colours of the pictures, by theme."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ...drawing import palettes
from ...game import Theme

__all__ = ["PALETTES", "Palette"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette(palettes.SeatedPalette):
    """The colours of one theme: those that all games share, and the game's own."""

    tints: tuple[str, str, str, str]
    """The ground of the systems that a seat holds; the colours of the systems are seen through it."""

    coin: str
    """Tolls."""

    # --- systems (E1.2)

    system: str
    edge: str
    hole: str
    sand: tuple[str, str]
    """The day and the night of a planet, like the next two."""

    sea: tuple[str, str]
    rose: tuple[str, str]
    rim: str
    """The edge of planets."""

    ring: str
    star: str
    red: str
    green: str
    blue: str
    nebula_letter: str
    wormhole: str
    wormhole_heart: str

    # --- tiles of unexplored systems (E9)

    face_down: str
    face_down_edge: str
    face_down_ink: str
    rock: str
    rock_edge: str
    refueling: str
    fuel: str
    hollana: str
    tennar: str
    nordinn: str
    arms_letter: str
    """Letters on the three coats of arms."""

    conquered: str


_DARK: Final = Palette(
    **palettes.SEATED["dark"],
    tints=palettes.OKABE_ITO[:4],
    coin="#ffd166",
    system="#1b2346",
    edge="#2f3a6b",
    hole="#131934",
    sand=("#e8c792", "#b28a55"),
    sea=("#a9c7df", "#6e8fae"),
    rose=("#d9a59a", "#a16d66"),
    rim="#0c1022",
    ring="#f3e3c0",
    star="#dfe5ff",
    red="#e2485b",
    green="#2c9e4d",
    blue="#3f6fe8",
    nebula_letter="#ffffff",
    wormhole="#b9a3ff",
    wormhole_heart="#f1ebff",
    face_down="#2a3566",
    face_down_edge="#7f8cc4",
    face_down_ink="#cfd6f7",
    rock="#8d8478",
    rock_edge="#c8bfae",
    refueling="#d9a441",
    fuel="#ffd166",
    hollana="#f2b66d",
    tennar="#8fd3c8",
    nordinn="#e07a7a",
    arms_letter="#0c1022",
    conquered="#ff5d5d",
)

_LIGHT: Final = Palette(
    **palettes.SEATED["light"],
    tints=("#f0a830", "#5db4ee", "#22b286", "#d982b2"),
    coin="#ffc93c",
    system="#e3e8f6",
    edge="#bcc6e2",
    hole="#cfd6ea",
    sand=("#dcb26e", "#a87b41"),
    sea=("#8fb6d6", "#5c82a6"),
    rose=("#d1897b", "#9b5c53"),
    rim="#6b7290",
    ring="#8f6f3a",
    star="#6b77a3",
    red="#d6354b",
    green="#1f9a47",
    blue="#2f5fdc",
    nebula_letter="#10152c",
    wormhole="#7556d6",
    wormhole_heart="#4a2fa8",
    face_down="#b7c1e4",
    face_down_edge="#5f6da6",
    face_down_ink="#2a3566",
    rock="#93897c",
    rock_edge="#645c51",
    refueling="#b98319",
    fuel="#e09a00",
    hollana="#f2b66d",
    tennar="#8fd3c8",
    nordinn="#ee9a9a",
    arms_letter="#10152c",
    conquered="#cc1f1f",
)

_PRINT: Final = Palette(
    **palettes.SEATED["print"],
    tints=("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
    coin="#ffffff",
    system="#ffffff",
    edge="#9a9a9a",
    hole="#ffffff",
    sand=("#ffffff", "#c9b48e"),
    sea=("#ffffff", "#a9bccb"),
    rose=("#ffffff", "#c9a39d"),
    rim="#000000",
    ring="#000000",
    star="#777777",
    red="#f3b6bd",
    green="#b5e0c2",
    blue="#b7c8f3",
    nebula_letter="#000000",
    wormhole="#777777",
    wormhole_heart="#000000",
    face_down="#ffffff",
    face_down_edge="#000000",
    face_down_ink="#000000",
    rock="#bbbbbb",
    rock_edge="#000000",
    refueling="#999999",
    fuel="#000000",
    hollana="#ffffff",
    tennar="#ffffff",
    nordinn="#ffffff",
    arms_letter="#000000",
    conquered="#000000",
)

PALETTES: Final = MappingProxyType[Theme, Palette]({"dark": _DARK, "light": _LIGHT, "print": _PRINT})
"""The colours of each theme. Nothing else differs between the pictures of a position in two themes."""
