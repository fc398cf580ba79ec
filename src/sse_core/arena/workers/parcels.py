"""Parcels: what goes to a child process beside the text of a job, which is a caller's and has no name, as a line.

It is pickled, and the child loads the main module first, whose classes it may have.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from multiprocessing.spawn import get_preparation_data, prepare
from pickle import dumps, loads
from typing import Any

from .main_module import check_main_module

__all__ = ["packed", "unpacked"]


def packed(value: object) -> str | None:
    """Return a value as a text; None for None. Raises what pickling raises, and as `check_main_module` does."""
    if value is None:
        return None
    check_main_module()
    preparation = get_preparation_data("child")
    # It lets processes of multiprocessing talk to each other, and is never written down.
    del preparation["authkey"]
    return b64encode(dumps((preparation, dumps(value)))).decode()


def unpacked(text: str | None) -> Any:
    """Return the value of a text; None for None."""
    if text is None:
        return None
    preparation, value = loads(b64decode(text))
    prepare(preparation)
    return loads(value)
