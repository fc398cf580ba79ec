"""Pictures as tests read them: the elements that a viewer draws, with every use of a shape replaced by the shape."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

__all__ = ["SVG", "contrast", "mixed", "picture_of", "without_colours"]

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


def without_colours(svg: str) -> str:
    """A picture without its colours, and without the ends of ids, which depend on them."""
    return re.sub(
        r'((?:id|href)="#?[\w-]+)-[0-9a-f]{6}"', r'\1"', re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', r'\1=""', svg)
    )


# --- colours


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart, 1 to 21, as WCAG has it: words need 4.5, lines and signs 3."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def mixed(over: str, ground: str, share: float) -> str:
    """The colour that shows where one lies over another with this opacity."""
    parts = (share * one + (1 - share) * other for one, other in zip(_parts(over), _parts(ground), strict=True))
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def _luminance(colour: str) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _parts(colour: str) -> list[float]:
    return [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
