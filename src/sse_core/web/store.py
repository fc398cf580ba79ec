"""Stores for saved rooms: packed in memory, or in an SQLite database in the folder of ``--data``."""

from __future__ import annotations

import logging
import sqlite3
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from shutil import disk_usage
from threading import Lock
from time import time
from typing import ClassVar, Final

from ..errors import SseError
from ..play.file_lock import LockedError, locked
from .errors import WebError
from .room import Saved
from .store_repair import is_sound, readable_rows, set_aside

__all__ = ["FILE", "LOCK", "Packed", "Store", "StoreError"]

_LOG: Final = logging.getLogger("sse_core.web")

FILE: Final = "rooms.sqlite3"
LOCK: Final = "rooms.lock"
"""The file that a server locks while it uses the folder; it tells which process that is."""

_VERSION: Final = 5
_APPLICATION: Final = 0x5353_4557
"""The number that marks a file as ours (see SQLite's ``application_id``)."""

_TABLE: Final = "CREATE TABLE IF NOT EXISTS main.rooms (id TEXT PRIMARY KEY, used REAL NOT NULL, content TEXT NOT NULL)"
_KEEP: Final = """
    INSERT INTO rooms VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET used = excluded.used, content = excluded.content
"""
_FULL: Final = "the disk is full: %s can't be written (%s), and new games are refused until there is room"


class StoreError(WebError):
    """A file of rooms that can't be used, or a row of it that can't be read."""

    status: ClassVar[int] = 500


class Packed:
    """A store in memory, compressed, which ends with the server. Any thread may call it."""

    lasts: ClassVar = False
    """Whether rooms outlast the server."""

    def __init__(self) -> None:
        self._rooms: dict[str, tuple[float, bytes]] = {}
        """The time of last use and the packed row of each room."""

    def keep(self, saved: Saved) -> None:
        """Save a room, in place of its earlier values."""
        self._rooms[saved.id] = saved.used, zlib.compress(saved.row.encode())

    def find(self, room_id: str) -> Saved | None:
        """Return the saved values of a room; None if there are none."""
        found = self._rooms.get(room_id)
        return None if found is None else Saved.of_row(room_id, zlib.decompress(found[1]).decode())

    def place_of(self, room_id: str) -> str:
        """Return the place of a room for error messages."""
        return "the games in memory"

    def forget(self, room_id: str) -> None:
        """Delete a room."""
        self._rooms.pop(room_id, None)

    def ids(self) -> Iterator[tuple[str, float]]:
        """Yield the id of each room and the time of its last use."""
        yield from ((room_id, used) for room_id, (used, _) in list(self._rooms.items()))


class Store:
    """A store in an SQLite file of a folder, which one server uses at a time. Any thread may call it.

    A damaged file is kept under another name, and its readable rows go into a new file; the log says so. The log also
    says if the disk is full: then rooms can be found, and are saved again when there is room.

    Raises StoreError if the folder can't be made, if another server uses it, if the file isn't ours, or if the file is
    damaged and the disk has no room for a new one.
    """

    lasts: ClassVar = True
    """Whether rooms outlast the server."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = Lock()
        self._is_closed = False
        self._is_prepared = False
        """Whether the file is prepared. On a disk that was full at the start, the first room that is saved prepares
        it."""
        try:
            # If the folder is refused, everything that was opened is closed again.
            with ExitStack() as opened:
                folder.mkdir(parents=True, exist_ok=True)
                opened.enter_context(locked(folder / LOCK, must_say_who=False))
                self._connect_anyhow(opened)
                rows = [] if is_sound(self._db) else self._left_of_damage(opened)
                self._begin(rows)
                self._opened = opened.pop_all()
        except LockedError as error:
            raise StoreError(f"{folder}: {error.who} has these games; end it, or choose another folder") from None
        except OSError as error:
            raise StoreError(f"{folder}: {error.strerror}") from None
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: {error}") from None

    def _connect_anyhow(self, opened: ExitStack) -> None:
        """Open the file, even on a full disk."""
        try:
            self._connect(opened)
        except sqlite3.OperationalError as error:
            if not _is_full(error):
                raise
            self._db.close()
            self._connect(opened, is_alone=True)

    def _connect(self, opened: ExitStack, *, is_alone: bool = False) -> None:
        """Open the file, and add it to the opened things; raise StoreError if it isn't ours.

        A connection that `is_alone` does without the shared-memory file, for which a full disk has no room.
        """
        db = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None, timeout=5)
        self._db = opened.enter_context(closing(db))
        self._db.text_factory = _text
        if is_alone:
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if (application, version) != (_APPLICATION, _VERSION) and tables:
            whose = (
                f"of version {version}, and this is {_VERSION}" if application == _APPLICATION else "not of sse_core"
            )
            raise StoreError(f"{self._path}: the file is {whose}")

    def _left_of_damage(self, opened: ExitStack) -> list[tuple[object, ...]]:
        """Set a damaged file aside, open a new one in its place, and return the readable rows of the old one."""
        rows = list(readable_rows(self._db))
        self._db.close()
        if disk_usage(self._path.parent).free < self._path.stat().st_size:
            raise StoreError(f"{self._path}: the file is damaged, and the disk has no room for another one")
        aside = set_aside(self._path)
        _LOG.error("%s is damaged, and kept as %s; %d of its games can be read, and go on", FILE, aside.name, len(rows))
        self._connect(opened)
        return rows

    def _begin(self, rows: list[tuple[object, ...]]) -> None:
        """Prepare the file, and insert rows; if there are none, a full disk is no error."""
        try:
            self._prepare()
            self._db.executemany("INSERT INTO rooms VALUES (?, ?, ?)", rows)
        except sqlite3.OperationalError as error:
            if rows or not _is_full(error):
                raise
            _LOG.error(_FULL, FILE, error)
            if not self._db.execute("SELECT count(*) FROM main.sqlite_master").fetchone()[0]:
                # Until there is room, there are no games.
                self._db.execute("PRAGMA temp_store = MEMORY")
                self._db.execute(_TABLE.replace("main.", "temp."))

    def _prepare(self) -> None:
        # With a write-ahead log no change waits for the disk. A crash of the machine loses only the last changes.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._db.execute(f"PRAGMA user_version = {_VERSION}")
        self._db.execute(_TABLE)
        self._db.execute("DROP TABLE IF EXISTS temp.rooms")
        self._is_prepared = True

    @contextmanager
    def _open(self) -> Generator[sqlite3.Connection, None, None]:
        """Let one thread at a time use the file, and add its name to errors."""
        try:
            with self._lock:
                yield self._db
        except sqlite3.Error as error:
            raise StoreError(f"{FILE}: {error}") from None

    def keep(self, saved: Saved) -> None:
        """Save a room, in place of its earlier values; raise StoreError if that fails."""
        content = saved.row
        with self._open() as db:
            if self._is_closed:
                # A bot may answer after the server has ended. It is asked again at the next start.
                return
            if not self._is_prepared:
                self._prepare()
            db.execute(_KEEP, (saved.id, saved.used, content))

    def find(self, room_id: str) -> Saved | None:
        """Return the saved values of a room; None if there are none. Raises StoreError if the row can't be read."""
        with self._open() as db:
            row = db.execute("SELECT content FROM rooms WHERE id = ?", (room_id,)).fetchone()
        if row is None:
            return None
        try:
            return Saved.of_row(room_id, str(row[0]))
        except SseError as error:
            raise StoreError(f"{self.place_of(room_id)}: {error}") from None

    def place_of(self, room_id: str) -> str:
        """Return the place of a room for error messages: the file and the number of the row."""
        with self._open() as db:
            (place,) = db.execute("SELECT count(*) FROM rooms WHERE id <= ?", (room_id,)).fetchone()
        return f"row {place} of {FILE}"

    def forget(self, room_id: str) -> None:
        """Delete a room."""
        with self._open() as db:
            db.execute("DELETE FROM rooms WHERE id = ?", (room_id,))

    def ids(self) -> Iterator[tuple[str, float]]:
        """Yield the id of each stored room and the time of its last use; now, for a row without a readable time."""
        with self._open() as db:
            rows = db.execute("SELECT id, used FROM rooms").fetchall()
        yield from ((str(room_id), used if isinstance(used, float) else time()) for room_id, used in rows)

    def close(self) -> None:
        """Close the file, and release the folder for other servers."""
        with self._lock:
            self._is_closed = True
            self._opened.close()


def _is_full(error: sqlite3.Error) -> bool:
    """Return whether an error means that the file can't be written, as on a full disk."""
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _text(data: bytes) -> str:
    """Decode a text of the file. A damaged one is decoded as far as possible, so that only its own row is refused."""
    return data.decode(errors="replace")
