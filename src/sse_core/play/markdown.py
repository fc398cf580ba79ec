"""Pages written in Markdown, laid out for a terminal of 80 columns or fewer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from operator import gt
from textwrap import wrap
from typing import Final

__all__ = ["WIDTH", "blocks_of", "layout"]

WIDTH: Final = 80
"""The greatest width of a page in columns: nearly every terminal has as many."""

_GAP: Final = "  "
_NARROWEST: Final = 6
_FENCE: Final = "```"


def blocks_of(text: str) -> Iterator[str]:
    """Yield the paragraphs, headings, lists, tables and drawings of a page in order, without comments."""
    block: list[str] = []
    fenced = False
    for line in [*re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL).split("\n"), ""]:
        fenced ^= line.startswith(_FENCE)
        if line.strip() or fenced:
            block.append(line)
        elif block:
            yield "\n".join(block)
            block = []


def layout(block: str, columns: int = WIDTH) -> str:
    """Return a block as lines of at most so many columns. Drawings are left as they are."""
    lines = block.split("\n")
    if lines[0].startswith(_FENCE):
        return "\n".join(f"    {line}" for line in lines[1:] if not line.startswith(_FENCE))
    if lines[0].startswith("|"):
        return _table([[_plain(cell.strip()) for cell in line.strip("|").split("|")] for line in lines], columns)
    if lines[0].startswith("#"):
        return _filled(lines[0].lstrip("# "), columns)
    return "\n".join(_filled(item, columns) for item in _items(lines))


def _items(lines: Sequence[str]) -> list[str]:
    """Return the items of a list, or a paragraph as the only item, each on one line."""
    items: list[str] = []
    for line in lines:
        if items and not line.startswith("- "):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return items


def _filled(text: str, columns: int) -> str:
    return "\n".join(_wrapped(_plain(text), columns, "  " if text.startswith("- ") else ""))


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _plain(text: str) -> str:
    """Return a text without the marks of bold type and of links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("**", "")


def _table(rows: Sequence[Sequence[str]], columns: int) -> str:
    """Return a table with aligned columns. Long cells are wrapped."""
    heading, marks, *body = rows
    to_right = [mark.endswith("-:") and not mark.startswith(":") for mark in marks]
    widths = _widths([heading, *body], columns)
    lines: list[str] = []
    for row in [heading, ["-" * width for width in widths], *body]:
        cells = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=False)]
        for parts in zip_longest(*cells, fillvalue=""):
            padded = [
                part.rjust(width) if right else part.ljust(width)
                for part, width, right in zip(parts, widths, to_right, strict=False)
            ]
            lines.append(_GAP.join(padded).rstrip())
    return "\n".join(lines)


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return the width of each column: its widest cell.

    Until the table fits, the widest columns are narrowed: first down to their longest word, then further.
    """
    columns = list(zip_longest(*rows, fillvalue=""))
    widths = [max(map(len, column)) for column in columns]
    words = [max(len(word) for cell in column for word in [*cell.split(), ""]) for column in columns]
    room = width - len(_GAP) * (len(widths) - 1)
    for least in (words, [_NARROWEST] * len(widths)):
        while sum(widths) > room and any(map(gt, widths, least)):
            widest = max(range(len(widths)), key=lambda at: (widths[at] > least[at], widths[at]))
            widths[widest] -= 1
    return widths
