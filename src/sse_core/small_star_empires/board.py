"""Boards: checked maps, with all data that stay the same in every game on a map."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, final
from weakref import WeakValueDictionary

from ..errors import map_error
from ..forms.action_table import ActionTable
from ..forms.checks import shown
from ..forms.immutable import Immutable
from ..games import GAMES
from .actions import Action, every_action
from .maps.geometry import Layout
from .maps.hexes import Hex
from .maps.playable import check_reach, check_size, count_players
from .maps.systems import System
from .options import Setup
from .ruleset_cache import RulesetCache

__all__ = ["Board", "board_of"]

_NO_SETUP: Final = Setup()


@final
class Board(Layout, Immutable):
    """A map that can be played on: an immutable value, equal to any board with the same content.

    Cells are numbered row by row: by r, then by q. Equal boards are the same object, unpickled ones too, so that they
    share their caches in the core.

    Parameters
    ----------
    systems
        `System`, or its symbol, by `Hex`.
    setup
        Rules, bag, ships, reserves and note of the map.

    Raises
    ------
    SetupError
        If a homeworld stands twice or is left out, there are fewer than 2 or more than 4, there are more than 128
        systems, or a system lies more than 10,000 steps from Hex(0, 0) or is joined to no homeworld (E1.6).

    >>> board = Board({Hex(0, 0): "A", Hex(1, 0): "3", Hex(2, 0): "B"})
    >>> board.n_cells, board.players, board.system(1)
    (3, 2, <System.THREE: '3'>)
    """

    __slots__ = (
        "__weakref__",
        "_table",
        "_terrain",
        "colonizable",
        "key",
        "rulesets",
        "setup",
        "unexplored",
    )

    setup: Setup
    """Rules, bag, ships, reserves and note of the map."""

    unexplored: tuple[int, ...]
    """The unexplored systems, ascending."""

    colonizable: frozenset[int]
    """The systems that can be colonized in every position: planets, nebulae and empty ones (E3.2)."""

    key: int
    """64 bits that depend on the content alone, the same in every process."""

    rulesets: RulesetCache
    """The rulesets of the board in the core, each made for its first state and shared by all others."""

    _table: ActionTable[Action] | None
    _terrain: Layout

    def __new__(cls, systems: Mapping[Hex, System | str], setup: Setup = _NO_SETUP) -> Board:
        """Return the board with these systems."""
        if not isinstance(systems, Mapping):
            raise TypeError(f"a board is made of a mapping from Hex to System, not of {type(systems).__name__}")
        if not isinstance(setup, Setup):
            raise TypeError(f"setup is a Setup, not {type(setup).__name__}")
        places = sorted(
            ((_hex_of(place), _system_of(system)) for place, system in systems.items()),
            key=lambda item: (item[0].r, item[0].q),
        )
        return board_of(tuple(place for place, _ in places), "".join(system.value for _, system in places), setup)

    @property
    def board(self) -> Board:
        """The board itself, so that a context, a board or a state, has the attribute `board`."""
        return self

    @property
    def actions(self) -> tuple[Action, ...]:
        """The dense table: every action that is legal on this board under some rules; an action's id is its index.

        Moves come first, by origin, ``damaged=False`` before True, landings by target with the city before the
        station, then repairs. On a map with unexplored systems each `Reveal` follows, then each `Choose` by cell.
        `Stay` is the last. The first access makes the table, or takes that of a map which differs only in the places of
        planets, nebulae, empty and unexplored systems.
        """
        return self._known_table.actions

    def action_id(self, action: Action) -> int | None:
        """Return the id of an action, None if it isn't in the table."""
        try:
            return self._known_table.ids.get(action)
        except TypeError:
            # A part of the value can't be hashed, so the value is no action.
            return None

    @property
    def _known_table(self) -> ActionTable[Action]:
        if self._table is None:
            self._table = _table_of(self._terrain, System.UNEXPLORED in self.systems)
        return self._table

    def turned(self, k: int) -> Board:
        """Return the board after k turns of 60 degrees, counter-clockwise, about Hex(0, 0)."""
        return self._transformed(lambda place: place.turned(k))

    def mirrored(self) -> Board:
        """Return the board with left and right exchanged."""
        return self._transformed(Hex.mirrored)

    def _transformed(self, transform: Callable[[Hex], Hex]) -> Board:
        places = map(transform, self.hexes)
        return Board(dict(zip(places, self.systems, strict=True)), self.setup)

    def __setattr__(self, name: str, value: object) -> None:
        if name != "_table":
            raise AttributeError(f"a Board is immutable: {name} can't be set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board is immutable: {name} can't be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or (self.hexes, self.systems, self.setup) == (other.hexes, other.systems, other.setup)

    def __hash__(self) -> int:
        return hash(self.key)

    # The modules of texts and drawings import this one, so it reaches them through the game.

    @property
    def _game(self) -> Any:
        return GAMES["small_star_empires"]

    def __repr__(self) -> str:
        return str(self._game.board_expression(self))

    def to_json(self) -> str:
        """Return the map as a JSON object on one line: its text, and each cell with its name, place and system."""
        return str(self._game.board_to_json(self))

    def _repr_svg_(self) -> str:
        """Return the drawing that notebooks show."""
        return str(self._game.to_svg(self))

    def _repr_html_(self) -> str:
        """Return the drawing at most as wide as the page, which notebooks show."""
        return str(self._game.to_svg(self)._repr_html_())

    def __reduce__(self) -> tuple[Any, ...]:
        symbols = {(q, r): kind.value for (q, r), kind in zip(self.hexes, self.systems, strict=True)}
        return Board, (symbols, self.setup)


_BOARDS: WeakValueDictionary[tuple[tuple[Hex, ...], str, Setup], Board] = WeakValueDictionary()
_LOCK: Final = threading.Lock()
_SYSTEMS: Final = {system.value: system for system in System}


def board_of(hexes: tuple[Hex, ...], symbols: str, setup: Setup) -> Board:
    """Return the board with these places, in the order of cells, each with the symbol of its system.

    Raises SetupError if the map can't be played.
    """
    with _LOCK:
        known = _BOARDS.get((hexes, symbols, setup))
        if known is None:
            known = _BOARDS[hexes, symbols, setup] = _build(hexes, tuple(map(_SYSTEMS.__getitem__, symbols)), setup)
        return known


# Games on the base map with shuffled sectors share few terrains. Making a terrain takes longer than playing a game.


@lru_cache(maxsize=16)
def _terrain_of(hexes: tuple[Hex, ...], systems: tuple[System, ...]) -> Layout:
    """Return the shared data of maps with these homeworlds and holes; raise SetupError if they can't be played."""
    check_size(hexes)
    terrain = Layout(hexes, systems, count_players(hexes, systems))
    check_reach(terrain)
    return terrain


@lru_cache(maxsize=16)
def _table_of(terrain: Layout, explores: bool) -> ActionTable[Action]:
    """Return the actions of all boards on a terrain, with or without systems to explore."""
    return ActionTable(every_action(terrain, explores=explores))


def _build(hexes: tuple[Hex, ...], systems: tuple[System, ...], setup: Setup) -> Board:
    """Return the board of a map; raise SetupError if the map can't be played."""
    terrain = _terrain_of(hexes, tuple(System.EMPTY if system.can_be_landed_on else system for system in systems))
    board = object.__new__(Board)
    for name in Layout.__slots__:
        object.__setattr__(board, name, getattr(terrain, name))
    for name, value in {
        "systems": systems,
        "setup": setup,
        "unexplored": tuple(cell for cell, system in enumerate(systems) if system is System.UNEXPLORED),
        "colonizable": frozenset(
            cell for cell, system in enumerate(systems) if system.can_be_landed_on and system is not System.UNEXPLORED
        ),
        "key": _key(hexes, systems, setup),
        "rulesets": RulesetCache(),
        "_table": None,
        "_terrain": terrain,
    }.items():
        object.__setattr__(board, name, value)
    return board


def _key(hexes: tuple[Hex, ...], systems: tuple[System, ...], setup: Setup) -> int:
    content = " ".join(f"{q},{r}{system.value}" for (q, r), system in zip(hexes, systems, strict=True))
    if setup != _NO_SETUP:
        content += f" {setup!r}"
    return int.from_bytes(hashlib.blake2b(content.encode(), digest_size=8).digest(), "little")


def _hex_of(place: Hex) -> Hex:
    if not isinstance(place, tuple) or [type(part) for part in place] != [int, int]:
        raise TypeError(f"a place is a Hex of two integers, not {shown(place)}")
    return Hex(*place)


def _system_of(system: System | str) -> System:
    try:
        return system if isinstance(system, System) else System(system)
    except ValueError:
        legend = " ".join(kind.value for kind in System)
        raise map_error(f"{shown(system)} is no system; the legend is {legend} (E1.2)") from None
