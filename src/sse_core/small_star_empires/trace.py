"""The last actions as drawings mark them: which ship left where, and where something was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .._fast import State
from .actions import Action, Choose, Move, Reveal
from .board import Board
from .notation import format_action

__all__ = ["LEFT", "REACHED", "Leg", "Trace", "trace_of"]

LEFT: Final = ">"
"""Stands beside a system that a ship left."""

REACHED: Final = "<"
"""Stands beside a system where a ship landed, a tile was revealed, or a city was destroyed."""


class Leg(NamedTuple):
    """The way of a ship in one move."""

    origin: int
    target: int
    is_straight: bool
    """Whether the two lie on a line, so that it may have been a flight (E3.1); else it was a jump (E4.1)."""


class Trace(NamedTuple):
    """What the last actions did where."""

    legs: tuple[Leg, ...]
    """The ways of the ships, in the order of the moves."""

    touched: frozenset[int]
    """The cells where a ship landed, a tile was revealed, or a city was destroyed."""

    words: str
    """The actions as texts."""

    def sign(self, cell: int) -> str:
        """Return the sign that stands beside a cell, if one does; what was done last in a cell counts."""
        if cell in self.touched:
            return REACHED
        return LEFT if any(cell == leg.origin for leg in self.legs) else ""


def trace_of(thing: Board | State, last: Sequence[Action]) -> Trace:
    """Return what these actions, the last ones before a position, did where.

    A `Reveal` is where the move before it landed, or where something is due still. Raises IllegalActionError for what
    is no action of the board, TypeError for what is no sequence of actions.
    """
    board = thing.board
    legs: list[Leg] = []
    touched: set[int] = set()
    if isinstance(last, Action):
        raise TypeError("last is a sequence of actions: for one of them it is [action]")
    for action in last:
        if isinstance(action, Move):
            legs.append(_leg(board, action))
            touched.add(action.target)
        elif isinstance(action, Choose):
            touched.add(action.target)
        elif isinstance(action, Reveal) and isinstance(thing, State) and thing.due is not None:
            touched.add(thing.due.cell)
        elif not isinstance(action, Action):
            raise TypeError(f"last is a sequence of actions, there is a {type(action).__name__} in it")
    return Trace(tuple(legs), frozenset(touched), ", ".join(format_action(action, board) for action in last))


def _leg(board: Board, move: Move) -> Leg:
    """Return the way of a move; raise IllegalActionError if it isn't in the board's table."""
    format_action(move, board)
    return Leg(*move[:2], any(move.target in board.line(move.origin, direction) for direction in range(6)))
