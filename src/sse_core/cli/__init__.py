"""The `sse` command. Each subcommand is a file of this folder with the functions `add` and `run`.

The options of a single game, and the commands that it owns, are in its own folder (see `sse_core.play.commands`).
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final, NamedTuple, NoReturn

from ..errors import SseError
from ..game import AnyGame
from ..games import GAMES
from ..play.commands import CampaignCommand, command_of, own_commands
from . import analyse, campaign, completion, match, moves, perft, play, playouts, rules, score, serve, show
from .owned import Owned
from .pages import INTERRUPTED, PIPE_CLOSED, REFUSED, USAGE, RefusedError, UsageError, paragraph, set_encoding_errors

__all__ = ["command_names", "main", "parser_of"]

_DESCRIPTION: Final = """\
Play at the terminal, and show maps, positions and records.

The name of a game comes right after the command. The first is the default:
{games}."""

_EPILOG: Final = """\
examples:
  sse play                                 random against greedy on a base map
  sse play human greedy --seed 7           you against the greedy bot
  sse play random greedy greedy --holes balanced --out demo
  sse play --resume demo/game.sse --ply 12 go on from that ply
  sse score demo/game.sse                  replay that record and score it
  sse play --unexplored --rule open_borders=yes --edition first
  sse play human greedy --map everything-2p
  sse campaign random greedy greedy --seed 7 --unexplored --out demo
  sse campaign --map duel --out duels      games in a row on one map
  sse campaign --resume duels/campaign.sse go on with an unfinished campaign
  sse score demo/campaign.sse              the table of its games
  sse match greedy random --games 200      many games, seats turned
  sse match mybot.py greedy --sprt         your own bot; ends when it is decided
  sse show                                 list the maps that ship
  sse show base-3p                         draw a map
  sse show demo/game.sse --svg --out end.svg
  sse moves base-2p --json
  sse perft base-2p 3 --divide
  sse playouts base-3p --games 100k        how random games end
  sse play micro_space_empire human
  sse rules E3.5                           a clause that an error cites
  sse rules                                the sections of the rules
  sse analyse base-2p --seconds 5          what each action is worth
  sse analyse micro_space_empire position.sse
  sse serve --open                         play in the browser
  sse serve --port 0 --data games          on a free port; games are kept

`sse COMMAND --help` has the options of a command. Files are texts or JSON.

exit status:
  0    success, also of a server that Ctrl-C ended
  1    refused input, such as an illegal move, a map that can't be played, or a
       file that can't be read
  2    wrong usage
  3    a person left the game before its end
  130  interrupted by Ctrl-C or another signal to end; --out keeps the game
  141  the reader of the output ended first, as in `sse show | head -1`
"""


class _Command(NamedTuple):
    """A command of `sse`."""

    module: Any
    """The module with `add` and `run`."""

    summary: str
    needs: Any = None
    """The Protocol that the game's `command` module must answer; None: every game has the command."""

    owners: tuple[str, ...] | None = None
    """The games that own the command; None: it is a command for any game."""


_COMMANDS: Final[dict[str, _Command]] = {
    "play": _Command(play, "play a whole game, bots or people"),
    "campaign": _Command(campaign, "play games in a row until a player has won enough of them", CampaignCommand),
    "match": _Command(match, "play many games of two bots, and tell who is stronger"),
    "show": _Command(show, "draw a map, a position, or the end of a record or a campaign"),
    "moves": _Command(moves, "list the legal actions of a position"),
    "score": _Command(score, "replay and score the record of a game or a campaign"),
    "perft": _Command(perft, "count the positions some plies ahead"),
    "playouts": _Command(playouts, "play many games at random from a position, and tell how they end"),
    "rules": _Command(rules, "print a clause or a section of the rules"),
    "completion": _Command(completion, "print a script that completes commands at the Tab key"),
    "analyse": _Command(analyse, "search a position, and show what each action is worth"),
    "serve": _Command(serve, "serve the page, to play in a browser"),
}


def command_names() -> tuple[str, ...]:
    """Return the names of all commands, those that games own too."""
    return tuple(_commands(None))


def parser_of(command: str, game: AnyGame) -> ArgumentParser | None:
    """Return the parser of a command for a game; None if there is none."""
    found = _commands(command).get(command)
    if found is None or game.INFO.name not in _games_with(found):
        return None
    parser = ArgumentParser(prog=f"sse {command}")
    found.module.add(parser, game)
    return parser


def _commands(asked: str | None) -> dict[str, _Command]:
    """Return the commands by name. Those that games own are looked up where none of the others is asked for."""
    if asked in _COMMANDS:
        return _COMMANDS
    owned = {
        name: _Command(Owned(name), next(iter(games.values())), owners=tuple(games))
        for name, games in own_commands().items()
    }
    return owned | _COMMANDS


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, those of the process by default, and return the exit status.

    Raises SystemExit where argparse does: after ``--help`` and ``--version``, and for wrong usage.
    """
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at its end: the rest of the output goes to the null device.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


class _Parser(ArgumentParser):
    """A parser that prints a mistake on one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"sse: {message} (see `{self.prog} --help`)\n")


def _parser(game: AnyGame, named: bool, known: Mapping[str, _Command]) -> _Parser:
    """Return the parser for a game. `named`: the game's name is among the arguments."""
    description = _DESCRIPTION.format(games=paragraph(", ".join(GAMES), indent=0))
    parser = _Parser(prog="sse", description=description, epilog=_EPILOG, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"sse_core {version('sse_core')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, each in known.items():
        module, summary, games = each.module, each.summary, _games_with(each)
        only = "" if len(games) == len(GAMES) else f", in {', '.join(games)}"
        child = commands.add_parser(name, help=summary + only, description=f"{summary[0].upper()}{summary[1:]}.")
        child.prog += f" {game.INFO.name}" * named
        if game.INFO.name in games:
            module.add(child, game)
            child.set_defaults(run=module.run, parser=child, game=game)
    return parser


def _games_with(command: _Command) -> list[str]:
    """Return the names of the games that offer a command."""
    if command.owners is not None:
        return [*command.owners]
    needs = command.needs
    return [name for name, game in GAMES.items() if needs is None or isinstance(command_of(game), needs)]


def _run(argv: Sequence[str] | None) -> int:
    set_encoding_errors(sys.stdout, "backslashreplace")
    words = list(sys.argv[1:] if argv is None else argv)
    known = _commands(words[0] if words else None)
    command = known.get(words[0]) if words else None
    games = list(GAMES) if command is None else _games_with(command)
    named = command is not None and len(words) > 1 and words[1] in GAMES
    # Where none is named, the first game that has the command is meant.
    game = GAMES[words.pop(1) if named else games[0]]
    parser = _parser(game, named, known)
    if game.INFO.name not in games:
        parser.error(f"{game.INFO.name} has no {words[0]}; name a game that has, after the command: {', '.join(games)}")
    args = parser.parse_args(words)
    try:
        return int(args.run(args))
    except (UsageError, ArgumentTypeError) as error:
        child: ArgumentParser = args.parser
        child.error(str(error))
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        return _print_error("interrupted", INTERRUPTED)
    except OSError as error:
        return _print_error(f"{error.filename}: {error.strerror}" if error.filename else str(error), REFUSED)
    except (SseError, RefusedError) as error:
        return _print_error(str(error), REFUSED)


def _print_error(message: str, status: int) -> int:
    sys.stdout.flush()
    sys.stderr.write(f"sse: {message}\n")
    return status
