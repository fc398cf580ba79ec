"""Parsers for numbers in options: sizes, seconds, plies, and bounded integers."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Final

from ..play.threads import MAX_THREADS

__all__ = ["number_of", "parse_plies", "parse_positive", "parse_seconds", "parse_size", "parse_threads"]

_PLIES: Final = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9})(?::([0-9]{1,9}))?)?")


def parse_size(text: str) -> int:
    """Return a number from a text such as ``500``, ``64k``, ``10M`` or ``1G``; raise ArgumentTypeError for others."""
    found = re.fullmatch(r"([0-9]{1,15})([kMG]?)", text)
    if found is None:
        raise ArgumentTypeError(f"a number is 0, 1, 2, ..., 64k, 10M or 1G, not {text!r}")
    thousand: int = 1000 ** " kMG".index(found[2] or " ")
    return int(found[1]) * thousand


def parse_positive(text: str) -> int:
    """Return a large number above 0; raise ArgumentTypeError for another text."""
    number = parse_size(text)
    if not number:
        raise ArgumentTypeError(f"a number above 0 is asked for, not {text!r}")
    return number


def parse_seconds(text: str) -> float:
    """Return a time above 0 from a text such as ``5`` or ``0.5``; raise ArgumentTypeError for another text."""
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) is None or not float(text):
        raise ArgumentTypeError(f"a time in seconds is above 0, in plain digits such as 5, 0.5 or 3600, not {text!r}")
    return float(text)


def parse_plies(text: str) -> list[range]:
    """Return the plies of a list as ranges, one for each part; raise ArgumentTypeError for another text."""
    parts: list[range] = []
    for word in text.split(","):
        found = _PLIES.fullmatch(word)
        first, last, step = (int(found[1]), int(found[2] or found[1]), int(found[3] or 1)) if found else (1, 0, 1)
        if last < first or not step:
            raise ArgumentTypeError(f"plies are written like 0,7,12 or 0-40 or 0-40:5, not {text!r}")
        parts.append(range(first, last + 1, step))
    return parts


def number_of(what: str, most: int, least: int = 1) -> Callable[[str], int]:
    """Return a parser for a number of things, `least` to `most`, which raises ArgumentTypeError for other texts."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise ArgumentTypeError(f"a number of {what} is {least} to {most}, not {text!r}")
        return int(text)

    return parse


parse_threads: Final = number_of("threads", MAX_THREADS)
"""The parser for a number of threads."""
