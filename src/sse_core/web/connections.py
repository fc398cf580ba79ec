"""HTTP connections with limits: their number follows the file handles, and a request must arrive in time."""

from __future__ import annotations

import asyncio
import logging
import sys
from time import monotonic
from typing import Any, ClassVar, Final, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from .security import SECONDS

__all__ = ["Connection", "LogLimit", "most_connections"]

_MOST: Final = 1000
"""The most connections, if there are enough file handles."""

_OTHERS: Final = 64
"""The file handles that the server needs for other things."""

_MINUTE: Final = 60.0
_LOG: Final = logging.getLogger("sse_core.web")


def most_connections() -> int:
    """Return how many connections there may be: 1,000, or fewer if the process has fewer file handles."""
    if sys.platform == "win32":
        return _MOST
    import resource

    handles, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST if handles == resource.RLIM_INFINITY else max(1, min(_MOST, handles - _OTHERS))


class Connection(H11Protocol):
    """A connection that is closed when its request doesn't arrive in time, or when there are too many connections.

    If there are too many, the client with the most loses its last one.
    """

    seconds: ClassVar = SECONDS
    most: ClassVar = _MOST
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            _LOG.warning("there are %d connections: one is closed for each that comes", self.most)
            self._one_too_many().transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        if self._late is not None:
            self._late.cancel()

    def _watch(self) -> None:
        """Start the timer for the head of a request. `security.Door` times the body, and uvicorn an idle connection."""
        is_waiting = self.cycle is None or self.cycle.response_complete
        if is_waiting and self._late is None:
            self._late = self.loop.call_later(self.seconds, self.transport.abort)
        elif not is_waiting and self._late is not None:
            self._late.cancel()
            self._late = None

    def _one_too_many(self) -> Connection:
        """Return the newest connection of the client that has the most."""
        by_client: dict[str, list[Any]] = {}
        for each in cast("set[Any]", self.connections):
            by_client.setdefault(each.client[0] if each.client else "", []).append(each)
        found = max(by_client.values(), key=len)
        last: Connection = self if self in found else found[-1]
        return last


class LogLimit(logging.Filter):
    """A log filter that lets each message through a few times a minute, so that strangers can't fill the disk."""

    def __init__(self, most: int = 10) -> None:
        super().__init__()
        self._most = most
        self._begin = monotonic()
        self._counts: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a log record is written."""
        if monotonic() - self._begin > _MINUTE:
            self._begin, self._counts = monotonic(), {}
        key = str(record.msg)[:200]
        if key not in self._counts and len(self._counts) >= 10 * self._most:
            return False
        self._counts[key] = self._counts.get(key, 0) + 1
        return self._counts[key] <= self._most
