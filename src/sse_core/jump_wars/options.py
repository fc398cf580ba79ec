"""Options of a game, which the players choose before the start."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from ..errors import rules_error
from ..forms.checks import check_choice, check_flag, check_number
from ..forms.expressions import changes
from ..forms.immutable import Immutable
from .board import Grid

__all__ = ["MAX_TURNS", "TURN_LIMIT", "Options"]

MAX_TURNS: Final = 1_000
"""The largest turn limit."""

TURN_LIMIT: Final = 100
"""The turn limit unless another is set (J3.4)."""


@dataclass(frozen=True, slots=True)
class Options(Immutable):
    """The options of a game's rules; the defaults are the published rules.

    Raises SetupError for a value out of range, TypeError for one of another type.
    """

    grid: Grid = Grid.SQUARE
    """The kind of grid (J1.1)."""

    turn_limit: int = TURN_LIMIT
    """The turn after which the game ends, 1 to 1,000 (J3.4)."""

    neutral: bool = False
    """Whether a neutral Homeworld stands in the centre, in games for up to four (J3.3)."""

    trade: bool = True
    """Whether players make offers (J2.2)."""

    void_orders: bool = False
    """Whether an ally may write orders that the alliance voids (J4.10)."""

    must_raise: bool = False
    """Whether a player who can discard a card in the first Tech step must do so (J2.3)."""

    genesis_adds: bool = False
    """Whether Genesis makes 2 RT more on a Star Field, 3 in all, not 2 instead of 1 (J2.4)."""

    any_map: bool = False
    """Whether the first random map is used, even if Black Holes cut Homeworlds off (J1.3)."""

    simultaneous: bool = False
    """Whether the deals of equal Initiative are sealed until all of them are settled (J5.11)."""

    def __post_init__(self) -> None:
        grid = check_choice(self.grid, [grid.value for grid in Grid], "grid", "J1.1", error=rules_error)
        object.__setattr__(self, "grid", Grid(grid))
        limit = check_number(self.turn_limit, "turn_limit", MAX_TURNS, 1, error=rules_error)
        object.__setattr__(self, "turn_limit", limit)
        for field in fields(self)[2:]:
            check_flag(getattr(self, field.name), field.name)

    def changes(self) -> dict[str, Any]:
        """Return the options that differ from their defaults, by name."""
        return changes(self)
