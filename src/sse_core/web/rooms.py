"""All rooms of a server: made, found, kept in a file, and forgotten when they are too many or too old."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from secrets import token_urlsafe
from threading import RLock
from time import time
from typing import Any, Final

from ..errors import SseError
from .aside import Aside
from .errors import BusyError, MissingError
from .plan import Plan, game_named, plan_of
from .room import Room, Saved
from .store import Store
from .workers import Workers

__all__ = ["MAX_AGE", "MAX_ROOMS", "Rooms"]

_LOG: Final = logging.getLogger("sse_core.web")

MAX_ROOMS: Final = 200
"""The most rooms of a server."""

MAX_AGE: Final = 30 * 24 * 3600.0
"""The seconds after which a room that nobody used is forgotten."""

_IDLE: Final = 3600.0
"""The seconds after which an unused room makes way for a new one."""

_LOADED: Final = 100
"""The most rooms that are in memory, if the others are kept in a file."""

_BYTES: Final = 16
"""The random bytes of a room's id: nobody guesses it."""


class Rooms:
    """The rooms of a server. All methods may be called from any thread."""

    def __init__(self, workers: Workers, store: Store | None = None, *, most: int = MAX_ROOMS) -> None:
        self.aside = Aside()
        self._workers = workers
        self._store = store
        self._most = most
        self._lock = RLock()
        self._rooms: dict[str, Room] = {}
        """The rooms in memory, the one that was used last at the end."""

    def add(self, wish: Mapping[str, Any]) -> Room:
        """Make the room that is asked for (see `plan.plan_of`); raise BusyError if there are too many."""
        plan = self.aside.run(plan_of, wish) if wish.get("text") else plan_of(wish)
        room = Room(token_urlsafe(_BYTES), plan, self._workers, self._keep)
        with self._lock:
            self._make_way()
            self._rooms[room.id] = room
        self._keep(room)
        room.wake()
        return room

    def find(self, room_id: str) -> Room:
        """Return a room by its id; raise MissingError if there is none."""
        with self._lock:
            room = self._rooms.pop(room_id, None) or self._loaded(room_id)
            if room is None:
                raise MissingError("there is no such game here: it is gone, or the address is wrong")
            self._rooms[room_id] = room
            self._unload()
        # Looking at a game counts as use.
        room.used = time()
        return room

    def close(self) -> None:
        """End what works for the rooms beside the server."""
        self.aside.close()

    def __len__(self) -> int:
        with self._lock:
            return len({*self._rooms, *(self._store_ids())})

    # --- inside

    def _keep(self, room: Room) -> None:
        if self._store is None:
            return
        try:
            self._store.keep(room.saved())
        except sqlite3.Error as error:
            # The game goes on in memory.
            _LOG.error("a game can't be kept in the file: %s", error)

    def _store_ids(self) -> dict[str, float]:
        return {} if self._store is None else dict(self._store.ids())

    def _loaded(self, room_id: str) -> Room | None:
        """Return a room from the file, where the game goes on."""
        saved = None if self._store is None else self._store.find(room_id)
        if saved is None:
            return None
        try:
            room = Room.restored(saved, _plan_of(saved), self._workers, self._keep)
        except SseError as error:
            raise MissingError(f"the game can't be read from the file any more: {error}") from None
        room.wake()
        return room

    def _unload(self) -> None:
        """Leave the rooms that are in use in memory, and so many others; all are kept in the file."""
        if self._store is None:
            return
        for room in list(self._rooms.values())[:-_LOADED]:
            if room.is_quiet:
                del self._rooms[room.id]

    def _make_way(self) -> None:
        """Forget rooms until there is place for one more: first old rooms, then the room that was used longest ago."""
        now = time()
        used = self._store_ids()
        used |= {room.id: room.used if room.is_quiet else now for room in self._rooms.values()}
        for room_id, when in sorted(used.items(), key=lambda item: item[1]):
            is_old = now - when > MAX_AGE
            if not is_old and (len(used) < self._most or now - when < _IDLE):
                break
            del used[room_id]
            self._rooms.pop(room_id, None)
            if self._store is not None:
                self._store.forget(room_id)
        if len(used) >= self._most:
            raise BusyError(f"there are {self._most} games here, all of them played; try again later")


def _plan_of(saved: Saved) -> Plan:
    game = game_named(saved.wish.get("game"))
    return Plan(game.parse_state(saved.start), (), tuple(saved.players), saved.seed, saved.wish)
