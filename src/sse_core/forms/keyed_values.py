"""Values by key, each read by its type: the parent of JSON objects and TOML tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from reprlib import Repr
from typing import ClassVar, Generic, Self, TypeVar, cast

from ..errors import SseError

__all__ = ["KeyedValues", "shown_briefly"]

V = TypeVar("V")
T = TypeVar("T")

shown_briefly = Repr().repr
"""Returns any value as an error shows it, in some words."""


class KeyedValues(ABC, Generic[V]):
    """Values of a kind `V` by key. Each method raises the form's error if the key is missing or has another type."""

    FORM: ClassVar[str]
    """The name of the form, such as ``JSON``."""

    NAMES: ClassVar[Mapping[type, str]]
    """The names of the types in this form, such as ``an object``."""

    def __init__(self, content: dict[str, V]) -> None:
        self.content = content

    @abstractmethod
    def error(self, message: str, value: object) -> SseError:
        """Return the error to raise for a value, or for all of them."""

    @abstractmethod
    def place(self, key: str) -> str:
        """Return the place of a key's value, as errors write it."""

    @abstractmethod
    def child(self, content: dict[str, V], place: str) -> Self:
        """Return the values that stand at a place within these: a key, or a key and a number, such as ``tile.2``."""

    def integer(self, key: str) -> int:
        """Return an integer."""
        return self.typed(self.value(key), int, key)

    def flag(self, key: str) -> bool:
        """Return True or False."""
        return self.typed(self.value(key), bool, key)

    def string(self, key: str) -> str:
        """Return a string."""
        return self.typed(self.value(key), str, key)

    def strings(self, key: str) -> list[str]:
        """Return an array of strings."""
        return [self.typed(item, str, key) for item in self.array(key)]

    def integers(self, key: str) -> list[int]:
        """Return an array of integers."""
        return [self.typed(item, int, key) for item in self.array(key)]

    def flags(self, key: str) -> list[bool]:
        """Return an array of True and False."""
        return [self.typed(item, bool, key) for item in self.array(key)]

    def add_defaults(self, values: Mapping[str, V]) -> None:
        """Add values for missing keys, such as those that texts of older versions lack."""
        for key, value in values.items():
            self.content.setdefault(key, value)

    def array(self, key: str) -> list[V]:
        """Return an array of values of any type."""
        return cast("list[V]", self.typed(self.value(key), list, key))

    def inner(self, value: object, place: str) -> Self:
        """Return a value at a place as values by key."""
        return self.child(cast("dict[str, V]", self.typed(value, dict, place)), place)

    def value(self, key: str) -> V:
        """Return the value of a key, of any type."""
        if key not in self.content:
            raise self._missing(key)
        return self.content[key]

    def _missing(self, key: str) -> SseError:
        return self.error(f"the key {key!r} is missing", self.content)

    def typed(self, value: object, kind: type[T], key: str) -> T:
        """Return the value of a key if it has this type."""
        if type(value) is not kind:
            raise self.error(f"{self.place(key)} is {self.NAMES[kind]} in {self.FORM}", value)
        return value
