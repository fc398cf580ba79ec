"""Random starts and random positions for tests, from nearly empty boards to crowded ones."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, TypedDict

from ...errors import SetupError
from ...play.draws import Choice, one_of
from .. import Board, Piece, Rules, State, System, Tile, new_game, position
from ..positions.checks import DueKind
from .layouts import outwards

__all__ = [
    "Due",
    "GameOptions",
    "PositionOptions",
    "random_game_options",
    "random_position",
    "random_position_options",
    "random_start",
]

_FLEETS: Final = (1, 0, 2, 3, 4, 5, 6)
_CITIES: Final = (1, 0, 2, 3, 5, 9, 16, 255)
_STATIONS: Final = (0, 1, 2, 4, 255)
_CROWDING: Final = (1, 3, 8, 20, 60)
"""Sizes of the choice that ends the placing when it is 0; size 1 places nothing."""

_PIECES: Final[tuple[Piece, ...]] = ("city", "city", "station")

Due: TypeAlias = tuple[DueKind, int]
"""The action that is due inside a turn, and the cell of the ship."""


class GameOptions(TypedDict):
    """Arguments of `new_game`, with pieces by player."""

    rules: Rules
    first: int
    ships: list[int]
    cities: list[int]
    stations: list[int]


class PositionOptions(TypedDict):
    """Arguments of `position`, except `mover` and `due`."""

    rules: Rules
    owners: dict[int, int]
    pieces: dict[int, Piece]
    ships: list[list[tuple[int, bool]]]
    reserves: list[tuple[int, int]]
    passed: list[bool]
    ply: int
    tiles: dict[int, Tile]
    conquered: list[int]
    received: list[int]
    banked: list[tuple[int, int]]


def random_game_options(below: Choice, board: Board, rules: Rules) -> GameOptions:
    """Choose the arguments of a start: equal for all players, or not."""
    seats = range(board.players)
    alike = below(2) == 0
    fleet, cities, stations = (one_of(below, choices) for choices in (_FLEETS, _CITIES, _STATIONS))
    return {
        "rules": rules,
        "first": below(board.players),
        "ships": [fleet if alike else one_of(below, _FLEETS) for _ in seats],
        "cities": [cities if alike else one_of(below, _CITIES) for _ in seats],
        "stations": [stations if alike else one_of(below, _STATIONS) for _ in seats],
    }


def random_start(below: Choice, board: Board, rules: Rules) -> State:
    """Choose the start of a game."""
    return new_game(board, **random_game_options(below, board, rules))


def random_position_options(below: Choice, board: Board, rules: Rules) -> PositionOptions:
    """Choose the arguments of a position, except who is to act."""
    seats = range(board.players)
    # Choices that don't depend on the board come first, so that the board can shrink by itself.
    received = [below(4) if rules.open_borders else 0 for _ in seats]
    banks_planets = rules.edition == "second"
    banked = [(below(4) * banks_planets, below(4)) for _ in seats]
    reserves = [(one_of(below, _CITIES), one_of(below, _STATIONS)) for _ in seats]
    passed = [below(5) == 4 for _ in seats]
    ply = below(100)
    tiles = _random_tiles(below, board, rules)
    conquered = _random_conquered(below, board, rules, tiles)
    known = [cell for cell in outwards(board) if _is_open(board, tiles, cell)]
    open_cells = [cell for cell in known if cell not in conquered]
    owners: dict[int, int] = {}
    pieces: dict[int, Piece] = {}
    crowding = one_of(below, _CROWDING)
    while open_cells and below(crowding):
        cell = open_cells.pop(below(len(open_cells)))
        owners[cell], pieces[cell] = below(board.players), one_of(below, _PIECES)
    ships = _random_fleets(below, board, owners, known, tiles, conquered)
    _fill_lines(below, board, ships, {*known} - {*conquered}, owners, pieces)
    return {
        "rules": rules,
        "owners": owners,
        "pieces": pieces,
        "ships": ships,
        "reserves": reserves,
        "passed": passed,
        "ply": ply,
        "tiles": tiles,
        "conquered": conquered,
        "received": received,
        "banked": banked if tiles else [(0, 0)] * board.players,
    }


def _random_tiles(below: Choice, board: Board, rules: Rules) -> dict[int, Tile]:
    """Choose the tiles of some unexplored systems."""
    tiles: dict[int, Tile] = {}
    bag = board.setup.bag_under(rules)
    hidden = [cell for cell in outwards(board) if board.system(cell) is System.UNEXPLORED]
    crowding = one_of(below, _CROWDING) if hidden else 1
    while hidden and below(crowding):
        left = [tile for tile in Tile if bag.of(tile) > list(tiles.values()).count(tile)]
        tiles[hidden.pop(below(len(hidden)))] = one_of(below, left)
    return tiles


def _random_conquered(below: Choice, board: Board, rules: Rules, tiles: dict[int, Tile]) -> list[int]:
    """Choose the cells of conquest markers, each next to a Nordinn system, which is revealed if need be."""
    n_nordinn, conquered = board.setup.bag_under(rules).nordinn, list[int]()
    for _ in range(one_of(below, (0, 1, 3)) if System.UNEXPLORED in board.systems else 0):
        hidden_too = list(tiles.values()).count(Tile.NORDINN) < n_nordinn
        ways = [
            (cell, other)
            for cell in outwards(board)
            if cell not in conquered and _is_open(board, tiles, cell)
            for other in board.neighbours(cell)
            if tiles.get(other) is Tile.NORDINN
            or (hidden_too and board.system(other) is System.UNEXPLORED and other not in tiles)
        ]
        if ways:
            cell, nordinn = one_of(below, ways)
            conquered.append(cell)
            tiles[nordinn] = Tile.NORDINN
    return sorted(conquered)


def _random_fleets(
    below: Choice,
    board: Board,
    owners: Mapping[int, int],
    known: list[int],
    tiles: Mapping[int, Tile],
    conquered: list[int],
) -> list[list[tuple[int, bool]]]:
    """Choose the ships: mostly on systems of their owner, sometimes wherever they could have landed.

    Half of the ships are damaged. A third of the whole ships, and half of the damaged ones, stand beside a system that
    matters to their way.
    """
    special = {*owners, *tiles, *conquered, *(cell for cell, system in enumerate(board.systems) if _is_special(system))}
    near = [cell for cell in known if special.intersection(board.neighbours(cell))]
    ships: list[list[tuple[int, bool]]] = []
    for seat in range(board.players):
        stands = [board.homeworld(seat), *(cell for cell in owners if owners[cell] == seat), *known]
        ships.append([])
        for _ in range(one_of(below, _FLEETS)):
            damaged = below(2) == 1
            is_near = near and (below(2) if damaged else below(3) == 2)
            ships[seat].append((one_of(below, near if is_near else stands), damaged))
    for cell, tile in tiles.items():
        if tile.is_closed and below(2):
            # The ship that explored it is still there.
            ships[below(board.players)].append((cell, True))
    return ships


def _is_special(system: System) -> bool:
    """Whether a system of this kind matters to the way of a ship, whoever holds it."""
    return system.is_hole or system is System.UNEXPLORED


def _fill_lines(
    below: Choice,
    board: Board,
    ships: list[list[tuple[int, bool]]],
    free: set[int],
    owners: dict[int, int],
    pieces: dict[int, Piece],
) -> None:
    """Put pieces on the lines ahead of some ships: own ones, which they cross, and others', which stop them or cost.

    `free` are the cells where a piece can be.
    """
    fleets = [(seat, cell) for seat, fleet in enumerate(ships) for cell, _ in fleet]
    while fleets and below(3):
        seat, origin = one_of(below, fleets)
        for cell in one_of(below, board.lines(origin))[: 1 + below(3)]:
            if cell in free:
                owners[cell], pieces[cell] = (seat + below(board.players)) % board.players, one_of(below, _PIECES)


def _is_open(board: Board, tiles: Mapping[int, Tile], cell: int) -> bool:
    """Whether a piece can have been placed on a cell."""
    if board.system(cell) is System.UNEXPLORED:
        return cell in tiles and not tiles[cell].is_closed
    return board.system(cell).can_be_landed_on


def random_position(below: Choice, board: Board, rules: Rules) -> State:
    """Choose a position: the first seat that can move is to act; if none can, all have passed."""
    inside_a_turn = System.UNEXPLORED in board.systems and below(3) == 2
    options = random_position_options(below, board, rules)
    for seat in range(board.players):
        found = _random_due(below, board, options, seat) if inside_a_turn else None
        for chosen, due in ([found] if found else []) + [(options, None)]:
            if not options["passed"][seat]:
                try:
                    return position(board, mover=seat, due=due, **chosen)
                except SetupError:
                    continue
    options["passed"] = [True] * board.players
    return position(board, mover=None, **options)


_DUE_ON: Final[Mapping[DueKind, Tile | None]] = MappingProxyType(
    {"reveal": None, "refuel": Tile.REFUELING, "choose": Tile.NORDINN}
)
"""The tile of the system where an action is due."""


def _random_due(below: Choice, board: Board, options: PositionOptions, seat: int) -> tuple[PositionOptions, Due] | None:
    """Choose an action that is due in the turn of a seat, and place its ship and tile; None if none can be due."""
    bag, seen = board.setup.bag_under(options["rules"]), list(options["tiles"].values())
    dues: list[Due] = [
        (what, cell)
        for cell, system in enumerate(board.systems)
        if system is System.UNEXPLORED
        for what, tile in _DUE_ON.items()
        if options["tiles"].get(cell) is tile
        or (tile and cell not in options["tiles"] and seen.count(tile) < bag.of(tile))
    ]
    if not dues:
        return None
    what, spot = one_of(below, dues)
    owners, pieces, tiles = dict(options["owners"]), dict(options["pieces"]), dict(options["tiles"])
    if (tile := _DUE_ON[what]) is not None:
        tiles[spot] = tile
    if what == "refuel":
        owners[spot], pieces[spot] = seat, "city"
    if what == "choose" and below(2):
        # An own city beside the tile comes before those of others.
        beside = [cell for cell in board.neighbours(spot) if _is_open(board, tiles, cell)]
        for cell in beside[: 1 + below(2)]:
            if cell not in options["conquered"]:
                owners[cell], pieces[cell] = seat, "city"
    # Only the ship of the player whose turn it is stands there.
    ships = [[ship for ship in fleet if ship[0] != spot] for fleet in options["ships"]]
    ships[seat] = [*ships[seat][:15], (spot, what == "choose")]
    placed: PositionOptions = {**options, "owners": owners, "pieces": pieces, "tiles": tiles, "ships": ships}
    return placed, (what, spot)
