"""Names of cards and of the game's data in the reader's language."""

from __future__ import annotations

from typing import Final

from ...forms.messages import Labels, message
from ..cards import Event, System, Technology
from ..messages import say

__all__ = ["LABELS", "title_of"]

LABELS: Final[Labels] = {
    # Columns of the score table.
    "systems": message("systems"),
    "technologies": message("technologies"),
    "explored": message("explored"),
    "scientific": message("scientific"),
    "warlord": message("warlord"),
    "total": message("total"),
    # Options of the set-up.
    "expansion": message("expansion"),
}
"""The game's data in words, by name; a value of an option by the option and its name."""


def title_of(card: System | Technology | Event) -> str:
    """Return the name of a card or a technology."""
    return say(card.title)
