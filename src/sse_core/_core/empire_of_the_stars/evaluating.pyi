from typing import Final, SupportsIndex

from .state import State

__all__ = ["evaluate", "expected_leads"]

__test__: Final[dict[str, object]]

def evaluate(state: State, /) -> tuple[float, ...]: ...
def expected_leads(state: State, player: SupportsIndex, /) -> tuple[float, ...]: ...
