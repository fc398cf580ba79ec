"""A person at the terminal, in the place of a bot."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import Any, Final, TypeVar

from ..errors import NotationError, SseError
from ..game import AnyGame, State
from ..seeds import SplitMix64
from .pages import WIDTH, echo, set_encoding_errors

__all__ = ["Human", "LeftError"]

ActionT = TypeVar("ActionT")

_HELP: Final = (
    "Type an action. ; stands between several. ? lists the legal actions, ? and some letters those that begin with "
    "them. quit leaves the game."
)


class LeftError(Exception):
    """A person left the game before its end."""


class Human:
    """A person. Answers `game.Bot`: shows the position, and asks until the answer is a legal action."""

    def __init__(self, game: AnyGame, name: str) -> None:
        self._game = game
        self._name = name
        self._is_first = True
        self.last: Sequence[Any] = ()
        """The actions of the last turn, which the drawing marks."""
        self._ahead: list[str] = []
        """What the person typed after the last action."""
        self._next_ply = 0
        """The ply after the last action, at which the person means what was typed ahead."""
        set_encoding_errors(sys.stdin, "replace")

    def choose(self, view: State[ActionT], player: int, rng: SplitMix64) -> ActionT:
        """Return the action that the person types; raise LeftError at ``quit`` and at the end of the input."""
        if view.ply != self._next_ply:
            self._drop("others acted meanwhile")
        if not self._ahead:
            echo(f"\n{self._game.to_text(view, last=self.last)}\n")
        if self._is_first:
            echo(f"{fill(_HELP, WIDTH)}\n")
            self._is_first = False
        self._next_ply = view.ply + 1
        while True:
            if not self._ahead:
                self._ahead = [text.strip() for text in self._ask().split(";")]
            text = self._ahead.pop(0)
            if text.lower() == "quit":
                raise LeftError
            if text.startswith("?"):
                self._list(view, player, text.removeprefix("?").strip())
                self._drop("an action is to be typed first")
                continue
            try:
                action: ActionT = self._game.parse_action(text, view)
                view.after(action, player)
            except SseError as error:
                echo(f"No: {error.message if isinstance(error, NotationError) else error}.")
                self._drop("that was refused")
            else:
                written = self._game.format_action(action, view)
                if written != text:
                    echo(f"{self._name}: {written}")
                return action

    def _drop(self, why: str) -> None:
        """Forget what was typed ahead, and say so."""
        if any(self._ahead):
            echo(f"Left out, since {why}: {'; '.join(self._ahead)}.")
        self._ahead = []

    def _ask(self) -> str:
        sys.stdout.flush()
        try:
            text = input(f"{self._name}: ").strip()
        except EOFError:
            echo()
            raise LeftError from None
        if not sys.stdin.isatty():
            # A terminal shows what a person types. The input of a script is printed, so that the page is the same.
            echo(text)
        return text

    def _list(self, view: State[ActionT], player: int, beginning: str) -> None:
        texts = [self._game.format_action(action, view) for action in view.legal_actions(player)]
        chosen = [text for text in texts if text.lower().startswith(beginning.lower())]
        echo(
            fill("  ".join(chosen), get_terminal_size((WIDTH, 24)).columns, break_on_hyphens=False)
            if chosen
            else f"No legal action begins with {beginning!r}."
        )
