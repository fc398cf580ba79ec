"""Messages for refused actions: the ship, the cells, the obstacle, and the clause."""

from __future__ import annotations

from typing import Final, Protocol, get_args

from .._fast import Due, Reserve
from ..errors import GameOverError, IllegalActionError
from ..forms.checks import shown
from ..game import CHANCE
from .actions import Action, Choose, Move, Piece, Reveal, Stay
from .board import Board
from .hexes import DIRECTIONS
from .layout import way_between
from .options import Rules
from .reasons import Reason
from .systems import System, player_name
from .tiles import Tile

__all__ = ["explain", "illegal_action", "no_such_action", "obstacle", "why_never"]


_PIECES: Final = get_args(Piece)
_HOLES: Final = {System.BLACK_HOLE: "black hole", System.WORMHOLE: "wormhole"}


class AnyState(Protocol):
    """A state of the core or of the reference, with the attributes that messages need."""

    @property
    def board(self) -> Board: ...

    @property
    def rules(self) -> Rules: ...

    @property
    def to_act(self) -> tuple[int, ...]: ...

    @property
    def due(self) -> Due | None: ...

    @property
    def conquered(self) -> tuple[int, ...]: ...

    @property
    def unexplored(self) -> tuple[int, ...]: ...

    def owner(self, cell: int) -> int | None: ...

    def tile(self, cell: int) -> Tile | None: ...

    def ships(self, player: int) -> tuple[tuple[int, bool], ...]: ...

    def reserve(self, player: int) -> Reserve: ...


def illegal_action(state: AnyState, action: Action | int, reason: Reason, player: int | None) -> IllegalActionError:
    """Return the error to raise for an action that is refused."""
    error = GameOverError if reason is Reason.GAME_OVER else IllegalActionError
    return error(explain(state, action, reason, player), reason)


def explain(state: AnyState, action: Action | int, reason: Reason, player: int | None) -> str:
    """Return one sentence on why an action is refused, with its clause."""
    mover = _mover(state)
    if reason is Reason.NO_SUCH_ACTION or isinstance(action, int):
        return no_such_action(state.board, action, mover)
    if reason is Reason.GAME_OVER:
        return f"the game is over ({reason.clause})"
    if reason is Reason.NOT_TO_ACT:
        return f"{_name_of(player)} is not to act: {_name_of(state.to_act[0])} is ({reason.clause})"
    if reason is Reason.NOT_DUE:
        return _not_due(state, action, mover)
    match action:
        case Reveal(tile):
            return f"no tile {tile.value!r} is left in the bag ({reason.clause})"
        case Choose(target):
            return _no_choice(state, state.board.cell_names[target], mover)
        case Stay():
            return f"there is no move to decline ({reason.clause})"
        case Move():
            return _no_move(state, action, reason, mover)


def _mover(state: AnyState) -> int:
    """Return the seat whose turn it is, also while chance is to act; 0 at the end."""
    if state.due is not None:
        return state.due.player
    return state.to_act[0] if state.to_act else 0


def _name_of(player: int | None) -> str:
    """Return the name of a player, or of CHANCE, in messages."""
    assert player is not None
    return "chance" if player == CHANCE else player_name(player)


# --- another kind of action is due


def _not_due(state: AnyState, action: Action, mover: int) -> str:
    if state.due is None:
        return _nothing_due(state, action, mover)
    what, cell, _ = state.due
    at = state.board.cell_names[cell]
    if what == "reveal":
        return f"first it must be revealed what lies at {at} (E9.2)"
    if what == "refuel":
        return f"{_name_of(mover)} goes on with the ship that refuels at {at}, or stays (E9.7)"
    city = state.rules.city_word
    return f"{_name_of(mover)} must first choose a {city} that the Nordinn Empire at {at} destroys (E9.9)"


def _nothing_due(state: AnyState, action: Action, mover: int) -> str:
    if isinstance(action, Reveal):
        return "nothing is to be revealed now (E9.2)"
    if isinstance(action, Choose):
        return f"no {state.rules.city_word} is to be destroyed now (E9.9)"
    if state.rules.toll_compulsory:
        return f"{_name_of(mover)} must move (E2.1)"
    return f"{_name_of(mover)} must move, and has moves that cost no toll (E10.1)"


def _no_choice(state: AnyState, target: str, mover: int) -> str:
    assert state.due is not None
    at = state.board.cell_names[state.due.cell]
    city = state.rules.city_word
    own = f"an own {city} next to {at} comes first, then any {city} of the others"
    return f"{_name_of(mover)} cannot choose {target}: {own} (E9.9)"


# --- moves


def _no_move(state: AnyState, move: Move, reason: Reason, mover: int) -> str:
    names, rules = state.board.cell_names, state.rules
    origin, target = names[move.origin], names[move.target]
    damaged = move.damaged or (move.origin, False) not in state.ships(mover)
    ship = f"{'damaged ship' if damaged else 'ship'} at {origin}"
    match reason:
        case Reason.NO_SHIP if move.damaged:
            return f"{_name_of(mover)} has no damaged ship beside a whole one at {origin} (E3.4)"
        case Reason.NO_SHIP:
            return f"{_name_of(mover)} has no ship at {origin} (E2.1)"
        case Reason.NOT_DAMAGED:
            return f"ship at {origin} is whole and needs no repair at {target} (E5.3)"
        case Reason.NO_CITY:
            clause = "E9.1" if move.target in state.unexplored else "E3.6"
            return f"{_name_of(mover)} has no {rules.city_word} in reserve for {target} ({clause})"
        case Reason.NO_STATION:
            return f"{_name_of(mover)} has no station in reserve for {target} (E3.6)"
        case Reason.OWN_SYSTEM:
            return f"{ship} cannot land on {target}: it is held by {_name_of(mover)} already (E3.5)"
        case Reason.OPPONENT_SYSTEM:
            return f"{ship} cannot land on {target}: it is held by {_name_of(state.owner(move.target))} (E3.4)"
        case Reason.CLOSED_SYSTEM:
            return f"{ship} cannot land on {target}: {obstacle(state, move.target, mover, damaged)}"
        case Reason.UNEXPLORED_SYSTEM if damaged:
            return f"{ship} cannot land on {target}: it is unexplored (E5.2)"
        case Reason.UNEXPLORED_SYSTEM:
            return f"{ship} explores {target} with a {rules.city_word}, not with a station (E9.1)"
        case Reason.NOT_ADJACENT:
            return f"{ship} cannot reach {target}: the fuel lasts for one step (E9.7)"
        case Reason.NO_DAMAGED_JUMP:
            return f"{ship} cannot jump to {target}: damaged ships don't jump in this game (E4.3)"
        case Reason.OUT_OF_RANGE:
            return f"{ship} cannot reach {target}: a damaged ship flies two systems at most (E5.1)"
        case Reason.NO_TOLL:
            return f"{ship} cannot reach {target}: {_toll_text(state, move, mover)} (E10.1)"
        case _:
            return f"{ship} cannot reach {target}: {_first_obstacle(state, move, mover, damaged)}"


def _toll_text(state: AnyState, move: Move, mover: int) -> str:
    way = way_between(state.board, move.origin, move.target) or ()
    toll = sum(state.owner(cell) not in (None, mover) for cell in way)
    one, many = state.rules.city_word, state.rules.cities_word
    landing = f" and a {one} to land with" if move.piece == "city" else ""
    held = state.reserve(mover).cities
    return f"the way costs {toll} {one if toll == 1 else many}{landing}, {_name_of(mover)} has {held} in reserve"


def _first_obstacle(state: AnyState, move: Move, mover: int, damaged: bool) -> str:
    """Return the first obstacle on the way, with its clause."""
    for cell in way_between(state.board, move.origin, move.target) or ():
        if found := obstacle(state, cell, mover, damaged):
            return found
    return "no free way leads there (E3.4)"


def obstacle(state: AnyState, cell: int, mover: int, damaged: bool) -> str:
    """Return the obstacle in a cell, with its clause; empty if a ship can pass."""
    name, tile = state.board.cell_names[cell], state.tile(cell)
    if tile is Tile.ASTEROID:
        return f"{name} is an asteroid field (E9.5)"
    if tile is Tile.NORDINN:
        return f"{name} is of the Nordinn Empire (E9.9)"
    if cell in state.conquered:
        return f"{name} is conquered (E9.9)"
    if cell in state.unexplored:
        if not state.rules.unexplored_passable:
            return f"{name} is unexplored (E3.3)"
        return f"{name} is unexplored (E5.2)" if damaged and not state.rules.damaged_passes_unexplored else ""
    owner = state.owner(cell)
    return "" if owner in (None, mover) or state.rules.open_borders else f"{name} is held by {_name_of(owner)} (E3.4)"


# --- actions that the table doesn't have


def no_such_action(board: Board, action: object, mover: int | None = None) -> str:
    """Return one sentence on an action that isn't in the board's table, with the clause that rules it out."""
    if isinstance(action, Move) and len(action) == len(Move._fields) and _has_cells(board, action):
        origin, target = board.cell_names[action.origin], board.cell_names[action.target]
        damaged = ", damaged," if action.damaged is True else ""
        why = why_never(board, action, mover)
        return f"{origin} to {target} {_piece_text(action.piece)}{damaged} is no action of this board: {why}"
    if isinstance(action, Reveal) and isinstance(action.tile, str):
        return f"to reveal {shown(str(action.tile))} is no action of this board (E9.1)"
    if isinstance(action, Choose) and _is_cell(board, action.target):
        clause = "E9.9" if System.UNEXPLORED in board.systems else "E9.1"
        return f"to destroy what is at {board.cell_names[action.target]} is no action of this board ({clause})"
    if isinstance(action, int):
        return f"id {shown(action)} is no action of this board ({Reason.NO_SUCH_ACTION.clause})"
    return f"{shown(action)} is no action of this board ({Reason.NO_SUCH_ACTION.clause})"


def _has_cells(board: Board, move: Move) -> bool:
    return _is_cell(board, move.origin) and _is_cell(board, move.target)


def _is_cell(board: Board, cell: object) -> bool:
    return type(cell) is int and 0 <= cell < board.n_cells


def _piece_text(piece: object) -> str:
    if piece is None:
        return "without a piece"
    return f"with a {piece}" if type(piece) is str and piece in _PIECES else f"with {shown(piece)}"


def why_never(board: Board, move: Move, mover: int | None) -> str:
    """Return why no ship can ever make a move, with the clause."""
    origin, target = board.cell_names[move.origin], board.cell_names[move.target]
    start, end = board.system(move.origin), board.system(move.target)
    if start.is_hole:
        return f"{origin} is a {_HOLES[start]}, where no ship stands ({_clause_of(start)})"
    if move.origin == move.target:
        return "a move leads to another system (E3.1)"
    if end.is_hole:
        return f"{target} is a {_HOLES[end]}, where no ship lands ({_clause_of(end)})"
    if not _leads_to(board, move):
        return _why_no_way(board, move)
    if end.homeworld is not None and move.piece is not None:
        clause = "E3.5" if mover is None or end.homeworld == mover else "E3.4"
        return f"{target} is the homeworld of {_name_of(end.homeworld)}, where no piece is placed ({clause})"
    if end.homeworld is None and move.piece is None:
        way = f"{origin}{'!' if move.damaged is True else ''}-{target}"
        return f"add the piece, {way}=C for a city or {way}=S for a station (E6.1)"
    if start.homeworld is not None and move.piece is None:
        return "no ship on a homeworld is damaged (E5.3)"
    if move.piece is not None and not (type(move.piece) is str and move.piece in _PIECES):
        return "a piece is a city or a station (E6.1)"
    if type(move.damaged) is not bool:
        return "a ship is damaged, True, or not, False (E5.1)"
    return "a damaged ship flies two systems at most (E5.1)"


def _clause_of(hole: System) -> str:
    """Return the clause that keeps ships from landing on a hole."""
    return "E3.4" if hole is System.BLACK_HOLE else "E3.5"


def _leads_to(board: Board, move: Move) -> bool:
    """Return whether a line or a jump leads from one system to the other, at any distance."""
    return move.target in board.jumps(move.origin) or way_between(board, move.origin, move.target) is not None


def _why_no_way(board: Board, move: Move) -> str:
    """Return why neither a line nor a jump leads from one system to another (E3.1, E4.1)."""
    origin, target = board.cell_names[move.origin], board.cell_names[move.target]
    start, end = board.hexes[move.origin], board.hexes[move.target]
    steps = start.distance(end)
    direction = next((at for at in range(len(DIRECTIONS)) if start.step(at, steps) == end), None)
    # On a map without wormholes the message doesn't name them.
    nor, clause = (", and no wormholes join them", ", E4.1") if System.WORMHOLE in board.systems else ("", "")
    if direction is None:
        return f"{origin} and {target} share no line{nor} (E3.1{clause})"
    for n in range(1, steps):
        cell = board.at(start.step(direction, n))
        if cell is None:
            return f"the line from {origin} to {target} has a gap in the map{nor} (E1.6{clause})"
        if board.system(cell) is System.BLACK_HOLE:
            return f"the black hole at {board.cell_names[cell]} lies between{nor} (E3.4{clause})"
    raise AssertionError(f"a line leads from {origin} to {target}")
