"""The libraries of adapters, which not every environment of the tests has: what needs one is left out without it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

__all__ = ["NEEDS", "has_libraries"]

NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "pettingzoo": ("pettingzoo",),
    "gymnasium": ("gymnasium",),
    "openspiel": ("pyspiel",),
}
"""The libraries that a page of docs needs, and the tests of an adapter: by its name."""


def has_libraries(name: str) -> bool:
    """Return whether the libraries that a page or an adapter needs are there."""
    return all(find_spec(library) is not None for library in NEEDS.get(name, ()))
