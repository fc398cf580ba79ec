"""`sse play`: play a whole game with bots and people, from the map to the final score."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any, Final, NamedTuple

from ...bots.watched import BotError
from ...game import CHANCE, AnyGame, Bot, Pen, State
from ...play.game_commands import command_of
from ...play.records.contents import Content
from ...play.records.played import PlayedMove
from ...play.records.record import GameRecord
from ...play.seats import CHANCE_LETTER, HUMAN, label_of, tags_of
from ...play.sentences import count
from ..loading import check_ply, load, map_loader
from ..players import (
    add_players,
    check_bots_alone,
    fresh_seed,
    make_players,
    notes_of,
    parse_seed,
    player_names,
    resumed_players,
)
from ..saving import OutFiles, add_out, check_files, out_files, report_files
from ..session.end_questions import ask_after_end, ask_where, is_at_terminal
from ..session.game_files import GameFiles
from ..session.resumed_games import PlayedGame, check_resumed, load_named, resuming
from ..session.session import Table
from ..terminal.output import LEFT, RefusedError, UsageError, align, echo, echo_json, fitted, paragraph, say
from ..terminal.styles import STYLE_OPTIONS, add_style_options, pen_of
from .score import result_line, score_object, score_page

__all__ = ["add", "run"]

_RECORD: Final = "game.sse"
_PICTURE: Final = "final.svg"
_INDENT: Final = " " * 6
"""The indent of the effects of an action."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        f"At a person's turn: an action, such as {game.FORM.example}, its beginning, or its choices with blanks "
        "between them; ? lists the legal actions; help lists what else can be typed: hint, undo, redo, score, last, "
        "rules, save, quit. quit and Ctrl-C save the game, which --resume goes on with."
    )
    add_players(parser, game)
    command_of(game).add_setup(parser)
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with the game of a record, or from a position, with the seed, players and rules of the file; other "
        "players may be named; the moves are those of a game without a break",
    )
    parser.add_argument(
        "--ply", type=int, metavar="N", help="go on from this ply of the record, which may be of a finished game"
    )
    add_out(parser, "DIR", "write game.sse and final.svg to this folder")
    parser.add_argument("--quiet", action="store_true", help="show the result only")
    parser.add_argument("--json", action="store_true", help="as JSON, with the record; for bots alone")
    add_style_options(parser)


def run(args: Namespace) -> int:
    """Play a game, print it, and write it to --out, even if it is left or interrupted.

    If a person leaves a game at a terminal, it is saved even without --out.
    """
    game: AnyGame = args.game
    plan = _new_game(args, game) if args.resume is None else _resumed_game(args, game)
    check_bots_alone(args, plan.names)
    pen = pen_of(args)
    bots = make_players(plan.names, plan.tags, game, pen)
    # The folder is made before the game starts, so that an error comes early.
    game_files = _game_files(args, plan, out_files(args, _RECORD, _PICTURE))
    table = Table(plan.start, bots, plan.seed, plan.tags, game, plan.moves, game_files=game_files, before=plan.before)
    if not args.quiet and not args.json:
        _print_opening(plan, bots, table.state, pen)
    # The check comes before the game, since after a hang-up the terminal is gone.
    at_terminal = is_at_terminal(table)
    while True:
        played = table.play()
        # Files are written first, so that a failure to print can't lose them.
        written: Sequence[Path] = ()
        failure: OSError | None = None
        if args.out is not None:
            try:
                written = table.game_files.write_out(table.record, game.to_svg(played.final, last=played.last))
            except OSError as error:
                failure = error
        kept = _keep(args, table, played, at_terminal=at_terminal)
        if args.json:
            echo_json(_object(table, played, notes_of(bots, plan.start), written))
        else:
            _print_end(args, played, table.tags, pen)
        if failure is not None:
            raise failure
        if not played.finished or not at_terminal or not ask_after_end(table):
            break

    def is_same(loaded: Content) -> bool:
        return loaded.state == played.final and game.score_table(loaded.state) == game.score_table(played.final)

    if args.json:
        check_files(args, written, is_same)
    elif kept is None:
        report_files(
            args,
            _RECORD,
            written,
            finished=played.finished,
            is_same=is_same,
            same="the same position, the same score",
        )
    else:
        echo(paragraph(kept))
    if played.interruption is not None:
        raise played.interruption
    return 0 if played.finished else LEFT


def _game_files(args: Namespace, plan: _Plan, out: OutFiles | None) -> GameFiles:
    """Return the files for saving the game."""
    resumed = None if args.resume in (None, "-") or args.resume in args.game.presets() else Path(args.resume)
    return GameFiles(resuming(args), out=out, resumed=resumed, before=plan.before)


def _keep(args: Namespace, table: Table, played: PlayedGame, *, at_terminal: bool) -> str | None:
    """Save a game that was left at a terminal without --out; return a sentence about it, None if it wasn't saved."""
    if args.out is not None or played.finished:
        return None
    if not at_terminal:
        return table.game_files.line
    if not played.turns:
        return "Nobody has moved, so there is nothing to save."
    record = table.record
    place = (
        table.game_files.place_of(record) if played.interruption is not None else ask_where(table.game_files, record)
    )
    if place is None:
        return None
    try:
        return table.game_files.save(record, place)
    except OSError as error:
        # If the file can't be written, the default one is, so that the game isn't lost.
        say(f"No: {place}: {error.strerror}.")
        return table.game_files.save(record)


def _object(table: Table, played: PlayedGame, notes: Sequence[str], written: Sequence[Path]) -> dict[str, object]:
    """Return the JSON object of a game, finished or not, with its record and the written files."""
    game = table.game
    return {
        "game": game.INFO.name,
        "seed": table.seed,
        **score_object(played.final, table.tags, game),
        "notes": [*notes],
        "record": json.loads(table.record.to_json()),
        "files": [str(path) for path in written],
    }


def _print_end(args: Namespace, played: PlayedGame, tags: Mapping[str, str], pen: Pen) -> None:
    """Print the end of a game, finished or not."""
    game: AnyGame = args.game
    if not played.finished:
        if played.interruption is not None:
            echo()
        how = "ended, since a bot failed," if isinstance(played.interruption, BotError) else "was left"
        echo(f"The game {how} after {count(played.final.ply, 'ply', 'plies')}.")
    elif args.quiet:
        echo(score_page(played.final, tags, game))
    else:
        # The drawing includes the score table.
        ending = fitted(game.to_text(played.final, last=played.last, pen=pen))
        echo(f"\nThe game:\n\n{_notation(played.turns, game)}\n\nThe end:\n\n{ending}")
        echo(f"\n{result_line(played.final, tags, game)}")


class _Plan(NamedTuple):
    """A game to play, new or resumed."""

    start: State[Any]
    moves: Sequence[tuple[int, Any]]
    """The moves that were made before."""

    names: Sequence[str]
    tags: Mapping[str, str]
    seed: int
    before: GameRecord[Any, Any] | None = None
    """The whole record of the resumed file."""


def _new_game(args: Namespace, game: AnyGame) -> _Plan:
    """Return a new game."""
    if args.ply is not None:
        raise UsageError("--ply is for --resume alone")
    seed = fresh_seed() if args.seed is None else args.seed
    start = command_of(game).set_up(args, len(args.names) or None, seed, map_loader(game))
    names = player_names(args.names, len(start.totals))
    return _Plan(start, (), names, _tags({}, seed, names, game), seed)


def _resumed_game(args: Namespace, game: AnyGame) -> _Plan:
    """Return the game of a file, up to its last ply or to that of --ply."""
    load_named(args)
    loaded = load(args.resume, game)
    if loaded.kind == "campaign":
        raise RefusedError(f"{args.resume} is a campaign; `sse campaign --resume` goes on with it")
    if loaded.kind == "map":
        raise RefusedError(f"{args.resume} is a map; `{args.parser.prog} --map {quote(args.resume)}` plays on it")
    record = GameRecord(loaded.state) if loaded.record is None else loaded.record
    seed_option = [] if "seed" in record.tags else ["seed"]
    check_resumed(
        args,
        "game",
        ["names", "resume", "ply", "out", "force", "quiet", "json", "rules_from", *STYLE_OPTIONS, *seed_option],
    )
    last = record.final.ply
    ply = last if args.ply is None else args.ply
    check_ply(ply, record, args.resume)
    moves = record.moves[: ply - record.start.ply]
    if ply == last and not record.final.to_act:
        raise RefusedError(f"{args.resume}: the game is over after {count(last, 'ply', 'plies')}; --ply N goes back")
    names = resumed_players(args, len(record.start.totals), record.tags, game)
    seed = _seed_of(record.tags, args)
    return _Plan(record.start, moves, names, _tags(record.tags, seed, names, game), seed, record)


def _seed_of(tags: Mapping[str, str], args: Namespace) -> int:
    if "seed" not in tags:
        return fresh_seed() if args.seed is None else int(args.seed)
    try:
        return parse_seed(tags["seed"])
    except ArgumentTypeError as error:
        raise RefusedError(f"{args.resume}: {error}") from None


def _tags(known: Mapping[str, str], seed: int, names: Sequence[str], game: AnyGame) -> Mapping[str, str]:
    return dict(known) | tags_of(seed, names, game)


def _print_opening(plan: _Plan, bots: Sequence[Bot], state: State[Any], pen: Pen) -> None:
    """Print the players, and the first position, unless a person will see it anyway."""
    game: AnyGame = state.game
    players = ", ".join(label_of(player, plan.tags, game) for player in range(len(plan.names)))
    after = f", going on after {count(len(plan.moves), 'ply', 'plies')}" if plan.moves else ""
    echo(paragraph(f"{game.INFO.title}: {players}; seed {plan.seed}{after}"))
    for note in notes_of(bots, state):
        echo(paragraph(f"{note}."))
    if HUMAN not in plan.names:
        echo(f"\n{fitted(game.to_text(state, pen=pen))}")


def _notation(turns: Sequence[PlayedMove], game: AnyGame) -> str:
    """Return the game as a table with a column for each player and a numbered line for each round.

    Further actions of a turn, including chance events, are below its first action. An action of another player during
    the turn, such as a sealed order, is in that player's column. Effects are below the line of their actions.
    """
    if not turns:
        return "Nobody could move."
    rounds: list[dict[int, list[PlayedMove]]] = []
    column = CHANCE
    for turn in turns:
        if turn.continues and rounds:
            rounds[-1].setdefault(column if turn.player == CHANCE else turn.player, []).append(turn)
            continue
        column = turn.player
        if not rounds or column <= max(rounds[-1]):
            rounds.append({})
        rounds[-1][column] = [turn]
    players = sorted({player for line in rounds for player in line})
    heading = ["", *(CHANCE_LETTER if player == CHANCE else label_of(player, {}, game) for player in players)]
    rows: list[list[object]] = []
    effects: list[list[str]] = [[]]
    for number, line in enumerate(rounds, 1):
        for below in range(max(map(len, line.values()))):
            cells = [line.get(player, [])[below : below + 1] for player in players]
            rows.append(["" if below else number, *("".join(map(_text, cell)) for cell in cells)])
            effects.append(
                [paragraph(words, _INDENT, indent=8) for cell in cells for turn in cell for words in turn.effects]
            )
    # If the table is too wide, one more line says so.
    lines = zip(align([heading, *rows], left=len(heading)).split("\n"), [*effects, []], strict=False)
    return "\n".join(part for line, below in lines for part in (line, *below))


def _text(turn: PlayedMove) -> str:
    return f"{CHANCE_LETTER} {turn.text}" if turn.player == CHANCE else turn.text
