"""Names of cards, and of the game's data, in the language of whoever reads."""

from __future__ import annotations

from typing import Final

from ..forms.messages import message
from .cards import Event, System, Technology
from .messages import say

__all__ = ["label", "title_of"]

_LABELS: Final = {
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


def title_of(card: System | Technology | Event) -> str:
    """Return what a card or a technology is called."""
    return say(card.title)


def label(name: str, /, of: str = "") -> str:
    """Return a name of the game's data for people: a column of a table, or an option.

    >>> label("warlord"), label("other_words")
    ('warlord', 'other words')
    """
    return say(_LABELS[name]) if not of and name in _LABELS else name.replace("_", " ")
