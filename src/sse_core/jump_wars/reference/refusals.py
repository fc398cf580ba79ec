"""Reasons why actions are refused, clause by clause."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from ..actions import ACTIONS, MOST, NEUTRAL, Action, Verb
from ..board import Space, adjacent
from ..cards import BASICS, COPIES, SPECIALS, Card
from ..positions.position import (
    MAX_ORDERS,
    NOBODY,
    Due,
    Offer,
    Position,
    fleets_at,
    hand_limit,
    hand_size,
    has,
    holds_all,
)
from ..reasons import Reason
from . import is_decision, legal_ids, to_act
from .build import price
from .draw import BRAINS_PRICE
from .fight import points
from .hand import holds
from .jump import free_fleets, is_voided, most_orders, stack, targets

__all__ = ["reason_for", "reasons_against", "verbs_due"]

_VERBS: Final = MappingProxyType({
    Due.START: (Verb.FIRST,),
    Due.OFFER: (Verb.OFFER, Verb.DONE),
    Due.GIVE: (Verb.GIVE, Verb.DONE),
    Due.PAY: (Verb.COUNT,),
    Due.ASK: (Verb.ASK, Verb.DONE),
    Due.CHARGE: (Verb.COUNT,),
    Due.ANSWER: (Verb.ACCEPT, Verb.REFUSE),
    Due.STEAL: (Verb.STEAL, Verb.DONE),
    Due.THEFT: (Verb.DRAW,),
    Due.ALLIANCE: (Verb.ALLY, Verb.DONE),
    Due.TECH: (Verb.RAISE, Verb.LEARN, Verb.DONE),
    Due.PAIRS: (Verb.PAIR, Verb.DONE),
    Due.MINE: (Verb.DISCARD, Verb.DONE),
    Due.BUILD: (Verb.BUILD, Verb.DONE),
    Due.SABOTAGE: (Verb.SABOTAGE, Verb.DONE),
    Due.SABOTAGE_SPACE: (Verb.AT,),
    Due.SABOTAGE_CARD: (Verb.DISCARD,),
    Due.ESPIONAGE: (Verb.REWRITE, Verb.DONE),
    Due.REWRITE: (Verb.COUNT,),
    Due.TIME_JUMP: (Verb.NEGATE, Verb.DONE),
    Due.NEGATE_ORDER: (Verb.COUNT,),
    Due.NEGATE_CARD: (Verb.DISCARD,),
    Due.DEAL: (Verb.FIRE, Verb.BOMB),
    Due.BOMBS: (Verb.COUNT,),
    Due.SPLIT: (Verb.COUNT,),
    Due.FINAL: (Verb.DISCARD, Verb.DONE),
    Due.END: (),
})  # fmt: skip
"""The verbs of each step, without boosts. Steps that aren't here depend on more than the step (`verbs_due`)."""


def reason_for(p: Position, player: int, index: int) -> Reason:
    """Return the first reason why a player, or CHANCE, can't play the action with this id; OK if it is legal."""
    if not 0 <= index < len(ACTIONS):
        return Reason.NO_SUCH_ACTION
    if p.step is Due.END:
        return Reason.GAME_OVER
    if player not in to_act(p):
        return Reason.NOT_TO_ACT
    if index in legal_ids(p, player):
        return Reason.OK
    return min(reasons_against(p, player, ACTIONS[index]), default=Reason.NOT_DUE)


def reasons_against(p: Position, player: int, action: Action) -> Iterator[Reason]:
    """Yield every reason against an action of a player who is to act, or of CHANCE; nothing for a legal one."""
    if action.verb not in verbs_due(p, player):
        yield Reason.NOT_DUE
        return
    verb, argument = action
    number = NOBODY if argument is None else argument
    match verb:
        case Verb.DONE:
            yield from _against_done(p, player)
        case Verb.TAKE | Verb.RUINS | Verb.BRAINS:
            yield from _against_drawing(p, player, verb)
        case Verb.OFFER | Verb.STEAL | Verb.ALLY:
            yield from _against_partner(p, player, verb, number)
        case Verb.GIVE | Verb.ASK:
            yield from _against_offered_card(p, player, verb, Card(number))
        case Verb.ACCEPT:
            yield from _against_accepting(p, player)
        case Verb.BOOST if not holds(p, player, number):
            yield Reason.NO_CARD_TO_BOOST
        case Verb.RAISE if not holds(p, player, number):
            yield Reason.NO_CARD_TO_LEARN
        case Verb.PAIR if not holds(p, player, number, 2):
            yield Reason.NO_CARD_TO_LEARN
        case Verb.LEARN:
            yield from _against_learning(p, player, Card(number))
        case Verb.LEAD:
            yield from _against_leading(p, player)
        case Verb.DISCARD:
            yield from _against_discarding(p, player, number)
        case Verb.BUILD:
            yield from _against_building(p, player, number)
        case Verb.SABOTAGE:
            yield from _against_sabotage(p, player, number)
        case Verb.AT if not fleets_at(p, p.draft[0], number):
            yield Reason.NO_FLEETS_THERE
        case Verb.FROM:
            yield from _against_origin(p, player, number)
        case Verb.TO:
            yield from _against_target(p, player, _draft_of(p, player)[0], number)
        case Verb.PLANET:
            yield from _against_planet_jump(p, player, number)
        case Verb.REWRITE if not p.players[player].written_orders.orders:
            yield Reason.NO_ORDER
        case Verb.NEGATE:
            yield from _against_negating(p, player, number)
        case Verb.BOMB if not has(p, player, Card.NOVA_BOMBS):
            yield Reason.NO_NOVA_BOMBS
        case Verb.COUNT:
            yield from _against_number(p, player, number)
        case Verb.FIRST if number >= len(p.players):
            yield Reason.NO_PLAYER
        case Verb.DRAW if not _can_come(p, number):
            yield Reason.NOTHING_TO_STEAL if p.step is Due.THEFT else Reason.NOT_IN_DECK
        case _:
            pass


# --- what is due


def verbs_due(p: Position, player: int) -> tuple[Verb, ...]:
    """J5.1, J5.3: the verbs that a player who is to act, or CHANCE, chooses among."""
    verbs: tuple[Verb, ...]
    if p.step is Due.DRAW:
        verbs = (Verb.DRAW,) if p.due else (Verb.TAKE, Verb.RUINS, Verb.BRAINS, Verb.DONE)
    elif p.step in (Due.ORDERS, Due.REWRITING):
        written = min(len(_draft_of(p, player)), 2)
        verbs = ((Verb.FROM, Verb.PLANET, Verb.DONE), (Verb.TO,), (Verb.COUNT,))[written]
    else:
        verbs = _VERBS[p.step]
    return (*verbs, Verb.BOOST, Verb.LEAD) if is_decision(p, player) else verbs


def _draft_of(p: Position, player: int) -> tuple[int, ...]:
    """Return the order that a player is writing: its origin, its target, and the parts of its number so far."""
    return p.players[player].written_orders.draft


def _against_done(p: Position, player: int) -> Iterator[Reason]:
    match p.step:
        case Due.DRAW if Verb.TAKE not in p.used:
            yield Reason.MUST_TAKE
        case Due.ASK if p.offer and _is_empty(p.offer) and not p.players[p.offer.receiver].tokens:
            yield Reason.EMPTY_OFFER
        case Due.TECH if p.options.must_raise and _can_use_a_card(p, player):
            yield Reason.MUST_RAISE
        case Due.FINAL if hand_size(p.players[player]) > hand_limit(p, player):
            yield Reason.HAND_LIMIT
        case _:
            pass


# --- cards


def _against_drawing(p: Position, player: int, verb: Verb) -> Iterator[Reason]:
    """J2.1, J4.4: each once; Progenitor Ruins from the hand, Positronic Brains learned and paid for."""
    if verb in p.used:
        yield Reason.BRAINS_USED if verb is Verb.BRAINS else Reason.USED
    if verb is Verb.RUINS and not holds(p, player, Card.PROGENITOR_RUINS):
        yield Reason.NO_RUINS
    if verb is Verb.BRAINS:
        if not has(p, player, Card.POSITRONIC_BRAINS):
            yield Reason.NO_BRAINS
        if p.players[player].tokens < BRAINS_PRICE:
            yield Reason.NO_TOKENS_FOR_CARD


def _can_come(p: Position, card: int) -> bool:
    """J2.1, J2.2: whether chance can draw a card from the deck, or from the hand that is stolen from."""
    return holds(p, p.draft[0], card) if p.step is Due.THEFT else p.unseen[card] > 0


def _against_learning(p: Position, player: int, card: Card) -> Iterator[Reason]:
    """J2.3, J4.7."""
    if card is Card.PROGENITOR_RUINS:
        yield Reason.NEVER_LEARNED
    if has(p, player, card):
        yield Reason.LEARNED
    if not holds(p, player, card):
        yield Reason.NO_CARD_TO_LEARN


def _can_use_a_card(p: Position, player: int) -> bool:
    """J2.3: whether a player can discard a card in the first Tech step."""
    if any(holds(p, player, card) for card in BASICS):
        return True
    return any(not list(_against_learning(p, player, card)) for card in SPECIALS)


def _against_leading(p: Position, player: int) -> Iterator[Reason]:
    """J2.9: Leadership, once a turn."""
    one = p.players[player]
    if not has(p, player, Card.LEADERSHIP):
        yield Reason.NO_LEADERSHIP
    if one.led or one.written_orders.led != NOBODY:
        yield Reason.HAS_LED


def _against_discarding(p: Position, player: int, card: int) -> Iterator[Reason]:
    """J2.8, J4.5: any card of the hand; in the Final phase, only those above the limit."""
    if not holds(p, player, card):
        yield Reason.NOT_IN_HAND
    if p.step is Due.FINAL and hand_size(p.players[player]) <= hand_limit(p, player):
        yield Reason.HAND_LIMIT


# --- other players


def _against_partner(p: Position, player: int, verb: Verb, partner: int) -> Iterator[Reason]:
    """J2.2: another player, and to steal from, one who has a card."""
    if partner >= len(p.players):
        yield Reason.NO_PLAYER
        return
    if partner == player:
        yield Reason.OWN_OFFER if verb is Verb.OFFER else Reason.OWN_SEAT
    if verb is Verb.STEAL and not hand_size(p.players[partner]):
        yield Reason.NO_CARDS_TO_STEAL


def _is_empty(offer: Offer) -> bool:
    """J4.6: whether both sides are empty so far."""
    return not (offer.give or offer.pay or offer.ask or offer.charge)


def _against_offered_card(p: Position, player: int, verb: Verb, card: Card) -> Iterator[Reason]:
    """J4.6, J5.5: up to two cards, ascending: given ones of the own hand, requested ones of any kind."""
    if p.offer is None:
        return
    before = p.offer.give if verb is Verb.GIVE else p.offer.ask
    wanted = before.count(card) + 1
    if verb is Verb.GIVE and not holds(p, player, card, wanted):
        yield Reason.NO_CARD_TO_OFFER
    if verb is Verb.ASK and wanted > COPIES[card]:
        yield Reason.NO_COPY
    if before and card < before[-1]:
        yield Reason.NOT_ASCENDING


def _against_accepting(p: Position, player: int) -> Iterator[Reason]:
    """J4.6: only a player who has all requested goods can accept."""
    if p.offer is None:
        return
    # In a view the offer may be hidden, and its giver may have shown the offered cards since.
    if not holds_all(p, player, p.offer.ask) or not holds_all(p, p.offer.giver, p.offer.give):
        yield Reason.NO_CARD_TO_OFFER
    if p.players[player].tokens < p.offer.charge:
        yield Reason.NO_TOKENS_TO_OFFER
    if _is_empty(p.offer):
        yield Reason.EMPTY_OFFER


# --- fleets


def _against_building(p: Position, player: int, space: int) -> Iterator[Reason]:
    """J2.5: on the own Homeworld, or with Star Docks on an occupied Star Field or Cluster."""
    if space != p.homeworlds[player]:
        if not has(p, player, Card.STAR_DOCKS):
            yield Reason.NO_DOCKS
        if p.spaces[space] not in (Space.STAR_FIELD, Space.CLUSTER):
            yield Reason.WRONG_KIND
        if not fleets_at(p, player, space):
            yield Reason.NO_FLEETS_THERE
    if p.players[player].tokens < price(p, player):
        yield Reason.NO_TOKENS


def _side_of(p: Position, number: int) -> int:
    """Return the side that an action names by a seat or by NEUTRAL; NOBODY if it isn't in this game."""
    if number == NEUTRAL:
        return len(p.players) if p.options.neutral else NOBODY
    return number if number < len(p.players) else NOBODY


def _against_sabotage(p: Position, player: int, number: int) -> Iterator[Reason]:
    """J2.5, J4.9: any side's fleet, for a card."""
    side = _side_of(p, number)
    if side == NOBODY:
        yield Reason.NO_SIDE
    elif not any(p.fleets[side]):
        yield Reason.NO_FLEETS_THERE
    if not hand_size(p.players[player]):
        yield Reason.NO_CARDS


# --- orders


def _against_another(p: Position, player: int) -> Iterator[Reason]:
    """J2.6, J4.10: a further order; a rewritten order replaces another."""
    most = most_orders(p, player)
    if p.step is Due.ORDERS and len(p.players[player].written_orders.orders) >= most:
        yield Reason.ORDER_LIMIT if most == MAX_ORDERS else Reason.NO_ORDERS_LEFT


def _is_allied(p: Position, player: int, space: int) -> bool:
    """J2.2, J4.10: whether the alliance voids an order that ends in a space, and so it can't be written."""
    return not p.options.void_orders and is_voided(p, player, space)


def _against_origin(p: Position, player: int, space: int) -> Iterator[Reason]:
    """J2.6, J4.10: fleets that no other order moves, with somewhere to jump to."""
    yield from _against_another(p, player)
    if not fleets_at(p, player, space):
        yield Reason.NO_FLEETS
    elif not free_fleets(p, player, space):
        yield Reason.BOUND
    if not targets(p, player, space):
        yield Reason.NO_TARGET


def _against_target(p: Position, player: int, origin: int, space: int) -> Iterator[Reason]:
    """J2.6, J4.10: another space, no Black Hole, in range, and none that the alliance forbids."""
    if space == origin:
        yield Reason.SAME_SPACE
    elif p.spaces[space] is Space.BLACK_HOLE:
        yield Reason.BLACK_HOLE
    elif _is_allied(p, player, space):
        yield Reason.ALLIED
    elif space not in targets(p, player, origin):
        yield Reason.NO_PATH


def _against_planet_jump(p: Position, player: int, space: int) -> Iterator[Reason]:
    """J2.6, J4.11: the occupied own Homeworld, once a turn, to an adjacent Void."""
    home = p.homeworlds[player]
    if not has(p, player, Card.PLANET_JUMP):
        yield Reason.NO_PLANET_JUMP
    if any(order.is_planet for order in p.players[player].written_orders.orders):
        yield Reason.HAS_PLANET_JUMP
    if p.spaces[space] is not Space.VOID:
        yield Reason.NO_VOID
    yield from _against_another(p, player)
    if not fleets_at(p, player, home):
        yield Reason.NO_FLEETS
    if space not in adjacent(p.options.grid, home):
        yield Reason.NO_PATH
    if _is_allied(p, player, space):
        yield Reason.ALLIED


def _against_negating(p: Position, player: int, seat: int) -> Iterator[Reason]:
    """J2.6, J4.10: a player who has an order that isn't void, for a card."""
    if seat >= len(p.players):
        yield Reason.NO_PLAYER
    else:
        orders = p.players[seat].written_orders.orders
        if not orders:
            yield Reason.NO_ORDER
        elif all(order.void for order in orders):
            yield Reason.VOID_ORDER
    if not hand_size(p.players[player]):
        yield Reason.NO_CARDS_TO_NEGATE


# --- numbers


def _points_left(p: Position, player: int) -> int:
    """J2.7: the points of damage that a dealer has still to split."""
    bombs, *given = p.draft
    return points(p, player, bombs) - sum(given)


def _against_number(p: Position, player: int, part: int) -> Iterator[Reason]:
    """J5.2: a number in parts: the parts so far, with the part that is added."""
    number = p.counted + part
    match p.step:
        case Due.PAY if p.offer and p.offer.pay + part > p.players[player].tokens:
            yield Reason.NO_TOKENS_TO_OFFER
        case Due.CHARGE if p.offer:
            if p.offer.charge + part > p.players[p.offer.receiver].tokens:
                yield Reason.NO_TOKENS_TO_OFFER
            if not part and _is_empty(p.offer):
                yield Reason.EMPTY_OFFER
        case Due.ORDERS | Due.REWRITING:
            origin, _, *parts = _draft_of(p, player)
            yield from _against_stack(p, player, origin, sum(parts) + part)
        case Due.REWRITE if not 1 <= number <= len(p.players[player].written_orders.orders):
            yield Reason.NO_ORDER
        case Due.NEGATE_ORDER:
            yield from _against_order(p, p.draft[0], number, part)
        case Due.BOMBS if p.battle and number > len(p.battle.damage[player]):
            yield Reason.NO_FLEETS_TO_BOMB
        case Due.BOMBS if not number:
            yield Reason.NUMBER
        case Due.SPLIT if number > _points_left(p, player):
            yield Reason.NUMBER
        case _:
            pass


def _against_stack(p: Position, player: int, origin: int, number: int) -> Iterator[Reason]:
    """J2.6: at least one fleet, at most a stack, all standing there and not bound."""
    if not number:
        yield Reason.NUMBER
    if number > stack(p, player):
        yield Reason.STACK
    if number > fleets_at(p, player, origin):
        yield Reason.NO_FLEETS
    elif number > free_fleets(p, player, origin):
        yield Reason.BOUND


def _against_order(p: Position, seat: int, number: int, part: int) -> Iterator[Reason]:
    """J4.10: a written order that isn't void; of a number in parts, one that comes later."""
    orders = p.players[seat].written_orders.orders
    if part == MOST and any(not order.void for order in orders[number:]):
        return
    if not 1 <= number <= len(orders):
        yield Reason.NO_ORDER
    elif orders[number - 1].void:
        yield Reason.VOID_ORDER
