"""A live page on a terminal, which is rewritten in place with each update."""

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
    """A live page: the last lines of a terminal, without colours, above the cursor."""

    def __init__(self) -> None:
        self._lines = 0

    def show(self, page: str) -> None:
        """Replace the page. Lines that don't fit the terminal are left out."""
        width, height = get_terminal_size()
        lines = [line[: width - 1] for line in page.split("\n")[: height - 1]]
        self._write("".join(f"{line}\n" for line in lines))
        self._lines = len(lines)

    def clear(self) -> None:
        """Remove the page."""
        self._write("")
        self._lines = 0

    def _write(self, text: str) -> None:
        # Go up to the first line, and erase all from there, including what Ctrl-C left below the page.
        up = f"\x1b[{self._lines}A" if self._lines else ""
        write(f"\r{up}\x1b[J{text}")
        flush()
