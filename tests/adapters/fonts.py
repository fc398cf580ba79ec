"""Small fonts of tests: the words of a picture then don't depend on the fonts of the machine."""

from __future__ import annotations

import struct
from typing import Final

_EM: Final = 1000
"""The units that a letter is wide."""


def font(family: str, height: int) -> bytes:
    """Return a TrueType font of a family; each letter is a box of this height, in thousandths of the font's size."""
    name = family.encode("utf-16-be")
    box = struct.pack(">5h2H4B8h", 1, 0, 0, 800, height, 3, 0, 1, 1, 1, 1, 0, 0, 800, 0, 0, height, 0, -height)
    head = (0x10000, 0x10000, 0, 0x5F0F3CF5, 0, _EM, 0, 0, 0, 0, 800, height, 0, 8, 2, 1, 0)
    tables = {
        # A table of format 13 gives all characters one glyph.
        b"cmap": struct.pack(">4HI2H6I", 0, 1, 3, 10, 12, 13, 0, 28, 0, 1, 0, 0x10FFFF, 1),
        b"glyf": box,
        b"head": struct.pack(">4I2H2q4h2H3h", *head),
        b"hhea": struct.pack(">I3hH11hH", 0x10000, _EM, 0, 0, _EM, *[0] * 11, 1),
        b"hmtx": struct.pack(">H2h", _EM, 0, 0),
        # Glyph 0, which stands for what is missing, is empty.
        b"loca": struct.pack(">3I", 0, 0, len(box)),
        b"maxp": struct.pack(">I14H", 0x10000, 2, 4, 1, *[0] * 11),
        # Names 1 and 6, for people and for printers, in the English of Windows.
        b"name": struct.pack(">15H", 0, 2, 30, *(3, 1, 0x409, 1, len(name), 0), *(3, 1, 0x409, 6, len(name), 0)) + name,
    }
    whole = struct.pack(">I4H", 0x10000, len(tables), 128, 3, 0)
    data = b""
    for tag, table in tables.items():
        whole += struct.pack(">4s3I", tag, 0, 12 + 16 * len(tables) + len(data), len(table))
        data += table.ljust(-(-len(table) // 4) * 4, b"\0")
    return whole + data
