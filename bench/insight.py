"""Study of games that bots play against themselves: lengths, wins by seat, and statistics related to winning.

Each game is stored at once, as a line of ``BOT-PLAYERS.jsonl`` in the subject's folder in ``build/studies/insight``. So
a stopped run goes on where it was, and more games can be added at any time. Game i of a file has the seed i, and is
always the same. `insight_jump` and `insight_empire` have the data and tables of each game.

``python -m bench.insight`` plays until the games of the published tables are stored, ``--bot mcts --players 3 --games
1000`` so many of others; ``--games 0`` plays nothing. ``--write`` writes the tables of all stored games into the page.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from sse_core.bots import Mcts, greedy
from sse_core.cli.terminal.output import INTERRUPTED
from sse_core.cli.terminal.progress import Progress
from sse_core.forms.checks import MAX_SECONDS
from sse_core.play.turns import turns_of

from . import insight_empire, insight_jump
from .figures import Subject
from .levels import machine_here
from .results import keep
from .runs import STUDIES

FOLDER: Final = STUDIES / "insight"

SUBJECTS: Final[Mapping[str, Subject[Any]]] = {
    "jump_wars": insight_jump.SUBJECT,
    "empire_of_the_stars": insight_empire.SUBJECT,
}
"""The subjects of the study, by game."""


def mcts(simulations: int) -> Callable[..., Any]:
    """Return the choices of a new mcts player, which reuses its plans at the next choice."""
    return Mcts(simulations, seconds=MAX_SECONDS).choose


BOTS: Final[dict[str, Callable[[int], Callable[..., Any]]]] = {"greedy": lambda _: greedy.choose, "mcts": mcts}
"""Functions that return a player for one seat, given the simulations of mcts, by bot."""


def played(subject: Subject[Any], bot: str, players: int, seed: int) -> Any:
    """Play a game of one bot at all seats, and return its data."""
    start = subject.start(players, seed)
    bots = [BOTS[bot](subject.simulations[players]) for _ in range(players)]
    return subject.watch(start, turns_of(start, bots, seed))


def file_of(subject: Subject[Any], folder: Path, bot: str, players: int) -> Path:
    """Return the file of games."""
    return folder / subject.folder / f"{bot}-{players}.jsonl"


def kept(subject: Subject[Any], folder: Path, bot: str, players: int) -> list[Any]:
    """Return the stored games of a file, in the order of their seeds."""
    path = file_of(subject, folder, bot, players)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [subject.read(json.loads(line)) for line in lines]


def play_on(subject: Subject[Any], folder: Path, bot: str, players: int, games: int) -> None:
    """Play until so many games are stored."""
    path = file_of(subject, folder, bot, players)
    path.parent.mkdir(parents=True, exist_ok=True)
    seeds = range(len(kept(subject, folder, bot, players)), games)
    with Progress(len(seeds), f"games of {players}") as progress:
        for seed in seeds:
            line = json.dumps(played(subject, bot, players, seed)._asdict())
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
            progress.add()


def section(subject: Subject[Any], folder: Path = FOLDER) -> str:
    """Return the tables of all stored games."""
    found = {(bot, players): kept(subject, folder, bot, players) for bot in BOTS for players in subject.players}
    return "\n".join(subject.report({key: games for key, games in found.items() if len(games) > 1}))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.insight", description="Let bots play a game, and count.")
    parser.add_argument("--game", choices=SUBJECTS, default="jump_wars", help="what is played (default: jump_wars)")
    parser.add_argument("--bot", choices=BOTS, help="the bot in all seats (default: each of the published tables)")
    parser.add_argument("--players", type=int, nargs="*", metavar="N", help="how many play (default: each number)")
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="play until so many are kept (default: those of the published tables)",
    )
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where games are kept (default: build/studies/insight)"
    )
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results")
    options = parser.parse_args(arguments)
    subject = SUBJECTS[options.game]
    if not {*(options.players or ())} <= {*subject.players}:
        parser.error(f"{options.game} is for {subject.players[0]} to {subject.players[-1]} players")
    try:
        for bot in [options.bot] if options.bot else subject.games:
            for players in options.players or subject.players:
                games = subject.games.get(bot, 0) if options.games is None else options.games
                play_on(subject, options.folder, bot, players, games)
    except KeyboardInterrupt:
        # Finished games are stored, and the next run goes on from there.
        print(section(subject, options.folder))
        return INTERRUPTED
    found = section(subject, options.folder)
    print(found)
    if options.write:
        keep(f"insight_{options.game}", found, machine_here())
    return 0


if __name__ == "__main__":
    sys.exit(main())
