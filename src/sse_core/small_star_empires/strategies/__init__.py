"""The Hypothesis strategies of Small Star Empires, and the names of the events in its games."""

from __future__ import annotations

from .events import EVENTS, events
from .values import actions, bags, boards, choices, games, hexes, maps, moves, rules, setups, states

__all__ = [
    "EVENTS",
    "actions",
    "bags",
    "boards",
    "choices",
    "events",
    "games",
    "hexes",
    "maps",
    "moves",
    "rules",
    "setups",
    "states",
]
