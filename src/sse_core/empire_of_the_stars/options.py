"""Options of a game, which the players choose before the start. A position has them as flags."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from ..errors import rules_error
from ..forms.checks import check_flag, check_number
from ..forms.expressions import changes
from ..forms.immutable import Immutable
from .positions.fields import MAX_ROUNDS
from .positions.position import Position

__all__ = ["FLAG_NAMES", "LIMIT", "Options", "options_of"]

LIMIT: Final = 200
"""The last round, unless another one is set (S47)."""


@dataclass(frozen=True, slots=True)
class Options(Immutable):
    """The options of a game's rules; the defaults are the published rules.

    Raises SetupError for a value out of range, TypeError for one of another type.
    """

    round_limit: int = LIMIT
    """The last round, 1 to 1,000 (S47)."""

    powers: bool = False
    """Whether player powers are dealt (C15.1)."""

    technologies: bool = True
    """Whether technologies have effects; if not, they are still bought, measured and counted (S67)."""

    start_colony: bool = False
    """Whether the 2-polymer tile begins with a colony (S4)."""

    one_way: bool = False
    """Whether the monolith goes clockwise only (S7)."""

    edict_substitute: bool = True
    """Whether a galaxy token stands in for an empty stock when the edict is scored (S9)."""

    own_cap: bool = False
    """Whether the 3 ships of a region are each player's own (S22)."""

    reshuffle: bool = False
    """Whether the pile below its top card becomes the deck when the deck is empty (S23)."""

    free_allies: bool = False
    """Whether a ship that moves as an ally keeps its own move (S31)."""

    spare_hits: bool = False
    """Whether a volley may stop before its last hit (S36)."""

    neutral_shields: bool = False
    """Whether ships of players outside a battle guard colonies, too (S37)."""

    def __post_init__(self) -> None:
        limit = check_number(self.round_limit, "round_limit", MAX_ROUNDS, 1, error=rules_error)
        object.__setattr__(self, "round_limit", limit)
        for name in FLAG_NAMES:
            check_flag(getattr(self, name), name)

    @property
    def flags(self) -> int:
        """The options in the form of a position: bit i is the option `FLAG_NAMES` [i]."""
        return sum(getattr(self, name) << bit for bit, name in enumerate(FLAG_NAMES))

    def changes(self) -> dict[str, Any]:
        """Return the options that differ from their defaults, by name."""
        return changes(self)


FLAG_NAMES: Final = tuple(field.name for field in fields(Options)[1:])
"""The options that are on or off, in the order of their bits."""


def options_of(p: Position) -> Options:
    """Return the options that a position is played with."""
    flags = p.flags
    on = {name: bool(flags >> bit & 1) for bit, name in enumerate(FLAG_NAMES)}
    return Options(p.round_limit, **on)
