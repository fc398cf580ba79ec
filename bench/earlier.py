"""An earlier build of the core as a contender: it works in a process of its own, under the Python that it is in.

Run as a script under that Python, this file is the other process. It knows the public API alone, and no bench. Its
operations are those that the benches time in this build, too.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from itertools import count, repeat
from random import Random
from typing import Any, Final


class Earlier:
    """Playouts of an earlier build from the start of a map that ships, and its operations on texts."""

    def __init__(self, python: str) -> None:
        command = [python, "-P", "-u", __file__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")
        self._seconds = 0.0

    def playouts(self, name: str, games: int, seed: int) -> int:
        """Play games on a map; return the number of plies."""
        return int(self._asked("playouts", name, games, seed))

    def repeated(self, operation: str, game: str, text: str, times: int, _: int) -> int:
        """Do an operation of `OPERATIONS` so many times; return how many times that was."""
        return int(self._asked("repeated", operation, game, text, times))

    def answer(self, operation: str, game: str, text: str) -> str:
        """Do an operation once, and return what it answers as a text."""
        return str(self._asked("answer", operation, game, text))

    def cpu(self) -> float:
        """Return the CPU seconds that both processes have used."""
        return time.process_time() + self._seconds

    def close(self) -> None:
        self._process.communicate()

    def _asked(self, *question: str | int) -> int | str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(question)}\n")
        self._process.stdin.flush()
        found: int | str
        found, self._seconds = json.loads(self._process.stdout.readline())
        return found


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


def calling(name: str) -> Callable[[Any, str], Callable[[], Any]]:
    """Return the operation that calls a method of the position."""

    def operation(game: Any, text: str) -> Callable[[], Any]:
        return getattr(game.parse_state(text), name)  # type: ignore[no-any-return]

    return operation


def listing(game: Any, text: str) -> Callable[[], Any]:
    state = game.parse_state(text)
    return lambda: state.legal_actions()[:]


def following(game: Any, text: str) -> Callable[[], Any]:
    state = game.parse_state(text)
    legal = state.legal_actions()[:]
    return lambda: [*map(state.after, legal)]


def asking_why(game: Any, text: str) -> Callable[[], Any]:
    state = game.parse_state(text)
    return lambda: [*map(state.why_not, state.actions)]


def flooding(game: Any, text: str) -> Callable[[], Any]:
    state = game.parse_state(text)
    return partial(state.territory, state.to_act[0])


def numbering(game: Any, text: str) -> Callable[[], Any]:
    state = game.parse_state(text)
    return partial(game.features, state, state.to_act[0])


def counting(depth: int) -> Callable[[Any, str], Callable[[], Any]]:
    """Return the operation that counts the ways to play on, so many plies deep."""
    return lambda game, text: partial(game.perft, game.parse_state(text), depth)


def playing(game: Any, text: str) -> Callable[[], Any]:
    """Return the call that plays a random game action by action, another one each time, and returns its plies."""
    start, random = game.parse_state(text), Random(0).random

    def loop() -> int:
        s = start
        while la := s.legal_actions():
            s = s.after(la[int(random() * len(la))])
        return int(s.ply)

    return loop


def playing_out(game: Any, text: str) -> Callable[[], Any]:
    """Return the call that plays 64 random games at once, other ones each time, and returns their plies."""
    start, seeds = game.parse_state(text), count()
    return lambda: game.playouts(start, 64, next(seeds)).plies.tolist()


CALLS: Final = {
    "legal_actions": listing,
    "after": following,
    "why_not": asking_why,
    "flood fill": flooding,
    "features": numbering,
    "score_sheet": calling("score_sheet"),
    "parse_state": parsing,
    "format_state": formatting,
    "perft, depth 2": counting(2),
    "perft, depth 3": counting(3),
    "loop": playing,
    "playouts": playing_out,
}
"""The operations on a position of Small Star Empires, given as a text."""

TEXTS: Final = {
    "parse_state": parsing,
    "format_state": formatting,
    "from JSON": reading_json,
    "to_json": writing_json,
    "pickle": pickling,
    "read": reading,
    "format_game": writing_a_record,
}
"""The operations on a text of any game."""

OPERATIONS: Final = CALLS | TEXTS
"""All operations, by name. Each returns what is called again and again."""


@cache
def work(operation: str, game: str, text: str) -> Callable[[], Any]:
    """Return the call of an operation on a text of a game."""
    import sse_core as sse

    return OPERATIONS[operation](sse.GAMES[game], text)


def repeated(operation: str, game: str, text: str, times: int, _: int = 0) -> int:
    """Do an operation so many times; return how many times that was."""
    for again in repeat(work(operation, game, text), times):
        again()
    return times


def answer(operation: str, game: str, text: str) -> str:
    """Do an operation once, from its beginning; return what it answers as a text, of states that of the position."""
    import sse_core as sse

    found = work.__wrapped__(operation, game, text)()
    each = found if isinstance(found, list) else [found]
    return "\n".join(sse.format_state(one) if hasattr(one, "to_act") else repr(one) for one in each)


def main() -> None:
    """Do what each line asks for; answer with the plies, calls or words, and the CPU seconds so far."""
    known: dict[str, Callable[..., int | str]] = {"playouts": playouts, "repeated": repeated, "answer": answer}
    for line in sys.stdin:
        name, *words = json.loads(line)
        print(json.dumps([known[name](*words), time.process_time()]))


if __name__ == "__main__":
    main()
