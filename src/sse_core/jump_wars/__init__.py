"""Jump Wars, also called Space Empire: sealed orders, hidden hands and fleets on a grid, for 2 to 5 players."""

from __future__ import annotations

from .state import State

__all__ = ["State"]
