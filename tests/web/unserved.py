"""Rooms without a server, whose threads end with the test that opens them."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sse_core.web.rooms import Rooms
    from sse_core.web.workers import Workers

ENDING: Final = ExitStack()
"""What is closed at the end of each test."""


def workers() -> Workers:
    """Return threads for one bot."""
    from sse_core.web.workers import Workers

    found = Workers(1)
    ENDING.callback(found.close)
    return found


def rooms(*args: Any, **options: Any) -> Rooms:
    """Return rooms with threads for one bot; the arguments are those of `Rooms` behind these."""
    from sse_core.web.rooms import Rooms

    found = Rooms(workers(), *args, **options)
    ENDING.callback(found.close)
    return found
