"""An earlier build of the core as a contender: it works in a process of its own, under the Python that it is in.

Run as a script under that Python, this file is the other process. It knows the public API alone, and no bench.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from itertools import repeat
from typing import Any, Final


class Earlier:
    """Playouts of an earlier build from the start of a map that ships, and its work on texts."""

    def __init__(self, python: str) -> None:
        command = [python, "-P", "-u", __file__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")
        self._seconds = 0.0

    def playouts(self, name: str, games: int, seed: int) -> int:
        """Play games on a map; return the number of plies."""
        return self._asked("playouts", name, games, seed)

    def texts(self, operation: str, game: str, text: str, times: int, _: int) -> int:
        """Do an operation of `TEXTS` so many times; return how many times that was."""
        return self._asked("texts", operation, game, text, times)

    def cpu(self) -> float:
        """Return the CPU seconds that both processes have used."""
        return time.process_time() + self._seconds

    def close(self) -> None:
        self._process.communicate()

    def _asked(self, *question: str | int) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(question)}\n")
        self._process.stdin.flush()
        done, self._seconds = json.loads(self._process.stdout.readline())
        return int(done)


@cache
def start_of(name: str) -> Any:
    import sse_core as sse

    return sse.new_game(sse.load_map(name))


def playouts(name: str, games: int, seed: int) -> int:
    import sse_core as sse

    return int(sse.playouts(start_of(name), games, seed).plies.sum())


def parsing(game: Any, text: str) -> Callable[[], Any]:
    return partial(game.parse_state, text)


def formatting(game: Any, text: str) -> Callable[[], Any]:
    return partial(game.format_state, game.parse_state(text))


def pickling(game: Any, text: str) -> Callable[[], Any]:
    state = game.parse_state(text)
    return lambda: pickle.loads(pickle.dumps(state))


def reading(game: Any, text: str) -> Callable[[], Any]:
    import sse_core as sse

    return partial(sse.read, text)


def writing_json(game: Any, text: str) -> Callable[[], Any]:
    return game.parse_state(text).to_json  # type: ignore[no-any-return]


def reading_json(game: Any, text: str) -> Callable[[], Any]:
    import sse_core as sse

    return partial(sse.read, game.parse_state(text).to_json())


def writing_a_record(game: Any, text: str) -> Callable[[], Any]:
    import sse_core as sse

    return partial(sse.format_game, sse.read(text))


TEXTS: Final = {
    "parse_state": parsing,
    "format_state": formatting,
    "from JSON": reading_json,
    "to_json": writing_json,
    "pickle": pickling,
    "read": reading,
    "format_game": writing_a_record,
}
"""The operations on a text, by name. Each returns what is called again and again."""


@cache
def work(operation: str, game: str, text: str) -> Callable[[], Any]:
    """Return the call of an operation on a text of a game."""
    import sse_core as sse

    return TEXTS[operation](sse.GAMES[game], text)


def texts(operation: str, game: str, text: str, times: int, _: int = 0) -> int:
    """Do an operation so many times; return how many times that was."""
    for again in repeat(work(operation, game, text), times):
        again()
    return times


def main() -> None:
    """Do what each line asks for; answer with the plies or calls, and the CPU seconds so far."""
    known: dict[str, Callable[..., int]] = {"playouts": playouts, "texts": texts}
    for line in sys.stdin:
        name, *words = json.loads(line)
        print(json.dumps([known[name](*words), time.process_time()]))


if __name__ == "__main__":
    main()
