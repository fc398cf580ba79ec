"""Messages for refused actions: the ship, the cells, the obstacle, and the clause."""

from __future__ import annotations

from typing import Protocol

from ..._fast import Due, Reserve
from ...errors import IllegalActionError, refused
from ...game import CHANCE
from ..actions import Action, Choose, Move, Reveal
from ..board import Board
from ..maps.geometry import way_between
from ..maps.systems import player_name
from ..maps.tiles import Tile
from ..messages import say
from ..options import Rules
from ..reasons import Reason
from .impossible import impossible, why_never

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
            return say("the game is over")
        case Reason.NOT_TO_ACT, _:
            who, other = _name_of(player), _name_of(state.to_act[0])
            return say("{who} is not to act: {other} is", who=who, other=other)
        case Reason.REVEAL_FIRST | Reason.FUEL_FIRST | Reason.CHOICE_FIRST, _:
            return _due_first(state, reason, mover)
        case Reason.NO_REVEAL, _:
            return say("nothing is to be revealed now")
        case Reason.NO_DESTRUCTION, _:
            return say("no {city} is to be destroyed now", city=state.rules.city_word)
        case Reason.MUST_MOVE, _:
            return say("{who} must move", who=_name_of(mover))
        case Reason.FREE_MOVES, _:
            return say("{who} must move, and has moves that cost no toll", who=_name_of(mover))
        case _, Reveal(tile):
            return say("no tile {tile} is left in the bag", tile=repr(tile.value))
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
    return say("chance") if player == CHANCE else player_name(player)


# --- another kind of action is due


def _due_first(state: AnyState, reason: Reason, mover: int) -> str:
    assert state.due is not None
    at = state.board.cell_names[state.due.cell]
    if reason is Reason.REVEAL_FIRST:
        return say("first it must be revealed what lies at {cell}", cell=at)
    if reason is Reason.FUEL_FIRST:
        return say("{who} goes on with the ship that refuels at {cell}, or stays", who=_name_of(mover), cell=at)
    return say(
        "{who} must first choose a {city} that the Nordinn Empire at {cell} destroys",
        who=_name_of(mover),
        city=state.rules.city_word,
        cell=at,
    )


def _no_choice(state: AnyState, target: str, mover: int) -> str:
    assert state.due is not None
    at = state.board.cell_names[state.due.cell]
    return say(
        "{who} cannot choose {target}: an own {city} next to {cell} comes first, then any {city} of the others",
        who=_name_of(mover),
        target=target,
        city=state.rules.city_word,
        cell=at,
    )


# --- moves


def _no_move(state: AnyState, move: Move, reason: Reason, mover: int) -> str:
    names, rules = state.board.cell_names, state.rules
    origin, target = names[move.origin], names[move.target]
    damaged = move.damaged or (move.origin, False) not in state.ships(mover)
    ship = say("damaged ship at {cell}", cell=origin) if damaged else say("ship at {cell}", cell=origin)
    match reason:
        case Reason.NO_DAMAGED_SHIP:
            return say("{who} has no damaged ship beside a whole one at {cell}", who=_name_of(mover), cell=origin)
        case Reason.NO_SHIP:
            return say("{who} has no ship at {cell}", who=_name_of(mover), cell=origin)
        case Reason.NOT_DAMAGED:
            return say("ship at {cell} is whole and needs no repair at {target}", cell=origin, target=target)
        case Reason.NO_CITY | Reason.NO_CITY_TO_EXPLORE:
            city = rules.city_word
            return say("{who} has no {city} in reserve for {target}", who=_name_of(mover), city=city, target=target)
        case Reason.NO_STATION:
            return say("{who} has no station in reserve for {target}", who=_name_of(mover), target=target)
        case Reason.OWN_SYSTEM:
            who = _name_of(mover)
            return say("{ship} cannot land on {target}: it is held by {who} already", ship=ship, target=target, who=who)
        case Reason.OPPONENT_SYSTEM:
            who = _name_of(state.owner(move.target))
            return say("{ship} cannot land on {target}: it is held by {who}", ship=ship, target=target, who=who)
        case Reason.ASTEROID_FIELD | Reason.NORDINN_SYSTEM | Reason.CONQUERED_SYSTEM:
            why = _obstacle_words(state, move.target)
            return say("{ship} cannot land on {target}: {why}", ship=ship, target=target, why=why)
        case Reason.DAMAGED_EXPLORER:
            return say("{ship} cannot land on {target}: it is unexplored", ship=ship, target=target)
        case Reason.EXPLORES_WITH_CITY:
            city = rules.city_word
            return say(
                "{ship} explores {target} with a {city}, not with a station", ship=ship, target=target, city=city
            )
        case Reason.NOT_ADJACENT:
            return say("{ship} cannot reach {target}: the fuel lasts for one step", ship=ship, target=target)
        case Reason.NO_DAMAGED_JUMP:
            return say(
                "{ship} cannot jump to {target}: damaged ships don't jump in this game", ship=ship, target=target
            )
        case Reason.OUT_OF_RANGE:
            return say(
                "{ship} cannot reach {target}: a damaged ship flies two systems at most", ship=ship, target=target
            )
        case _:
            why = _why_out_of_reach(state, move, mover, damaged, reason)
            return say("{ship} cannot reach {target}: {why}", ship=ship, target=target, why=why)


def _why_out_of_reach(state: AnyState, move: Move, mover: int, damaged: bool, reason: Reason) -> str:
    """Return the words for the obstacle of a move: the toll, or the first system that stops the ship."""
    if reason is Reason.NO_TOLL:
        return _toll_text(state, move, mover)
    way = way_between(state.board, move.origin, move.target) or ()
    first = next((cell for cell in way if is_obstacle(state, cell, mover, damaged)), None)
    return say("no free way leads there") if first is None else _obstacle_words(state, first)


def _toll_text(state: AnyState, move: Move, mover: int) -> str:
    way = way_between(state.board, move.origin, move.target) or ()
    toll = sum(state.owner(cell) not in (None, mover) for cell in way)
    city = state.rules.city_word
    cities = say("{n} {cities}", n=toll, cities=city if toll == 1 else state.rules.cities_word)
    who, held = _name_of(mover), state.reserve(mover).cities
    if move.piece != "city":
        return say("the way costs {cities}, {who} has {held} in reserve", cities=cities, who=who, held=held)
    return say(
        "the way costs {cities} and a {city} to land with, {who} has {held} in reserve",
        cities=cities,
        city=city,
        who=who,
        held=held,
    )


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
    """Return the words for the obstacle in a cell that stops a ship."""
    name, tile = state.board.cell_names[cell], state.tile(cell)
    if tile is Tile.ASTEROID:
        return say("{cell} is an asteroid field", cell=name)
    if tile is Tile.NORDINN:
        return say("{cell} is of the Nordinn Empire", cell=name)
    if cell in state.conquered:
        return say("{cell} is conquered", cell=name)
    if cell in state.unexplored:
        return say("{cell} is unexplored", cell=name)
    return say("{cell} is held by {who}", cell=name, who=_name_of(state.owner(cell)))
