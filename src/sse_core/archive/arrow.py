"""The modules of pyarrow that archives use, and type aliases for them, since pyarrow has no type hints."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from ..forms.libraries import missing

__all__ = ["IO_ERRORS", "Expression", "RecordBatch", "Schema", "Table", "arrow", "compute", "dataset", "parquet"]


def _library() -> tuple[Any, Any, Any, Any]:
    try:
        import pyarrow
        from pyarrow import compute, dataset, parquet
    except ModuleNotFoundError as error:
        raise missing(error, "sse_core.archive", "data") from None
    return pyarrow, compute, dataset, parquet


arrow, compute, dataset, parquet = _library()

Expression: TypeAlias = Any
"""A filter of pyarrow, such as ``pyarrow.compute.field("plies") > 40``."""

RecordBatch: TypeAlias = Any
Schema: TypeAlias = Any
Table: TypeAlias = Any

IO_ERRORS: Final[tuple[type[Exception], ...]] = (arrow.ArrowException, OSError)
"""The exceptions that pyarrow raises about a file."""
