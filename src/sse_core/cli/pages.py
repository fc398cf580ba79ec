"""What the commands share in reading files and in talking to people and programs."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from ..errors import SseError
from ..kinds import is_read, kind_of, kind_of_bytes, name_of

__all__ = [
    "INTERRUPTED",
    "LEFT",
    "PIPE_CLOSED",
    "REFUSED",
    "USAGE",
    "WIDTH",
    "RefusedError",
    "UsageError",
    "add_position",
    "align",
    "count",
    "forgive",
    "hanging",
    "quoting",
    "read",
    "say",
    "say_json",
]

REFUSED: Final = 1
USAGE: Final = 2
LEFT: Final = 3
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

WIDTH: Final = 80
"""How many columns a page may have: as many as every terminal."""


class UsageError(Exception):
    """Arguments that are right one by one, but not together."""


class RefusedError(Exception):
    """Input that is refused; the message says which."""


def add_position(parser: ArgumentParser, shipped: str) -> None:
    """Add the argument that names a position; `shipped` is what the game calls a thing that ships with it."""
    parser.add_argument(
        "position",
        metavar=f"{shipped.upper()}|POSITION",
        help=f"a {shipped} that ships, by name, or a file: a position, or a record for its end; - for standard input",
    )


def forgive(stream: Any, errors: str) -> None:
    """Let a standard stream put something else for what it can't read or show, rather than fail."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=errors)


def say(text: str = "") -> None:
    """Write a text and a newline to the standard output."""
    sys.stdout.write(f"{text}\n")


def say_json(value: object) -> None:
    """Write a value as JSON to the standard output."""
    say(json.dumps(value, indent=2))


def count(n: int, one: str, many: str) -> str:
    """Return a number with the right form of what it counts."""
    return f"{n} {one if n == 1 else many}"


def align(rows: Sequence[Sequence[object]], left: int) -> str:
    """Return rows as lines with their columns aligned: the first `left` columns to the left, the rest to the right.

    Two blanks lie between columns, or one where the page would be too wide. If it still is, a last line says so.
    """
    texts = [[str(field) for field in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    gap = "  " if sum(widths) + 2 * (len(widths) - 1) <= WIDTH else " "
    lines: list[str] = []
    for row in texts:
        padded = [
            field.ljust(width) if column < left else field.rjust(width)
            for column, (field, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(gap.join(padded).rstrip())
    width = max(map(len, lines))
    return "\n".join([*lines, *([f"This is {width} columns wide."] if width > WIDTH else [])])


def hanging(text: str, first: str, indent: int) -> str:
    """Return a text after its first words, in lines that fit a terminal, all but the first indented."""
    return "\n".join(
        wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * indent, break_on_hyphens=False) or [first]
    )


def read(name: str, prefix: str) -> str:
    """Return the text of a file, or of the standard input for ``-``, without the newlines at its end.

    Raises OSError if it can't be read, RefusedError if it isn't UTF-8, looks like nothing that a game reads, or is a
    text of another game: one that begins like ``mse-game``, where `prefix` is not ``mse``.
    """
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").rstrip("\n")
    except UnicodeDecodeError as error:
        looks = "" if (kind := kind_of_bytes(data)) is None else f", and looks like {kind}"
        message = f"{_called(name)} is not UTF-8 text{looks}: {error.reason} at byte {error.start}"
        raise RefusedError(message) from None
    if (said := name_of(text)) and not said.startswith(f"{prefix}-"):
        raise RefusedError(f"{_called(name)} is of another game, as {said} says; name that game after the command")
    if (found := kind_of(text)) and not is_read(found):
        raise RefusedError(f"{_called(name)} is nothing of a game: it looks like {found}")
    return text


@contextmanager
def quoting(name: str) -> Generator[None, None, None]:
    """Let an error tell which file it is about."""
    try:
        yield
    except SseError as error:
        raise RefusedError(f"{_called(name)}: {error}") from None


def _called(name: str) -> str:
    return "standard input" if name == "-" else name
