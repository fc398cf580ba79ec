from mmap import mmap
from typing import Final, TypeAlias, final

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "Values", "address", "events_after"]

__test__: Final[dict[str, object]]

ALL_KNOWN: int
SCORE_UNIT: int
SURVIVAL_UNIT: int

_Numbers: TypeAlias = memoryview[int]
_Bytes: TypeAlias = mmap | bytes | bytearray

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
class Values:
    def __new__(cls, layer: Layer, values: _Bytes, runs: _Bytes | None = None) -> Values: ...
    @property
    def layer(self) -> Layer: ...
    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> int: ...

@final
class Solver:
    def __new__(
        cls,
        layer: Layer,
        following: Values | None = None,
        second: Values | None = None,
        *,
        pair: bool = ...,
        score: bool = ...,
        bound: int = ...,
    ) -> Solver: ...
    @property
    def layer(self) -> Layer: ...
    def solve_group(self, low: int, high: int, first: Values, second: Values | None = None) -> None: ...

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
