"""Ways to run a search: in parts, with results a few times a second, and in a thread that asyncio waits for."""

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
"""The usual length of a part in seconds."""

_LEAST: Final = 0.001
"""The least length of a part in seconds."""


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
    """Search as long as a budget allows; yield the results a few times a second, and whether they are the last.

    There is at least one part. `first` is the length of the first part in seconds: a short one gives results at once.
    The search ends before its budget if everything is proved, if the results are enough, and some milliseconds after
    `stop` is set.
    """
    visits, pause, done = 0, first, False
    while not done:
        begin = perf_counter()
        part = max(_LEAST, min(pause, budget.end - begin))
        left = None if budget.visits == inf else int(budget.visits) - visits
        search.run(visits=left, seconds=part, stop=stop)
        # A part that ends early has made all visits, has proved everything, or was stopped.
        is_short = perf_counter() - begin < part
        found = search.analysis()
        done = is_short or not budget.allows(found.visits) or is_enough(found)
        visits, pause = found.visits, PAUSE
        yield found, done


async def run_async(search: Search[Any], *, visits: int | None = None, seconds: float | None = None) -> None:
    """Let a search run in a thread of its own, while the event loop goes on; the arguments are those of `Search.run`.

    If it is cancelled, as by ``asyncio.wait_for``, the search ends within some milliseconds, and then the cancellation
    goes on. The results are kept, in `Search.analysis`. Until the call returns nobody else may use the search.

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
            # This does nothing if the search is done. Else the search is waited for, so that its thread never outlives
            # the call.
            stop.set()
            await asyncio.wait([work])
