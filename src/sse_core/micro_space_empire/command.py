"""The option of Micro Space Empire in the `sse` command: the expansion."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Any

from ..play.sentences import players_wanted
from .info import INFO
from .messages import say
from .positions.makers import new_game
from .state import State

__all__ = ["add_setup", "set_up"]


def add_setup(parser: ArgumentParser) -> None:
    """Add the option for the expansion."""
    parser.add_argument("--expansion", action="store_true", help=say("put Aquila and Queloz into the box (M1)"))


def set_up(args: Namespace, players: int | None, seed: int, load_map: Callable[[str], Any]) -> State:
    """Return a new game. It doesn't depend on the seed, since cards are drawn when they are turned over."""
    if players is not None and (why := players_wanted(INFO.title, players, 1, 1)):
        raise ArgumentTypeError(why)
    return new_game(expansion=args.expansion)
