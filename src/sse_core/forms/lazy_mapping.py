"""A lazy mapping, which makes each value at its first use. It is for values of which few are used, such as maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

__all__ = ["LazyMapping"]

ValueT = TypeVar("ValueT")


class LazyMapping(Mapping[str, ValueT]):
    """A read-only mapping with known names and lazy values: each is made once, at its first use.

    >>> squares = LazyMapping(["two", "three"], lambda name: len(name) ** 2)
    >>> list(squares), squares["three"]
    (['two', 'three'], 25)
    """

    def __init__(self, names: Iterable[str], make: Callable[[str], ValueT]) -> None:
        self._names = dict.fromkeys(names)
        self._make = make
        self._made: dict[str, ValueT] = {}

    def __getitem__(self, name: str) -> ValueT:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            # If two threads make a value at the same time, both get the value of the first.
            self._made.setdefault(name, self._make(name))
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return repr(dict(self))
