"""Long runs of games by two rules side by side, from a command line: in processes, with what came up in them."""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

__all__ = ["play_all", "run", "told"]

CHUNK: Final = 50
"""The games that a process plays before it reports."""


def play_all(play: Callable[[int], Counter[str]], name: str, numbers: Iterable[int]) -> Counter[str]:
    """Play the games with some numbers; return what came up in them. An error says in which game of `name` it was."""
    seen: Counter[str] = Counter()
    for number in numbers:
        try:
            seen += play(number)
        except Exception as error:
            error.add_note(f"in game {number} of {name}")
            raise
    return seen


def told(seen: Counter[str]) -> str:
    """Return what came up, the rarest first."""
    return ", ".join(f"{name} {n:,}" for name, n in sorted(seen.items(), key=lambda item: item[1]))


def run(play_some: Callable[..., Counter[str]], about: str | None, **flags: str) -> None:
    """Play the games of a command line, which `about` explains, and print what came up in them.

    `play_some` gets the numbers of games. `flags` are further options, each with what it does; `play_some` gets each by
    its name, true where it is given.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("games", type=int, help="how many games")
    parser.add_argument("first", type=int, nargs="?", default=0, help="the number of the first one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    for flag, words in flags.items():
        parser.add_argument(f"--{flag}", action="store_true", help=words)
    given = parser.parse_args()
    play = partial(play_some, **{flag: getattr(given, flag) for flag in flags})
    last, began = given.first + given.games, time.monotonic()
    chunks = [range(first, min(first + CHUNK, last)) for first in range(given.first, last, CHUNK)]
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(given.jobs) as team:
        for done, found in enumerate(team.map(play, chunks), 1):
            seen += found
            seconds = time.monotonic() - began
            games = min(done * CHUNK, given.games)
            print(f"\r{games:,} games, {seen['actions']:,} actions, {games / seconds:.1f} games a second", end="")
    print("\n" + told(seen))
