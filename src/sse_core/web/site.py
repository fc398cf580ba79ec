"""State that all requests share: the rooms, the gates where requests wait, and the open streams."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import Final

from .clients import Gate, Places
from .rooms import Rooms

__all__ = ["MOST_SEARCHES", "Site"]

MOST_SEARCHES: Final = 4
"""How many searches run at once."""

_MOST_LISTENERS: Final = 500


class Site:
    """The state that all handlers share. Its streams and searches end with the server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.closing = Event()
        self.searches = Places(MOST_SEARCHES)
        self.streams = Places(_MOST_LISTENERS)
        self.gates: Sequence[Gate] = ()
        """The gates where requests wait."""

    def close(self) -> None:
        """End all streams and long work. The thread of the loop calls it."""
        self.closing.set()
        for gate in self.gates:
            gate.close()
        self.rooms.end_soon()
        self.searches.end_all()
        self.streams.end_all()
