"""A search that goes on part by part, so that what was found can be told, and the search be stopped, between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter
from typing import Any, Final

from .analysis import Analysis, Search
from .search import Budget

__all__ = ["PAUSE", "search_in_parts"]

PAUSE: Final = 0.25
"""The seconds of a part."""

_LEAST: Final = 0.001
"""The fewest seconds of a part."""


def _never(found: Analysis[Any]) -> bool:
    return False


def search_in_parts(
    search: Search[Any],
    budget: Budget,
    *,
    first: float = PAUSE,
    is_enough: Callable[[Analysis[Any]], bool] = _never,
) -> Iterator[tuple[Analysis[Any], bool]]:
    """Search as long as a budget allows; yield a few times a second what was found, and whether that is the last.

    There is one part at least. `first` is the length of the first one in seconds: a short one tells something at once.
    The search ends before its budget does where everything is proved, or where what was found is enough.
    """
    visits, pause, done = 0, first, False
    while not done:
        begin = perf_counter()
        part = max(_LEAST, min(pause, budget.end - begin))
        left = None if budget.visits == inf else int(budget.visits) - visits
        search.run(visits=left, seconds=part)
        # A part that ends early has made all visits, or has proved all it can.
        is_short = perf_counter() - begin < part
        found = search.analysis()
        done = is_short or not budget.allows(found.visits) or is_enough(found)
        visits, pause = found.visits, PAUSE
        yield found, done
