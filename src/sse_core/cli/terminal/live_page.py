"""A page on a terminal that is rewritten in place while it grows."""

from __future__ import annotations

import os
from shutil import get_terminal_size
from typing import Final

from .streams import flush, output, write

__all__ = ["LivePage", "is_terminal"]

_DUMB: Final = ("", "dumb")
"""The value of ``TERM`` for terminals whose cursor can't move."""


def is_terminal() -> bool:
    """Return whether the standard output is a terminal whose cursor can move."""
    return output().isatty() and os.environ.get("TERM", "") not in _DUMB


class LivePage:
    """The last lines of a terminal. They have no colours, and the cursor stands below them."""

    def __init__(self) -> None:
        self._lines = 0

    def show(self, page: str) -> None:
        """Put a page in the place of the one before. What doesn't fit the terminal is left out."""
        width, height = get_terminal_size()
        lines = [line[: width - 1] for line in page.split("\n")[: height - 1]]
        self._write("".join(f"{line}\n" for line in lines))
        self._lines = len(lines)

    def clear(self) -> None:
        """Take the page away."""
        self._write("")
        self._lines = 0

    def _write(self, text: str) -> None:
        # Up to the first line, and everything from there on is erased: what Ctrl-C left below the page, too.
        up = f"\x1b[{self._lines}A" if self._lines else ""
        write(f"\r{up}\x1b[J{text}")
        flush()
