"""Values as Python expressions that evaluate to them: what `repr` gives, as a person would write it."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["brief", "call"]


def call(function: str, *arguments: object, **options: object) -> str:
    """Return the call of a function with these arguments.

    >>> call("base_map", 2, seed=7)
    'base_map(2, seed=7)'
    """
    written = [*map(repr, arguments), *(f"{name}={value!r}" for name, value in options.items())]
    return f"{function}({', '.join(written)})"


def brief(value: DataclassInstance, **unsaid: object) -> str:
    """Return the call that makes a dataclass's value: fields without a default in order, others where they differ.

    `unsaid` are values that come about where a field is left out, if they are others than its default.
    """
    said = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    usual = {field.name: _default(field) for field in fields(value) if field.init} | unsaid
    arguments = [said[name] for name in said if usual[name] is MISSING]
    options = {name: said[name] for name in said if usual[name] is not MISSING and said[name] != usual[name]}
    return call(type(value).__name__, *arguments, **options)


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
