from typing import Final, TypeAlias, final

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "address", "events_after"]

__test__: Final[dict[str, object]]

ALL_KNOWN: int
SCORE_UNIT: int
SURVIVAL_UNIT: int

_Numbers: TypeAlias = memoryview[int]

@final
class Layer:
    def __new__(
        cls, turn: int, keys: _Numbers, starts: _Numbers, places: _Numbers, bits: _Numbers, known: int = ...
    ) -> Layer: ...
    def __len__(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def known(self) -> int: ...
    @property
    def positions(self) -> int: ...
    def groups(self) -> dict[int, tuple[int, int]]: ...
    def positions_before(self, block: int) -> int: ...
    def rough_room(self, blocks: int) -> int: ...
    def rough_value(self, number: int, rough: _Numbers, runs: _Numbers) -> int: ...
    def number(self, key: int, economy: int) -> int: ...

@final
class Reach:
    def __new__(cls, turn: int, known: int = ..., low: int = ..., high: int = ...) -> Reach: ...
    @property
    def turn(self) -> int: ...
    def add_position(self, key: int, economy: int) -> None: ...
    def add_group(self, layer: Layer, low: int, high: int) -> None: ...
    def write(
        self, keys: bytes, starts: bytes, places: bytes, bits: bytes, *, before: Reach | None = None, last: bool = True
    ) -> int: ...

@final
class Solver:
    def __new__(
        cls,
        layer: Layer,
        following: Layer | None,
        scores: _Numbers | None,
        survivals: _Numbers | None,
        *,
        pair: bool,
        score: bool = True,
        bound: int = 0,
        rough: _Numbers | None = None,
        runs: _Numbers | None = None,
    ) -> Solver: ...
    @property
    def layer(self) -> Layer: ...
    def solve_group(
        self,
        low: int,
        high: int,
        scores: _Numbers | None,
        survivals: _Numbers | None = None,
        *,
        rough: _Numbers | None = None,
        runs: _Numbers | None = None,
    ) -> None: ...

def events_after(turn: int, seen: int) -> list[int]: ...
def address(
    turn: int,
    order: int,
    unaligned: int,
    seen: int,
    struck: bool,
    diplomatic: bool,
    technologies: int,
    metal: int,
    wealth: int,
    military: int,
    known: int = ...,
) -> tuple[int, int]: ...
