"""Import of the compiled code of tablebases, which an install for one machine's play does not have.

Ring: laboratory.
"""

from __future__ import annotations

from .tablebase_built import check_tables

try:
    from ..._core.micro_space_empire.table import (
        ALL_KNOWN,
        SCORE_UNIT,
        SURVIVAL_UNIT,
        Layer,
        Reach,
        Solver,
        Values,
        address,
        events_after,
    )
except ModuleNotFoundError:
    check_tables()
    raise

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "Values", "address", "events_after"]
