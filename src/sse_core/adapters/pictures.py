"""Drawings of states for the render modes of environments."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import numpy

from ..errors import ArgumentError
from ..forms.checks import check_choice
from ..forms.libraries import needs
from ..game import AnyState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["FONTS", "RENDER_MODES", "check_render_mode", "drawn"]

_PIXELS: Final = "rgb_array"

_WIDTH: Final = 640
"""The width of a picture in pixels, which limits its time to 0.1 s."""

FONTS: Final = (
    "Helvetica",
    "Arial",
    "Liberation Sans",
    "DejaVu Sans",
    "Noto Sans",
    "Roboto",
    "Open Sans",
    "sans-serif",
)
"""The font families for words in pictures, of which the first one on the machine is used.

If resvg finds none of them, it takes a font with serifs or, without one, leaves the words out. Drawings name only the
first two, and many Linux systems have neither."""

_STYLE: Final = f"svg {{ font-family: {', '.join(FONTS)} }}"

_LIBRARIES: Final = ("resvg_py", "PIL")
"""The libraries that turn a drawing into pixels, by the name of the import."""

RENDER_MODES: Final[tuple[str, ...]] = (
    "ansi",
    "svg",
    "human",
    *([_PIXELS] if all(find_spec(each) is not None for each in _LIBRARIES) else []),
)
"""The render modes: ``"ansi"`` a text for a terminal, ``"svg"`` a document, ``"human"`` the text, printed, and
``"rgb_array"`` the pixels of the document, shape (height, 640, 3), if resvg-py and Pillow are installed."""


def check_render_mode(mode: str | None) -> str | None:
    """Return a render mode, or None; raise ArgumentError, with the known modes, for another one."""
    if mode is None:
        return None
    if mode == _PIXELS and _PIXELS not in RENDER_MODES:
        raise ArgumentError(needs("render_mode 'rgb_array'", "resvg-py and Pillow", "pixels"))
    return check_choice(mode, RENDER_MODES, "render_mode")


def drawn(state: AnyState, last: Sequence[Any], mode: str) -> str | NDArray[np.uint8]:
    """Return the drawing of a state in a mode, with its last actions marked; for ``"human"`` the text to print."""
    if mode in ("ansi", "human"):
        return state.game.to_text(state, last=last)
    document = state.game.to_svg(state, last=last)
    return _pixels(document) if mode == _PIXELS else document


def _pixels(document: str) -> NDArray[np.uint8]:
    from io import BytesIO

    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=document, width=_WIDTH, style_sheet=_STYLE)
    with Image.open(BytesIO(png)) as picture:
        return numpy.array(picture.convert("RGB"), numpy.uint8)
