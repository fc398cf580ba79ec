"""Templates of sentences that write numbers as names: ``{0:seat}`` is the name of the seat with the first number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter

__all__ = ["named"]


def named(sentence: str, numbers: Sequence[int], names: Mapping[str, Callable[[int], str]]) -> str:
    """Return a sentence with its numbers; `names` has the names of each kind. A number without a kind is itself.

    >>> named("{0:seat} has {1} cards", (1, 3), {"seat": "ABCD".__getitem__})
    'B has 3 cards'
    """
    return _Naming(names).vformat(sentence, numbers, {})


class _Naming(Formatter):
    def __init__(self, names: Mapping[str, Callable[[int], str]]) -> None:
        self._names = names

    def format_field(self, value: int, format_spec: str) -> str:
        return self._names[format_spec](value) if format_spec else str(value)
