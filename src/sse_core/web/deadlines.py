"""Deadlines of games, such as the moment when a clock runs out, and one thread that waits for the nearest of them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Condition, Thread
from typing import Final

from .clocks import Now

__all__ = ["Deadlines"]

_LOG: Final = logging.getLogger("sse_core.web")
_SECOND: Final = 1000


class Deadlines:
    """The deadline of each game that has one. Any thread may call it; it takes no lock of a game.

    At its deadline `judge` is called with the name of the game, in a thread that starts with the first deadline.
    """

    def __init__(self, judge: Callable[[str], None], now: Now) -> None:
        self._judge = judge
        self._now = now
        self._changed = Condition()
        self._moments: dict[str, int] = {}
        self._thread: Thread | None = None
        self._is_closed = False

    def put(self, game: str, moment: int | None) -> None:
        """Set the deadline of a game; None removes it."""
        with self._changed:
            if moment is None:
                # The thread wakes at the old deadline, and finds nothing to do.
                self._moments.pop(game, None)
                return
            self._moments[game] = moment
            if self._thread is None and not self._is_closed:
                self._thread = Thread(target=self._wait, name="sse clocks", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def of(self, game: str) -> int | None:
        """Return the deadline of a game; None without one."""
        with self._changed:
            return self._moments.get(game)

    def close(self) -> None:
        """Let the thread end."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _wait(self) -> None:
        while games := self._due():
            for game, moment in games.items():
                try:
                    self._judge(game)
                except Exception:
                    # A fault in one game must not stop the others.
                    _LOG.exception("the clock of a game can't be judged")
                self._drop(game, moment)

    def _due(self) -> dict[str, int]:
        """Wait for the nearest deadline; return the games that have reached theirs, in order, or none after `close`."""
        with self._changed:
            while not self._is_closed:
                now = self._now()
                moments = sorted(self._moments.items(), key=lambda item: item[1])
                if due := {game: moment for game, moment in moments if moment <= now}:
                    return due
                self._changed.wait((moments[0][1] - now) / _SECOND if moments else None)
            return {}

    def _drop(self, game: str, moment: int) -> None:
        """Remove a deadline that was judged, unless the game has set another one meanwhile."""
        with self._changed:
            if self._moments.get(game) == moment:
                del self._moments[game]
