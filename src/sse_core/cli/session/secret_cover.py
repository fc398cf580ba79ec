"""The cover over secrets at a terminal, while it is passed from one person to the next."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

from ..terminal.live_page import is_terminal
from ..terminal.output import echo, say
from ..terminal.streams import flush, write
from .exits import LeftError

__all__ = ["Cover"]

_CLEARED: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen, and the lines above it that a terminal keeps."""


class Cover:
    """The cover at the terminal of one game."""

    def __init__(self) -> None:
        self._is_refused = False

    def pass_to(self, name: str) -> bool:
        """Clear the terminal, and wait until the person with this name is there.

        Returns False where there is no terminal that can be cleared, after a sentence that says so, once.

        Raises LeftError if the person leaves instead.
        """
        if not _can_clear():
            if not self._is_refused:
                say(
                    "People with secrets play here, and this is no terminal that can be cleared between them: "
                    "whoever reads this page sees what all of them see."
                )
            self._is_refused = True
            return False
        _forget_typed()
        _clear()
        echo(f"{name} is to act: pass the screen.\n")
        while text := _line(f"{name}, Enter shows what you may see: "):
            if text.lower() == "quit":
                raise LeftError
        _clear()
        return True

    def close(self) -> None:
        """Clear the terminal where that can be done; a terminal that is closed stays as it is."""
        with suppress(OSError):
            if _can_clear():
                _clear()


def _can_clear() -> bool:
    return sys.stdin.isatty() and is_terminal()


def _clear() -> None:
    write(_CLEARED)
    flush()


def _line(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        echo()
        raise LeftError from None


def _forget_typed() -> None:
    """Forget what is typed already: it was not meant for this question, and would show to the next person."""
    try:
        import termios
    except ImportError:
        # As on Windows.
        return
    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
