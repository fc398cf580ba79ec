"""SVG elements: markup for shapes, words, titles and whole documents, the same characters every time."""

from __future__ import annotations

from html import escape
from typing import Final

__all__ = ["at", "document", "element", "number", "text", "title"]

_NAMESPACE: Final = "http://www.w3.org/2000/svg"


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
        f' {key.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    ]
    head = f"<{name}{''.join(pairs)}"
    return f"{head}>{''.join(content)}</{name}>" if content else f"{head}/>"


def text(x: float, y: float, words: str, size: float, **attributes: float | str) -> str:
    """Return words at a place, escaped; `y` is the line that they stand on, `size` the size of the font."""
    return element("text", escape(words), x=x, y=y, font_size=size, **attributes)


def title(words: str) -> str:
    """Return the title of the element around it, escaped; browsers show it under the pointer."""
    return element("title", escape(words))


def document(width: float, height: float, *content: str, **attributes: float | str) -> str:
    """Return a whole document of this size, in pixels, with `content` inside."""
    size = {"width": width, "height": height}
    view = f"0 0 {number(width)} {number(height)}"
    return element("svg", *content, xmlns=_NAMESPACE, viewBox=view, **size, **attributes)


def at(x: float, y: float) -> str:
    """Return the transform that moves a shape to a place."""
    return f"translate({number(x)} {number(y)})"


def number(value: float) -> str:
    """Return a number with two decimals at most.

    >>> number(2), number(1 / 3), number(-0.001)
    ('2', '0.33', '0')
    """
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits
