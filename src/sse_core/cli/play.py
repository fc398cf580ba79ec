"""`sse play`: a whole game of bots and people, from the map to the score sheet."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..game import CHANCE, AnyGame, State
from ..records import GameRecord, format_game
from .command import command_of
from .keeping import is_another, save, undisturbed
from .loading import load, map_loader
from .pages import LEFT, RefusedError, UsageError, align, count, hanging, say
from .score import called, page, result
from .turns import (
    Played,
    Turn,
    add_players,
    check_new,
    fresh_seed,
    named,
    parse_seed,
    play_game,
    seated,
    seated_again,
)

__all__ = ["add", "run"]

_RECORD: Final = "game.sse"
_PICTURE: Final = "final.svg"
_UNFINISHED: Final = re.compile(rb"\nmoves: [1-9][0-9]*\n(.*\n)*result: unfinished\s*\Z")
"""How the record of a game ends that was begun and left."""

_CHANCE: Final = "?"
"""The letter for chance, which has no seat."""

_INDENT: Final = " " * 6
"""How far the effects of actions stand to the right."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_players(parser, game)
    command_of(game).add_setup(parser)
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with a game from its record, or from a position: seed, players and rules are in the file, other "
        "players may be named; what follows is what would have followed",
    )
    parser.add_argument(
        "--ply", type=int, metavar="N", help="go on from this ply of the record, be the game finished or not"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write game.sse and final.svg to this folder")
    parser.add_argument("--quiet", action="store_true", help="show the result only")


def run(args: Namespace) -> int:
    """Play a game, show it, and write it down if told to, also when it is left or interrupted."""
    game: AnyGame = args.game
    begun = _begun(args, game) if args.resume is None else _resumed(args, game)
    bots = seated(begun.names, begun.tags, game)
    if args.out is not None:
        _make_room(args)
    if not args.quiet:
        _announce(begun, game)
    played = play_game(begun.start, bots, begun.seed, begun.tags, game, begun.done)
    # What can be lost comes first, and the page after it.
    failure = None if args.out is None else _write(args.out, played, begun.tags, game)
    if not played.finished:
        if played.stopped is not None:
            say()
        say(f"The game was left after {count(played.final.ply, 'ply', 'plies')}.")
    elif args.quiet:
        say(page(played.final, begun.tags, game))
    else:
        # The drawing of a position has the score sheet below it.
        ending = game.to_text(played.final, last=played.last)
        say(f"\nThe game:\n\n{_notation(played.turns, game)}\n\nThe end:\n\n{ending}")
        say(f"\n{result(played.final, begun.tags, game)}")
    if failure is not None:
        raise failure
    _tell_where(args, played, game)
    if played.stopped is not None:
        raise played.stopped
    return 0 if played.finished else LEFT


class _Begun(NamedTuple):
    """A game that is to be played, or gone on with."""

    start: State[Any]
    done: Sequence[tuple[int, Any]]
    """What was done before."""

    names: Sequence[str]
    tags: Mapping[str, str]
    seed: int


def _begun(args: Namespace, game: AnyGame) -> _Begun:
    """Return a new game."""
    if args.ply is not None:
        raise UsageError("--ply says where --resume goes on")
    seed = fresh_seed() if args.seed is None else args.seed
    start = command_of(game).set_up(args, len(args.names) or None, seed, map_loader(game))
    names = named(args.names, len(start.totals))
    return _Begun(start, (), names, _tags({}, seed, names, game), seed)


def _resumed(args: Namespace, game: AnyGame) -> _Begun:
    """Return the game of a file, at its end or at the ply that was asked for."""
    loaded = load(args.resume, game)
    if loaded.kind == "a campaign":
        raise RefusedError(f"{args.resume} is a campaign; `sse campaign --resume` goes on with it")
    if loaded.kind == "a map":
        raise RefusedError(f"{args.resume} is a map; `{args.parser.prog} --map` plays on it")
    record = GameRecord(loaded.state) if loaded.record is None else loaded.record
    check_new(args, "game", ["names", "resume", "ply", "out", "quiet", *([] if "seed" in record.tags else ["seed"])])
    first, last = record.start.ply, record.final.ply
    ply = last if args.ply is None else args.ply
    if not first <= ply <= last:
        raise UsageError(f"--ply {ply}: {args.resume} has plies {first} to {last}")
    done = record.moves[: ply - first]
    if ply == last and not record.final.to_act:
        raise RefusedError(f"{args.resume}: the game is over after {count(last, 'ply', 'plies')}; --ply N goes back")
    names = seated_again(args, len(record.start.totals), record.tags, game)
    seed = _seed_of(record.tags, args)
    return _Begun(record.start, done, names, _tags(record.tags, seed, names, game), seed)


def _seed_of(tags: Mapping[str, str], args: Namespace) -> int:
    if "seed" not in tags:
        return fresh_seed() if args.seed is None else int(args.seed)
    try:
        return parse_seed(tags["seed"])
    except ArgumentTypeError as error:
        raise RefusedError(f"{args.resume}: {error}") from None


def _tags(known: Mapping[str, str], seed: int, names: Sequence[str], game: AnyGame) -> Mapping[str, str]:
    return dict(known) | {"seed": str(seed)} | dict(zip(game.INFO.seats, names, strict=False))


def _make_room(args: Namespace) -> None:
    """Make the folder to write to: better before the game than after it. A game that was left there stays."""
    args.out.mkdir(parents=True, exist_ok=True)
    record = args.out / _RECORD
    if is_another(record, args.resume) and _UNFINISHED.search(record.read_bytes()):
        raise RefusedError(f"{record} is a game that was left; --resume goes on with it")


def _announce(begun: _Begun, game: AnyGame) -> None:
    players = ", ".join(called(player, begun.tags, game) for player in range(len(begun.names)))
    after = f", going on after {count(len(begun.done), 'ply', 'plies')}" if begun.done else ""
    say(hanging(f"{game.INFO.title}: {players}; seed {begun.seed}{after}", "", 2))
    if "human" not in begun.names:
        state = GameRecord(begun.start, begun.done).final
        say(f"\n{game.to_text(state)}")


def _notation(turns: Sequence[Turn], game: AnyGame) -> str:
    """Return the game as a column for each player, with a new number wherever the turn comes round.

    What else happens in a turn, by chance or by choice, stands below its first action, and what another player does in
    it, such as the orders that all seal, in that player's column. The effects of actions stand below their line, in
    whole sentences.
    """
    if not turns:
        return "Nobody could move."
    rounds: list[dict[int, list[Turn]]] = []
    column = CHANCE
    for turn in turns:
        if turn.goes_on and rounds:
            rounds[-1].setdefault(column if turn.player == CHANCE else turn.player, []).append(turn)
            continue
        column = turn.player
        if not rounds or column <= max(rounds[-1]):
            rounds.append({})
        rounds[-1][column] = [turn]
    players = sorted({player for line in rounds for player in line})
    heading = ["", *(_CHANCE if player == CHANCE else called(player, {}, game) for player in players)]
    rows: list[list[object]] = []
    effects: list[list[str]] = [[]]
    for number, line in enumerate(rounds, 1):
        for below in range(max(map(len, line.values()))):
            cells = [line.get(player, [])[below : below + 1] for player in players]
            rows.append(["" if below else number, *("".join(map(_text, cell)) for cell in cells)])
            effects.append([hanging(words, _INDENT, 8) for cell in cells for turn in cell for words in turn.effects])
    # What the table says of its width stands below all.
    lines = zip(align([heading, *rows], left=len(heading)).split("\n"), [*effects, []], strict=False)
    return "\n".join(part for line, below in lines for part in (line, *below))


def _text(turn: Turn) -> str:
    return f"{_CHANCE} {turn.text}" if turn.player == CHANCE else turn.text


def _write(folder: Path, played: Played, tags: Mapping[str, str], game: AnyGame) -> OSError | None:
    """Write the record and the picture; return what kept them from being written."""
    try:
        with undisturbed():
            save(folder / _RECORD, format_game(GameRecord(played.start, played.moves, tags)))
            save(folder / _PICTURE, game.to_svg(played.final, last=played.last))
    except OSError as error:
        return error
    return None


def _tell_where(args: Namespace, played: Played, game: AnyGame) -> None:
    """Say what was written, once the record was replayed from its file, and how to go on."""
    again = f"`{args.parser.prog} --resume {{}}` goes on with it"
    if args.out is None:
        if not played.finished:
            say(f"It isn't kept. With --out DIR it would be, and {again.format(f'DIR/{_RECORD}')}.")
        return
    record = args.out / _RECORD
    say(f"\nWrote {record} and {args.out / _PICTURE}.")
    replayed = load(str(record), game).state
    if replayed != played.final or game.score_table(replayed) != game.score_table(played.final):
        raise RefusedError(f"{record} does not replay to the game that was played")
    say(f"Replayed {record}: the same position, the same score.")
    if not played.finished:
        say(f"{again.format(record)}.")
