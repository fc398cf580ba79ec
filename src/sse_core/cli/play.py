"""`sse play`: a whole game of bots and people, from the map to the score sheet."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple

from .. import GAMES
from ..bots import BOTS, Bot
from ..game import CHANCE, State
from ..seeds import child_seed
from .human import Human, LeftError
from .pages import LEFT, RefusedError, align, count, say
from .score import called, page, result
from .tables import Table

__all__ = ["add", "run", "turns_of"]

_DEFAULT_PLAYERS: Final = ("random", "greedy")
_MAX_SEED: Final = 2**64 - 1


def add(parser: ArgumentParser, table: Table) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "names",
        nargs="*",
        type=_player,
        metavar="PLAYER",
        help=f"who sits at each seat, in order: {', '.join(BOTS)}, or human; left out: random and greedy by turns",
    )
    table.add_setup(parser)
    parser.add_argument(
        "--seed", type=_seed, metavar="S", help="shuffles the base map and moves the bots; left out: a fresh one, shown"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write game.sse and final.svg to this folder")
    parser.add_argument("--quiet", action="store_true", help="show the result only")


def run(args: Namespace) -> int:
    """Play a game, show it, and write it down if told to."""
    table: Table = args.table
    game = GAMES[table.NAME]
    seed = SystemRandom().randrange(2**32) if args.seed is None else args.seed
    start = table.set_up(args, len(args.names) or None, seed)
    names = args.names or list(islice(cycle(_DEFAULT_PLAYERS), len(start.totals)))
    tags = {"seed": str(seed)} | dict(zip(table.SEATS, names, strict=False))
    if args.out is not None:
        # A folder that can't be made is better told before the game than after it.
        args.out.mkdir(parents=True, exist_ok=True)
    if not args.quiet:
        say(f"{table.TITLE}: {', '.join(called(player, tags, table) for player in range(len(names)))}; seed {seed}")
        if "human" not in names:
            say(f"\n{game.to_text(start)}")
    played = _play(start, names, seed, tags, table)
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


class _Turn(NamedTuple):
    """Who did what, and what that is called."""

    player: int
    action: Any
    text: str


@dataclass(frozen=True)
class _Played:
    """A game as it was played, to its end or until a person left."""

    start: State[Any]
    final: State[Any]
    turns: Sequence[_Turn]

    @property
    def finished(self) -> bool:
        return not self.final.to_act


def _play(start: State[Any], names: Sequence[str], seed: int, tags: Mapping[str, str], table: Table) -> _Played:
    """Play a game; where a person plays, tell what all others do."""
    game = GAMES[table.NAME]
    people = [player for player, name in enumerate(names) if name == "human"]
    bots = [
        Human(game, called(player, tags, table)) if name == "human" else BOTS[name] for player, name in enumerate(names)
    ]
    state = start
    turns: list[_Turn] = []
    try:
        for player, action, after in turns_of(start, bots, seed):
            turns.append(_Turn(player, action, game.format_action(action, state)))
            state = after
            if people and player not in people:
                say(f"{called(player, tags, table)}: {turns[-1].text}")
    except LeftError:
        pass
    return _Played(start, state, turns)


def turns_of(state: State[Any], bots: Sequence[Bot], seed: int) -> Iterator[tuple[int, Any, State[Any]]]:
    """Play to the end; yield each turn: who, what, and the state after it.

    Every seat, and chance after them, draws from a generator of its own, so that a bot's draws depend on no other's.
    """
    generators = [Random(child_seed(seed, player)) for player in range(len(bots) + 1)]
    while state.to_act:
        player = state.to_act[0]
        if player == CHANCE:
            events, odds = zip(*state.odds(), strict=True)
            (action,) = generators[-1].choices(events, odds)
        else:
            action = bots[player].choose(state.view(player), player, generators[player])
        state = state.after(action, player)
        yield player, action, state


def _notation(turns: Sequence[_Turn], table: Table) -> str:
    """Return the game as a column for each player, with a new line wherever the turn comes round."""
    if not turns:
        return "Nobody could move."
    rounds: list[dict[int, str]] = []
    for turn in turns:
        if not rounds or turn.player <= max(rounds[-1]):
            rounds.append({})
        rounds[-1][turn.player] = turn.text
    players = sorted({turn.player for turn in turns})
    heading = ["", *(called(player, {}, table) for player in players)]
    rows = [[number, *(line.get(player, "") for player in players)] for number, line in enumerate(rounds, 1)]
    return align([heading, *rows], left=len(heading))


def _write(folder: Path, played: _Played, tags: Mapping[str, str], table: Table) -> None:
    """Write the record and the picture, then replay the record from its file and compare the scores."""
    game = GAMES[table.NAME]
    record, picture = folder / "game.sse", folder / "final.svg"
    actions = [turn.action for turn in played.turns]
    texts = {record: game.format_game(table.record(played.start, actions, tags)), picture: game.to_svg(played.final)}
    for path, text in texts.items():
        path.write_text(text.removesuffix("\n") + "\n", encoding="utf-8", newline="\n")
    say(f"\nWrote {record} and {picture}.")
    replayed = table.load(str(record)).state
    if replayed != played.final or table.score_sheet(replayed) != table.score_sheet(played.final):
        raise RefusedError(f"{record} does not replay to the game that was played")
    say(f"Replayed {record}: the same position, the same score.")


def _player(text: str) -> str:
    known = (*BOTS, "human")
    if text not in known:
        raise ArgumentTypeError(f"there is no player {text!r}; they are {', '.join(known)}")
    return text


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > _MAX_SEED:
        raise ArgumentTypeError(f"a seed is 0 to 2**64 - 1, not {text!r}")
    return int(text)
