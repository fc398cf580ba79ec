"""The package's errors, and the parent of the reasons for which a game refuses an action."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import partial
from typing import Final, Self

__all__ = [
    "ArgumentError",
    "GameOverError",
    "IllegalActionError",
    "NotBuiltError",
    "NotationCode",
    "NotationError",
    "RangeError",
    "Refusal",
    "SetupCode",
    "SetupError",
    "SseError",
    "refused",
]


class Refusal(IntEnum):
    """A reason why an action is refused: the parent of every game's ``Reason``.

    A game declares its reasons as members with a value and a clause of its rules. The first is ``OK``, 0, for an action
    that is legal. The others stand in the order in which they are looked for: an action that breaks several rules gets
    the first reason that applies.

    Attributes
    ----------
    clause
        The clause of the rules behind the reason, such as ``"H3.1"``, which messages cite; empty for ``OK``.

    >>> class Reason(Refusal):
    ...     OK = 0, ""
    ...     NO_SUCH_ACTION = 1, "H1.1"
    ...     GAME_OVER = 2, "H3.1"
    >>> Reason.GAME_OVER, Reason.GAME_OVER.clause
    (<Reason.GAME_OVER: 2>, 'H3.1')
    """

    clause: str

    def __new__(cls, value: int, clause: str) -> Self:
        """Return the member with a value and a clause."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.clause = clause
        return member


class _Code(StrEnum):
    """A word for a kind of error. Programs compare it, and translate it for people."""

    about: str
    """The error in a few words."""

    def __new__(cls, value: str, about: str) -> Self:
        """Return the member with a word and its description."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.about = about
        return member


class NotationCode(_Code):
    """A kind of error in a text: the `code` of a NotationError.

    >>> NotationCode.PLACE == "place", NotationCode.PLACE.about
    (True, 'the map has no such place')
    """

    FORM = "form", "it is written in another way than such texts are"
    KIND = "kind", "it is a text of another kind, or of another game"
    SYNTAX = "syntax", "it is no JSON or TOML at all"
    KEY = "key", "a key or a name is missing, unknown or there twice"
    WORD = "word", "there is no such action, tile or option"
    PLACE = "place", "the map has no such place"
    NUMBER = "number", "a number is out of range"
    TOLL = "toll", "a move names another toll than it costs"
    COUNT = "count", "a number says otherwise than what is there"
    PACK = "pack", "the pack that it names isn't here"
    SPELLING = "spelling", "it can be understood, and the package writes it otherwise"


class SetupCode(_Code):
    """A kind of thing that can't be set up: the `code` of a SetupError."""

    POSITION = "position", "the position can't be"
    MAP = "map", "the map can't be"
    RULES = "rules", "the options can't be, or don't fit the map"
    PACK = "pack", "the pack of contents isn't there, is another one, or can't be"
    CAMPAIGN = "campaign", "the campaign can't be, or doesn't go on so"
    TAG = "tag", "a record can't have this tag"
    VARIATION = "variation", "a record can't have this variation"


class SseError(ValueError):
    """The parent of every error that this package raises on purpose, `TypeError` aside."""


class ArgumentError(SseError):
    """An argument that a call can't take: a number out of range, an array of another dtype or shape, and the like.

    A value of another type raises TypeError, unless it is an array of another dtype.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotBuiltError(SseError):
    """A request that needs compiled modules which this install lacks; the message says how to build them."""


class RangeError(ArgumentError, IndexError):
    """An index out of range: a seat, a place on a map or a game that isn't there."""


class SetupError(SseError):
    """A game that can't be set up, because a map, a set of rules, a position or a record is impossible.

    Attributes
    ----------
    line, column
        Where in a text, both counted from 1; None where no text was read.
    code
        What can't be set up.
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        code: SetupCode = SetupCode.POSITION,
    ) -> None:
        super().__init__(message, line, column, code)
        self.message = message
        self.line = line
        self.column = column
        self.code = code

    def __str__(self) -> str:
        return _placed(self.message, self.line, self.column)


map_error: Final = partial(SetupError, code=SetupCode.MAP)
"""Makes the error for an impossible map."""

rules_error: Final = partial(SetupError, code=SetupCode.RULES)
"""Makes the error for impossible options of the rules."""

pack_error: Final = partial(SetupError, code=SetupCode.PACK)
"""Makes the error for an impossible pack of contents."""

campaign_error: Final = partial(SetupError, code=SetupCode.CAMPAIGN)
"""Makes the error for an impossible campaign."""


class NotationError(SseError):
    """A text that is no action, position or record.

    Attributes
    ----------
    text
        The line at fault.
    column
        Where in `text`, counted from 1.
    line
        Which line of the whole text it is, counted from 1.
    code
        What is wrong.
    """

    def __init__(
        self,
        message: str,
        text: str,
        column: int = 1,
        line: int = 1,
        code: NotationCode = NotationCode.FORM,
    ) -> None:
        super().__init__(message, text, column, line, code)
        self.message = message
        self.text = text
        self.column = column
        self.line = line
        self.code = code

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= 80 else f"{self.text[:77]}..."
        return f"{_placed(self.message, self.line, self.column)}: {shown!r}"


class IllegalActionError(SseError):
    """An action that the rules refuse.

    Attributes
    ----------
    reason
        The game's `Reason`, the same that `why_not` gives.
    """

    def __init__(self, message: str, reason: Refusal) -> None:
        super().__init__(message, reason)
        self.message = message
        self.reason = reason

    def __str__(self) -> str:
        return self.message


class GameOverError(IllegalActionError):
    """An action after the end of the game."""


def refused(message: str, reason: Refusal) -> IllegalActionError:
    """Return the error for an action that is refused: a message without full stop, and the clause of the reason.

    It is a GameOverError for a reason of the name ``GAME_OVER``.
    """
    error = GameOverError if reason.name == "GAME_OVER" else IllegalActionError
    return error(f"{message} ({reason.clause})", reason)


def _placed(message: str, line: int | None, column: int | None) -> str:
    if line is None:
        return message
    return f"line {line}: {message}" if column is None else f"line {line}, column {column}: {message}"
