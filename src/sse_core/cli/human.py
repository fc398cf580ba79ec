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
from .pages import WIDTH, forgive, say

__all__ = ["Human", "LeftError"]

ActionT = TypeVar("ActionT")

_HELP: Final = "Type an action; ? lists the legal ones, ? and a beginning those that begin so; quit leaves the game."


class LeftError(Exception):
    """A person left the game before its end."""


class Human:
    """Answers `bots.Bot`: shows the position, and asks until a legal action is named."""

    def __init__(self, game: AnyGame, name: str) -> None:
        self._game = game
        self._name = name
        self._is_new = True
        self.last: Sequence[Any] = ()
        """The actions of the last turn, which the drawing marks."""
        forgive(sys.stdin, "replace")

    def choose(self, view: State[ActionT], player: int, rng: SplitMix64) -> ActionT:
        """Return the action that the person names; raise LeftError at ``quit`` and where the input ends."""
        say(f"\n{self._game.to_text(view, last=self.last)}\n")
        if self._is_new:
            say(f"{fill(_HELP, WIDTH)}\n")
            self._is_new = False
        while True:
            text = self._ask()
            if text.lower() == "quit":
                raise LeftError
            if text.startswith("?"):
                self._list(view, player, text.removeprefix("?").strip())
                continue
            try:
                action: ActionT = self._game.parse_action(text, view)
                view.after(action, player)
            except SseError as error:
                say(f"No: {error.message if isinstance(error, NotationError) else error}.")
            else:
                understood = self._game.format_action(action, view)
                if understood != text:
                    say(f"{self._name}: {understood}")
                return action

    def _ask(self) -> str:
        sys.stdout.flush()
        try:
            text = input(f"{self._name}: ").strip()
        except EOFError:
            say()
            raise LeftError from None
        if not sys.stdin.isatty():
            # Whoever types sees the words; a script's go into the page, so that it reads the same.
            say(text)
        return text

    def _list(self, view: State[ActionT], player: int, beginning: str) -> None:
        texts = [self._game.format_action(action, view) for action in view.legal_actions(player)]
        chosen = [text for text in texts if text.lower().startswith(beginning.lower())]
        say(
            fill("  ".join(chosen), get_terminal_size((WIDTH, 24)).columns, break_on_hyphens=False)
            if chosen
            else f"No legal action begins with {beginning!r}."
        )
