"""Study of openings in Small Star Empires: first moves and wins by seat of a player against itself, on all maps.

The games of a map are in a store, ``build/studies/openings/PLAYER/MAP.sqlite3`` (see `matches`), so a stopped run goes
on where it was, and more games can be added at any time. Every game of a map has the same start, and the seed of game i
is number i of one stream. So games differ by the player's own draws, such as the seed of its search, and by revealed
tiles. If a player draws nothing, on a map without tiles, all games are equal, and count as one.

``python -m bench.openings --player star:1000 --games 100`` plays until so many games of each map are stored; without
`--games` nothing is played. ``--write`` writes the tables of that player into docs/results.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

import sse_core as sse
from sse_core import small_star_empires
from sse_core.arena import Row
from sse_core.arena.figures.counts import DistinctCount, Shares, win_share
from sse_core.bots.naming import bot_named
from sse_core.errors import ArgumentError
from sse_core.play.turns import margin

from .figures import mean
from .matches import plan_of, play_on, rounds_in, setup_of, status_after
from .runs import STUDIES
from .strength import estimate
from .tables import table

FOLDER: Final = STUDIES / "openings"
PLAYER: Final = "star:1000"

MOST: Final = 3
"""The number of first moves for each seat in a table."""


class Game(NamedTuple):
    """A game, with the first action of each seat as text."""

    played: Row
    firsts: Sequence[str]

    def share(self, seat: int) -> Fraction:
        """Return a seat's share of the win."""
        return win_share(self.played.winners, len(self.played.totals), seat)

    def margin(self, seat: int) -> int:
        """Return the points of a seat minus those of the best other seat."""
        return margin(self.played.totals, seat)


# --- playing


def path_of(folder: Path, player: str, name: str) -> Path:
    """Return the file of the games of a player on a map."""
    return folder / re.sub(r"[^\w.]+", "-", player) / f"{name}.sqlite3"


def play(folder: Path, player: str, name: str, games: int, jobs: int = 1) -> None:
    """Play until so many games of a map are stored."""
    plan = plan_of(setup_of(map=name), (player,), games, actions=True)
    for _ in play_on(path_of(folder, player, name), plan, rounds=games, jobs=jobs, what=f"games on {name}"):
        pass


def games_in(folder: Path, player: str, name: str) -> list[Game]:
    """Return the stored games of a player on a map."""
    setup = setup_of(map=name)
    start = setup.maker()(0).state
    return [Game(row, firsts(row, start)) for (row,) in rounds_in(path_of(folder, player, name), setup)[1]]


def firsts(row: Row, state: Any) -> list[str]:
    """Return the first action of each seat in notation; an empty text for a seat that never acts."""
    found = [""] * len(row.totals)
    for index in row.actions or ():
        (player,) = state.to_act
        action = state.actions[index]
        if player >= 0 and not found[player]:
            found[player] = small_star_empires.format_action(action, state)
        if all(found):
            break
        state = state.after(action, player)
    return found


# --- the tables


def section(folder: Path, player: str) -> str:
    """Return the tables of all stored games of a player."""
    return "\n".join(report(folder, player))


def report(folder: Path, player: str) -> Iterator[str]:
    found = {name: games for name in sse.maps() if (games := games_in(folder, player, name))}
    yield f"`{player}` against itself at all seats, {sum(map(len, found.values())):,} games on {len(found)} maps. In"
    yield "parentheses, and after ±, are intervals of 95 %, each by itself."
    for name, games in found.items():
        yield ""
        yield f"**`{name}`**, {about(games)}:"
        yield ""
        heading = ["seat", "first move", "taken", "share of the win", "margin"]
        yield from table(heading, [row for seat in range(len(games[0].firsts)) for row in rows(games, seat)])


def about(games: Sequence[Game]) -> str:
    """Return words for the number of games, and for that of different ones if some are equal."""
    n, different = len(games), different_of(games)
    return f"{n:,} games" if different == n else f"{n:,} games, of which {different:,} differ"


def different_of(games: Sequence[Game]) -> int:
    found = DistinctCount()
    for game in games:
        found.add(game.played.digest)
    return len(found)


def rows(games: Sequence[Game], seat: int) -> Iterator[list[str]]:
    """Yield a row for all games of a seat, and one for each of its most frequent first moves."""
    name = small_star_empires.INFO.seats[seat]
    yield [name, "any", f"{len(games):,}", *scored(games, seat)]
    by_move: dict[str, list[Game]] = {}
    for game in games:
        by_move.setdefault(game.firsts[seat], []).append(game)
    # Equally frequent moves are sorted by name.
    most = sorted(by_move.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST]
    for move, same in most:
        yield [name, f"`{move}`", f"{100 * len(same) / len(games):.0f} %", *scored(same, seat)]


def scored(games: Sequence[Game], seat: int) -> tuple[str, str]:
    """Return the share of the win and the mean margin of a seat; both intervals are based on different games."""
    shares = Shares()
    for game in games:
        shares.add(game.share(seat), game.played.digest)
    margins = mean([game.margin(seat) for game in games], different_of(games))
    return estimate(shares.estimate(), 100, "{:.0f}", " %"), margins


# --- the command


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench.openings", description="Let a player play itself, and count."
    )
    parser.add_argument("maps", nargs="*", metavar="MAP", help="which maps (default: all that ship)")
    parser.add_argument("--player", default=PLAYER, metavar="NAME", help=f"who plays (default: {PLAYER})")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="play until so many of each map are kept")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes play")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where games are kept (default: build/studies/openings)"
    )
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.maps if name not in sse.maps()]:
        parser.error(f"there is no map {unknown[0]!r}; they are {', '.join(sse.maps())}")
    try:
        bot_named(options.player, small_star_empires)
    except ArgumentError as error:
        parser.error(str(error))

    def work() -> None:
        for name in options.maps or sse.maps():
            if options.games:
                play(options.folder, options.player, name, options.games, options.jobs)

    return status_after(work, lambda: section(options.folder, options.player), "openings" if options.write else None)


if __name__ == "__main__":
    sys.exit(main())
