"""Reasons for refused actions, clause by clause, and the words of the errors."""

from __future__ import annotations

from typing import Final, cast

from ..errors import GameOverError, IllegalActionError
from .actions import Action, Resource, Verb
from .cards import Deck, Event, System, Technology
from .legality import can_trade
from .notation import text_of
from .position import (
    CHANCES,
    TURNS,
    Due,
    Position,
    has,
    hidden,
    military_cap,
    near_unaligned,
    turned_over,
    weakest,
    year_of,
)
from .reasons import Reason

__all__ = ["reason_for", "refusal"]

_VERBS: Final = {
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


def reason_for(p: Position, action: Action) -> Reason:
    """Return the first reason for which an action is refused, whoever acts; `Reason.OK` if it is legal."""
    if p.due is Due.END:
        return Reason.GAME_OVER
    if action.verb not in _VERBS[p.due]:
        return Reason.NOT_DUE
    argument = action.argument
    match action.verb:
        case Verb.EXPLORE:
            return _why_not_explored(p, cast(Deck, argument))
        case Verb.CONQUER:
            return Reason.OK if p.unaligned >> cast(System, argument) & 1 else Reason.NOT_UNALIGNED
        case Verb.TRADE:
            return _why_not_traded(p, cast(Resource, argument))
        case Verb.BUILD:
            return _why_not_built(p)
        case Verb.DISCOVER:
            return _why_not_discovered(p, cast(Technology, argument))
        case Verb.TURN:
            return Reason.OK if argument in hidden(p, Deck(p.due)) else Reason.NO_CARD
        case Verb.EVENT:
            return Reason.NO_CARD if p.seen >> cast(Event, argument) & 1 else Reason.OK
        case Verb.REVOLT:
            return Reason.OK if argument in weakest(p) else Reason.NOT_WEAKEST
        case _:
            return Reason.OK


def _why_not_explored(p: Position, deck: Deck) -> Reason:
    """Return why a deck can't be explored (M3.2, M3.4)."""
    if not hidden(p, deck):
        return Reason.EMPTY_DECK
    if deck is Deck.NEAR:
        return Reason.OK
    if not has(p, Technology.FORWARD_STARBASES):
        return Reason.NO_STARBASES
    return Reason.UNALIGNED_NEAR if near_unaligned(p) else Reason.OK


def _why_not_traded(p: Position, given: Resource) -> Reason:
    """Return why a resource can't be traded (M4.2)."""
    if not has(p, Technology.INTERSPECIES_COMMERCE):
        return Reason.NO_COMMERCE
    if (p.metal if given is Resource.METAL else p.wealth) < 2:
        return Reason.NO_RESOURCES
    return Reason.OK if can_trade(p, given) else Reason.FULL


def _why_not_built(p: Position) -> Reason:
    """Return why military can't be built (M5.1)."""
    if p.built:
        return Reason.ONCE_A_TURN
    if not (p.metal and p.wealth):
        return Reason.NO_RESOURCES
    return Reason.OK if p.military < military_cap(p) else Reason.FULL


def _why_not_discovered(p: Position, technology: Technology) -> Reason:
    """Return why a technology can't be discovered (M1, M5.1)."""
    if has(p, technology):
        return Reason.KNOWN
    if technology.before is not None and not has(p, technology.before):
        return Reason.NOT_NEXT
    if p.discovered is not None:
        return Reason.ONCE_A_TURN
    return Reason.OK if technology.cost <= p.wealth else Reason.NO_RESOURCES


def refusal(p: Position, action: Action, reason: Reason) -> IllegalActionError:
    """Return the error for an action that is refused for this reason."""
    text = text_of(action)
    message = _message(p, action, reason)
    kind = GameOverError if reason is Reason.GAME_OVER else IllegalActionError
    return kind(f"{text}: {message} ({reason.clause})", reason)


def _message(p: Position, action: Action, reason: Reason) -> str:
    match reason, action.argument:
        case Reason.GAME_OVER, _:
            return f"the game is over after turn {p.turn} of {TURNS}"
        case Reason.NOT_TO_ACT, _:
            return "a die or a card is due, and chance is to act" if p.due in CHANCES else "the player is to act"
        case Reason.NOT_DUE, _:
            return f"what is due is {', or '.join(_VERBS[p.due])}"
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
