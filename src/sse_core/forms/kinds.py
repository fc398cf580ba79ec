"""Kinds of texts, recognized by their beginning, to choose a reader and to word errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..errors import NotationCode, NotationError
from .lines import split_lines

__all__ = [
    "A_MAP",
    "HOUSE_RULE",
    "KINDS",
    "MAP",
    "check_kind",
    "check_mark",
    "empty_line_above",
    "first_line",
    "is_by_house_rule",
    "is_name",
    "is_read",
    "kind_named",
    "kind_of",
    "kind_of_bytes",
    "listed",
    "name_of",
    "why_marked",
    "word_of",
    "wrong_kind",
]

MAP: Final = "map"
"""The kind of a drawing, which has no first word."""

A_MAP: Final = "a map"

HOUSE_RULE: Final = "house"
"""The end of the prefix in texts of a game by a house rule."""

_KINDS: Final = {"campaign": "a campaign", "game": "a record", "state": "a position"}
KINDS: Final = (A_MAP, _KINDS["state"], _KINDS["game"], _KINDS["campaign"])
"""The kinds of texts that some game has."""

_MARK: Final = "\ufeff"
"""The character that some editors put before UTF-8."""

_NAME: Final = r"[a-z]{1,9}-[a-z]{1,20}"
_BEGINNINGS: Final = (
    (re.compile(r"a  +\S"), "a drawing as `sse show` prints it"),
    (re.compile(r"<svg\b|<\?xml[^>]*>\s*<svg\b", re.IGNORECASE), "an SVG picture"),
    (re.compile(r"<!doctype html|<html", re.IGNORECASE), "an HTML page"),
    (re.compile(r"<"), "XML"),
    (re.compile(r"\s*[{\[]"), "JSON"),
    (re.compile(r"(?:origin|rules|bag|ships|cities|stations|note):"), A_MAP),
    # One character for each system, with blanks between them; or one system in the first line, and more below.
    (re.compile(r" *[^ \n](?: +[^ \n])+ *(?:\n|$)"), A_MAP),
    (re.compile(r" *[^ \n] *\n *[^ \n](?: |\n|$)"), A_MAP),
)
_MAGIC: Final = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"\x80\x04": "a pickle",
    b"\x80\x05": "a pickle",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_HEAD: Final = 1000


def kind_of(text: str) -> str | None:
    """Return the kind of a text, such as ``"a record (sse-game)"``; None if its beginning is unknown.

    >>> kind_of("sse-game 1")
    'a record (sse-game)'
    >>> kind_of("<svg xmlns='http://www.w3.org/2000/svg'>")
    'an SVG picture'
    """
    if not text.strip(f" \t\r\n{_MARK}"):
        return "an empty text"
    head = "\n".join(split_lines(text[:_HEAD])).lstrip(f"{_MARK}\r\n")
    if name := name_of(head):
        return f"{'JSON of ' if head.startswith('{') else ''}{kind_named(name)}"
    return next((kind for pattern, kind in _BEGINNINGS if pattern.match(head)), None)


def name_of(text: str) -> str | None:
    """Return the first word of a text, or the ``format`` of a JSON object, such as ``sse-game``; None if there is none.

    >>> name_of('{"format": "sse-state", "version": 1}')
    'sse-state'
    """
    match = re.match(rf"({_NAME}) [0-9]", text)
    if match is None and text.startswith("{"):
        match = re.search(rf'"format": *"({_NAME})"', text[:_HEAD])
    return None if match is None else match[1]


def word_of(name: str) -> str:
    """Return the kind of a name as one word.

    >>> word_of("sse-game")
    'game'
    """
    return name.rpartition("-")[2]


def kind_of_bytes(data: bytes) -> str | None:
    """Return the kind of a binary file; None if its first bytes are unknown."""
    return next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), None)


def is_read(kind: str) -> bool:
    """Return whether some game reads texts of this kind."""
    return kind == A_MAP or "JSON" in kind or kind.endswith(")")


def is_name(text: str) -> bool:
    """Return whether a text is the name of a kind, such as ``sse-game``."""
    return re.fullmatch(_NAME, text) is not None


def is_by_house_rule(name: str) -> bool:
    """Return whether the name of a kind, such as ``ssehouse-game``, is one by a house rule."""
    return name.partition("-")[0].endswith(HOUSE_RULE)


def kind_named(name: str) -> str:
    """Return the kind of a name such as ``sse-game``: ``a record (sse-game)``."""
    word = word_of(name)
    return f"{_KINDS.get(word, f'a {word}')} ({name})"


def listed(kinds: Sequence[str]) -> str:
    """Return at least two kinds as one of them.

    >>> listed(["a map", "a position", "a record"])
    'a map, a position or a record'
    """
    return f"{', '.join(kinds[:-1])} or {kinds[-1]}"


def first_line(text: str) -> str:
    """Return the first line of a text, for errors of the whole text; of a long line the beginning."""
    return split_lines(text[:_HEAD])[0]


def why_marked(text: str) -> str:
    """Return why a text that begins with a byte order mark isn't read; empty if it has none."""
    if not text.startswith(_MARK):
        return ""
    return "a byte order mark (U+FEFF) stands before the text: read the file as utf-8-sig, or leave out that character"


def check_mark(text: str) -> None:
    """Raise NotationError if a text begins with a byte order mark."""
    if why := why_marked(text):
        raise NotationError(why, first_line(text))


def wrong_kind(wanted: str, found: str) -> str:
    """Return the message for a text of another kind than the wanted one."""
    return f"{wanted} is wanted, and this looks like {found}"


def check_kind(text: str, name: str) -> None:
    """Raise NotationError if a text that should begin with a name is of another kind. Unknown kinds pass."""
    if text.startswith(f"{name} "):
        return
    check_mark(text)
    wanted, found = kind_named(name), kind_of(text)
    if found not in (None, wanted):
        raise NotationError(wrong_kind(wanted, str(found)), first_line(text), code=NotationCode.KIND)
    if found == wanted and not first_line(text):
        raise empty_line_above(wanted)


def empty_line_above(kind: str) -> NotationError:
    """Return the error for a text of a kind that doesn't begin in its first line."""
    return NotationError(f"an empty line stands before {kind}", "", code=NotationCode.KIND)
