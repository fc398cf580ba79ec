"""Names of events in a game. Their counts show which rules a run of tests has reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from .. import Action, Choose, Move, Reveal, State, Stay, System, Tile
from ..maps.geometry import way_between

__all__ = ["EVENTS", "events"]

EVENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{f"{players} players": "E2.1" for players in (2, 3, 4)},
        "opening": "E2.1",
        "middle of the game": "E2.1",
        "few pieces left": "E2.3",
        "two are out": "E2.2",
        **{f"system {system.name.lower()}": "E1.2" for system in System if system is not System.UNEXPLORED},
        "due: move": "E2.1",
        "due: reveal": "E9.2",
        "due: refuel": "E9.7",
        "due: choose": "E9.9",
        **{f"found {tile}": tile.clause for tile in Tile},
        **{f"colonize {tile}": tile.clause for tile in Tile if not tile.is_closed},
        "land with a city": "E6.1",
        "land with a station": "E6.1",
        "jump": "E4.1",
        "damaged ships": "E5.1",
        "a damaged ship moves": "E5.1",
        "repair": "E5.3",
        "explore": "E9.1",
        "explore by jump": "E9.1",
        "go on with the fuel": "E9.7",
        "go on with the fuel, to explore": "E9.7",
        "stay with the fuel": "E9.7",
        "own city destroyed": "E9.9",
        "other city destroyed": "E9.9",
        "other city conquered": "E9.9",
        "a conquered system": "E9.9",
        "toll": "E10.1",
        "tolls": "E10.1",
        "repair for a toll": "E10.1",
        "stay for the toll": "E10.1",
        "blocked player": "E2.2",
        "pass with a reserve left": "E2.2",
        "several pass at one action": "E2.2",
        "twice in a row": "E2.2",
        "decided by total": "E7.0",
        **{f"decided by {what}": "E7.4" for what in ("cities", "stations", "planets", "shared")},
        "end by empty reserves": "E2.3",
        "end by passing": "E2.3",
    }
)
"""All names that `events` can give, each with the clause that it is about."""


def events(state: State, action: Action | None) -> Iterator[str]:
    """Yield the names of the events in a position and in an action from it; None at the end of a game."""
    board, seats = state.board, range(state.board.players)
    yield f"{board.players} players"
    yield from _phases(state)
    if any(damaged for seat in seats for _, damaged in state.ships(seat)):
        yield "damaged ships"
    if state.conquered:
        yield "a conquered system"
    if action is None:
        assert state.outcome is not None
        yield f"decided by {state.outcome.decided_by}"
        yield "end by passing" if all(state.passed) else "end by empty reserves"
        return
    for system in set(board.systems) - {System.UNEXPLORED}:
        yield f"system {system.name.lower()}"
    yield "due: move" if state.due is None else f"due: {state.due.what}"
    yield from _events_of(state, action)
    yield from _events_after(state, state.after(action))


def _phases(state: State) -> Iterator[str]:
    """Yield the phase of the game."""
    seats = range(state.board.players)
    held = sum(state.piece(cell) in ("city", "station") for cell in range(state.board.n_cells))
    if not held:
        yield "opening"
    elif state.to_act:
        yield "middle of the game"
    if 0 < sum(sum(state.reserve(seat)) for seat in seats) <= state.board.players:
        yield "few pieces left"
    if sum(state.passed) == 2 and state.to_act:
        yield "two are out"


def _events_of(state: State, action: Action) -> Iterator[str]:
    """Yield the kind of an action, and the events of E9 and E10 in it."""
    due = state.due
    match action:
        case Reveal(tile):
            yield f"found {tile}"
        case Choose(target):
            assert due is not None
            if state.owner(target) == due.player:
                yield "own city destroyed"
            else:
                yield "other city destroyed"
                if target in state.after(action).conquered:
                    yield "other city conquered"
        case Stay():
            yield "stay with the fuel" if due else "stay for the toll"
        case Move():
            yield from _events_of_move(state, action)


def _events_of_move(state: State, move: Move) -> Iterator[str]:
    origin, target, piece, _ = move
    board, toll = state.board, state.toll(move)
    (mover,) = state.to_act
    if toll:
        yield "toll" if toll == 1 else "tolls"
    if piece is None:
        yield "repair for a toll" if toll else "repair"
        return
    yield f"land with a {piece}"
    if move.damaged or (origin, False) not in state.ships(mover):
        yield "a damaged ship moves"
    if way_between(board, origin, target) is None:
        yield "jump"
    if state.due:
        yield "go on with the fuel, to explore" if target in state.unexplored else "go on with the fuel"
    if target in state.unexplored:
        yield "explore by jump" if target in board.jumps(origin) else "explore"
    elif (tile := state.tile(target)) is not None:
        yield f"colonize {tile}"


def _events_after(state: State, after: State) -> Iterator[str]:
    """Yield the events that follow an action: players who pass, and a player who goes on."""
    out = [seat for seat in range(state.board.players) if after.passed[seat] and not state.passed[seat]]
    if len(out) > 1:
        yield "several pass at one action"
    for seat in out:
        if any(after.reserve(seat)):
            yield "pass with a reserve left"
            if after.ships(seat) and _has_free_systems(after):
                yield "blocked player"
    if state.to_act == after.to_act:
        yield "twice in a row"


def _has_free_systems(state: State) -> bool:
    board = state.board
    return any(board.system(cell).can_be_landed_on and state.owner(cell) is None for cell in range(board.n_cells))
