"""What a refused action is told: where, what, why, and the clause."""

from __future__ import annotations

from typing import Protocol

from ..checks import shown
from ..errors import GameOverError, IllegalActionError, Reason
from .actions import Action
from .board import Board

__all__ = ["explain", "refusal"]


class Position(Protocol):
    """What an explanation looks at: a state of the core, or of the reference."""

    @property
    def board(self) -> Board: ...

    @property
    def to_act(self) -> tuple[int, ...]: ...

    def owner(self, cell: int) -> int | None: ...


def refusal(state: Position, action: Action | int, reason: Reason, player: int | None) -> IllegalActionError:
    """Return the error to raise for an action that is refused."""
    error = GameOverError if reason is Reason.GAME_OVER else IllegalActionError
    return error(explain(state, action, reason, player), reason)


def explain(state: Position, action: Action | int, reason: Reason, player: int | None) -> str:
    """Return one sentence on why an action is refused."""
    return f"{_sentence(state, action, reason, player)} ({reason.clause})"


def _sentence(state: Position, action: Action | int, reason: Reason, player: int | None) -> str:
    board, mover = state.board, state.to_act[0] if state.to_act else None
    if reason is Reason.NO_SUCH_ACTION or not isinstance(action, Action):
        return f"{_named(board, action)} is no action of this board"
    origin, target = board.cell_names[action.origin], board.cell_names[action.target]
    kind = "damaged ship" if action.damaged else "ship"
    match reason:
        case Reason.GAME_OVER:
            return "the game is over"
        case Reason.NOT_TO_ACT:
            return f"player {player} is not to act: player {mover} is"
        case Reason.NO_SHIP if action.damaged:
            return f"player {mover} has no damaged ship beside a whole one at {origin}"
        case Reason.NO_SHIP:
            return f"player {mover} has no ship at {origin}"
        case Reason.NOT_DAMAGED:
            return f"ship at {origin} is whole and needs no repair at {target}"
        case Reason.NO_CITY:
            return f"player {mover} has no city in reserve for {target}"
        case Reason.NO_STATION:
            return f"player {mover} has no station in reserve for {target}"
        case Reason.OWN_SYSTEM:
            return f"{kind} at {origin} cannot land on {target}: it is held by player {mover} already"
        case Reason.OPPONENT_SYSTEM:
            return f"{kind} at {origin} cannot land on {target}: it is held by player {state.owner(action.target)}"
        case Reason.NO_DAMAGED_JUMP:
            return f"ship at {origin} cannot jump to {target}: damaged ships don't jump in this game"
        case Reason.OUT_OF_RANGE:
            return f"ship at {origin} cannot reach {target}: a damaged ship flies two systems at most"
        case _:
            return f"{kind} at {origin} cannot reach {target}: {_blocker(state, action)}"


def _blocker(state: Position, action: Action) -> str:
    """Name the first system on the way that an opponent holds."""
    board = state.board
    for direction in range(6):
        line = board.line(action.origin, direction)
        if action.target in line:
            for cell in line:
                if state.owner(cell) not in (None, *state.to_act):
                    return f"{board.cell_names[cell]} is held by player {state.owner(cell)}"
    return "no free way leads there"


def _named(board: Board, action: object) -> str:
    if not isinstance(action, Action) or len(action) != len(Action._fields):
        return f"id {shown(action)}"
    cells = (action.origin, action.target)
    if all(type(cell) is int and 0 <= cell < board.n_cells for cell in cells):
        origin, target = (board.cell_names[cell] for cell in cells)
        return f"{origin} to {target} with {shown(action.piece)}{', damaged,' if action.damaged is True else ''}"
    return shown(action)
