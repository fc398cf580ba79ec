"""Layouts of texts: which field of a value stands on which line, and which lines may be left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from .lines import Lines
from .shapes import NO_VALUE, Shape
from .structs import Struct

__all__ = ["Block", "Layout", "Line"]


@dataclass(frozen=True)
class Line:
    """A line, such as ``tokens: 3``: its word, and a field, or several."""

    word: str
    paths: str = ""
    """The field, such as ``battle.round``, or several with blanks between them; empty: the field of that name."""

    shape: Shape | None = None
    """The shape of the field, or of the tuple of several; None: the one of the field in the struct."""

    left_out: Any = NO_VALUE
    """The value whose line is left out."""

    def write(self, struct: Struct, value: Any, before: str) -> Iterator[str]:
        """Yield the line of a value."""
        found = attrgetter(*self._names())(value)
        if found != self.left_out:
            yield f"{before}{self.word}: {self._shape(struct).word(found)}"

    def read(self, struct: Struct, lines: Lines, before: str) -> dict[str, Any]:
        """Take the line; return the fields by path."""
        prefix = f"{before}{self.word}: "
        if self.left_out is not NO_VALUE and not lines.peek().startswith(prefix):
            found = self.left_out
        else:
            found = self._shape(struct).read(lines.take(prefix))
        names = self._names()
        return {names[0]: found} if len(names) == 1 else dict(zip(names, found, strict=True))

    def _names(self) -> list[str]:
        return (self.paths or self.word).split()

    def _shape(self, struct: Struct) -> Shape:
        return struct.shape_of(self._names()[0]) if self.shape is None else self.shape


@dataclass(frozen=True)
class Block:
    """The lines of a field that is None if its first line isn't there."""

    path: str
    layout: Layout

    def write(self, struct: Struct, value: Any, before: str) -> Iterator[str]:
        """Yield the lines of a value, none for None."""
        inner = attrgetter(self.path)(value)
        if inner is not None:
            yield from self.layout.write(inner, before)

    def read(self, struct: Struct, lines: Lines, before: str) -> dict[str, Any]:
        """Take the lines; return the field by path."""
        there = lines.peek().startswith(f"{before}{self.layout.first}: ")
        return {self.path: self.layout.struct.build(self.layout.read(lines, before)) if there else None}


class Layout:
    """The lines of a struct, in order. `before` is what each of them begins with, such as the letter of a seat.

    >>> from typing import NamedTuple
    >>> from sse_core.forms.shapes import Number
    >>> class Purse(NamedTuple):
    ...     coins: int
    ...     debts: int = 0
    >>> purse = Struct(Purse, {"coins": Number(9), "debts": Number(9)})
    >>> layout = Layout(purse, Line("coins"), Line("debts", left_out=0))
    >>> list(layout.write(Purse(3), "A "))
    ['A coins: 3']
    >>> purse.build(layout.read(Lines("coins: 4")))
    Purse(coins=4, debts=0)
    """

    def __init__(self, struct: Struct, first: Line, *others: Line | Block) -> None:
        self.struct = struct
        self.first = first.word
        self.parts = (first, *others)

    def write(self, value: Any, before: str = "") -> Iterator[str]:
        """Yield the lines of a value."""
        for part in self.parts:
            yield from part.write(self.struct, value, before)

    def read(self, lines: Lines, before: str = "") -> dict[str, Any]:
        """Take the lines; return the fields by path."""
        found: dict[str, Any] = {}
        for part in self.parts:
            found |= part.read(self.struct, lines, before)
        return found
