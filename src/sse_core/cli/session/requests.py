"""Commands that a person types during a game, such as `hint`, `undo`, `save` and `quit`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ...game import Pen, State
from ...play.steps import SteppedGame
from ..commands.rules import rules_page
from ..commands.score import score_page
from ..number_options import parse_seconds
from ..saving import first_ctrl_c_noted
from ..terminal.output import RefusedError, echo, fitted, listing, paragraph
from ..terminal.progress import waiting
from ..terminal.styles import above
from .choices import choices_page, list_page
from .exits import LeftError, RewoundError
from .hints import SECONDS, hint_page
from .resumed_games import told_line
from .session import Table
from .typed_input import Options, options_of

__all__ = ["COMMANDS", "Command", "Request"]

_MOST_DIGITS: Final = 9
"""The most digits of a number of decisions."""


@dataclass(frozen=True)
class Request:
    """A typed command: the words after its name, and the situation in the game."""

    table: Table
    view: State[Any]
    """The state as the person may know it."""

    player: int
    argument: str
    last: Sequence[Any]
    """The actions of the last turn, which a drawing marks."""

    pen: Pen


@dataclass(frozen=True)
class Command:
    """A command that a person can type."""

    usage: str
    about: str
    follow: Callable[[Request], None]


# --- look


def _board(request: Request) -> None:
    _no_argument(request)
    drawing = request.view.game.to_text(request.view, last=request.last, pen=above(request.pen))
    echo(f"\n{fitted(drawing)}\n")


def _moves(request: Request) -> None:
    echo(list_page(_options(request), request.argument))


def _targets(request: Request) -> None:
    options = _options(request)
    words = request.argument.lower().split()
    found = options.along(words)
    if len(found.keys) < len(words):
        game = request.view.game
        why = game.refusal(request.view, words) if isinstance(game, SteppedGame) else ""
        raise RefusedError(why or f"no legal action begins with {request.argument!r}")
    if not found.next_steps:
        raise RefusedError(f"{request.argument} is an action, and nothing follows it")
    echo(f"\n{choices_page(request.view, request.player, found, request.last, request.pen)}\n")


def _score(request: Request) -> None:
    _no_argument(request)
    echo(score_page(request.view, request.table.tags, request.view.game))


def _last(request: Request) -> None:
    """Print the moves since the person's last decision, in words."""
    _no_argument(request)
    turns = request.table.recent(request.player)
    if not turns:
        echo("Nothing was done yet.")
    for turn in turns:
        echo(paragraph(told_line(turn, request.table.tags), indent=4))
        for sentence in turn.effects:
            echo(paragraph(sentence, "  ", indent=4))


# --- ask


def _hint(request: Request) -> None:
    if not request.view.to_act:
        raise RefusedError("the game is over")
    seconds = _seconds(request.argument)
    with first_ctrl_c_noted() as stop, waiting(f"searching for {seconds:g} s; Ctrl-C ends it ..."):
        page = hint_page(request.view, request.player, seconds=seconds, stop=stop, unicode=request.pen.unicode)
    echo(page)


def _seconds(text: str) -> float:
    try:
        return parse_seconds(text) if text else SECONDS
    except Exception as error:
        raise RefusedError(str(error)) from None


def _rules(request: Request) -> None:
    echo(rules_page(request.argument.split(), request.view.game, "rules", unicode=request.pen.unicode))


def _help(request: Request) -> None:
    _no_argument(request)
    rows = [(command.usage, command.about) for command in dict.fromkeys(COMMANDS.values())]
    echo(listing([("an action", "play it; ; stands between several"), *rows]))
    echo(
        paragraph(
            "Capitals and blanks don't matter, and a beginning is enough where one thing alone begins so.", indent=0
        )
    )


# --- take back


def _undo(request: Request) -> None:
    text, openly = _openly(request.argument)
    request.table.take_back(_number(text, "undo takes back"), asker=request.player, openly=openly)
    echo(f"Back at ply {request.table.ply_of(request.player)}{_told(request, openly)}.")
    raise RewoundError


def _redo(request: Request) -> None:
    text, openly = _openly(request.argument)
    request.table.put_back(_number(text, "redo does again"), asker=request.player, openly=openly)
    echo(f"On again at ply {request.table.ply_of(request.player)}{_told(request, openly)}.")
    raise RewoundError


def _number(text: str, verb: str) -> int:
    """Return the number of decisions after a command, 1 by default."""
    text = text or "1"
    if not text.isascii() or not text.isdigit() or len(text) > _MOST_DIGITS or int(text) < 1:
        raise RefusedError(f"{verb} 1, 2, ... decisions, not {text!r}")
    return int(text)


def _openly(argument: str) -> tuple[str, bool]:
    """Return the words after ``openly``, and whether that word is there."""
    word, _, rest = argument.partition(" ")
    return (rest.strip(), True) if word.lower() == "openly" else (argument, False)


def _told(request: Request, openly: bool) -> str:
    return ", and everybody is told" if openly and request.table.are_apart else ""


# --- save and leave


def _save(request: Request) -> None:
    path = Path(request.argument) if request.argument else None
    saved = request.table.game_files.save(request.table.record, path)
    has_secrets = request.table.are_apart and request.view.to_act
    echo(paragraph(f"{saved} The file has everybody's secrets." if has_secrets else saved))


def _quit(request: Request) -> None:
    _no_argument(request)
    raise LeftError


def _no_argument(request: Request) -> None:
    if request.argument:
        raise RefusedError(f"{request.argument!r} stands behind a command that takes nothing")


def _options(request: Request) -> Options:
    return options_of(request.view, request.player)


COMMANDS: Final[Mapping[str, Command]] = {
    "?": (moves := Command("?, moves [BEGINNING]", "the legal actions, or those that begin so", _moves)),
    "moves": moves,
    "targets": Command("[targets] CHOICE", "where a choice leads, on the map and in words", _targets),
    "board": Command("board", "the position once more", _board),
    "score": Command("score", "the score as it stands", _score),
    "last": Command("last", "what was done since your last decision, in words", _last),
    "hint": Command("hint [SECONDS]", "the best action that a quick search finds, and why", _hint),
    "rules": Command("rules [CLAUSE]", "a clause or a section of the rules, or their list", _rules),
    "undo": Command("undo [openly] [N]", "take back your last decision; openly: that of anybody", _undo),
    "redo": Command("redo [openly] [N]", "do again the decision that was taken back last", _redo),
    "save": Command("save [FILE]", "write the record of the game so far", _save),
    "help": Command("help", "this list", _help),
    "quit": Command("quit", "leave the game, which can go on later", _quit),
}
"""The commands by name."""
