"""Python expressions that evaluate to values, for `repr`, as short as a person writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["call", "call_that_gives", "changes", "constructor_call"]


def call(function: str, *arguments: object, **options: object) -> str:
    """Return the call of a function with these arguments.

    >>> call("base_map", 2, seed=7)
    'base_map(2, seed=7)'
    """
    written = [*map(repr, arguments), *(f"{name}={value!r}" for name, value in options.items())]
    return f"{function}({', '.join(written)})"


def call_that_gives(
    value: object, function: Callable[..., object], *arguments: object, ways: Iterable[Mapping[str, object]]
) -> str | None:
    """Return the call of a function that gives a value, with the first options of `ways` that do; None if none do.

    >>> call_that_gives(8, pow, 2, ways=[{"exp": 2}, {"exp": 3}])
    'pow(2, exp=3)'
    """
    for options in ways:
        if function(*arguments, **options) == value:
            return call(function.__name__, *arguments, **options)
    return None


def changes(value: DataclassInstance, **defaults: object) -> dict[str, Any]:
    """Return the fields of a dataclass value that differ from their defaults, and those without one, by name.

    `defaults` are other defaults than those of the class.
    """
    usual = {field.name: _default(field) for field in fields(value) if field.init} | defaults
    return {name: own for name, default in usual.items() if (own := getattr(value, name)) != default}


def constructor_call(value: DataclassInstance, **defaults: object) -> str:
    """Return the call that constructs a dataclass value: required fields in order, others that differ from the default.

    `defaults` are the values of fields that are left out, if these aren't the defaults of the class.
    """
    options = changes(value, **defaults)
    required = [field.name for field in fields(value) if field.init and _default(field) is MISSING]
    arguments = [options.pop(name) for name in required if name not in defaults]
    return call(type(value).__name__, *arguments, **options)


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
