from typing import Final

from ._micro_table import ALL_KNOWN as ALL_KNOWN
from ._micro_table import SCORE_UNIT as SCORE_UNIT
from ._micro_table import SURVIVAL_UNIT as SURVIVAL_UNIT
from ._micro_table import Layer as Layer
from ._micro_table import Reach as Reach
from ._micro_table import Solver as Solver
from ._micro_table import Values as Values
from ._micro_table import address as address
from ._micro_table import events_after as events_after

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "Values", "address", "events_after"]

__test__: Final[dict[str, object]]
