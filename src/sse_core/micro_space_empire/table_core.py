"""The compiled code of tables, in the variant for this processor."""

from __future__ import annotations

from .._fast import runs_v3, runs_v4

if runs_v4():
    from .._core.micro_space_empire.table_v4 import (
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
elif runs_v3():
    from .._core.micro_space_empire.table_v3 import (
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
else:
    from .._core.micro_space_empire.table import (
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

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "Values", "address", "events_after"]
