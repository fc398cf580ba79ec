"""Columns of an archive, with their types, and the metadata of each file; an archive has one row per game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..errors import SseError
from ..version import __version__
from .arrow import Schema, arrow

__all__ = ["COLUMNS", "FORMAT", "MADE_BY", "MARK", "SHARED", "ArchiveError", "has_columns", "is_wide", "schema"]

FORMAT: Final = 2
"""The version of the format that is written. It rises when older readers would misread a file."""

MARK: Final = b"sse_core.archive"
"""The key of a file's metadata with its `FORMAT`."""

MADE_BY: Final = b"sse_core.version"
"""The key with the version of the package that wrote the file; rows of a packed file may come from older versions."""


class ArchiveError(SseError):
    """A folder, file or row that isn't part of an archive of games. The message says where, what and why."""


_WORD: Final = arrow.dictionary(arrow.int32(), arrow.string())
"""The type of texts that many rows share, each stored once."""


def _fields(ids: object) -> list[object]:
    field, list_ = arrow.field, arrow.list_
    return [
        field("number", arrow.int64(), nullable=False),
        field("game", _WORD, nullable=False),
        field("start", _WORD, nullable=False),
        field("seed", arrow.uint64()),
        field("names", list_(arrow.string()), nullable=False),
        field("actions", list_(ids), nullable=False),
        field("seats", list_(arrow.int8())),
        field("winners", list_(arrow.int8())),
        field("totals", list_(arrow.int32())),
        field("decided_by", _WORD),
        field("plies", arrow.int32(), nullable=False),
        field("tags", arrow.map_(arrow.string(), arrow.string()), nullable=False),
        field("variations", arrow.string()),
        field("package", _WORD, nullable=False),
        field("rule", _WORD),
        field("checksum", arrow.uint32(), nullable=False),
    ]


def schema(*, wide: bool = False) -> Schema:
    """Return the columns with their types. With `wide`, ids of actions have 32 bits, for tables of more than 65,536."""
    ids = arrow.uint32() if wide else arrow.uint16()
    return arrow.schema(_fields(ids), {MARK: str(FORMAT).encode(), MADE_BY: __version__.encode()})


def is_wide(found: Schema) -> bool:
    """Return whether these columns of an archive have ids of 32 bits."""
    wide: bool = found.equals(schema(wide=True))
    return wide


def has_columns(found: Schema) -> bool:
    """Return whether these are the columns of an archive, with ids of 16 or 32 bits."""
    return any(found.equals(schema(wide=wide)) for wide in (False, True))


_APART: Final = frozenset({"number", "seed", "checksum"})
"""The columns whose values differ in nearly every row, so that dictionary encoding saves nothing."""


def _leaves() -> Iterator[str]:
    """Yield the columns of a file by their Parquet paths, which go into lists and maps."""
    for field in schema():
        if arrow.types.is_map(field.type):
            yield from (f"{field.name}.key_value.key", f"{field.name}.key_value.value")
        else:
            yield f"{field.name}.list.element" if arrow.types.is_list(field.type) else field.name


SHARED: Final[tuple[str, ...]] = tuple(name for name in _leaves() if name not in _APART)
"""The Parquet paths of the columns with dictionary encoding: each value is stored once in a row group."""

COLUMNS: Final[tuple[str, ...]] = tuple(schema().names)
"""The names of the columns, in order."""
