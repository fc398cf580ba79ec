"""The numbers of a position in plain Python, for people to read; ``strength/features.py`` says what each counts.

They use the rules of ``rules.py``: a ship reaches the targets of its legal actions in a state in which its turn
begins. So they share no code with the core, and serve its tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..actions import Move
from ..maps.tiles import Tile
from .rules import State
from .scoring import planets_of

__all__ = ["features", "landings", "nebula_points", "now", "stations_of", "with_ship", "without_tolls"]


def features(state: State, player: int) -> dict[str, int]:
    """Return the numbers of a seat by name, in the order of `features.FEATURES`."""
    order = _order(state)
    opponents = [seat for seat in order if seat != player]
    reached, soon = now(state, player), _soon(state, player)
    theirs = _union(now(state, seat) for seat in opponents)
    theirs_soon = _union(_soon(state, seat) for seat in opponents)
    earlier = order[: order.index(player)]
    first = reached - _union(now(state, seat) for seat in earlier)
    alone = reached - theirs
    score = state.score_sheet()[player]
    by_ship = [landings(with_ship(state, player, ship)) for ship in state.ships(player)]
    by_station = {move.target for move in _moves(_begun(state, player)) if move.piece == "station"}
    beside = [_beside(state, player, cell) for cell in by_station]
    near_stations = [neighbour for cell in stations_of(state, player) for neighbour in state.board.neighbours(cell)]
    return {
        "planets": score.planets,
        "nebulae": score.nebulae,
        "stations": score.stations,
        "territory": score.territory,
        "tiles": score.tiles,
        "tolls": score.tolls,
        "largest_territory": max(state.territories(player)),
        "cities_left": state.reserve(player).cities,
        "stations_left": state.reserve(player).stations,
        "damaged": sum(damaged for _, damaged in state.ships(player)),
        "stuck": sum(not cells for cells in by_ship),
        "tight": sum(len(cells) in (1, 2) for cells in by_ship),
        **_systems(state, "now", reached),
        **_systems(state, "first", first),
        **_systems(state, "alone", alone),
        **_systems(state, "soon", soon),
        **_systems(state, "safe", reached - theirs_soon),
        "nebulae_now": nebula_points(state, player, reached, 1),
        "nebulae_first": nebula_points(state, player, first, 1),
        "nebulae_alone": nebula_points(state, player, alone, 3),
        "nebulae_soon": nebula_points(state, player, soon, 3),
        "unexplored_now": len(reached.intersection(state.unexplored)),
        "unexplored_soon": len(soon.intersection(state.unexplored)),
        "tolled": len(reached - landings(without_tolls(_begun(state, player)))),
        "beside_now": sum(cell in theirs for cell in near_stations),
        "beside_soon": sum(cell in theirs_soon for cell in near_stations),
        "best_spot": max(beside, default=0),
        "spots": sum(points >= 2 for points in beside),
        "wait": 0 if state.mover is None else sum(not state.passed[seat] for seat in earlier),
        "ply": state.ply,
    }


def _order(state: State) -> list[int]:
    """The seats from the one whose turn it is, clockwise; from the first one after the end."""
    players = state.board.players
    return [((state.mover or 0) + turn) % players for turn in range(players)]


def _union(sets: Iterable[set[int]]) -> set[int]:
    return set[int]().union(*sets)


# --- where ships land


def _begun(state: State, player: int) -> State | None:
    """The position as the turn of a player begins; None if the player is out."""
    return None if state.passed[player] else replace(state, mover=player, pending=None)


def with_ship(state: State, player: int, ship: tuple[int, bool]) -> State | None:
    """The same state with this as the only ship of the player."""
    begun = _begun(state, player)
    if begun is None:
        return None
    fleets = tuple((ship,) if seat == player else fleet for seat, fleet in enumerate(state.fleets))
    return replace(begun, fleets=fleets)


def without_tolls(state: State | None) -> State | None:
    """The same state with closed borders, where no ship pays."""
    return None if state is None else replace(state, rules=replace(state.rules, open_borders=False))


def _moves(state: State | None) -> list[Move]:
    """The legal moves that put down a piece."""
    actions = () if state is None else state.legal_actions()
    return [action for action in actions if isinstance(action, Move) and action.piece is not None]


def landings(state: State | None) -> set[int]:
    """The systems where a legal move puts down a piece; no systems for None."""
    return {move.target for move in _moves(state)}


def now(state: State, player: int) -> set[int]:
    """The systems where a seat can land in one move, as if its turn began."""
    return landings(_begun(state, player))


def _soon(state: State, player: int) -> set[int]:
    """The systems that a ship reaches in one move, or in one more move from there."""
    found = now(state, player)
    if sum(state.reserve(player)) < 2:
        return found
    ships = {
        (cell, damaged)
        for origin, damaged in state.ships(player)
        for cell in landings(with_ship(state, player, (origin, damaged)))
    }
    return found | _union(landings(without_tolls(with_ship(state, player, ship))) for ship in ships)


# --- what is counted


def _systems(state: State, name: str, cells: set[int]) -> dict[str, int]:
    """All systems of a set, and those with one, two and three planets at least."""
    planets = [planets_of(state, cell) for cell in cells]
    ends = {"": 0, "_planets": 1, "_two": 2, "_three": 3}
    return {name + end: sum(n >= least for n in planets) for end, least in ends.items()}


def nebula_points(state: State, player: int, cells: set[int], most: int) -> int:
    """E7.1: the points that the nebulae of some systems would add; those of tiles (E9.4) don't count."""
    points, added = state.rules.nebula_points, 0
    worth = (0, *points)
    for colour in range(3):
        nebulae = {cell for cell, system in enumerate(state.board.systems) if system.nebula == colour}
        held = sum(state.owner(cell) == player for cell in nebulae)
        more = min(most, len(cells & nebulae))
        added += worth[min(held + more, len(points))] - worth[min(held, len(points))]
    return added


def stations_of(state: State, player: int) -> list[int]:
    """E7.2, E9.6: the seat's stations, and abandoned ones that it holds."""
    return [
        cell
        for cell, (owner, piece) in state.pieces.items()
        if owner == player and (piece == "station" or state.tiles.get(cell) is Tile.ABANDONED)
    ]


def _beside(state: State, player: int, cell: int) -> int:
    """E7.2: the number of opponents' systems beside a system."""
    return sum(state.owner(neighbour) not in (None, player) for neighbour in state.board.neighbours(cell))
