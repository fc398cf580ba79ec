"""Pictures as tests read them: the elements that a viewer draws, with every use of a shape replaced by the shape."""

from __future__ import annotations

from copy import deepcopy
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

__all__ = ["SVG", "picture_of"]

SVG: Final = "{http://www.w3.org/2000/svg}"


def picture_of(svg: str) -> Element:
    """The root of a picture. A use becomes a group with its attributes and its place, around a copy of the shape."""
    root = ElementTree.fromstring(svg)
    shapes = {shape.attrib["id"]: shape for defs in root.findall(f"{SVG}defs") for shape in defs}
    for defs in root.findall(f"{SVG}defs"):
        root.remove(defs)
    for use in [*root.iter(f"{SVG}use")]:
        shape = deepcopy(shapes[use.attrib.pop("href").removeprefix("#")])
        del shape.attrib["id"]
        x, y = use.attrib.pop("x", "0"), use.attrib.pop("y", "0")
        use.attrib.setdefault("transform", f"translate({x} {y})")
        use.tag = f"{SVG}g"
        use.append(shape)
    return root
