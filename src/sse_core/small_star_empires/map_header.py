"""The lines above the drawing of a map: where it lies, and what it says of the games on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ..checks import guess, shown
from ..errors import NotationError, SetupError
from .hexes import Hex
from .options import Setup
from .playable import MAX_RADIUS
from .rules_text import PUBLISHED, format_rules, parse_rules
from .tiles import format_bag, parse_bag

__all__ = ["Header", "format_header", "note_lines", "parse_header", "setup_lines"]

_KEYS: Final = ("origin", "rules", "bag", "ships", "cities", "stations", "note")
_ORIGIN: Final = re.compile(r"(-?[0-9]{1,5}) (-?[0-9]{1,5})")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


class Header(NamedTuple):
    """What stands above a drawing."""

    origin: Hex
    """The place of the first symbol."""

    setup: Setup
    n_lines: int
    """How many lines come before the drawing."""


def format_header(origin: Hex, setup: Setup) -> str:
    """Return the lines of a header, without the empty one that closes it; what the map leaves open is left out."""
    return "\n".join([f"origin: {origin.q} {origin.r}", *setup_lines(setup), *note_lines(setup)])


def note_lines(setup: Setup) -> list[str]:
    """Return what a map says of itself: one line, or none."""
    return [] if setup.note is None else [f"note: {setup.note}"]


def setup_lines(setup: Setup) -> list[str]:
    """Return what a map says of the games on it, a line each; what it leaves open is left out."""
    said = {
        "rules": None if setup.rules == PUBLISHED else format_rules(setup.rules),
        "bag": None if setup.bag is None else format_bag(setup.bag),
        "ships": setup.ships,
        "cities": setup.cities,
        "stations": setup.stations,
    }
    return [f"{key}: {value}" for key, value in said.items() if value is not None]


def parse_header(lines: Sequence[str]) -> Header:
    """Return the header of a map, which may have none; raise SetupError with line and column."""
    if ":" not in lines[0]:
        return Header(Hex(0, 0), Setup(), 0)
    known = lines[0].partition(":")[0] in _KEYS
    if known and "" not in lines:
        raise SetupError("the header is not closed by an empty line", len(lines), len(lines[-1]) + 1)
    # What begins with no key of ours was not meant as a header, and is told so by its first line.
    end = lines.index("") if "" in lines else len(lines)
    said: dict[str, Any] = {}
    for row, line in enumerate(lines[:end], 1):
        key, colon, value = line.partition(":")
        if not colon:
            raise SetupError("a header line is `key: value`, and an empty line closes the header", row, 1)
        if key not in _KEYS:
            keys = ", ".join(_KEYS)
            raise SetupError(f"unknown key {shown(key)}{guess(key, _KEYS)}; the header knows {keys}", row, 1)
        if key in said:
            raise SetupError(f"{key} is given twice", row, 1)
        start = len(line) - len(value.lstrip(" "))
        try:
            said[key] = _parse_value(key, value.strip(" "))
        except NotationError as error:
            raise SetupError(error.message, row, start + error.column) from None
        except SetupError as error:
            raise SetupError(error.message, row, start + 1) from None
    origin = said.pop("origin", Hex(0, 0))
    try:
        return Header(origin, Setup(**said), end + 1)
    except SetupError as error:
        # The lines are right one by one; what they can contradict each other in is the bag.
        row = next(row for row, line in enumerate(lines, 1) if line.startswith("bag:"))
        raise SetupError(error.message, row, 1) from None


def _parse_value(key: str, value: str) -> Any:
    if key == "origin":
        return _parse_origin(value)
    if key == "rules":
        return parse_rules(value)
    if key == "bag":
        return parse_bag(value)
    if key == "note":
        return Setup(note=value).note
    if not _NUMBER.fullmatch(value):
        raise SetupError(f"{key} is a number, not {shown(value)}")
    # Setup knows the bounds, and this line is where to tell them.
    said: dict[str, Any] = {key: int(value)}
    return getattr(Setup(**said), key)


def _parse_origin(value: str) -> Hex:
    match = _ORIGIN.fullmatch(value)
    if match is None or Hex(q := int(match[1]), r := int(match[2])).distance(Hex(0, 0)) > MAX_RADIUS:
        raise SetupError(f"origin is two integers, `q r`, at most {MAX_RADIUS} steps from 0 0; not {shown(value)}")
    return Hex(q, r)
