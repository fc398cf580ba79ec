"""Random boards for tests: drawn boards on which events come early, boards grown at random, and base maps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ...play.draws import Choice, one_of
from .. import MAX_CELLS, Board, Hex, Holes, System, base_map, parse_map

__all__ = ["DRAWINGS", "hidden", "outwards", "random_base_map", "random_board", "random_cramped_map"]

DRAWINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
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
)
"""Maps on which events come early, by what each of them tests."""

_SYMBOLS: Final = ".111.222..33rrggbbwwx"
_GAP: Final = 4
"""The columns of a drawing between two parts of a map; a hex is two columns wide."""

_PIECES: Final = (1, 1, 1, 2, 3)
_GROWTH: Final = (3, 10, 40)
_MOST_GROWN: Final = 40
_HOLES: Final[tuple[Holes | None, ...]] = (None, "balanced", "wormholes", "black_holes")
_BASE_SIZES: Final = {2: 57, 3: 61, 4: 65}
_MOST_HIDDEN: Final = 15
"""The largest number of systems that are hidden at random: the tiles of the smallest bag."""


def random_board(
    below: Choice, *, players: int | None = None, max_cells: int = MAX_CELLS, unexplored: bool | None = None
) -> Board:
    """Choose a board; one in eight is a base map, and some are turned or mirrored.

    `unexplored`: whether some systems are unexplored; None for either. `max_cells` is at least 5.
    """
    side = below(12)
    drawn = [board for board in _SMALLEST_FIRST if players in (None, board.players) and board.n_cells <= max_cells]
    # A single choice among all boards: it shrinks directly to the smallest drawing that still fails.
    choices = 4 * len(drawn) + 8
    chosen = below(choices)
    if chosen < len(drawn):
        board = drawn[chosen]
    elif chosen >= choices - choices // 8 and max_cells >= _BASE_SIZES[players or 2]:
        board = random_base_map(below, players=players, max_cells=max_cells)
    else:
        board = _random_grown_map(below, players, max_cells)
    if players is None:
        board = _for_fewer(below, board)
    # Two in three boards stay whole. A smaller choice is a smaller board, however it was made.
    fewest = board.players + 1
    board = _cropped(board, fewest + below(3 * max(board.n_cells - fewest, 0) + 1)).turned(side)
    board = board.mirrored() if side >= 6 else board
    if unexplored is None:
        return hidden(below, board)
    return _with_some_hidden(below, board) if unexplored else _revealed(below, board)


def random_base_map(below: Choice, *, players: int | None = None, max_cells: int = MAX_CELLS) -> Board:
    """Choose a base map: its players, its holes, and whether it is shuffled."""
    choices = [n for n, size in _BASE_SIZES.items() if players in (None, n) and size <= max_cells]
    n, holes = one_of(below, choices), one_of(below, _HOLES)
    return base_map(n, seed=below(1 << 31) if below(4) else None, holes=holes)


def random_cramped_map(below: Choice, *, players: int | None = None, max_cells: int = MAX_CELLS) -> Board:
    """Choose a small map: a drawn one, or one grown at random."""
    drawn = [board for board in _DRAWN if players in (None, board.players) and board.n_cells <= max_cells]
    if below(3) or not drawn:
        return _random_grown_map(below, players, max_cells)
    return one_of(below, drawn)


_DRAWN: Final = tuple(map(parse_map, DRAWINGS.values()))
_SMALLEST_FIRST: Final = tuple(sorted(_DRAWN, key=lambda board: (board.players, board.n_cells)))


def _random_grown_map(below: Choice, players: int | None, max_cells: int) -> Board:
    """Choose a map of 3 to 40 systems that grew at random, possibly in parts that only wormholes join.

    A choice before each further system decides whether there is one, so that shrinking can leave out any of them.
    """
    n_players = one_of(below, [n for n in (2, 3, 4) if n < max_cells]) if players is None else players
    n_pieces = one_of(below, [n for n in _PIECES if 2 * n + n_players <= max_cells] or [1])
    several = n_pieces > 1
    pieces = [{Hex(0, 0): "."} | ({Hex(1, 0): "w"} if several else {}) for _ in range(n_pieces)]
    fewest, growth = n_players + (2 * n_pieces if several else 1), one_of(below, _GROWTH)
    size = sum(map(len, pieces))
    while size < fewest or (size < min(max_cells, _MOST_GROWN) and below(growth)):
        piece, place = one_of(below, [(piece, place) for piece in pieces for place in piece])
        direction = below(6)
        while place in piece:
            place = place.step(direction)
        piece[place] = one_of(below, _SYMBOLS)
        size += 1
    # The wormholes that join the parts must stay.
    sites = [(piece, place) for piece in pieces for place in piece if not several or place != Hex(1, 0)]
    for letter in "ABCD"[:n_players]:
        piece, place = sites.pop(below(len(sites)))
        piece[place] = letter
    return Board(_within_reach(_side_by_side(pieces)))


def _for_fewer(below: Choice, board: Board) -> Board:
    """Replace the last homeworlds by planets on one in three boards for four players, and one in six for three.

    When a failure needs fewer players than the board has, the rest of the board stays as it is.
    """
    players = one_of(below, (2, *(board.players,) * 4, 3))
    if players >= board.players:
        return board
    symbols = {place: system.value for place, system in zip(board.hexes, board.systems, strict=True)}
    for seat in range(players, board.players):
        symbols[board.hexes[board.homeworld(seat)]] = "1"
    return Board(_within_reach(symbols), board.setup)


def _cropped(board: Board, n: int) -> Board:
    """Return the n systems nearest to the first homeworld of a board; homeworlds outside move in."""
    if n >= board.n_cells:
        return board
    symbols = {board.hexes[cell]: board.systems[cell].value for cell in outwards(board)[:n]}
    missing = [letter for letter in "ABCD"[: board.players] if letter not in symbols.values()]
    for place in list(symbols)[::-1]:
        if missing and symbols[place] not in "ABCD":
            symbols[place] = missing.pop()
    return Board(_within_reach(symbols), board.setup)


def outwards(board: Board) -> list[int]:
    """Return the cells in the order of their distance from the first homeworld.

    A cell that is chosen by its rank in this order stays the same when the board shrinks.
    """
    return sorted(range(board.n_cells), key=lambda cell: board.distance(board.homeworld(0), cell))


def _side_by_side(pieces: list[dict[Hex, str]]) -> dict[Hex, str]:
    """Return one map of all parts, each to the right of the one before it, with a gap between."""
    systems: dict[Hex, str] = {}
    for piece in pieces:
        right = max((2 * q + r for q, r in systems), default=-_GAP)
        left = min(2 * q + r for q, r in piece)
        shift = Hex((right + _GAP - left + 1) // 2, 0)
        systems |= {place.shifted(shift): symbol for place, symbol in piece.items()}
    return systems


def _within_reach(systems: dict[Hex, str]) -> dict[Hex, str]:
    """Return a map without the systems that are joined to no homeworld, which makes it valid (E1.6)."""
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
            stays = joined | wormholes if entered else joined
            return {place: symbol for place, symbol in systems.items() if place in stays or symbol == "x"}
        joined |= grown


# --- unexplored systems


def hidden(below: Choice, board: Board) -> Board:
    """Return the board with some systems unexplored; with none in the simplest case."""
    if not below(2):
        return board
    systems = dict(zip(board.hexes, board.systems, strict=True))
    density, left = one_of(below, (2, 4, 12)), _MOST_HIDDEN - board.systems.count(System.UNEXPLORED)
    places = [board.hexes[cell] for cell in outwards(board) if board.system(cell).can_be_landed_on]
    while places and left > 0 and below(density):
        systems[places.pop(below(len(places)))] = System.UNEXPLORED
        left -= 1
    return Board(systems, board.setup)


def _with_some_hidden(below: Choice, board: Board) -> Board:
    """Return the board with at least one unexplored system.

    If no other system can be unexplored, it is a hole beside a homeworld; if there are only homeworlds, it is a new
    system beside the first of them.
    """
    found = hidden(below, board)
    if System.UNEXPLORED in found.systems:
        return found
    cells = [cell for cell in outwards(board) if board.system(cell).can_be_landed_on]
    beside_homes = (cell for player in range(board.players) for cell in board.neighbours(board.homeworld(player)))
    cells = cells or [cell for cell in beside_homes if board.system(cell).is_hole]
    home = board.hexes[board.homeworld(0)]
    places = [board.hexes[cell] for cell in cells] or [
        place for direction in range(6) if board.at(place := home.step(direction)) is None
    ]
    systems = dict(zip(board.hexes, board.systems, strict=True))
    return Board({**systems, one_of(below, places): System.UNEXPLORED}, board.setup)


def _revealed(below: Choice, board: Board) -> Board:
    """Return the board with another system in place of each unexplored one."""
    symbols = {
        place: one_of(below, ".12rgb3") if system is System.UNEXPLORED else system
        for place, system in zip(board.hexes, board.systems, strict=True)
    }
    return Board(symbols, board.setup)
