"""Writing games into an archive, part by part."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self, SupportsIndex

from ..errors import ArgumentError
from ..forms.checks import check_number, type_named
from ..play.records.record import GameRecord
from .arrow import Schema, Table, parquet
from .checksums import BLANK_CHECKSUMS, write_checksums
from .columns import SHARED, has_columns, is_wide, schema
from .folder import part_name, writing_in
from .rows import AnyRecord, Row, StartTexts, row_of
from .tables import table_of
from .whole_files import whole_file

__all__ = ["GAMES_A_PART", "MOST_NUMBER", "Writer", "opened_part", "write"]

GAMES_A_PART: Final = 10_000
"""The default games of a part, and of a row group in a larger part."""

MOST_NUMBER: Final = 10**18 - 1
"""The largest number of a game."""

_DICTIONARIES: Final = 1 << 26
"""The most bytes of a column's shared texts; beyond, each row has its own copy."""


class Writer:
    """A writer of an archive, which writes one part after the other. Close it, or use it in a ``with`` statement.

    Parameters
    ----------
    folder
        The archive. It is created if it doesn't exist; else new games come after the existing ones.
    games_a_part
        The games after which a part is written, 1 to 1,000,000. Others see games once their part is written, and a
        killed process loses only later ones.

    Raises ArchiveError if another process writes there or the folder is no archive, OSError if it can't be made.

    >>> from tempfile import TemporaryDirectory
    >>> from sse_core import GameRecord, archive, new_game, parse_map
    >>> with TemporaryDirectory() as folder:
    ...     with archive.Writer(folder) as writer:
    ...         writer.add(GameRecord(new_game(parse_map("A 1 2 3 B")), ["a1-a3=S"], {"seed": "7"}))
    ...     [record.texts for record in archive.scan(folder)]
    0
    [('a1-a3=S',)]
    """

    def __init__(self, folder: str | os.PathLike[str], *, games_a_part: SupportsIndex = GAMES_A_PART) -> None:
        self._games_a_part = check_number(games_a_part, "games_a_part", 1_000_000, 1)
        self._folder = Path(folder)
        self._rows: list[Row] = []
        self._texts = StartTexts()
        with ExitStack() as held:
            found = held.enter_context(writing_in(self._folder))
            self._held = held.pop_all()
        self._next = found[-1].last + 1 if found else 0
        self._is_open = True

    @property
    def next_number(self) -> int:
        """The least number for the next game: one more than that of the last game."""
        return self._next

    def add(self, game: AnyRecord | Row, number: SupportsIndex | None = None) -> int:
        """Add a game, and return its number: the given one, else that of a row, or the next one for a record.

        A row is written without checks. Raises ArgumentError if the number isn't larger than all before, OSError if a
        part is full and can't be written: then it is kept for another try.
        """
        if not self._is_open:
            raise ArgumentError("the writer of the archive is closed")
        own = game.number if isinstance(game, Row) else self._next
        found = check_number(own if number is None else number, "number", MOST_NUMBER)
        if found < self._next:
            raise ArgumentError(f"game {found} can't follow game {self._next - 1}: numbers ascend in an archive")
        self._rows.append(self._row(game, found))
        self._next = found + 1
        if len(self._rows) >= self._games_a_part:
            self.flush()
        return found

    def _row(self, game: AnyRecord | Row, number: int) -> Row:
        if isinstance(game, GameRecord):
            return row_of(game, number, self._texts)
        if not isinstance(game, Row):
            raise TypeError(f"an archive has GameRecords or Rows, not {type_named(game)}")
        return game if game.number == number else game._replace(number=number)

    def flush(self) -> None:
        """Write the pending games as a part; do nothing if there are none."""
        if self._rows:
            _write_part(self._folder, table_of(self._rows), self._rows[0].number, self._rows[-1].number)
            self._rows.clear()

    def add_table(self, table: Table) -> None:
        """Write a table as a part of its own. It must have the columns of an archive, and ascending numbers.

        Nothing else is checked; `table_of` makes the checksums of rows. Raises ArgumentError for other columns or
        numbers.
        """
        self.flush()
        if not has_columns(table.schema):
            raise ArgumentError("the table hasn't the columns of an archive (see `archive.schema`)")
        numbers: list[int] = table.column("number").to_pylist()
        if any(number >= after for number, after in zip([self._next - 1, *numbers], numbers, strict=False)):
            raise ArgumentError(f"the numbers of the table don't ascend from {self._next} on")
        if numbers:
            _write_part(self._folder, table, numbers[0], numbers[-1])
            self._next = numbers[-1] + 1

    def close(self) -> None:
        """Write the pending games, and release the lock of the archive."""
        if not self._is_open:
            return
        self._is_open = False
        try:
            self.flush()
        finally:
            self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def write(
    folder: str | os.PathLike[str],
    games: Iterable[AnyRecord | Row],
    *,
    games_a_part: SupportsIndex = GAMES_A_PART,
) -> int:
    """Add games to an archive as `Writer` does, and return their number.

    The archive is created when the first game comes.
    """
    rest = iter(games)
    first, count = list(islice(rest, 1)), 0
    with Writer(folder, games_a_part=games_a_part) as writer:
        for game in chain(first, rest):
            writer.add(game, writer.next_number)
            count += 1
    return count


def _write_part(folder: Path, table: Table, first: int, last: int) -> None:
    # The metadata of a table describes the file that it comes from.
    columns = schema(wide=is_wide(table.schema))
    with whole_file(folder / part_name(first, last)) as file, opened_part(file, columns) as part:
        part.write_table(table, row_group_size=GAMES_A_PART)


@contextmanager
def opened_part(file: IO[bytes], columns: Schema) -> Generator[Any, None, None]:
    """Yield a `pyarrow.parquet.ParquetWriter` for a part; at the end of the block the part gets its checksums."""
    with parquet.ParquetWriter(
        file,
        columns,
        compression="zstd",
        compression_level=3,
        use_dictionary=list(SHARED),
        dictionary_pagesize_limit=_DICTIONARIES,
        # Numbers ascend in small steps, which delta encoding stores well.
        column_encoding={"number": "DELTA_BINARY_PACKED"},
        write_page_checksum=True,
    ) as part:
        yield part
        part.add_key_value_metadata(BLANK_CHECKSUMS)
    write_checksums(file)
