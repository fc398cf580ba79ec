"""Tables of a board for the core: those of the rules that games go by now, and of a few that they went by last."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final
from weakref import WeakValueDictionary

from .options import Rules

if TYPE_CHECKING:
    from .._fast import Tables

__all__ = ["KEPT", "TableCache"]

KEPT: Final = 8
"""How many tables a board keeps beside those of living states; each is up to half a megabyte."""


@final
class TableCache:
    """The tables of one board by rules, at most one for each.

    A state holds on to its tables, so that those in use are always found again. Of the others the last few stay.
    """

    __slots__ = ("_alive", "_last", "_lock", "_recent")

    def __init__(self) -> None:
        self._alive: WeakValueDictionary[Rules, Tables] = WeakValueDictionary()
        self._recent: dict[Rules, Tables] = {}
        self._last: Tables | None = None
        # Making tables can set off a collection, and what that collects may ask for tables.
        self._lock = threading.RLock()

    def find(self, rules: Rules, make: Callable[[], Tables]) -> Tables:
        """Return the tables of some rules, made at the first request, and again after they were dropped."""
        last = self._last
        if last is not None and last.rules is rules:
            return last
        with self._lock:
            found = self._alive.get(rules)
            if found is None:
                found = self._alive[rules] = make()
            self._keep(rules, found)
            return found

    def _keep(self, rules: Rules, tables: Tables) -> None:
        """Put tables in the last place of a row, from which the first falls out."""
        self._recent.pop(rules, None)
        self._recent[rules] = self._last = tables
        if len(self._recent) > KEPT:
            del self._recent[next(iter(self._recent))]
