"""Players at the seats of a room, with the reasons of people who have left."""

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
"""The reasons for which a person has left. Whether somebody who is away has left, the other people decide."""

TAGS_OF_LEAVING: Final[Mapping[str, str]] = {RESIGNED: "resigned", LATE: OUT_OF_TIME, AWAY: "away"}
"""The tag of a record for each reason, whose value has the letters of the people who left for it."""


class Players:
    """The player at each seat: ``human``, or the name of a bot. The room that owns them locks them.

    If a bot takes the seat of a person who leaves, the game goes on. If none does, the game is over.
    """

    def __init__(self, names: Sequence[str], gone: Mapping[int, str] | None = None) -> None:
        self.names = list(names)
        self.gone = dict(gone or {})
        """The reason for each person who has left, in the order in which they left."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in enumerate(self.names) if name == HUMAN)

    def is_person(self, seat: int) -> bool:
        """Return whether a person sits at a seat; False for a seat that doesn't exist."""
        return 0 <= seat < len(self.names) and self.names[seat] == HUMAN

    @property
    def left_alone(self) -> tuple[int, ...]:
        """The seats that people have left and no bot has taken, which ends the game."""
        return tuple(seat for seat in self.gone if self.is_person(seat))

    def leave(self, seat: int, why: str, bot: str | None) -> None:
        """Let a person leave; a bot of this name takes the seat, or with None nobody."""
        self.gone[seat] = why
        if bot is not None:
            self.names[seat] = bot

    def come_back(self, seat: int) -> None:
        """Let a person who has left play on."""
        del self.gone[seat]
        self.names[seat] = HUMAN

    def take_back(self) -> None:
        """Undo, with a take-back, the leaving of people who have resigned, or whose leaving has ended the game."""
        for seat, why in list(self.gone.items()):
            if why == RESIGNED or (why == AWAY and self.is_person(seat)):
                self.come_back(seat)

    # --- in the store

    def rows(self) -> list[tuple[int, str]]:
        """Return rows for the store: the seat and the reason of each person who has left."""
        return list(self.gone.items())

    @classmethod
    def of_rows(cls, names: Sequence[str], rows: Sequence[tuple[int, str]]) -> Players:
        """Return players from rows of the store; raise WebError for an unknown seat or reason."""
        for seat, why in rows:
            if not 0 <= seat < len(names) or why not in TAGS_OF_LEAVING:
                raise WebError(f"there is no seat {seat} to leave, or no reason {why!r}")
        return cls(names, dict(rows))
