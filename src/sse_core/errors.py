"""What goes wrong, by name: the package's errors, and the reasons for which an action is refused."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

__all__ = [
    "GameOverError",
    "IllegalActionError",
    "NotationError",
    "RangeError",
    "Reason",
    "Refusal",
    "SetupError",
    "SseError",
]


class Refusal(IntEnum):
    """Why an action is refused: the parent of each game's ``Reason``, whose first member is ``OK``, 0."""

    clause: str
    """The clause of RULES.md that refuses as a rule, such as ``"E3.4"``; empty for ``OK``.

    The message of an error may cite one that fits more closely.
    """

    def __new__(cls, value: int, clause: str) -> Self:
        """Return the member with a value and a clause."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.clause = clause
        return member


class Reason(Refusal):
    """Why an action of Small Star Empires is refused; `OK` (0) if it is legal.

    An action that breaks several rules gets the first reason in this order.
    """

    OK = 0, ""
    NO_SUCH_ACTION = 1, "E3.1"
    """Not in the board's table: no ship could ever fly or jump so. `State.after` names the clause that fits."""
    GAME_OVER = 2, "E2.3"
    NOT_TO_ACT = 3, "E2.1"
    NOT_DUE = 4, "E2.1"
    """Another kind of action is due: a reveal, a second move, a choice, or a plain move."""
    NO_TILE = 5, "E9.2"
    """All tiles of this kind have been seen."""
    NO_CHOICE = 6, "E9.9"
    """No city that may be destroyed now."""
    NO_SHIP = 7, "E2.1"
    """The player has no such ship in the origin, or `damaged` does not tell two ships apart there."""
    NOT_DAMAGED = 8, "E5.3"
    """A repair by a ship that is whole."""
    NO_CITY = 9, "E3.6"
    NO_STATION = 10, "E3.6"
    OWN_SYSTEM = 11, "E3.5"
    OPPONENT_SYSTEM = 12, "E3.4"
    CLOSED_SYSTEM = 13, "E3.4"
    """An asteroid field, a Nordinn system, or a conquered system."""
    UNEXPLORED_SYSTEM = 14, "E9.1"
    """Explored with a city and by a ship that isn't damaged only."""
    NOT_ADJACENT = 15, "E9.7"
    """Farther than the next system, with the fuel just found."""
    NO_DAMAGED_JUMP = 16, "E4.3"
    """Only a jump leads there, and the option `damaged_jump` is off."""
    OUT_OF_RANGE = 17, "E5.1"
    """More than two systems away for a damaged ship."""
    BLOCKED = 18, "E3.4"
    """Something on the way lets no ship pass."""
    NO_TOLL = 19, "E10.1"
    """The reserve can't pay for the way and the landing."""


class SseError(ValueError):
    """The parent of every error that this package raises on purpose, `TypeError` aside."""


class SetupError(SseError):
    """A map, a board, a set of rules or a position that can't be.

    Attributes
    ----------
    line, column
        Where in a text, both counted from 1; None where no text was read.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return _placed(self.message, self.line, self.column)


class RangeError(SetupError, IndexError):
    """A cell, a hex or a seat that this board doesn't have."""


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
    """

    def __init__(self, message: str, text: str, column: int = 1, line: int = 1) -> None:
        super().__init__(message, text, column, line)
        self.message = message
        self.text = text
        self.column = column
        self.line = line

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


def _placed(message: str, line: int | None, column: int | None) -> str:
    if line is None:
        return message
    return f"line {line}: {message}" if column is None else f"line {line}, column {column}: {message}"
