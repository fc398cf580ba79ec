"""The form of a step's rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ..board import Board
from ..due import Due
from ..layout import Data

__all__ = ["Rule", "Rules"]


class Rule(NamedTuple):
    """The rules of a step."""

    legal: Callable[[Board, Data, int], list[int]]
    """Return the ids of the legal actions of a player, or of CHANCE, ascending."""

    play: Callable[[Board, bytearray, int, int, int], None]
    """Change a position by a legal action of a player: its verb, and the number of its argument."""


Rules: TypeAlias = dict[Due, Rule]
