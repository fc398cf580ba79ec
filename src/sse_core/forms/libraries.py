"""Errors for missing libraries of optional extras, with the command that installs them.

No package index has this package: it is installed from its checkout, and so are its extras.
"""

from __future__ import annotations

__all__ = ["missing", "needs"]


def needs(what: str, libraries: str, extra: str) -> str:
    """Return the sentence that something needs libraries, with the command that installs the extra with them.

    >>> needs("the page", "starlette and uvicorn", "web")
    "the page needs starlette and uvicorn: pip install '.[web]' in the checkout of sse_core"
    """
    return f"{what} needs {libraries}: pip install '.[{extra}]' in the checkout of sse_core"


def missing(error: ModuleNotFoundError, module: str, extra: str) -> ModuleNotFoundError:
    """Return the error for a library that is missing, with the extra of this package that brings it.

    >>> print(missing(ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow"), "sse_core.archive", "data"))
    sse_core.archive needs pyarrow: pip install '.[data]' in the checkout of sse_core
    """
    library = (error.name or extra).partition(".")[0]
    return ModuleNotFoundError(needs(module, library, extra), name=error.name)
