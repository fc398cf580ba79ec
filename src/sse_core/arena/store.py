"""Store of an arena: an SQLite file with the plan and the rows of games by number.

The rows of a job are written in one transaction. So the file is consistent after any end, even `kill -9`, and the same
arena can go on with it. The first row of a game counts.

Each text has its CRC-32 beside it, and SQLite checks the rest when a file is opened. So a damaged file is refused, and
no game is silently lost or changed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Self
from zlib import crc32

from ..errors import ArgumentError
from .errors import StoreError
from .growth import growth
from .rows import Row

__all__ = ["MEMORY", "Store"]

MEMORY: Final = ":memory:"
"""The path of a store in memory."""

_MARK: Final = 0x53534541
"""The application id of our files: the letters SSEA."""

_FORMAT: Final = 2
"""The version of our tables, stored as the user version of the file."""

_TABLES: Final = """
create table asked (text text not null, checksum integer not null) strict;
create table game (number integer primary key, row text not null, checksum integer not null) strict;
create table differing (number integer primary key, row text not null, checksum integer not null) strict;
"""


class Store:
    """The rows of an arena in a file, which is locked meanwhile.

    `asked` is the plan of the arena as a JSON object (`Plan.to_json`). A new file stores it. An existing file must have
    the same plan or a part of it; then it grows, and games are renumbered if there are more bots (`growth`).

    Raises StoreError if the file isn't an arena's, is in use, belongs to another arena, or can't be read or written.

    >>> row = Row(0, (0, 1), (0,), (20, 11), plies=40)
    >>> with Store(MEMORY, {"seed": "7"}) as store:
    ...     store.add([row]) == [row], store.add([row]), store.numbers()
    (True, [], {0})
    """

    def __init__(self, path: Path | str, asked: Mapping[str, Any]) -> None:
        self.path = path
        _check_place(path)
        with self._refusing():
            # If another process has the file, this fails at once.
            self._db = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
            try:
                self._open(asked)
            except BaseException:
                self._db.close()
                raise

    def _open(self, asked: Mapping[str, Any]) -> None:
        db = self._db
        db.execute("pragma locking_mode = exclusive")
        db.execute("begin exclusive")
        (mark,) = db.execute("pragma application_id").fetchone()
        (tables,) = db.execute("select count(*) from sqlite_master").fetchone()
        if mark != _MARK:
            if tables:
                raise StoreError(f"{self.path} is a database, but not one of an arena")
            for statement in filter(str.strip, _TABLES.split(";")):
                db.execute(statement)
            text = json.dumps(asked)
            db.execute("insert into asked values (?, ?)", [text, _checksum(text)])
            db.execute(f"pragma application_id = {_MARK}")
            db.execute(f"pragma user_version = {_FORMAT}")
        self._check_whole()
        self.asked: Mapping[str, Any] = self._grown(json.loads(json.dumps(asked)))
        """The plan as a JSON object, with `openings_by` if the arena has grown (`growth`)."""
        db.execute("commit")
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = normal")

    def _grown(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the plan of the file from now on, after renumbering its games."""
        text = _asked_in(self._db)
        if text is None:
            raise StoreError(f"{self.path} is damaged: what it plays has another checksum than the file says")
        (latest,) = self._db.execute("select coalesce(max(number), -1) from game").fetchone()
        kept = json.loads(text)
        found, renumbered = growth(kept, asked, str(self.path), latest=latest)
        if found == kept:
            return found
        text = json.dumps(found)
        self._db.execute("update asked set text = ?, checksum = ?", [text, _checksum(text)])
        if found.get("per_round") != kept.get("per_round"):
            for table in ("game", "differing"):
                rows = list(self._rows_in(table))
                self._db.execute(f"delete from {table}")
                for row in rows:
                    self._insert(table, replace(row, number=renumbered(row.number)))
        return found

    def _insert(self, table: str, row: Row) -> bool:
        """Write the row of a game unless the table has one; return whether it was written."""
        text = row.text
        values = row.number, text, _checksum(text, row.number)
        return self._db.execute(f"insert or ignore into {table} values (?, ?, ?)", values).rowcount > 0

    def _check_whole(self) -> None:
        """Raise StoreError unless the file has our format and passes SQLite's check."""
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version != _FORMAT:
            raise StoreError(
                f"{self.path} is a store of format {version}, and this sse_core has format {_FORMAT}: name another file"
            )
        (found,) = self._db.execute("pragma quick_check(1)").fetchone()
        if found != "ok":
            raise StoreError(f"{self.path} is damaged: {' '.join(found.split())}")

    def _texts(self, table: str, where: str, number: int) -> Iterator[tuple[int, str]]:
        """Yield numbers and texts of a table's rows; raise StoreError at a row that doesn't fit its checksum."""
        rows = self._db.execute(f"select number, row, checksum from {table} where {where} ? order by number", [number])
        for number, text, checksum in rows:
            if (found := _checksum(text, number)) != checksum:
                why = f"its checksum is {checksum}, and that of its text is {found}"
                raise StoreError(f"{self.path}: game {number}: the row is damaged: {why}")
            yield number, text

    def _rows_in(self, table: str, first: int = 0) -> Iterator[Row]:
        for number, text in self._texts(table, "number >=", first):
            try:
                row = Row.parse(text)
            except ArgumentError as error:
                raise StoreError(f"{self.path}: game {number}: {error}") from None
            yield row

    @classmethod
    def asked_in(cls, path: Path) -> dict[str, Any] | None:
        """Return the plan in a file as a JSON object; None without a file, or if it can't be read as an arena's."""
        if not path.is_file():
            return None
        try:
            db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=0, uri=True)
            try:
                text = _asked_in(db)
            finally:
                db.close()
            found: dict[str, Any] = json.loads(text or "")
        except (sqlite3.Error, ValueError, TypeError):
            # Opening the store reports the error.
            return None
        return found

    def add(self, rows: Iterable[Row]) -> list[Row]:
        """Store the rows of a job, and return the new ones.

        A second row of a game is ignored. If it differs from the first, it is noted, unless a bot looked at the clock.
        """
        db, new = self._db, list[Row]()
        with self._refusing():
            db.execute("begin")
            try:
                for row in rows:
                    if self._insert("game", row):
                        new.append(row)
                        continue
                    ((_, kept),) = self._texts("game", "number =", row.number)
                    if kept != row.text and not row.is_timed and not Row.parse(kept).is_timed:
                        self._insert("differing", row)
            except BaseException:
                # On a full disk SQLite has rolled back already.
                if db.in_transaction:
                    db.execute("rollback")
                raise
            db.execute("commit")
        return new

    def rows(self, first: int = 0) -> Iterator[Row]:
        """Yield all rows from a number on, in order."""
        with self._refusing():
            yield from self._rows_in("game", first)

    def following(self, first: int) -> Iterator[Row]:
        """Yield the rows from a number on, in order, up to the first missing one."""
        for number, row in enumerate(self.rows(first), first):
            if row.number != number:
                return
            yield row

    def differing(self) -> Iterator[Row]:
        """Yield second rows of games that differ from the first, in order. Such a bot uses randomness of its own."""
        with self._refusing():
            yield from self._rows_in("differing")

    def numbers(self) -> set[int]:
        """Return the numbers of all games that have a row."""
        with self._refusing():
            return {number for number, _ in self._texts("game", "number >=", 0)}

    def __enter__(self) -> Self:
        """Return the store."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _refusing(self) -> Generator[None, None, None]:
        """Turn an error of SQLite into the sentence for it."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & _KIND
            raise StoreError(f"{self.path}{_WORDS.get(code, f': {error}')}") from None
        except UnicodeDecodeError:
            # SQLite's own message quotes the damaged text.
            raise StoreError(f"{self.path}{_WORDS[sqlite3.SQLITE_CORRUPT]}") from None


_KIND: Final = 0xFF
"""The bits of an SQLite error code for the kind of error; the other bits say where it was."""

_WORDS: Final[dict[int, str]] = {
    sqlite3.SQLITE_BUSY: " is in use by another arena",
    sqlite3.SQLITE_LOCKED: " is in use by another arena",
    sqlite3.SQLITE_NOTADB: " is no database of an arena",
    sqlite3.SQLITE_CORRUPT: " is damaged, or cut short",
    sqlite3.SQLITE_FULL: ": the disk is full",
    sqlite3.SQLITE_IOERR: ": the disk fails, or files may grow no more",
    sqlite3.SQLITE_CANTOPEN: " can't be opened",
    sqlite3.SQLITE_READONLY: " can't be written to",
}
"""The words for errors, by SQLite's error code."""


def _checksum(text: str, number: int | None = None) -> int:
    """Return the CRC-32 of a text, and of the number of its game if there is one."""
    return crc32(text.encode(), 0 if number is None else crc32(b"%d " % number))


def _asked_in(db: sqlite3.Connection) -> str | None:
    """Return the text of the plan in a file; None if it doesn't fit its checksum."""
    text, checksum = db.execute("select text, checksum from asked").fetchone()
    return text if _checksum(text) == checksum else None


def _check_place(path: Path | str) -> None:
    """Raise StoreError unless a file can be at this path."""
    place = Path(path).absolute()
    if place.is_dir():
        raise StoreError(f"{path} is a folder, and a store is a file")
    if not place.parent.is_dir():
        raise StoreError(f"{path}: there is no folder {place.parent}")
