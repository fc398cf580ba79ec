"""The packs of this game: `house`, which ships, and packs of files (C17.1)."""

from __future__ import annotations

import os
from typing import Final

from ...forms.packs import Pack, Packs
from ...forms.toml_table import TomlTable
from ..board import Board
from .reading import read_content

__all__ = ["DEFAULT_PACK", "PACKS", "load_pack"]

DEFAULT_PACK: Final = "house"
"""The pack that ships. Its numbers are this project's own."""


def _read(table: TomlTable) -> Board:
    return Board(read_content(table))


PACKS: Final = Packs("sse_core.empire_of_the_stars", _read)
"""All packs that this process knows: positions name them, with a digest."""


def load_pack(what: str | os.PathLike[str] = DEFAULT_PACK) -> Pack[Board]:
    """Return the pack that ships under a name, or that of a file; texts that name it are read from then on.

    Raises NotationError or SetupError, with file, table and key, if the content can't be played; OSError if the file
    can't be read.
    """
    return PACKS.load(what)
