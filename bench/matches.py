"""Matches between players of Small Star Empires whose rounds are kept, so that a run that was stopped goes on.

A file is text. Its first line says what is played, and each further one is a round, as JSON. A round is written when it
is finished; another first line begins the file anew. It is no store of an arena, which one process has for itself:
tables are written from these files while others play into them.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

import sse_core as sse
from sse_core import small_star_empires
from sse_core.arena import MatchGame, is_same, play_match, seatings, starts_of
from sse_core.bots.naming import bot_named, seconds_of

from .files import write_whole

SEED: Final = 1
"""The seed of all matches: round i has the same start in each."""


@dataclass(frozen=True)
class Setup:
    """The starts of rounds."""

    players: int = 2
    """How many play on the base map, its sectors shuffled by the seed of the round."""

    map: str | None = None
    """The map that all rounds are on instead."""

    holes: sse.Holes | None = None
    """The holes of the base map (E8.1)."""

    def start(self, seed: int) -> Any:
        """Return the start of the round of a seed, as `sse match` makes it."""
        if self.map is not None:
            return sse.new_game(sse.load_map(self.map))
        return small_star_empires.start(players=self.players, seed=seed, holes=self.holes)

    @property
    def seats(self) -> int:
        return len(self.start(0).totals)

    @property
    def options(self) -> str:
        """The options of `sse match` for it, each with a space before it."""
        if self.map:
            return f" --map {self.map}"
        players = f" --players {self.players}" if self.players != 2 else ""
        return f"{players} --holes {self.holes}" if self.holes else players


BASE: Final = Setup()
"""The base map for two."""


class Kept:
    """The lines of a file, below a first one that says what they are about."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self.path = path
        head = json.dumps(about)
        # A line that was not written to its end has no line break, and doesn't count.
        whole = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
        self._known = whole if whole[:1] == [head] else [head]
        self.lines: list[Any] = [json.loads(line) for line in self._known[1:]]
        self._is_begun = False

    def add(self, line: Any) -> None:
        """Write a line at once."""
        if not self._is_begun:
            self._begin()
        self.lines.append(line)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(line)}\n")

    def _begin(self) -> None:
        """Leave the lines that count in the file, and no others. Whoever is killed meanwhile loses none of them."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, "".join(f"{line}\n" for line in self._known))
        self._is_begun = True


class Rounds:
    """The rounds of a match between two players, which are kept in a file."""

    def __init__(self, path: Path, a: str, b: str, setup: Setup) -> None:
        self.a, self.b, self.setup = a, b, setup
        holes = {} if setup.holes is None else {"holes": setup.holes}
        about = {"a": a, "b": b, "players": setup.players, "map": setup.map, **holes, "seed": SEED}
        self._kept = Kept(path, about)
        self.played = [games_of(line, number) for number, line in enumerate(self._kept.lines)]
        """The games of each round."""

    def play_on(self, rounds: int, jobs: int = 1) -> Generator[list[MatchGame], None, None]:
        """Play until so many rounds are kept; yield each when it is."""
        for games in further(self.a, self.b, self.setup, range(len(self.played), rounds), jobs):
            self._kept.add(line_of(games))
            self.played.append(games)
            yield games


def further(
    a: str, b: str, setup: Setup, rounds: range, jobs: int = 1, *, records: bool = False
) -> Generator[list[MatchGame], None, None]:
    """Play some rounds of a match, and yield the games of each. Who plays by the clock plays in one process."""
    starts = islice(starts_of(setup.start, SEED), rounds.start, max(rounds.stop, rounds.start))
    per_round, games = len(seatings(setup.seats, same=is_same(a, b))), list[MatchGame]()
    played = play_match(a, b, starts, jobs=1 if by_clock(a) or by_clock(b) else jobs, opening_plies=0, records=records)
    for game in played:
        games.append(replace(game, number=game.number + per_round * rounds.start, round=game.round + rounds.start))
        if len(games) == per_round:
            yield games
            games = []


def by_clock(name: str) -> bool:
    """Return whether a player, by its name, has so many seconds for a choice."""
    return seconds_of(bot_named(name, small_star_empires)) is not None


def line_of(games: Sequence[MatchGame]) -> dict[str, Any]:
    """Return what is kept of a round."""
    names = ("seats", "winners", "totals", "plies", "digest")
    return {"round": games[0].round, "games": [{name: getattr(game, name) for name in names} for game in games]}


def games_of(line: Mapping[str, Any], number: int) -> list[MatchGame]:
    """Return the games of a round that was kept, the one with such a number in its file."""
    first = number * len(line["games"])
    return [
        MatchGame(
            first + place,
            number,
            tuple(game["seats"]),
            tuple(game["winners"]),
            tuple(game["totals"]),
            game["plies"],
            digest=game["digest"],
        )
        for place, game in enumerate(line["games"])
    ]
