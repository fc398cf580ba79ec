"""Impossible actions, which the table of a board lacks: reasons why no ship can ever take them, and their messages."""

from __future__ import annotations

from typing import Final, get_args

from ...errors import IllegalActionError, refused
from ...forms.checks import shown
from ..actions import Choose, Move, Piece, Reveal
from ..board import Board
from ..maps.geometry import way_between
from ..maps.hexes import DIRECTIONS
from ..maps.systems import System, player_name
from ..maps.tiles import Tile
from ..messages import say
from ..reasons import Reason

__all__ = ["impossible", "why_never"]

_PIECES: Final = get_args(Piece)
_HOLES: Final = {System.BLACK_HOLE: Reason.BLACK_HOLE, System.WORMHOLE: Reason.WORMHOLE}


def impossible(board: Board, action: object, mover: int | None = None) -> IllegalActionError:
    """Return the error for an action that isn't in the board's table; `mover` is the seat to move, if there is one."""
    reason, why = why_never(board, action, mover)
    if not why:
        what = say("id {number}", number=shown(action)) if isinstance(action, int) else shown(action)
        return refused(say("{what} is no action of this board", what=what), reason)
    return refused(say("{what} is no action of this board: {why}", what=_text(board, action), why=why), reason)


def why_never(board: Board, action: object, mover: int | None = None) -> tuple[Reason, str]:
    """Return the reason why an action isn't in the board's table, with its message; empty if the value is no action.

    `mover` is the player who moves; None: the owner of the homeworld that the move leads to.
    """
    match action:
        case Move() if len(action) == len(Move._fields) and _is_cell(board, action[0]) and _is_cell(board, action[1]):
            return _against_move(board, action, mover)
        case Reveal() | Choose() if System.UNEXPLORED not in board.systems:
            return Reason.NOTHING_HIDDEN, say("nothing is unexplored on this map")
        case Reveal(tile) if isinstance(tile, str):
            return Reason.NO_TILE, say("the tiles are {tiles}", tiles=", ".join(Tile))
        case Choose(target) if _is_cell(board, target):
            return Reason.NO_CHOICE, say("no city can be there")
        case _:
            return Reason.NO_SUCH_ACTION, ""


def _text(board: Board, action: object) -> str:
    """Return the action in words: a move, a reveal or a choice."""
    match action:
        case Move(origin, target, piece, damaged):
            way = {"origin": board.cell_names[origin], "target": board.cell_names[target], "piece": _piece_text(piece)}
            if damaged is True:
                return say("{origin} to {target} {piece}, damaged,", **way)
            return say("{origin} to {target} {piece}", **way)
        case Choose(target) if _is_cell(board, target):
            return say("to destroy what is at {cell}", cell=board.cell_names[target])
        case Reveal(tile):
            return say("to reveal {tile}", tile=shown(str(tile)))
        case _:
            return shown(action)


def _piece_text(piece: object) -> str:
    if piece is None:
        return say("without a piece")
    if not _is_piece(piece):
        return say("with {piece}", piece=shown(piece))
    return say("with a city") if piece == "city" else say("with a station")


def _is_piece(piece: object) -> bool:
    return type(piece) is str and piece in _PIECES


def _is_cell(board: Board, cell: object) -> bool:
    return type(cell) is int and 0 <= cell < board.n_cells


def _against_move(board: Board, move: Move, mover: int | None) -> tuple[Reason, str]:
    """Return why no ship can ever make a move between two cells of the board."""
    origin, target = board.cell_names[move.origin], board.cell_names[move.target]
    start, end = board.system(move.origin), board.system(move.target)
    if start.is_hole:
        is_black = start is System.BLACK_HOLE
        return _HOLES[start], (
            say("{cell} is a black hole, where no ship stands", cell=origin)
            if is_black
            else say("{cell} is a wormhole, where no ship stands", cell=origin)
        )
    if move.origin == move.target:
        return Reason.SAME_SYSTEM, say("a move leads to another system")
    if end.is_hole:
        is_black = end is System.BLACK_HOLE
        return _HOLES[end], (
            say("{cell} is a black hole, where no ship lands", cell=target)
            if is_black
            else say("{cell} is a wormhole, where no ship lands", cell=target)
        )
    if not _leads_to(board, move):
        return _without_way(board, move)
    return _against_piece(board, move, mover)


def _against_piece(board: Board, move: Move, mover: int | None) -> tuple[Reason, str]:
    """Return why no ship can ever make a move between two systems that are joined."""
    origin, target = board.cell_names[move.origin], board.cell_names[move.target]
    start, end = board.system(move.origin), board.system(move.target)
    if end.homeworld is not None and move.piece is not None:
        reason = Reason.OWN_SYSTEM if mover in (None, end.homeworld) else Reason.OPPONENT_SYSTEM
        who = player_name(end.homeworld)
        return reason, say("{cell} is the homeworld of {who}, where no piece is placed", cell=target, who=who)
    if end.homeworld is None and move.piece is None:
        way = f"{origin}{'!' if move.damaged is True else ''}-{target}"
        return Reason.NO_PIECE, say("add the piece, {way}=C for a city or {way}=S for a station", way=way)
    if start.homeworld is not None and move.piece is None:
        return Reason.NOT_DAMAGED, say("no ship on a homeworld is damaged")
    if move.piece is not None and not _is_piece(move.piece):
        return Reason.NO_PIECE, say("a piece is a city or a station")
    if type(move.damaged) is not bool:
        return Reason.NO_SUCH_ACTION, say("a ship is damaged, True, or not, False")
    return Reason.OUT_OF_RANGE, say("a damaged ship flies two systems at most")


def _leads_to(board: Board, move: Move) -> bool:
    """Return whether a line or a jump leads from one system to the other, at any distance."""
    return move.target in board.jumps(move.origin) or way_between(board, move.origin, move.target) is not None


def _without_way(board: Board, move: Move) -> tuple[Reason, str]:
    """Return why neither a line nor a jump leads from one system to another (E3.1, E4.1)."""
    origin, target = board.cell_names[move.origin], board.cell_names[move.target]
    start, end = board.hexes[move.origin], board.hexes[move.target]
    steps = start.distance(end)
    direction = next((at for at in range(len(DIRECTIONS)) if start.step(at, steps) == end), None)
    # On a map without wormholes the message doesn't name them.
    nor = say(", and no wormholes join them") if System.WORMHOLE in board.systems else ""
    if direction is None:
        return Reason.NO_LINE, say("{origin} and {target} share no line{nor}", origin=origin, target=target, nor=nor)
    for n in range(1, steps):
        cell = board.at(start.step(direction, n))
        if cell is None:
            gap = say(
                "the line from {origin} to {target} has a gap in the map{nor}", origin=origin, target=target, nor=nor
            )
            return Reason.GAP, gap
        if board.system(cell) is System.BLACK_HOLE:
            between = board.cell_names[cell]
            return Reason.BEHIND_BLACK_HOLE, say("the black hole at {cell} lies between{nor}", cell=between, nor=nor)
    raise AssertionError(f"a line leads from {origin} to {target}")
