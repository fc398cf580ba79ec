"""Libraries of extras, which may be missing."""

from __future__ import annotations

__all__ = ["missing"]


def missing(error: ModuleNotFoundError, module: str, extra: str) -> ModuleNotFoundError:
    """Return the error for a library that is missing, with the extra of this package that brings it.

    >>> print(missing(ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow"), "sse_core.archive", "data"))
    sse_core.archive needs pyarrow: pip install 'sse_core[data]'
    """
    library = (error.name or extra).partition(".")[0]
    return ModuleNotFoundError(f"{module} needs {library}: pip install 'sse_core[{extra}]'", name=error.name)
