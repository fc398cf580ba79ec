"""Fair use: the computing that each client has used lately, by which clients that use little go first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

__all__ = ["FairUse"]

_HALF: Final = 60.0
"""The half-life of used computing, in seconds."""

_NOTHING: Final = 0.001
"""The seconds of computing below which use counts as none."""


class FairUse:
    """The seconds of computing that clients have used, halved with each minute that passes.

    Any thread may call it.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._used: dict[str, tuple[float, float]] = {}
        """The use of each client, and the time at which it was this much."""

    def of(self, client: str) -> float:
        """Return the recent use of a client in seconds."""
        used, when = self._used.get(client, (0.0, 0.0))
        return used * 0.5 ** ((self._now() - when) / _HALF) if used else 0.0

    def add(self, client: str, seconds: float) -> None:
        """Add seconds that a client has used now."""
        with self._lock:
            self._used = {name: each for name, each in self._used.items() if self.of(name) > _NOTHING}
            self._used[client] = self.of(client) + seconds, self._now()
