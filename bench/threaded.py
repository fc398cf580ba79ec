"""A bot for `sse match` that searches Small Star Empires for a tenth of a second, on the threads that its option names.

``sse match bench/threaded.py:2 bench/threaded.py:1`` lets two threads play against one at equal seconds.
"""

from __future__ import annotations

from typing import Any, Final

from sse_core import small_star_empires
from sse_core.seeds import SplitMix64

SECONDS: Final = 0.1
"""The seconds of a choice."""


class Threaded:
    """The bot; each choice begins a new tree."""

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        """Return the best action of the search."""
        search = small_star_empires.rollouts(view, seed=rng.next(), threads=self.threads)
        search.run(seconds=SECONDS)
        return search.analysis().lines[0].action

    def with_option(self, text: str) -> Threaded:
        """Return the bot with so many threads."""
        return Threaded(int(text))
