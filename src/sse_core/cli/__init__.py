"""The `sse` command: each subcommand is a file of this folder with `add` and `run`.

All that is special to one game is in the file of its name, which answers `tables.Table`.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib.metadata import version
from typing import Final, NoReturn

from ..errors import SseError
from . import campaign, moves, perft, play, score, show, small_star_empires
from .pages import INTERRUPTED, PIPE_CLOSED, REFUSED, USAGE, RefusedError, UsageError, forgive

__all__ = ["main"]

_DESCRIPTION: Final = "Play Small Star Empires at the terminal, and look into its maps, positions and records."

_EPILOG: Final = """\
examples:
  sse play                                 random against greedy on a shuffled base map
  sse play human greedy --seed 7           you against the greedy bot
  sse play random greedy greedy --holes balanced --out demo
  sse score demo/game.sse                  replay that record and score it
  sse play --unexplored --rule open_borders=yes --edition first
  sse play human greedy --map everything-2p
  sse campaign random greedy greedy --seed 7 --unexplored --out demo
  sse score demo/campaign.sse              the table of its games
  sse show                                 name the maps that ship
  sse show base-3p                         draw one
  sse show demo/game.sse --svg --out end.svg
  sse moves base-2p --json
  sse perft base-2p 3 --divide

`sse COMMAND --help` tells more. Positions and records are read as text or as JSON.

exit status:
  0    all went well
  1    the input is refused: an illegal move, a map that can't be played, a file that can't be read
  2    wrong usage
  3    a person left the game before its end
  130  interrupted by Ctrl-C
  141  the reader of the output went away, as in `sse show base-2p | head -1`
"""

_COMMANDS: Final = {
    "play": (play, "play a whole game, bots or people"),
    "campaign": (campaign, "play games in a row until somebody has won often enough"),
    "show": (show, "draw a map, a position, or the end of a record or a campaign"),
    "moves": (moves, "list the legal actions of a position"),
    "score": (score, "replay the record of a game or a campaign and score it"),
    "perft": (perft, "count the positions some plies away"),
}


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
        # Python flushes once more as it ends, and what is left must go somewhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


class _Parser(ArgumentParser):
    """A parser that tells a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"sse: {message} (see `{self.prog} --help`)\n")


def _parser() -> _Parser:
    parser = _Parser(prog="sse", description=_DESCRIPTION, epilog=_EPILOG, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"sse_core {version('sse_core')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (command, summary) in _COMMANDS.items():
        child = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        command.add(child, small_star_empires)
        child.set_defaults(run=command.run, parser=child, table=small_star_empires)
    return parser


def _run(argv: Sequence[str] | None) -> int:
    forgive(sys.stdout, "backslashreplace")
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except UsageError as error:
        parser: ArgumentParser = args.parser
        parser.error(str(error))
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error), REFUSED)
    except (SseError, RefusedError) as error:
        return _complain(str(error), REFUSED)


def _complain(message: str, status: int) -> int:
    sys.stdout.flush()
    sys.stderr.write(f"sse: {message}\n")
    return status
