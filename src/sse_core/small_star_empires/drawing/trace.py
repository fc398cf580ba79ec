"""Traces of the last actions, for drawings: the ways of ships, and the cells where an action took place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..._fast import State
from ...drawing.checks import check_actions
from ..actions import Action, Choose, Move, Reveal
from ..any_state import is_state
from ..board import Board
from ..maps.geometry import way_between
from ..text.notation import format_action

__all__ = ["LEFT", "REACHED", "Leg", "Trace", "trace_of"]

LEFT: Final = ">"
"""The mark beside a system that a ship left."""

REACHED: Final = "<"
"""The mark beside a system where a ship landed, a tile was revealed, or a city was destroyed."""


class Leg(NamedTuple):
    """The way of a ship in one move."""

    origin: int
    target: int
    is_straight: bool
    """Whether both cells lie on a line, as in a flight (E3.1); other moves are jumps (E4.1)."""


class Trace(NamedTuple):
    """The trace of the last actions."""

    legs: tuple[Leg, ...]
    """The ways of ships, in the order of the moves."""

    touched: frozenset[int]
    """The cells where a ship landed, a tile was revealed, or a city was destroyed."""

    words: str
    """The actions as text, with commas between them."""

    def mark(self, cell: int) -> str:
        """Return the mark beside a cell; empty if it has none. A cell that was left and reached counts as reached."""
        if cell in self.touched:
            return REACHED
        return LEFT if any(cell == leg.origin for leg in self.legs) else ""


def trace_of(context: Board | State, last: Sequence[Action]) -> Trace:
    """Return the trace of the actions that led to a position.

    A `Reveal` takes place where the move before it landed, or where an action is still due. Raises IllegalActionError
    if an action isn't in the board's table, TypeError if `last` is no sequence of actions.
    """
    board = context.board
    legs: list[Leg] = []
    touched: set[int] = set()
    actions = check_actions(last, Action)
    for action in actions:
        if isinstance(action, Move):
            legs.append(_leg(board, action))
            touched.add(action.target)
        elif isinstance(action, Choose):
            touched.add(action.target)
        elif isinstance(action, Reveal) and is_state(context) and context.due is not None:
            touched.add(context.due.cell)
    return Trace(tuple(legs), frozenset(touched), ", ".join(format_action(action, board) for action in actions))


def _leg(board: Board, move: Move) -> Leg:
    """Return the way of a move; raise IllegalActionError if it isn't in the board's table."""
    format_action(move, board)
    return Leg(*move[:2], way_between(board, move.origin, move.target) is not None)
