"""Words for cards and stores: the gains from a system, the use of a technology, and the faces of the die that win."""

from __future__ import annotations

from typing import Final

from ...forms.messages import message
from ..actions import FACES
from ..cards import System, Technology
from ..messages import counted, say
from .names import title_of

__all__ = ["attack_words", "faces_words", "gain_words", "store_words", "technology_words"]


def store_words(metal: int, wealth: int) -> str:
    """Return an amount of metal and wealth, such as ``2 metal and 1 wealth``."""
    return say("{metal} metal and {wealth} wealth", metal=metal, wealth=wealth)


def gain_words(system: System) -> str:
    """Return the points of a system in the empire and what it produces: ``1 point and 1 metal each turn`` (M1)."""
    points = counted(system.points, "{n} point", "{n} points")
    if system.metal:
        return say("{points} and {n} metal each turn", points=points, n=system.metal)
    if system.wealth:
        return say("{points} and {n} wealth each turn", points=points, n=system.wealth)
    return points


def technology_words(technology: Technology) -> str:
    """Return the use of a technology in words, with its clause."""
    return say(_TECHNOLOGIES[technology])


_TECHNOLOGIES: Final = {
    Technology.CAPITAL_SHIPS: message("the military can go up to 5 (M1)"),
    Technology.FORWARD_STARBASES: message("distant systems can be explored (M3.2)"),
    Technology.ROBOT_WORKERS: message("half of the production is collected after a strike, too (M4.3)"),
    Technology.PLANETARY_DEFENSES: message("each system resists invasions with 1 more (M6.2)"),
    Technology.HYPER_TELEVISION: message("each system resists revolts with 1 more (M6.2)"),
    Technology.INTERSTELLAR_DIPLOMACY: message("one attack in the turn after can succeed without the die (M3.3)"),
    Technology.INTERSPECIES_COMMERCE: message("once a turn, 2 of a resource buy 1 of the other (M4.2)"),
    Technology.INTERSTELLAR_BANKING: message("each store holds 5 (M1)"),
}


def attack_words(system: System, military: int) -> str:
    """Return the faces of the die with which an attack takes a system (M3.1)."""
    least = system.resistance - military
    if least > FACES[-1]:
        return say("{system} can't join the empire, whatever the die shows", system=title_of(system))
    if least <= FACES[0]:
        return say("{system} joins the empire, whatever the die shows", system=title_of(system))
    return say("{system} joins the empire if the die shows {faces}", system=title_of(system), faces=faces_words(least))


def faces_words(least: int) -> str:
    """Return the words for the lowest face that wins and all above: ``4 or more``; the highest face stands alone."""
    return str(least) if least == FACES[-1] else say("{face} or more", face=least)
