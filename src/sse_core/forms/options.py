"""Changes of a game's options by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from .checks import guess, shown

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["with_changes"]

OptionsT = TypeVar("OptionsT", bound="DataclassInstance")


def with_changes(kind: type[OptionsT], options: OptionsT | None, changes: Mapping[str, Any], *others: str) -> OptionsT:
    """Return options with some of them changed by name; None stands for the defaults of the class.

    `others` are the names of the caller's other options, for errors.

    Raises TypeError for options of another class and for an unknown name, and whatever the class raises.
    """
    given = kind() if options is None else options
    if not isinstance(given, kind):
        raise TypeError(f"options is {kind.__name__} or None, not {shown(options)}; each option is a keyword, too")
    known = [field.name for field in fields(given) if field.init]
    for name in changes:
        if name not in known:
            there = [*others, *known]
            raise TypeError(f"there is no option {name!r}{guess(name, there)}; they are {', '.join(there)}")
    return replace(given, **changes)
