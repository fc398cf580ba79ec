"""What lies where in a position: the arguments of `position`, each checked by itself and told with its clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from .._fast import Banked, Reserve
from ..checks import check_choice, check_number, shown
from ..errors import SetupError
from .actions import Piece
from .board import Board
from .options import MAX_RESERVE, MAX_SHIPS, Rules
from .systems import System, called
from .tiles import Bag, Tile

__all__ = [
    "DUE",
    "MAX_BANKED",
    "NOTHING_BANKED",
    "DueKind",
    "box",
    "by_player",
    "check_stands",
    "count_placed",
    "due_kind",
    "left_in_box",
    "read_banked",
    "read_conquered",
    "read_due",
    "read_fleets",
    "read_owners",
    "read_pieces",
    "read_received",
    "read_reserves",
    "read_tiles",
    "ships_in_box",
]

DueKind: TypeAlias = Literal["reveal", "refuel", "choose"]
"""What can be due inside a turn (E9.2, E9.7, E9.9)."""

DUE: Final[tuple[DueKind, ...]] = get_args(DueKind)

MAX_CITIES: Final = MAX_RESERVE + 128
"""The most cities of one player, in reserve and on the map; none ever joins them."""

MAX_BANKED: Final = 1_000_000
"""The most points of one kind that a player may have banked at the end of a game."""

NOTHING_BANKED: Final = Banked(planets=0, tiles=0)

_SHIPS: Final = {2: 4, 3: 3, 4: 2}
_BOX: Final = Reserve(cities=16, stations=4)
_KINDS: Final[tuple[Piece, Piece]] = ("city", "station")

T = TypeVar("T")


def box(board: Board) -> Reserve:
    """Return what each player starts with in reserve, unless told (E1.7, E10.3)."""
    cities, stations = board.setup.cities, board.setup.stations
    return Reserve(_BOX.cities if cities is None else cities, _BOX.stations if stations is None else stations)


def ships_in_box(board: Board) -> int:
    """Return how many ships each player has, unless told (E1.7, E10.3)."""
    return _SHIPS[board.players] if board.setup.ships is None else board.setup.ships


def left_in_box(board: Board, placed: list[Reserve]) -> list[Reserve]:
    """Return what each player still has in reserve if nothing was lost: the box less what is on the map."""
    whole = box(board)
    for player, (cities, stations) in enumerate(placed):
        if cities > whole.cities or stations > whole.stations:
            raise SetupError(
                f"{called(player)} has {cities} cities and {stations} stations on the map, more than the box holds "
                f"({whole.cities} and {whole.stations}, E1.7): say what is in reserve"
            )
    return [Reserve(whole.cities - cities, whole.stations - stations) for cities, stations in placed]


def read_tiles(board: Board, bag: Bag, tiles: Mapping[int, Tile | str]) -> dict[int, Tile]:
    """Return what was found where, each kind as often as the bag has it at most (E9.2)."""
    if not isinstance(tiles, Mapping):
        raise TypeError(f"tiles is a mapping from cell to tile, not {type(tiles).__name__}")
    found = {board.check_cell(cell): _tile(tile) for cell, tile in tiles.items()}
    for cell in found:
        if board.system(cell) is not System.UNEXPLORED:
            raise SetupError(f"{_at(board, cell)} is no unexplored system, so that it can't be revealed (E9.1)")
    seen = Counter(found.values())
    for tile in Tile:
        if seen[tile] > bag.of(tile):
            raise SetupError(f"{seen[tile]} tiles {tile.value!r} are revealed, the bag has {bag.of(tile)} (E9.2)")
    return found


def _tile(tile: Tile | str) -> Tile:
    if not isinstance(tile, str):
        raise TypeError(f"a tile is a Tile or its name, not {shown(tile)}")
    try:
        return Tile(tile)
    except ValueError:
        raise SetupError(f"there is no tile {shown(tile)}; they are {', '.join(Tile)} (E9.10)") from None


def read_conquered(board: Board, conquered: Iterable[int], tile_of: dict[int, Tile]) -> list[int]:
    """Return the cells with a conquest marker: once a city stood there, next to a Nordinn system (E9.9)."""
    if isinstance(conquered, str | bytes) or not isinstance(conquered, Iterable):
        raise TypeError(f"conquered is some cells, not {type(conquered).__name__}")
    markers = [board.check_cell(cell) for cell in conquered]
    for index, cell in enumerate(markers):
        _check_can_be_held(board, cell, tile_of)
        if cell in markers[:index]:
            raise SetupError(f"{board.cell_names[cell]} is conquered twice (E9.9)")
        if all(tile_of.get(other) is not Tile.NORDINN for other in board.neighbours(cell)):
            name = board.cell_names[cell]
            raise SetupError(f"{name} can't be conquered: no revealed Nordinn system is next to it (E9.9)")
    return markers


def read_owners(
    board: Board, owners: Mapping[int, int], tile_of: dict[int, Tile], markers: Sequence[int]
) -> dict[int, int]:
    """Return who holds which cell, each one that can be held (E3.2)."""
    if not isinstance(owners, Mapping):
        raise TypeError(f"owners is a mapping from cell to player, not {type(owners).__name__}")
    found = {board.check_cell(cell): board.check_player(owner) for cell, owner in owners.items()}
    for cell in found:
        _check_can_be_held(board, cell, tile_of)
        if cell in markers:
            raise SetupError(f"{board.cell_names[cell]} is conquered, so that nobody can hold it (E9.9)")
    return found


def _check_can_be_held(board: Board, cell: int, tile_of: dict[int, Tile]) -> None:
    """Raise unless a city can have come to a cell (E3.2, E9.1, E9.5, E9.9)."""
    system = board.system(cell)
    if not system.can_be_landed_on:
        raise SetupError(f"{_at(board, cell)} can't be colonized (E3.2)")
    if system is System.UNEXPLORED and cell not in tile_of:
        raise SetupError(f"{_at(board, cell)} can't be colonized before it is revealed (E9.1)")
    if cell in tile_of and tile_of[cell].is_closed:
        clause = "E9.5" if tile_of[cell] is Tile.ASTEROID else "E9.9"
        raise SetupError(f"{board.cell_names[cell]} ({tile_of[cell]}) can't be colonized ({clause})")


def read_pieces(board: Board, owners: dict[int, int], pieces: Mapping[int, Piece]) -> dict[int, Piece]:
    """Return the piece on each cell that is held, a city where nothing is said (E6.1)."""
    if not isinstance(pieces, Mapping):
        raise TypeError(f"pieces is a mapping from cell to piece, not {type(pieces).__name__}")
    found: dict[int, Piece] = dict.fromkeys(owners, "city")
    for cell, piece in pieces.items():
        kind, at = check_choice(piece, _KINDS, "a piece", "E6.1"), board.check_cell(cell)
        if at not in owners:
            raise SetupError(f"there is a {kind} at {_at(board, at)}, which nobody owns (E6.1)")
        found[at] = kind
    return found


def read_fleets(board: Board, ships: Sequence[Iterable[tuple[int, bool] | int]] | None) -> list[list[int]]:
    """Return the ships of each player as the core writes them: 2 * cell + damaged."""
    if ships is None:
        return [[2 * board.homeworld(player)] * ships_in_box(board) for player in range(board.players)]
    fleets: list[list[int]] = []
    for player, fleet in enumerate(per_player(board, ships, "ships")):
        fleets.append([_ship(board, player, ship) for ship in fleet])
        if len(fleets[-1]) > MAX_SHIPS:
            raise SetupError(f"{called(player)} has {len(fleets[-1])} ships; at most {MAX_SHIPS} can be")
    return fleets


def _ship(board: Board, player: int, ship: tuple[int, bool] | int) -> int:
    cell, damaged = ship if isinstance(ship, tuple) and len(ship) == 2 else (ship, False)
    if type(damaged) is not bool or isinstance(cell, tuple):
        raise TypeError(f"a ship is a cell or (cell, damaged), not {shown(ship)}")
    at = board.check_cell(cell)
    if not board.system(at).can_be_landed_on and at != board.homeworld(player):
        raise SetupError(f"no ship of {called(player)} can stand at {_at(board, at)} (E3.4, E3.5)")
    return 2 * at + damaged


def check_stands(
    board: Board, fleets: list[list[int]], tile_of: dict[int, Tile], due: tuple[int | None, DueKind | None, int]
) -> None:
    """Raise if a ship stands where no ship could be, or in another state (E9.1, E9.5, E9.9)."""
    mover, what, spot = due
    stands = [(player, ship >> 1, bool(ship & 1)) for player, fleet in enumerate(fleets) for ship in fleet]
    crowds = Counter(cell for _, cell, _ in stands)
    for player, cell, damaged in stands:
        name = board.cell_names[cell]
        if board.system(cell) is System.UNEXPLORED and cell not in tile_of:
            if (player, cell, damaged, what) != (mover, spot, False, "reveal") or crowds[cell] > 1:
                raise SetupError(f"no ship of {called(player)} can be at {name} before it is revealed (E9.1)")
        elif cell in tile_of and tile_of[cell].is_closed:
            if not damaged:
                raise SetupError(f"the ship of {called(player)} at {name} ({tile_of[cell]}) must be damaged (E9.5)")
            if crowds[cell] > 1:
                raise SetupError(f"{crowds[cell]} ships are at {name} ({tile_of[cell]}), where one can be (E9.5)")
    if what is not None and (mover, spot, what == "choose") not in stands:
        kind = "damaged" if what == "choose" else "undamaged"
        raise SetupError(f"{what} is due at {board.cell_names[spot]}, where the mover has no {kind} ship (E9.2)")


def read_due(board: Board, due: tuple[DueKind, int] | None) -> tuple[DueKind | None, int]:
    """Return what is due and where; None and cell 0 for nothing."""
    if due is None:
        return None, 0
    if not isinstance(due, tuple) or len(due) != 2:
        raise TypeError(f"due is (what, cell), not {shown(due)}")
    return check_choice(due[0], DUE, "what is due", "E9.2"), board.check_cell(due[1])


def read_reserves(board: Board, reserves: Sequence[tuple[int, int]], placed: list[Reserve]) -> list[Reserve]:
    """Return the reserves, which may have grown by cities that were destroyed (E9.9)."""
    found: list[Reserve] = []
    for reserve, on_map in zip(per_player(board, reserves, "reserves"), placed, strict=True):
        if not isinstance(reserve, tuple) or len(reserve) != 2:
            raise TypeError(f"a reserve is (cities, stations), not {shown(reserve)}")
        found.append(
            Reserve(
                check_number(reserve[0], "cities", MAX_CITIES - on_map.cities),
                check_number(reserve[1], "stations", MAX_RESERVE),
            )
        )
    return found


def read_received(
    board: Board, rules: Rules, received: Sequence[int] | None, placed: list[Reserve], left: list[Reserve]
) -> list[int]:
    """Return the cities that each player got as tolls, all cities of the game bounded (E10.1)."""
    if received is None:
        return [0] * board.players
    most = MAX_CITIES * board.players
    found = [check_number(cities, "received", most) for cities in per_player(board, received, "received")]
    if any(found) and not rules.open_borders:
        raise SetupError("cities are received as tolls, and the borders are closed in this game (E10.1)")
    total = sum(found) + sum(reserve.cities for reserve in (*placed, *left))
    if total > most:
        raise SetupError(f"{total} cities are in reserves, on the map and received; at most {most} can be (E10.1)")
    return found


def read_banked(board: Board, rules: Rules, banked: Sequence[tuple[int, int]] | None) -> list[Banked]:
    """Return the points that were scored at once (E6.2)."""
    if banked is None:
        return [NOTHING_BANKED] * board.players
    found: list[Banked] = []
    for points in per_player(board, banked, "banked"):
        if not isinstance(points, tuple) or len(points) != 2:
            raise TypeError(f"banked points are (planets, tiles), not {shown(points)}")
        found.append(
            Banked(check_number(points[0], "planets", MAX_BANKED), check_number(points[1], "tiles", MAX_BANKED))
        )
    if any(map(any, found)) and System.UNEXPLORED not in board.systems:
        raise SetupError("points are banked for tiles and destroyed cities, and the map has no tiles (E6.2, E9.9)")
    if any(points.planets for points in found) and rules.edition == "first":
        raise SetupError("no planets are banked in the first edition, which counts them at the end (E6.2)")
    return found


def due_kind(text: object) -> DueKind | None:
    """Return the kind of what can be due that a text names, None if it names none."""
    return next((kind for kind in DUE if kind == text), None)


def by_player(board: Board, numbers: int | Sequence[int], what: str, most: int) -> list[int]:
    """Return one number for each player, each checked."""
    if isinstance(numbers, Sequence):
        return [check_number(number, what, most) for number in per_player(board, numbers, what)]
    return [check_number(numbers, what, most)] * board.players


def count_placed(board: Board, owner_of: dict[int, int], piece_of: dict[int, Piece]) -> list[Reserve]:
    """Return how many cities and stations each player has on the map."""
    kinds = Counter((owner, piece_of[cell]) for cell, owner in owner_of.items())
    return [Reserve(*(kinds[player, kind] for kind in _KINDS)) for player in range(board.players)]


def per_player(board: Board, values: Sequence[T], what: str) -> Sequence[T]:
    if not isinstance(values, Sequence) or isinstance(values, str | bytes | bytearray | memoryview):
        raise TypeError(f"{what} is a sequence by player, not {type(values).__name__}")
    if len(values) != board.players:
        raise SetupError(f"{what} has {len(values)} entries for {board.players} players")
    return values


def _at(board: Board, cell: int) -> str:
    kind, _, letter = board.system(cell).name.lower().partition("_")
    return f"{board.cell_names[cell]} ({kind} {letter.upper() if len(letter) == 1 else letter}".rstrip() + ")"
