"""Turns of a game, and games that were played, for the commands that play."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..bots.watched import BotError
from ..game import State
from .pages import UsageError

__all__ = [
    "PlayedGame",
    "Turn",
    "check_resumed",
    "last_turn",
]

# --- the turns of a game


@dataclass(frozen=True)
class Turn:
    """One action of a game, with the states around it."""

    before: State[Any]
    player: int
    action: Any
    after: State[Any]

    @property
    def text(self) -> str:
        """The text of the action."""
        return self.before.game.format_action(self.action, self.before)

    @property
    def continues(self) -> bool:
        """Whether the action belongs to the turn of the action before it, such as a chance event."""
        return self.before.game.continues_turn(self.before)

    @cached_property
    def effects(self) -> tuple[str, ...]:
        """The effects of the action beyond its own text, in sentences; worked out on first use."""
        return self.before.game.effects(self.before, self.action, self.after)


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end, until a person left, or until an interruption."""

    start: State[Any]
    turns: Sequence[Turn]
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
        return last_turn((turn.continues, turn.action) for turn in self.turns)


def last_turn(actions: Iterable[tuple[bool, Any]]) -> list[Any]:
    """Return the actions of the last turn, from pairs (whether the action continues a turn, action)."""
    last: list[Any] = []
    for continues, action in actions:
        last = [*last, action] if continues else [action]
    return last


# --- resumed games


def check_resumed(args: Namespace, noun: str, allowed: Sequence[str]) -> None:
    """Raise UsageError if an argument is given that the resumed file holds already: any but the allowed ones."""
    for option, value in vars(args).items():
        if option not in (*allowed, "run", "parser", "game") and value != args.parser.get_default(option):
            raise UsageError(f"--{option} is for a new {noun}; {args.resume} says it already")
