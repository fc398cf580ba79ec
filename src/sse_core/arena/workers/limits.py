"""Time limits for games of an arena: the most seconds for a bot's choice, and for all choices of a game.

They are wall-clock seconds in the playing process, so time on a busy or sleeping machine counts.
"""

from __future__ import annotations

from typing import NamedTuple

from ...errors import ArgumentError
from ...forms.checks import check_seconds
from .choice_notes import ChoiceNote

__all__ = ["Limits", "Overrun", "check_limit"]


class Overrun(NamedTuple):
    """A limit that was exceeded."""

    seat: int
    """The seat of the bot that failed."""

    why: str


class Limits(NamedTuple):
    """The limits of each game in seconds; None without a limit."""

    choice: float | None = None
    game: float | None = None

    @property
    def are_set(self) -> bool:
        """Whether there is a limit."""
        return self != (None, None)

    def overrun(self, note: ChoiceNote, of_choice: float, of_game: float) -> Overrun | None:
        """Return the limit that is exceeded after so many seconds of a choice and a game; None if none is.

        A choice that is too long is the failure of its seat, a game that is too long the failure of the slowest seat.

        >>> Limits(choice=0.5).overrun(ChoiceNote(0, 7, 1), 0.6, 7.0)
        Overrun(seat=1, why='it took longer than the limit of 0.5 s for a choice')
        >>> Limits(0.5, 8).overrun(ChoiceNote(0, 7, 1, slowest=0, most=4.0), 0.4, 8.1).seat
        0
        """
        if note.seat < 0:
            return None
        if self.choice is not None and of_choice > self.choice:
            return Overrun(note.seat, f"it took longer than the limit of {self.choice:g} s for a choice")
        if self.game is not None and of_game > self.game:
            seat = note.slower(of_choice)
            return Overrun(seat, f"the game took longer than the limit of {self.game:g} s, and it the most of them")
        return None


def check_limit(seconds: float | None, what: str) -> None:
    """Raise ArgumentError unless a limit is None or above 0 seconds; TypeError if it is no number."""
    if seconds is None:
        return
    try:
        too_short = check_seconds(seconds) == 0
    except ArgumentError as error:
        raise ArgumentError(f"{what}: {error.message}") from None
    if too_short:
        raise ArgumentError(f"{what} is more than 0 seconds, or None")
