"""Checks of positions: each argument of `position` by itself, then the position as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from ..._fast import Banked, Reserve, State
from ...errors import SetupError
from ...forms.checks import are_indices, check_choice, check_number, check_type, shown
from ..actions import Piece
from ..board import Board
from ..maps.systems import System, player_name
from ..maps.tiles import Bag, Tile
from ..options import MAX_RESERVE, MAX_SHIPS, Rules

__all__ = [
    "DUE",
    "MAX_BANKED",
    "NOTHING_BANKED",
    "DueKind",
    "box",
    "by_player",
    "check_position",
    "check_ships",
    "count_placed",
    "due_kind",
    "left_in_box",
    "per_player",
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
"""The actions that can be due inside a turn: a reveal, a second move, or the choice of a city (E9.2, E9.7, E9.9)."""

DUE: Final[tuple[DueKind, ...]] = get_args(DueKind)

MAX_CITIES: Final = MAX_RESERVE + 128
"""The largest number of cities of one player, in reserve and on the map together."""

MAX_BANKED: Final = 1_000_000
"""The largest number of points of one kind that a player may have banked at the end of a game."""

NOTHING_BANKED: Final = Banked(planets=0, tiles=0)

_SHIPS: Final = {2: 4, 3: 3, 4: 2}
_BOX: Final = Reserve(cities=16, stations=4)
_TILES: Final = tuple(Tile)
_PIECES: Final[tuple[Piece, Piece]] = ("city", "station")

T = TypeVar("T")


def box(board: Board) -> Reserve:
    """Return the reserve that each player starts with by default (E1.7, E10.3)."""
    cities, stations = board.setup.cities, board.setup.stations
    return Reserve(_BOX.cities if cities is None else cities, _BOX.stations if stations is None else stations)


def ships_in_box(board: Board) -> int:
    """Return the number of ships that each player has by default (E1.7, E10.3)."""
    return _SHIPS[board.players] if board.setup.ships is None else board.setup.ships


def left_in_box(board: Board, placed: list[Reserve]) -> list[Reserve]:
    """Return the reserve of each player if no piece was lost: those of the box less those on the map."""
    whole = box(board)
    for player, (cities, stations) in enumerate(placed):
        if cities > whole.cities or stations > whole.stations:
            raise SetupError(
                f"{player_name(player)} has {cities} cities and {stations} stations on the map, more than the box "
                f"holds ({whole.cities} and {whole.stations}, E1.7): say what is in reserve"
            )
    return [Reserve(whole.cities - cities, whole.stations - stations) for cities, stations in placed]


def read_tiles(board: Board, bag: Bag, tiles: Mapping[int, Tile | str]) -> dict[int, Tile]:
    """Return the revealed tiles by cell; the bag must have as many of each kind (E9.2)."""
    check_type(tiles, Mapping, "tiles is a mapping from cell to tile")
    if not tiles:
        return {}
    found = {board.check_cell(cell): _tile(tile) for cell, tile in tiles.items()}
    for cell in found:
        if board.systems[cell] is not System.UNEXPLORED:
            raise SetupError(f"{_at(board, cell)} is no unexplored system, so that it can't be revealed (E9.1)")
    seen = Counter(found.values())
    for tile in _TILES:
        if tile in seen and seen[tile] > bag.of(tile):
            raise SetupError(f"{seen[tile]} tiles {tile.value!r} are revealed, the bag has {bag.of(tile)} (E9.2)")
    return found


def _tile(tile: Tile | str) -> Tile:
    if isinstance(tile, Tile):
        return tile
    if not isinstance(tile, str):
        raise TypeError(f"a tile is a Tile or its name, not {shown(tile)}")
    try:
        return Tile(tile)
    except ValueError:
        raise SetupError(f"there is no tile {shown(tile)}; they are {', '.join(Tile)} (E9.10)") from None


def read_conquered(board: Board, conquered: Iterable[int], tile_of: dict[int, Tile]) -> list[int]:
    """Return the checked cells with a conquest marker: each could hold a city and is next to Nordinn (E9.9)."""
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
    """Return the checked owner of each colonized cell: each cell can be held (E3.2)."""
    check_type(owners, Mapping, "owners is a mapping from cell to player")
    found = dict(owners)
    if not (are_indices(found, board.n_cells) and are_indices(found.values(), board.players)):
        found = {board.check_cell(cell): board.check_player(owner) for cell, owner in owners.items()}
    for cell in () if board.colonizable.issuperset(found) and not markers else found:
        _check_can_be_held(board, cell, tile_of)
        if cell in markers:
            raise SetupError(f"{board.cell_names[cell]} is conquered, so that nobody can hold it (E9.9)")
    return found


def _check_can_be_held(board: Board, cell: int, tile_of: dict[int, Tile]) -> None:
    """Raise unless a city could be placed on a cell (E3.2, E9.1, E9.5, E9.9)."""
    system = board.systems[cell]
    if not system.can_be_landed_on:
        raise SetupError(f"{_at(board, cell)} can't be colonized (E3.2)")
    if system is System.UNEXPLORED and cell not in tile_of:
        raise SetupError(f"{_at(board, cell)} can't be colonized before it is revealed (E9.1)")
    if cell in tile_of and tile_of[cell].is_closed:
        clause = "E9.5" if tile_of[cell] is Tile.ASTEROID else "E9.9"
        raise SetupError(f"{board.cell_names[cell]} ({tile_of[cell]}) can't be colonized ({clause})")


def read_pieces(board: Board, owners: dict[int, int], pieces: Mapping[int, Piece]) -> dict[int, Piece]:
    """Return the piece on each colonized cell: a city where `pieces` names none (E6.1)."""
    check_type(pieces, Mapping, "pieces is a mapping from cell to piece")
    found: dict[int, Piece] = dict.fromkeys(owners, "city")
    if are_indices(pieces, board.n_cells) and owners.keys() >= pieces.keys() and _are_pieces(pieces.values()):
        found.update(pieces)
        return found
    for cell, piece in pieces.items():
        kind, at = check_choice(piece, _PIECES, "a piece", "E6.1", error=SetupError), board.check_cell(cell)
        if at not in owners:
            raise SetupError(f"there is a {kind} at {_at(board, at)}, which nobody owns (E6.1)")
        found[at] = kind
    return found


def _are_pieces(pieces: Collection[object]) -> bool:
    return {*map(type, pieces)} <= {str} and not {*pieces}.difference(_PIECES)


def read_fleets(board: Board, ships: Sequence[Iterable[tuple[int, bool] | int]] | None) -> list[list[int]]:
    """Return the ships of each player in the core's encoding: 2 * cell + damaged."""
    if ships is None:
        return [[2 * board.homeworld(player)] * ships_in_box(board) for player in range(board.players)]
    fleets: list[list[int]] = []
    for player, fleet in enumerate(per_player(board, ships, "ships")):
        fleets.append([_ship(board, player, ship) for ship in fleet])
        if len(fleets[-1]) > MAX_SHIPS:
            raise SetupError(f"{player_name(player)} has {len(fleets[-1])} ships; at most {MAX_SHIPS} can be")
    return fleets


def _ship(board: Board, player: int, ship: tuple[int, bool] | int) -> int:
    cell, damaged = ship if isinstance(ship, tuple) and len(ship) == 2 else (ship, False)
    if type(damaged) is not bool or isinstance(cell, tuple):
        raise TypeError(f"a ship is a cell or (cell, damaged), not {shown(ship)}")
    at = board.check_cell(cell)
    if not board.systems[at].can_be_landed_on and at != board.homeworld(player):
        raise SetupError(f"no ship of {player_name(player)} can stand at {_at(board, at)} (E3.4, E3.5)")
    return 2 * at + damaged


def check_ships(
    board: Board, fleets: list[list[int]], tile_of: dict[int, Tile], due: tuple[int | None, DueKind | None, int]
) -> None:
    """Raise for a ship at an impossible place, or one that can't be damaged, or whole, there (E9.1, E9.5, E9.9)."""
    mover, what, spot = due
    stands = [(player, ship >> 1, bool(ship & 1)) for player, fleet in enumerate(fleets) for ship in fleet]
    doubtful = [ship for ship in stands if board.systems[ship[1]] is System.UNEXPLORED]
    crowds: Mapping[int, int] = Counter(cell for _, cell, _ in doubtful) if doubtful else {}
    for player, cell, damaged in doubtful:
        name, who = board.cell_names[cell], player_name(player)
        if cell not in tile_of:
            if (player, cell, damaged, what) != (mover, spot, False, "reveal") or crowds[cell] > 1:
                raise SetupError(f"no ship of {who} can be at {name} before it is revealed (E9.1)")
        elif tile_of[cell].is_closed:
            if not damaged:
                raise SetupError(f"the ship of {who} at {name} ({tile_of[cell]}) must be damaged (E9.5)")
            if crowds[cell] > 1:
                raise SetupError(f"{crowds[cell]} ships are at {name} ({tile_of[cell]}), where one can be (E9.5)")
    if what is not None and (mover, spot, what == "choose") not in stands:
        kind = "damaged" if what == "choose" else "undamaged"
        raise SetupError(f"{what} is due at {board.cell_names[spot]}, where the mover has no {kind} ship (E9.2)")


def read_due(board: Board, due: tuple[DueKind, int] | None) -> tuple[DueKind | None, int]:
    """Return the kind of action that is due and its cell; None and cell 0 if none is."""
    if due is None:
        return None, 0
    if not isinstance(due, tuple) or len(due) != 2:
        raise TypeError(f"due is (what, cell), not {shown(due)}")
    return check_choice(due[0], DUE, "what is due", "E9.2", error=SetupError), board.check_cell(due[1])


def read_reserves(board: Board, reserves: Sequence[tuple[int, int]], placed: list[Reserve]) -> list[Reserve]:
    """Return the reserves; destroyed cities may have made them larger than at the start (E9.9)."""
    return [
        Reserve(*_pair(reserve, "a reserve is", ("cities", MAX_CITIES - on_map.cities), ("stations", MAX_RESERVE)))
        for reserve, on_map in zip(per_player(board, reserves, "reserves"), placed, strict=True)
    ]


def read_received(
    board: Board, rules: Rules, received: Sequence[int] | None, placed: list[Reserve], left: list[Reserve]
) -> list[int]:
    """Return the cities that each player received as tolls; all cities of the game together are bounded (E10.1)."""
    if received is None:
        return [0] * board.players
    most = MAX_CITIES * board.players
    found = [
        check_number(cities, "received", most, error=SetupError) for cities in per_player(board, received, "received")
    ]
    if any(found) and not rules.open_borders:
        raise SetupError("cities are received as tolls, and the borders are closed in this game (E10.1)")
    total = sum(found) + sum(reserve.cities for reserve in (*placed, *left))
    if total > most:
        raise SetupError(f"{total} cities are in reserves, on the map and received; at most {most} can be (E10.1)")
    return found


def read_banked(board: Board, rules: Rules, banked: Sequence[tuple[int, int]] | None) -> list[Banked]:
    """Return the points that each player banked: those scored at once (E6.2)."""
    if banked is None:
        return [NOTHING_BANKED] * board.players
    found = [
        Banked(*_pair(points, "banked points are", ("planets", MAX_BANKED), ("tiles", MAX_BANKED)))
        for points in per_player(board, banked, "banked")
    ]
    if any(map(any, found)) and System.UNEXPLORED not in board.systems:
        raise SetupError("points are banked for tiles and destroyed cities, and the map has no tiles (E6.2, E9.9)")
    if any(points.planets for points in found) and rules.edition == "first":
        raise SetupError("no planets are banked in the first edition, which counts them at the end (E6.2)")
    return found


def _pair(given: tuple[int, ...], what: str, first: tuple[str, int], second: tuple[str, int]) -> tuple[int, int]:
    """Return the two numbers of a tuple, each from 0 to the largest one that stands with its name."""
    if not isinstance(given, tuple) or len(given) != 2:
        raise TypeError(f"{what} ({first[0]}, {second[0]}), not {shown(given)}")
    return check_number(given[0], *first, error=SetupError), check_number(given[1], *second, error=SetupError)


def mover_in_text(board: Board, mover: int | None) -> int | None:
    """Return the seat that a text names as the mover; raise SetupError if the map has no such seat."""
    if mover is not None and not 0 <= mover < board.players:
        raise SetupError(f"there is no player {mover}: they are 0 to {board.players - 1}")
    return mover


def due_kind(text: object) -> DueKind | None:
    """Return the kind of action with this name that can be due; None if there is none."""
    return next((kind for kind in DUE if kind == text), None)


def by_player(board: Board, numbers: int | Sequence[int], what: str, most: int) -> list[int]:
    """Return a checked number for each player, given one for all or one for each."""
    if isinstance(numbers, Sequence):
        return [check_number(number, what, most, error=SetupError) for number in per_player(board, numbers, what)]
    return [check_number(numbers, what, most, error=SetupError)] * board.players


def count_placed(board: Board, owner_of: dict[int, int], piece_of: dict[int, Piece]) -> list[Reserve]:
    """Return the number of cities and stations that each player has on the map."""
    held = list(owner_of.values())
    stations = [owner_of[cell] for cell, piece in piece_of.items() if piece == "station"]
    return [Reserve(held.count(player) - (n := stations.count(player)), n) for player in range(board.players)]


def per_player(board: Board, values: Sequence[T], what: str) -> Sequence[T]:
    """Return the value if it is a sequence with one entry for each player; raise otherwise."""
    if not isinstance(values, Sequence) or isinstance(values, str | bytes | bytearray | memoryview):
        raise TypeError(f"{what} is a sequence by player, not {type(values).__name__}")
    if len(values) != board.players:
        raise SetupError(f"{what} has {len(values)} entries for {board.players} players")
    return values


def _at(board: Board, cell: int) -> str:
    kind, _, letter = board.system(cell).name.lower().partition("_")
    return f"{board.cell_names[cell]} ({kind} {letter.upper() if len(letter) == 1 else letter}".rstrip() + ")"


# --- the whole position


def check_position(state: State, mover: int | None) -> None:
    """Raise SetupError unless a state, with every piece in its place, is possible in a game.

    The player to act must be able to act (E2.2), a due action must be possible (E9), the end must agree with the rules
    (E2.3), and later banked points must stay within `MAX_BANKED`. `mover` is the seat whose turn it is, None if the
    game is over.
    """
    _check_turn(state, mover)
    _check_bank(state)


def _check_turn(state: State, mover: int | None) -> None:
    """Raise unless the player to act can act (E2.2, E9), or a game without one is over (E2.3)."""
    left = any(sum(state.reserve(player)) for player in range(state.board.players))
    if mover is None:
        if left and not all(state.passed):
            raise SetupError("the game isn't over: pieces are left, and not all have passed (E2.3)")
        return
    if state.passed[mover]:
        raise SetupError(f"{player_name(mover)} is to act, but has passed (E2.2)")
    if state.due is not None:
        _check_due(state)
    elif not left and state.ply:
        raise SetupError(f"{player_name(mover)} is to act, but all reserves are empty, which ended the game (E2.3)")
    if not state.legal_count():
        raise SetupError(f"{player_name(mover)} is to act, but can't move (E2.2)")


def _check_due(state: State) -> None:
    """Raise unless the action that is due can be done (E9.2, E9.7, E9.9)."""
    assert state.due is not None
    what, cell, player = state.due
    name, tile, who = state.board.cell_names[cell], state.tile(cell), player_name(player)
    if what == "reveal":
        if cell not in state.unexplored:
            raise SetupError(f"a reveal is due at {name}, which isn't unexplored (E9.2)")
        if not state.reserve(player).cities:
            raise SetupError(f"{who} explores {name} without a city in reserve (E9.1)")
    elif what == "refuel":
        if tile is not Tile.REFUELING or (state.owner(cell), state.piece(cell)) != (player, "city"):
            raise SetupError(f"{who} refuels at {name}, but has no city on a refueling station there (E9.7)")
        if not state.legal_count():
            raise SetupError(f"{who} refuels at {name}, but there is nowhere to go on to (E9.7)")
    else:
        if tile is not Tile.NORDINN:
            raise SetupError(f"{who} chooses a city for {name}, which is not of the Nordinn Empire (E9.9)")
        if not state.legal_count():
            raise SetupError(f"{who} chooses a city for {name}, but none can be destroyed (E9.9)")


def _check_bank(state: State) -> None:
    """Raise if the banked points could exceed `MAX_BANKED` before the end of the game."""
    # An exploration banks at most two points, and destroys at most one city of at most three planets.
    choosing = state.due is not None and state.due.what == "choose"
    explorations = len(state.unexplored) + choosing
    for player in range(state.board.players):
        planets, tiles = state.banked(player)
        if planets + 3 * explorations > MAX_BANKED or tiles + 2 * explorations > MAX_BANKED:
            raise SetupError(f"{player_name(player)} could bank more than {MAX_BANKED} points of one kind")
