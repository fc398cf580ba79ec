"""The type `Seen`: an observation of a build as a text, with its kind and its place in a game."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple

from sse_core.errors import SseError

__all__ = ["Seen", "answer_of", "digest_of", "error_in_words", "optional_answer", "outcome_of"]


class Seen(NamedTuple):
    """An observation of a build at one place."""

    kind: str
    """A word such as ``legal``, or two such as ``drawing/svg``."""

    place: str
    """The place in the game, such as ``ply 12``."""

    value: str


def digest_of(value: str) -> str:
    """Return a digest of a text, eight digits."""
    return blake2b(value.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


def outcome_of(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return what a call returns; if it raises an error, return the error."""
    try:
        return function(*given, **named)
    except Exception as error:
        return error


def answer_of(function: Callable[..., Any], *given: Any, **named: Any) -> str:
    """Return the result of a call as a text: the text itself, the `repr` of another value, or the error in words."""
    found = outcome_of(function, *given, **named)
    if isinstance(found, Exception):
        return error_in_words(found)
    return found if isinstance(found, str) else repr(found)


def optional_answer(owner: Any, name: str, *given: Any, **named: Any) -> str:
    """Return the answer of a method that a game or an earlier build may lack; empty without it."""
    method = getattr(owner, name, None)
    return "" if method is None else answer_of(method, *given, **named)


def error_in_words(error: Exception) -> str:
    """Return all parts of an error in words: class, message, place, reason and clause."""
    words = [f"{type(error).__name__}: {error}"]
    if isinstance(error, SseError):
        for name in ("line", "column", "code"):
            if hasattr(error, name):
                words.append(f"{name} {getattr(error, name)}")
        reason = getattr(error, "reason", None)
        if reason is not None:
            words.append(f"reason {reason.name} {int(reason)} {reason.clause}")
    return " | ".join(words)
