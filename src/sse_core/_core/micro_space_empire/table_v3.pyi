from typing import Final

from .table import ALL_KNOWN as ALL_KNOWN
from .table import SCORE_UNIT as SCORE_UNIT
from .table import SURVIVAL_UNIT as SURVIVAL_UNIT
from .table import Layer as Layer
from .table import Reach as Reach
from .table import Solver as Solver
from .table import Values as Values
from .table import address as address
from .table import events_after as events_after

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "Values", "address", "events_after"]

__test__: Final[dict[str, object]]
