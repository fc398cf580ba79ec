"""Games that were played, and those that are resumed, for the commands that play."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..bots.watched import BotError
from ..game import State
from ..play.played import PlayedMove, last_actions
from .pages import UsageError

__all__ = ["PlayedGame", "check_resumed"]


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end, until a person left, or until an interruption."""

    start: State[Any]
    turns: Sequence[PlayedMove]
    interruption: KeyboardInterrupt | OSError | BotError | None
    """The exception that ended the game early, such as Ctrl-C, a closed terminal or a bot that failed; it is raised
    again after saving."""

    taken_back: int = 0
    """How many decisions people have taken back."""

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


def check_resumed(args: Namespace, noun: str, allowed: Sequence[str]) -> None:
    """Raise UsageError if an argument is given that the resumed file holds already: any but the allowed ones."""
    for option, value in vars(args).items():
        if option not in (*allowed, "run", "parser", "game") and value != args.parser.get_default(option):
            raise UsageError(f"--{option} is for a new {noun}; {args.resume} says it already")
