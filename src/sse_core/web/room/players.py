"""Players at the seats of a room, and the people who have left, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...play.seats import HUMAN
from ..clocks import OUT_OF_TIME
from ..errors import WebError

__all__ = ["AWAY", "LATE", "RESIGNED", "TAGS_OF_LEAVING", "Players"]

RESIGNED: Final = "resigned"
LATE: Final = "out of time"
AWAY: Final = "away"
"""Why a person has left: of those who were away at their turn the others have said so."""

TAGS_OF_LEAVING: Final[Mapping[str, str]] = {RESIGNED: "resigned", LATE: OUT_OF_TIME, AWAY: "away"}
"""For each reason the tag of a record with the letters of those who left."""


class Players:
    """The player at each seat: ``human``, or the name of a bot. The room that they belong to locks them.

    Where a bot takes the seat of a person who leaves, the game goes on; else it is over.
    """

    def __init__(self, names: Sequence[str], gone: Mapping[int, str] | None = None) -> None:
        self.names = list(names)
        self.gone = dict(gone or {})
        """For each person who has left why, in the order in which they left."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in enumerate(self.names) if name == HUMAN)

    def is_person(self, seat: int) -> bool:
        """Return whether a person sits there; nobody does at a seat that isn't there."""
        return 0 <= seat < len(self.names) and self.names[seat] == HUMAN

    @property
    def left_alone(self) -> tuple[int, ...]:
        """The seats that people left, and no bot has taken: they have ended the game."""
        return tuple(seat for seat in self.gone if self.is_person(seat))

    def leave(self, seat: int, why: str, bot: str | None) -> None:
        """Let a person leave; a bot of this name takes the seat, nobody for None."""
        self.gone[seat] = why
        if bot is not None:
            self.names[seat] = bot

    def come_back(self, seat: int) -> None:
        """Let a person play on who has left."""
        del self.gone[seat]
        self.names[seat] = HUMAN

    def take_back(self) -> None:
        """Let those play on who have resigned, or who have left alone a game: that is taken back with the moves."""
        for seat, why in list(self.gone.items()):
            if why == RESIGNED or (why == AWAY and self.is_person(seat)):
                self.come_back(seat)

    # --- kept

    def rows(self) -> list[tuple[int, str]]:
        """Return what is kept of those who have left: the seat, and why."""
        return list(self.gone.items())

    @classmethod
    def of_rows(cls, names: Sequence[str], rows: Sequence[tuple[int, str]]) -> Players:
        """Return players that were kept; raise WebError for a seat or a reason that isn't there."""
        for seat, why in rows:
            if not 0 <= seat < len(names) or why not in TAGS_OF_LEAVING:
                raise WebError(f"there is no seat {seat} to leave, or no reason {why!r}")
        return cls(names, dict(rows))
