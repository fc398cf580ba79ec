"""Rooms in a file: an SQLite database in the folder of ``--data``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any, Final

from ..errors import SseError
from .room import Saved

__all__ = ["FILE", "Store", "StoreError"]

FILE: Final = "rooms.sqlite3"

_VERSION: Final = 1
_APPLICATION: Final = 0x5353_4557
"""The number that marks a file as one of ours (see SQLite's ``application_id``)."""

_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS rooms (id TEXT PRIMARY KEY, used REAL NOT NULL, content TEXT NOT NULL) WITHOUT ROWID"
)


class StoreError(SseError):
    """A file of rooms that can't be used."""


class Store:
    """The rooms of a server in a file. All methods may be called from any thread.

    Raises StoreError if the folder can't be made, or the file isn't ours.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=5)
            self._prepare(path)
        except OSError as error:
            raise StoreError(f"{folder}: {error.strerror}") from None
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {error}") from None
        self._lock = Lock()
        self._is_closed = False

    def _prepare(self, path: Path) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if (application, version) != (_APPLICATION, _VERSION) and tables:
            whose = (
                f"of version {version}, and this is {_VERSION}" if application == _APPLICATION else "not of sse_core"
            )
            raise StoreError(f"{path}: the file is {whose}")
        # With a write-ahead log no change waits for the disk; a crash of the machine loses the last changes at most.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._db.execute(f"PRAGMA user_version = {_VERSION}")
        self._db.execute(_TABLE)

    def keep(self, saved: Saved) -> None:
        """Keep a room, in place of what was kept of it before."""
        content = json.dumps(vars(saved), separators=(",", ":"))
        with self._lock:
            if self._is_closed:
                # A bot may answer when the server has ended: it is asked again at the next start.
                return
            self._db.execute("REPLACE INTO rooms VALUES (?, ?, ?)", (saved.id, saved.used, content))

    def find(self, room_id: str) -> Saved | None:
        """Return what is kept of a room; None if there is nothing."""
        with self._lock:
            row = self._db.execute("SELECT content FROM rooms WHERE id = ?", (room_id,)).fetchone()
        return None if row is None else _saved(json.loads(row[0]))

    def forget(self, room_id: str) -> None:
        """Keep a room no longer."""
        with self._lock:
            self._db.execute("DELETE FROM rooms WHERE id = ?", (room_id,))

    def ids(self) -> Iterator[tuple[str, float]]:
        """Yield each stored room, and when it was last used; the room that was used longest ago comes first."""
        with self._lock:
            rows = self._db.execute("SELECT id, used FROM rooms ORDER BY used").fetchall()
        yield from rows

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._is_closed = True
            self._db.close()


def _saved(content: dict[str, Any]) -> Saved:
    content["moves"] = [(player, text) for player, text in content["moves"]]
    content["undone"] = [[(player, text) for player, text in chunk] for chunk in content["undone"]]
    return Saved(**content)
