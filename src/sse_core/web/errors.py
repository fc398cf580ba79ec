"""Errors that the server answers, each with its HTTP status and the clause of the rules that it cites."""

from __future__ import annotations

import re
from typing import ClassVar, Final, cast

from ..errors import IllegalActionError, SseError
from ..forms.checks import shown
from .messages import say

__all__ = [
    "MAX_SHORT",
    "BusyError",
    "DamagedError",
    "FullError",
    "MissingError",
    "SeatError",
    "StaleError",
    "UsedError",
    "WebError",
    "at_the_end",
    "clause_of",
    "texts_of",
]

_CLAUSE: Final = re.compile(r"\(([A-Z][0-9]{1,2}(?:\.[0-9]{1,2})?)\b[^()]*\)")

MAX_SHORT: Final = 1000
"""The most characters of a short text, such as an action."""

_MOST: Final = 20
"""The most texts of a list in a request."""


class WebError(SseError):
    """A request that is wrong in itself."""

    status: ClassVar[int] = 400


class SeatError(WebError):
    """A request from a client that doesn't hold the seat."""

    status: ClassVar[int] = 403


class UsedError(WebError):
    """A request with an invitation that was used already."""

    status: ClassVar[int] = 410


class MissingError(WebError):
    """A request for something that isn't there."""

    status: ClassVar[int] = 404


class DamagedError(MissingError):
    """A request for something that is stored but can't be read."""

    status: ClassVar[int] = 500


class StaleError(WebError):
    """A request that the game refuses in its present state."""

    status: ClassVar[int] = 409


class FullError(WebError):
    """A request for which the disk has no room."""

    status: ClassVar[int] = 507


class BusyError(WebError):
    """A request for which the server has no room."""

    status: ClassVar[int] = 429


def at_the_end() -> BusyError:
    """Return the error for requests that come while the server ends."""
    return BusyError(say("the server is about to end"))


def texts_of(value: object, what: str) -> list[str]:
    """Return a value that is a short list of texts; raise WebError for anything else."""
    texts: list[str] = []
    written = shown(value)
    for each in cast("list[object]", value) if isinstance(value, list) else [None]:
        if not isinstance(each, str) or len(texts) == _MOST or len(each) > MAX_SHORT:
            raise WebError(f"{what} are a list of short texts, {_MOST} at most, not {written}")
        texts.append(each)
    return texts


def clause_of(error: SseError | str) -> str | None:
    """Return the clause that an error cites: the last one of its message, else that of its reason.

    >>> clause_of("a4 is held by player B (E3.4)")
    'E3.4'
    """
    cited = _CLAUSE.findall(str(error))
    if cited:
        return str(cited[-1])
    return error.reason.clause or None if isinstance(error, IllegalActionError) else None
