"""Errors for refused actions in words, clause by clause."""

from __future__ import annotations

from typing import Final, cast

from ...errors import IllegalActionError, refused
from ...forms.messages import message
from ...play.sentences import either, listed
from ..actions import Action, Resource, Verb
from ..cards import Deck, Event, System, Technology
from ..messages import say
from ..positions.position import CHANCES, TURNS, Due, Position, turned_over, weakest, year_of
from ..reasons import Reason
from ..text.notation import text_of
from .names import title_of

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
            return say("the game is over after turn {turn} of {turns}", turn=p.turn, turns=TURNS)
        case Reason.NOT_TO_ACT, _ if p.due in CHANCES:
            return say("a die or a card is due, and chance is to act")
        case Reason.NOT_TO_ACT, _:
            return say("the player is to act")
        case Reason.NOT_DUE, _:
            return say(_DUE[p.due])
        case Reason.ONCE_A_TURN, Technology():
            return say("{card} was discovered in this turn", card=title_of(cast(Technology, p.discovered)))
        case Reason.ONCE_A_TURN, _:
            return say("military was built in this turn")
        case Reason.NOT_WEAKEST, _:
            return say("the revolt breaks out in {systems}", systems=either(map(title_of, weakest(p))))
        case Reason.NO_RESOURCES | Reason.FULL, Resource() as given:
            return _no_trade(p, given, reason)
        case Reason.FULL, _:
            return say("the military is at its limit of {n}", n=p.military)
        case _, Technology() as technology:
            return _no_discovery(p, technology, reason)
        case Reason.NO_RESOURCES, _:
            return say(
                "military costs 1 metal and 1 wealth, and the stores have {metal} and {wealth}",
                metal=p.metal,
                wealth=p.wealth,
            )
        case Reason.NO_COMMERCE, _:
            return say("trading needs {card}", card=title_of(Technology.INTERSPECIES_COMMERCE))
        case _:
            return _no_card(p, action, reason)


_DUE: Final = {
    Due.CHOICE: message("what is due is explore, or conquer, or bide"),
    Due.NEAR: message("what is due is turn"),
    Due.DISTANT: message("what is due is turn"),
    Due.DIPLOMACY: message("what is due is diplomacy, or roll"),
    Due.ATTACK: message("what is due is die"),
    Due.TRADE: message("what is due is trade, or keep"),
    Due.BUILD: message("what is due is build, or discover, or done"),
    Due.EVENT: message("what is due is event"),
    Due.REVOLT: message("what is due is revolt"),
    Due.DEFENSE: message("what is due is die"),
}
"""The words for the possible actions at each due decision or chance event: those of the verbs in `VERBS`."""


def _no_trade(p: Position, given: Resource, reason: Reason) -> str:
    """Return why a resource can't be traded (M4.2)."""
    match reason, given:
        case Reason.FULL, Resource.METAL:
            return say("the store of wealth is full")
        case Reason.FULL, _:
            return say("the store of metal is full")
        case _, Resource.METAL:
            return say("a trade gives 2 metal, and the store has {n}", n=p.metal)
        case _:
            return say("a trade gives 2 wealth, and the store has {n}", n=p.wealth)


def _no_discovery(p: Position, technology: Technology, reason: Reason) -> str:
    """Return why a technology can't be discovered (M1, M5.1)."""
    name = title_of(technology)
    match reason:
        case Reason.NO_RESOURCES:
            return say("{card} costs {cost} wealth, and the store has {n}", card=name, cost=technology.cost, n=p.wealth)
        case Reason.KNOWN:
            return say("{card} was discovered already", card=name)
        case Reason.NOT_NEXT:
            return say("{card} comes first", card=title_of(cast(Technology, technology.before)))
        case _:
            raise AssertionError((reason, technology))


def _no_card(p: Position, action: Action, reason: Reason) -> str:
    """Return why a card can't be explored, conquered or turned over (M2, M3)."""
    match reason, action.argument:
        case Reason.EMPTY_DECK, Deck.NEAR:
            return say("no near system is left to explore")
        case Reason.EMPTY_DECK, _:
            return say("no distant system is left to explore")
        case Reason.NO_STARBASES, _:
            return say("distant systems need {card}", card=title_of(Technology.FORWARD_STARBASES))
        case Reason.UNALIGNED_NEAR, _:
            near = listed(title_of(s) for s in System if s.deck is Deck.NEAR and p.unaligned >> s & 1)
            return say("{systems} must be conquered before a distant system is explored", systems=near)
        case Reason.NOT_UNALIGNED, System() as system if turned_over(p) >> system & 1:
            return say("{system} is in the empire", system=title_of(system))
        case Reason.NOT_UNALIGNED, System() as system:
            return say("{system} is still in its deck, or not in this game", system=title_of(system))
        case Reason.NO_CARD, Event() as event:
            year = year_of(p.turn)
            return say("{event} was turned over in Year {year} already", event=title_of(event), year=year)
        case Reason.NO_CARD, System() as system:
            return say("{system} is not among the cards that can be turned over", system=title_of(system))
        case _:
            raise AssertionError((reason, action))
