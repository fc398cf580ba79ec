"""Errors for refused actions in words, clause by clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..errors import IllegalActionError, refused
from ..game import CHANCE
from .actions import NEUTRAL, Action, Verb
from .board import space_name
from .cards import COPIES, Card
from .notation import SEATS, text_of
from .phrases import kind_words
from .position import (
    MAX_ORDERS,
    Due,
    Position,
    fleets_at,
    hand_limit,
    hand_size,
    holds_all,
    level,
)
from .reasons import Reason
from .state import State

__all__ = ["illegal_action"]

_TRADING: Final = frozenset({Verb.OFFER, Verb.GIVE, Verb.ASK, Verb.ACCEPT, Verb.REFUSE})

_TO_LEARN: Final = {
    Reason.NO_BRAINS: Card.POSITRONIC_BRAINS,
    Reason.NO_LEADERSHIP: Card.LEADERSHIP,
    Reason.NO_PLANET_JUMP: Card.PLANET_JUMP,
    Reason.NO_NOVA_BOMBS: Card.NOVA_BOMBS,
}
"""The special technology that an action takes, beside Star Docks."""


def illegal_action(state: State, player: int, action: Action, reason: Reason) -> IllegalActionError:
    """Return the error for an action that a player, or CHANCE, is refused for this reason."""
    return refused(f"{text_of(action)}: {_message(state, player, action, reason)}", reason)


def _message(state: State, player: int, action: Action, reason: Reason) -> str:
    if reason is Reason.NO_SUCH_ACTION:
        return "there is no such action"
    if reason is Reason.GAME_OVER:
        by = f", by {state.outcome.decided_by}" if state.outcome else ""
        return f"the game is over after turn {state.position.turn}{by}"
    if reason is Reason.NOT_TO_ACT:
        return _not_to_act(state, player)
    if reason is Reason.NOT_DUE:
        return _not_due(state, player, action)
    if reason < Reason.NO_DOCKS:
        return _about_cards(state, player, action, reason)
    return _about_fleets(state, player, action, reason)


# --- turns


def _name_of(player: int) -> str:
    return "chance" if player == CHANCE else f"player {SEATS[player]}"


def _not_to_act(state: State, player: int) -> str:
    acting = state.to_act
    if state.position.step is Due.ORDERS and player not in acting and player != CHANCE:
        return f"{_name_of(player)} has written all orders"
    names = " and ".join(map(_name_of, acting))
    return f"{_name_of(player)} is not to act: {names} {'is' if len(acting) == 1 else 'are'}"


def _not_due(state: State, player: int, action: Action) -> str:
    if action.verb in _TRADING and not state.position.options.trade:
        return "players make no offers in this game, whose option trade is off"
    *others, last = state.verbs_due(player)
    return f"what is due is {', '.join(others)}{' or ' if others else ''}{last}"


# --- cards, tokens and players


def _about_cards(state: State, player: int, action: Action, reason: Reason) -> str:
    p, (verb, argument) = state.position, action
    match reason:
        case Reason.NO_PLAYER:
            return _no_such_player(p)
        case Reason.NO_SIDE if argument == NEUTRAL:
            return "there is no neutral side in this game, whose option neutral is off"
        case Reason.NO_SIDE:
            return _no_such_player(p)
        case Reason.OWN_SEAT | Reason.OWN_OFFER:
            return f"{_name_of(player)} chooses another player"
        case _ if reason in _TO_LEARN:
            return f"{_name_of(player)} has not learned {_TO_LEARN[reason].title}"
        case Reason.NEVER_LEARNED:
            return f"{Card.PROGENITOR_RUINS.title} is discarded in the Draw phase, and never learned"
        case Reason.LEARNED:
            return f"{_name_of(player)} has learned {_card(argument).title} already"
        case Reason.USED if verb is Verb.TAKE:
            return "the cards of the Draw phase were taken"
        case Reason.USED | Reason.BRAINS_USED:
            card = Card.PROGENITOR_RUINS if verb is Verb.RUINS else Card.POSITRONIC_BRAINS
            return f"{card.title} was used in this Draw phase"
        case Reason.HAS_LED:
            return f"{Card.LEADERSHIP.title} was used in this turn"
        case Reason.HAS_PLANET_JUMP:
            return "an order for the Homeworld is written already"
        case Reason.NO_CARDS_TO_STEAL:
            return f"{_name_of(argument or 0)} has no card"
        case Reason.NO_CARDS | Reason.NO_CARDS_TO_NEGATE:
            return f"it takes a card, and {_name_of(player)} has none"
        case (
            Reason.NOT_IN_HAND
            | Reason.NO_RUINS
            | Reason.NO_CARD_TO_BOOST
            | Reason.NO_CARD_TO_LEARN
            | Reason.NO_CARD_TO_OFFER
        ):
            return _not_in_hand(p, player, action)
        case Reason.NO_COPY:
            n = COPIES[_card(argument)]
            return f"there {'is' if n == 1 else 'are'} only {n} of {_card(argument).title}"
        case Reason.NOT_IN_DECK:
            return f"the deck has no {_card(argument).title}"
        case Reason.NOTHING_TO_STEAL:
            return f"the hand of {_name_of(p.draft[0])} has no {_card(argument).title}"
        case Reason.NOT_ASCENDING:
            return "the cards of an offer are named in the order of the table of cards"
        case Reason.NO_TOKENS | Reason.NO_TOKENS_FOR_CARD | Reason.NO_TOKENS_TO_OFFER:
            return _no_tokens(state, player, verb)
        case Reason.EMPTY_OFFER if verb is Verb.ACCEPT:
            return "this view hides what is offered and asked for"
        case Reason.EMPTY_OFFER:
            return "the offer gives nothing and asks for nothing"
        case Reason.MUST_TAKE:
            return f"{_name_of(player)} must take the cards of the Draw phase first"
        case Reason.MUST_RAISE:
            return f"{_name_of(player)} must discard a card for a level, or learn one (option must_raise)"
        case _:
            assert reason is Reason.HAND_LIMIT, reason
            held = _n(hand_size(p.players[player]), "card")
            return f"{_name_of(player)} has {held}, and the limit is 3 + Research, {hand_limit(p, player)}"


def _card(argument: int | None) -> Card:
    assert argument is not None
    return Card(argument)


def _titles(cards: Sequence[Card]) -> str:
    return " and ".join(card.title for card in cards)


def _n(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _no_such_player(p: Position) -> str:
    return f"the players are A to {SEATS[len(p.players) - 1]}"


def _not_in_hand(p: Position, player: int, action: Action) -> str:
    hand = p.players[player].hand
    if action.verb is Verb.ACCEPT and p.offer:
        if not holds_all(p, p.offer.giver, p.offer.give):
            return f"{_name_of(p.offer.giver)} no longer has {_titles(p.offer.give)}"
        return f"the offer asks for {_titles(p.offer.ask)}, and {_name_of(player)} does not have all of that"
    card = Card.PROGENITOR_RUINS if action.verb is Verb.RUINS else _card(action.argument)
    if hand[card]:
        return f"{_name_of(player)} has {card.title} only {'once' if hand[card] == 1 else f'{hand[card]} times'}"
    return f"{_name_of(player)} has no {card.title} in hand"


def _no_tokens(state: State, player: int, verb: Verb) -> str:
    p = state.position
    tokens = p.players[player].tokens
    match verb:
        case Verb.BRAINS:
            cost = f"a card by {Card.POSITRONIC_BRAINS.title} costs 10"
        case Verb.BUILD:
            cost = f"a fleet costs {state.price(player)}"
        case Verb.ACCEPT if p.offer:
            cost = f"the offer asks for {p.offer.charge}"
        case _ if p.step is Due.CHARGE and p.offer:
            return f"{_name_of(p.offer.receiver)} has {p.players[p.offer.receiver].tokens} RT"
        case _:
            return f"{_name_of(player)} has {tokens} RT"
    return f"{cost} RT, and {_name_of(player)} has {tokens}"


# --- spaces, fleets and orders


def _about_fleets(state: State, player: int, action: Action, reason: Reason) -> str:
    p, (verb, argument) = state.position, action
    number = argument or 0
    draft = p.players[player].sheet.draft
    match reason:
        case Reason.NO_DOCKS:
            home = space_name(p.homeworlds[player])
            return f"without {Card.STAR_DOCKS.title} fleets are built on the own Homeworld at {home}"
        case Reason.WRONG_KIND:
            return f"{space_name(number)} is {kind_words(p, number)}, not a Star Field or a Cluster"
        case Reason.NO_VOID:
            return f"{space_name(number)} is {kind_words(p, number)}, not a Void"
        case Reason.SHEET_FULL:
            return f"{_name_of(player)} writes {MAX_ORDERS} orders at most: a sheet has no more lines"
        case Reason.NO_ORDERS_LEFT:
            return f"{_name_of(player)} writes {_n(state.most_orders(player), 'order')} at most, 1 + Command"
        case Reason.NO_ORDER:
            return _no_order(p, player, verb, number)
        case Reason.VOID_ORDER if verb is Verb.NEGATE:
            return f"all orders of {_name_of(number)} are void already"
        case Reason.VOID_ORDER:
            return f"order {p.counted + number} of {_name_of(p.draft[0])} is void already"
        case Reason.NO_FLEETS | Reason.NO_FLEETS_THERE | Reason.NO_FLEETS_TO_BOMB:
            return _no_fleets(p, player, action)
        case Reason.BOUND:
            origin = number if verb is Verb.FROM else draft[0]
            standing = fleets_at(p, player, origin)
            bound = standing - state.free_fleets(player, origin)
            if bound == standing:
                return f"other orders move all fleets at {space_name(origin)}"
            return f"other orders move {bound} of the {standing} fleets at {space_name(origin)}"
        case Reason.STACK:
            return f"a stack is {state.stack(player)} fleets at most, 5 + Logistics"
        case Reason.SAME_SPACE:
            return f"the fleets are at {space_name(number)} already"
        case Reason.BLACK_HOLE:
            return f"{space_name(number)} is a Black Hole, where no jump ends"
        case Reason.NO_PATH if verb is Verb.PLANET:
            return f"the Homeworld at {space_name(p.homeworlds[player])} jumps to an adjacent space"
        case Reason.NO_PATH:
            steps = _n(1 + level(p, player, Card.JUMP), "step")
            return f"no path of {steps}, 1 + Jump, leads there from {space_name(draft[0])}"
        case Reason.ALLIED:
            assert p.alliance is not None
            return f"{_name_of(p.alliance[0])}, whose ally {_name_of(player)} is, has fleets there"
        case Reason.NO_TARGET:
            return f"no order from {space_name(number)} could be carried out"
        case _:
            return _not_that_number(state)


def _no_order(p: Position, player: int, verb: Verb, number: int) -> str:
    seat = number if verb is Verb.NEGATE else p.draft[0] if p.step is Due.NEGATE_ORDER else player
    orders = len(p.players[seat].sheet.orders)
    return f"{_name_of(seat)} has {_n(orders, 'order') if orders else 'no order'}"


def _no_fleets(p: Position, player: int, action: Action) -> str:
    verb, argument = action
    number = argument or 0
    match verb:
        case Verb.SABOTAGE:
            return f"{_side(p, len(p.players) if number == NEUTRAL else number)} has no fleets"
        case Verb.AT:
            return f"{_side(p, p.draft[0])} has no fleets at {space_name(number)}"
        case Verb.PLANET:
            return f"{_name_of(player)} has no fleets on the own Homeworld at {space_name(p.homeworlds[player])}"
        case Verb.COUNT:
            space = p.battle.space if p.battle else p.players[player].sheet.draft[0]
            standing = len(p.battle.damage[player]) if p.battle else fleets_at(p, player, space)
            return f"{_name_of(player)} has {_n(standing, 'fleet')} at {space_name(space)}"
        case _:
            return f"{_name_of(player)} has no fleets at {space_name(number)}"


def _side(p: Position, side: int) -> str:
    return "the neutral side" if side == len(p.players) else _name_of(side)


def _not_that_number(state: State) -> str:
    p = state.position
    if p.step is Due.SPLIT:
        return f"{_n(state.points_left - p.counted, 'point')} of damage are left to split"
    return "it is at least 1"
