"""Self-play: an arena of one searching bot at all seats; its games and the visits of searches go to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Final

from ..arena import ArenaError, Own, Plan, Row, Schedule, Start, Store, Tournament, Workers
from ..arena.starts import usually_opened
from ..seeds import SplitMix64, child_seed
from .map_kinds import MapKind
from .searcher import Searcher

__all__ = ["self_play", "starts_of_games"]

_JOB_SECONDS: Final = 1.0
"""The seconds of a job; those that are in play when games are enough are lost."""

_RANDOM_TURNS: Final = 4
"""The most random turns of each player at the beginning of a game; the number is drawn for each game."""


def self_play(
    kind: MapKind,
    first: int,
    games: int,
    bot: Searcher,
    file: Path,
    *,
    workers: Workers | None = None,
    ended: Callable[[int], bool] = lambda played: False,
) -> Sequence[Row]:
    """Play the games of a kind that a file lacks to so many, by workers or here; return all its rows by number.

    `first` is the number of the first game (`MapKind.start`). Rows have actions and visits. A stopped run can go on,
    and a file with fewer games grows. `ended` is asked again and again, with the number of games that are there,
    whether they are enough.

    Raises ArenaError if the file is in use, if it has other games, or if the bot fails.
    """
    # A file that was begun for more games, as by the clock, still is one for so many.
    kept = Store.asked_in(file) or {}
    rounds = max(games, int(kept.get("rounds", 0)))
    plan = Plan(
        None, ["searcher"], first, rounds, Schedule("self-play", 1, kind.players), True, opening_plies=0, searches=True
    )
    own = Own({0: bot}, starts_of_games(kind, first), _about(kind, bot))
    file.parent.mkdir(parents=True, exist_ok=True)
    with Store(file, plan.to_json(own)) as store:
        arena = Tournament(plan, store, own=own)
        with closing(arena.play(workers, seconds=_JOB_SECONDS)) as played:
            while not ended(arena.games) and arena.games < games and next(played, None) is not None:
                _check(arena, file)
        _check(arena, file)
        return [*store.rows()]


def starts_of_games(kind: MapKind, first: int) -> Iterator[Start]:
    """Yield the starts of games from a number on, endlessly, each with an opening of random plies."""
    for number in count(first):
        seed = child_seed(number, 1)
        plies = SplitMix64(seed).below(_RANDOM_TURNS * kind.players + 1)
        yield from usually_opened([Start(kind.start(number), seed)], plies)


def _about(kind: MapKind, bot: Searcher) -> dict[str, object]:
    """Return a JSON object that identifies these games."""
    weights = None if bot.weights is None else blake2b(bot.weights.read_bytes(), digest_size=8).hexdigest()
    maps = {"maps": kind.about} if kind.about else {}
    return {"kind": kind.name, **maps, "visits": bot.visits, "weights": weights}


def _check(arena: Tournament, file: Path) -> None:
    for row in arena.standings.failures:
        raise ArenaError(f"{file}, game {row.number}: {row.error}")
