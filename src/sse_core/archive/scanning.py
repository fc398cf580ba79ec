"""Reading an archive, a part at a time: its games as tables, rows or records."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..errors import ArgumentError, SseError
from ..forms.checks import shown
from ..game import AnyGame, AnyState
from ..play.records.record import game_of, read
from .arrow import Expression, RecordBatch, Table, arrow, compute, dataset
from .checksums import check_games
from .columns import COLUMNS, ArchiveError, schema
from .folder import Part, checked, naming, parts_in
from .rows import AnyRecord, Row, record_in, refused, rule_of
from .tables import rows_in

__all__ = ["Scan", "Starts", "scan"]

_MOST_STARTS: Final = 1024
"""How many parsed starts the cache holds."""

_BATCH: Final = 10_000

_FORMAT: Final = dataset.ParquetFileFormat(
    default_fragment_scan_options=dataset.ParquetFragmentScanOptions(page_checksum_verification=True)
)


class Starts:
    """Cache of the starts of rows, parsed from their texts.

    `game`, such as one by a house rule, reads its own rows; the games of `GAMES` read all others.
    """

    def __init__(self, game: AnyGame | None = None) -> None:
        self._own = None if game is None else (game.INFO.name, rule_of(game))

        def read_start(text: str, is_own: bool) -> AnyState:
            found: AnyState = read(text, game if is_own else None)
            return found

        self._read = lru_cache(maxsize=_MOST_STARTS)(read_start)

    def lacks_rule(self, row: Row) -> bool:
        """Return whether a row needs a house rule that isn't given."""
        return row.rule is not None and not self._is_own(row)

    def _is_own(self, row: Row) -> bool:
        return (row.game, row.rule) == self._own

    def of(self, row: Row) -> AnyState:
        """Return the start of a row.

        Raises ArchiveError if its text is no position, or a position of another game, or if its house rule isn't given.
        """
        if self.lacks_rule(row):
            raise refused(row, f"it is by the house rule {shown(row.rule)}, whose file isn't given")
        try:
            start = self._read(row.start, self._is_own(row))
        except SseError as error:
            raise refused(row, f"its start can't be read: {error}") from None
        game = game_of(start)
        if game is None or game.INFO.name != row.game:
            raise refused(row, f"its start is no position of {shown(row.game)}")
        return start


class Scan:
    """A lazy view of an archive's games, filtered or not, in order; `scan` makes it.

    Games are read on demand, a part at a time. Iterating gives the records.
    """

    def __init__(self, parts: Sequence[Part], where: Expression, game: AnyGame | None) -> None:
        self._parts = parts
        self._where = where
        self._game = game

    @property
    def game(self) -> AnyGame | None:
        """A game that is read in addition to those of `GAMES`, such as one by a house rule; None without one."""
        return self._game

    def __iter__(self) -> Iterator[AnyRecord]:
        return (record for _, record in self.numbered())

    def numbered(self) -> Iterator[tuple[int, AnyRecord]]:
        """Yield the number and the record of each game. Every move is played, and the result is compared.

        Raises ArchiveError, with the file and the number, at a game that differs from its row: an id that isn't in the
        start's table, an illegal action, another result.
        """
        starts = Starts(self._game)
        for path, row in self.placed():
            with in_file(path):
                record = record_in(row, starts.of(row))
            yield row.number, record

    def of(self, number: int) -> Scan:
        """Return a scan of only the game with a number; it is empty if there is no such game."""
        where = compute.field("number") == number
        parts = [part for part in self._parts if part.first <= number <= part.last]
        return Scan(parts, where if self._where is None else self._where & where, self._game)

    def rows(self) -> Iterator[Row]:
        """Yield the row of each game; nothing is played."""
        return (row for _, row in self.placed())

    def placed(self) -> Iterator[tuple[Path, Row]]:
        """Yield each game's file and row."""
        for part, batch in self._batches(None):
            with in_file(part.path):
                yield from ((part.path, row) for row in rows_in(batch))

    def tables(self, columns: Sequence[str] | None = None) -> Iterator[Table]:
        """Yield the games as tables of pyarrow with all columns or some of them, each of at most 10,000 games.

        Raises ArgumentError for an unknown column.
        """
        for name in () if columns is None else columns:
            if name not in COLUMNS:
                raise ArgumentError(f"an archive has no column {shown(name)}; they are {', '.join(COLUMNS)}")
        return (arrow.Table.from_batches([batch]) for _, batch in self._batches(columns))

    def count(self) -> int:
        """Return the number of games."""
        if self._where is None:
            return sum(_counted(part) for part in self._parts)
        return sum(table.num_rows for table in self.tables(["number"]))

    def _batches(self, columns: Sequence[str] | None) -> Iterator[tuple[Part, RecordBatch]]:
        for part in self._parts:
            checked(part).close()
            with naming(part.path):
                check_games(part.path)
                found = dataset.dataset(str(part.path), format=_FORMAT).to_batches(
                    columns=None if columns is None else list(columns), filter=self._where, batch_size=_BATCH
                )
            while True:
                with naming(part.path):
                    batch = next(found, None)
                if batch is None:
                    break
                if batch.num_rows:
                    yield part, batch


def scan(folder: str | os.PathLike[str], *, where: Expression = None, game: AnyGame | None = None) -> Scan:
    """Return the games of an archive, to be read as records, rows or tables.

    where
        A filter of pyarrow, such as ``pycompute.field("plies") > 40``; None takes all games.
    game
        A game that is read in addition to those of `GAMES`: one by a house rule, or your own.

    Raises OSError if the folder can't be read, ArchiveError if it is no archive, ArgumentError for a filter with
    unknown columns. A part is opened when its games are needed.
    """
    if where is not None:
        _check_filter(where)
    return Scan(parts_in(Path(folder))[0], where, game)


@contextmanager
def in_file(path: Path) -> Generator[None, None, None]:
    """Put the name of the file before an ArchiveError about a row."""
    try:
        yield
    except ArchiveError as error:
        raise ArchiveError(f"{path}: {error}") from None


def _counted(part: Part) -> int:
    with checked(part) as file:
        count: int = file.metadata.num_rows
    return count


def _check_filter(where: Expression) -> None:
    if not isinstance(where, compute.Expression):
        raise TypeError(f"where is an expression of pyarrow.compute, not {type(where).__name__}")
    try:
        schema().empty_table().filter(where)
    except arrow.ArrowException as error:
        raise ArgumentError(f"where: {error}") from None
