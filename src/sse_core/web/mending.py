"""A damaged file of rooms: what can be read of it goes into a new file, and it is kept beside that."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, product
from pathlib import Path
from string import ascii_letters, digits
from typing import Final

__all__ = ["is_sound", "readable_rows", "set_aside"]

_SIGNS: Final = f"-{digits}{ascii_letters}_"
"""The signs of ids of rooms."""

_BESIDE: Final = ("", "-wal", "-shm")
"""The ends of the names of SQLite's files: the database, and those of its write-ahead log."""


def is_sound(db: sqlite3.Connection) -> bool:
    """Return whether SQLite finds nothing wrong with a database."""
    try:
        return bool(db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def readable_rows(db: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """Yield each row of the table of rooms that can be read, once.

    SQLite reads in the order of ids up to what is damaged. So it is asked again behind that: from the end, and from
    each pair of signs with which the id of a room may begin.
    """
    found: dict[object, None] = {}
    for beginning in ("", *map("".join, product(_SIGNS, repeat=2))):
        with suppress(sqlite3.DatabaseError):
            for (room_id,) in db.execute("SELECT id FROM rooms WHERE id >= ? ORDER BY id", (beginning,)):
                if room_id in found:
                    break
                found[room_id] = None
    with suppress(sqlite3.DatabaseError):
        found.update((room_id, None) for (room_id,) in db.execute("SELECT id FROM rooms ORDER BY id DESC"))
    for room_id in found:
        with suppress(sqlite3.DatabaseError):
            yield from db.execute("SELECT id, used, content FROM rooms WHERE id = ?", (room_id,)).fetchall()


def set_aside(path: Path) -> Path:
    """Give the files of a database, which is closed, another name that is free; return that of the database."""
    names = (path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    for end in _BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").rename(f"{aside}{end}")
    return aside
