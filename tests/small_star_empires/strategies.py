"""Boards, rules, games and positions to test with: drawn by Hypothesis, or dealt from a seed.

Every `random_x` takes its choices from a function `below(n)`, which gives an integer from 0 to n − 1. Hypothesis
stands behind it in the strategies, `SplitMix64.below` in campaigns that shrink nothing. Choice 0 is always the
simplest, so that Hypothesis shrinks to small maps with little on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypedDict, TypeVar

from hypothesis import strategies as st

import sse_core as sse
from sse_core import Bag, Banked, Board, Hex, Piece, Rules, State, System, Tile
from sse_core.small_star_empires import reference
from sse_core.small_star_empires.placement import DueKind

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
    "unexplored corridor": "A ? ? ? ? ? ? B",
    "unexplored between": """
 A ? 1 ? B
? 2 ? r ? .
 1 ? w ? 3
""",
    "two galaxies to explore": """
A ? 2       ? 3 B
 w ?         ? w
  ? 1       1 ?
""",
    "no way but through": """
A 1 B 2 C
 3 ?   ? r
""",
}
"""Maps on which things happen early: by what they are there for."""

_SYMBOLS: Final = ".111.222..33rrggbbwwx"
_PIECE_APART: Final = 60
_NEBULA_TABLES: Final = ((2, 5, 8), (2,), (0,), (1, 0), (3, 7), (1, 2, 4, 8), tuple(range(1, 17)), (999,) * 5)
_TERRITORY: Final = (3, 0, 1, 999)
_HOLES: Final = (None, "balanced", "wormholes", "black_holes")
_HIDDEN: Final = 15
"""The most systems that are hidden on a map at random: as many as the smallest bag has tiles."""

_OWN_BAGS: Final = (
    None,
    Bag(three=2, two=2, chromatic=2, asteroid=2, abandoned=2, refueling=2, hollana=2, tennar=2, nordinn=2),
    Bag(refueling=12, nordinn=6, asteroid=4),
    Bag(nordinn=12, two=6, three=6),
    Bag(chromatic=8, hollana=6, tennar=6),
    Bag(abandoned=15, two=0, nordinn=2),
)
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
    tiles: dict[int, Tile]
    conquered: list[int]
    received: list[int]
    banked: list[tuple[int, int]]


Due: TypeAlias = tuple[DueKind, int]
"""What is due inside a turn, and the cell of the ship."""


# --- variants


@dataclass(frozen=True)
class Variant:
    """What of E9 and E10 a game is played with."""

    hides: bool
    """Whether tiles lie face down on some of the systems."""

    rules: Callable[[Below], Rules]
    """The options, chosen anew for each game."""


def _any_rules(below: Below) -> Rules:
    """Choose every option, those of the published game first."""
    return Rules(
        edition=_one_of(below, ("second", "first")),
        unexplored_passable=below(3) < 2,
        damaged_passes_unexplored=below(3) == 2,
        damaged_jump=below(3) < 2,
        conquered_passable=below(3) == 2,
        open_borders=below(2) == 1,
        toll_compulsory=below(3) < 2,
        nebula_points=_one_of(below, _NEBULA_TABLES),
        territory_points=_one_of(below, _TERRITORY),
        bag=_one_of(below, _OWN_BAGS),
    )


def _base_rules(below: Below) -> Rules:
    """Choose the options that matter without unexplored systems and with closed borders."""
    return Rules(
        damaged_jump=below(3) < 2,
        nebula_points=_one_of(below, _NEBULA_TABLES),
        territory_points=_one_of(below, _TERRITORY),
    )


def _passing_rules(below: Below) -> Rules:
    """Choose who may pass what."""
    return Rules(
        unexplored_passable=below(2) == 0,
        damaged_passes_unexplored=below(2) == 1,
        damaged_jump=below(2) == 0,
        conquered_passable=below(2) == 1,
        bag=_one_of(below, _OWN_BAGS),
    )


VARIANTS: Final[Mapping[str, Variant]] = {
    "base": Variant(False, _base_rules),
    "unexplored": Variant(True, lambda below: Rules()),
    "first edition": Variant(True, lambda below: Rules(edition="first")),
    "own bags": Variant(True, lambda below: Rules(bag=_one_of(below, _OWN_BAGS[1:]))),
    "passing": Variant(True, _passing_rules),
    "open borders": Variant(False, lambda below: Rules(open_borders=True)),
    "tolls by choice": Variant(False, lambda below: Rules(open_borders=True, toll_compulsory=False)),
    "everything": Variant(True, _any_rules),
}
"""By name, the base game first."""


def random_variant(below: Below) -> Variant:
    """Choose a variant: none at all, everything, or one of them alone."""
    variants = tuple(VARIANTS.values())
    return variants[below(len(variants))]


# --- boards


def random_board(below: Below, variant: Variant | None = None) -> Board:
    """Choose any board, cramped ones twice as often as base maps; some are turned, some mirrored."""
    board = random_base_map(below) if below(3) == 2 else random_cramped_map(below)
    board = board.turned(below(6))
    board = board.mirrored() if below(2) else board
    return with_hidden(below, board) if variant is None or variant.hides else board


def with_hidden(below: Below, board: Board) -> Board:
    """Hide some systems of a board below tiles, none in the simplest case."""
    if not below(2):
        return board
    density, systems = 2 + below(4), dict(zip(board.hexes, board.systems, strict=True))
    left = _HIDDEN - board.systems.count(System.UNEXPLORED)
    for place, system in systems.items():
        if left and system.can_be_landed_on and system is not System.UNEXPLORED and below(density) == density - 1:
            systems[place] = System.UNEXPLORED
            left -= 1
    return Board(systems, board.setup)


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
    return random_variant(below).rules(below)


def random_game_options(below: Below, board: Board, variant: Variant | None = None) -> GameOptions:
    """Choose how a game starts: the same for all players, or different."""
    seats = range(board.players)
    alike = below(2) == 0
    fleet, cities, stations = (_one_of(below, choices) for choices in (_FLEETS, _CITIES, _STATIONS))
    return {
        "rules": (variant or random_variant(below)).rules(below),
        "first": below(board.players),
        "ships": [fleet if alike else _one_of(below, _FLEETS) for _ in seats],
        "cities": [cities if alike else _one_of(below, _CITIES) for _ in seats],
        "stations": [stations if alike else _one_of(below, _STATIONS) for _ in seats],
    }


def random_position_options(below: Below, board: Board, variant: Variant | None = None) -> PositionOptions:
    """Choose what lies on a board, from next to nothing to all crowded."""
    seats = range(board.players)
    crowding = below(5)
    rules = (variant or random_variant(below)).rules(below)
    tiles = _random_tiles(below, board, rules, crowding)
    known = [cell for cell in range(board.n_cells) if _is_open(board, tiles, cell)]
    conquered = [cell for cell in known if tiles and below(12) == 11]
    open_cells = [cell for cell in known if cell not in conquered]
    owners = {cell: below(board.players) for cell in open_cells if below(5) < crowding}
    kinds: tuple[Piece, ...] = ("city", "city", "station")
    ships = []
    for seat in seats:
        # Ships stand on their own systems as a rule, but may be wherever they could have landed.
        stands = [board.homeworld(seat), *(cell for cell in owners if owners[cell] == seat), *known]
        ships.append([(_one_of(below, stands), below(3) == 2) for _ in range(_one_of(below, _FLEETS))])
    for cell, tile in tiles.items():
        if tile.is_closed and below(2):
            # The ship that found it is still there.
            ships[below(board.players)].append((cell, True))
    banks_planets = rules.edition == "second"
    return {
        "rules": rules,
        "owners": owners,
        "pieces": {cell: _one_of(below, kinds) for cell in owners},
        "ships": ships,
        "reserves": [(_one_of(below, _CITIES), _one_of(below, _STATIONS)) for _ in seats],
        "passed": [below(5) == 4 for _ in seats],
        "ply": below(100),
        "tiles": tiles,
        "conquered": conquered,
        "received": [below(4) if rules.open_borders else 0 for _ in seats],
        "banked": [(below(4) * banks_planets, below(4)) if tiles else (0, 0) for _ in seats],
    }


def _random_tiles(below: Below, board: Board, rules: Rules, crowding: int) -> dict[int, Tile]:
    """Choose what some of the unexplored systems have turned out to be."""
    tiles: dict[int, Tile] = {}
    bag = board.setup.bag_under(rules)
    for cell, system in enumerate(board.systems):
        if system is System.UNEXPLORED and below(5) < crowding:
            left = [tile for tile in Tile if bag.of(tile) > list(tiles.values()).count(tile)]
            tiles[cell] = _one_of(below, left)
    return tiles


def _is_open(board: Board, tiles: Mapping[int, Tile], cell: int) -> bool:
    """Whether a piece can have come to a cell."""
    if board.system(cell) is System.UNEXPLORED:
        return cell in tiles and not tiles[cell].is_closed
    return board.system(cell).can_be_landed_on


def random_due(below: Below, board: Board, options: PositionOptions, seat: int) -> tuple[PositionOptions, Due] | None:
    """Choose what is due in the turn of a seat, and put its ship there; None where nothing can be."""
    dues: list[Due] = []
    for cell, system in enumerate(board.systems):
        if system is System.UNEXPLORED:
            tile = options["tiles"].get(cell)
            if tile is None:
                dues.append(("reveal", cell))
            elif tile is Tile.NORDINN:
                dues.append(("choose", cell))
            elif tile is Tile.REFUELING and (options["owners"].get(cell), options["pieces"].get(cell)) == (
                seat,
                "city",
            ):
                dues.append(("refuel", cell))
    if not dues:
        return None
    what, spot = _one_of(below, dues)
    # One ship is there, that of the player whose turn it is.
    ships = [[ship for ship in fleet if ship[0] != spot] for fleet in options["ships"]]
    ships[seat] = [*ships[seat][:15], (spot, what == "choose")]
    placed: PositionOptions = {**options, "ships": ships}
    return placed, (what, spot)


def random_position(below: Below, board: Board, variant: Variant | None = None) -> State:
    """Choose a position: the first seat that can move is to act; where none can, all have passed."""
    options = random_position_options(below, board, variant)
    inside_a_turn = below(4) == 3
    for seat in range(board.players):
        found = random_due(below, board, options, seat) if inside_a_turn else None
        for chosen, due in ([found] if found else []) + [(options, None)]:
            if not options["passed"][seat]:
                try:
                    return sse.position(board, mover=seat, due=due, **chosen)
                except sse.SetupError:
                    continue
    return sse.position(board, mover=None, **options | {"passed": [True] * board.players})


def random_start(below: Below, variant: Variant | None = None) -> State:
    """Choose the start of a game, or a position."""
    board = random_board(below, variant)
    if below(2):
        return random_position(below, board, variant)
    return sse.new_game(board, **random_game_options(below, board, variant))


def mover_of(state: AnyState) -> int | None:
    """Return whose turn it is, also while chance is to act; None at the end."""
    if state.due is not None:
        return state.due.player
    return state.to_act[0] if state.to_act else None


def due_of(state: AnyState) -> Due | None:
    """Return what is due, as `position` is asked for it."""
    return None if state.due is None else (state.due.what, state.due.cell)


def options_of(state: State) -> PositionOptions:
    """Return what `position` is to be asked for to get a state back, its mover and what is due apart."""
    seats, cells = range(state.board.players), range(state.board.n_cells)
    owners: dict[int, int] = {}
    pieces: dict[int, Piece] = {}
    for cell in cells:
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
        "tiles": {cell: tile for cell in cells if (tile := state.tile(cell)) is not None},
        "conquered": list(state.conquered),
        "received": [state.received(seat) for seat in seats],
        "banked": [(state.banked(seat).planets, state.banked(seat).tiles) for seat in seats],
    }


def _one_of(below: Below, choices: Any) -> Any:
    return choices[below(len(choices))]


# --- the same states in plain Python


def reference_game(board: Board, options: GameOptions) -> reference.State:
    """Return the start of a game in the reference, which is judged there."""
    return reference.new_game(board, **options)


def reference_position(
    board: Board, options: PositionOptions, mover: int | None, due: Due | None = None
) -> reference.State:
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
        tiles=dict(options["tiles"]),
        conquered_cells=frozenset(options["conquered"]),
        received_cities=tuple(options["received"]),
        banked_points=tuple(Banked(*points) for points in options["banked"]),
        pending=due,
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


def states(*, finished: bool = True, variant: str | None = None) -> st.SearchStrategy[State]:
    """Starts of games, positions, and both played on at random; unfinished ones only, if you say so.

    `variant` is a name of `VARIANTS`; None: any of them.
    """

    def choose(below: Below) -> State:
        start = random_start(below, None if variant is None else VARIANTS[variant])
        return played_on(start, below(1 << 31), below(50) if below(2) else 0)

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
