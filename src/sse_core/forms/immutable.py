"""The parent of values that never change."""

from __future__ import annotations

from typing import Self

__all__ = ["Immutable"]


class Immutable:
    """A value that never changes: its copy and its deep copy are the value itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object, /) -> Self:
        return self
