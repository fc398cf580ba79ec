"""Damaged texts made from valid ones: random cuts, repetitions, swaps and replacements."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sse_core import SplitMix64

__all__ = ["mutated"]

_ODD: Final = (
    *("0", "-1", "007", "9" * 20, "1e9", "nan", "true", "null", "[]", "{}", '"', "\\", ":", "=", ",", ";", " ", "\t"),
    *("\r\n", "\n\n", "\0", "\x1b", "\ufeff", "\u202e", "\u0661", "\ud800", "é", "x" * 300, "nobody", "A", "Z9"),
)  # fmt: skip
"""Texts that replace a word, or are inserted between words."""

_TIMES: Final = (1, 1, 1, 1, 2, 3)

_WORD: Final = re.compile(r"[A-Za-z_]+|-?\d+|\S")


def mutated(text: str, stream: SplitMix64) -> str:
    """Return a text after one to three changes, mostly one; the result may equal the text."""
    for _ in range(stream.choice(_TIMES)):
        text = stream.choice(_CHANGES)(text, stream)
    return text


def _span(text: str, stream: SplitMix64) -> tuple[int, int]:
    """Return the beginning and end of a word; an empty span in an empty text."""
    words = [*_WORD.finditer(text)]
    return stream.choice(words).span() if words else (0, 0)


def _cut(text: str, stream: SplitMix64) -> str:
    return text[: stream.below(len(text) + 1)]


def _without_word(text: str, stream: SplitMix64) -> str:
    start, end = _span(text, stream)
    return text[:start] + text[end:]


def _without_character(text: str, stream: SplitMix64) -> str:
    place = stream.below(len(text) + 1)
    return text[:place] + text[place + 1 :]


def _doubled_word(text: str, stream: SplitMix64) -> str:
    start, end = _span(text, stream)
    return text[:end] + text[start:end] + text[end:]


def _odd_word(text: str, stream: SplitMix64) -> str:
    start, end = _span(text, stream)
    return text[:start] + stream.choice(_ODD) + text[end:]


def _other_word(text: str, stream: SplitMix64) -> str:
    start, end = _span(text, stream)
    first, last = _span(text, stream)
    return text[:start] + text[first:last] + text[end:]


def _near_number(text: str, stream: SplitMix64) -> str:
    numbers = [*re.finditer("[0-9]+", text)]
    if not numbers:
        return text
    found = stream.choice(numbers)
    return f"{text[: found.start()]}{int(found[0][:18]) + stream.choice([-1, 1, 10, 1000])}{text[found.end() :]}"


def _lines(change: Callable[[list[str], int, int], None]) -> Callable[[str, SplitMix64], str]:
    """Return a change of a text from a change of two of its lines."""

    def changed(text: str, stream: SplitMix64) -> str:
        lines = text.split("\n")
        one, other = (stream.below(len(lines)) for _ in range(2))
        change(lines, one, other)
        return "\n".join(lines)

    return changed


def _drop(lines: list[str], one: int, other: int) -> None:
    del lines[one]


def _double(lines: list[str], one: int, other: int) -> None:
    lines.insert(other, lines[one])


def _swap(lines: list[str], one: int, other: int) -> None:
    lines[one], lines[other] = lines[other], lines[one]


_CHANGES: Final = (
    *(_cut, _without_word, _without_character, _doubled_word, _odd_word, _other_word, _near_number),
    *(_lines(_drop), _lines(_double), _lines(_swap)),
)
