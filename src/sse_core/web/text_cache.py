"""Cache of texts that take long to make, such as pictures: the least recently used ones are dropped first."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from sys import getsizeof
from threading import Lock
from typing import Any, Generic, TypeVar

__all__ = ["TextCache"]

Text = TypeVar("Text", str, bytes)


class TextCache(Generic[Text]):
    """An LRU cache of texts, limited in bytes. Any thread may call it.

    Each text counts `own` bytes for its key beside its own length.
    """

    def __init__(self, most: int, own: int) -> None:
        self._most, self._own = most, own
        self._lock = Lock()
        self._kept: dict[tuple[Any, ...], tuple[Hashable, Text]] = {}
        """The texts with their versions, the most recently used one at the end."""
        self.size = 0
        """The bytes that all texts take."""

    def get(self, key: tuple[Any, ...], make: Callable[[], Text], version: Hashable = None) -> Text:
        """Return the text of a key; `make` makes it if it isn't cached, or has another version."""
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
        """Drop all texts whose keys begin with a name."""
        with self._lock:
            for key in [key for key in self._kept if key[:1] == (name,)]:
                self._drop(key)

    def _drop(self, key: tuple[Any, ...]) -> None:
        self.size -= getsizeof(self._kept.pop(key)[1]) + self._own
