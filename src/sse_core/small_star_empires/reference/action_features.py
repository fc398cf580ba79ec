"""The numbers of an action in plain Python, for people to read; ``strength/action_features.py`` says what each counts.

They use the rules of ``rules.py`` and the landings of ``features.py``. So they share no code with the
core, and serve its tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..actions import Action, Choose, Move, Stay
from ..maps.hexes import DIRECTIONS
from ..maps.systems import System
from ..strength.action_features import ACTION_FEATURES
from .features import landings, nebula_points, now, stations_of, with_ship, without_tolls
from .rules import State
from .scoring import planets_of

__all__ = ["action_features"]

_NONE: Final = dict.fromkeys((feature.name for feature in ACTION_FEATURES), 0)


def action_features(state: State) -> list[dict[str, int]]:
    """Return the numbers of each legal action by name, in the order of `legal_actions`. A seat is to act."""
    assert state.mover is not None
    actions = state.legal_actions()
    scene = _Scene(state, state.mover, actions)
    return [_NONE | scene.numbers(action) for action in actions]


class _Scene:
    """A position with its legal actions, and the data that their numbers share."""

    def __init__(self, state: State, player: int, actions: Iterable[Action]) -> None:
        self.state = state
        self.player = player
        self.opponents = [seat for seat in range(state.board.players) if seat != player]
        self.ship_landings: dict[tuple[int, bool], set[int]] = {}
        """The systems where each ship that can act can land now."""
        for move in actions:
            if isinstance(move, Move):
                landed = self.ship_landings.setdefault(self.ship_of(move), set())
                landed.update(() if move.piece is None else (move.target,))
        cells = range(state.board.n_cells)
        self.own = {cell for cell in cells if state.owner(cell) == player}
        self.theirs = {cell for cell in cells if state.owner(cell) in self.opponents}
        self.own_stations = set(stations_of(state, player))
        self.their_stations = {cell for seat in self.opponents for cell in stations_of(state, seat)}
        self.open = {cell for cell in cells if self.is_open(cell)}
        self.rich = {cell for cell in self.open if self.is_rich(cell)}
        self.now = {cell for landed in self.ship_landings.values() for cell in landed}
        self.contested = {cell for seat in self.opponents for cell in now(state, seat)}

    def is_open(self, cell: int) -> bool:
        """E3.2, E3.4, E9.1: whether a city can be put there, if a ship comes and explores it."""
        system = self.state.board.system(cell)
        return system.can_be_landed_on and self.state.owner(cell) is None and not self.state.is_closed(cell)

    def is_rich(self, cell: int) -> bool:
        return planets_of(self.state, cell) >= 2 or self.state.board.system(cell).nebula is not None

    def ship_of(self, move: Move) -> tuple[int, bool]:
        """E3.4: the ship that moves, as (cell, damaged)."""
        is_damaged = move.damaged or (move.origin, False) not in self.state.ships(self.player)
        return move.origin, is_damaged

    def numbers(self, action: Action) -> dict[str, int]:
        """The numbers that concern an action."""
        match action:
            case Stay():
                return {"stay": 1}
            case Choose():
                return {
                    "own_city": int(action.target in self.own),
                    "destroyed": planets_of(self.state, action.target),
                }
            case Move(piece=None):
                return {"repair": 1, **self.of_ship(action)}
            case Move(piece="station"):
                return {**self.of_target(action.target), **self.of_station(action.target), **self.of_ship(action)}
            case Move():
                return {**self.of_target(action.target), **self.of_ship(action)}
            case _:
                raise AssertionError(f"{action} is no action of a seat")

    def of_target(self, target: int) -> dict[str, int]:
        """The numbers of a target, whatever the piece and the ship."""
        state = self.state
        planets, beside, in_line = (
            planets_of(state, target),
            set(state.board.neighbours(target)),
            set(self.line(target)),
        )
        nebula = nebula_points(state, self.player, {target}, 1)
        denied = max(nebula_points(state, seat, {target}, 1) for seat in self.opponents)
        is_contested = target in self.contested
        is_shared = sum(target in landed for landed in self.ship_landings.values()) >= 2
        onward = landings(without_tolls(with_ship(state, self.player, (target, False))))
        new = onward - self.now
        return {
            "planets": planets >= 1,
            "two": planets >= 2,
            "three": planets >= 3,
            "nebula": nebula,
            "denied": denied,
            "beside_own": len(beside & self.own),
            "connected": bool(beside & self.own),
            "beside_theirs": len(beside & self.theirs),
            "beside_their_stations": len(beside & self.their_stations),
            "beside_own_stations": len(beside & self.own_stations),
            "open_beside": len(beside & self.open),
            "rich_beside": len(beside & self.rich),
            "contested": is_contested,
            "contested_worth": planets + denied if is_contested else 0,
            "shared": is_shared,
            "shared_worth": planets + nebula if is_shared else 0,
            "onward": len(onward),
            "onward_rich": len(onward & self.rich),
            "onward_new": len(new),
            "onward_new_rich": len(new & self.rich),
            "dead_end": not onward,
            "contested_beside": len(beside & self.contested),
            "contested_rich_beside": len(beside & self.contested & self.rich),
            "contested_rich_in_line": len(in_line & self.contested & self.rich),
            "unexplored": state.is_unexplored(target),
        }

    def line(self, target: int) -> Iterator[int]:
        """E1.6, E3.4: the systems on the six lines from a target, up to a gap or a black hole."""
        board = self.state.board
        for direction in range(len(DIRECTIONS)):
            place = board.hexes[target].step(direction)
            while (cell := board.at(place)) is not None and board.system(cell) is not System.BLACK_HOLE:
                yield cell
                place = place.step(direction)

    def of_station(self, target: int) -> dict[str, int]:
        """The numbers of a station on its target."""
        beside = set(self.state.board.neighbours(target))
        return {
            "station": 1,
            "station_theirs": len(beside & self.theirs),
            "station_contested": len(beside & self.contested),
            "station_open": len(beside & self.open),
        }

    def of_ship(self, move: Move) -> dict[str, int]:
        """The numbers of the ship of a move."""
        ship = self.ship_of(move)
        landed = self.ship_landings[ship]
        return {
            "ship_landings": len(landed),
            "ship_rich": len(landed & self.rich),
            "ship_damaged": ship[1],
            "tolls": self.state.toll(move),
        }
