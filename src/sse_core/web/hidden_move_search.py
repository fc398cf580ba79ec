"""Background work that finds which moves of pasted games are hidden from which seats, one small part at a time."""

from __future__ import annotations

import logging
from threading import Condition, Thread
from typing import Final

from .errors import BusyError
from .room import Room
from .room.hidden_moves import hidden_in
from .texts.reader_processes import ReaderProcesses

__all__ = ["HiddenMoveSearch"]

_LOG: Final = logging.getLogger("sse_core.web")


class HiddenMoveSearch:
    """A thread that works on one part after the other, next for the client that has used the least computing so far.

    The thread goes on as long as there are such games. Any thread may call the methods.
    """

    def __init__(self, readers: ReaderProcesses) -> None:
        self._readers = readers
        self._changed = Condition()
        self._rooms: dict[str, tuple[Room, str]] = {}
        """The games with work left, and the client of each."""
        self._thread: Thread | None = None
        self._is_closed = False

    def add(self, room: Room, client: str) -> None:
        """Work on a game, for a client, until all of its moves are done."""
        with self._changed:
            if self._is_closed:
                return
            self._rooms.setdefault(room.id, (room, client))
            if self._thread is None:
                self._thread = Thread(target=self._work, name="sse hiding", daemon=True)
                self._thread.start()

    def drop(self, room_id: str) -> None:
        """Stop the work on a game that is gone or put away."""
        with self._changed:
            self._rooms.pop(room_id, None)

    def close(self) -> list[Room]:
        """End the work, after the processes that do it have ended; return the games with work left."""
        with self._changed:
            self._is_closed = True
            self._changed.wait_for(lambda: self._thread is None)
            return [room for room, _ in self._rooms.values()]

    def _work(self) -> None:
        while (following := self._next()) is not None:
            room, client = following
            try:
                goes_on = self._goes_on(room, client)
            except BusyError:
                # The server is about to end. What is known by now is kept.
                continue
            except Exception:
                # A fault in one game must not stop the others: the rest of its moves stay hidden.
                _LOG.exception("what a game has hidden can't be worked out")
                goes_on = False
            if not goes_on:
                self.drop(room.id)

    def _next(self) -> tuple[Room, str] | None:
        """Return the next game to work on, with its client; None at the end."""
        with self._changed:
            if self._is_closed or self._readers.is_closed or not self._rooms:
                self._thread = None
                self._changed.notify_all()
                return None
            return min(self._rooms.values(), key=lambda each: self._readers.fair_use.of(each[1]))

    def _goes_on(self, room: Room, client: str) -> bool:
        """Work on a game for a while; return whether there is more to do."""
        part = room.hidden_part
        if part is not None:
            room.learn(self._readers.run_long(hidden_in, part, client=client))
        return room.is_hiding
