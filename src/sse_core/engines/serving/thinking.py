"""Work that takes time, such as choices and analyses: each in a thread of its own, which can be told to stop."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from math import inf
from threading import Condition, Thread
from time import monotonic
from typing import Any, Final, TypeAlias

from ...errors import ArgumentError
from ...play.search.analysis import Analysis

__all__ = ["MOST_AT_ONCE", "Deadline", "Sitter", "Thinking", "Work"]

MOST_AT_ONCE: Final = 256
"""The most choices and analyses that are under way at a time."""


class Deadline:
    """A stop token (`analysis.Stop`) that is set by hand, or when so many seconds have passed since it was made."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = inf if seconds is None else monotonic() + seconds
        self._is_told = False

    def tell(self) -> None:
        """Set the token."""
        self._is_told = True

    def is_set(self) -> bool:
        """Return whether to stop."""
        return self._is_told or monotonic() >= self._end


class Sitter:
    """A link between a bot that keeps its memory from choice to choice, and the choice under way.

    It is the bot's stop token, and hands on what the bot thinks.
    """

    def __init__(self) -> None:
        self.deadline: Deadline | None = None
        """The deadline of the choice under way; None between choices."""
        self.tell: Callable[[Analysis[Any]], object] | None = None
        """Tells the front end what the bot thinks of the choice under way; None between choices."""

    def is_set(self) -> bool:
        """Return whether the choice under way is to end."""
        return self.deadline is not None and self.deadline.is_set()

    def hear(self, found: Analysis[Any]) -> None:
        """Take in what the bot thinks."""
        if self.tell is not None:
            self.tell(found)


Work: TypeAlias = Callable[[], None]
"""A function that does the work of a request, writes its answers, and raises nothing."""


class Thinking:
    """The work that is under way, by the numbers of its requests."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._deadlines: dict[int, Deadline] = {}

    def check(self, request: int) -> None:
        """Raise ArgumentError if work for a request can't begin now."""
        with self._changed:
            if request in self._deadlines:
                raise ArgumentError(f"request {request} is under way already: each request has a number of its own")
            if len(self._deadlines) >= MOST_AT_ONCE:
                raise ArgumentError(f"{MOST_AT_ONCE} choices and analyses are under way, and that is the most")

    def begin(self, request: int, deadline: Deadline, work: Work) -> None:
        """Begin the work of a request, which `check` allowed; raise RuntimeError if the system gives no thread."""

        def run() -> None:
            try:
                context.run(work)
            finally:
                self._end(request)

        context = copy_context()
        with self._changed:
            self._deadlines[request] = deadline
        try:
            # A bot that can't be stopped must not keep the process from its end.
            Thread(target=run, name=f"request {request}", daemon=True).start()
        except RuntimeError:
            self._end(request)
            raise

    def _end(self, request: int) -> None:
        with self._changed:
            del self._deadlines[request]
            self._changed.notify_all()

    def stop(self, request: int) -> None:
        """Tell the work of a request to stop; one that isn't under way may have been answered meanwhile."""
        with self._changed:
            deadline = self._deadlines.get(request)
            if deadline is not None:
                deadline.tell()

    def stop_all(self) -> None:
        """Tell all work to stop."""
        with self._changed:
            for deadline in self._deadlines.values():
                deadline.tell()

    def wait(self, seconds: float) -> bool:
        """Wait until all work is done, for so many seconds at most; return whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._deadlines, seconds)
