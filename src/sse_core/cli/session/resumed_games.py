"""The class `PlayedGame`, and helpers of the commands that resume a game from a file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any

from ...bots.watched import BotError
from ...game import State
from ...play.game_commands import ShippingCommand, command_of
from ...play.records.played import PlayedMove, last_actions
from ...play.seats import label_of
from ..terminal.output import UsageError

__all__ = ["PlayedGame", "check_resumed", "load_named", "resuming", "told_line"]


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end, until a person left, or until an interruption."""

    start: State[Any]
    turns: Sequence[PlayedMove]
    interruption: KeyboardInterrupt | OSError | BotError | None
    """The exception that ended the game early, raised again after saving: Ctrl-C, a closed terminal or a failing
    bot."""

    taken_back: int = 0
    """The number of decisions that people have taken back."""

    @property
    def final(self) -> State[Any]:
        """The position after the last turn."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return not self.final.to_act

    @property
    def moves(self) -> list[tuple[int, Any]]:
        """The seat and the action of each move, in order."""
        return [(turn.player, turn.action) for turn in self.turns]

    @property
    def last(self) -> list[Any]:
        """The actions of the last turn."""
        return last_actions(self.turns, [True] * len(self.turns))


def told_line(turn: PlayedMove, tags: Mapping[str, str], *, has_notation: bool = True) -> str:
    """Return a turn as a sentence, followed by the notation in brackets."""
    game = turn.game
    names = [label_of(seat, tags, game) for seat in range(len(turn.before.totals))]
    return f"{turn.told(names)}{f' [{turn.text}]' * has_notation}"


def _shipping(args: Namespace) -> ShippingCommand | None:
    """Return the game's command additions if its records need things that they don't hold, such as packs; else None."""
    command = command_of(args.game)
    return command if isinstance(command, ShippingCommand) else None


def _named_options(args: Namespace) -> Mapping[str, Sequence[str]]:
    """Return the given options for things that a record needs, each with the names that need no file."""
    command = _shipping(args)
    return {} if command is None else {option: names for option, names in command.SHIPPED.items() if option in args}


def load_named(args: Namespace) -> None:
    """Load the things that the options name and a record needs, such as a pack.

    Raises the errors of `ShippingCommand.load_named`.
    """
    command = _shipping(args)
    if command is not None:
        command.load_named(args)


def resuming(args: Namespace) -> str:
    """Return the command that resumes a game, without the file at its end."""
    given = ((option, str(getattr(args, option)), names) for option, names in _named_options(args).items())
    options = (f"--{option} {quote(value)} " for option, value, names in given if value not in names)
    return f"{args.parser.prog} {''.join(options)}--resume"


def check_resumed(args: Namespace, noun: str, allowed: Sequence[str]) -> None:
    """Raise UsageError if an argument is given that the resumed file determines: any but the allowed ones.

    Options for things that the file names but doesn't hold are allowed, too (`ShippingCommand`).
    """
    allowed = [*allowed, *_named_options(args)]
    for option, value in vars(args).items():
        if option not in (*allowed, "run", "parser", "game") and value != args.parser.get_default(option):
            raise UsageError(f"--{option} is for a new {noun}; {args.resume} says it already")
