"""The description of Micro Space Empire, which tools read before they load the rest of the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..game import Info

__all__ = ["INFO", "STRATEGIES"]

INFO: Final = Info(
    name="micro_space_empire",
    title="Micro Space Empire",
    prefix="mse",
    seats="A",
    least_players=1,
    most_players=1,
    preset="start",
)

STRATEGIES: Final[Mapping[str, str]] = MappingProxyType({"Action": "actions", "State": "states"})
"""The function of `strategies` for each public type that Hypothesis draws by annotation."""
