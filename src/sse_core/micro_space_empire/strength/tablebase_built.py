"""Checks whether the compiled code of tablebases is built: an install for one machine's play does without it."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from ...errors import NotBuiltError

__all__ = ["are_tables_built", "check_tables"]


@cache
def are_tables_built() -> bool:
    """Return whether tables can be made and read here. Nothing is loaded."""
    return find_spec("sse_core._core.micro_space_empire.table") is not None


def check_tables() -> None:
    """Raise NotBuiltError, which says how to build them, unless tables can be made and read here."""
    if not are_tables_built():
        raise NotBuiltError(
            "the tables of Micro Space Empire are not built here: `SSE_VARIANTS=all pip install -e .` in the checkout "
            "of sse_core builds them"
        )
