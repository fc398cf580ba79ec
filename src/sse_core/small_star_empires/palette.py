"""The colours of the pictures."""

from __future__ import annotations

from typing import Final

SPACE: Final = "#0c1022"
INK: Final = "#e8ebf7"
DIM: Final = "#aab3d3"
WHITE: Final = "#ffffff"
BLACK: Final = "#000000"

SEAT_COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7")
"""The colours of the seats: orange, sky blue, bluish green and reddish purple of Okabe and Ito.

Colour-blind people can tell them apart.
"""

# --- systems (E1.2)

SYSTEM: Final = "#1b2346"
SYSTEM_EDGE: Final = "#2f3a6b"
HOLE: Final = "#131934"
SAND: Final = ("#e8c792", "#b28a55")
SEA: Final = ("#a9c7df", "#6e8fae")
ROSE: Final = ("#d9a59a", "#a16d66")
RING: Final = "#f3e3c0"
STAR: Final = "#dfe5ff"
RED: Final = "#e2485b"
GREEN: Final = "#35b35a"
BLUE: Final = "#3f6fe8"
WORMHOLE: Final = "#b9a3ff"
WORMHOLE_HEART: Final = "#f1ebff"
GLOW: Final = "#f2b66d"
GLOW_EDGE: Final = "#f7dcae"

# --- tiles of unexplored systems (E9)

FACE_DOWN: Final = "#2a3566"
FACE_DOWN_EDGE: Final = "#7f8cc4"
FACE_DOWN_INK: Final = "#cfd6f7"
ROCK: Final = "#8d8478"
ROCK_EDGE: Final = "#c8bfae"
REFUELING: Final = "#d9a441"
FUEL: Final = "#ffd166"
HOLLANA: Final = "#f2b66d"
TENNAR: Final = "#8fd3c8"
NORDINN: Final = "#e07a7a"
CONQUERED: Final = "#ff5d5d"
