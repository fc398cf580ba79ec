"""Layouts of texts: which field of a value stands on which line, and which lines may be left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Self

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

    names: tuple[str, ...] = field(init=False, compare=False)
    """The paths of the fields."""

    fields_of: Callable[[Any], Any] = field(init=False, compare=False)
    """Returns the field of a value, or the tuple of several."""

    def __post_init__(self) -> None:
        names = tuple((self.paths or self.word).split())
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "fields_of", attrgetter(*names))

    def under(self, struct: Struct) -> Self:
        """Return the line with its shape, as it stands in the layout of a struct."""
        return replace(self, shape=struct.shape_of(self.names[0])) if self.shape is None else self

    def write(self, value: Any, before: str, lines: list[str]) -> None:
        """Append the line of a value, unless it is left out."""
        assert self.shape is not None
        found = self.fields_of(value)
        if found != self.left_out:
            lines.append(f"{before}{self.word}: {self.shape.word(found)}")

    def read(self, lines: Lines, before: str, fields: dict[str, Any]) -> None:
        """Take the line; put the fields, by path, into `fields`."""
        assert self.shape is not None
        prefix = f"{before}{self.word}: "
        word = lines.take(prefix) if self.left_out is NO_VALUE else lines.take_if(prefix)
        found = self.left_out if word is None else self.shape.read(word)
        if len(self.names) == 1:
            fields[self.names[0]] = found
        else:
            fields.update(zip(self.names, found, strict=True))


@dataclass(frozen=True)
class Block:
    """The lines of a field that is None if its first line isn't there."""

    path: str
    layout: Layout

    def under(self, _: Struct) -> Self:
        """Return the block itself: its lines have their shapes from its own struct."""
        return self

    def write(self, value: Any, before: str, lines: list[str]) -> None:
        """Append the lines of a value, none for None."""
        inner = attrgetter(self.path)(value)
        if inner is not None:
            lines += self.layout.write(inner, before)

    def read(self, lines: Lines, before: str, fields: dict[str, Any]) -> None:
        """Take the lines; put the field, by path, into `fields`."""
        there = lines.peek().startswith(f"{before}{self.layout.first}: ")
        fields[self.path] = self.layout.struct.build(self.layout.read(lines, before)) if there else None


class Layout:
    """The lines of a struct, in order. `before` is what each of them begins with, such as the letter of a seat.

    >>> from typing import NamedTuple
    >>> from sse_core.forms.shapes import Number
    >>> class Purse(NamedTuple):
    ...     coins: int
    ...     debts: int = 0
    >>> purse = Struct(Purse, {"coins": Number(9), "debts": Number(9)})
    >>> layout = Layout(purse, Line("coins"), Line("debts", left_out=0))
    >>> layout.write(Purse(3), "A ")
    ['A coins: 3']
    >>> purse.build(layout.read(Lines("coins: 4")))
    Purse(coins=4, debts=0)
    """

    def __init__(self, struct: Struct, first: Line, *others: Line | Block) -> None:
        self.struct = struct
        self.first = first.word
        self.parts = tuple(part.under(struct) for part in (first, *others))

    def write(self, value: Any, before: str = "") -> list[str]:
        """Return the lines of a value."""
        lines: list[str] = []
        for part in self.parts:
            part.write(value, before, lines)
        return lines

    def read(self, lines: Lines, before: str = "") -> dict[str, Any]:
        """Take the lines; return the fields by path."""
        found: dict[str, Any] = {}
        for part in self.parts:
            part.read(lines, before, found)
        return found
