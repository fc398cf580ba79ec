"""Python expressions that evaluate to values, for `repr`, as short as a person writes them."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["call", "constructor_call"]


def call(function: str, *arguments: object, **options: object) -> str:
    """Return the call of a function with these arguments.

    >>> call("base_map", 2, seed=7)
    'base_map(2, seed=7)'
    """
    written = [*map(repr, arguments), *(f"{name}={value!r}" for name, value in options.items())]
    return f"{function}({', '.join(written)})"


def constructor_call(value: DataclassInstance, **defaults: object) -> str:
    """Return the call that constructs a dataclass value: required fields in order, others that differ from the default.

    `defaults` are the values of fields that are left out, where these aren't the defaults of the class.
    """
    values = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    omitted = {field.name: _default(field) for field in fields(value) if field.init} | defaults
    arguments = [values[name] for name in values if omitted[name] is MISSING]
    options = {name: values[name] for name in values if omitted[name] is not MISSING and values[name] != omitted[name]}
    return call(type(value).__name__, *arguments, **options)


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
