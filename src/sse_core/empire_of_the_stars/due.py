"""Steps that can be due: those into which decisions are cut (C16.1), as the numbers that positions have."""

from __future__ import annotations

from enum import IntEnum
from types import MappingProxyType
from typing import Final

__all__ = ["CHANCE_STEPS", "GROUP", "STEP_NAMES", "Due"]


class Due(IntEnum):
    """A step: a decision, a part of one, or chance. The last four stand between steps, and in no position."""

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
    """C10.2: who was asked joins or declines, and then..."""
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
    END = 41
    """The game is over."""

    BEGIN_ROLE = 42
    """The role that the monolith stands on begins."""
    END_ROLE = 43
    """All have had their turn with the role."""
    AFTER_BATTLE = 44
    """A battle is over; its attacker goes on."""
    FINISH = 45
    """The game ends: it is counted."""


CHANCE_STEPS: Final = frozenset({Due.REVEAL, Due.CARD, Due.TURN})

STEP_NAMES: Final = tuple(due.name.lower().replace("_", "-") for due in Due if due <= Due.END)
"""The steps as texts write them (C16.1)."""

_GROUPS: Final = (
    (Due.HOME, Due.FIRST_TILE),
    (Due.ROLE,),
    (Due.EXPLORE, Due.EXPLORE_AT, Due.EXPLORE_SETTLE, Due.REVEAL),
    (Due.STEWARD,),
    (Due.TRADE, Due.TRADE_METAL, Due.TRADE_ENERGY),
    (Due.INVEST,),
    (Due.BUILD,),
    (Due.DEPLOY, Due.DEPLOY_AT),
    (Due.DRAW, Due.CARD, Due.TURN, Due.BUY, Due.DISCARD),
    (Due.MOVE, Due.MOVE_SHIP, Due.MOVE_TO),
    (Due.BATTLE, Due.AGAINST),
    (Due.INVITE,),
    (Due.ANSWER, Due.BRING, Due.BRING_SHIP, Due.BRING_TO),
    (Due.DIAL,),
    (Due.SHIFT, Due.SHIFT_SHIP, Due.SHIFT_TO),
    (Due.HIT, Due.HIT_UNIT),
    (Due.COLONIZE,),
    (Due.INFLUENCE,),
    (Due.PUT,),
    (Due.EDICT,),
    (Due.FAVOUR,),
    (Due.END,),
)

GROUP: Final = MappingProxyType({due: number for number, group in enumerate(_GROUPS) for due in group})
"""The number of the decision that a step belongs to: one player's actions there, one after the other, are one turn."""
