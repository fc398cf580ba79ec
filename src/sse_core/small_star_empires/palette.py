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
    """The ground behind the map."""

    ink: str
    """Words, and the edges of pieces and ships."""

    dim: str
    """Words of less weight."""

    seats: tuple[str, str, str, str]
    """The colour of each seat. Pieces have the seat's letter, too; ships have its silhouette, systems its pattern."""

    lines: tuple[str, str, str, str]
    """The frame and the pattern of the systems that a seat holds, and the line around its territories."""

    letter: str
    """Letters on the colours of the seats."""

    tints: tuple[str, str, str, str]
    """The ground of the systems that a seat holds; the colours of the systems are seen through it."""

    # --- marks

    light: str
    """Lines that are seen on every colour, with `halo` at their edges."""

    halo: str
    mark: str
    marked_ground: str
    """Marked places and the targets of a ship: their frames, and what lies over them."""

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
    glow: str
    glow_edge: str
    abyss: str
    """The inside of a black hole."""

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


_OKABE_ITO: Final = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7")
"""Orange, sky blue, bluish green and reddish purple, which colour-blind people can tell apart."""

_DARK: Final = Palette(
    space="#0c1022",
    ink="#e8ebf7",
    dim="#aab3d3",
    seats=_OKABE_ITO,
    lines=_OKABE_ITO,
    letter="#0c1022",
    tints=_OKABE_ITO,
    light="#ffffff",
    halo="#0c1022",
    mark="#fff07a",
    marked_ground="#fff07a",
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
    glow="#f2b66d",
    glow_edge="#f7dcae",
    abyss="#000000",
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
    space="#f4f6fc",
    ink="#1a2140",
    dim="#4a5475",
    seats=("#eb9d13", "#4fabe6", "#12a67c", "#d272a8"),
    lines=("#b06e00", "#2480bf", "#007a58", "#ad4a80"),
    letter="#0c1022",
    tints=("#f0a830", "#5db4ee", "#22b286", "#d982b2"),
    light="#10152c",
    halo="#ffffff",
    mark="#8a2be2",
    marked_ground="#8a2be2",
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
    glow="#d98324",
    glow_edge="#b9691a",
    abyss="#10152c",
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
    space="#ffffff",
    ink="#000000",
    dim="#3a3a3a",
    seats=("#f7cf7c", "#a9d8f5", "#6cc7a6", "#e3a5ca"),
    lines=("#8a5c00", "#1c6ea4", "#00634a", "#8a3266"),
    letter="#000000",
    tints=("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
    light="#000000",
    halo="#ffffff",
    mark="#000000",
    marked_ground="#ffffff",
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
    glow="#777777",
    glow_edge="#000000",
    abyss="#4d4d4d",
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
