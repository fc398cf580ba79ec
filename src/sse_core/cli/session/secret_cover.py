"""The cover that hides secrets at a terminal while one person passes it to the next."""

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
"""The escape sequence that clears the screen and the scrollback of a terminal."""


class Cover:
    """The cover at the terminal of one game."""

    def __init__(self) -> None:
        self._is_refused = False

    def pass_to(self, name: str) -> bool:
        """Clear the terminal, and wait until the person with this name is there.

        Returns False if the terminal can't be cleared; the first time a sentence says so.

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
        """Clear the terminal if possible; a closed terminal is no error."""
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
    """Drop pending input: it wasn't meant for this question, and would show to the next person."""
    try:
        import termios
    except ImportError:
        # Windows has no termios.

        return
    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
