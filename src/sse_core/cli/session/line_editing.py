"""Lines that are typed at a terminal: edited with the arrow keys, repeated from before, completed at the Tab key."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

__all__ = ["Lines", "keep_apart"]

_SHARED: Final = (
    *('"\\C-y"', '"\\ey"'),  # what was cut
    *('"\\C-r"', '"\\C-s"', '"\\ep"', '"\\en"'),  # what was searched for
    *('"\\C-x("', '"\\C-xe"'),  # what was recorded
    *('"\\e\\C-j"', '"\\e\\C-m"', '"\\C-x\\C-r"'),  # other keys, which bring these back
)
"""The keys of readline, as its init files write them, that bring back text of earlier lines, whoever typed them."""


class Lines:
    """The lines that one person types, in a history of the person's own.

    The terminal has it, and the words that the Tab key completes, only while the person is asked: who is asked next
    finds nothing of them.
    """

    def __init__(self) -> None:
        self._typed: list[str] = []
        self._words: list[str] = []

    def completing(self, words: Iterable[str]) -> None:
        """Let the Tab key complete the next lines to one of these words, where lines can be edited."""
        self._words = sorted(set(words))

    def ask(self, question: str) -> str:
        """Return the line that is typed after a question; raise EOFError at the end of the input."""
        editor = _editor()
        if editor is None:
            return input(question)
        for line in self._typed:
            editor.add_history(line)
        editor.set_completer(self._completer())
        try:
            line = input(question)
        finally:
            editor.set_completer(None)
            editor.clear_history()
        if line.strip() and self._typed[-1:] != [line]:
            self._typed.append(line)
        return line

    def _completer(self) -> Any:
        matches: list[str] = []

        def complete(text: str, number: int) -> str | None:
            if number == 0:
                matches[:] = [word for word in self._words if word.lower().startswith(text.lower())]
            return matches[number] if number < len(matches) else None

        return complete


def keep_apart() -> None:
    """Turn off the keys that bring back what another person cut, searched for or recorded at this terminal.

    Editing of lines has one memory of these for all who type.
    """
    editor = _editor()
    if editor is not None:
        # The other mode has more such keys.
        editor.parse_and_bind("set editing-mode emacs")
        for key in _SHARED:
            editor.parse_and_bind(f"{key}: redraw-current-line")


def _editor() -> Any:
    """Return the module that edits lines; None if the terminal or this Python has none."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:
        # As on Windows, whose terminals edit lines themselves.
        return None
    readline.set_auto_history(False)
    readline.set_completer_delims(";")
    readline.parse_and_bind("tab: complete")
    return readline
