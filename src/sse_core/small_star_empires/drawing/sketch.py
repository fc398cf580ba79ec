"""Pictures of maps that are being drawn: the systems, the free places around them, and small pictures of the tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

from ...drawing.svg import at, description, document, element, number, shape, title
from ...game import Theme
from ...play.sketches import Remark
from ..maps.geometry import name_cells
from ..maps.hexes import Hex
from ..maps.systems import System
from ..messages import say
from ..words.names import system_name
from .art import SIZE, Art, art_of
from .map import THUMBNAIL, frame_of, ground_of, sizes_for

__all__ = ["arrow_picture", "cross_picture", "piece_picture", "place_name", "sketch_picture"]

_MARGIN: Final = 20
_SHOWN_WIDTH: Final = 400
"""The width at which the picture is shown on a phone. A wider one gets larger names."""

_SMALL: Final = 8
"""The margin of a small picture."""


def place_name(place: Hex) -> str:
    """Return the name of a place, which stays the same while systems come and go."""
    return f"{place.q},{place.r}"


def sketch_picture(
    systems: Mapping[Hex, System], free: Iterable[Hex], remarks: Iterable[Remark], about: str, theme: Theme
) -> str:
    """Return the picture of systems, which are in the order of cells, and of free places.

    The places of remarks are framed, and their titles have the words.
    """
    art = art_of(theme, "pointy", True)
    places = sorted((*systems, *free), key=lambda place: (place.r, place.q))
    frame = frame_of(places, art)
    full = frame.width + 2 * _MARGIN
    height = frame.height + 2 * _MARGIN
    sizes = sizes_for(max(1, full / _SHOWN_WIDTH), "pointy", True)
    names = dict(zip(systems, name_cells(tuple(systems)), strict=True))
    words = {remark.place: remark.words for remark in remarks if remark.place}
    gap = shape("gap", _gap(art))
    groups: list[str] = []
    for place, (x, y) in zip(places, frame.middles, strict=True):
        system, name = systems.get(place), place_name(place)
        caption = say("free place {place}", place=name) if system is None else f"{names[place]}: {system_name(system)}"
        parts = [title("; ".join(filter(None, (caption, words.get(name)))))]
        if system is None:
            parts.append(gap.drawn())
        else:
            parts += ground_of(art, system, system.homeworld)
            parts.append(art.systems[system].drawn(0, sizes.free_y, sizes.free))
            parts.append(f'<text class="name" y="{number(sizes.name_y)}">{names[place]}</text>')
        if name in words:
            parts.append(art.marked.drawn(class_="marked"))
        groups.append(element("g", *parts, class_="system", data_place=name, transform=at(x, y)))
    return document(
        full,
        height,
        title(say("A map that is being drawn")),
        description(f"{about}."),
        element("rect", width=full, height=height, rx=14, fill=art.palette.space),
        element(
            "g",
            *groups,
            class_="map",
            transform=at(_MARGIN - frame.left, _MARGIN - frame.top),
            fill=art.palette.dim,
            font_size=sizes.name,
        ),
        shapes=(*art.shapes, gap),
        role="img",
        font_family="Helvetica, Arial, sans-serif",
        text_anchor="middle",
    )


def _gap(art: Art) -> str:
    """Return the outline of a free place."""
    line: dict[str, float | str] = {"stroke": art.palette.dim, "stroke_opacity": 0.6, "stroke_dasharray": "3 6"}
    return art.hexagon(SIZE - 3, fill=art.palette.space, **line)


# --- tools


def piece_picture(systems: Mapping[Hex, System], words: str, theme: Theme) -> str:
    """Return a small picture of systems."""
    art = art_of(theme, "pointy", True)
    frame = frame_of([*systems], art)
    groups = (
        element(
            "g",
            *ground_of(art, system, system.homeworld),
            art.systems[system].drawn(0, THUMBNAIL.free_y, THUMBNAIL.free),
            transform=at(x, y),
        )
        for system, (x, y) in zip(systems.values(), frame.middles, strict=True)
    )
    moved = at(_SMALL - frame.left, _SMALL - frame.top)
    return _small(art, frame.width, frame.height, words, element("g", *groups, transform=moved))


def cross_picture(words: str, theme: Theme) -> str:
    """Return a small picture of a place that is cleared."""
    return _of_one_place(words, theme, "M-14 -14L14 14M14 -14L-14 14")


def arrow_picture(words: str, theme: Theme, *, is_left: bool) -> str:
    """Return a small picture of a place with an arrow around it, counter-clockwise if it goes to the left."""
    return _of_one_place(words, theme, "M20 12A24 24 0 1 0 -20 12M-29 5L-20 13L-11 5", flip=1 if is_left else -1)


def _of_one_place(words: str, theme: Theme, path: str, flip: int = 1) -> str:
    art = art_of(theme, "pointy", False)
    line: dict[str, float | str] = {"fill": "none", "stroke": art.palette.ink, "stroke_linecap": "round"}
    drawn = element("path", d=path, **line, stroke_width=6, transform=f"scale({flip} 1)")
    width, height = SIZE * sqrt(3), 2 * SIZE
    place = art.hexagon(SIZE - 3, fill="none", stroke=art.palette.edge, stroke_width=2, stroke_dasharray="4 6")
    moved = at(_SMALL + width / 2, _SMALL + height / 2)
    return _small(art, width, height, words, element("g", place, drawn, transform=moved))


def _small(art: Art, width: float, height: float, words: str, *content: str) -> str:
    return document(width + 2 * _SMALL, height + 2 * _SMALL, title(words), *content, shapes=art.shapes, role="img")
