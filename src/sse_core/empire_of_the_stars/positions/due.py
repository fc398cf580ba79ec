"""Steps that can be due: the small parts of each decision (C16.1), with their numbers in positions."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = ["STEP_NAMES", "Due"]


class Due(IntEnum):
    """A step: a decision, a part of one, or chance. Those after `END` come between steps and are in no position."""

    HOME = 0
    """C1.9: the home world, then..."""
    FIRST_TILE = 1
    """...the 2-polymer tile beside it."""
    ROLE = 2
    """C2.2, C2.3."""

    EXPLORE = 3
    """C4.1: a tile of the display, then..."""
    EXPLORE_AT = 4
    """...its region, then..."""
    EXPLORE_SETTLE = 5
    """...the chooser's token (C4.2)."""
    REVEAL = 6
    """C4.6, C4.7: chance turns a tile up."""

    STEWARD = 7
    """C5.2."""

    TRADE = 8
    """C6.2: how many polymers to hold, then..."""
    TRADE_METAL = 9
    """...metal, then..."""
    TRADE_ENERGY = 10
    """...energy."""
    INVEST = 11
    """C6.3."""

    BUILD = 12
    """C7.1."""
    DEPLOY = 13
    """C7.3: a type of ship, then..."""
    DEPLOY_AT = 14
    """...its region."""

    DRAW = 15
    """C8.1."""
    CARD = 16
    """Chance draws from a deck."""
    TURN = 17
    """Chance turns the first card of an empty pile up."""
    BUY = 18
    """C8.2."""
    DISCARD = 19
    """C8.3."""

    MOVE = 20
    """C9.1: a region to move from, then..."""
    MOVE_SHIP = 21
    """...a type of ship, then..."""
    MOVE_TO = 22
    """...a target."""
    BATTLE = 23
    """C9.6: a sector, then..."""
    AGAINST = 24
    """...an opponent (C10.1)."""
    INVITE = 25
    """C10.2: attacker, then defender, ask for allies."""
    ANSWER = 26
    """C10.2: the player who was asked joins or declines, and then..."""
    BRING = 27
    """...brings ships: a region to move from, then..."""
    BRING_SHIP = 28
    """...a type, then..."""
    BRING_TO = 29
    """...a target in the sector."""
    DIAL = 30
    """C10.5: tactics, then weapons, of both at once."""
    SHIFT = 31
    """C10.6: a region of the sector, then..."""
    SHIFT_SHIP = 32
    """...a ship there, then..."""
    SHIFT_TO = 33
    """...a target."""
    HIT = 34
    """C10.7: a region of the sector, then..."""
    HIT_UNIT = 35
    """...a unit there."""
    COLONIZE = 36
    """C9.7."""

    INFLUENCE = 37
    """C11.2."""
    PUT = 38
    """C11.3."""
    EDICT = 39
    """C11.8."""
    FAVOUR = 40
    """C12.4."""
    POWER = 41
    """C1.8: all choose at once."""
    WINDOW = 42
    """C13.3: an owner of usable effects is asked."""
    EFFECT_RESOURCE = 43
    """C16.14: a resource of choice."""
    EFFECT_CARD = 44
    """A card that is paid or given."""
    EFFECT_SEAT = 45
    """An opponent."""
    EFFECT_TILE = 46
    """A tile of the display, then..."""
    EFFECT_AT = 47
    """...its region; or a region alone."""
    EFFECT_FROM = 48
    """A region to move a ship from, then..."""
    EFFECT_SHIP = 49
    """...a ship there, then..."""
    EFFECT_TO = 50
    """...a target."""
    EFFECT_HIT = 51
    """A region where a unit falls, then..."""
    EFFECT_UNIT = 52
    """...the unit."""
    EFFECT_AGAIN = 53
    """Another exchange."""
    EFFECT_EDICT = 54
    """An edict."""
    END = 55
    """The game is over."""

    SET_UP_OVER = 56
    """All have placed their home worlds; with powers they take the start that the power gives."""
    GAME_BEGINS = 57
    """The effects of set-up are done."""
    BEGIN_ROLE = 58
    """The role that the monolith stands on begins."""
    DO_ROLE = 59
    """All effects before it are done."""
    END_ROLE = 60
    """All have had their turn with the role."""
    ROLE_OVER = 61
    """All effects after it are done."""
    SET_DIALS = 62
    """All effects before a battle are done."""
    OPEN_DIALS = 63
    """All effects on open dials are done."""
    BATTLE_OVER = 64
    """All effects after a battle are done."""
    AFTER_BATTLE = 65
    """A battle is over; its attacker goes on."""
    EDICT_SCORED = 66
    """The edict was scored when the Emperor received the scepter."""
    FINISH = 67
    """The game ends."""
    COUNTED = 68
    """All effects at the end of the game are done: the points are counted."""
    ASK = 69
    """The window asks the next owner of a usable effect."""
    GO_ON = 70
    """An effect that is half done goes on."""
    RESUME = 71
    """An effect beside a step's own actions is done; the step goes on."""


STEP_NAMES: Final = tuple(due.name.lower().replace("_", "-") for due in Due if due <= Due.END)
"""The steps as texts write them (C16.1)."""
