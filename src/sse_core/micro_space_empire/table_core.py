"""The compiled code of tables, which an install for one machine's play does not have."""

from __future__ import annotations

from ..errors import SseError

try:
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
except ModuleNotFoundError as error:
    raise SseError(
        "the tables of Micro Space Empire are not built here: `SSE_VARIANTS=all pip install -e .` in the checkout of "
        "sse_core builds them"
    ) from error

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "Values", "address", "events_after"]
