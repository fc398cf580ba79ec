"""The colours of the pictures."""

from __future__ import annotations

from typing import Final

SPACE: Final = "#0c1022"
INK: Final = "#e8ebf7"
DIM: Final = "#aab3d3"
FAINT: Final = "#6d789f"
WHITE: Final = "#ffffff"
BLACK: Final = "#000000"

SIDE_COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#f0e442")
"""The colours of the seats: orange, sky blue, bluish green, reddish purple and yellow of Okabe and Ito.

Colour-blind people can tell them apart. Each side has a shape and a letter, too.
"""

NEUTRAL_COLOUR: Final = "#b8bdc9"

# --- the map (J1.2)

CELL: Final = "#182041"
CELL_EDGE: Final = "#2f3a6b"
HOLE: Final = "#0a0d1b"
DUST: Final = "#7782ad"
STAR: Final = "#fff3c9"
SUN: Final = "#ffd166"
CLUSTER: Final = "#9fd8ff"
GLOW: Final = "#f2b66d"
GLOW_EDGE: Final = "#f7dcae"
GAS: Final = ("#7a4fd0", "#b04fc4", "#4f6fe0")
BATTLE: Final = "#ff5d5d"

# --- the panels

PANEL: Final = "#141a36"
BASIC: Final = "#2b3668"
SPECIAL: Final = "#6b5314"
SPECIAL_EDGE: Final = "#ffd166"
BOOST: Final = "#ffd166"
FACE_DOWN: Final = "#39406a"
