"""Reasons for refused actions."""

from __future__ import annotations

from ..errors import Refusal

__all__ = ["Reason"]


class Reason(Refusal):
    """Why an action of Micro Space Empire is refused; `OK` (0) if it is legal.

    An action that breaks several rules gets the first reason in this order.
    """

    OK = 0, ""
    NO_SUCH_ACTION = 1, "M2.2"
    """The table of actions has no such action."""
    GAME_OVER = 2, "M2.1"
    """The game is over."""
    NOT_TO_ACT = 3, "M2.2"
    """A chance event is due and the player acts, or the other way round."""
    NOT_DUE = 4, "M2.2"
    """The action belongs to another phase of the turn."""
    EMPTY_DECK = 5, "M3.4"
    """The deck has no card left to explore."""
    NO_STARBASES = 6, "M3.2"
    """Exploring a distant system needs Forward Starbases."""
    UNALIGNED_NEAR = 7, "M3.2"
    """A distant system can't be explored while a near one is unaligned."""
    NOT_UNALIGNED = 8, "M3.1"
    """Only an unaligned system can be conquered."""
    NO_COMMERCE = 9, "M4.2"
    """Trading needs Interspecies Commerce."""
    KNOWN = 10, "M1"
    """The technology was discovered already."""
    NOT_NEXT = 11, "M1"
    """The technology on the left of the row must be discovered first."""
    ONCE_A_TURN = 12, "M5.1"
    """Military was built already in this turn, or a technology discovered."""
    NO_RESOURCES = 13, "M5.1"
    """The stores do not hold the price."""
    FULL = 14, "M1"
    """The store or the military is at its limit."""
    NO_CARD = 15, "M2.1"
    """The card was turned over already, or belongs to another deck."""
    NOT_WEAKEST = 16, "M6.1"
    """The revolt is in another system: one with the lowest resistance."""
