"""What to test Small Star Empires with: its strategies, and the names of what happens in its games."""

from __future__ import annotations

from .events import EVENTS, events
from .strategies import actions, bags, boards, games, hexes, maps, rules, setups, states

__all__ = ["EVENTS", "actions", "bags", "boards", "events", "games", "hexes", "maps", "rules", "setups", "states"]
