"""Reasons for refused actions."""

from __future__ import annotations

from ..errors import Refusal

__all__ = ["Reason"]


class Reason(Refusal):
    """The reason why an action of Small Star Empires is refused; `OK` (0) if it is legal.

    An action that breaks several rules gets the first reason in this order. An action that the board's table lacks,
    since no ship can ever take it, is refused first, for one of the first reasons.
    """

    OK = 0, ""

    # --- actions that the board's table lacks
    NO_SUCH_ACTION = 1, "E3.1"
    """The id, or the value, is no action of this board."""
    NOTHING_HIDDEN = 2, "E9.1"
    """The map has no unexplored system, so that nothing is revealed or destroyed."""
    SAME_SYSTEM = 3, "E3.1"
    """A move leads to another system."""
    BLACK_HOLE = 4, "E3.4"
    """No ship lands on a black hole, or starts from one."""
    WORMHOLE = 5, "E3.5"
    """No ship lands on a wormhole, or starts from one."""
    NO_LINE = 6, "E3.1"
    """The two systems share no line, and no jump leads from one to the other."""
    GAP = 7, "E1.6"
    """The line between has a gap, and no jump leads there."""
    BEHIND_BLACK_HOLE = 8, "E3.4"
    """A black hole lies on the line between, and no jump leads there."""
    NO_PIECE = 9, "E6.1"
    """A landing places a city or a station, and the move names neither."""

    # --- turns
    GAME_OVER = 10, "E2.3"
    CAMPAIGN_OVER = 11, "E10.2"
    """The campaign is won: no game follows."""
    NOT_TO_ACT = 12, "E2.1"
    REVEAL_FIRST = 13, "E9.2"
    """First a tile is revealed."""
    FUEL_FIRST = 14, "E9.7"
    """First the ship that refuels moves once more, or stays."""
    CHOICE_FIRST = 15, "E9.9"
    """First a city is chosen that the Nordinn Empire destroys."""
    NO_REVEAL = 16, "E9.2"
    """Nothing is to be revealed now."""
    NO_DESTRUCTION = 17, "E9.9"
    """No city is to be destroyed now."""
    MUST_MOVE = 18, "E2.1"
    """The player can move, and so can't stay."""
    FREE_MOVES = 19, "E10.1"
    """The player has moves that cost no toll, and so can't stay."""
    NO_TILE = 20, "E9.2"
    """The bag has no tile of this kind left."""
    NO_CHOICE = 21, "E9.9"
    """The cell has no city that can be destroyed now."""

    # --- the ship and its piece
    NO_SHIP = 22, "E2.1"
    """The player has no ship at the origin."""
    NO_DAMAGED_SHIP = 23, "E3.4"
    """`damaged` is True, and the player has not both a damaged and an undamaged ship at the origin."""
    NOT_DAMAGED = 24, "E5.3"
    """An undamaged ship can't be repaired."""
    NO_CITY = 25, "E3.6"
    """The reserve has no city to land with."""
    NO_CITY_TO_EXPLORE = 26, "E9.1"
    """The reserve has no city to explore with."""
    NO_STATION = 27, "E3.6"
    """The reserve has no station to land with."""

    # --- the target
    OPPONENT_SYSTEM = 28, "E3.4"
    OWN_SYSTEM = 29, "E3.5"
    ASTEROID_FIELD = 30, "E9.5"
    """The target is an asteroid field."""
    NORDINN_SYSTEM = 31, "E9.9"
    """The target is of the Nordinn Empire."""
    CONQUERED_SYSTEM = 32, "E9.9"
    """The target is conquered."""
    DAMAGED_EXPLORER = 33, "E5.2"
    """The target is unexplored, and the ship is damaged."""
    EXPLORES_WITH_CITY = 34, "E9.1"
    """The target is unexplored, which takes a city, not a station."""

    # --- the way
    NOT_ADJACENT = 35, "E9.7"
    """A second move after refueling leads to an adjacent system only."""
    NO_DAMAGED_JUMP = 36, "E4.3"
    """Only a jump leads to the target, and the option `damaged_jump` is off."""
    OUT_OF_RANGE = 37, "E5.1"
    """The target is more than two systems away from a damaged ship."""
    BLOCKED = 38, "E3.4"
    """The first obstacle on the way is a system that an opponent holds."""
    BLOCKED_BY_ASTEROIDS = 39, "E9.5"
    """The first obstacle on the way is an asteroid field."""
    BLOCKED_BY_NORDINN = 40, "E9.9"
    """The first obstacle on the way is of the Nordinn Empire."""
    BLOCKED_BY_CONQUEST = 41, "E9.9"
    """The first obstacle on the way is a conquered system."""
    BLOCKED_BY_UNEXPLORED = 42, "E3.3"
    """The first obstacle on the way is unexplored, and the option `unexplored_passable` is off."""
    BLOCKED_FOR_DAMAGED = 43, "E5.2"
    """The first obstacle on the way is unexplored, which no damaged ship crosses."""
    NO_TOLL = 44, "E10.1"
    """The reserve is too small for the toll and the landing."""
