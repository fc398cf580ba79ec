"""Computing that clients of the server have asked for lately: who asks for much waits behind who asks for little."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

__all__ = ["FairUse"]

_HALF: Final = 60.0
"""The seconds after which what a client used counts half."""

_NOTHING: Final = 0.001
"""The seconds of computing that count as none."""


class FairUse:
    """The seconds of computing that clients asked for lately: after each minute they count half.

    Any thread may call it.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._used: dict[str, tuple[float, float]] = {}
        """For each client how much it was, and when."""

    def of(self, client: str) -> float:
        """Return what a client has used."""
        used, when = self._used.get(client, (0.0, 0.0))
        return used * 0.5 ** ((self._now() - when) / _HALF) if used else 0.0

    def add(self, client: str, seconds: float) -> None:
        """Count what a client has used now."""
        with self._lock:
            self._used = {name: each for name, each in self._used.items() if self.of(name) > _NOTHING}
            self._used[client] = self.of(client) + seconds, self._now()
