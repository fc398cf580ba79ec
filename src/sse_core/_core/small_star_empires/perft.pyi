from typing import Final, final

from ..._fast import State

__all__ = ["AT_ONCE", "Count", "TranspositionTable", "count", "key"]

__test__: Final[dict[str, object]]

AT_ONCE: int

def count(state: State, plies: int) -> int: ...
def key(state: State, plies: int) -> bytes: ...

@final
class TranspositionTable:
    def __new__(cls, state: State, plies: int, n: int) -> TranspositionTable: ...
    @property
    def entry_bytes(self) -> int: ...

@final
class Count:
    def __new__(cls, state: State, plies: int, table: TranspositionTable | None = None) -> Count: ...
    def run(self, budget: int) -> bool: ...
    @property
    def ways(self) -> int: ...
