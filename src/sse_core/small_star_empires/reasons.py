"""Reasons for refused actions."""

from __future__ import annotations

from ..errors import Refusal

__all__ = ["Reason"]


class Reason(Refusal):
    """The reason why an action of Small Star Empires is refused; `OK` (0) if it is legal.

    An action that breaks several rules gets the first reason in this order.
    """

    OK = 0, ""
    NO_SUCH_ACTION = 1, "E3.1"
    """The action isn't in the board's table: no ship can ever fly or jump so. `State.after` names the clause."""
    GAME_OVER = 2, "E2.3"
    NOT_TO_ACT = 3, "E2.1"
    NOT_DUE = 4, "E2.1"
    """Another kind of action is due: a reveal, a second move, a choice, or an ordinary move."""
    NO_TILE = 5, "E9.2"
    """The bag has no tile of this kind left."""
    NO_CHOICE = 6, "E9.9"
    """The cell has no city that can be destroyed now."""
    NO_SHIP = 7, "E2.1"
    """The player has no such ship at the origin, or `damaged` is True without an undamaged ship there."""
    NOT_DAMAGED = 8, "E5.3"
    """An undamaged ship can't be repaired."""
    NO_CITY = 9, "E3.6"
    NO_STATION = 10, "E3.6"
    OWN_SYSTEM = 11, "E3.5"
    OPPONENT_SYSTEM = 12, "E3.4"
    CLOSED_SYSTEM = 13, "E3.4"
    """The target is an asteroid field, a Nordinn system, or a conquered system."""
    UNEXPLORED_SYSTEM = 14, "E9.1"
    """The target is unexplored, which takes a city and an undamaged ship."""
    NOT_ADJACENT = 15, "E9.7"
    """A second move after refueling leads to an adjacent system only."""
    NO_DAMAGED_JUMP = 16, "E4.3"
    """Only a jump leads to the target, and the option `damaged_jump` is off."""
    OUT_OF_RANGE = 17, "E5.1"
    """The target is more than two systems away from a damaged ship."""
    BLOCKED = 18, "E3.4"
    """An obstacle is on the way."""
    NO_TOLL = 19, "E10.1"
    """The reserve is too small for the toll and the landing."""
