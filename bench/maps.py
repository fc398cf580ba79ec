"""Study of even maps in Small Star Empires: the published maps, and the most even of many shuffles, for 2, 3 and 4.

Its parts, each for every number of players:

- ``found``: the search of `sse find-map` with its usual numbers: 64 shuffles are screened by 12,000 games; then come
  4,000 fresh games of the map that was found, and 4,000 of 50 other shuffles.
- ``published``: the published maps, with each seat as the first player.
- ``judged``: the map that was found, judged by the stronger player of ``published``; and 50 other shuffles beside it.

All games are stores of arenas below ``build/studies/maps`` (see `matches`), so a stopped run goes on where it was.
``python -m bench.maps found --players 3`` plays one part; without a part nothing is played. ``--write`` writes the
tables of all stored games into docs/results.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

import sse_core as sse
from sse_core import small_star_empires
from sse_core.arena import (
    ArenaError,
    Balance,
    Estimate,
    EvenSearch,
    Numbers,
    Own,
    Plan,
    Row,
    Schedule,
    Setup,
    Store,
    Tournament,
    average_unevenness,
    median_unevenness,
)
from sse_core.arena.figures.intervals import student_quantile

from .matches import SEED, plan_of, play_on, rounds_in, setup_of, status_after
from .runs import STUDIES
from .strength import estimate
from .tables import table

FOLDER: Final = STUDIES / "maps"

SEATS: Final = (2, 3, 4)

SCREENER: Final = "star:0"
"""The player of the search. It looks one move ahead, so it plays some hundred games a second."""

JUDGE: Final = "star:200"
"""The player of the published maps."""

NUMBERS: Final = Numbers()
"""The numbers of the search."""

JUDGED: Final = 200
"""The games of each map that the judge plays."""

OTHERS: Final = Numbers(starts=1, screening=0, proof=1, others=50, compared=500)
"""The numbers of the other shuffles that the judge plays: no map is sought."""

KINDS: Final = ("base-{}p", "base-{}p-balanced", "base-{}p-wormholes", "base-{}p-black-holes", "unexplored-{}p")
"""The names of the published maps, by the number of players."""


_SEED: Final = "seed "
"""The beginning of the name of a shuffle."""

# --- searches


class Search(NamedTuple):
    """A search with its file."""

    path: Path
    player: str
    players: int
    numbers: Numbers

    def starts(self) -> EvenSearch:
        """Return the search before its first game."""
        return EvenSearch(lambda seed: shuffle(self.players, seed), SEED, self.numbers)

    @property
    def plan(self) -> Plan:
        """The plan of its games."""
        return Plan(None, (self.player,), SEED, self.numbers.rounds, Schedule("self-play", 1, self.players))

    @property
    def about(self) -> dict[str, Any]:
        """What identifies its starts."""
        return {"shuffles": self.players, **asdict(self.numbers)}

    def play(self, jobs: int) -> None:
        """Play all games that are missing."""
        own, what = Own(starts=self.starts(), about=self.about), f"games of {self.player} for {self.players}"
        for _ in play_on(self.path, self.plan, jobs=jobs, own=own, what=what):
            pass

    def read(self) -> EvenSearch | None:
        """Return the search with all stored games; None without any."""
        if not self.path.exists():
            return None
        starts = self.starts()
        own = Own(starts=starts, about=self.about)
        with Store(self.path, self.plan.to_json(own)) as store:
            Tournament(self.plan, store, own=own)
        return starts


def shuffle(players: int, seed: int) -> sse.State:
    return sse.new_game(sse.base_map(players, seed=seed))


def search_of(folder: Path, players: int) -> Search:
    return Search(folder / f"found-{players}p.sqlite3", SCREENER, players, NUMBERS)


def others_of(folder: Path, players: int) -> Search:
    return Search(folder / f"shuffles-{players}p.sqlite3", JUDGE, players, OTHERS)


# --- one map


class Place(NamedTuple):
    """A map that the judge plays, with its first player."""

    name: str
    first: str
    setup: Setup
    path: Path

    def play(self, games: int, jobs: int) -> None:
        """Play until so many games are stored."""
        what = f"games on {self.name}, {self.first} first"
        for _ in play_on(self.path, plan_of(self.setup, (JUDGE,), games), rounds=games, jobs=jobs, what=what):
            pass

    def rows(self) -> list[Row]:
        """Return the stored games."""
        return [row for (row,) in rounds_in(self.path, self.setup)[1]]


def published(folder: Path, players: int) -> Iterator[Place]:
    """Yield each published map for so many players, with each seat as the first player."""
    for name in (kind.format(players) for kind in KINDS):
        for first in small_star_empires.INFO.seats[:players]:
            setup = setup_of(map=name) if first == "A" else setup_of(map=name, first=first)
            yield Place(name, first, setup, folder / f"{name}-{first}.sqlite3")


def judged(folder: Path, players: int) -> Place | None:
    """Return the map that the search has found; None before it has."""
    search = search_of(folder, players).read()
    if search is None or search.found is None:
        return None
    path = folder / f"judged-{players}p-{search.found}.sqlite3"
    return Place(f"{_SEED}{search.found}", "A", Setup.at(shuffle(players, search.found)), path)


def balance_of(rows: Sequence[Row]) -> Balance:
    """Return the seats of games of one player against itself; there is at least one game."""
    balance = Balance(len(rows[0].totals))
    for row in rows:
        balance.add(row)
    return balance


# --- points for weaker seats


def allowance(rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the points that each seat has less than the best one on average, rounded."""
    means = [fmean(row.totals[seat] for row in rows) for seat in range(len(rows[0].totals))]
    return tuple(round(max(means) - mean) for mean in means)


def with_points(row: Row, points: Sequence[int]) -> Row:
    """Return a game with so many points for each seat at its end. Equal totals share the win, unless nobody had any."""
    if not any(points):
        return row
    totals = tuple(total + more for total, more in zip(row.totals, points, strict=True))
    return replace(row, totals=totals, winners=tuple(n for n, total in enumerate(totals) if total == max(totals)))


# --- the tables


def section(folder: Path) -> str:
    """Return the tables of all stored games."""
    return "\n".join([*found_lines(folder), *judged_lines(folder), *published_lines(folder), *points_lines(folder)])


def found_lines(folder: Path) -> Iterator[str]:
    rows = list[list[str]]()
    for players in SEATS:
        search = search_of(folder, players).read()
        if search is None or not search.proof.games:
            continue
        others = finished(search)
        if len(others) > 1:
            rows.append([str(players), f"`{search.found}`", *beside(search.proof, others)])
    if not rows:
        return
    yield f"`{SCREENER}` at all seats. {NUMBERS.starts} shuffles of the base map were screened by {NUMBERS.screened:,}"
    yield f"games. The map that was found then had {NUMBERS.proof:,} fresh games, and {NUMBERS.others} other shuffles"
    yield f"{NUMBERS.per_other:,} each:"
    yield ""
    yield from table(["players", "seed of the map", "wins by seat", "unevenness", *BESIDE], rows)
    yield ""


def judged_lines(folder: Path) -> Iterator[str]:
    rows = list[list[str]]()
    for players in SEATS:
        place, search = judged(folder, players), others_of(folder, players).read()
        games = [] if place is None else place.rows()
        others = [] if search is None else finished(search)
        if place is not None and games and len(others) > 1:
            about = [str(players), f"`{place.name.removeprefix(_SEED)}`", f"{len(games):,}"]
            rows.append([*about, *beside(balance_of(games), others)])
    if not rows:
        return
    yield f"The same maps with `{JUDGE}` at all seats, beside {OTHERS.others} shuffles with {OTHERS.per_other} games"
    yield "each:"
    yield ""
    yield from table(["players", "seed of the map", "games", "wins by seat", "unevenness", *BESIDE], rows)
    yield ""


BESIDE: Final = ("average shuffle", "median shuffle")
"""The columns about other shuffles."""


def beside(balance: Balance, others: Sequence[Balance]) -> list[str]:
    """Return the shares of the seats and the unevenness of a map, and what other shuffles have."""
    return [
        shares(balance),
        points(balance.unevenness),
        points(average_unevenness(others)),
        f"{100 * median_unevenness(others):.1f}",
    ]


def finished(search: EvenSearch) -> list[Balance]:
    """Return the other shuffles that have all their games."""
    return [each for each in search.others if each.games == search.numbers.per_other]


def published_lines(folder: Path) -> Iterator[str]:
    """Yield a table of the maps with A first and with each seat first in turn, and one of the places in that order."""
    rows, turns = list[list[str]](), list[list[str]]()
    for players in SEATS:
        by_turn = list[Sequence[float]]()
        for first_ones in by_map(folder, players):
            games = [place.rows() for place in first_ones]
            if not games[0]:
                continue
            n = min(map(len, games))
            columns = [f"`{first_ones[0].name}`", f"{len(games[0]):,}", *seats_in(games[0])]
            together = [row for each in games for row in each[:n]]
            rows.append([*columns, *([f"{len(together):,}", *seats_in(together)] if n else [""] * 3)])
            if n:
                by_turn.append(shares_by_turn([each[:n] for each in games]))
        if len(by_turn) > 1:
            turns.append([str(players), str(len(by_turn)), *(share_of(each) for each in zip(*by_turn, strict=True))])
    if not rows:
        return
    yield f"The published maps with `{JUDGE}` at all seats, with A as the first player, and with each seat in turn:"
    yield ""
    again = ["games in turn", "wins by seat in turn", "unevenness in turn"]
    yield from table(["map", "games", "wins by seat", "unevenness", *again], rows)
    yield ""
    if turns:
        most = max(map(len, turns))
        yield "What the place in the order of turns is worth: the share of the win, the mean over the maps:"
        yield ""
        heading = ["players", "maps", *_PLACES[: most - 2]]
        yield from table(heading, [[*row, *[""] * (most - len(row))] for row in turns])
        yield ""


_PLACES: Final = ("first", "second", "third", "fourth")


def by_map(folder: Path, players: int) -> Iterator[Sequence[Place]]:
    """Yield the places of each published map, by their first player."""
    for _, places in groupby(published(folder, players), lambda place: place.name):
        yield [*places]


def seats_in(rows: Sequence[Row]) -> list[str]:
    """Return the shares of the seats and the unevenness of at least one game."""
    balance = balance_of(rows)
    return [shares(balance), points(balance.unevenness)]


def shares_by_turn(games: Sequence[Sequence[Row]]) -> list[float]:
    """Return the share of the win by the place in the order of turns, from as many games with each first player."""
    balances, n = [*map(balance_of, games)], len(games)
    return [fmean(balances[first].by_seat[(first + place) % n].share for first in range(n)) for place in range(n)]


def share_of(values: Sequence[float]) -> str:
    """Return the mean of two shares or more in percent, with Student's interval."""
    reach = student_quantile(len(values)) * stdev(values) / sqrt(len(values))
    return f"{100 * fmean(values):.1f} ± {100 * reach:.1f} %"


def points_lines(folder: Path) -> Iterator[str]:
    """Yield a table of points that make up for a seat: found by one half of the games, and tried on the other half."""
    rows = list[list[str]]()
    for players in SEATS:
        for place in published(folder, players):
            games = place.rows()
            if place.first == "A" and len(games) > 1:
                fitted, tried = games[::2], games[1::2]
                given = allowance(fitted)
                after = balance_of([with_points(row, given) for row in tried])
                words = ", ".join(f"{seat} {more}" for seat, more in zip(names(players), given, strict=True) if more)
                before = points(balance_of(tried).unevenness)
                rows.append([f"`{place.name}`", words or "nobody", before, shares(after), points(after.unevenness)])
    if not rows:
        return
    yield "Points at the end for seats that score less, rounded to whole ones from every other game, and tried on the"
    yield "rest. Equal totals share the win:"
    yield ""
    heading = ["map", "points for", "unevenness without", "wins by seat with them", "unevenness with them"]
    yield from table(heading, rows)


def names(players: int) -> Sequence[str]:
    return small_star_empires.INFO.seats[:players]


def shares(balance: Balance) -> str:
    """Return the shares of the seats in percent, with half the width of the widest interval."""
    each = " ".join(
        f"{seat} {100 * share.value:.1f}" for seat, share in zip(names(balance.seats), balance.shares, strict=True)
    )
    return f"{each} (± {100 * balance.reach:.1f})"


def points(found: Estimate) -> str:
    return estimate(found, 100, "{:.1f}")


# --- the command

PARTS: Final = ("found", "published", "judged")


def play(folder: Path, part: str, players: int, games: int, jobs: int) -> None:
    """Play the missing games of a part for so many players."""
    if part == "found":
        search_of(folder, players).play(jobs)
        return
    if part == "published":
        for place in published(folder, players):
            place.play(games, jobs)
        return
    found = judged(folder, players)
    if found is None:
        raise ArenaError(f"no map for {players} players is found yet: play the part found first")
    found.play(games, jobs)
    others_of(folder, players).play(jobs)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.maps", description="Let players judge maps, and count.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to play (default: all): {', '.join(PARTS)}")
    parser.add_argument("--players", type=int, choices=SEATS, help="for how many players (default: 2, 3 and 4)")
    parser.add_argument(
        "--games",
        type=int,
        default=JUDGED,
        metavar="N",
        help=f"how many games of {JUDGE} a map has (default: {JUDGED})",
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes play")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where games are kept (default: build/studies/maps)"
    )
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results")
    options = parser.parse_args(arguments)
    if unknown := [part for part in options.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; they are {', '.join(PARTS)}")

    def work() -> None:
        # Without games, what is stored is shown.
        for part in (options.parts or PARTS) if options.games else ():
            for players in SEATS if options.players is None else (options.players,):
                play(options.folder, part, players, options.games, options.jobs)

    return status_after(work, lambda: section(options.folder), "maps" if options.write else None)


if __name__ == "__main__":
    sys.exit(main())
