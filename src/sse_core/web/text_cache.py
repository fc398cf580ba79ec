"""Texts that take long to make, such as pictures: each is made once, and kept as long as it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from sys import getsizeof
from threading import Lock
from typing import Any, Generic, TypeVar

__all__ = ["TextCache"]

Text = TypeVar("Text", str, bytes)


class TextCache(Generic[Text]):
    """Texts by what they show, those that were asked for last. Any thread may call it.

    They take so many bytes at most, where the key of each is taken to have `own` bytes.
    """

    def __init__(self, most: int, own: int) -> None:
        self._most, self._own = most, own
        self._lock = Lock()
        self._kept: dict[tuple[Any, ...], tuple[Hashable, Text]] = {}
        """The text that was asked for last stands at the end, each with its version."""
        self.size = 0
        """The bytes that they take."""

    def get(self, key: tuple[Any, ...], make: Callable[[], Text], version: Hashable = None) -> Text:
        """Return the text with a key, which is made if it isn't kept, or has another version."""
        with self._lock:
            found = self._kept.pop(key, None)
            if found is not None and found[0] == version:
                self._kept[key] = found
                return found[1]
            if found is not None:
                self.size -= getsizeof(found[1]) + self._own
        made = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = version, made
                self.size += getsizeof(made) + self._own
            while self.size > self._most:
                self._drop(next(iter(self._kept)))
        return made

    def drop(self, name: str) -> None:
        """Keep the texts no longer whose keys begin with a name."""
        with self._lock:
            for key in [key for key in self._kept if key[:1] == (name,)]:
                self._drop(key)

    def _drop(self, key: tuple[Any, ...]) -> None:
        self.size -= getsizeof(self._kept.pop(key)[1]) + self._own
