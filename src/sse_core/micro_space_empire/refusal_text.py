"""Errors for refused actions in words, clause by clause."""

from __future__ import annotations

from typing import Final, cast

from ..errors import IllegalActionError, refused
from .actions import Action, Resource, Verb
from .cards import Deck, Event, System, Technology
from .notation import text_of
from .position import (
    CHANCES,
    TURNS,
    Due,
    Position,
    turned_over,
    weakest,
    year_of,
)
from .reasons import Reason

__all__ = ["VERBS", "illegal_action"]

VERBS: Final = {
    Due.CHOICE: (Verb.EXPLORE, Verb.CONQUER, Verb.BIDE),
    Due.NEAR: (Verb.TURN,),
    Due.DISTANT: (Verb.TURN,),
    Due.DIPLOMACY: (Verb.DIPLOMACY, Verb.ROLL),
    Due.ATTACK: (Verb.DIE,),
    Due.TRADE: (Verb.TRADE, Verb.KEEP),
    Due.BUILD: (Verb.BUILD, Verb.DISCOVER, Verb.DONE),
    Due.EVENT: (Verb.EVENT,),
    Due.REVOLT: (Verb.REVOLT,),
    Due.DEFENSE: (Verb.DIE,),
}


def illegal_action(p: Position, action: Action, reason: Reason) -> IllegalActionError:
    """Return the error for an action that is refused for this reason."""
    return refused(f"{text_of(action)}: {_message(p, action, reason)}", reason)


def _message(p: Position, action: Action, reason: Reason) -> str:
    match reason, action.argument:
        case Reason.GAME_OVER, _:
            return f"the game is over after turn {p.turn} of {TURNS}"
        case Reason.NOT_TO_ACT, _:
            return "a die or a card is due, and chance is to act" if p.due in CHANCES else "the player is to act"
        case Reason.NOT_DUE, _:
            return f"what is due is {', or '.join(VERBS[p.due])}"
        case Reason.EMPTY_DECK, Deck() as deck:
            return f"no {deck} system is left to explore"
        case Reason.NO_STARBASES, _:
            return f"distant systems need {Technology.FORWARD_STARBASES.title}"
        case Reason.UNALIGNED_NEAR, _:
            near = [s.title for s in System if s.deck is Deck.NEAR and p.unaligned >> s & 1]
            return f"{' and '.join(near)} must be conquered before a distant system is explored"
        case Reason.NOT_UNALIGNED, System() as system:
            where = "still in its deck, or not in this game" if not turned_over(p) >> system & 1 else "in the empire"
            return f"{system.title} is {where}"
        case Reason.NO_COMMERCE, _:
            return f"trading needs {Technology.INTERSPECIES_COMMERCE.title}"
        case Reason.NO_RESOURCES, Technology() as technology:
            return f"{technology.title} costs {technology.cost} wealth, and the store has {p.wealth}"
        case Reason.NO_RESOURCES, Resource() as given:
            return f"a trade gives 2 {given}, and the store has {getattr(p, given)}"
        case Reason.NO_RESOURCES, _:
            return f"military costs 1 metal and 1 wealth, and the stores have {p.metal} and {p.wealth}"
        case Reason.FULL, Resource() as given:
            other = Resource.WEALTH if given is Resource.METAL else Resource.METAL
            return f"the store of {other} is full"
        case Reason.FULL, _:
            return f"the military is at its limit of {p.military}"
        case Reason.ONCE_A_TURN, Technology():
            return f"{cast(Technology, p.discovered).title} was discovered in this turn"
        case Reason.ONCE_A_TURN, _:
            return "military was built in this turn"
        case Reason.KNOWN, Technology() as technology:
            return f"{technology.title} was discovered already"
        case Reason.NOT_NEXT, Technology() as technology:
            return f"{cast(Technology, technology.before).title} comes first"
        case Reason.NO_CARD, Event() as event:
            return f"{event.title} was turned over in Year {year_of(p.turn)} already"
        case Reason.NO_CARD, System() as system:
            return f"{system.title} is not among the cards that can be turned over"
        case Reason.NOT_WEAKEST, _:
            return f"the revolt breaks out in {' or '.join(system.title for system in weakest(p))}"
        case _:
            raise AssertionError((reason, action))
