"""Line editing at a terminal: arrow keys, a history for each person, and completion at the Tab key."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

__all__ = ["Lines", "keep_apart"]

_SHARED: Final = (
    *('"\\C-y"', '"\\ey"'),  # the text that was cut
    *('"\\C-r"', '"\\C-s"', '"\\ep"', '"\\en"'),  # the words of a search
    *('"\\C-x("', '"\\C-xe"'),  # recorded macros
    *('"\\e\\C-j"', '"\\e\\C-m"', '"\\C-x\\C-r"'),  # other keys, which bring these back
)
"""The keys of readline, as in its init files, that bring back text of earlier lines by any person."""


class Lines:
    """The line editor of one person, with a history of the person's own.

    The history and the words for the Tab key are active only while the person is asked, so the next person finds
    nothing of them.
    """

    def __init__(self) -> None:
        self._typed: list[str] = []
        self._words: list[str] = []

    def completing(self, words: Iterable[str]) -> None:
        """Set the words to which the Tab key completes the next lines, if lines can be edited."""
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
    """Turn off the keys that bring back what another person has cut, searched for or recorded.

    Readline has one memory of these for everybody at the terminal.
    """
    editor = _editor()
    if editor is not None:
        # The vi mode has more such keys.
        editor.parse_and_bind("set editing-mode emacs")
        for key in _SHARED:
            editor.parse_and_bind(f"{key}: redraw-current-line")


def _editor() -> Any:
    """Return the readline module; None if the terminal or this Python has none."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:
        # Terminals of Windows edit lines themselves.
        return None
    readline.set_auto_history(False)
    readline.set_completer_delims(";")
    readline.parse_and_bind("tab: complete")
    return readline
