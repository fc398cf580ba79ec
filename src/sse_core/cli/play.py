"""`sse play`: a whole game of bots and people, from the map to the score sheet."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from .. import GAMES
from ..game import CHANCE
from .pages import LEFT, RefusedError, align, count, say
from .score import called, page, result
from .tables import Table
from .turns import Played, Turn, add_players, fresh_seed, named, play_game, seated

__all__ = ["add", "run"]

_CHANCE: Final = "?"
"""The letter for chance, which has no seat."""


def add(parser: ArgumentParser, table: Table) -> None:
    """Add the arguments of the command."""
    add_players(parser, table)
    table.add_setup(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="write game.sse and final.svg to this folder")
    parser.add_argument("--quiet", action="store_true", help="show the result only")


def run(args: Namespace) -> int:
    """Play a game, show it, and write it down if told to."""
    table: Table = args.table
    game = GAMES[table.NAME]
    seed = fresh_seed() if args.seed is None else args.seed
    start = table.set_up(args, len(args.names) or None, seed)
    names = named(args.names, len(start.totals))
    tags = {"seed": str(seed)} | dict(zip(table.SEATS, names, strict=False))
    bots = seated(names, tags, table)
    if args.out is not None:
        # A folder that can't be made is better told before the game than after it.
        args.out.mkdir(parents=True, exist_ok=True)
    if not args.quiet:
        say(f"{table.TITLE}: {', '.join(called(player, tags, table) for player in range(len(names)))}; seed {seed}")
        if "human" not in names:
            say(f"\n{game.to_text(start)}")
    played = play_game(start, bots, seed, tags, table)
    if not played.finished:
        say(f"The game was left after {count(played.final.ply, 'ply', 'plies')}.")
    elif args.quiet:
        say(page(played.final, tags, table))
    else:
        # The drawing of a position has the score sheet below it.
        say(f"\nThe game:\n\n{_notation(played.turns, table)}\n\nThe end:\n\n{game.to_text(played.final)}")
        say(f"\n{result(played.final, tags, table)}")
    if args.out is not None:
        _write(args.out, played, tags, table)
    return 0 if played.finished else LEFT


def _notation(turns: Sequence[Turn], table: Table) -> str:
    """Return the game as a column for each player, with a new number wherever the turn comes round.

    What else happens in a turn, by chance or by choice, stands below its first action.
    """
    if not turns:
        return "Nobody could move."
    rounds: list[dict[int, list[str]]] = []
    column = CHANCE
    for turn in turns:
        text = f"{_CHANCE} {turn.text}" if turn.player == CHANCE else turn.text
        if turn.goes_on and rounds:
            rounds[-1][column].append(text)
            continue
        column = turn.player
        if not rounds or column <= max(rounds[-1]):
            rounds.append({})
        rounds[-1][column] = [text]
    players = sorted({player for line in rounds for player in line})
    heading = ["", *(_CHANCE if player == CHANCE else called(player, {}, table) for player in players)]
    rows: list[list[object]] = []
    for number, line in enumerate(rounds, 1):
        for below in range(max(map(len, line.values()))):
            cells = [line.get(player, [])[below : below + 1] for player in players]
            rows.append(["" if below else number, *("".join(cell) for cell in cells)])
    return align([heading, *rows], left=len(heading))


def _write(folder: Path, played: Played, tags: Mapping[str, str], table: Table) -> None:
    """Write the record and the picture, then replay the record from its file and compare the scores."""
    game = GAMES[table.NAME]
    record, picture = folder / "game.sse", folder / "final.svg"
    text = game.format_game(table.record(played.start, played.actions, tags))
    for path, content in {record: text, picture: game.to_svg(played.final)}.items():
        path.write_text(content.removesuffix("\n") + "\n", encoding="utf-8", newline="\n")
    say(f"\nWrote {record} and {picture}.")
    replayed = table.load(str(record)).state
    if replayed != played.final or table.score_sheet(replayed) != table.score_sheet(played.final):
        raise RefusedError(f"{record} does not replay to the game that was played")
    say(f"Replayed {record}: the same position, the same score.")
