"""The entry point of the `sse` command: `main` finds the command and the game, runs them, and reports errors."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn

from ..errors import SseError
from ..forms.checks import guess, shown
from ..game import AnyGame
from ..games import GAMES
from ..play.house_rules import game_by
from ..version import __version__
from .overview import commands_page, description, epilog
from .registry import (
    MANY_GAMES,
    RULES_FROM,
    Command,
    add_arguments,
    commands_for,
    default_of,
    games_with,
    is_offered,
    module_of,
    rules_file_in,
    why_no_house_rules,
)
from .terminal.output import (
    INTERRUPTED,
    PIPE_CLOSED,
    REFUSED,
    USAGE,
    HouseRuledError,
    RefusedError,
    UsageError,
    echo,
    set_encoding_errors,
)
from .terminal.signals import handler_set
from .terminal.streams import (
    discard,
    flush,
    output_kept,
    reason_of,
    replace_closed_streams,
    settle_errors,
    write,
)

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, those of the process by default, and return the exit status.

    Raises SystemExit where argparse does: after ``--help`` and ``--version``, and for wrong usage. In the main thread
    Ctrl-C raises KeyboardInterrupt while the command runs; before and after, the handlers stay as they were.
    """
    replace_closed_streams()
    try:
        try:
            return _run(argv)
        except KeyboardInterrupt as error:
            # A second Ctrl-C changes nothing. Words about the interruption continue the command's sentence.
            with handler_set(signal.SIG_IGN):
                return _print_error(f"interrupted {error}".rstrip(), INTERRUPTED)
        finally:
            flush()
    except BrokenPipeError:
        discard(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        discard(sys.stdout)
        return _print_error(reason_of(error), REFUSED)
    finally:
        settle_errors()


class _Parser(ArgumentParser):
    """A parser that prints an error on one line, and raises an error if its help can't be written."""

    given: Sequence[str] = ()
    """The words of the command line, for errors."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"sse: {message}{_quotes_missing(message, self.given)} (see `{self.prog} --help`)\n")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help to a file, by default the standard output."""
        if file is None:
            write(self.format_help())
        else:
            super().print_help(file)


def _run(argv: Sequence[str] | None) -> int:
    set_encoding_errors(sys.stdout, "backslashreplace")
    words = list(sys.argv[1:] if argv is None else argv)
    known = commands_for(words[0] if words else None)
    if not words:
        echo(commands_page(known))
        return 0
    command = words[0] if words[0] in known else None
    if command is None and not words[0].startswith("-"):
        return _print_error(f"{_no_command(words[0], known)} (see `sse --help`)", USAGE)
    named = command is not None and len(words) > 1 and words[1] in GAMES
    game = GAMES[words.pop(1) if named else default_of(known[command] if command else None)]
    if command is not None and any(word.partition("=")[0] == "--game" for word in words):
        message = (
            f"a game is no option, and comes right behind the command, such as `sse {command} {next(iter(GAMES))}`"
        )
        return _print_error(f"{message} (see `sse {command} --help`)", USAGE)
    rules = None if command is None else rules_file_in(words)
    if rules is not None and command is not None and (why := why_no_house_rules(command, game)):
        return _print_error(f"{RULES_FROM}: {why} (see `sse {command} --help`)", USAGE)
    try:
        played = game if rules is None else game_by(rules, game)
    except SseError as error:
        return _print_error(str(error), REFUSED)
    args = _parsed(words, command, played, known, f" {game.INFO.name}" * named, rules)
    try:
        if getattr(args, "rules_from", None) != rules:
            raise UsageError(f"{RULES_FROM} is written whole, and once")
        keeps = command in MANY_GAMES or getattr(args, "json", False)
        with handler_set(signal.default_int_handler), output_kept() if keeps else nullcontext():
            return int(args.run(args))
    except (UsageError, ArgumentTypeError) as error:
        child: ArgumentParser = args.parser
        child.error(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        return _print_error(reason_of(error), REFUSED)
    except HouseRuledError as error:
        how = why_no_house_rules(command or "", game) or f"name the file of its house rule with {RULES_FROM}"
        return _print_error(f"{error}; {how}", REFUSED)
    except (SseError, RefusedError) as error:
        return _print_error(str(error), REFUSED)
    except Exception as error:
        failure = None if rules is None else _failure_within(rules, error)
        if failure is None:
            raise
        return _print_error(failure, REFUSED)


def _quotes_missing(message: str, words: Sequence[str]) -> str:
    """Return a hint if the word at fault stands behind the name of a program without quotation marks."""
    for program, word in pairwise(words):
        if program.startswith(("engine:", "engine@")) and word != "human" and word in message:
            return f"; a program and its arguments stand in quotation marks together, such as '{program} {word}'"
    return ""


def _no_command(word: str, known: Mapping[str, Command]) -> str:
    if word in GAMES:
        return f"{word} is a game, and comes behind a command, such as `sse play {word}`"
    return f"there is no command {shown(word)}{guess(word, known)}; they are {', '.join(known)}"


def _failure_within(file: str, error: Exception) -> str | None:
    """Return an error inside the file of a house rule, with its line; None if the error is elsewhere."""
    from ..play.own_files import failure_within

    return failure_within(error, file)


def _words_of(rules: str | None) -> str:
    """Return the words of the command line for a house rule, after a blank; empty without one."""
    if rules is None:
        return ""
    from shlex import quote

    return f" {RULES_FROM} {quote(rules)}"


def _parsed(
    words: Sequence[str],
    command: str | None,
    game: AnyGame,
    known: Mapping[str, Command],
    named: str,
    rules: str | None,
) -> Namespace:
    """Parse the words of the command line. `command` is the first word if it is a command.

    Only that command is loaded. Without a command, all commands and games are, since ``sse --help`` lists what each
    game has. `named` is the game's name if the words have one, and `rules` the file of a house rule.
    """
    raw = RawDescriptionHelpFormatter
    parser = _Parser(prog="sse", description=description(), epilog=epilog(), formatter_class=raw)
    parser.add_argument("--version", action="version", version=f"sse_core {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, each in known.items():
        summary = each.summary
        about = summary if command else f"{summary}{_only(each)}"
        child = commands.add_parser(name, help=about, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == command and not is_offered(each, game):
            others = ", ".join(games_with(each))
            child.error(
                f"{game.INFO.name} has no {each.noun or name}; name a game that has, after the command: {others}"
            )
        child.prog += named + _words_of(rules)
        child.given = words
        if command in (None, name) and is_offered(each, game):
            add_arguments(name, child, game)
            child.set_defaults(run=module_of(name).run, parser=child, game=game)
    args, unknown = parser.parse_known_args(words)
    if unknown:
        # `parse_args` would name the parser of all commands in the error.
        at: ArgumentParser = parser if command is None else args.parser
        at.error(f"unrecognized arguments: {' '.join(unknown)}")
    if "run" not in args:
        parser.error("a command is missing")
    return args


def _only(command: Command) -> str:
    """Return words that say which games have a command; empty if all have it."""
    games = games_with(command)
    return "" if len(games) == len(GAMES) else f", in {', '.join(games)}"


def _print_error(message: str, status: int) -> int:
    flush()
    # Even if no message can be written, the exit status tells.
    with suppress(OSError):
        sys.stderr.write(f"sse: {message}\n")
    return status
