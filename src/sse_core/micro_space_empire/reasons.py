"""The reasons for which an action is refused."""

from __future__ import annotations

from ..errors import Refusal

__all__ = ["Reason"]


class Reason(Refusal):
    """Why an action of Micro Space Empire is refused; `OK` (0) if it is legal.

    An action that breaks several rules gets the first reason in this order.
    """

    OK = 0, ""
    NO_SUCH_ACTION = 1, "M2.2"
    """Not in the table of actions."""
    GAME_OVER = 2, "M2.1"
    NOT_TO_ACT = 3, "M2.2"
    """The die or a card is due, or the player's decision."""
    NOT_DUE = 4, "M2.2"
    """Another phase of the turn."""
    EMPTY_DECK = 5, "M3.4"
    """No card is left to explore."""
    NO_STARBASES = 6, "M3.2"
    UNALIGNED_NEAR = 7, "M3.2"
    """A distant system can't be explored while a near one is unaligned."""
    NOT_UNALIGNED = 8, "M3.1"
    """Only unaligned systems are conquered."""
    NO_COMMERCE = 9, "M4.2"
    KNOWN = 10, "M1"
    """The technology was discovered before."""
    NOT_NEXT = 11, "M1"
    """The technology on the left of its row comes first."""
    ONCE_A_TURN = 12, "M5.1"
    """Military was built in this turn, or a technology was discovered."""
    NO_RESOURCES = 13, "M5.1"
    """What it costs isn't in the stores."""
    FULL = 14, "M1"
    """The store, or the military, is as large as it can be."""
    NO_CARD = 15, "M2.1"
    """The card was turned over before, or isn't in the deck."""
    NOT_WEAKEST = 16, "M6.1"
    """The revolt is elsewhere."""
