"""Games whose positions can be observed as arrays."""

from __future__ import annotations

from typing import cast

from ..errors import ArgumentError
from ..game import AnyGame, ObservedGame

__all__ = ["observed"]


def observed(game: AnyGame) -> ObservedGame:
    """Return a game that can be observed in arrays; raise ArgumentError for one that can't."""
    if not isinstance(game, ObservedGame):
        raise ArgumentError(f"{game.INFO.title} has no observations: it doesn't answer game.ObservedGame")
    return cast(ObservedGame, game)
