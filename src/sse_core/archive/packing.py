"""Packing of an archive: consecutive parts are joined into larger ones."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex

from ..forms.checks import check_number
from .arrow import Table, arrow
from .checksums import check_games
from .columns import ArchiveError, is_wide, schema
from .folder import JOINED, Part, checked, joined_name, naming, parts_in, settled, writing_in
from .whole_files import whole_file
from .writing import GAMES_A_PART, opened_part

__all__ = ["GAMES_A_PACK", "Packed", "pack"]

GAMES_A_PACK = 1_000_000
"""The default of the most games in a packed part, about 70 MB."""


class Packed(NamedTuple):
    """The number of parts before and after packing."""

    before: int
    after: int


def pack(folder: str | os.PathLike[str], *, games_a_part: SupportsIndex = GAMES_A_PACK) -> Packed:
    """Join consecutive parts into parts of so many games at most, and return the numbers of parts.

    No game is changed. If the process is killed, no game is lost or doubled: a part is removed only when the joined
    part is complete, and the joined part gets its final name when all its originals are removed. `scan` can read the
    archive at any moment, and the next process that writes there finishes the join.

    Raises ArchiveError if a part can't be read or another process writes there; then nothing is changed. Raises OSError
    if a part can't be written.
    """
    most = check_number(games_a_part, "games_a_part", 1 << 40, 1)
    place = Path(folder)
    # A missing folder isn't created here.
    parts_in(place)
    with writing_in(place) as found:
        groups = list(_groups(found, most))
        for group in groups:
            if len(group) > 1:
                _join(place, group)
    return Packed(len(found), len(groups))


def _groups(parts: Sequence[Part], most: int) -> Iterator[list[Part]]:
    """Yield groups of consecutive parts with at most so many games, or a single part with more."""
    group, games = list[Part](), 0
    for part in parts:
        with checked(part) as file:
            n: int = file.metadata.num_rows
        if group and games + n > most:
            yield group
            group, games = [], 0
        group.append(part)
        games += n
    if group:
        yield group


def _join(folder: Path, parts: Sequence[Part]) -> None:
    """Write the games of parts into one, then remove these parts."""
    target = folder / joined_name(parts[0].first, parts[-1].last)
    files = [checked(part) for part in parts]
    try:
        games = sum(file.metadata.num_rows for file in files)
        columns = schema(wide=any(is_wide(file.schema_arrow) for file in files))
        names = "\n".join(part.path.name for part in parts).encode()
        columns = columns.with_metadata({**columns.metadata, JOINED: names})
        with whole_file(target) as written, opened_part(written, columns) as joined:
            for table in _regrouped(_tables(files, parts, columns)):
                joined.write_table(table, row_group_size=GAMES_A_PART)
    finally:
        for file in files:
            file.close()
    with checked(Part(parts[0].first, parts[-1].last, target)) as whole:
        if whole.metadata.num_rows != games:
            target.unlink()
            raise ArchiveError(f"{target}: {whole.metadata.num_rows} games were written, not {games}")
    settled(folder)


def _tables(files: Sequence[Any], parts: Sequence[Part], columns: Any) -> Iterator[Table]:
    for file, part in zip(files, parts, strict=True):
        with naming(part.path):
            check_games(part.path)
        for group in range(file.num_row_groups):
            with naming(part.path):
                table = file.read_row_group(group)
            yield table.cast(columns)


def _regrouped(tables: Iterator[Table]) -> Iterator[Table]:
    """Yield the same rows in tables with at least the rows of a row group, except for the last table."""
    waiting, rows = list[Table](), 0
    for table in tables:
        waiting.append(table)
        rows += table.num_rows
        if rows >= GAMES_A_PART:
            yield arrow.concat_tables(waiting).unify_dictionaries()
            waiting, rows = [], 0
    if waiting:
        yield arrow.concat_tables(waiting).unify_dictionaries()
