"""The colours of the pictures, by theme."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ..game import Theme

__all__ = ["PALETTES", "Palette"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme."""

    space: str
    """The ground behind everything."""

    ink: str
    """Words, and the edges of emblems."""

    dim: str
    faint: str
    """Words of less and of least weight."""

    sides: tuple[str, str, str, str, str]
    """The colour of each seat. Each side has a shape and a letter, too."""

    lines: tuple[str, str, str, str, str]
    """The frames and the arrows of each seat."""

    neutral: str
    neutral_line: str
    """The colours of the neutral side (J3.3)."""

    letter: str
    """Letters on the colours of the sides."""

    # --- marks

    light: str
    """Lines that are seen on every colour, with `halo` at their edges."""

    halo: str
    mark: str
    marked_ground: str
    """Marked spaces: their frames, and what lies over them."""

    battle: str

    # --- the map (J1.2)

    cell: str
    edge: str
    hole: str
    """The ground of a black hole."""

    abyss: str
    """The inside of a black hole."""

    glow: str
    glow_edge: str
    dust: str
    star: str
    sun: str
    cluster: str
    gas: tuple[str, str, str]

    # --- the panels

    panel: str
    basic: str
    special: str
    special_edge: str
    boost: str
    face_down: str


_OKABE_ITO: Final = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#f0e442")
"""Orange, sky blue, bluish green, reddish purple and yellow, which colour-blind people can tell apart."""

_DARK: Final = Palette(
    space="#0c1022",
    ink="#e8ebf7",
    dim="#aab3d3",
    faint="#8792bd",
    sides=_OKABE_ITO,
    lines=_OKABE_ITO,
    neutral="#b8bdc9",
    neutral_line="#b8bdc9",
    letter="#0c1022",
    light="#ffffff",
    halo="#0c1022",
    mark="#fff07a",
    marked_ground="#fff07a",
    battle="#ff5d5d",
    cell="#182041",
    edge="#2f3a6b",
    hole="#0a0d1b",
    abyss="#000000",
    glow="#f2b66d",
    glow_edge="#f7dcae",
    dust="#7782ad",
    star="#fff3c9",
    sun="#ffd166",
    cluster="#9fd8ff",
    gas=("#7a4fd0", "#b04fc4", "#4f6fe0"),
    panel="#141a36",
    basic="#2b3668",
    special="#6b5314",
    special_edge="#ffd166",
    boost="#ffd166",
    face_down="#39406a",
)

_LIGHT: Final = Palette(
    space="#f4f6fc",
    ink="#1a2140",
    dim="#4a5475",
    faint="#4d5778",
    sides=("#eb9d13", "#4fabe6", "#12a67c", "#d272a8", "#d9c80f"),
    lines=("#b06e00", "#2480bf", "#007a58", "#ad4a80", "#948800"),
    neutral="#b3bacb",
    neutral_line="#6b7389",
    letter="#0c1022",
    light="#10152c",
    halo="#ffffff",
    mark="#8a2be2",
    marked_ground="#8a2be2",
    battle="#d62828",
    cell="#e6ebf8",
    edge="#bcc6e2",
    hole="#ccd3e8",
    abyss="#10152c",
    glow="#d98324",
    glow_edge="#b9691a",
    dust="#8791b5",
    star="#c27a00",
    sun="#f0a020",
    cluster="#3f8fc4",
    gas=("#9a78e0", "#c879d6", "#7d95ea"),
    panel="#ffffff",
    basic="#d3dbf2",
    special="#ffe9ae",
    special_edge="#b98319",
    boost="#9a4a00",
    face_down="#c3cade",
)

_PRINT: Final = Palette(
    space="#ffffff",
    ink="#000000",
    dim="#3a3a3a",
    faint="#5a5a5a",
    sides=("#f7cf7c", "#a9d8f5", "#6cc7a6", "#e3a5ca", "#f5ee9a"),
    lines=("#8a5c00", "#1c6ea4", "#00634a", "#8a3266", "#6b6300"),
    neutral="#d9d9d9",
    neutral_line="#5a5a5a",
    letter="#000000",
    light="#000000",
    halo="#ffffff",
    mark="#000000",
    marked_ground="#ffffff",
    battle="#d00000",
    cell="#ffffff",
    edge="#b0b0b0",
    hole="#ffffff",
    abyss="#4d4d4d",
    glow="#777777",
    glow_edge="#000000",
    dust="#999999",
    star="#333333",
    sun="#000000",
    cluster="#555555",
    gas=("#c9bdea", "#dfc3e6", "#c0cbf2"),
    panel="#ffffff",
    basic="#eeeeee",
    special="#ffffff",
    special_edge="#000000",
    boost="#000000",
    face_down="#dddddd",
)

PALETTES: Final = MappingProxyType[Theme, Palette]({"dark": _DARK, "light": _LIGHT, "print": _PRINT})
"""The colours of each theme. Nothing else differs between the pictures of a position in two themes."""
