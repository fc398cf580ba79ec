"""Errors for refused actions in words, clause by clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...errors import IllegalActionError, refused
from ...game import CHANCE
from ...play.sentences import listed
from ..actions import NEUTRAL, Action, Verb
from ..board import space_name
from ..cards import COPIES, Card
from ..messages import counted, message, say
from ..positions.position import MAX_ORDERS, Due, Position, fleets_at, hand_limit, hand_size, holds_all, level
from ..reasons import Reason
from ..state import State
from ..text.notation import SEATS, text_of
from .phrases import cards_counted, fleets_counted, kind_words
from .table import due_words

__all__ = ["choice_refused", "illegal_action"]

_TRADING: Final = frozenset({Verb.OFFER, Verb.GIVE, Verb.ASK, Verb.ACCEPT, Verb.REFUSE})

_TO_LEARN: Final = {
    Reason.NO_BRAINS: Card.POSITRONIC_BRAINS,
    Reason.NO_LEADERSHIP: Card.LEADERSHIP,
    Reason.NO_PLANET_JUMP: Card.PLANET_JUMP,
    Reason.NO_NOVA_BOMBS: Card.NOVA_BOMBS,
}
"""The special technology that an action needs, except Star Docks."""

_DECIDED: Final = {
    "conquest": message("the game is over after turn {turn}, by conquest"),
    "neutral": message("the game is over after turn {turn}, by the neutral Homeworld"),
    "homeworlds": message("the game is over after turn {turn}, by Homeworlds"),
    "fleets": message("the game is over after turn {turn}, by fleets"),
    "tokens": message("the game is over after turn {turn}, by tokens"),
    "shared": message("the game is over after turn {turn}, and shared"),
}
"""The sentence that the game is over, by the criterion that decided it."""


def illegal_action(state: State, player: int, action: Action, reason: Reason) -> IllegalActionError:
    """Return the error for an action that a player, or CHANCE, is refused for this reason."""
    return refused(f"{text_of(action)}: {_message(state, player, action, reason)}", reason)


def choice_refused(state: State, action: Action, error: IllegalActionError) -> str:
    """Return the error for an action in words for a page, whose readers see no texts of actions."""
    if error.reason is Reason.NOT_DUE and not _is_not_traded(state, action):
        return f"{say('this is not to be chosen now: {due}', due=due_words(state))} ({Reason.NOT_DUE.clause})"
    return str(error).removeprefix(f"{text_of(action)}: ")


def _message(state: State, player: int, action: Action, reason: Reason) -> str:
    if reason is Reason.NO_SUCH_ACTION:
        return say("there is no such action")
    if reason is Reason.GAME_OVER:
        assert state.outcome is not None
        return say(_DECIDED[state.outcome.decided_by], turn=state.position.turn)
    if reason is Reason.NOT_TO_ACT:
        return _not_to_act(state, player)
    if reason is Reason.NOT_DUE:
        return _not_due(state, player, action)
    if reason < Reason.NO_DOCKS:
        return _about_cards(state, player, action, reason)
    return _about_fleets(state, player, action, reason)


# --- turns


def _name_of(player: int) -> str:
    return say("chance") if player == CHANCE else say("player {seat}", seat=SEATS[player])


def _not_to_act(state: State, player: int) -> str:
    acting, who = state.to_act, _name_of(player)
    if state.position.step is Due.ORDERS and player not in acting and player != CHANCE:
        return say("{who} has written all orders", who=who)
    return counted(
        len(acting),
        "{who} is not to act: {others} is",
        "{who} is not to act: {others} are",
        who=who,
        others=listed(map(_name_of, acting)),
    )


def _not_due(state: State, player: int, action: Action) -> str:
    if _is_not_traded(state, action):
        return say("players make no offers in this game, whose option trade is off")
    *others, last = state.verbs_due(player)
    if not others:
        return say("what is due is {verb}", verb=last)
    return say("what is due is {verbs} or {verb}", verbs=", ".join(others), verb=last)


def _is_not_traded(state: State, action: Action) -> bool:
    return action.verb in _TRADING and not state.position.options.trade


# --- cards, tokens and players


def _about_cards(state: State, player: int, action: Action, reason: Reason) -> str:
    p, (verb, argument), who = state.position, action, _name_of(player)
    match reason:
        case Reason.NO_SIDE if argument == NEUTRAL:
            return say("there is no neutral side in this game, whose option neutral is off")
        case Reason.NO_PLAYER | Reason.NO_SIDE:
            return say("the players are A to {seat}", seat=SEATS[len(p.players) - 1])
        case Reason.OWN_SEAT | Reason.OWN_OFFER:
            return say("{who} chooses another player", who=who)
        case _ if reason in _TO_LEARN:
            return say("{who} has not learned {card}", who=who, card=_TO_LEARN[reason].title)
        case Reason.NEVER_LEARNED:
            card = Card.PROGENITOR_RUINS.title
            return say("{card} is discarded in the Draw phase, and never learned", card=card)
        case Reason.LEARNED:
            return say("{who} has learned {card} already", who=who, card=_title(argument))
        case Reason.USED | Reason.BRAINS_USED | Reason.HAS_LED | Reason.HAS_PLANET_JUMP:
            return _used(verb, reason)
        case Reason.NO_CARDS_TO_STEAL:
            return say("{who} has no card", who=_name_of(argument or 0))
        case Reason.NO_CARDS | Reason.NO_CARDS_TO_NEGATE:
            return say("it takes a card, and {who} has none", who=who)
        case (
            Reason.NOT_IN_HAND
            | Reason.NO_RUINS
            | Reason.NO_CARD_TO_BOOST
            | Reason.NO_CARD_TO_LEARN
            | Reason.NO_CARD_TO_OFFER
        ):
            return _not_in_hand(p, player, action)
        case Reason.NO_COPY | Reason.NOT_IN_DECK | Reason.NOTHING_TO_STEAL:
            return _not_there(p, argument, reason)
        case Reason.NO_TOKENS | Reason.NO_TOKENS_FOR_CARD | Reason.NO_TOKENS_TO_OFFER:
            return _no_tokens(state, player, verb)
        case Reason.NOT_ASCENDING | Reason.EMPTY_OFFER:
            return _no_such_offer(verb, reason)
        case _:
            return _not_done(p, player, reason)


def _title(argument: int | None) -> str:
    return _card(argument).title


def _card(argument: int | None) -> Card:
    assert argument is not None
    return Card(argument)


def _titles(cards: Sequence[Card]) -> str:
    return listed(card.title for card in cards)


def _used(verb: Verb, reason: Reason) -> str:
    """Return the words for a thing that can be done once, and was done."""
    if reason is Reason.HAS_LED:
        return say("{card} was used in this turn", card=Card.LEADERSHIP.title)
    if reason is Reason.HAS_PLANET_JUMP:
        return say("an order for the Homeworld is written already")
    if verb is Verb.TAKE:
        return say("the cards of the Draw phase were taken")
    card = Card.PROGENITOR_RUINS if verb is Verb.RUINS else Card.POSITRONIC_BRAINS
    return say("{card} was used in this Draw phase", card=card.title)


def _not_there(p: Position, argument: int | None, reason: Reason) -> str:
    """Return the words that a card isn't at the place from which it should come."""
    card = _title(argument)
    if reason is Reason.NO_COPY:
        n = COPIES[_card(argument)]
        return counted(n, "there is only {n} of {card}", "there are only {n} of {card}", card=card)
    if reason is Reason.NOT_IN_DECK:
        return say("the deck has no {card}", card=card)
    return say("the hand of {who} has no {card}", who=_name_of(p.draft[0]), card=card)


def _no_such_offer(verb: Verb, reason: Reason) -> str:
    if reason is Reason.NOT_ASCENDING:
        return say("the cards of an offer are named in the order of the table of cards")
    if verb is Verb.ACCEPT:
        return say("this view hides what is offered and asked for")
    return say("the offer gives nothing and asks for nothing")


def _not_done(p: Position, player: int, reason: Reason) -> str:
    """Return the words for an act that a player must do before a decision ends."""
    who = _name_of(player)
    if reason is Reason.MUST_TAKE:
        return say("{who} must take the cards of the Draw phase first", who=who)
    if reason is Reason.MUST_RAISE:
        return say("{who} must discard a card for a level, or learn one (option must_raise)", who=who)
    assert reason is Reason.HAND_LIMIT, reason
    held = cards_counted(hand_size(p.players[player]))
    limit = hand_limit(p, player)
    return say("{who} has {cards}, and the limit is 3 + Research, {limit}", who=who, cards=held, limit=limit)


def _not_in_hand(p: Position, player: int, action: Action) -> str:
    hand, who = p.players[player].hand, _name_of(player)
    if action.verb is Verb.ACCEPT and p.offer:
        if not holds_all(p, p.offer.giver, p.offer.give):
            return say("{who} no longer has {cards}", who=_name_of(p.offer.giver), cards=_titles(p.offer.give))
        asked = _titles(p.offer.ask)
        return say("the offer asks for {cards}, and {who} does not have all of that", cards=asked, who=who)
    card = Card.PROGENITOR_RUINS if action.verb is Verb.RUINS else _card(action.argument)
    if hand[card]:
        return counted(
            hand[card], "{who} has {card} only once", "{who} has {card} only {n} times", who=who, card=card.title
        )
    return say("{who} has no {card} in hand", who=who, card=card.title)


def _no_tokens(state: State, player: int, verb: Verb) -> str:
    p, who = state.position, _name_of(player)
    tokens = p.players[player].tokens
    match verb:
        case Verb.BRAINS:
            card = Card.POSITRONIC_BRAINS.title
            return say("a card by {card} costs 10 RT, and {who} has {tokens}", card=card, who=who, tokens=tokens)
        case Verb.BUILD:
            price = state.price(player)
            return say("a fleet costs {price} RT, and {who} has {tokens}", price=price, who=who, tokens=tokens)
        case Verb.ACCEPT if p.offer:
            price = p.offer.charge
            return say("the offer asks for {price} RT, and {who} has {tokens}", price=price, who=who, tokens=tokens)
        case _ if p.step is Due.CHARGE and p.offer:
            other = p.offer.receiver
            return say("{who} has {tokens} RT", who=_name_of(other), tokens=p.players[other].tokens)
        case _:
            return say("{who} has {tokens} RT", who=who, tokens=tokens)


# --- spaces, fleets and orders


def _about_fleets(state: State, player: int, action: Action, reason: Reason) -> str:
    p, number = state.position, action.argument or 0
    match reason:
        case Reason.NO_DOCKS:
            home = space_name(p.homeworlds[player])
            docks = Card.STAR_DOCKS.title
            return say("without {card} fleets are built on the own Homeworld at {space}", card=docks, space=home)
        case Reason.WRONG_KIND:
            kind = kind_words(p, number)
            return say("{space} is {kind}, not a Star Field or a Cluster", space=space_name(number), kind=kind)
        case Reason.NO_VOID:
            return say("{space} is {kind}, not a Void", space=space_name(number), kind=kind_words(p, number))
        case Reason.NO_FLEETS | Reason.NO_FLEETS_THERE | Reason.NO_FLEETS_TO_BOMB:
            return _no_fleets(p, player, action)
        case Reason.ORDER_LIMIT | Reason.NO_ORDERS_LEFT | Reason.NO_ORDER | Reason.VOID_ORDER:
            return _about_orders(state, player, action, reason)
        case Reason.BOUND:
            return _bound(state, player, action)
        case Reason.STACK:
            return say("a stack is {n} fleets at most, 5 + Logistics", n=state.stack(player))
        case Reason.NUMBER:
            return _not_that_number(state)
        case _:
            return _no_jump(state, player, action, reason)


def _about_orders(state: State, player: int, action: Action, reason: Reason) -> str:
    p, (verb, argument) = state.position, action
    number = argument or 0
    match reason:
        case Reason.ORDER_LIMIT:
            who = _name_of(player)
            return say("{who} writes {n} orders at most: there is room for no more", who=who, n=MAX_ORDERS)
        case Reason.NO_ORDERS_LEFT:
            return counted(
                state.most_orders(player),
                "{who} writes {n} order at most, 1 + Command",
                "{who} writes {n} orders at most, 1 + Command",
                who=_name_of(player),
            )
        case Reason.VOID_ORDER if verb is Verb.NEGATE:
            return say("all orders of {who} are void already", who=_name_of(number))
        case Reason.VOID_ORDER:
            who = _name_of(p.draft[0])
            return say("order {n} of {who} is void already", n=p.counted + number, who=who)
        case _:
            return _no_order(p, player, verb, number)


def _bound(state: State, player: int, action: Action) -> str:
    p = state.position
    origin = action.argument or 0 if action.verb is Verb.FROM else p.players[player].written_orders.draft[0]
    standing = fleets_at(p, player, origin)
    bound = standing - state.free_fleets(player, origin)
    if bound == standing:
        return say("other orders move all fleets at {space}", space=space_name(origin))
    return say("other orders move {n} of the {all} fleets at {space}", n=bound, all=standing, space=space_name(origin))


def _no_jump(state: State, player: int, action: Action, reason: Reason) -> str:
    """Return why fleets, or a Homeworld, can't jump to a space."""
    p, space = state.position, space_name(action.argument or 0)
    match reason:
        case Reason.SAME_SPACE:
            return say("the fleets are at {space} already", space=space)
        case Reason.BLACK_HOLE:
            return say("{space} is a Black Hole, where no jump ends", space=space)
        case Reason.NO_PATH if action.verb is Verb.PLANET:
            home = space_name(p.homeworlds[player])
            return say("the Homeworld at {space} jumps to an adjacent space", space=home)
        case Reason.NO_PATH:
            return counted(
                1 + level(p, player, Card.JUMP),
                "no path of {n} step, 1 + Jump, leads there from {space}",
                "no path of {n} steps, 1 + Jump, leads there from {space}",
                space=space_name(p.players[player].written_orders.draft[0]),
            )
        case Reason.ALLIED:
            assert p.alliance is not None
            diplomat, who = _name_of(p.alliance[0]), _name_of(player)
            return say("{diplomat}, whose ally {who} is, has fleets there", diplomat=diplomat, who=who)
        case _:
            assert reason is Reason.NO_TARGET, reason
            return say("no order from {space} could be carried out", space=space)


def _no_order(p: Position, player: int, verb: Verb, number: int) -> str:
    seat = number if verb is Verb.NEGATE else p.draft[0] if p.step is Due.NEGATE_ORDER else player
    orders, who = len(p.players[seat].written_orders.orders), _name_of(seat)
    if not orders:
        return say("{who} has no order", who=who)
    return counted(orders, "{who} has {n} order", "{who} has {n} orders", who=who)


def _no_fleets(p: Position, player: int, action: Action) -> str:
    verb, argument = action
    number = argument or 0
    match verb:
        case Verb.SABOTAGE:
            return say("{who} has no fleets", who=_side(p, len(p.players) if number == NEUTRAL else number))
        case Verb.AT:
            return _none_at(_side(p, p.draft[0]), number)
        case Verb.PLANET:
            who, home = _name_of(player), space_name(p.homeworlds[player])
            return say("{who} has no fleets on the own Homeworld at {space}", who=who, space=home)
        case Verb.COUNT:
            space = p.battle.space if p.battle else p.players[player].written_orders.draft[0]
            standing = len(p.battle.damage[player]) if p.battle else fleets_at(p, player, space)
            there = fleets_counted(standing)
            return say("{who} has {fleets} at {space}", who=_name_of(player), fleets=there, space=space_name(space))
        case _:
            return _none_at(_name_of(player), number)


def _none_at(who: str, space: int) -> str:
    return say("{who} has no fleets at {space}", who=who, space=space_name(space))


def _side(p: Position, side: int) -> str:
    return say("the neutral side") if side == len(p.players) else _name_of(side)


def _not_that_number(state: State) -> str:
    p = state.position
    if p.step is Due.SPLIT:
        left = state.points_left - p.counted
        return counted(left, "{n} point of damage is left to split", "{n} points of damage are left to split")
    return say("it is at least 1")
