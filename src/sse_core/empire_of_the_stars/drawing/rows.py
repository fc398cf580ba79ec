"""Rows of the panels in SVG drawings: headings, lines, signs with words, plates of cards, and grids of things.

A panel has the same rows in a wide drawing, where they are drawn larger, and in a narrow one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ...drawing.panels import PAD, Panel, cut, fitted, framed, text_width
from ...drawing.svg import at, element, title
from ..board import Board
from ..messages import say
from ..packs.content import slug
from ..words.cards import type_name
from ..words.table import card_name
from .art import Art
from .captions import card_does, price_words

__all__ = [
    "INNER",
    "LABEL",
    "PANEL_WIDTH",
    "SMALL",
    "WORDS",
    "Item",
    "Thing",
    "below",
    "boxed",
    "card_plate",
    "face_down",
    "flow",
    "grid",
    "head",
    "lines",
    "plate",
    "told_plate",
]

PANEL_WIDTH: Final = 292
INNER: Final = PANEL_WIDTH - 2 * PAD
"""The width of the content of a panel."""

WORDS: Final = 12.0
"""The size of words."""

SMALL: Final = 11.0
"""The least size of words."""

LABEL: Final = 50
"""The width of the words before signs."""

_LINE: Final = 14
_ROW: Final = 20
"""The heights of a line of small words and of a row of signs."""

_GAP: Final = 4
"""The gap between things beside each other, and below them."""

Attributes = dict[str, float | str]


class Item(NamedTuple):
    """A sign with words behind it."""

    form: str
    """SVG elements, drawn about their middle."""

    width: float
    """The width of the sign."""

    words: str
    caption: str = ""


class Thing(NamedTuple):
    """A thing in a grid of its kind: a plate with lines of words below a sign."""

    name: str
    """The class of its element."""

    caption: str
    content: str
    """The elements on its plate, drawn from the upper left corner."""

    more: Attributes
    fill: str = ""
    edge: str = ""


def boxed(art: Art, rows: Iterable[Panel], edge: str, *, bright: bool = False) -> Panel:
    """Return a panel of rows, one below the other, in a frame."""
    return framed(rows, PANEL_WIDTH, fill=art.palette.panel, stroke=edge, stroke_width=3 if bright else 1.2)


def below(rows: Iterable[Panel]) -> Panel:
    """Return several rows as one row, one below the other."""
    content, height = "", 0.0
    for row in rows:
        content += element("g", row.content, transform=at(0, height))
        height += row.height
    return Panel(content, height)


def plate(width: float, height: float, fill: str, edge: str, **more: float | str) -> str:
    """Return the ground of a card or a tile."""
    return element("rect", width=width, height=height, rx=5, fill=fill, stroke=edge, **{"stroke_width": 1, **more})


def head(art: Art, words: str, more: str = "") -> Panel:
    """Return a heading, with further words at the right, or below it if there is no room."""
    parts = [art.start(0, 14, cut(words, INNER, WORDS), WORDS, font_weight="bold")]
    if not more:
        return Panel(parts[0], _ROW)
    if text_width(words, WORDS) + text_width(more, SMALL) + 8 <= INNER:
        parts.append(art.text(INNER, 14, more, SMALL, art.palette.dim, text_anchor="end"))
        return Panel("".join(parts), _ROW)
    return below([Panel(parts[0], 18), lines(art, more)])


def lines(art: Art, words: str, *, left: float = 0, room: float = 0, fill: str = "") -> Panel:
    """Return small words in as many lines as they need."""
    wide = room or INNER - left
    found = [cut(line, wide, SMALL) for line in fitted(words, wide, SMALL)]
    content = "".join(
        art.start(left, 10.5 + _LINE * row, line, SMALL, fill or art.palette.dim) for row, line in enumerate(found)
    )
    return Panel(content, _LINE * len(found) + 2)


def flow(art: Art, label: str, items: Sequence[Item]) -> Panel:
    """Return signs with their words behind a label, in as many rows as they need."""
    content, x, y = art.start(0, 14, label, SMALL, art.palette.dim), float(LABEL), 0
    if not items:
        content += art.start(LABEL, 14, say("none"), SMALL, art.palette.faint)
    for item in items:
        words = cut(item.words, INNER - LABEL - item.width - 4, WORDS)
        width = item.width + 4 + text_width(words, WORDS)
        if x + width > INNER and x > LABEL:
            x, y = float(LABEL), y + _ROW
        form = element("g", item.form, transform=at(item.width / 2, 10))
        drawn = title(item.caption or item.words) + form + art.start(item.width + 4, 14, words, WORDS)
        content += element("g", drawn, class_="item", transform=at(x, y))
        x += width + 9
    return Panel(content, y + _ROW)


def grid(art: Art, things: Sequence[Thing], columns: int, height: float) -> Panel:
    """Return things in rows of so many, each on a plate of this height."""
    if not things:
        return lines(art, say("none"), fill=art.palette.faint)
    pitch, content = (INNER + _GAP) / columns, ""
    for index, thing in enumerate(things):
        row, column = divmod(index, columns)
        ground = plate(pitch - _GAP, height, thing.fill or art.palette.box, thing.edge or art.palette.faint)
        place = at(pitch * column, (height + _GAP) * row)
        content += element(
            "g", title(thing.caption), ground, thing.content, class_=thing.name, **thing.more, transform=place
        )
    return Panel(content, (height + _GAP) * -(-len(things) // columns) + 3)


# --- cards


def card_plate(art: Art, b: Board, card: int, place: Attributes, *, more: str = "") -> Panel:
    """Return a technology: its type, its name, its price, and its effects; `more` is added to its caption."""
    technology, price = b.content.technologies[card], price_words(b, card)
    name = card_name(b, card)
    caption = say("{card}: {kind}, price {price}", card=name, kind=type_name(technology.kind), price=price)
    ends = text_width(price, SMALL) + 20
    sign = art.types[technology.kind].drawn(12, 12, 0.9)
    resource = art.resources[technology.kind].drawn(INNER - ends + 2, 11.5)
    cost = art.text(INNER - 7, 15.5, price, SMALL, text_anchor="end")
    drawn = told_plate(
        art,
        name,
        [card_does(b, card)],
        room=INNER - 22 - ends - 8,
        left=22,
        beside=sign + resource + cost,
        caption=". ".join(filter(None, (f"{caption}{f', {more}' if more else ''}", card_does(b, card)))),
    )
    return Panel(element("g", drawn.content, class_="card", data_card=slug(technology.name), **place), drawn.height + 4)


def told_plate(
    art: Art, name: str, does: Iterable[str], *, room: float = 0, left: float = 7, beside: str = "", caption: str = ""
) -> Panel:
    """Return a plate with a name, and below it its effects in paragraphs."""
    names = [cut(line, room or INNER - 14, WORDS) for line in fitted(name, room or INNER - 14, WORDS)]
    title_height = 6 + 15 * len(names)
    told = below(lines(art, words, left=7, room=INNER - 14) for words in does if words)
    height = title_height + told.height + 2
    words = "".join(art.start(left, 15.5 + 15 * row, line, WORDS, font_weight="bold") for row, line in enumerate(names))
    ground = plate(INNER, height, art.palette.box, art.palette.faint, stroke_width=0.8)
    told_below = element("g", told.content, transform=at(0, title_height)) if told.content else ""
    return Panel(title(caption or name) + ground + beside + words + told_below, height)


def face_down(art: Art, words: str) -> Panel:
    """Return the number of cards that lie face down."""
    ground = plate(INNER, 20, art.palette.face_down, art.palette.dim, stroke_dasharray="4 3")
    drawn = element("g", title(words), ground, art.start(7, 14, cut(words, INNER - 14, WORDS), WORDS), class_="card")
    return Panel(drawn, 24)
