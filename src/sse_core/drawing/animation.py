"""Animations: drawings of a picture one after the other, as one SVG document that moves by CSS."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import groupby

from .layers import Layer, overlay
from .svg import document, element, number, title

__all__ = ["LAST", "animate"]

LAST = 3
"""The time of the last drawing before the first one comes again, as a multiple of the time of each other drawing."""


def animate(drawings: Sequence[str], *, seconds: float, loop: bool, words: str) -> str:
    """Return drawings one after the other, `seconds` each, as one document with a title.

    An element that several drawings share is written once (see `layers.overlay`); each other element is shown in its
    own time and hidden otherwise. With `loop` the animation begins again after the last drawing, else the last drawing
    stays. It pauses under the pointer. Where CSS animations don't run, or the reader wants reduced motion, only the
    last drawing is shown.

    Raises ArgumentError for a text that is no SVG document.
    """
    found = overlay(drawings)
    n, rest = len(drawings), LAST if loop else 1
    times = _Times(n, n - 1 + rest)
    content = _shown(found.layers, list(range(n)), times)
    style = times.style(_NAME, seconds * times.total, "infinite" if loop else "1")
    moving = (element("style", style) if style else "") + content
    # Several documents may stand in one page, where CSS rules hold for all of them. So a document's name depends on its
    # content and its rules: two documents with the same name play alike.
    name = f"sse-{blake2b(moving.encode(), digest_size=8).hexdigest()}"
    return document(
        found.width,
        found.height,
        title(words),
        element("defs", *found.definitions) if found.definitions else "",
        moving.replace(_NAME, name),
        shown_width=found.width * found.zoom,
        role="img",
        class_=name,
    )


_NAME = "\N{NULL}"
"""A placeholder for the name of the document until its content is known. No SVG document has this character."""


class _Times:
    """The times at which layers are shown; layers with the same times are a kind, which has a number."""

    def __init__(self, n: int, total: int) -> None:
        self.n = n
        """The number of drawings; each is shown for one unit of time, the last one for the rest."""
        self.total = total
        """The time of all drawings together, in these units."""
        self._kinds: dict[tuple[int, ...], int] = {}

    def number(self, shown: Sequence[int]) -> int:
        """Return the number of the kind that is shown in some drawings."""
        return self._kinds.setdefault(tuple(shown), len(self._kinds))

    def style(self, name: str, seconds: float, repeats: str) -> str:
        """Return the rules that show each kind in its time, in so many seconds for all; empty if nothing moves."""
        if not self._kinds:
            return ""
        frames = "".join(f"@keyframes {name}-{kind}{{{self._frames(shown)}}}" for shown, kind in self._kinds.items())
        names = "".join(f".{name}-{kind}{{animation-name:{name}-{kind}}}" for kind in self._kinds.values())
        moves = f"[class^={name}-]{{animation:{number(seconds)}s step-end {repeats}}}{names}"
        pause = f".{name}:hover g{{animation-play-state:paused}}"
        return f"@media (prefers-reduced-motion:no-preference){{{moves}{pause}}}{frames}"

    def _frames(self, shown: Sequence[int]) -> str:
        """Return the key frames, in which a kind appears or disappears."""
        there = {*shown}
        changes = [i for i in range(self.n) if i == 0 or (i in there) != (i - 1 in there)]
        parts = ((changes[not_first::2], (0 in there) != bool(not_first)) for not_first in (0, 1))
        return "".join(
            f"{','.join(map(self._share, places))}{{visibility:{'visible' if is_there else 'hidden'}}}"
            for places, is_there in parts
            if places
        )

    def _share(self, place: int) -> str:
        return f"{100 * place / self.total:.4f}".rstrip("0").rstrip(".") + "%"


def _shown(layers: Sequence[Layer], always: list[int], times: _Times) -> str:
    """Return layers; a layer that not all of the drawings in `always` have stands in a group that comes and goes."""
    parts: list[str] = []
    for shown, group in groupby(layers, key=lambda layer: layer.drawings):
        content = "".join(_content(layer, times) for layer in group)
        if shown != always:
            hidden = {} if times.n - 1 in shown else {"visibility": "hidden"}
            content = element("g", content, class_=f"{_NAME}-{times.number(shown)}", **hidden)
        parts.append(content)
    return "".join(parts)


def _content(layer: Layer, times: _Times) -> str:
    if not layer.versions:
        return layer.node.markup
    return f"{layer.node.head}{_shown(layer.inner, layer.drawings, times)}</{layer.node.name}>"
