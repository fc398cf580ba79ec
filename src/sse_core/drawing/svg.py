"""SVG elements: markup for shapes, words, titles and whole documents, the same characters every time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from html import escape
from typing import Any, Final, NamedTuple

from .notebook import picture

__all__ = ["Picture", "Shape", "at", "description", "document", "element", "number", "shape", "text", "title"]

_NAMESPACE: Final = "http://www.w3.org/2000/svg"
_DRAWN: Final = re.compile(r'"#([^"]*)"')
"""The pattern of a drawn shape's id. One search with it takes a tenth of the time of a search for each shape."""


def element(name: str, /, *content: str, **attributes: float | str) -> str:
    """Return an element around `content`, which is markup already.

    Attributes stand in the order in which they are given. A trailing ``_`` of a name is dropped and any other becomes
    ``-``; values are escaped, numbers written by `number`.

    >>> element("circle", r=2.5, class_="mark", fill_opacity=0.5)
    '<circle r="2.5" class="mark" fill-opacity="0.5"/>'
    >>> element("g", element("path", d="M0 0H9"), transform=at(1, 2))
    '<g transform="translate(1 2)"><path d="M0 0H9"/></g>'
    """
    pairs = [
        f' {_attribute(key)}="{_escaped(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    ]
    head = f"<{name}{''.join(pairs)}"
    return f"{head}>{''.join(content)}</{name}>" if content else f"{head}/>"


# A picture has a thousand attributes, and most of them are those of the picture before.
@lru_cache(maxsize=256)
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@lru_cache(maxsize=4096)
def _escaped(words: str) -> str:
    return escape(words)


def text(x: float, y: float, words: str, size: float, **attributes: float | str) -> str:
    """Return words at a place, escaped; `y` is the line that they stand on, `size` the size of the font."""
    return element("text", escape(words), x=x, y=y, font_size=size, **attributes)


def title(words: str) -> str:
    """Return the title of the element around it, escaped; browsers show it under the pointer."""
    return element("title", escape(words))


def description(words: str) -> str:
    """Return the description of the element around it, escaped; screen readers tell it after the title."""
    return element("desc", escape(words))


class Shape(NamedTuple):
    """Markup that a document draws at several places: it is written once, and used by its id."""

    id: str
    """Its name in the document, which depends on the markup. Pictures on one page can share it."""

    definition: str

    def drawn(self, x: float = 0, y: float = 0, scale: float = 1, /, **attributes: float | str) -> str:
        """Return the element that draws the shape about a place, on so large a scale."""
        place: dict[str, float | str]
        if scale == 1:
            place = {key: value for key, value in (("x", x), ("y", y)) if value}
        else:
            place = {"transform": at(x, y, scale)}
        return element("use", href=f"#{self.id}", **place, **attributes)


def shape(name: str, *content: str) -> Shape:
    """Return the shape of this markup; the name is the beginning of its id.

    >>> shape("dot", element("circle", r=2)).drawn(5, 1)
    '<use href="#dot-4778ce" x="5" y="1"/>'
    """
    markup = "".join(content)
    known_as = f"{name}-{blake2b(markup.encode(), digest_size=3).hexdigest()}"
    return Shape(known_as, element("g", markup, id=known_as))


def document(
    width: float,
    height: float,
    *content: str,
    shapes: Iterable[Shape] = (),
    shown_width: float | None = None,
    **attributes: float | str,
) -> Picture:
    """Return a whole document of this size, in pixels, with `content` inside.

    Those of the `shapes` that the content uses are defined at its end. `shown_width`: the width at which the document
    is shown, if it is another one; the height follows.
    """
    inner = "".join(content)
    drawn = {*_DRAWN.findall(inner)}
    used = "".join(one.definition for one in shapes if one.id in drawn)
    zoom = 1 if shown_width is None else shown_width / width
    size = {"width": width * zoom, "height": height * zoom}
    view = f"0 0 {number(width)} {number(height)}"
    definitions = element("defs", used) if used else ""
    return Picture(element("svg", inner, definitions, xmlns=_NAMESPACE, viewBox=view, **size, **attributes))


class Picture(str):
    """The text of an SVG document, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """Return the picture at most as wide as the page."""
        return picture(self)

    def _repr_pretty_(self, printer: Any, cycle: bool, /) -> None:
        """Print a line in IPython, where no picture can be shown; `repr` is that of the text."""
        printer.text(f"<SVG document of {len(self):,} characters>")


def at(x: float, y: float, scale: float = 1) -> str:
    """Return the transform that moves a shape to a place, and scales it.

    >>> at(3, 0), at(0, -1, 0.5)
    ('translate(3 0)', 'translate(0 -1) scale(0.5)')
    """
    place = f"translate({number(x)} {number(y)})"
    return place if scale == 1 else f"{place} scale({number(scale)})"


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Return a number with two decimals at most.

    >>> number(2), number(1 / 3), number(-0.001)
    ('2', '0.33', '0')
    """
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits
