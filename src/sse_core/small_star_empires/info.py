"""The description of Small Star Empires, which tools read before they load the rest of the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..game import Info
from .maps.systems import SEATS

__all__ = ["INFO", "STRATEGIES"]

INFO: Final = Info(
    name="small_star_empires",
    title="Small Star Empires",
    prefix="sse",
    seats=SEATS,
    least_players=2,
    most_players=4,
    preset="map",
)

STRATEGIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Action": "actions",
        "Bag": "bags",
        "Board": "boards",
        "Choose": "choices",
        "Hex": "hexes",
        "Move": "moves",
        "Rules": "rules",
        "Setup": "setups",
        "State": "states",
    }
)
"""The function of `strategies` for each public type that Hypothesis draws by annotation."""
