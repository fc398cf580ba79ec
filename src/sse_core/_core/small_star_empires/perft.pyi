from typing import Final, final

from ..._fast import State

__all__ = ["AT_ONCE", "Count", "Table", "count", "key"]

__test__: Final[dict[str, object]]

AT_ONCE: int

def count(state: State, plies: int) -> int: ...
def key(state: State, plies: int) -> bytes: ...

@final
class Table:
    def __new__(cls, state: State, plies: int, n: int) -> Table: ...
    @property
    def entry_bytes(self) -> int: ...

@final
class Count:
    def __new__(cls, state: State, plies: int, table: Table | None = None) -> Count: ...
    def run(self, budget: int) -> bool: ...
    @property
    def ways(self) -> int: ...
