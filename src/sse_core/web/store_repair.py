"""Recovery of a damaged database of rooms: readable rows are salvaged, and the damaged file is set aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, product
from pathlib import Path
from typing import Final

__all__ = ["is_sound", "readable_rows", "set_aside"]

_BESIDE: Final = ("", "-wal", "-shm")
"""The ends of the names of SQLite's files: the database, and those of its write-ahead log."""


_MANY: Final = 1_000_000
"""The highest row number to try, more than a server ever gives out."""


def is_sound(db: sqlite3.Connection) -> bool:
    """Return whether SQLite finds nothing wrong with a database."""
    try:
        return bool(db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def readable_rows(db: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """Yield each row of the table of rooms that can be read.

    SQLite reads a table only up to the damage. A single row needs only its own page and the few above it, so rows are
    read by number, up to the highest number that the table or its index still tells. A damaged file may tell any
    number.
    """
    told: set[int] = set()
    for order, way in product(("rowid", "id"), ("ASC", "DESC")):
        with suppress(sqlite3.DatabaseError):
            told.update(row for (row,) in db.execute(f"SELECT rowid FROM rooms ORDER BY {order} {way}"))
    highest = max((number for number in told if number < _MANY), default=0)
    for number in range(1, highest + 1):
        with suppress(sqlite3.DatabaseError):
            yield from db.execute("SELECT id, used, content FROM rooms WHERE rowid = ?", (number,)).fetchall()


def set_aside(path: Path) -> Path:
    """Rename the files of a closed database to a free name; return the new name of the database."""
    names = (path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    for end in _BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").rename(f"{aside}{end}")
    return aside
