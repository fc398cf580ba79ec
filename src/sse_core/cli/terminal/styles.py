"""Styles of printed pages: colours and Unicode on a terminal, plain ASCII in files and pipes.

Colours need the extra `[cli]` (rich). Without it, all pages are printed without colours.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace
from shutil import get_terminal_size
from typing import Final

from ...forms.libraries import needs
from ...game import PLAIN, Pen
from .live_page import is_terminal
from .output import UsageError
from .streams import output

__all__ = ["STYLE_OPTIONS", "above", "add_style_options", "pen_of"]

STYLE_OPTIONS: Final = ("color", "ascii")
"""The names of the options for colours and characters."""

_QUESTION: Final = 2
"""The lines that a blank line and a question take."""

_WHEN: Final = ("auto", "always", "never")

_STYLES: Final = {
    "A": "bold #e69f00",
    "B": "bold #56b4e9",
    "C": "bold #009e73",
    "D": "bold #cc79a7",
    "E": "bold #d55e00",
    "strong": "bold",
    "dim": "dim",
    "marked": "black on #f0e442",
    "last": "bold underline",
}
"""The style of each role (see `Pen`). Colour-blind people can tell the colours of seats apart (Okabe and Ito)."""

_PLAIN_SIGNS: Final = str.maketrans({"±": "+-", "−": "-", "…": "..."})
"""The replacements in ASCII for other signs, for files and for terminals that can't show them."""


def add_style_options(parser: ArgumentParser) -> None:
    """Add the options for colours and characters."""
    parser.add_argument(
        "--color",
        choices=_WHEN,
        default="auto",
        help="colours: auto (the default) on a terminal alone, as NO_COLOR, FORCE_COLOR and TERM=dumb allow;"
        " they need the extra cli",
    )
    parser.add_argument("--ascii", action="store_true", help="ASCII alone, as in files and pipes")


def pen_of(args: Namespace) -> Pen:
    """Return the pen for the standard output; raise UsageError if colours are asked for but impossible."""
    paint = _painter(args.color) if _has_colour(args.color) else None
    return Pen(paint or PLAIN.paint, not args.ascii and takes_unicode(always=args.color == "always"))


def above(pen: Pen, others: int = 0) -> Pen:
    """Return the pen for a drawing that must fit the terminal together with a question and so many other lines."""
    if not output().isatty():
        return pen
    return replace(pen, lines=max(1, get_terminal_size().lines - others - _QUESTION))


def takes_unicode(*, always: bool = False) -> bool:
    """Return whether the standard output can show signs beyond ASCII: only on a terminal, unless `always`."""
    return (always or is_terminal()) and (output().encoding or "").lower().replace("-", "") == "utf8"


def signed(text: str, unicode: bool) -> str:
    """Return a text with its signs beyond ASCII, or with their ASCII replacements.

    Replacements can be wider, so call this before the layout of a text.

    >>> signed("12 \N{PLUS-MINUS SIGN} 3 \N{HORIZONTAL ELLIPSIS}", unicode=False)
    '12 +- 3 ...'
    """
    return text if unicode else text.translate(_PLAIN_SIGNS)


def _has_colour(when: str) -> bool:
    """Return whether the standard output gets colours (https://no-color.org, https://force-color.org)."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return os.environ.get("FORCE_COLOR", "") not in ("", "0") or is_terminal()


def _painter(when: str) -> Callable[[str, str], str] | None:
    """Return the function that paints a text; without rich None, or a UsageError if colours are demanded."""
    try:
        from rich.color import ColorSystem
        from rich.console import Console
        from rich.style import Style
    except ImportError:
        if when == "always":
            raise UsageError(needs("--color always", "rich", "cli")) from None
        return None
    known = {"256": ColorSystem.EIGHT_BIT, "truecolor": ColorSystem.TRUECOLOR, "windows": ColorSystem.WINDOWS}
    system = Console(force_terminal=True, no_color=False).color_system
    colours = known.get(system or "", ColorSystem.STANDARD)
    styles = {role: Style.parse(style) for role, style in _STYLES.items()}
    return lambda words, role: styles[role].render(words, color_system=colours)
