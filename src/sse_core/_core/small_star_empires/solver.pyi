from collections.abc import Callable
from typing import Final, final

from ..._fast import State

__all__ = ["MAX_PLIES", "SHARES_OF_A_WIN", "Solver"]

__test__: Final[dict[str, object]]

MAX_PLIES: int
SHARES_OF_A_WIN: int

@final
class Solver:
    def __new__(
        cls,
        state: State,
        by_win: int,
        by_margin: int,
        most_margin: int,
        never_seen: int,
        plies: int,
        n_bytes: int,
        symmetries: tuple[tuple[tuple[int, ...], int], ...],
    ) -> Solver: ...
    @property
    def entry_bytes(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def parts(self) -> int: ...
    def limit(
        self, nodes: int | None = None, deadline: float | None = None, report: Callable[[], object] | None = None
    ) -> None: ...
    def bounds(self, state: State) -> tuple[int, int]: ...
    def worth(self, state: State, player: int, alpha: int, beta: int) -> int | None: ...
    def worths(self, state: State) -> tuple[int, ...] | None: ...
    def first(self, state: State) -> int | None: ...
    def in_order(self, state: State) -> tuple[int, ...]: ...
