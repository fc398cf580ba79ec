"""Parcels: a caller's own bots and starts, pickled as one line of text, for a child process that plays a job.

The child first loads the main module, which may define their classes.
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
    # The key lets processes of multiprocessing talk to each other. It must never be written down.
    del preparation["authkey"]
    return b64encode(dumps((preparation, dumps(value)))).decode()


def unpacked(text: str | None) -> Any:
    """Return the value of a text; None for None."""
    if text is None:
        return None
    preparation, value = loads(b64decode(text))
    prepare(preparation)
    return loads(value)
