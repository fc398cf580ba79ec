"""Checks of the methods of a house rule: misspelt methods, which change nothing, and methods with wrong arguments."""

from __future__ import annotations

import inspect
import sys
from types import CodeType
from typing import Final

from ..errors import ArgumentError
from ..forms.checks import guess
from . import reference

__all__ = ["check_methods"]

_UNASKED: Final = frozenset({"why_not", "_is_time_for", "_why_no_move", "_why_not_reached"})
"""The methods about refused actions, which a game by a house rule takes from the published rules."""


_BY_NAME: Final = {"_landings": "damaged"}
"""The arguments that the reference passes by name."""


def check_methods(rule: type[reference.State]) -> None:
    """Raise ArgumentError for a method of a rule that changes nothing, or can't take the arguments it will be given.

    A method changes nothing if it has the name of no method of `reference.State`, and no other code of the rule or of
    its file has its name.
    """
    own = [parent for parent in rule.__mro__ if not issubclass(reference.State, parent)]
    module = sys.modules.get(rule.__module__)
    beside = [
        value
        for value in (vars(module) if module else {}).values()
        if getattr(value, "__module__", "") == rule.__module__
    ]
    classes = [value for value in beside if inspect.isclass(value) and value not in own]
    others = [
        code
        for value in (*beside, *(part for each in classes for part in vars(each).values()))
        if (code := _code_of(value))
    ]
    methods = {name: code for parent in own for name, value in vars(parent).items() if (code := _code_of(value))}
    for name in methods:
        _check_call(rule, name)
        if name in _UNASKED:
            raise ArgumentError(_no_change(rule, name, "an action is refused where legal_actions leaves it out"))
        if hasattr(reference.State, name) or (name.startswith("__") and name.endswith("__")):
            continue
        if not any(_has(code, name) for code in (*others, *(code for key, code in methods.items() if key != name))):
            known = sorted({key for key in vars(reference.State) if not key.startswith("__")} - _UNASKED)
            hint = guess(name, known) or f"; it has {', '.join(known)}"
            why = f"reference.State has no method of this name, and nothing asks it{hint}"
            raise ArgumentError(_no_change(rule, name, why))


def _check_call(rule: type[reference.State], name: str) -> None:
    """Raise ArgumentError if a method can't replace that of `reference.State`: by its arguments, or as a property."""
    theirs, ours = (inspect.getattr_static(kind, name, None) for kind in (reference.State, rule))
    where = f"{rule.__name__}.{name}"
    if isinstance(theirs, property) and inspect.isfunction(ours):
        raise ArgumentError(f"{where} is asked for without brackets: put @property above it")
    if not inspect.isfunction(theirs) or name.startswith("__"):
        return
    asked = [*inspect.signature(theirs).parameters]
    named = [each for each in asked if each == _BY_NAME.get(name)]
    given = f"({', '.join(f'{each}=...' if each in named else each for each in asked)})"
    if not callable(ours):
        raise ArgumentError(f"{where} is called with {given}, and is no method")
    if not inspect.isfunction(ours):
        return
    taken = inspect.signature(ours)
    try:
        taken.bind(*asked)
        taken.bind(*(each for each in asked if each not in named), **dict.fromkeys(named))
    except TypeError:
        plain = [each.replace(annotation=each.empty) for each in taken.parameters.values()]
        shown = taken.replace(parameters=plain, return_annotation=taken.empty)
        raise ArgumentError(f"{where} takes {shown}, and is called with {given}") from None


def _no_change(rule: type[reference.State], name: str, why: str) -> str:
    return f"{rule.__name__}.{name} changes nothing: {why}"


def _code_of(value: object) -> CodeType | None:
    """Return the code of a function, a method or a property; None for any other value."""
    for name in ("fget", "func", "__func__"):
        if callable(found := getattr(value, name, None)):
            value = found
    code = getattr(inspect.unwrap(value), "__code__", None) if callable(value) else None
    return code if isinstance(code, CodeType) else None


def _has(code: CodeType, name: str) -> bool:
    """Return whether code has a name: of an attribute or a variable, or as a text."""
    return name in (*code.co_names, *code.co_consts) or any(
        _has(part, name) for part in code.co_consts if isinstance(part, CodeType)
    )
