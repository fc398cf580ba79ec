"""`play_match`: the games of a match between two bots, or of one bot at all seats, in order.

A round has as many games as there are seats, on one start and one seed: A takes each seat once, and B all the others.
In a game for one, a round has two games: A plays alone, then B. If A and B are the same bot, all these games would be
equal, so a round is one game.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from typing import Final, SupportsIndex

from ..bots.naming import bot_named
from ..bots.one_game import Contender
from ..errors import ArgumentError
from ..forms.checks import check_number, type_named
from .plans import Own, Plan
from .rows import Row
from .schedules import Schedule, is_same
from .starts import MAX_OPENING, Start, opened
from .store import MEMORY, Store
from .tournament import Tournament
from .workers.executors import ProcessWorkers

__all__ = ["MATCH_SECONDS", "Contender", "play_match"]

MATCH_SECONDS: Final = 0.1
"""The seconds of play of a job in a match; short, since results come one by one and a test may end the match."""

_ENDLESS: Final = 10**12
"""More rounds than anybody plays. The starts determine the number."""


def play_match(
    a: Contender,
    b: Contender,
    starts: Iterable[Start],
    *,
    names: tuple[str, str] | None = None,
    jobs: int = 1,
    records: bool = False,
    opening_plies: SupportsIndex | None = None,
) -> Generator[Row, None, None]:
    """Yield the games of A against B, round after round, in all seatings on every start.

    If A and B are the same bot, it plays each start once, at all seats: `Balance` counts these games, `Results` all
    others. A is the bot at place 0 (`Row.seats`), B the one at place 1.

    A and B are names of bots (`bots.naming`), or bots, which are pickled for several processes.

    `names` are the names for records and errors; None stands for the names of bots given by name, and A and B for
    others. `jobs` is the number of processes that play; 1 is this process. It changes neither the games nor their
    order, unless a bot looks at the clock. A bot given by name is made anew for each seat of each game. With `records`,
    each game gets a record (`Row.record`).

    `opening_plies` is the number of random plies at the beginning of each round (`opened`), 0 to 1,000. None: if the
    first two rounds have the same start and the same actions, all later rounds begin with `usual_opening` plies, since
    they would repeat the games. `Row.opening` has the number.

    A game in which a bot fails is yielded, too: `Row.error` says why it wasn't finished, and `Row.failed` which bot
    failed.

    Close the generator to end a match early, which ends the processes. Processes are spawned, so a script that uses
    several needs its calls below ``if __name__ == "__main__":``, as for the module multiprocessing.

    Raises ArgumentError if `jobs` is below 1 or `opening_plies` out of range; at the first game if a bot is unknown, or
    if so many plies leave the bots no choice (`opened`). Raises WorkersError if no process is left.

    >>> from sse_core import small_star_empires
    >>> from sse_core.arena import starts_of
    >>> starts = starts_of(lambda seed: small_star_empires.new_game(players=2, seed=seed), seed=7)
    >>> games = play_match("greedy", "random", starts)
    >>> [(game.number, game.seats) for game, _ in zip(games, range(3))]
    [(0, (0, 1)), (1, (1, 0)), (2, (0, 1))]
    """
    if jobs < 1:
        raise ArgumentError(f"jobs is 1 or more, not {jobs}")
    plies = None if opening_plies is None else check_number(opening_plies, "opening_plies", MAX_OPENING)
    if names is None:
        names = a if isinstance(a, str) else "A", b if isinstance(b, str) else "B"
    checked = map(_checked, starts)
    rounds = checked if plies is None else opened(checked, plies)
    return _games((a, b), names, rounds, jobs, None if plies is None else 0, records)


def _checked(start: Start) -> Start:
    if not isinstance(start, Start):
        raise TypeError(f"each of starts is a Start, as starts_of makes them, not {type_named(start)}")
    return start


def _games(
    bots: tuple[Contender, Contender],
    names: tuple[str, str],
    starts: Iterator[Start],
    jobs: int,
    plies: int | None,
    records: bool,
) -> Generator[Row, None, None]:
    first = next(starts, None)
    if first is None:
        return
    places = (0,) if is_same(*bots) else (0, 1)
    own = dict[int, Contender]()
    for place in places:
        bot = bots[place]
        if isinstance(bot, str):
            bot_named(bot, first.state.game)
        if bot != names[place]:
            own[place] = bot
    seats = len(first.state.totals)
    schedule = Schedule("self-play" if len(places) == 1 else "round-robin", len(places), seats)
    plan = Plan(None, [names[place] for place in places], 0, _ENDLESS, schedule, records, plies)
    known = dict[int, Start]()
    rounds = chain([first], starts)
    with Store(MEMORY, {}) as store, nullcontext() if jobs == 1 else ProcessWorkers(jobs) as workers:
        arena = Tournament(plan, store, own=Own(own, _noted(rounds, known) if records else rounds))
        for row in arena.in_order(workers, seconds=MATCH_SECONDS):
            place = plan.round_of(row)
            if records and row.actions is not None:
                row = replace(row, record=row.record_from(known[place], plan.bots))
            yield row
            known.pop(place - 1, None)


def _noted(starts: Iterable[Start], known: dict[int, Start]) -> Iterator[Start]:
    """Yield starts, and note them by round in `known`."""
    for place, start in enumerate(starts):
        known[place] = start
        yield start
