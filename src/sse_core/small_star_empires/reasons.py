"""The reasons for which an action is refused."""

from __future__ import annotations

from ..errors import Refusal

__all__ = ["Reason"]


class Reason(Refusal):
    """Why an action of Small Star Empires is refused; `OK` (0) if it is legal.

    An action that breaks several rules gets the first reason in this order.
    """

    OK = 0, ""
    NO_SUCH_ACTION = 1, "E3.1"
    """Not in the board's table: no ship could ever fly or jump so. `State.after` names the clause that fits."""
    GAME_OVER = 2, "E2.3"
    NOT_TO_ACT = 3, "E2.1"
    NOT_DUE = 4, "E2.1"
    """Another kind of action is due: a reveal, a second move, a choice, or a plain move."""
    NO_TILE = 5, "E9.2"
    """All tiles of this kind have been seen."""
    NO_CHOICE = 6, "E9.9"
    """No city that may be destroyed now."""
    NO_SHIP = 7, "E2.1"
    """The player has no such ship in the origin, or `damaged` does not tell two ships apart there."""
    NOT_DAMAGED = 8, "E5.3"
    """A repair by a ship that is whole."""
    NO_CITY = 9, "E3.6"
    NO_STATION = 10, "E3.6"
    OWN_SYSTEM = 11, "E3.5"
    OPPONENT_SYSTEM = 12, "E3.4"
    CLOSED_SYSTEM = 13, "E3.4"
    """An asteroid field, a Nordinn system, or a conquered system."""
    UNEXPLORED_SYSTEM = 14, "E9.1"
    """Explored with a city and by a ship that isn't damaged only."""
    NOT_ADJACENT = 15, "E9.7"
    """Farther than the next system, with the fuel just found."""
    NO_DAMAGED_JUMP = 16, "E4.3"
    """Only a jump leads there, and the option `damaged_jump` is off."""
    OUT_OF_RANGE = 17, "E5.1"
    """More than two systems away for a damaged ship."""
    BLOCKED = 18, "E3.4"
    """Something on the way lets no ship pass."""
    NO_TOLL = 19, "E10.1"
    """The reserve can't pay for the way and the landing."""
