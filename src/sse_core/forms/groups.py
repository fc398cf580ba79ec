"""Shapes of several values: items of one shape, a row of different shapes, values by name, and flags."""

# ruff: noqa: D102 - the methods of every shape are those of `shapes.Shape`.

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any, cast

from ..errors import NotationCode, NotationError, SetupError
from .checks import guess
from .json_object import Json, array_of, object_of, typed
from .lines import Word
from .shapes import Named, Shape

__all__ = ["Flags", "Items", "Row", "Table"]


@dataclass(frozen=True)
class Items(Shape):
    """Items of one shape: a tuple, or a frozenset, whose items are written in the order of their names."""

    item: Shape
    between: str = " "
    """The separator of two items."""

    nothing: str = "none"
    """The word for no items."""

    length: int | None = None
    """The number of items; None: any number."""

    expected: str = ""
    """The error for a text with another number of items, if a length is given."""

    json_expected: str = ""
    kind: type = tuple

    def word(self, value: Iterable[Any]) -> str:
        return self.between.join(self.item.words_of([*self._ordered(value)])) or self.nothing

    def read(self, word: Word) -> Any:
        texts = _texts(word, self.between, self.nothing)
        if self.length is not None and len(texts) != self.length:
            raise word.error(self.expected)
        found = self.item.read_all(texts)
        return self.kind(map(self.item.read, _words(word, self.between, self.nothing)) if found is None else found)

    def to_json(self, value: Iterable[Any]) -> Json:
        return [self.item.to_json(one) for one in self._ordered(value)]

    def from_json(self, value: Json, key: str) -> Any:
        found = array_of(value, key)
        if self.json_expected and len(found) != self.length:
            raise NotationError(self.json_expected, str(found))
        return self.kind(self.item.from_json(one, key) for one in found)

    def check(self, value: Any, what: str) -> None:
        if type(value) is not self.kind:
            raise TypeError(f"{what} is a {self.kind.__name__}, not {type(value).__name__}")
        _check_items(tuple(cast("Iterable[object]", value)), self.item, what, self.length)

    def _ordered(self, value: Iterable[Any]) -> Iterable[Any]:
        if self.kind is frozenset and isinstance(self.item, Named):
            return [one for one in self.item.values.values() if one in cast("frozenset[Any]", value)]
        return value


@dataclass(frozen=True)
class Row(Shape):
    """A word for each value of a tuple, each of its own shape; there may be fewer values than shapes."""

    shapes: Sequence[Shape]
    first: str = ""
    """The name of the first word, for the error of a text without words."""

    expected: str = ""
    """The error at the first word, with ``{n}`` for how many there are, unless each shape has one; empty: there may be
    fewer words."""

    too_many: str = ""
    """The error at the first word that is too many."""

    json_expected: str = ""
    """The error for an array of another length."""

    code: NotationCode = NotationCode.FORM
    """The code of the errors for another number of values."""

    def word(self, value: Iterable[Any]) -> str:
        return " ".join([shape.word(one) for shape, one in zip(self.shapes, value, strict=False)])

    def read(self, word: Word) -> tuple[Any, ...]:
        if self._alike and len(texts := _texts(word, " ", "")) == len(self.shapes):
            found = self.shapes[0].read_all(texts)
            if found is not None:
                return tuple(found)
        words = word.some_words(self.first)
        if self.expected and len(words) != len(self.shapes):
            raise words[0].error(self.expected.format(n=len(words)), self.code)
        if len(words) > len(self.shapes):
            raise words[len(self.shapes)].error(self.too_many)
        return tuple(shape.read(one) for shape, one in zip(self.shapes, words, strict=False))

    @cached_property
    def _alike(self) -> bool:
        """Return whether all shapes are the same."""
        return all(shape is self.shapes[0] for shape in self.shapes)

    def to_json(self, value: Iterable[Any]) -> Json:
        return [shape.to_json(one) for shape, one in zip(self.shapes, value, strict=True)]

    def from_json(self, value: Json, key: str) -> tuple[Any, ...]:
        found = array_of(value, key)
        if len(found) != len(self.shapes):
            raise NotationError(self.json_expected, str(found), code=self.code)
        return tuple(shape.from_json(one, key) for shape, one in zip(self.shapes, found, strict=True))


@dataclass(frozen=True)
class Table(Shape):
    """A tuple with a value for each name, in the order of the names. Texts write it by name, without usual values."""

    names: Named
    item: Shape
    usual: Any = 0
    """The value that a text leaves out."""

    empty: Any = 0
    """The value that JSON leaves out."""

    sign: str = ":"
    """The separator of a name and its value."""

    between: str = " "
    nothing: str = "none"
    """The word if all values are usual."""

    kind = tuple

    def word(self, value: Sequence[Any]) -> str:
        assert len(value) == len(self.names.values)
        # Most values are usual, and nearly every usual value is the only false one of its type.
        told = value if not self.usual else [one != self.usual for one in value]
        words = self.item.words_of(list(compress(value, told)))
        pairs = zip(compress(self.names.values, told), words, strict=True)
        return self.between.join([f"{name}{self.sign}{word}" for name, word in pairs]) or self.nothing

    def read(self, word: Word) -> tuple[Any, ...]:
        if (read := self.read_pairs(_texts(word, self.between, self.nothing))) is not None:
            return self.row_of(read)
        found: dict[Any, Any] = {}
        for one in _words(word, self.between, self.nothing):
            name, _, value = one.cut(self.sign)
            key = self.names.read(name)
            if key in found:
                # The comparison with the canonical text finds the place of the fault.
                break
            found[key] = self.item.read(value)
        return self.row_of(found)

    def read_pairs(self, texts: Sequence[str]) -> dict[Any, Any] | None:
        """Return the values by name of some words, all at once; None if only `read` can tell, or a name comes twice."""
        pairs = [text.partition(self.sign) for text in texts]
        names = self.names.read_all([name for name, _, _ in pairs])
        values = None if names is None else self.item.read_all([value for _, _, value in pairs])
        if names is None or values is None:
            return None
        found = dict(zip(names, values, strict=True))
        return found if len(found) == len(texts) else None

    def to_json(self, value: Sequence[Any]) -> Json:
        pairs = zip(self.names.values, value, strict=True)
        return {name: self.item.to_json(one) for name, one in pairs if one != self.empty}

    def from_json(self, value: Json, key: str) -> tuple[Any, ...]:
        named = object_of(value, key).content.items()
        found = {self.names.from_json(name, key): self.item.from_json(one, name) for name, one in named}
        return tuple([found.get(key, self.empty) for key in self.names.values.values()])

    def check(self, value: Any, what: str) -> None:
        if type(value) is not tuple:
            raise TypeError(f"{what} is a tuple, not {type(value).__name__}")
        _check_items(cast("tuple[object, ...]", value), self.item, what, len(self.names.values))

    def row_of(self, found: Mapping[Any, Any]) -> tuple[Any, ...]:
        """Return the value for each name from the values that a text has, by the values of their names."""
        row = [self.usual] * len(self._places)
        for key, value in found.items():
            row[self._places[key]] = value
        return tuple(row)

    @cached_property
    def _places(self) -> dict[Any, int]:
        """Return the place in the tuple of each name's value."""
        return {key: place for place, key in enumerate(self.names.values.values())}


@dataclass(frozen=True)
class Flags(Shape):
    """A tuple of True and False, written as the words of those that are True."""

    words: Sequence[str]
    expected: str
    """The error for another word."""

    nothing: str = "none"
    first: str = ""
    """The name of the first word, for the error of a text without words; empty: there may be no words."""

    def word(self, value: Sequence[bool]) -> str:
        return " ".join(word for word, flag in zip(self.words, value, strict=True) if flag) or self.nothing

    def read(self, word: Word) -> tuple[bool, ...]:
        found = set(_texts(word, " ", "" if self.first else self.nothing))
        if not found.issubset(self.words) or (self.first and not found):
            for one in word.some_words(self.first):
                if one.text not in self.words:
                    raise one.error(f"{self.expected}{guess(one.text, self.words)}", NotationCode.WORD)
        return self._those(found)

    def to_json(self, value: Sequence[bool]) -> Json:
        return [word for word, flag in zip(self.words, value, strict=True) if flag]

    def from_json(self, value: Json, key: str) -> tuple[bool, ...]:
        return self._those({self._word(typed(one, str, key)) for one in array_of(value, key)})

    def _word(self, word: str) -> str:
        if word not in self.words:
            raise NotationError(f"{self.expected}{guess(word, self.words)}", word, code=NotationCode.WORD)
        return word

    def _those(self, there: set[str]) -> tuple[bool, ...]:
        return tuple([word in there for word in self.words])


def _texts(word: Word, between: str, nothing: str) -> list[str]:
    """Return the texts of `_words`."""
    if word.text == nothing:
        return []
    texts = word.text.split(between)
    return [*filter(None, texts)] if between == " " else texts


def _words(word: Word, between: str, nothing: str) -> list[Word]:
    if word.text == nothing:
        return []
    return word.words() if between == " " else word.split(between)


def _check_items(values: tuple[object, ...], item: Shape, what: str, length: int | None) -> None:
    if length is not None and len(values) != length:
        raise SetupError(f"{what} has {len(values)} entries, not {length}")
    if item.accepts(values):
        return
    for value in values:
        if type(value) is not item.kind and not isinstance(value, item.kind):
            raise TypeError(f"{what} has {item.kind.__name__} entries, not {type(value).__name__}")
    for value in values:
        item.check(value, what)
