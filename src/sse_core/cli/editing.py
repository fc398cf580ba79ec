"""A line that is typed at a terminal: edited with the arrow keys, repeated from before, completed at the Tab key."""

from __future__ import annotations

import sys
from collections.abc import Iterable

__all__ = ["completing"]


def completing(words: Iterable[str]) -> None:
    """Let the Tab key complete the next line to one of these words, if the terminal and this Python can edit lines."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    try:
        import readline
    except ImportError:
        # As on Windows, whose terminals edit lines themselves.
        return
    known = sorted(set(words))
    matches: list[str] = []

    def complete(text: str, number: int) -> str | None:
        if number == 0:
            matches[:] = [word for word in known if word.lower().startswith(text.lower())]
        return matches[number] if number < len(matches) else None

    readline.set_completer(complete)
    readline.set_completer_delims(";")
    readline.parse_and_bind("tab: complete")
