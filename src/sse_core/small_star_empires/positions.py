"""States from nothing: the start of a game, or any position by keyword; and states turned and mirrored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from .. import _fast
from .._fast import Reserve, State
from ..checks import check_number, shown
from ..errors import SetupError
from .actions import Action, Piece
from .board import Board
from .hexes import DIRECTIONS, Hex
from .options import Rules

__all__ = ["mirrored", "new_game", "position", "turned"]

MAX_SHIPS: Final = 16
"""The most ships of one player."""

MAX_RESERVE: Final = 255
"""The most cities, or trade stations, in one reserve."""

MAX_PLY: Final = 1_000_000
"""The latest ply at which a game may end."""

_DEFAULT_RULES: Final = Rules()
_SHIPS: Final = {2: 4, 3: 3, 4: 2}
_BOX: Final = Reserve(cities=16, stations=4)

T = TypeVar("T")


def new_game(
    board: Board,
    *,
    rules: Rules = _DEFAULT_RULES,
    first: int = 0,
    ships: int | Sequence[int] | None = None,
    cities: int | Sequence[int] = 16,
    stations: int | Sequence[int] = 4,
) -> State:
    """Return the start of a game: all ships on their homeworlds, nothing colonized (E1.7).

    Parameters
    ----------
    first
        The seat that starts (E2.1); if it can't move it is out, and the next that can starts (E2.2). Where nobody
        can, the game is over at once.
    ships
        How many each player has, 0 to 16; None: 4, 3, 2 for 2, 3, 4 players.
    cities, stations
        The reserves, 0 to 255 each.

    `ships`, `cities` and `stations` are one number for all or a sequence by player.
    Raises SetupError if a number is out of range, TypeError if a value is of the wrong type.
    """
    tables = _tables(board, rules)
    fleets = _by_player(board, _SHIPS[board.players] if ships is None else ships, "ships", MAX_SHIPS)
    reserves = zip(
        _by_player(board, cities, "cities", MAX_RESERVE),
        _by_player(board, stations, "stations", MAX_RESERVE),
        strict=True,
    )
    return _fast.place(
        tables,
        [()] * board.players,
        (),
        [[2 * board.homeworld(player)] * n for player, n in enumerate(fleets)],
        list(reserves),
        [False] * board.players,
        board.check_player(first),
        0,
        turn_comes=True,
    )


def position(
    board: Board,
    *,
    rules: Rules = _DEFAULT_RULES,
    owners: Mapping[int, int] | None = None,
    pieces: Mapping[int, Piece] | None = None,
    ships: Sequence[Iterable[tuple[int, bool] | int]] | None = None,
    reserves: Sequence[tuple[int, int]] | None = None,
    passed: Sequence[bool] | None = None,
    mover: int | None = 0,
    ply: int = 0,
) -> State:
    """Return any position.

    Parameters
    ----------
    owners
        Who has colonized what: player by cell. Homeworlds are held without being named.
    pieces
        ``"city"`` or ``"station"`` by cell, for cells that `owners` names; a city where nothing is said.
    ships
        For each player, where the ships stand: ``(cell, damaged)``, or a cell for an undamaged one; up to 16. None:
        the ships of a new game.
    reserves
        (cities, stations) of each player, 0 to 255 each. None: what the box holds (16 and 4) less what is placed.
    passed
        Who is out (E2.2). None: nobody.
    mover
        The seat to act, None if the game is over.
    ply
        How many actions led here: from 0, and so that the game ends by ply 1,000,000.

    Raises
    ------
    SetupError
        If something lies where it can't (E3.2, E3.5), a number is out of range, `mover` has passed or can't move
        (E2.2), or the game is said to be over and isn't (E2.3).
    TypeError
        If a value is of the wrong type.
    """
    tables = _tables(board, rules)
    players = range(board.players)
    owner_of = _owners(board, {} if owners is None else owners)
    piece_of = _pieces(board, owner_of, {} if pieces is None else pieces)
    flags = _per_player(board, (False,) * board.players if passed is None else passed, "passed")
    if any(type(flag) is not bool for flag in flags):
        raise TypeError("passed says True or False for each player")
    placed = [
        Reserve(*(sum(owner_of[at] == player and piece_of[at] == kind for at in owner_of) for kind in _KINDS))
        for player in players
    ]
    state = _fast.place(
        tables,
        [[cell for cell, owner in owner_of.items() if owner == player] for player in players],
        [cell for cell, piece in piece_of.items() if piece == "station"],
        _fleets(board, ships),
        _left_in_box(placed) if reserves is None else _reserves(board, reserves),
        flags,
        None if mover is None else board.check_player(mover),
        check_number(ply, "ply", MAX_PLY),
        turn_comes=False,
    )
    _check_turn(state, mover)
    if state.ply + _most_plies_left(state) > MAX_PLY:
        raise SetupError(f"ply is {state.ply}, so that the game could go on beyond ply {MAX_PLY}")
    return state


_KINDS: Final[tuple[Piece, Piece]] = ("city", "station")


def turned(state: State, k: int) -> State:
    """Return a state with its board turned by k sixths, counter-clockwise, about Hex(0, 0)."""
    return _carried(state, state.board.turned(k), lambda place: place.turned(k))


def mirrored(state: State) -> State:
    """Return a state with left and right exchanged."""
    return _carried(state, state.board.mirrored(), Hex.mirrored)


def _carried(state: State, board: Board, move: Callable[[Hex], Hex]) -> State:
    """Return a state on a board whose systems lie where `move` takes them."""
    to = [board.cell(move(place)) for place in state.board.hexes]
    colonized = [
        cell for cell in range(board.n_cells) if state.owner(cell) is not None and state.piece(cell) != "homeworld"
    ]
    owners = {to[cell]: owner for cell in colonized if (owner := state.owner(cell)) is not None}
    pieces: dict[int, Piece] = {to[cell]: "station" for cell in colonized if state.piece(cell) == "station"}
    return position(
        board,
        rules=state.rules,
        owners=owners,
        pieces=pieces,
        ships=[[(to[cell], damaged) for cell, damaged in state.ships(player)] for player in range(board.players)],
        reserves=[state.reserve(player) for player in range(board.players)],
        passed=state.passed,
        mover=state.to_act[0] if state.to_act else None,
        ply=state.ply,
    )


def _tables(board: Board, rules: Rules) -> _fast.Tables:
    """Return what the core works with, made once for a board and rules."""
    if not isinstance(board, Board):
        raise TypeError(f"a game is played on a Board, not on {type(board).__name__}")
    if not isinstance(rules, Rules):
        raise TypeError(f"rules is a Rules, not {type(rules).__name__}")
    if rules not in board.tables:
        cells = range(board.n_cells)
        board.tables[rules] = _fast.Tables(
            board,
            rules,
            Action,
            [[board.line(cell, direction) for direction in range(len(DIRECTIONS))] for cell in cells],
            [[other for other in cells if 0 < board.distance(cell, other) <= 2] for cell in cells],
            [board.jumps(cell) for cell in cells],
        )
    return board.tables[rules]


def _owners(board: Board, owners: Mapping[int, int]) -> dict[int, int]:
    if not isinstance(owners, Mapping):
        raise TypeError(f"owners is a mapping from cell to player, not {type(owners).__name__}")
    found = {board.check_cell(cell): board.check_player(owner) for cell, owner in owners.items()}
    for cell in found:
        if not board.system(cell).can_be_landed_on:
            raise SetupError(f"{_at(board, cell)} can't be colonized (E3.2)")
    return found


def _pieces(board: Board, owners: dict[int, int], pieces: Mapping[int, Piece]) -> dict[int, Piece]:
    if not isinstance(pieces, Mapping):
        raise TypeError(f"pieces is a mapping from cell to piece, not {type(pieces).__name__}")
    found: dict[int, Piece] = dict.fromkeys(owners, "city")
    for cell, piece in pieces.items():
        if piece not in _KINDS:
            raise SetupError(f"a piece is 'city' or 'station', not {shown(piece)} (E6.1)")
        if board.check_cell(cell) not in owners:
            raise SetupError(f"there is a {piece} at {_at(board, cell)}, which nobody owns (E6.1)")
        found[board.check_cell(cell)] = piece
    return found


def _fleets(board: Board, ships: Sequence[Iterable[tuple[int, bool] | int]] | None) -> list[list[int]]:
    """Return the ships of each player as the core writes them: 2 * cell + damaged."""
    if ships is None:
        return [[2 * board.homeworld(player)] * _SHIPS[board.players] for player in range(board.players)]
    fleets: list[list[int]] = []
    for player, fleet in enumerate(_per_player(board, ships, "ships")):
        fleets.append([_ship(board, player, ship) for ship in fleet])
        if len(fleets[-1]) > MAX_SHIPS:
            raise SetupError(f"player {player} has {len(fleets[-1])} ships; at most {MAX_SHIPS} can be")
    return fleets


def _ship(board: Board, player: int, ship: tuple[int, bool] | int) -> int:
    cell, damaged = ship if isinstance(ship, tuple) and len(ship) == 2 else (ship, False)
    if type(damaged) is not bool or isinstance(cell, tuple):
        raise TypeError(f"a ship is a cell or (cell, damaged), not {shown(ship)}")
    at = board.check_cell(cell)
    if not board.system(at).can_be_landed_on and at != board.homeworld(player):
        raise SetupError(f"no ship of player {player} can stand at {_at(board, at)} (E3.4, E3.5)")
    return 2 * at + damaged


def _reserves(board: Board, reserves: Sequence[tuple[int, int]]) -> list[Reserve]:
    found: list[Reserve] = []
    for reserve in _per_player(board, reserves, "reserves"):
        if not isinstance(reserve, tuple) or len(reserve) != 2:
            raise TypeError(f"a reserve is (cities, stations), not {shown(reserve)}")
        found.append(
            Reserve(check_number(reserve[0], "cities", MAX_RESERVE), check_number(reserve[1], "stations", MAX_RESERVE))
        )
    return found


def _left_in_box(placed: list[Reserve]) -> list[Reserve]:
    for player, (cities, stations) in enumerate(placed):
        if cities > _BOX.cities or stations > _BOX.stations:
            raise SetupError(
                f"player {player} has {cities} cities and {stations} stations on the map, more than the box holds "
                f"({_BOX.cities} and {_BOX.stations}, E1.7): say what is in reserve"
            )
    return [Reserve(_BOX.cities - cities, _BOX.stations - stations) for cities, stations in placed]


def _check_turn(state: State, mover: int | None) -> None:
    """Raise unless the player to act can move (E2.2), or the game that is said to be over is (E2.3)."""
    if mover is not None:
        if state.passed[mover]:
            raise SetupError(f"player {mover} is to act, but has passed (E2.2)")
        if not state.legal_count():
            raise SetupError(f"player {mover} is to act, but can't move (E2.2)")
        return
    left = any(sum(state.reserve(player)) for player in range(state.board.players))
    if left and not all(state.passed):
        raise SetupError("the game isn't over: pieces are left, and not all have passed (E2.3)")


def _most_plies_left(state: State) -> int:
    """Return a bound on the plies that can still come: each puts down a piece or repairs a ship (E2.1)."""
    players = range(state.board.players)
    pieces = sum(sum(state.reserve(player)) for player in players)
    return pieces + sum(damaged for player in players for _, damaged in state.ships(player))


def _by_player(board: Board, numbers: int | Sequence[int], what: str, most: int) -> list[int]:
    """Return one number for each player, each checked."""
    if isinstance(numbers, Sequence):
        return [check_number(number, what, most) for number in _per_player(board, numbers, what)]
    return [check_number(numbers, what, most)] * board.players


def _per_player(board: Board, values: Sequence[T], what: str) -> Sequence[T]:
    if not isinstance(values, Sequence) or isinstance(values, str | bytes | bytearray | memoryview):
        raise TypeError(f"{what} is a sequence by player, not {type(values).__name__}")
    if len(values) != board.players:
        raise SetupError(f"{what} has {len(values)} entries for {board.players} players")
    return values


def _at(board: Board, cell: int) -> str:
    kind, _, letter = board.system(cell).name.lower().partition("_")
    return f"{board.cell_names[cell]} ({kind} {letter.upper() if len(letter) == 1 else letter}".rstrip() + ")"
