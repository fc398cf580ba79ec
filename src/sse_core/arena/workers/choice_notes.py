"""Notes in shared memory, by which a playing process tells its watcher whose choice its game waits for."""

from __future__ import annotations

import mmap
import os
import sys
from secrets import token_hex
from struct import Struct
from tempfile import TemporaryFile
from typing import IO, Any, Final, NamedTuple, Self

__all__ = ["BETWEEN", "ChoiceNote", "Notes"]

_LAYOUT: Final = Struct("<qqqdqd")
"""The fields of a note."""

_SEAT: Final = Struct("<q")
_SEAT_AT: Final = 16
"""The field of the seat: its format, and its offset in a note."""


class ChoiceNote(NamedTuple):
    """A game, and the choice that it waits for."""

    number: int
    """The number of the game in the arena."""

    ply: int = 0
    seat: int = -1
    """The seat to choose; -1 while none is."""

    spent: float = 0.0
    """The seconds that the seat's earlier choices in this game took."""

    slowest: int = 0
    """The seat whose earlier choices took longest; among equals the first."""

    most: float = 0.0
    """The seconds of that seat's choices."""

    def slower(self, seconds: float) -> int:
        """Return the seat whose choices take longest, after so many seconds of the present choice."""
        return self.slowest if self.spent + seconds < self.most else self.seat


BETWEEN: Final = ChoiceNote(-1)
"""The note between two games."""


class Notes:
    """The latest note, in memory that processes share. Only one of them writes.

    `new` creates the memory, and a child process that inherits it opens it by its `address`.
    """

    def __init__(self, memory: mmap.mmap, address: str, file: IO[bytes] | None = None) -> None:
        self._memory, self._file = memory, file
        self.address = address

    @classmethod
    def new(cls) -> Self:
        """Return new notes; raise OSError if there is no memory for them."""
        if sys.platform == "win32":
            name = f"sse_core-{os.getpid()}-{token_hex(8)}"
            made = cls(mmap.mmap(-1, _LAYOUT.size, tagname=name), name)
        else:
            # It is a file without a name, so a killed process leaves nothing behind.
            file = TemporaryFile()  # noqa: SIM115
            file.truncate(_LAYOUT.size)
            made = cls(mmap.mmap(file.fileno(), _LAYOUT.size), str(file.fileno()), file)
        made.write(BETWEEN)
        return made

    @classmethod
    def at(cls, address: str) -> Self:
        """Return the notes that this process has inherited."""
        if sys.platform == "win32":
            return cls(mmap.mmap(-1, _LAYOUT.size, tagname=address), address)
        memory = mmap.mmap(int(address), _LAYOUT.size)
        # Processes of bots don't inherit it.
        os.close(int(address))
        return cls(memory, address)

    @property
    def options(self) -> dict[str, Any]:
        """The options of `subprocess.Popen` by which a child inherits them."""
        return {} if self._file is None else {"pass_fds": [self._file.fileno()]}

    def write(self, note: ChoiceNote) -> None:
        """Replace the note."""
        _LAYOUT.pack_into(self._memory, 0, *note)

    def end_choice(self) -> None:
        """Note that no seat is asked any more."""
        _SEAT.pack_into(self._memory, _SEAT_AT, -1)

    def read(self) -> ChoiceNote:
        """Return the latest complete note."""
        before = None
        # Two readings differ while one is being written.
        while before != (found := _LAYOUT.unpack_from(self._memory, 0)):
            before = found
        return ChoiceNote(*found)

    def close(self) -> None:
        """Release the memory."""
        self._memory.close()
        if self._file is not None:
            self._file.close()
