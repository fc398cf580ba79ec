"""Messages for refused actions: the ship, the cells, the obstacle, and the clause."""

from __future__ import annotations

from typing import Protocol

from .._fast import Due, Reserve
from ..errors import IllegalActionError, refused
from ..game import CHANCE
from .actions import Action, Choose, Move, Reveal
from .board import Board
from .impossible import impossible, why_never
from .layout import way_between
from .options import Rules
from .reasons import Reason
from .systems import player_name
from .tiles import Tile

__all__ = ["illegal_action", "is_obstacle", "reason_never"]


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
    """Return the error for an action that is refused for a reason."""
    if isinstance(action, int) or state.board.action_id(action) is None:
        return impossible(state.board, action, _mover(state))
    return refused(_words(state, action, reason, player), reason)


def reason_never(state: AnyState, action: Action | int) -> Reason:
    """Return the reason why an action isn't in the table of the state's board."""
    return why_never(state.board, action, _mover(state))[0]


def _words(state: AnyState, action: Action, reason: Reason, player: int | None) -> str:
    """Return why an action of the table is refused."""
    mover = _mover(state)
    match reason, action:
        case Reason.GAME_OVER, _:
            return "the game is over"
        case Reason.NOT_TO_ACT, _:
            return f"{_name_of(player)} is not to act: {_name_of(state.to_act[0])} is"
        case Reason.REVEAL_FIRST | Reason.FUEL_FIRST | Reason.CHOICE_FIRST, _:
            return _due_first(state, reason, mover)
        case Reason.NO_REVEAL, _:
            return "nothing is to be revealed now"
        case Reason.NO_DESTRUCTION, _:
            return f"no {state.rules.city_word} is to be destroyed now"
        case Reason.MUST_MOVE, _:
            return f"{_name_of(mover)} must move"
        case Reason.FREE_MOVES, _:
            return f"{_name_of(mover)} must move, and has moves that cost no toll"
        case _, Reveal(tile):
            return f"no tile {tile.value!r} is left in the bag"
        case _, Choose(target):
            return _no_choice(state, state.board.cell_names[target], mover)
        case _, Move():
            return _no_move(state, action, reason, mover)
        case _:
            raise AssertionError((reason, action))


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


def _due_first(state: AnyState, reason: Reason, mover: int) -> str:
    assert state.due is not None
    at = state.board.cell_names[state.due.cell]
    if reason is Reason.REVEAL_FIRST:
        return f"first it must be revealed what lies at {at}"
    if reason is Reason.FUEL_FIRST:
        return f"{_name_of(mover)} goes on with the ship that refuels at {at}, or stays"
    return f"{_name_of(mover)} must first choose a {state.rules.city_word} that the Nordinn Empire at {at} destroys"


def _no_choice(state: AnyState, target: str, mover: int) -> str:
    assert state.due is not None
    at = state.board.cell_names[state.due.cell]
    city = state.rules.city_word
    own = f"an own {city} next to {at} comes first, then any {city} of the others"
    return f"{_name_of(mover)} cannot choose {target}: {own}"


# --- moves


def _no_move(state: AnyState, move: Move, reason: Reason, mover: int) -> str:
    names, rules = state.board.cell_names, state.rules
    origin, target = names[move.origin], names[move.target]
    damaged = move.damaged or (move.origin, False) not in state.ships(mover)
    ship = f"{'damaged ship' if damaged else 'ship'} at {origin}"
    match reason:
        case Reason.NO_DAMAGED_SHIP:
            return f"{_name_of(mover)} has no damaged ship beside a whole one at {origin}"
        case Reason.NO_SHIP:
            return f"{_name_of(mover)} has no ship at {origin}"
        case Reason.NOT_DAMAGED:
            return f"ship at {origin} is whole and needs no repair at {target}"
        case Reason.NO_CITY | Reason.NO_CITY_TO_EXPLORE:
            return f"{_name_of(mover)} has no {rules.city_word} in reserve for {target}"
        case Reason.NO_STATION:
            return f"{_name_of(mover)} has no station in reserve for {target}"
        case Reason.OWN_SYSTEM:
            return f"{ship} cannot land on {target}: it is held by {_name_of(mover)} already"
        case Reason.OPPONENT_SYSTEM:
            return f"{ship} cannot land on {target}: it is held by {_name_of(state.owner(move.target))}"
        case Reason.ASTEROID_FIELD | Reason.NORDINN_SYSTEM | Reason.CONQUERED_SYSTEM:
            return f"{ship} cannot land on {target}: {_obstacle_words(state, move.target)}"
        case Reason.DAMAGED_EXPLORER:
            return f"{ship} cannot land on {target}: it is unexplored"
        case Reason.EXPLORES_WITH_CITY:
            return f"{ship} explores {target} with a {rules.city_word}, not with a station"
        case Reason.NOT_ADJACENT:
            return f"{ship} cannot reach {target}: the fuel lasts for one step"
        case Reason.NO_DAMAGED_JUMP:
            return f"{ship} cannot jump to {target}: damaged ships don't jump in this game"
        case Reason.OUT_OF_RANGE:
            return f"{ship} cannot reach {target}: a damaged ship flies two systems at most"
        case Reason.NO_TOLL:
            return f"{ship} cannot reach {target}: {_toll_text(state, move, mover)}"
        case _:
            way = way_between(state.board, move.origin, move.target) or ()
            first = next((cell for cell in way if is_obstacle(state, cell, mover, damaged)), None)
            why = "no free way leads there" if first is None else _obstacle_words(state, first)
            return f"{ship} cannot reach {target}: {why}"


def _toll_text(state: AnyState, move: Move, mover: int) -> str:
    way = way_between(state.board, move.origin, move.target) or ()
    toll = sum(state.owner(cell) not in (None, mover) for cell in way)
    one, many = state.rules.city_word, state.rules.cities_word
    landing = f" and a {one} to land with" if move.piece == "city" else ""
    held = state.reserve(mover).cities
    return f"the way costs {toll} {one if toll == 1 else many}{landing}, {_name_of(mover)} has {held} in reserve"


# --- obstacles


def is_obstacle(state: AnyState, cell: int, mover: int, damaged: bool) -> bool:
    """Return whether a ship can't pass a cell (E3.3, E3.4, E5.2, E9.5, E9.9)."""
    tile, rules = state.tile(cell), state.rules
    if tile in (Tile.ASTEROID, Tile.NORDINN):
        return True
    if cell in state.conquered:
        return not rules.conquered_passable
    if cell in state.unexplored:
        return not rules.unexplored_passable or (damaged and not rules.damaged_passes_unexplored)
    return state.owner(cell) not in (None, mover) and not rules.open_borders


def _obstacle_words(state: AnyState, cell: int) -> str:
    """Return what is in a cell that stops a ship."""
    name, tile = state.board.cell_names[cell], state.tile(cell)
    if tile is Tile.ASTEROID:
        return f"{name} is an asteroid field"
    if tile is Tile.NORDINN:
        return f"{name} is of the Nordinn Empire"
    if cell in state.conquered:
        return f"{name} is conquered"
    if cell in state.unexplored:
        return f"{name} is unexplored"
    return f"{name} is held by {_name_of(state.owner(cell))}"
