"""Variants of compiled modules that are built here: a newcomer's tests meet those of the demo, all others every one."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from sse_core._core.variants import file_of, levels, variant

__all__ = ["built", "least"]

_FOLDER: Final = "sse_core._core.small_star_empires"


def built(stem: str) -> list[str]:
    """Return the levels that this processor runs and a module of Small Star Empires is built for, the best first."""
    return [level for level in levels() if file_of(f"{_FOLDER}.{stem}", level)]


def least(stem: str) -> ModuleType:
    """Return the variant of a module that the most processors run."""
    return variant(f"{_FOLDER}.{stem}", built(stem)[-1])
