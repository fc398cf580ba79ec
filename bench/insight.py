"""Statistics of Jump Wars: the lengths of games of bots, wins by seat, and the worth of the special technologies.

Each game is kept at once in ``build/bench/insight/BOT-PLAYERS.jsonl``. So a run that was stopped goes on where it was,
and more games can be added at any time. Game i of a file has the seed i, and is always the same.

``python -m bench.insight --players 3 --games 1000`` plays until so many games are kept; without `--games` nothing is
played. ``--write`` writes the tables of all games that were kept into the page.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any, Final, NamedTuple

from sse_core import jump_wars
from sse_core.bots import Mcts, greedy
from sse_core.cli.pages import INTERRUPTED
from sse_core.cli.progress import Progress
from sse_core.forms.checks import MAX_SECONDS
from sse_core.jump_wars.cards import SPECIALS, Card, name_of
from sse_core.jump_wars.game import INFO
from sse_core.play.match import turns_of

from .runs import LAST, ROOT
from .tables import table, write_section

PAGE: Final = ROOT / "docs" / "jump_wars.md"
FOLDER: Final = LAST / "insight"
PLAYERS: Final = range(2, 6)

SIMULATIONS: Final = {2: 20, 3: 20, 4: 10, 5: 5}
"""The simulations of each plan of mcts, by players: a game has thousands of choices, and more of them with more."""


def mcts(players: int) -> Callable[..., Any]:
    """Return the choices of a new mcts player, which keeps its plans from one choice to the next."""
    return Mcts(SIMULATIONS[players], seconds=MAX_SECONDS).choose


BOTS: Final[dict[str, Callable[[int], Callable[..., Any]]]] = {"greedy": lambda _: greedy.choose, "mcts": mcts}
"""What returns a player for one seat of a game with so many players."""

_Z: Final = 1.96
"""The standard deviations on each side of an interval that holds in 95 of 100 cases."""


class Game(NamedTuple):
    """What is kept of a game."""

    turns: int
    plies: int
    decided_by: str
    winners: list[int]
    first: int
    """The start player."""
    learned: list[list[str]]
    """For each seat, the special technologies that it learned."""


# --- playing


def played(bot: str, players: int, seed: int) -> Game:
    """Play a game of one bot in all seats."""
    state = jump_wars.start(players=players, seed=seed)
    for _, _, after in turns_of(state, [BOTS[bot](players) for _ in range(players)], seed):
        state = after
    p, outcome = state.position, state.outcome
    assert outcome is not None
    learned = [sorted(name_of(card) for card in one.learned) for one in p.players]
    return Game(p.turn, state.ply, outcome.decided_by, list(outcome.winners), p.start_player, learned)


def kept(folder: Path, bot: str, players: int) -> list[Game]:
    """Return the games of a file, in the order of their seeds."""
    path = folder / f"{bot}-{players}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [Game(**json.loads(line)) for line in lines]


def play_on(folder: Path, bot: str, players: int, games: int) -> None:
    """Play until so many games are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    seeds = range(len(kept(folder, bot, players)), games)
    with Progress(len(seeds), f"games of {players}") as progress:
        for seed in seeds:
            line = json.dumps(played(bot, players, seed)._asdict())
            with (folder / f"{bot}-{players}.jsonl").open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
            progress.add()


# --- figures, each with an interval


def share(found: float, n: int) -> str:
    """Return a share of n games in percent, with its interval by Wilson's formula."""
    part, spread = found / n, _Z * _Z / n
    middle = (part + spread / 2) / (1 + spread)
    half = _Z * sqrt(part * (1 - part) / n + spread / (4 * n)) / (1 + spread)
    return f"{100 * part:.1f} % ({100 * max(0.0, middle - half):.1f}–{100 * min(1.0, middle + half):.1f})"


def mean(values: Sequence[float]) -> str:
    """Return a mean with its interval."""
    half = _Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return f"{fmean(values):.1f} ± {half:.1f}"


def wins_of(game: Game, seat: int) -> float:
    """Return the part of a win that a seat has: a shared win is divided."""
    return (seat in game.winners) / len(game.winners)


# --- tables


def section(folder: Path = FOLDER) -> str:
    """Return the tables of all games that are kept."""
    return "\n".join(report(folder))


def report(folder: Path) -> Iterator[str]:
    found = {(bot, players): kept(folder, bot, players) for bot in BOTS for players in PLAYERS}
    found = {key: games for key, games in found.items() if len(games) > 1}
    yield "Each bot plays against itself in all seats, on the square grid, with a limit of 100 turns and no option set."
    yield f"mcts makes {SIMULATIONS} simulations for each plan, such as a sheet of orders. Intervals are those of 95 %."
    yield ""
    lengths = ["bot", "players", "games", "turns", "median", "at the turn limit", "actions"]
    yield from table(lengths, [length(*key, games) for key, games in found.items()])
    yield ""
    yield "How games end, and how often the start player wins. Who shares a win has a part of it."
    yield ""
    heading = ["bot", "players", "conquest", "homeworlds", "fleets", "tokens", "start player wins", "fair"]
    yield from table(heading, [ending(*key, games) for key, games in found.items()])
    yield ""
    yield "How often each seat wins, wherever the start player sits:"
    yield ""
    yield from table(["bot", "players", *INFO.seats], [seats(*key, games) for key, games in found.items()])
    for bot in BOTS:
        games = {players: found[bot, players] for players in PLAYERS if (bot, players) in found}
        if games:
            yield ""
            yield f"How often those win who learned a special technology, with {bot}, and how often it was learned:"
            yield ""
            wanted = [f"{players} players" for players in games]
            yield from table(
                ["special", *wanted], [special(card, games) for card in SPECIALS if card is not Card.PROGENITOR_RUINS]
            )
            yield ""
            yield "A fair share is " + ", ".join(f"{100 / n:.1f} % of {n} players" for n in games) + "."
    yield ""
    yield "Progenitor Ruins is never learned. Who wins has more time and cards to learn, so these shares show what goes"
    yield "together, not what causes a win. The intervals take the seats of a game as independent."


def length(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    turns = [game.turns for game in games]
    limit = sum(game.decided_by not in ("conquest", "neutral") for game in games)
    plies = fmean(game.plies for game in games)
    return [
        bot,
        str(players),
        f"{len(games):,}",
        mean(turns),
        f"{median(turns):.0f}",
        share(limit, len(games)),
        f"{plies:,.0f}",
    ]


def ending(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    n = len(games)
    ways = [
        share(sum(game.decided_by == way for game in games), n)
        for way in ("conquest", "homeworlds", "fleets", "tokens")
    ]
    first = share(sum(wins_of(game, game.first) for game in games), n)
    return [bot, str(players), *ways, first, f"{100 / players:.1f} %"]


def seats(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    """Return the share of wins of each seat, as far as there are seats."""
    won = [share(sum(wins_of(game, seat) for game in games), len(games)) for seat in range(players)]
    return [bot, str(players), *won, *[""] * (len(INFO.seats) - players)]


def special(card: Card, games: dict[int, list[Game]]) -> list[str]:
    cells = []
    for players in games:
        won = [
            wins_of(game, seat)
            for game in games[players]
            for seat in range(players)
            if name_of(card) in game.learned[seat]
        ]
        cells.append(f"{share(sum(won), len(won))}, {len(won)} times" if won else "–")
    return [card.title, *cells]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.insight", description="Let bots play Jump Wars, and count.")
    parser.add_argument("--bot", choices=BOTS, default="greedy", help="the bot in all seats (default: greedy)")
    parser.add_argument("--players", type=int, choices=PLAYERS, nargs="*", default=[*PLAYERS], help="how many play")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="play until so many games are kept")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where games are kept (default: build/bench/insight)"
    )
    parser.add_argument("--write", action="store_true", help="write the tables into docs/jump_wars.md")
    options = parser.parse_args(arguments)
    try:
        for players in options.players:
            play_on(options.folder, options.bot, players, options.games)
    except KeyboardInterrupt:
        # Finished games are kept, and the next run goes on from there.
        print(section(options.folder))
        return INTERRUPTED
    found = section(options.folder)
    print(found)
    if options.write:
        write_section(PAGE, "insight", found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
