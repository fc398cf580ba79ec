"""The description of Empire of the Stars, which tools read before they load the rest of the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..game import Info

__all__ = ["INFO", "STRATEGIES"]

INFO: Final = Info(
    name="empire_of_the_stars",
    title="Empire of the Stars",
    prefix="eots",
    seats="ABCD",
    least_players=2,
    most_players=4,
    preset="start",
)

STRATEGIES: Final[Mapping[str, str]] = MappingProxyType({"Action": "actions", "Options": "options", "State": "states"})
"""The function of `strategies` for each public type that Hypothesis draws by annotation."""
