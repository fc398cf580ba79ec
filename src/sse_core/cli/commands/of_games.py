"""Commands that a single game owns, such as `sse pack check`; the game's module ``command`` runs them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import cast

from ...game import AnyGame
from ...play.game_commands import OwnCommands, command_of
from ..terminal.output import echo, echo_json

__all__ = ["Owned"]


class Owned:
    """A command that a game owns, with the functions of a command's module."""

    def __init__(self, name: str) -> None:
        self._name = name

    def add(self, parser: ArgumentParser, game: AnyGame) -> None:
        """Add the arguments of the command."""
        self._owner(game).add_command(self._name, parser)

    def run(self, args: Namespace) -> int:
        """Run the command, and print its lines, or its object as JSON."""
        found = self._owner(args.game).run_command(self._name, args)
        if isinstance(found, Mapping):
            echo_json(cast("Mapping[str, object]", found))
        else:
            for line in found:
                echo(line)
        return 0

    def _owner(self, game: AnyGame) -> OwnCommands:
        return cast(OwnCommands, command_of(game))
