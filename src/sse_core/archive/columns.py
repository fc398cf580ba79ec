"""The columns of an archive, a row a game, and what each of its files says about itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..errors import SseError
from ..version import __version__
from .arrow import Schema, arrow

__all__ = ["COLUMNS", "FORMAT", "MADE_BY", "MARK", "SHARED", "ArchiveError", "has_columns", "is_wide", "schema"]

FORMAT: Final = 2
"""The version of the format that is written. It rises where older readers would read wrongly."""

MARK: Final = b"sse_core.archive"
"""The key of a file's metadata with its `FORMAT`."""

MADE_BY: Final = b"sse_core.version"
"""The key with the version of the package that wrote the file; the rows of a packed file may be of older ones."""


class ArchiveError(SseError):
    """A folder, a file or a row that is no part of an archive of games. The message says where, what and why."""


_WORD: Final = arrow.dictionary(arrow.int32(), arrow.string())
"""A text that many rows share; each is kept once."""


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
    """Return the columns with their types. `wide`: ids of actions have 32 bits, for tables of more than 65,536."""
    ids = arrow.uint32() if wide else arrow.uint16()
    return arrow.schema(_fields(ids), {MARK: str(FORMAT).encode(), MADE_BY: __version__.encode()})


def is_wide(found: Schema) -> bool:
    """Return whether these columns, of an archive, have ids of 32 bits."""
    wide: bool = found.equals(schema(wide=True))
    return wide


def has_columns(found: Schema) -> bool:
    """Return whether these are the columns of an archive, with ids of 16 or of 32 bits."""
    return any(found.equals(schema(wide=wide)) for wide in (False, True))


_APART: Final = frozenset({"number", "seed", "checksum"})
"""The columns whose values differ from row to row, so that a dictionary of them saves nothing."""


def _leaves() -> Iterator[str]:
    """Yield the columns of a file as Parquet names them: those of lists and maps by what is in them."""
    for field in schema():
        if arrow.types.is_map(field.type):
            yield from (f"{field.name}.key_value.key", f"{field.name}.key_value.value")
        else:
            yield f"{field.name}.list.element" if arrow.types.is_list(field.type) else field.name


SHARED: Final[tuple[str, ...]] = tuple(name for name in _leaves() if name not in _APART)
"""The columns, as Parquet names them, of which each value is kept once in a group of rows."""

COLUMNS: Final[tuple[str, ...]] = tuple(schema().names)
"""The names of the columns, in order."""
