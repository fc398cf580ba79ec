"""Notes of whose choice a game waits for, in memory that the process that plays shares with the one that watches it."""

from __future__ import annotations

import mmap
from pathlib import Path
from struct import Struct
from typing import Final, NamedTuple, Self

__all__ = ["BETWEEN", "ChoiceNote", "Notes"]

_LAYOUT: Final = Struct("<qqqdqd")
"""The fields of a note."""

_SEAT: Final = Struct("<q")
_SEAT_AT: Final = 16
"""The seat, and where it stands among them."""


class ChoiceNote(NamedTuple):
    """A game, and the choice that it waits for."""

    number: int
    """The number of the game in the arena."""

    ply: int = 0
    seat: int = -1
    """The seat that is asked; -1 while none is."""

    spent: float = 0.0
    """The seconds of the seat's earlier choices in this game."""

    slowest: int = 0
    """The seat whose choices took the longest before this one; the first one of equals."""

    most: float = 0.0
    """Their seconds."""

    def slower(self, seconds: float) -> int:
        """Return the seat whose choices take the longest, after so many seconds of this one."""
        return self.slowest if self.spent + seconds < self.most else self.seat


BETWEEN: Final = ChoiceNote(-1)
"""What is noted between two games."""


class Notes:
    """The latest note in a file, which is memory that processes share; `at` makes the file, or opens that of another.

    Only one process writes.
    """

    def __init__(self, memory: mmap.mmap) -> None:
        self._memory = memory

    @classmethod
    def at(cls, path: Path) -> Self:
        """Return the notes in a file; raise OSError if it can't be had."""
        is_new = path.stat().st_size == 0
        with path.open("r+b") as file:
            if is_new:
                file.truncate(_LAYOUT.size)
            notes = cls(mmap.mmap(file.fileno(), _LAYOUT.size))
        if is_new:
            notes.write(BETWEEN)
        return notes

    def write(self, note: ChoiceNote) -> None:
        """Write a note in the place of the one before."""
        _LAYOUT.pack_into(self._memory, 0, *note)

    def end_choice(self) -> None:
        """Note that no seat is asked any more."""
        _SEAT.pack_into(self._memory, _SEAT_AT, -1)

    def read(self) -> ChoiceNote:
        """Return the latest note, whole."""
        before = None
        # Two readings differ while one is being written.
        while before != (found := _LAYOUT.unpack_from(self._memory, 0)):
            before = found
        return ChoiceNote(*found)

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()
