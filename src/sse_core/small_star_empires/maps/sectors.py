"""The published map: printed sectors, laid out for 2, 3 or 4 players (E1.3 to E1.5, E8.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, get_args

from ...errors import map_error
from ...forms.checks import check_choice, check_flag, check_number, check_seed, shown
from ...forms.expressions import call
from ...forms.toml_table import TomlTable
from ...seeds import SplitMix64
from ..board import Board
from .hexes import DIRECTIONS, Hex
from .map import remember
from .systems import SEATS, Holes, System

__all__ = ["HOME_ARC", "base_map", "check_holes", "sectors"]

_CENTRES: Final = (Hex(0, 0), Hex(3, -2), Hex(1, -3), Hex(-2, -1), Hex(-3, 2), Hex(-1, 3), Hex(2, 1))
"""The middles of the seven main sectors (E1.5); the first is the board's own middle."""

_BALANCED_WORMHOLES: Final = (Hex(3, -2), Hex(-1, 3), Hex(-2, -1))

_NOTCHES: Final = {
    Hex(-1, -3): 1,
    Hex(3, -4): 0,
    Hex(4, -1): 5,
    Hex(1, 3): 4,
    Hex(-3, 4): 3,
    Hex(-4, 1): 2,
}
"""The places of home sectors, and for each the direction of the first of its three neighbours (E1.5)."""

_SEATS: Final = {
    2: (Hex(-1, -3), Hex(1, 3)),
    3: (Hex(3, -4), Hex(1, 3), Hex(-4, 1)),
    4: (Hex(-1, -3), Hex(3, -4), Hex(1, 3), Hex(-3, 4)),
}
"""The homeworlds by number of players, clockwise (E1.5)."""

HOME_ARC: Final = (System.TWO, System.EMPTY, System.ONE)
"""A home sector's three systems, counter-clockwise (E1.4)."""


def base_map(
    players: int,
    *,
    seed: int | None = None,
    holes: Holes | None = None,
    unexplored: bool = False,
    sides: Mapping[int, str] | None = None,
) -> Board:
    """Return the published map for 2, 3 or 4 players: 57, 61 or 65 systems.

    Parameters
    ----------
    seed
        0 to 2**64 − 1: shuffles the seven sectors and turns each. None: sectors 1 to 7 in the order of E1.5, unturned.
    holes
        Which tiles lie on the six outer middles: ``"balanced"`` (wormholes and black holes alternate),
        ``"wormholes"``, ``"black_holes"``, or none: None or an empty text (E8.1).
    unexplored
        Whether a tile lies face down on each remaining empty system, those of home sectors included: 9, 10, 11 tiles
        for 2, 3, 4 players, or 3, 4, 5 with holes (E9.1).
    sides
        ``{sector: "A" or "B"}`` for sectors 1 to 7; the default is A. Side B is known for sectors 2, 3 and 5 (E1.3).

    Raises SetupError if there is no such map, ArgumentError if the seed is out of range, TypeError if an argument is of
    the wrong type.

    >>> base_map(4).n_cells
    65
    >>> base_map(2, seed=7) == base_map(2, seed=7)
    True
    """
    homes = _SEATS[check_number(players, "players", max(_SEATS), min(_SEATS), error=map_error)]
    holes = check_holes(holes)
    check_flag(unexplored, "unexplored")
    faces, number = _sides(sides), None if seed is None else check_seed(seed)
    systems: dict[Hex, System | str] = {}
    for centre, ring in zip(_CENTRES, _rings(faces, number), strict=True):
        systems[centre] = System.EMPTY
        systems |= {centre.step(direction): system for direction, system in enumerate(ring)}
    for seat, home in enumerate(homes):
        systems[home] = System(SEATS[seat])
        arc = ((_NOTCHES[home] + turn) % len(DIRECTIONS) for turn in range(len(HOME_ARC)))
        systems |= {home.step(direction): system for direction, system in zip(arc, HOME_ARC, strict=True)}
    systems |= _hole_tiles(holes)
    if unexplored:
        systems |= {place: System.UNEXPLORED for place, system in systems.items() if system is System.EMPTY}
    board = Board(systems)
    remember(board, _call(len(homes), number, holes, unexplored, faces))
    return board


def _call(players: int, seed: int | None, holes: Holes | None, unexplored: bool, sides: dict[int, str]) -> str:
    """Return the shortest call of `base_map` with these arguments."""
    defaults: dict[str, object] = {"seed": None, "holes": None, "unexplored": False, "sides": {}}
    options = {
        "seed": seed,
        "holes": holes,
        "unexplored": unexplored,
        "sides": {sector: side for sector, side in sides.items() if side != "A"},
    }
    return call("base_map", players, **{name: value for name, value in options.items() if value != defaults[name]})


def _rings(sides: dict[int, str], seed: int | None) -> list[list[System]]:
    """Return the six systems round each place of `_CENTRES`, counter-clockwise from east."""
    rings = [[System(symbol) for symbol in sectors()[sector][side]] for sector, side in sides.items()]
    if seed is None:
        return rings
    stream = SplitMix64(seed)
    stream.shuffle(rings)
    turns = [stream.below(6) for _ in rings]
    return [ring[-turn:] + ring[:-turn] for ring, turn in zip(rings, turns, strict=True)]


def _sides(sides: Mapping[int, str] | None) -> dict[int, str]:
    """Return the side of each sector, 1 to 7."""
    chosen = dict.fromkeys(range(1, len(_CENTRES) + 1), "A")
    if sides is None:
        return chosen
    if not isinstance(sides, Mapping):
        raise TypeError(f"sides is a mapping from sector to side, not {type(sides).__name__}")
    for number, side in sides.items():
        sector = check_number(number, "main sector", len(_CENTRES), 1, error=map_error)
        if not isinstance(side, str):
            raise TypeError(f"a side is 'A' or 'B', not {shown(side)}")
        if side not in sectors()[sector]:
            known = ", ".join(sectors()[sector])
            raise map_error(f"side {shown(side)} of sector {sector} is not known; known: {known} (E1.3)")
        chosen[sector] = str.__str__(side)
    return chosen


def check_holes(holes: Holes | None) -> Holes | None:
    """Return the name of a known set of holes, or None; raise SetupError or TypeError for anything else (E8.1).

    An empty text is None, as in `game.OPTIONS`.
    """
    known: tuple[Holes, ...] = get_args(Holes)
    if holes is None or (type(holes) is str and not holes):
        return None
    return check_choice(holes, known, "holes, unless None,", "E8.1", error=map_error)


def _hole_tiles(holes: Holes | None) -> dict[Hex, System]:
    """Return the holes on the middles of the six outer sectors (E8.1)."""
    outer = _CENTRES[1:]
    match holes:
        case None:
            return {}
        case "wormholes":
            return dict.fromkeys(outer, System.WORMHOLE)
        case "black_holes":
            return dict.fromkeys(outer, System.BLACK_HOLE)
        case "balanced":
            return {middle: System.WORMHOLE if middle in _BALANCED_WORMHOLES else System.BLACK_HOLE for middle in outer}


@cache
def sectors() -> dict[int, dict[str, str]]:
    """Return the symbols round the middle of each sector, counter-clockwise from east, by number and side (E1.3)."""
    table = TomlTable.read(Path(__file__).parents[1] / "data" / "sectors.toml")
    rows = table.tables_by_name().items()
    return {int(number): {side: row.string(side) for side in "AB" if row.has(side)} for number, row in rows}
