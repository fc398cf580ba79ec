"""Checks whether the compiled code of tablebases is built: an install for one machine's play does without it."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Final

from ...errors import NotBuiltError

__all__ = ["EXACT_FROM", "EXACT_FROM_WITHOUT_TABLES", "are_tables_built", "check_tables"]

EXACT_FROM: Final = 10
"""The default for the first turn whose positions are solved exactly, in the base game."""

EXACT_FROM_WITHOUT_TABLES: Final = 12
"""The same default with the expansion, or without built tables: positions are then solved one by one."""


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
