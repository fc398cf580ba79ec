"""Boards, rules, games and positions to test with: drawn by Hypothesis, or dealt from a seed.

Every `random_x` takes its choices from a function `below(n)`, which gives an integer from 0 to n − 1. Hypothesis
stands behind it in the strategies, `SplitMix64.below` in campaigns that shrink nothing. Choice 0 is always the
simplest, so that Hypothesis shrinks to small maps with little on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, TypedDict, TypeVar

from hypothesis import strategies as st

import sse_core as sse
from sse_core import Board, Hex, Piece, Rules, State
from sse_core.small_star_empires import reference

T = TypeVar("T")
Below: TypeAlias = Callable[[int], int]
AnyState: TypeAlias = State | reference.State

DRAWINGS: Final[Mapping[str, str]] = {
    "one system": "A 3 B",
    "no system": "A w B",
    "corridor": "A . 1 . 2 r 3 . B",
    "gap": "A . 1 . 2   r 3 . B",
    "boxed in": "A 1 B 2 3 g r b . C",
    "cut off from the start": "A 1 2 . B   C   D",
    "level, with cities left": "A 1 . 2 1 B",
    "level, but for planets": "A 2 r B",
    "mirror of three": """
 A 1 B
  1 1
   C
""",
    "mirror of four": """
 A 1 B
  r r
 C 1 D
""",
    "round a black hole": """
 1 A 2
g x . r
 3 B 1
""",
    "crossing a wormhole": """
 . A .
1 r w w 2
 g . B 3
""",
    "walls": """
A 1 x 2 B
 . r x . g
1 b . x 3
 C 2 1 . .
""",
    "two galaxies": """
A 1 2       1 3 B
 w .         . w
""",
    "three galaxies": """
A w 1     1 w B     2 w C
 r .       g .       b .
""",
    "four galaxies": """
A 1 .     B 2 .     C 3 .     D 1 r
 w .       w .       w .       w g
""",
    "crowded": """
 A 1 r B
1 2 . g 3
 C . w D
  b 1 w
""",
}
"""Maps on which things happen early: by what they are there for."""

_SYMBOLS: Final = ".111.222..33rrggbbwwx"
_PIECE_APART: Final = 60
_NEBULA_TABLES: Final = ((2, 5, 8), (2,), (0,), (1, 0), (3, 7), (1, 2, 4, 8), tuple(range(1, 17)), (999,) * 5)
_TERRITORY: Final = (3, 0, 1, 999)
_HOLES: Final = (None, "balanced", "wormholes", "black_holes")
_FLEETS: Final = (1, 0, 2, 3, 4, 5, 6)
_CITIES: Final = (1, 0, 2, 3, 5, 9, 16, 255)
_STATIONS: Final = (0, 1, 2, 4, 255)


class GameOptions(TypedDict):
    """What `new_game` is asked for, by player."""

    rules: Rules
    first: int
    ships: list[int]
    cities: list[int]
    stations: list[int]


class PositionOptions(TypedDict):
    """What `position` is asked for, but for who is to act."""

    rules: Rules
    owners: dict[int, int]
    pieces: dict[int, Piece]
    ships: list[list[tuple[int, bool]]]
    reserves: list[tuple[int, int]]
    passed: list[bool]
    ply: int


# --- boards


def random_board(below: Below) -> Board:
    """Choose any board, cramped ones twice as often as base maps; some are turned, some mirrored."""
    board = random_base_map(below) if below(3) == 2 else random_cramped_map(below)
    board = board.turned(below(6))
    return board.mirrored() if below(2) else board


def random_base_map(below: Below) -> Board:
    """Choose a base map: players, holes, and unturned or shuffled."""
    players, holes = 2 + below(3), _one_of(below, _HOLES)
    return sse.base_map(players, seed=below(1 << 31) if below(4) else None, holes=holes)


def random_cramped_map(below: Below) -> Board:
    """Choose a drawn map or a blob."""
    return random_blob(below) if below(3) else random_drawn_map(below)


def random_drawn_map(below: Below) -> Board:
    """Choose one of `DRAWINGS`."""
    return sse.parse_map(_one_of(below, tuple(DRAWINGS.values())))


def random_blob(below: Below) -> Board:
    """Choose a map of 5 to 40 systems that has grown at random, perhaps in pieces that only wormholes join."""
    players, pieces = 2 + below(3), (1, 1, 1, 2, 3)[below(5)]
    systems: dict[Hex, str] = {}
    for piece in range(pieces):
        start = Hex(_PIECE_APART * piece, 0)
        systems[start] = "."
        if pieces > 1:
            systems[start.step(0)] = "w"
    for _ in range(max(5, 2 * pieces + players) + below(31) - len(systems)):
        place, direction = _one_of(below, tuple(systems)), below(6)
        while place in systems:
            place = place.step(direction)
        systems[place] = _one_of(below, _SYMBOLS)
    # The wormholes that join pieces must stay.
    sites = [place for place in systems if place.q % _PIECE_APART != 1 or place.r or pieces == 1]
    for letter in "ABCD"[:players]:
        systems[sites.pop(below(len(sites)))] = letter
    return Board(_without_unreachable(systems))


def _without_unreachable(systems: dict[Hex, str]) -> dict[Hex, str]:
    """Put black holes where no ship could ever get, which makes any map a valid one (E1.6)."""
    wormholes = {place for place, symbol in systems.items() if symbol == "w"}
    joined = {place for place, symbol in systems.items() if symbol in "ABCD"}
    while True:
        around = {place.step(direction) for place in joined for direction in range(6)}
        entered = around & wormholes
        for hole in wormholes:
            if entered - {hole}:
                around |= {hole.step(direction) for direction in range(6)}
        grown = {place for place in around if systems.get(place, "x") != "x"} - joined
        if not grown:
            return {place: symbol if place in joined | wormholes else "x" for place, symbol in systems.items()}
        joined |= grown


# --- rules, games, positions


def random_rules(below: Below) -> Rules:
    """Choose rules."""
    return Rules(
        damaged_jump=below(3) < 2,
        nebula_points=_one_of(below, _NEBULA_TABLES),
        territory_points=_one_of(below, _TERRITORY),
    )


def random_game_options(below: Below, board: Board) -> GameOptions:
    """Choose how a game starts: the same for all players, or different."""
    seats = range(board.players)
    alike = below(2) == 0
    fleet, cities, stations = (_one_of(below, choices) for choices in (_FLEETS, _CITIES, _STATIONS))
    return {
        "rules": random_rules(below),
        "first": below(board.players),
        "ships": [fleet if alike else _one_of(below, _FLEETS) for _ in seats],
        "cities": [cities if alike else _one_of(below, _CITIES) for _ in seats],
        "stations": [stations if alike else _one_of(below, _STATIONS) for _ in seats],
    }


def random_position_options(below: Below, board: Board) -> PositionOptions:
    """Choose what lies on a board, from next to nothing to all crowded."""
    seats = range(board.players)
    crowding = below(5)
    landable = [cell for cell in range(board.n_cells) if board.system(cell).can_be_landed_on]
    owners = {cell: below(board.players) for cell in landable if below(5) < crowding}
    kinds: tuple[Piece, ...] = ("city", "city", "station")
    ships = []
    for seat in seats:
        # Ships stand on their own systems as a rule, but may be wherever they could have landed.
        stands = [board.homeworld(seat), *(cell for cell in owners if owners[cell] == seat), *landable]
        ships.append([(_one_of(below, stands), below(3) == 2) for _ in range(_one_of(below, _FLEETS))])
    return {
        "rules": random_rules(below),
        "owners": owners,
        "pieces": {cell: _one_of(below, kinds) for cell in owners},
        "ships": ships,
        "reserves": [(_one_of(below, _CITIES), _one_of(below, _STATIONS)) for _ in seats],
        "passed": [below(5) == 4 for _ in seats],
        "ply": below(100),
    }


def random_position(below: Below, board: Board) -> State:
    """Choose a position: the first seat that can move is to act; where none can, all have passed."""
    options = random_position_options(below, board)
    for seat in range(board.players):
        if not options["passed"][seat]:
            try:
                return sse.position(board, mover=seat, **options)
            except sse.SetupError:
                continue
    return sse.position(board, mover=None, **options | {"passed": [True] * board.players})


def random_start(below: Below) -> State:
    """Choose the start of a game, or a position."""
    board = random_board(below)
    return random_position(below, board) if below(2) else sse.new_game(board, **random_game_options(below, board))


def options_of(state: State) -> PositionOptions:
    """Return what `position` is to be asked for to get a state back, its mover apart."""
    seats = range(state.board.players)
    owners: dict[int, int] = {}
    pieces: dict[int, Piece] = {}
    for cell in range(state.board.n_cells):
        owner, piece = state.owner(cell), state.piece(cell)
        if owner is not None and (piece == "city" or piece == "station"):
            owners[cell], pieces[cell] = owner, piece
    reserves = [state.reserve(seat) for seat in seats]
    return {
        "rules": state.rules,
        "owners": owners,
        "pieces": pieces,
        "ships": [list(state.ships(seat)) for seat in seats],
        "reserves": [(reserve.cities, reserve.stations) for reserve in reserves],
        "passed": list(state.passed),
        "ply": state.ply,
    }


def _one_of(below: Below, choices: Any) -> Any:
    return choices[below(len(choices))]


# --- the same states in plain Python


def reference_game(board: Board, options: GameOptions) -> reference.State:
    """Return the start of a game in the reference, which is judged there."""
    return reference_position(
        board,
        {
            "rules": options["rules"],
            "owners": {},
            "pieces": {},
            "ships": [[(board.homeworld(seat), False)] * n for seat, n in enumerate(options["ships"])],
            "reserves": list(zip(options["cities"], options["stations"], strict=True)),
            "passed": [False] * board.players,
            "ply": 0,
        },
        None,
    ).turn_comes_to(options["first"])


def reference_position(board: Board, options: PositionOptions, mover: int | None) -> reference.State:
    """Return a position in the reference, whoever is to act."""
    return reference.State(
        board,
        options["rules"],
        pieces={cell: (owner, options["pieces"][cell]) for cell, owner in options["owners"].items()},
        fleets=tuple(tuple(sorted(fleet)) for fleet in options["ships"]),
        reserves=tuple(sse.Reserve(*reserve) for reserve in options["reserves"]),
        passed=tuple(options["passed"]),
        mover=mover,
        ply=options["ply"],
    )


# --- strategies


def _strategy(choose: Callable[[Below], T]) -> st.SearchStrategy[T]:
    @st.composite
    def strategy(draw: st.DrawFn) -> T:
        return choose(lambda n: draw(st.integers(0, n - 1)))

    return strategy()


def seeds() -> st.SearchStrategy[int]:
    """Any seed."""
    return st.integers(0, 2**64 - 1)


def boards() -> st.SearchStrategy[Board]:
    """Any board."""
    return _strategy(random_board)


def base_maps() -> st.SearchStrategy[Board]:
    """Base maps for 2 to 4 players."""
    return _strategy(random_base_map)


def boards_with_game_options() -> st.SearchStrategy[tuple[Board, GameOptions]]:
    """A board, and how a game on it starts."""

    def choose(below: Below) -> tuple[Board, GameOptions]:
        board = random_board(below)
        return board, random_game_options(below, board)

    return _strategy(choose)


def boards_with_position_options() -> st.SearchStrategy[tuple[Board, PositionOptions]]:
    """A board, and what lies on it."""

    def choose(below: Below) -> tuple[Board, PositionOptions]:
        board = random_board(below)
        return board, random_position_options(below, board)

    return _strategy(choose)


def states(*, finished: bool = True) -> st.SearchStrategy[State]:
    """Starts of games, positions, and both played on at random; unfinished ones only, if you say so."""

    def choose(below: Below) -> State:
        return played_on(random_start(below), below(1 << 31), below(50) if below(2) else 0)

    return _strategy(choose) if finished else _strategy(choose).filter(lambda state: bool(state.to_act))


def played_on(state: State, seed: int, plies: int) -> State:
    """Play some plies at random, to the end at most."""
    stream = sse.SplitMix64(seed)
    for _ in range(plies):
        legal = state.legal_ids()
        if not legal:
            break
        state = state.after(legal[stream.below(len(legal))])
    return state
