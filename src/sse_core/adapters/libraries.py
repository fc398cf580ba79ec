"""Libraries that an adapter needs, and that may be missing."""

from __future__ import annotations

__all__ = ["missing"]


def missing(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """Return the error for a library that is missing, with the extra of this package that brings it.

    >>> print(missing(ModuleNotFoundError("No module named 'pettingzoo'", name="pettingzoo"), "pettingzoo"))
    sse_core.adapters.pettingzoo needs pettingzoo: pip install 'sse_core[pettingzoo]'
    """
    library = (error.name or extra).partition(".")[0]
    return ModuleNotFoundError(
        f"sse_core.adapters.{extra} needs {library}: pip install 'sse_core[{extra}]'", name=error.name
    )
