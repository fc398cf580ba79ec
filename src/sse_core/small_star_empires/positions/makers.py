"""Makers of states: the start of a game, any position by keyword, and turned or mirrored states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict

from ... import _fast
from ..._fast import State
from ...errors import ArgumentError, SetupError, rules_error
from ...forms.checks import check_flag, check_number, check_seed, shown, type_named
from ...games import GAMES
from ..actions import Choose, Move, Piece, Reveal, Stay
from ..any_state import is_state
from ..board import Board
from ..maps.hexes import Hex
from ..maps.systems import Holes, System
from ..maps.tiles import Tile
from ..options import MAX_RESERVE, MAX_SHIPS, Rules
from ..reasons import Reason
from ..scores import Score, ScoreSheet
from . import checks
from .checks import DUE, NOTHING_BANKED, DueKind

__all__ = ["Contents", "contents", "max_plies", "mirrored", "new_game", "position", "turned"]

_TILES: Final = tuple(Tile)

MAX_PLY: Final = 1_000_000
"""The last ply at which a game may end."""


def new_game(
    board: Board | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    holes: Holes | None = None,
    unexplored: bool = False,
    rules: Rules | None = None,
    first: int = 0,
    ships: int | Sequence[int] | None = None,
    cities: int | Sequence[int] | None = None,
    stations: int | Sequence[int] | None = None,
) -> State:
    """Return a new game: all ships on their homeworlds, nothing colonized (E1.7).

    Parameters
    ----------
    board
        The map; None: the base map for `players`, 2 if that is None, too.
    players
        2 to 4. On a map of one's own None, or as many as it is for.
    seed
        Shuffles the base map, as in `base_map`; it changes nothing on a map of one's own. All games take one.
    holes, unexplored
        What lies on the base map, as in `base_map`.
    rules
        The options; None: those that the map names, else those of the published game.
    first
        The seat that starts (E2.1). If it can't move, it is out, and the next seat that can move starts (E2.2). If
        nobody can, the game is over at once.
    ships
        The number of ships of each player, 0 to 16; None: the map's, else 4, 3, 2 for 2, 3, 4 players.
    cities, stations
        The reserves, 0 to 255 each; None: the map's, else 16 and 4.

    `ships`, `cities` and `stations` are one number for all players or a sequence by player.

    Raises SetupError if a number is out of range or the bag has too few tiles for the map (E9.1), RangeError if
    the map has no such seat, ArgumentError if `players`, `holes` or `unexplored` contradict the map or if the seed is
    out of range, TypeError if a value is of the wrong type.

    >>> new_game(players=3, seed=7).board.n_cells
    61
    """
    if board is None:
        board = _base_map(players, seed, holes, unexplored)
        ruleset = _ruleset(board, rules)
    else:
        ruleset = _ruleset(board, rules)
        _check_own_map(board, players, seed, holes, unexplored)
    box = checks.box(board)
    fleets = checks.by_player(board, checks.ships_in_box(board) if ships is None else ships, "ships", MAX_SHIPS)
    reserves = zip(
        checks.by_player(board, box.cities if cities is None else cities, "cities", MAX_RESERVE),
        checks.by_player(board, box.stations if stations is None else stations, "stations", MAX_RESERVE),
        strict=True,
    )
    return _fast.place(
        ruleset,
        owners=[()] * board.players,
        stations=(),
        tiles=[()] * len(Tile),
        conquered=(),
        ships=[[2 * board.homeworld(player)] * n for player, n in enumerate(fleets)],
        reserves=list(reserves),
        received=[0] * board.players,
        banked=[NOTHING_BANKED] * board.players,
        passed=[False] * board.players,
        mover=board.check_player(first),
        due=0,
        spot=0,
        ply=0,
        turn_comes=True,
    )


def _base_map(players: int | None, seed: int | None, holes: Holes | None, unexplored: bool) -> Board:
    # Found through the game, which loads what lays this map only here: whoever has a map needs none of it.
    game: Any = GAMES["small_star_empires"]
    board: Board = game.base_map(2 if players is None else players, seed=seed, holes=holes, unexplored=unexplored)
    return board


def _check_own_map(board: Board, players: int | None, seed: int | None, holes: object, unexplored: bool) -> None:
    """Raise ArgumentError unless the arguments that lay the base map leave a map of one's own as it is."""
    if players is not None:
        n, words = board.players, f"the map is for {board.players} players, not {shown(players)}"
        check_number(players, "players", n, n, error=lambda _: ArgumentError(words))
    if seed is not None:
        check_seed(seed)
    if not (holes is None or (type(holes) is str and not holes)) or check_flag(unexplored, "unexplored"):
        raise ArgumentError("holes and unexplored lay the base map, and a map is given")


def position(
    board: Board,
    *,
    rules: Rules | None = None,
    owners: Mapping[int, int] | None = None,
    pieces: Mapping[int, Piece] | None = None,
    tiles: Mapping[int, Tile | str] | None = None,
    conquered: Iterable[int] = (),
    ships: Sequence[Iterable[tuple[int, bool] | int]] | None = None,
    reserves: Sequence[tuple[int, int]] | None = None,
    received: Sequence[int] | None = None,
    banked: Sequence[tuple[int, int]] | None = None,
    passed: Sequence[bool] | None = None,
    mover: int | None = 0,
    due: tuple[DueKind, int] | None = None,
    ply: int = 0,
) -> State:
    """Return the state of a position, given by keyword.

    Parameters
    ----------
    rules
        The options; None: the map's.
    owners
        Player by colonized cell. Homeworlds are held without being named.
    pieces
        ``"city"`` or ``"station"`` by cell of `owners`; cells that are left out have a city.
    tiles
        The revealed tiles: `Tile` or its name by cell. Tiles of other unexplored systems lie face down (E9.2).
    conquered
        The cells with a conquest marker, each next to a Nordinn system in `tiles` (E9.9).
    ships
        The ships of each player, up to 16: ``(cell, damaged)``, or a cell for an undamaged ship. None: those of a new
        game.
    reserves
        (cities, stations) of each player: up to 383 cities, those on the map included, and up to 255 stations. None:
        the reserves of a new game less the pieces on the map.
    received
        The number of cities that each player received as tolls (E10.1). None: 0.
    banked
        (planets, tiles) of each player: points scored at once that the map doesn't show. `planets` are those of
        cities that were destroyed since, 0 in the first edition (E6.2, E9.9). `tiles` are those of tiles when they
        were revealed, whoever holds them now (E9.6 to E9.8). None: 0.
    passed
        Whether each player is out (E2.2). None: nobody is.
    mover
        The seat whose turn it is, None if the game is over.
    due
        The action that the turn still needs, with the cell of the mover's ship: ``("reveal", cell)``,
        ``("refuel", cell)`` or ``("choose", cell)``. None: a move.
    ply
        The number of actions that led here: at least 0, and so that the game ends by ply 1,000,000.

    Raises
    ------
    SetupError
        If a piece, a ship or a tile lies where it can't (E3.2, E3.5, E9), a number is out of range, `mover` has
        passed or can't move (E2.2), all reserves are empty after the first ply (E2.3), `due` doesn't fit (E9.2, E9.7,
        E9.9), or `mover` is None and the game isn't over (E2.3).
    RangeError
        If the map has no such cell or seat.
    TypeError
        If a value is of the wrong type.
    """
    ruleset = _ruleset(board, rules)
    tile_of = checks.read_tiles(board, board.setup.bag_under(ruleset.rules), {} if tiles is None else tiles)
    markers = checks.read_conquered(board, conquered, tile_of)
    owner_of = checks.read_owners(board, {} if owners is None else owners, tile_of, markers)
    piece_of = checks.read_pieces(board, owner_of, {} if pieces is None else pieces)
    flags = checks.per_player(board, (False,) * board.players if passed is None else passed, "passed")
    if any(type(flag) is not bool for flag in flags):
        raise TypeError("passed says True or False for each player")
    placed = checks.count_placed(board, owner_of, piece_of)
    if reserves is None:
        left = checks.left_in_box(board, placed)
    else:
        left = checks.read_reserves(board, reserves, placed)
    turn = None if mover is None else board.check_player(mover)
    what, spot = checks.read_due(board, due)
    fleets = checks.read_fleets(board, ships)
    checks.check_ships(board, fleets, tile_of, (turn, what, spot))
    held: list[list[int]] = [[] for _ in range(board.players)]
    for cell, owner in owner_of.items():
        held[owner].append(cell)
    state = _fast.place(
        ruleset,
        owners=held,
        stations=[cell for cell, piece in piece_of.items() if piece == "station"],
        tiles=[[cell for cell, found in tile_of.items() if found is tile] if tile_of else () for tile in _TILES],
        conquered=markers,
        ships=fleets,
        reserves=left,
        received=checks.read_received(board, ruleset.rules, received, placed, left),
        banked=checks.read_banked(board, ruleset.rules, banked),
        passed=flags,
        mover=turn,
        due=0 if what is None else DUE.index(what) + 1,
        spot=spot,
        ply=check_number(ply, "ply", MAX_PLY, error=SetupError),
        turn_comes=False,
    )
    checks.check_position(state, turn)
    if state.ply + max_plies(state) > MAX_PLY:
        raise SetupError(f"ply is {state.ply}, so that the game could go on beyond ply {MAX_PLY}")
    return state


def turned(state: State, k: int) -> State:
    """Return a state with its board turned by k sixths, counter-clockwise, about Hex(0, 0)."""
    return _transformed(state, state.board.turned(k), lambda place: place.turned(k))


def mirrored(state: State) -> State:
    """Return a state with left and right exchanged."""
    return _transformed(state, state.board.mirrored(), Hex.mirrored)


def _transformed(state: State, board: Board, transform: Callable[[Hex], Hex]) -> State:
    """Return a state on the transformed board, where `transform` takes each hex to its new place."""
    return position(board, **contents(state, [board.cell(transform(place)) for place in state.board.hexes]))


class Contents(TypedDict):
    """The keywords of `position` that give a state."""

    rules: Rules
    owners: dict[int, int]
    pieces: dict[int, Piece]
    tiles: dict[int, str]
    conquered: list[int]
    ships: list[list[tuple[int, bool]]]
    reserves: list[tuple[int, int]]
    received: list[int]
    banked: list[tuple[int, int]]
    passed: list[bool]
    mover: int | None
    due: tuple[DueKind, int] | None
    ply: int


def contents(state: State, to: Sequence[int] | None = None) -> Contents:
    """Return the keywords of `position` that give a state; `to` maps each cell to its new number."""
    players, cells = range(state.board.players), range(state.board.n_cells)
    to = cells if to is None else to
    colonized = [cell for cell in cells if state.owner(cell) is not None and state.piece(cell) != "homeworld"]
    due = state.due
    return {
        "rules": state.rules,
        "owners": {to[cell]: owner for cell in colonized if (owner := state.owner(cell)) is not None},
        "pieces": {to[cell]: "station" for cell in colonized if state.piece(cell) == "station"},
        "tiles": {to[cell]: tile.value for cell in cells if (tile := state.tile(cell)) is not None},
        "conquered": [to[cell] for cell in state.conquered],
        "ships": [[(to[cell], damaged) for cell, damaged in state.ships(player)] for player in players],
        "reserves": [(reserve.cities, reserve.stations) for reserve in map(state.reserve, players)],
        "received": [state.received(player) for player in players],
        "banked": [(banked.planets, banked.tiles) for banked in map(state.banked, players)],
        "passed": list(state.passed),
        "mover": due.player if due else state.to_act[0] if state.to_act else None,
        "due": None if due is None else (due.what, to[due.cell]),
        "ply": state.ply,
    }


def _ruleset(board: Board, rules: Rules | None) -> _fast.Ruleset:
    """Return the rule set of a board and rules for the core, made once."""
    if not isinstance(board, Board):
        raise TypeError(f"a game of Small Star Empires is played on a Board, not on {type_named(board)}")
    if rules is None:
        rules = board.setup.rules
    if not isinstance(rules, Rules):
        raise TypeError(f"rules is a Rules, not {type(rules).__name__}")
    return board.rulesets.find(rules, lambda: _make_ruleset(board, rules))


def _make_ruleset(board: Board, rules: Rules) -> _fast.Ruleset:
    """Return a ruleset for the core; raise SetupError if the bag has too few tiles for the map (E9.1)."""
    bag = board.setup.bag_under(rules)
    unexplored = board.systems.count(System.UNEXPLORED)
    if unexplored > bag.total:
        raise rules_error(f"too few tiles: the bag has {bag.total}, the map {unexplored} to explore (E9.1)")
    cells = range(board.n_cells)
    return _fast.Ruleset(
        board,
        rules,
        bag,
        (Move, Reveal, Choose, Stay),
        tuple(Tile),
        tuple(Reason),
        (Score, ScoreSheet),
        [board.lines(cell) for cell in cells],
        [board.jumps(cell) for cell in cells],
    )


def max_plies(state: State) -> int:
    """Return a bound on the number of actions after a position: a sum that each action makes smaller (E2.4)."""
    if not is_state(state):
        raise TypeError(f"a position is a State of Small Star Empires, not {type_named(state)}")
    players = range(state.board.players)
    what = None if state.due is None else state.due.what
    pieces = sum(sum(state.reserve(player)) for player in players)
    repairs = sum(damaged for player in players for _, damaged in state.ships(player))
    to_explore = 5 * len(state.unexplored) - (what == "reveal") + 2 * (what == "choose") + (what == "refuel")
    may_stay = state.rules.open_borders and not state.rules.toll_compulsory
    return pieces + repairs + to_explore + (state.passed.count(False) if may_stay else 0)
