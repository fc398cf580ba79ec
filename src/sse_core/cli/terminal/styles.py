"""Looks of the pages that people read: in colour and in Unicode on a terminal, in plain ASCII elsewhere.

Colours need the extra `[cli]` (rich). Without it, all pages are there without colours.
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
"""The names of the options for the look of pages."""

_QUESTION: Final = 2
"""The lines of a blank one and a question."""

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
"""The style of each role (see `Pen`). The seats have colours of Okabe and Ito, which colour-blind people tell apart."""

_PLAIN_SIGNS: Final = str.maketrans({"±": "+-", "−": "-", "…": "..."})
"""What stands for the signs that pages have beyond ASCII, where a terminal doesn't show them, or a file is written."""


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
    """Return the pen for the standard output; raise UsageError if colours are asked for and can't be had."""
    paint = _painter(args.color) if _has_colour(args.color) else None
    return Pen(paint or PLAIN.paint, not args.ascii and takes_unicode(always=args.color == "always"))


def above(pen: Pen, others: int = 0) -> Pen:
    """Return the pen for a drawing that a terminal is to show whole, above a question and with so many other lines."""
    if not output().isatty():
        return pen
    return replace(pen, lines=max(1, get_terminal_size().lines - others - _QUESTION))


def takes_unicode(*, always: bool = False) -> bool:
    """Return whether the standard output is a terminal that shows signs beyond ASCII; `always`: whatever it is."""
    return (always or is_terminal()) and (output().encoding or "").lower().replace("-", "") == "utf8"


def signed(text: str, unicode: bool) -> str:
    """Return a text of this package with its signs beyond ASCII, or with others in their place.

    These take other columns, so a text is signed before it is laid out.

    >>> signed("12 \N{PLUS-MINUS SIGN} 3 \N{HORIZONTAL ELLIPSIS}", unicode=False)
    '12 +- 3 ...'
    """
    return text if unicode else text.translate(_PLAIN_SIGNS)


def _has_colour(when: str) -> bool:
    """Return whether the standard output is to have colours (https://no-color.org, https://force-color.org)."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return os.environ.get("FORCE_COLOR", "") not in ("", "0") or is_terminal()


def _painter(when: str) -> Callable[[str, str], str] | None:
    """Return the function that paints, None without rich; raise UsageError if colours are needed."""
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
