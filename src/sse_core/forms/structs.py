"""Shapes of values with fields: an object in JSON, and in a text a word that follows a pattern."""

# ruff: noqa: D102 - the methods of every shape are those of `shapes.Shape`.

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple, cast

from .json_object import Json, object_of
from .lines import Word
from .shapes import Shape

__all__ = ["Struct"]

_PIECE: Final = re.compile(r"\{(\w+)\}|\[([^\w\]]*(\w+))\]|([^{\[]+)")


class _Piece(NamedTuple):
    """A piece of a pattern: a field, a flag with its signs, or signs that stand for themselves. The rest is empty."""

    name: str
    said: str
    flag: str
    signs: str


@dataclass(frozen=True)
class Struct(Shape):
    """A value with fields, such as a named tuple, or a dictionary.

    >>> from typing import NamedTuple
    >>> from sse_core.forms.lines import Lines
    >>> from sse_core.forms.shapes import Flag, Number
    >>> class Order(NamedTuple):
    ...     target: int
    ...     void: bool = False
    >>> order = Struct(Order, {"target": Number(9), "void": Flag()}, like="to{target}[:void]")
    >>> order.word(Order(3, void=True)), order.to_json(Order(4))
    ('to3:void', {'target': 4, 'void': False})
    >>> order.read(Lines("order: to7").take("order: "))
    Order(target=7, void=False)
    """

    kind: type
    fields: Mapping[str, Shape]
    """The shape of each field, in the order of JSON."""

    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    """The names of fields in errors of the check, if they differ."""

    keys: Mapping[str, str] = field(default_factory=dict[str, str])
    """The keys in JSON that differ from the names of fields."""

    like: str = ""
    """The pattern of a word: ``{a}-{b}[:c]`` is the field a, a minus, the field b, and ``:c`` if the flag c is set."""

    expected: str = ""
    """The error for a word that doesn't follow the pattern."""

    def word(self, value: Any) -> str:
        return "".join(
            [
                self.fields[name].word(_get(value, name)) if name else signs or (said if _get(value, flag) else "")
                for name, said, flag, signs in self._pieces
            ]
        )

    def read(self, word: Word) -> Any:
        match = self._pattern.fullmatch(word.text)
        if match is None:
            raise word.error(self.expected)
        found = {name: shape.read(word.part(match[name], match.start(name))) for name, shape in self._read}
        for flag in self._flags:
            found[flag] = match[flag] is not None
        return self.kind(**found)

    def to_json(self, value: Any) -> Json:
        return {self.keys.get(name, name): shape.to_json(_get(value, name)) for name, shape in self.fields.items()}

    def from_json(self, value: Json, key: str) -> Any:
        found = object_of(value, key)
        keys = {name: self.keys.get(name, name) for name in self.fields}
        return self.kind(**{name: self.fields[name].from_json(found.value(key), key) for name, key in keys.items()})

    def check(self, value: Any, what: str) -> None:
        super().check(value, what)
        for name, shape in self.fields.items():
            shape.check(_get(value, name), self.labels.get(name, name))

    def shape_of(self, path: str) -> Shape:
        """Return the shape of a field, or of a field of a field, such as ``written_orders.done``."""
        name, _, rest = path.partition(".")
        shape = self.fields[name]
        return shape.shape_of(rest) if rest and isinstance(shape, Struct) else shape

    def build(self, found: Mapping[str, Any], above: str = "") -> Any:
        """Return a value of the fields that were read, by path."""
        if found.keys() == self.fields.keys():
            return self.kind(**found)
        return self.kind(
            **{
                name: shape.build(found, f"{above}{name}.")
                if isinstance(shape, Struct) and f"{above}{name}" not in found
                else found[f"{above}{name}"]
                for name, shape in self.fields.items()
            }
        )

    @cached_property
    def _pieces(self) -> list[_Piece]:
        return [_Piece(*piece.groups("")) for piece in _PIECE.finditer(self.like)]

    @cached_property
    def _read(self) -> list[tuple[str, Shape]]:
        """Return the fields of the pattern that are no flags, with their shapes."""
        return [(piece.name, self.fields[piece.name]) for piece in self._pieces if piece.name]

    @cached_property
    def _flags(self) -> list[str]:
        return [piece.flag for piece in self._pieces if piece.flag]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Return the regular expression of a word: a field has none of the signs that come right after it."""
        found: list[str] = []
        for index, (name, said, flag, signs) in enumerate(self._pieces):
            after = next((end[0] for *_, end in self._pieces[index + 1 :] if end), "")
            if name:
                found.append(f"(?P<{name}>{f'[^{re.escape(after)}]*' if after else '.*?'})")
            else:
                found.append(re.escape(signs) if signs else f"(?P<{flag}>{re.escape(said)})?")
        return re.compile("".join(found), re.DOTALL)


def _get(value: Any, name: str) -> Any:
    return cast("dict[str, Any]", value)[name] if isinstance(value, dict) else getattr(value, name)
