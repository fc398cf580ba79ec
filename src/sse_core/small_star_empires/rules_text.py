"""Options as text, such as ``open_borders=yes nebula_points=2,5,8,12``: the words of positions, maps and commands."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any, Final

from ..checks import guess
from ..errors import NotationError
from .options import Rules
from .tiles import Bag, format_bag, parse_bag

__all__ = ["PUBLISHED", "format_rules", "parse_rules"]

PUBLISHED: Final = Rules()
"""The rules where nothing is said."""

_OPTIONS: Final = {field.name: getattr(PUBLISHED, field.name) for field in fields(Rules)}


def format_rules(rules: Rules) -> str:
    """Return the options that differ from the published game, ``default`` if none does."""
    changed = [name for name, published in _OPTIONS.items() if getattr(rules, name) != published]
    return " ".join(f"{name}={_format_option(getattr(rules, name))}" for name in changed) or "default"


def parse_rules(text: str, base: Rules = PUBLISHED) -> Rules:
    """Return the rules that a text describes: those of `base` but for the options that it names.

    Raises NotationError with the column if it isn't written as `format_rules` does, SetupError if a value is out of
    range.
    """
    options: dict[str, Any] = {}
    for match in re.finditer(r"[^ ]+", "" if text == "default" else text):
        name, _, value = match[0].partition("=")
        if name not in _OPTIONS:
            options_known = ", ".join(_OPTIONS)
            message = f"expected `default`, or options of {options_known}, each as name=value{guess(name, _OPTIONS)}"
            raise NotationError(message, text, match.start() + 1)
        if name in options:
            raise NotationError(f"{name} is given twice", text, match.start() + 1)
        try:
            options[name] = _parse_option(name, value)
        except NotationError as error:
            raise NotationError(error.message, text, match.start() + len(name) + 1 + error.column) from None
    return replace(base, **options)


def _parse_option(name: str, value: str) -> bool | int | tuple[int, ...] | str | Bag:
    """Return the value of an option; raise NotationError if it isn't written as such a value is."""
    published = _OPTIONS[name]
    if name == "bag":
        return parse_bag(value, ",")
    if isinstance(published, str):
        return value
    if isinstance(published, bool):
        if value not in ("yes", "no"):
            raise NotationError(f"{name} is `yes` or `no`", value)
        return value == "yes"
    numbers = value.split(",")
    if len(numbers) > 100 or not all(re.fullmatch(r"[0-9]{1,9}", number) for number in numbers):
        raise NotationError(f"{name} is written in numbers, with commas between them", value)
    if isinstance(published, int):
        if len(numbers) != 1:
            raise NotationError(f"{name} is one number", value)
        return int(numbers[0])
    return tuple(int(number) for number in numbers)


def _format_option(value: bool | int | tuple[int, ...] | str | Bag) -> str:
    if isinstance(value, Bag):
        return format_bag(value, ",")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(str(number) for number in value) if isinstance(value, tuple) else str(value)
