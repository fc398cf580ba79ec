"""The libraries of extras, which not every environment of the tests has: what needs one is left out without it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

__all__ = ["NEEDS", "has_libraries"]

NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "pettingzoo": ("pettingzoo",),
    "gymnasium": ("gymnasium",),
    "openspiel": ("pyspiel",),
    "archive": ("pyarrow", "duckdb", "polars"),
}
"""The libraries that a page of docs needs, and the tests of an adapter or of archives: by its name."""


def has_libraries(name: str) -> bool:
    """Return whether the libraries that a page, or what it is about, needs are there."""
    return all(find_spec(library) is not None for library in NEEDS.get(name, ()))
