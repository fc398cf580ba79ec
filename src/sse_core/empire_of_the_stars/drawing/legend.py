"""Legends of SVG drawings: each kind of thing with its name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from ...drawing.panels import Panel
from ...drawing.svg import at, element
from ..board import Board
from ..messages import say
from ..packs.content import Face
from ..positions.fields import BLOCKED
from ..positions.position import Position
from ..words.cards import type_name
from .art import RADIUS, Art
from .captions import face_name
from .trace import Trace

__all__ = ["legend_of"]

_ENTRY_WIDTH: Final = 120
"""The width of an entry, at least."""

_ENTRY_HEIGHT: Final = 28


def legend_of(art: Art, b: Board, p: Position, trace: Trace, marked: Collection[str], width: float) -> Panel:
    """Return the legend: each kind of thing with its name, in as many rows as they need.

    Tiles, blocked regions and frames have an entry only if the drawing has some.
    """
    entries = list(_legend(art, b, p, trace, marked))
    columns = int(width // _ENTRY_WIDTH)
    content = ""
    for index, (words, form) in enumerate(entries):
        row, column = divmod(index, columns)
        label = art.start(24, 4, words, 11, art.palette.dim)
        place = at(column * width / columns + 22, row * _ENTRY_HEIGHT + _ENTRY_HEIGHT / 2)
        content += element("g", element("g", form), label, class_="legend", transform=place)
    return Panel(content, -(-len(entries) // columns) * _ENTRY_HEIGHT + 4)


def _legend(art: Art, b: Board, p: Position, trace: Trace, marked: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the drawing of each entry."""
    palette = art.palette
    resources = (say("polymers"), say("metal"), say("energy"))
    ships = (say("fighter"), say("cruiser"), say("dreadnought"))
    yield from ((name, art.resources[kind].drawn(0, 0, 1.2)) for kind, name in enumerate(resources))
    there = {b.content.tiles[tile - 1].face for tile in p.tile[: b.n_regions] if 0 < tile <= b.n_kinds}
    for face in Face:
        if face in there:
            low = 2.5 if face in (Face.WORMHOLE, Face.PLANET) else 2
            yield face_name(face), element("g", art.ground[face].drawn(), transform=at(0, low, 0.7))
    if BLOCKED in p.tile[: b.n_regions]:
        cross = element("path", d="M-6 -6L6 6M6 -6L-6 6", stroke=palette.edge, stroke_width=2)
        yield say("blocked"), cross
    yield say("colony"), art.token(0, starbase=False)
    yield say("starbase"), element("g", art.token(0, starbase=True), transform="scale(0.85)")
    yield say("home world"), element("g", art.home(0), transform="scale(0.65)")
    for kind, name in enumerate(ships):
        yield name, art.inked_ships[kind].drawn(0, 0, 1.2)
    yield say("moved ship"), art.fleet(0, [(1, 1), (0, 0), (0, 0)]).content
    yield say("influence"), element("g", art.influence(0, 1).content)
    yield say("galaxy token"), art.galaxy.drawn()
    yield say("credits"), art.gold.drawn(0, 0, 1.3)
    yield say("monolith"), art.monolith.drawn(0, 0, 0.8)
    yield say("Emperor"), art.crown.drawn()
    yield say("scepter"), art.scepter.drawn(0, -2)
    yield from ((type_name(kind), sign.drawn()) for kind, sign in enumerate(art.types))
    if trace.regions:
        yield say("last actions"), art.framed.drawn(0, 0, 10 / RADIUS)
    if marked:
        yield say("marked"), art.marked.drawn(0, 0, 10 / RADIUS)
