"""Words for systems, tiles and pieces, with their articles, for sentences about moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..._fast import State
from ...forms.messages import message
from ..actions import Piece
from ..maps.systems import System
from ..maps.tiles import Tile
from ..messages import counted, say

__all__ = ["cities_words", "piece_words", "place_words", "planets_at", "tile_words"]

_SYSTEMS: Final[Mapping[System, str]] = {
    System.ONE: message("one planet"),
    System.TWO: message("two planets"),
    System.THREE: message("three planets"),
    System.RED: message("a red nebula"),
    System.GREEN: message("a green nebula"),
    System.BLUE: message("a blue nebula"),
    System.EMPTY: message("an empty system"),
    System.UNEXPLORED: message("an unexplored system"),
    System.WORMHOLE: message("a wormhole"),
    System.BLACK_HOLE: message("a black hole"),
}
_TILES: Final[Mapping[Tile, str]] = {
    Tile.THREE: message("three planets"),
    Tile.TWO: message("two planets"),
    Tile.CHROMATIC: message("a chromatic nebula"),
    Tile.ASTEROID: message("an asteroid field"),
    Tile.ABANDONED: message("an abandoned station"),
    Tile.REFUELING: message("a refueling station"),
    Tile.HOLLANA: message("the Hollana Federation"),
    Tile.TENNAR: message("the Tennar Union"),
    Tile.NORDINN: message("the Nordinn Empire"),
}


def place_words(state: State, cell: int) -> str:
    """Return the words for a cell: for its tile if that is known, else for its system."""
    tile, system = state.tile(cell), state.board.systems[cell]
    if tile is not None:
        return tile_words(tile)
    return say("a homeworld") if system.homeworld is not None else say(_SYSTEMS[system])


def tile_words(tile: Tile) -> str:
    """Return the words for a tile."""
    return say(_TILES[tile])


def planets_at(state: State, cell: int) -> int:
    """Return the number of planets at a cell."""
    tile = state.tile(cell)
    return state.board.systems[cell].planets if tile is None else tile.planets


def piece_words(state: State, piece: Piece) -> str:
    """Return a piece with its article, in the words of the edition (E10.5)."""
    if piece == "station":
        return say("a trade station")
    return say("a colony") if state.rules.edition == "first" else say("a city")


def cities_words(state: State, n: int) -> str:
    """Return a number of cities, in the words of the edition."""
    if state.rules.edition == "first":
        return counted(n, "{n} colony", "{n} colonies")
    return counted(n, "{n} city", "{n} cities")
