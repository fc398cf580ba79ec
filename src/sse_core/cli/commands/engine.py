"""`sse engine`: our players, rules and pictures for programs in other languages, by lines of JSON."""

from __future__ import annotations

import os
import select
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from typing import BinaryIO, Final

from ...bots.naming import is_bot_file
from ...engines.serving.server import Server, games_of
from ...errors import ArgumentError
from ...game import AnyGame
from ..saving import signals_as_interrupts
from ..terminal.output import PIPE_CLOSED, REFUSED
from ..terminal.streams import INPUT, OUTPUT, named, reason_of

__all__ = ["add", "run"]

_LOOK: Final = 0.1
"""The seconds between two looks whether somebody still reads the answers, after the end of the input."""

_PATIENCE: Final = 0.8
"""The seconds for searches to end after ``quit`` or a signal; a host kills the process after one second."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "bot",
        nargs="?",
        type=_bot,
        metavar="BOT",
        help="the bot that chooses where a request names none, such as star:club, or a file of your own; left out: the "
        "second of the game's levels",
    )
    parser.epilog = "docs/engines.md has the protocol, and programs in C, JavaScript and Python that speak it."


def run(args: Namespace) -> int:
    """Answer requests until ``quit``, the end of the input, Ctrl-C or another signal."""
    lines, out = _own_streams()
    server = Server(args.bot, lambda line: _write(out, line), _note)
    try:
        with signals_as_interrupts():
            if server.serve(lines):
                server.stop()
                server.wait(_PATIENCE)
            while not server.wait(_LOOK):
                if not _is_read(out):
                    break
    except KeyboardInterrupt:
        # A signal is the usual end of a server.
        pass
    except OSError as error:
        raise named(error, INPUT) from None
    finally:
        server.close()
        server.wait(_PATIENCE)
    return 0


def _bot(name: str) -> str:
    """Return the name of a bot; raise ArgumentTypeError if no game has it. The file of a bot isn't read yet."""
    try:
        if not is_bot_file(name):
            games_of(name)
    except ArgumentError as error:
        raise ArgumentTypeError(error.message) from None
    return name


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the input and the output for messages alone.

    Whatever else writes to the standard output, such as prints of a bot, goes to the standard error, and whatever else
    reads the standard input finds it empty.
    """
    from ...arena.workers.output import print_aside

    lines, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    print_aside()
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    sys.stdin = os.fdopen(os.dup(0), encoding="utf-8")
    return lines, out


def _write(out: BinaryIO, line: bytes) -> None:
    """Write a line at once. If nobody can read it, the process ends, in any thread: there is nothing to be saved."""
    try:
        out.write(line)
        out.flush()
    except BrokenPipeError:
        os._exit(PIPE_CLOSED)
    except OSError as error:
        _note(reason_of(named(error, OUTPUT)))
        os._exit(REFUSED)


def _note(text: str) -> None:
    """Write a sentence to the standard error, if it can be written."""
    with suppress(OSError):
        sys.stderr.write(f"sse: {text}\n")
        sys.stderr.flush()


def _is_read(out: BinaryIO) -> bool:
    """Return whether the other end of a pipe is open. Where nobody can tell, it counts as open."""
    if not hasattr(select, "poll"):
        return True
    looking = select.poll()
    looking.register(out, 0)
    return not any(event & (select.POLLERR | select.POLLHUP) for _, event in looking.poll(0))
