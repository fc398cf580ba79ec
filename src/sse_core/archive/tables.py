"""Conversion between rows of games and tables of pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from .arrow import RecordBatch, Table, arrow
from .columns import COLUMNS, schema
from .rows import Row, refused

__all__ = ["rows_in", "table_of"]

T = TypeVar("T")


def table_of(rows: Sequence[Row]) -> Table:
    """Return rows as a table with checksums; ids have 32 bits if one of them needs more than 16."""
    wide = any(max(row.actions, default=0) >= 1 << 16 for row in rows)
    columns = [list(map(attrgetter(name), rows)) for name in COLUMNS]
    types = schema(wide=wide)
    return arrow.table([arrow.array(values, type_) for values, type_ in zip(columns, types.types, strict=True)], types)


def rows_in(batch: RecordBatch) -> Iterator[Row]:
    """Yield the rows of a batch that has all columns; each is made and checked on demand.

    Raises ArchiveError, which begins with the number of the game, for a row whose checksum doesn't fit.
    """
    read: dict[str, Callable[[Any], Iterable[Any]]] = {
        **dict.fromkeys(("names", "winners", "totals"), _tuples),
        **dict.fromkeys(("actions", "seats"), _lists),
        "tags": _pairs,
    }
    columns = [read.get(name, _values)(batch.column(name)) for name in Row._fields]
    rows = map(Row._make, zip(*columns, strict=True))
    for row, checksum in zip(rows, _values(batch.column("checksum")), strict=True):
        if row.checksum != checksum:
            raise refused(
                row, f"the row is damaged: its checksum is {checksum}, and that of its values is {row.checksum}"
            )
        yield row


def _values(column: Any) -> list[Any]:
    """Return the values of a column; equal texts are one object, which makes comparisons and look-ups fast."""
    if column.null_count == len(column):
        return [None] * len(column)
    if arrow.types.is_string(column.type):
        column = column.dictionary_encode()
    if arrow.types.is_dictionary(column.type):
        words = column.dictionary.to_pylist()
        return [None if place is None else words[place] for place in _values(column.indices)]
    # Numpy makes Python numbers several times faster, but has no null.
    found: list[Any] = column.to_pylist() if column.null_count else column.to_numpy().tolist()
    return found


def _spans(column: Any) -> Iterator[slice]:
    return map(slice, _values(column.offsets[:-1]), _values(column.offsets[1:]))


def _lists(column: Any) -> Iterator[list[Any] | None]:
    values, spans = _values(column.values), _spans(column)
    if not column.null_count:
        return map(values.__getitem__, spans)
    there = column.is_valid().to_pylist()
    return (values[span] if valid else None for span, valid in zip(spans, there, strict=True))


def _tuples(column: Any) -> Iterator[tuple[Any, ...] | None]:
    return _shared(None if found is None else tuple(found) for found in _lists(column))


def _pairs(column: Any) -> Iterator[tuple[tuple[str, str | None], ...]]:
    keys, values = _values(column.keys), _values(column.items)
    return _shared(tuple(zip(keys[span], values[span], strict=True)) for span in _spans(column))


def _shared(values: Iterable[T]) -> Iterator[T]:
    """Yield values; equal ones are one object, since most rows repeat the names and tags of others."""
    kept: dict[T, T] = {}
    return (kept.setdefault(value, value) for value in values)
