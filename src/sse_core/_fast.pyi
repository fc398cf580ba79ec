from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Final, Literal, NamedTuple, Never, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

from .errors import IllegalActionError, Reason
from .game import Outcome
from .small_star_empires.actions import Action, Choose, Move, Reveal, Stay
from .small_star_empires.board import Board
from .small_star_empires.options import Rules
from .small_star_empires.tiles import Bag, Tile

__all__ = [
    "Banked",
    "Due",
    "Playouts",
    "Reserve",
    "Score",
    "State",
    "Tables",
    "lend_words",
    "perft",
    "perft_divide",
    "place",
    "playout",
    "playouts",
]

MAX_DEPTH: Final[int]
MAX_PLAYOUTS: Final[int]
__pyx_capi__: Final[dict[str, object]]
__test__: Final[dict[str, object]]

class Reserve(NamedTuple):
    cities: int
    stations: int

class Score(NamedTuple):
    planets: int
    nebulae: int
    stations: int
    territory: int
    tiles: int = 0
    tolls: int = 0
    @property
    def total(self) -> int: ...

class Banked(NamedTuple):
    planets: int
    tiles: int

class Due(NamedTuple):
    what: Literal["reveal", "refuel", "choose"]
    cell: int
    player: int

class Playouts(NamedTuple):
    totals: NDArray[np.int32]
    winners: NDArray[np.bool_]
    plies: NDArray[np.int32]

@final
class Tables:
    def __new__(
        cls,
        board: Board,
        rules: Rules,
        bag: Bag,
        action_types: tuple[type[Move], type[Reveal], type[Choose], type[Stay]],
        tiles: tuple[Tile, ...],
        rays: Sequence[Sequence[Iterable[int]]],
        near: Sequence[Iterable[int]],
        jumps: Sequence[Iterable[int]],
    ) -> Tables: ...
    @property
    def board(self) -> Board: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def actions(self) -> tuple[Action, ...]: ...

@final
class State:
    def __init__(self, *args: Never, **options: Never) -> None: ...
    @property
    def board(self) -> Board: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def actions(self) -> tuple[Action, ...]: ...
    @property
    def to_act(self) -> tuple[int, ...]: ...
    @property
    def ply(self) -> int: ...
    @property
    def passed(self) -> tuple[bool, ...]: ...
    @property
    def totals(self) -> tuple[int, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def key(self) -> int: ...
    def legal_actions(self, player: SupportsIndex | None = None) -> tuple[Action, ...]: ...
    def legal_ids(self, player: SupportsIndex | None = None) -> tuple[int, ...]: ...
    def legal_count(self, player: SupportsIndex | None = None) -> int: ...
    def after(self, action: Action | SupportsIndex, player: SupportsIndex | None = None) -> State: ...
    def why_not(self, action: Action | SupportsIndex, player: SupportsIndex | None = None) -> Reason: ...
    def owner(self, cell: SupportsIndex) -> int | None: ...
    def piece(self, cell: SupportsIndex) -> Literal["city", "station", "homeworld"] | None: ...
    def tile(self, cell: SupportsIndex) -> Tile | None: ...
    @property
    def unexplored(self) -> tuple[int, ...]: ...
    @property
    def conquered(self) -> tuple[int, ...]: ...
    @property
    def bag(self) -> Bag: ...
    @property
    def due(self) -> Due | None: ...
    def received(self, player: SupportsIndex) -> int: ...
    def banked(self, player: SupportsIndex) -> Banked: ...
    def toll(self, action: Action | SupportsIndex) -> int: ...
    def ships(self, player: SupportsIndex) -> tuple[tuple[int, bool], ...]: ...
    def reserve(self, player: SupportsIndex) -> Reserve: ...
    def territory(self, player: SupportsIndex) -> int: ...
    def score_sheet(self) -> tuple[Score, ...]: ...
    def odds(self) -> tuple[tuple[Action, Fraction], ...]: ...
    def resolve(self, rng: Random) -> State: ...
    def view(self, player: SupportsIndex) -> State: ...
    def turned(self, k: int) -> State: ...
    def mirrored(self) -> State: ...
    def to_json(self) -> str: ...
    @staticmethod
    def from_json(text: str) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object, /) -> State: ...
    def __reduce__(self) -> tuple[Callable[[str], State], tuple[str]]: ...

def lend_words(
    *,
    bag: Callable[[Sequence[int]], Bag],
    format_state: Callable[[State], str],
    mirrored: Callable[[State], State],
    parse_state: Callable[[str], State],
    refusal: Callable[[State, Action | int, Reason, int | None], IllegalActionError],
    state_from_json: Callable[[str], State],
    state_to_json: Callable[[State], str],
    to_text: Callable[[State], str],
    turned: Callable[[State, int], State],
) -> None: ...
def place(
    tables: Tables,
    owners: Sequence[Iterable[int]],
    stations: Iterable[int],
    tiles: Sequence[Iterable[int]],
    conquered: Iterable[int],
    ships: Sequence[Sequence[int]],
    reserves: Sequence[tuple[int, int]],
    received: Sequence[int],
    banked: Sequence[tuple[int, int]],
    passed: Sequence[bool],
    mover: int | None,
    due: int,
    spot: int,
    ply: int,
    turn_comes: bool,
) -> State: ...
def perft(state: State, depth: SupportsIndex) -> int: ...
def perft_divide(state: State, depth: SupportsIndex) -> dict[Action, int]: ...
def playout(state: State, seed: SupportsIndex) -> State: ...
def playouts(state: State, n: SupportsIndex, seed: SupportsIndex) -> Playouts: ...
