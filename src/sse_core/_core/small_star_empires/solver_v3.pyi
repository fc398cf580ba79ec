from typing import Final

from .solver import MAX_PLIES as MAX_PLIES
from .solver import SHARES_OF_A_WIN as SHARES_OF_A_WIN
from .solver import Solver as Solver

__all__ = ["MAX_PLIES", "SHARES_OF_A_WIN", "Solver"]

__test__: Final[dict[str, object]]
