"""Errors that the server answers with, each with its HTTP status and clause, and a check that raises one."""

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
    """A request that can't be answered as it stands."""

    status: ClassVar[int] = 400


class SeatError(WebError):
    """A request for which somebody sits at another seat, or at none."""

    status: ClassVar[int] = 403


class UsedError(WebError):
    """A request by an invitation that somebody has used."""

    status: ClassVar[int] = 410


class MissingError(WebError):
    """A request for something that isn't there."""

    status: ClassVar[int] = 404


class DamagedError(MissingError):
    """A request for something that is kept here and can't be read."""

    status: ClassVar[int] = 500


class StaleError(WebError):
    """A request that the game, as it stands now, refuses."""

    status: ClassVar[int] = 409


class FullError(WebError):
    """A request for which the disk has no room."""

    status: ClassVar[int] = 507


class BusyError(WebError):
    """A request for which the server has no room."""

    status: ClassVar[int] = 429


def at_the_end() -> BusyError:
    """Return the error for those whose requests aren't answered any more."""
    return BusyError(say("the server is about to end"))


def texts_of(value: object, what: str) -> list[str]:
    """Return a list of a few texts; raise WebError for anything else."""
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
