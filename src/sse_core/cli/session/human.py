"""The class `Human`: a person at the terminal as a `game.Bot`."""

from __future__ import annotations

import sys
from typing import Any, Final, TypeVar

from ...errors import ArgumentError
from ...game import CHANCE, PLAIN, AnyGame, Pen, State
from ...play.steps import question
from ...seeds import SplitMix64
from ..terminal.output import RefusedError, UsageError, echo, fitted, paragraph, say, set_encoding_errors
from ..terminal.streams import INPUT, flush, named
from ..terminal.styles import above
from .choices import choices_page
from .exits import LeftError, RewoundError
from .line_editing import Lines
from .requests import COMMANDS, Request
from .session import Person, Table
from .typed_input import Chosen, Options, Refused, understand

__all__ = ["Human"]

ActionT = TypeVar("ActionT")

_MOST_TOLD: Final = 4
"""The most lines about recent actions for which a drawing leaves room."""

_HELP: Final = "Type an action. ? lists them, help what else can be typed. quit leaves the game."


class Human(Person):
    """A person who types, as a `game.Bot`: it shows the position, and asks until the answer is a legal action."""

    def __init__(self, game: AnyGame, name: str, pen: Pen = PLAIN) -> None:
        super().__init__()
        self._game = game
        self._name = name
        self._pen = pen
        self._table: Table | None = None
        self._is_first = True
        self._lines = Lines()
        self._ahead: list[str] = []
        """Input that was typed ahead, after the last action."""
        self._next_ply = 0
        """The ply for which the input was typed ahead, the one after the last action."""
        set_encoding_errors(sys.stdin, "replace")

    def sit_down(self, table: Table) -> None:
        """Sit down at the table of a game, which the commands of the person look at and change."""
        self._table = table

    def choose(self, view: State[ActionT], player: int, rng: SplitMix64, /) -> ActionT:
        """Return the action that the person types; raise LeftError at ``quit`` and at the end of the input.

        Raises RewoundError if the person has taken moves back or redone them.
        """
        if self._table is not None:
            self._table.hand_to(player)
        # A view doesn't count the sealed orders of others, so the table tells whether anybody has acted meanwhile.
        ply = view.ply if self._table is None else self._table.state.ply
        if ply != self._next_ply:
            self._drop(self._meanwhile(player))
        if not self._ahead:
            asked = paragraph(question(view, (), player), indent=0)
            below = f"{paragraph(_HELP, indent=0)}\n{asked}" if self._is_first else asked
            pen = above(self._pen, below.count("\n") + self._reported(player))
            echo(f"\n{fitted(self._game.to_text(view, last=self.last, pen=pen))}\n{below}")
        elif self._is_first:
            echo(paragraph(_HELP, indent=0))
        self._is_first = False
        self._next_ply = ply + 1
        legal = (self._game.format_action(action, view) for action in view.legal_actions(player))
        self._lines.completing((*COMMANDS, *legal))
        while True:
            text = self._next_text()
            meant = understand(text, view, player, COMMANDS)
            match meant:
                case Chosen(action):
                    written = self._game.format_action(action, view)
                    if written != text:
                        echo(f"{self._name}: {written}")
                    chosen: ActionT = action
                    return chosen
                case Refused(why):
                    say(f"No: {why}.")
                    self._drop("that was refused")
                case Options():
                    echo(f"\n{choices_page(view, player, meant, self.last, self._pen)}\n")
                    self._drop("an action is to be typed first")
                case command:
                    self._follow(command, text, view, player)
                    self._drop("an action is to be typed first")

    def ask_after_end(self, final: State[Any], player: int) -> None:
        """Ask for commands after the end of the game; return when the person has no more.

        Raises RewoundError if the person has taken back a decision, LeftError at ``quit``.
        """
        if self._table is not None and self._table.are_apart:
            # The next person may ask, too, and finds no input of this one.
            self._lines = Lines()
        echo(f"\n{paragraph('The game is over. Enter ends it; undo, save, score, last and rules go on.', indent=0)}")
        while text := self._ask():
            meant = understand(text, final, player, COMMANDS)
            if isinstance(meant, str):
                self._follow(meant, text, final, player)
            else:
                say("No: the game is over; Enter ends it, undo takes a decision back.")

    def _follow(self, command: str, text: str, view: State[Any], player: int) -> None:
        """Run a command."""
        assert self._table is not None
        argument = text.removeprefix("?") if text.startswith("?") else text.partition(" ")[2]
        request = Request(self._table, view, player, argument.strip(), self.last, self._pen)
        try:
            COMMANDS[command].follow(request)
        except RewoundError:
            self._drop("the position is another one now")
            raise
        except (ArgumentError, RefusedError, UsageError, OSError) as error:
            say(f"No: {f'{error.filename}: {error.strerror}' if isinstance(error, OSError) else error}.")

    def _next_text(self) -> str:
        if not self._ahead:
            parts = [text.strip() for text in self._ask().split(";")]
            # A semicolon at the end doesn't announce another action.
            self._ahead = [text for text in parts if text] or [""]
        return self._ahead.pop(0)

    def _reported(self, player: int) -> int:
        """Return the number of lines about actions since the person's last one, with a blank line; limited."""
        told = [] if self._table is None else self._table.told(player)
        return min("\n".join(told).count("\n") + 2, _MOST_TOLD) if told else 0

    def _meanwhile(self, player: int) -> str:
        """Return words about what came between an action of the person and the next one."""
        actors = set[int]() if self._table is None else self._table.acted_since(player)
        if not actors:
            return "the position is another one now"
        return "chance acted meanwhile" if actors == {CHANCE} else "others acted meanwhile"

    def _drop(self, why: str) -> None:
        """Drop the input that was typed ahead, and say so."""
        if any(self._ahead):
            say(f"Left out, since {why}: {'; '.join(self._ahead)}.")
        self._ahead = []

    def _ask(self) -> str:
        flush()
        try:
            text = self._lines.ask(f"{self._name}: ").strip()
        except EOFError:
            echo()
            raise LeftError from None
        except OSError as error:
            # A question that couldn't be written is still in the buffer, and fails again here.
            flush()
            raise named(error, INPUT) from None
        if not sys.stdin.isatty():
            # A terminal shows what a person types. Input of a script is printed, so that the output looks the same.
            echo(text)
        return text
