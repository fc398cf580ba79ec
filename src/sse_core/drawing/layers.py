"""Overlays of several drawings of one picture: each element is there once, with the drawings that have it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from ..errors import ArgumentError
from ..forms.checks import shown
from .markup import Node, attributes_of, parse, start_tag

__all__ = ["Layer", "Overlay", "overlay"]

_OF_THE_DOCUMENT: Final = frozenset({"xmlns", "viewBox", "width", "height", "role", "x", "y", "id"})
"""The attributes of a root that its content doesn't inherit, or that stand for the document alone."""


class Layer:
    """An element of some drawings."""

    __slots__ = ("drawings", "key", "node", "versions")

    def __init__(self, key: str, node: Node) -> None:
        self.key = key
        """The key of equal elements: the start tag if the content is overlaid, too, else the whole source."""
        self.node = node
        self.drawings: list[int] = []
        """The numbers of the drawings that have it, ascending."""
        self.versions: list[list[Node]] = []
        """The content in each of these drawings if the content is overlaid, too; else empty."""

    @property
    def inner(self) -> list[Layer]:
        """The content in layers; empty if it is the same in all drawings."""
        return _layers(self.drawings, self.versions)


class Overlay(NamedTuple):
    """Drawings laid over each other."""

    sizes: list[tuple[float, float]]
    """The width and the height of each, in its own unit."""

    zoom: float
    """The size of a unit on the page, in pixels: that of the last drawing."""

    definitions: list[str]
    """The source of each shape that the drawings define, once."""

    layers: list[Layer]
    """The elements, from back to front."""

    @property
    def width(self) -> float:
        """The largest width."""
        return max(width for width, _ in self.sizes)

    @property
    def height(self) -> float:
        """The largest height."""
        return max(height for _, height in self.sizes)


def overlay(drawings: Sequence[str]) -> Overlay:
    """Return SVG documents laid over each other, their upper left corners in one place.

    An element that is the same in several drawings is one layer. So is a plain group, whose content is then compared in
    the same way. A group with a title, or with ``data-place``, is compared as a whole. The titles of the documents are
    left out.

    Raises ArgumentError for a text that is no SVG document, or if two drawings define different shapes under one name.
    """
    roots = [_root(parse(drawing)) for drawing in drawings]
    return Overlay(
        [(root.width, root.height) for root in roots],
        roots[-1].zoom,
        _definitions(node for root in roots for node in root.definitions),
        _layers(range(len(roots)), [[root.content] for root in roots]),
    )


class _Root(NamedTuple):
    width: float
    height: float
    zoom: float
    definitions: list[Node]
    content: Node


def _root(node: Node) -> _Root:
    """Return the size of a document, its definitions, and a group with its content."""
    attributes = attributes_of(node)
    left, top, width, height = _view(attributes.get("viewBox", ""))
    inherited = {
        key: value
        for key, value in attributes.items()
        if key not in _OF_THE_DOCUMENT and not key.startswith(("aria-", "data-"))
    }
    if left or top:
        inherited["transform"] = f"translate({-left:g} {-top:g})"
    definitions = [inner for child in node.children if child.name == "defs" for inner in child.children]
    content = [child for child in node.children if child.name not in ("title", "desc", "defs")]
    # A width such as 100 % has no size of its own.
    pixels = re.fullmatch(r"([0-9.]+)(?:px)?", attributes.get("width", ""))
    zoom = float(pixels[1]) / width if pixels else 1.0
    return _Root(width, height, zoom, definitions, Node("g", start_tag("g", inherited), content))


def _view(numbers: str) -> tuple[float, float, float, float]:
    """Return the numbers of a viewBox; raise ArgumentError if they aren't four."""
    try:
        left, top, width, height = map(float, numbers.replace(",", " ").split())
    except ValueError:
        raise ArgumentError(f"an SVG document has a viewBox of four numbers, not {shown(numbers)}") from None
    return left, top, width, height


def _definitions(nodes: Iterable[Node]) -> list[str]:
    """Return the source of each definition once; raise ArgumentError if two have one name."""
    found: dict[str, str] = {}
    for node in nodes:
        name = attributes_of(node).get("id", node.markup)
        if not node.is_blank and found.setdefault(name, node.markup) != node.markup:
            raise ArgumentError(f"two drawings define different shapes under the name {shown(name)}")
    return list(found.values())


# --- elements side by side


def _layers(numbers: Sequence[int], contents: Sequence[Sequence[Node]]) -> list[Layer]:
    """Return the layers of contents, each that of the drawing with the number beside it."""
    layers: list[Layer] = []
    shown: list[Layer] = []
    for number, content in zip(numbers, contents, strict=True):
        nodes = [node for node in content if not node.is_blank]
        shown = _added(layers, shown, nodes)
        for layer, node in zip(shown, nodes, strict=True):
            layer.drawings.append(number)
            if _is_plain_group(node):
                layer.versions.append(node.children)
    return layers


def _added(layers: list[Layer], shown: Sequence[Layer], nodes: Sequence[Node]) -> list[Layer]:
    """Return the layer of each node: that of an equal node of the last drawing, or an added one.

    Layers stand in the order in which they are drawn, and so do the nodes.
    """
    keys = [_key(node) for node in nodes]
    found: list[Layer] = []
    for same, old, new in _compared([layer.key for layer in shown], keys):
        if same:
            found += shown[old.start : old.stop]
            continue
        begin = layers.index(found[-1]) + 1 if found else 0
        end = layers.index(shown[old.stop]) if old.stop < len(shown) else len(layers)
        for place in range(new.start, new.stop):
            # An element of an earlier drawing may come back.
            again = next((i for i in range(begin, end) if layers[i].key == keys[place]), None)
            if again is None:
                layers.insert(end, Layer(keys[place], nodes[place]))
                again, end = end, end + 1
            found.append(layers[again])
            begin = again + 1
    return found


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[bool, range, range]]:
    """Yield the parts of two sequences in order: whether they are the same, and where they stand in each."""
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield tag == "equal", range(i, j), range(k, m)


def _key(node: Node) -> str:
    return node.head if _is_plain_group(node) else node.markup


def _is_plain_group(node: Node) -> bool:
    """Return whether the content of an element may change without the element."""
    return (
        node.name == "g"
        and "data-place=" not in node.head
        and bool(node.children)
        and not any(child.name == "title" for child in node.children)
    )
