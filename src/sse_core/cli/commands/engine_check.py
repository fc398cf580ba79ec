"""`sse engine-check`: talk with an engine, and tell what is wrong with it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from ...bots.naming import is_engine
from ...engines.bots import engine_named
from ...engines.check import DIALOGUES, Finding, check_of
from ...errors import ArgumentError
from ...game import AnyGame
from ...play.sentences import count
from ..number_options import parse_seconds
from ..saving import signals_as_interrupts
from ..terminal.output import REFUSED, UsageError, echo, echo_json, paragraph
from ..terminal.streams import flush

__all__ = ["add", "run"]

_WIDTH: Final = max(map(len, DIALOGUES)) + 2


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "program",
        metavar="PROGRAM",
        help="the program, such as ./mybot; with its arguments in quotation marks, such as 'node mybot.js --fast'",
    )
    parser.add_argument(
        "--seconds",
        type=parse_seconds,
        default=1.0,
        metavar="S",
        help="the seconds for a choice that the engine is told (default: 1)",
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=[*DIALOGUES],
        metavar="DIALOGUE",
        help=f"this dialogue alone: {', '.join(DIALOGUES)}; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Talk with the engine; print what each dialogue has found, and return 1 if something is wrong."""
    name: str = args.program
    try:
        bot = engine_named(name if is_engine(name) else f"engine:{name}")
    except ArgumentError as error:
        raise UsageError(error.message) from None
    found: list[Finding] = []
    with signals_as_interrupts():
        for each in check_of(bot.words, args.only, seconds=bot.seconds or args.seconds):
            found.append(each)
            if not args.json:
                echo(_told(each))
                flush()
    wrong = sum(bool(each.wrong) for each in found)
    if args.json:
        echo_json([each._asdict() for each in found])
    elif wrong:
        echo(paragraph(f"{count(wrong, 'dialogue', 'dialogues')} of {len(found)} went wrong."))
    else:
        echo("Nothing is wrong.")
    return REFUSED if wrong else 0


def _told(found: Finding) -> str:
    """Return the lines of a finding."""
    state = "WRONG" if found.wrong else "-" if found.is_left_out else "ok"
    first = f"{found.dialogue:{_WIDTH}}{state:7}"
    if not found.wrong:
        return f"{first}{'; '.join(found.notes)}".rstrip()
    return "\n".join([f"{first}{found.wrong}", *(f"  {line}" for line in found.lines)])
