"""Panels of drawings: parts with a height, placed in columns, and words that fit into a width."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from .svg import at, element

__all__ = ["PAD", "ROOT", "Panel", "capital", "cut", "fitted", "framed", "packed", "text_width"]

ROOT: Final[Mapping[str, str]] = MappingProxyType(
    {"role": "img", "font_family": "Helvetica, Arial, sans-serif", "text_anchor": "middle"}
)
"""The attributes of a drawing of a map with panels."""

PAD: Final = 12
"""The free space on each side of a panel in a frame."""

_NARROW: Final = frozenset("iljtfrI.,:;'() ")
_WIDE: Final = frozenset("mwMWNGOQDCHUR%")


class Panel(NamedTuple):
    """A part of a drawing: its SVG elements, drawn from the upper left corner, and its height in pixels."""

    content: str
    height: float


def framed(rows: Iterable[Panel], width: float, *, fill: str, stroke: str, stroke_width: float) -> Panel:
    """Return a panel of rows, one below the other, in a frame."""
    content, height = "", 8.0
    for row in rows:
        content += element("g", row.content, transform=at(PAD, height))
        height += row.height
    height += 6
    box = element("rect", width=width, height=height, rx=10, fill=fill, stroke=stroke, stroke_width=stroke_width)
    return Panel(box + content, height)


def capital(words: str) -> str:
    """Return words with a capital at their beginning; the others stay as they are.

    >>> capital("turn of A")
    'Turn of A'
    """
    return words[:1].upper() + words[1:]


def text_width(words: str, size: float) -> float:
    """Return about how wide words are in a font without serifs; rather too much than too little."""
    units = sum(0.36 if letter in _NARROW else 0.82 if letter in _WIDE else 0.6 for letter in words)
    return units * size


def fitted(words: str, width: float, size: float = 12) -> list[str]:
    r"""Return words in lines that fit into a width; a hard blank breaks no line.

    >>> fitted("two short lines", 60), fitted("one\xa0line", 30)
    (['two short', 'lines'], ['one line'])
    """
    return [*_lines(words, width, size)]


# A picture is drawn at each click, mostly with the words of the picture before. The cache has the words as its key, so
# it serves every language.
@lru_cache(maxsize=2048)
def _lines(words: str, width: float, size: float) -> tuple[str, ...]:
    first, *others = words.strip(" ").split(" ")
    lines = [first]
    for word in others:
        longer = f"{lines[-1]} {word}"
        if text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple([line.replace("\xa0", " ") for line in lines])


def cut(words: str, width: float, size: float) -> str:
    """Return words that fit into a width, with dots in place of a part without room.

    >>> cut("Fold Drive", 70, 12), cut("Fold Drive", 40, 12)
    ('Fold Drive', 'Fold…')
    """
    while words and text_width(words, size) > width:
        words = words.removesuffix("…")[:-1].rstrip()
        words = words and words + "…"
    return words


def packed(
    panels: Sequence[Panel], columns: Sequence[tuple[float, float]], gap: float
) -> tuple[list[tuple[Panel, float, float]], float]:
    """Return each panel with its place, in the column that is shortest so far, and the end of the longest.

    Columns are pairs (left end, top); a gap stands below each panel.

    >>> one, other = Panel("", 30), Panel("", 10)
    >>> packed([one, other, other], [(0, 0), (100, 0)], 2)[1]
    32
    """
    ends = [top for _, top in columns]
    placed: list[tuple[Panel, float, float]] = []
    for panel in panels:
        column = ends.index(min(ends))
        placed.append((panel, columns[column][0], ends[column]))
        ends[column] += panel.height + gap
    return placed, max(ends)
