"""Shapes of single values: how one is written as a word and in JSON, read from both, and checked."""

# ruff: noqa: D102 - the methods of every shape are those of Shape.

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..errors import NotationCode, NotationError, SetupError
from .checks import check_flag, guess, shown
from .json_object import Json, typed
from .lines import Word

__all__ = ["NO_VALUE", "Flag", "Instance", "Maybe", "Named", "Number", "Shape"]

NO_VALUE: Final[Any] = object()
"""Marks an argument without a value, where None is a value."""

_SMALL: Final = {str(number): number for number in range(1000)}
"""Numbers by their only text."""


class Shape:
    """The form of the values of one kind. A subclass has only those of these methods that its texts need."""

    kind: type
    """The type of the values."""

    def word(self, value: Any) -> str:
        """Return a value as a word."""
        raise NotImplementedError

    def words_of(self, values: Collection[Any]) -> list[str]:
        """Return some values as words."""
        return list(map(self.word, values))

    def read(self, word: Word) -> Any:
        """Return the value of a word; raise NotationError, with its place, if there is none."""
        raise NotImplementedError

    def read_all(self, texts: Sequence[str]) -> list[Any] | None:
        """Return the values that `read` gives for some words, all at once.

        None if a word has no value, or if only `read` can tell; then each word is read by itself, with its place.
        """
        return None

    def to_json(self, value: Any) -> Json:
        """Return a value as JSON has it."""
        raise NotImplementedError

    def from_json(self, value: Json, key: str) -> Any:
        """Return the value that stands at a key of JSON; raise NotationError if it is of another type or name."""
        raise NotImplementedError

    def check(self, value: Any, what: str) -> None:
        """Raise TypeError unless a value is of the kind, SetupError for a wrong length or a number out of range."""
        if not isinstance(value, self.kind):
            raise TypeError(f"{what} is {self.kind.__name__}, not {type(value).__name__}")

    def accepts(self, values: Collection[Any]) -> bool:
        """Return whether `check` finds no fault with any of some values; False if only `check` can tell."""
        return False


@dataclass(frozen=True)
class Instance(Shape):
    """A value of a type, which is only checked."""

    kind: type

    def accepts(self, values: Collection[Any]) -> bool:
        return not {*map(type, values)} - {self.kind}


@dataclass(frozen=True)
class Number(Shape):
    """An integer."""

    most: int
    least: int = 0
    """The least integer of a position."""

    first: int = 0
    """The least integer of a text."""

    shift: int = 0
    """The number in a text less that in a position: 1 for a place that a position counts from 0, and a text from 1."""

    zero: str = ""
    """The word for 0, if it has one."""

    kind = int

    def word(self, value: int) -> str:
        return str(value + self.shift) if value or not self.zero else self.zero

    def words_of(self, values: Collection[int]) -> list[str]:
        return super().words_of(values) if self.shift or self.zero else list(map(str, values))

    def read(self, word: Word) -> int:
        if self.zero and word.text == self.zero:
            return 0
        number = _SMALL.get(word.text)
        if number is None or not self.first <= number <= self.most:
            number = word.number(self.most, self.first)
        return number - self.shift

    def read_all(self, texts: Sequence[str]) -> list[int] | None:
        try:
            found = [_SMALL[text] for text in texts]
        except KeyError:
            return None
        if found and not (self.first <= min(found) and max(found) <= self.most):
            return None
        return [number - self.shift for number in found] if self.shift else found

    def to_json(self, value: int) -> Json:
        return value

    def from_json(self, value: Json, key: str) -> int:
        return typed(value, int, key)

    def accepts(self, values: Collection[Any]) -> bool:
        return not values or ({*map(type, values)} == {int} and self.least <= min(values) and max(values) <= self.most)

    def check(self, value: Any, what: str) -> None:
        # Nearly every number is an ordinary one in its range.
        if type(value) is int and self.least <= value <= self.most:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{what} is an integer, not {type(value).__name__}")
        if not self.least <= value <= self.most:
            raise SetupError(f"{what} is {shown(value)}, not in {self.least} to {self.most}")


@dataclass(frozen=True)
class Flag(Shape):
    """True or False."""

    said: str = ""
    """The word for True. False has none."""

    expected: str = ""
    """The error for another word."""

    kind = bool

    def word(self, value: bool) -> str:
        return self.said

    def read(self, word: Word) -> bool:
        if word.text != self.said:
            raise word.error(f"{self.expected}{guess(word.text, [self.said])}", NotationCode.WORD)
        return True

    def to_json(self, value: bool) -> Json:
        return value

    def from_json(self, value: Json, key: str) -> bool:
        return typed(value, bool, key)

    def check(self, value: Any, what: str) -> None:
        check_flag(value, what)


@dataclass(frozen=True)
class Named(Shape):
    """One of some values that have names."""

    values: Mapping[str, Any]
    """Each value by its name."""

    expected: str
    """The error for another word."""

    json_expected: str | None
    """The error for another string in JSON, with ``{key}`` for its key; None: a later check handles the string."""

    checked: Shape
    """The check of a value."""

    guesses: bool = False
    """Whether the errors ask for the nearest name."""

    null: Any = NO_VALUE
    """The value that is null in JSON."""

    names: dict[Any, str] = field(init=False, compare=False)
    """The name of each value."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", {value: name for name, value in self.values.items()})
        object.__setattr__(self, "kind", self.checked.kind)

    def word(self, value: Any) -> str:
        return self.names[value]

    def read(self, word: Word) -> Any:
        if word.text not in self.values:
            raise word.error(self.expected + self._guess(word.text), NotationCode.WORD)
        return self.values[word.text]

    def read_all(self, texts: Sequence[str]) -> list[Any] | None:
        try:
            return [self.values[text] for text in texts]
        except KeyError:
            return None

    def to_json(self, value: Any) -> Json:
        return None if value == self.null else self.names[value]

    def from_json(self, value: Json, key: str) -> Any:
        if value is None and self.null is not NO_VALUE:
            return self.null
        name = typed(value, str, key)
        if name not in self.values and self.json_expected is not None:
            raise NotationError(self.json_expected.format(key=key) + self._guess(name), name, code=NotationCode.WORD)
        return self.values.get(name, name)

    def check(self, value: Any, what: str) -> None:
        self.checked.check(value, what)

    def accepts(self, values: Collection[Any]) -> bool:
        return self.checked.accepts(values)

    def _guess(self, name: str) -> str:
        return guess(name, self.values) if self.guesses else ""


@dataclass(frozen=True)
class Maybe(Shape):
    """A value, or the one that stands for none."""

    shape: Shape
    none: Any = None
    """The value that stands for none."""

    said: str = ""
    """Its word; empty: it has none."""

    null: Json = None
    """Its form in JSON."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.shape.kind)

    def word(self, value: Any) -> str:
        return self.said if self.said and value == self.none else self.shape.word(value)

    def read(self, word: Word) -> Any:
        return self.none if self.said and word.text == self.said else self.shape.read(word)

    def to_json(self, value: Any) -> Json:
        return self.null if value == self.none else self.shape.to_json(value)

    def from_json(self, value: Json, key: str) -> Any:
        return self.none if value == self.null else self.shape.from_json(value, key)

    def check(self, value: Any, what: str) -> None:
        if value != self.none:
            self.shape.check(value, what)
