"""Files and presets by name: read, recognized and checked."""

from __future__ import annotations

from typing import Any

from ..game import AnyGame
from ..play.contents import Content, content_of
from ..play.game_commands import LoadMap
from ..play.records import read
from .pages import RefusedError, naming_file, read_file

__all__ = ["load", "map_loader"]


def load(name: str, game: AnyGame) -> Content:
    """Return the content of a file, or the preset of this name; ``-`` is the standard input.

    Raises OSError if the file can't be read, RefusedError if no preset and no file has the name, or if the file's
    content is not of this game.
    """
    presets = game.presets()
    if name in presets:
        return content_of(presets[name].value, game)
    info = game.INFO
    try:
        text = read_file(name, info.prefix)
    except FileNotFoundError:
        raise RefusedError(f"{name}: no such file, and no {info.preset} of {info.title} has this name") from None
    with naming_file(name):
        return content_of(read(text, game), game)


def map_loader(game: AnyGame) -> LoadMap:
    """Return the function that loads maps for a game."""

    def load_map(name: str) -> Any:
        found = load(name, game)
        if found.kind != "map":
            raise RefusedError(f"{name} is no map, but a {found.kind}")
        return found.shown

    return load_map
