"""Strips: drawings of a picture beside each other, with words above each, as one SVG document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Final

from ..game import Theme
from .layers import Layer, overlay
from .svg import at, document, element, text, title

__all__ = ["strip"]

_GAP: Final = 16
_CAPTION: Final = 30
"""The room above each drawing."""

_SIZE: Final = 15
"""The font size of the words."""

_LETTER: Final = 0.56
"""The width of a letter, as a part of the font size."""

_COLOURS: Final[dict[Theme, tuple[str, str]]] = {
    "dark": ("#05070f", "#e8ebf7"),
    "light": ("#ffffff", "#1d2433"),
    "print": ("#ffffff", "#000000"),
}
"""The colours of the page and of the words."""


def strip(
    drawings: Sequence[str], captions: Sequence[str], *, columns: int, width: float, theme: Theme, words: str
) -> str:
    """Return drawings in rows of so many columns, as one document of this width with a title.

    Elements that several drawings share are written once (see `layers.overlay`). A caption that is too long is cut, and
    is whole in its title.

    Raises ArgumentError for a text that is no SVG document.
    """
    found = overlay(drawings)
    wide = (width - _GAP * (columns + 1)) / columns
    scale = wide / found.width
    heights = [_CAPTION + height * scale for _, height in found.sizes]
    highest = [max(heights[first : first + columns]) for first in range(0, len(heights), columns)]
    tops = [_GAP + sum(highest[:row]) + _GAP * row for row in range(len(highest) + 1)]
    paper, ink = _COLOURS[theme]
    shared = _Shared()
    frames: list[str] = []
    for index, caption in enumerate(captions):
        row, column = divmod(index, columns)
        shapes = "".join(_drawing(found.layers, index, shared))
        label = element("g", title(caption), text(0, _SIZE + 4, _cut(caption, wide), _SIZE, fill=ink))
        drawing = element("g", shapes, transform=f"{at(0, _CAPTION)} scale({_precise(scale)})")
        place = at(_GAP + column * (wide + _GAP), tops[row])
        frames.append(element("g", label, drawing, class_="frame", transform=place))
    height = tops[-1]
    content = element("defs", *found.definitions, *shared.definitions) + "".join(frames)
    # Several documents may stand in one page, where an id has one meaning. So the name depends on the whole content.
    name = f"sse-{blake2b(content.encode(), digest_size=8).hexdigest()}"
    return document(
        width,
        height,
        title(words),
        element("rect", width=width, height=height, fill=paper),
        content.replace(_NAME, name),
        role="img",
        font_family="Helvetica, Arial, sans-serif",
    )


_NAME: Final = "\N{NULL}"
"""A placeholder for the name of the document until its content is known. No SVG document has this character."""


class _Shared:
    """The elements that several drawings share, each with a number."""

    def __init__(self) -> None:
        self.definitions: list[str] = []
        self._numbers: dict[str, int] = {}

    def use(self, markup: str) -> str:
        """Return an element that refers to another one, which is defined once."""
        if markup not in self._numbers:
            self._numbers[markup] = len(self.definitions)
            self.definitions.append(element("g", markup, id=f"{_NAME}-{self._numbers[markup]}"))
        return element("use", href=f"#{_NAME}-{self._numbers[markup]}")


def _drawing(layers: Sequence[Layer], index: int, shared: _Shared) -> Iterator[str]:
    """Yield the elements of one drawing."""
    here = [layer for layer in layers if index in layer.drawings]
    for (is_group, drawings), run in groupby(here, key=lambda layer: (bool(layer.versions), layer.drawings)):
        if is_group:
            for layer in run:
                yield f"{layer.node.head}{''.join(_drawing(layer.inner, index, shared))}</{layer.node.name}>"
        else:
            # Neighbouring elements of the same drawings are shared as one.
            markup = "".join(layer.node.markup for layer in run)
            yield shared.use(markup) if len(drawings) > 1 and len(markup) > _SHORT else markup


_SHORT: Final = 60
"""The length up to which an element is written out, since a reference to it would be as long."""


def _precise(value: float) -> str:
    """Return a number with four decimals at most."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _cut(words: str, width: float) -> str:
    """Return words that fit into a width, with dots where they are cut."""
    room = int(width / (_SIZE * _LETTER))
    return words if len(words) <= room else f"{words[: max(0, room - 1)]}…"
