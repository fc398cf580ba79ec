"""Painted words for a terminal: texts with roles of their parts, which a `Pen` paints.

A drawing lays its words out first and paints them last, so that paint never changes a column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

from ..game import Pen

__all__ = ["Painted", "Span", "drawn", "joined", "painted", "side_by_side", "wrapped"]


class Span(NamedTuple):
    """A part of a text, and its role (see `Pen`)."""

    start: int
    end: int
    role: str


@dataclass(frozen=True, slots=True)
class Painted:
    """A text, and those of its parts that have a role: ascending, without overlaps."""

    text: str
    spans: tuple[Span, ...] = ()

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self.text)

    def __add__(self, other: Painted) -> Painted:
        """Return two texts as one."""
        return Painted(self.text + other.text, (*self.spans, *other.moved(len(self.text))))

    def moved(self, columns: int) -> tuple[Span, ...]:
        """Return the spans so many columns further to the right."""
        if not (columns and self.spans):
            return self.spans
        return tuple([Span(start + columns, end + columns, role) for start, end, role in self.spans])

    def by(self, pen: Pen) -> str:
        """Return the text as a pen writes it, without blanks at its end."""
        text, parts, done = self.text.rstrip(), list[str](), 0
        for start, end, role in self.spans:
            if words := text[start:end]:
                parts += [text[done:start], pen.paint(words, role)]
                done = end
        return "".join([*parts, text[done:]])


def painted(text: str, role: str = "") -> Painted:
    """Return a text in one role; without a role it is plain."""
    return Painted(text, (Span(0, len(text), role),) if role and text else ())


def joined(parts: Iterable[Painted], between: str = "") -> Painted:
    """Return texts as one, with a plain text between each two."""
    joint = Painted(between)
    return side_by_side(
        (0, each) for number, part in enumerate(parts) for each in ((joint, part) if number else (part,))
    )


def side_by_side(parts: Iterable[tuple[int, Painted]]) -> Painted:
    """Return texts on one line, each at its column, or right behind the text before it if that text reaches further."""
    texts, spans, length = list[str](), list[Span](), 0
    for column, part in parts:
        if column > length:
            texts.append(" " * (column - length))
            length = column
        texts.append(part.text)
        spans += part.moved(length)
        length += len(part.text)
    return Painted("".join(texts), tuple(spans))


def wrapped(line: Painted, width: int, indent: str = "") -> list[Painted]:
    """Return a text in lines of so many columns; all but the first begin with the indent.

    Words stay whole at their hyphens. An empty text has no lines.
    """
    lines: list[Painted] = []
    done = 0
    for words in wrap(line.text, width, subsequent_indent=indent, break_on_hyphens=False):
        left = len(indent) if lines else 0
        start = line.text.index(words[left:], done)
        done = start + len(words) - left
        inside = (Span(max(one, start), min(end, done), role) for one, end, role in line.spans)
        spans = tuple(Span(one - start + left, end - start + left, role) for one, end, role in inside if one < end)
        lines.append(Painted(words, spans))
    return lines


def drawn(lines: Sequence[Painted], pen: Pen) -> str:
    """Return lines as a pen writes them."""
    return "\n".join(line.by(pen) for line in lines)
