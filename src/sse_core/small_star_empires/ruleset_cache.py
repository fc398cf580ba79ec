"""A cache of the rulesets of a board: those that living states use, and the few that were used last."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar, cast, final
from weakref import WeakValueDictionary

from .options import Rules

__all__ = ["KEPT", "RulesetCache"]


class _Prepared(Protocol):
    """A board and rules in the form of the core: `_fast.Ruleset`."""

    @property
    def rules(self) -> Rules: ...


RulesetT = TypeVar("RulesetT", bound=_Prepared)

KEPT: Final = 8
"""The number of rulesets that a board keeps beside those of living states; each takes up to half a megabyte."""


@final
class RulesetCache:
    """The rulesets of one board by rules, at most one for each.

    A state keeps its ruleset alive, so a ruleset in use is always found again. Other rulesets are dropped, except the
    few that were used last.
    """

    __slots__ = ("_alive", "_last", "_lock", "_recent")

    def __init__(self) -> None:
        self._alive: WeakValueDictionary[Rules, Any] = WeakValueDictionary()
        self._recent: dict[Rules, _Prepared] = {}
        self._last: _Prepared | None = None
        # Making a ruleset can start a garbage collection, and a finalizer may ask for a ruleset.
        self._lock = threading.RLock()

    def find(self, rules: Rules, make: Callable[[], RulesetT]) -> RulesetT:
        """Return the ruleset of some rules, made at the first request, and again after it was dropped."""
        last = self._last
        if last is not None and (last.rules is rules or last.rules == rules):
            return cast(RulesetT, last)
        with self._lock:
            found: RulesetT | None = self._alive.get(rules)
            if found is None:
                found = self._alive[rules] = make()
            self._keep(rules, found)
            return found

    def _keep(self, rules: Rules, ruleset: _Prepared) -> None:
        """Make this ruleset the one used last; drop the one used longest ago if there are too many."""
        self._recent.pop(rules, None)
        self._recent[rules] = self._last = ruleset
        if len(self._recent) > KEPT:
            del self._recent[next(iter(self._recent))]
