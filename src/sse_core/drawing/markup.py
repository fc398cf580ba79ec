"""A parser of SVG documents: a tree of elements that keep exactly the characters of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from html import escape, unescape
from typing import Final

from ..errors import ArgumentError

__all__ = ["Node", "attributes_of", "parse", "start_tag"]

_NAME: Final = r"[A-Za-z_:][\w:.-]*"
_PART: Final = re.compile(
    rf"""
    <!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<![A-Za-z][^>]*>  # comments, instructions, quoted text, a document type
    |</(?P<end>{_NAME})\s*>
    |<(?P<start>{_NAME})(?:[^<>"']|"[^"]*"|'[^']*')*?(?P<empty>/?)>
    |[^<]+
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(rf"""({_NAME})\s*=\s*(?:"([^"]*)"|'([^']*)')""")


class Node:
    """An element, or the text between elements, which has no name."""

    __slots__ = ("__dict__", "children", "head", "name")

    def __init__(self, name: str, head: str, children: list[Node]) -> None:
        self.name = name
        """The name of the element; empty for text."""
        self.head = head
        """The start tag as it is written; the text itself for text."""
        self.children = children
        """The nodes inside, in order."""

    @cached_property
    def markup(self) -> str:
        """The source of the element."""
        if not self.name or self.head.endswith("/>"):
            return self.head
        return f"{self.head}{''.join(child.markup for child in self.children)}</{self.name}>"

    @property
    def is_blank(self) -> bool:
        """Whether it is text without a visible character."""
        return not self.name and not self.head.strip()


def parse(svg: str) -> Node:
    """Return the root of a document; raise ArgumentError, with the place, if its elements don't nest."""
    top: list[Node] = []
    inside = top
    around: list[tuple[Node, list[Node]]] = []
    place = 0
    for part in _parts(svg):
        end, start = part["end"], part["start"]
        if start:
            node = Node(start, part[0], [])
            inside.append(node)
            if not part["empty"]:
                around.append((node, inside))
                inside = node.children
        elif end:
            if not around or around[-1][0].name != end:
                raise ArgumentError(f"character {part.start()} of the SVG: </{end}> closes nothing that is open")
            inside = around.pop()[1]
        elif around and not part[0].startswith(("<!--", "<?")):
            inside.append(Node("", part[0], []))
        place = part.end()
    roots = [node for node in top if node.name]
    if place != len(svg) or around or [node.name for node in roots] != ["svg"]:
        raise ArgumentError(f"character {place} of the SVG: no document with one svg element around all others")
    return roots[0]


def _parts(svg: str) -> Iterator[re.Match[str]]:
    """Yield the tags and the texts of a source, until one can't be read."""
    place = 0
    while part := _PART.match(svg, place):
        yield part
        place = part.end()


def attributes_of(node: Node) -> dict[str, str]:
    """Return the attributes of an element by name, in order."""
    return {name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(node.head)}


def start_tag(name: str, attributes: dict[str, str]) -> str:
    """Return the start tag of an element."""
    pairs = (f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{''.join(pairs)}>"
