"""Input and output for all commands: reading files, pages of text, JSON, exit statuses and errors."""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Final

from ...errors import SseError
from ...forms.kinds import is_by_house_rule, is_read, kind_of, kind_of_bytes, name_of
from ...games import GAMES, prefix_of
from ...play.markdown import WIDTH
from .streams import INPUT, named, output, write

__all__ = [
    "INTERRUPTED",
    "LEFT",
    "PIPE_CLOSED",
    "REFUSED",
    "USAGE",
    "HouseRuledError",
    "RefusedError",
    "UsageError",
    "add_position",
    "add_variation",
    "align",
    "columns",
    "echo",
    "echo_json",
    "fitted",
    "json_key",
    "listing",
    "naming_file",
    "page_width",
    "paragraph",
    "read_file",
    "say",
    "set_encoding_errors",
    "with_width",
]

REFUSED: Final = 1
USAGE: Final = 2
LEFT: Final = 3
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

_NARROWEST: Final = 20
"""The fewest columns of a page."""

_PAINT: Final = re.compile(r"\x1b\[[0-9;]*m")
"""The escape sequences that colour a terminal."""


class UsageError(Exception):
    """Wrong usage that argparse can't see, such as two arguments that exclude each other."""


class RefusedError(Exception):
    """Refused input. The message names it."""


class HouseRuledError(RefusedError):
    """A text for a house rule where the published rules are played. What to do depends on the command."""


def add_position(parser: ArgumentParser, preset: str) -> None:
    """Add the arguments that name a position: its file, and its ply (see `loading.load_position`).

    `preset` is the noun for what ships with the game (`Info.preset`).
    """
    parser.add_argument(
        "position",
        metavar=f"{preset.upper()}|POSITION",
        help=f"the name of a {preset} that ships, or a file with a position or a record (for its last position); "
        "- is the standard input",
    )
    parser.add_argument(
        "--ply", type=int, metavar="N", help="of a record: the position after so many plies; left out: the last one"
    )
    add_variation(parser)


def add_variation(parser: ArgumentParser) -> None:
    """Add the option for a variation of a record (see `loading.load_line`)."""
    parser.add_argument(
        "--variation",
        type=_parse_variation,
        metavar="N",
        help="of a record: the game as it goes in this variation, such as 2, or 2.1 for the first one within it",
    )


def _parse_variation(text: str) -> list[int]:
    """Return the places of nested variations from 0, outermost first; raise ArgumentTypeError for another text."""
    if not re.fullmatch(r"[1-9][0-9]{0,8}(\.[1-9][0-9]{0,8})*", text):
        raise ArgumentTypeError(f"a variation is written like 2, or 2.1 for the first one within it, not {text!r}")
    return [int(place) - 1 for place in text.split(".")]


def set_encoding_errors(stream: Any, errors: str) -> None:
    """Set how a standard stream handles characters that it can't decode or encode (see `codecs`)."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=errors)


def page_width() -> int:
    """Return the width of a page in columns: that of the terminal, at most 80; 80 in files and pipes."""
    return max(_NARROWEST, min(WIDTH, get_terminal_size((WIDTH, 24)).columns))


def echo(text: str = "") -> None:
    """Write a text and a newline to the standard output."""
    write(f"{text}\n")


def say(text: str) -> None:
    """Write a sentence to the standard output: wrapped on a terminal, else on one line."""
    echo(paragraph(text) if output().isatty() else text)


def echo_json(value: object) -> None:
    """Write a value as JSON to the standard output."""
    echo(json.dumps(value, indent=2))


def json_key(column: str) -> str:
    """Return the key of a column in JSON, without blanks."""
    return column.replace(" ", "_")


def align(rows: Sequence[Sequence[object]], left: int) -> str:
    """Return rows as a page (see `columns`); if it is wider than the terminal, a last line says so."""
    return "\n".join(with_width(columns(rows, left)))


def with_width(lines: Sequence[str]) -> Sequence[str]:
    """Return lines; if they are wider than the terminal, with a last line that says how wide."""
    width = max(map(len, lines))
    return [*lines, f"This is {width} columns wide."] if width > page_width() else lines


def columns(rows: Sequence[Sequence[object]], left: int) -> list[str]:
    """Return rows as lines with their columns aligned: the first `left` columns to the left, the rest to the right.

    Columns are two blanks apart, or one if the page is too wide otherwise.
    """
    texts = [[str(field) for field in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    gap = "  " if sum(widths) + 2 * (len(widths) - 1) <= page_width() else " "
    lines: list[str] = []
    for row in texts:
        padded = [
            field.ljust(width) if column < left else field.rjust(width)
            for column, (field, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(gap.join(padded).rstrip())
    return lines


def paragraph(text: str, label: str = "", indent: int = 2) -> str:
    """Return a text after its label, wrapped to the terminal; all lines but the first are indented.

    A word that is longer than a line, such as a path, isn't broken.
    """
    lines = wrap(
        text,
        page_width(),
        initial_indent=label,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return "\n".join(lines or [label])


def fitted(drawing: str) -> str:
    """Return a drawing in which sentences that are wider than the terminal are wrapped.

    Rows of maps and tables, which have two blanks somewhere, are left as they are.
    """
    width = page_width()
    return "\n".join(line if _fits(line, width) else _wrapped(line, width) for line in drawing.split("\n"))


def _fits(line: str, width: int) -> bool:
    return _visible(line) <= width or "  " in line.strip()


def _wrapped(line: str, width: int) -> str:
    """Return a sentence, coloured or not, wrapped to a width."""
    first, *rest = line.split(" ")
    lines = [first]
    for word in rest:
        if _visible(lines[-1]) + 1 + _visible(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"  {word}")
    return "\n".join(lines)


def _visible(text: str) -> int:
    """Return the columns that a text takes, coloured or not."""
    return len(_PAINT.sub("", text))


def listing(rows: Sequence[tuple[str, str]]) -> str:
    """Return names with their descriptions in two columns, wrapped to the terminal.

    On a narrow terminal descriptions begin below their names.
    """
    width = max(len(name) for name, _ in rows) + 2
    if width > page_width() // 2:
        return "\n".join(f"{name}\n{paragraph(about, '    ', 4)}" if about else name for name, about in rows)
    return "\n".join(paragraph(about, name.ljust(width), width) for name, about in rows)


def read_file(name: str, prefix: str) -> str:
    """Return the text of a file, or of the standard input for ``-``.

    Raises OSError if the file can't be read. Raises RefusedError if it isn't UTF-8, if no game can read such a text, or
    if the prefix of its first word, such as ``mse`` of ``mse-game``, isn't `prefix`.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise named(error, _file_label(name)) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        likeness = "" if (kind := kind_of_bytes(data)) is None else f", and looks like {kind}"
        message = f"{_file_label(name)} is not UTF-8 text{likeness}: {error.reason} at byte {error.start}"
        raise RefusedError(message) from None
    if (first := name_of(text)) and not first.startswith(f"{prefix}-"):
        words = f"{_file_label(name)} is of another game, as {first} says"
        if is_by_house_rule(first):
            raise HouseRuledError(words)
        owner = next((key for key in GAMES if first.startswith(f"{prefix_of(key)}-")), "that game")
        raise RefusedError(f"{words}; name {owner} after the command")
    if (kind := kind_of(text)) and not is_read(kind):
        raise RefusedError(f"{_file_label(name)} is nothing of a game: it looks like {kind}")
    return text


@contextmanager
def naming_file(name: str) -> Generator[None, None, None]:
    """Turn an SseError into a RefusedError whose message names the file."""
    try:
        yield
    except SseError as error:
        raise RefusedError(f"{_file_label(name)}: {error}") from None


def _file_label(name: str) -> str:
    return INPUT if name == "-" else name
