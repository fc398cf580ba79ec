"""The description of Jump Wars, which tools read before they load the rest of the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..game import Info

__all__ = ["INFO", "STRATEGIES"]

INFO: Final = Info(
    name="jump_wars",
    title="Jump Wars",
    prefix="jw",
    seats="ABCDE",
    least_players=2,
    most_players=5,
    preset="start",
)

STRATEGIES: Final[Mapping[str, str]] = MappingProxyType({"Action": "actions", "Options": "options", "State": "states"})
"""The function of `strategies` for each public type that Hypothesis draws by annotation."""
