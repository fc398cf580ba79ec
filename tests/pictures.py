"""Pictures as tests read them: the elements that a viewer draws, with every use of a shape replaced by the shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Final, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from sse_core.drawing.panels import text_width

__all__ = ["SVG", "Box", "Placed", "box_of", "contrast", "lines_of", "mixed", "picture_of", "placed", "without_colours"]

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


class Placed(NamedTuple):
    """An element where it is drawn: its origin and its scale in the picture, and the font that it has from above."""

    element: Element
    x: float
    y: float
    scale: float
    size: float
    anchor: str


def placed(root: Element, anchor: str = "middle") -> Iterator[Placed]:
    """Each element of a picture; elements may be moved and scaled, and what is turned stands where it begins."""

    def walk(element: Element, x: float, y: float, scale: float, size: float, anchor: str) -> Iterator[Placed]:
        size, anchor = float(element.get("font-size", size)), element.get("text-anchor", anchor)
        for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
            first, *more = map(float, numbers.split())
            if name == "translate":
                x, y = x + scale * first, y + scale * more[0]
            elif name == "scale":
                scale *= first
        yield Placed(element, x, y, scale, size, anchor)
        for child in element:
            yield from walk(child, x, y, scale, size, anchor)

    return walk(root, 0, 0, 1, 0, anchor)


def lines_of(root: Element, anchor: str = "middle") -> Iterator[tuple[float, float, float, str]]:
    """Each text of a picture: its left and right end, the line that it stands on, and the words.

    `anchor` is that of words that say none.
    """
    # The words of a wide font are shorter than `text_width` says.
    for element, x, y, scale, size, side in placed(root, anchor):
        if element.tag == f"{SVG}text":
            wide = scale * text_width(element.text or "", size)
            left = x + scale * float(element.get("x", 0))
            left -= {"start": 0.0, "end": wide}.get(side, wide / 2)
            yield left, left + wide, y + scale * float(element.get("y", 0)), element.text or ""


class Box(NamedTuple):
    """A rectangle of a picture, by its ends."""

    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two have a part in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def box_of(root: Element) -> Box:
    """The box around all rectangles and circles of a picture, or of a part as if it stood alone."""
    boxes = []
    for element, x, y, scale, _, _ in placed(root):
        at = {name: float(element.get(name, 0)) for name in ("x", "y", "width", "height", "cx", "cy", "r")}
        if element.tag == f"{SVG}rect":
            left, top, wide, high = at["x"], at["y"], at["width"], at["height"]
        elif element.tag == f"{SVG}circle":
            left, top, wide, high = at["cx"] - at["r"], at["cy"] - at["r"], 2 * at["r"], 2 * at["r"]
        else:
            continue
        boxes.append(Box(x + scale * left, x + scale * (left + wide), y + scale * top, y + scale * (top + high)))
    lefts, rights, tops, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), max(rights), min(tops), max(bottoms))


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
