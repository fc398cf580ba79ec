"""What knows Micro Space Empire: its strategies, under the names that Small Star Empires' have.

>>> from hypothesis import find
>>> from sse_core.testing import micro_space_empire as strategies
>>> find(strategies.states(), lambda state: state.military == 1).turn
1
"""

from __future__ import annotations

from .strategies import actions, games, states

__all__ = ["actions", "games", "states"]
