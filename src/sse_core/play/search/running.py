"""Searches that go on part by part, so that what was found can be told, and searches that asyncio waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from threading import Event
from time import perf_counter
from typing import Any, Final

from .analysis import Analysis, Search, Stop
from .monte_carlo import Budget

__all__ = ["PAUSE", "run_async", "search_in_parts"]

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
    stop: Stop | None = None,
) -> Iterator[tuple[Analysis[Any], bool]]:
    """Search as long as a budget allows; yield a few times a second what was found, and whether that is the last.

    There is one part at least. `first` is the length of the first one in seconds: a short one tells something at once.
    The search ends before its budget does where everything is proved, where what was found is enough, and some
    milliseconds after `stop` is set.
    """
    visits, pause, done = 0, first, False
    while not done:
        begin = perf_counter()
        part = max(_LEAST, min(pause, budget.end - begin))
        left = None if budget.visits == inf else int(budget.visits) - visits
        search.run(visits=left, seconds=part, stop=stop)
        # A part that ends early has made all visits, or has proved all it can, or was stopped.
        is_short = perf_counter() - begin < part
        found = search.analysis()
        done = is_short or not budget.allows(found.visits) or is_enough(found)
        visits, pause = found.visits, PAUSE
        yield found, done


async def run_async(search: Search[Any], *, visits: int | None = None, seconds: float | None = None) -> None:
    """Let a search run in a thread of its own, while the event loop goes on; the arguments are those of `Search.run`.

    If it is cancelled, as by ``asyncio.wait_for``, the search ends within some milliseconds, and then the cancelling
    goes on. What was found is kept: `Search.analysis` has it. Until this is done nobody else may use the search.

    >>> import asyncio
    >>> from sse_core import maps, new_game
    >>> from sse_core.play.search.monte_carlo import search_of
    >>> search = search_of(new_game(maps()["duel"]))
    >>> asyncio.run(run_async(search, visits=100))
    >>> search.analysis().visits
    100
    """
    # Few programs use asyncio, and it takes long to load.
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    stop = Event()
    with ThreadPoolExecutor(1) as thread:
        work = asyncio.wrap_future(thread.submit(search.run, visits=visits, seconds=seconds, stop=stop))
        try:
            await asyncio.shield(work)
        finally:
            # Nothing happens where the search is done. It is waited for here, so that its thread never outlives it.
            stop.set()
            await asyncio.wait([work])
