"""Checks of the decision that is due in a position: its actor, what is half made, sheets, offers and battles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from .actions import MOST, Verb
from .board import Space, adjacent, space_name
from .cards import COPIES, Card
from .notation import SEATS, side_name
from .position import (
    FIGHTING,
    MAX_ORDERS,
    NO_SHEET,
    NOBODY,
    OFFERING,
    Battle,
    Deal,
    Due,
    Offer,
    Order,
    Position,
    Sheet,
    deck_size,
    fleets_at,
    hand_limit,
    hand_size,
    has,
    highest,
    holds_all,
    is_sealed,
    is_sealing,
    sides_at,
    turn_order,
)
from .rules.fight import enemies_of, points, strength
from .rules.jump import free_fleets, is_voided, most_orders, stack, targets
from .rules.steps import in_turn_order
from .rules.trade import MOST_OFFERED
from .shapes import DRAFTS

__all__ = ["faults_of_decision"]

_STEPS: Final = tuple(Due)
_NOBODY_DECIDES: Final = frozenset({Due.START, Due.ORDERS, Due.END})
_HALF_MADE: Final = OFFERING | DRAFTS.keys() | {Due.REWRITE, Due.BOMBS, Due.SPLIT}
"""The steps that go on with a decision."""

_TRADE: Final = OFFERING | {Due.OFFER, Due.ANSWER}
_OFFERED: Final = _TRADE - {Due.OFFER}
_COUNTING: Final = frozenset({Due.REWRITE, Due.NEGATE_ORDER, Due.BOMBS, Due.SPLIT})
"""The steps in which a number is counted in parts; other numbers are counted in the offer, or on the sheet."""

_PRIVILEGES: Final = {
    **dict.fromkeys((Due.STEAL, Due.THEFT), Card.TRADE),
    Due.ALLIANCE: Card.DIPLOMACY,
    **dict.fromkeys((Due.ESPIONAGE, Due.REWRITE, Due.REWRITING), Card.ESPIONAGE),
}
"""The technology whose highest level gives the decision (J1.7)."""

_HOLDERS: Final = {
    **dict.fromkeys((Due.SABOTAGE, Due.SABOTAGE_SPACE, Due.SABOTAGE_CARD), Card.SABOTAGE),
    **dict.fromkeys((Due.TIME_JUMP, Due.NEGATE_ORDER, Due.NEGATE_CARD), Card.TIME_JUMP),
    Due.BOMBS: Card.NOVA_BOMBS,
}
"""The special technology that gives the decision."""


def faults_of_decision(p: Position) -> Iterator[str]:
    """Yield what is wrong with the decision that is due, each with its clause."""
    yield from _faults_of_actor(p)
    yield from _faults_of_draw(p)
    if (p.offer is not None) != (p.step in _OFFERED):
        yield f"{p.step} is due {'without' if p.offer is None else 'with'} an offer (J2.2)"
    if p.step in _TRADE and not p.options.trade:
        yield f"{p.step} is due, and the option `trade` is off (J2.2)"
    if p.offer is not None:
        yield from _faults_of_offer(p, p.offer)
    yield from _faults_of_sheets(p)
    if (p.battle is not None) != (p.step in FIGHTING):
        yield f"{p.step} is due {'without' if p.battle is None else 'with'} a battle (J2.7)"
    if p.battle is not None:
        yield from _faults_of_battle(p, p.battle)
    yield from _faults_of_draft(p)
    if p.step is Due.FINAL:
        for seat in turn_order(p)[: turn_order(p).index(p.actor)]:
            if hand_size(p.players[seat]) > hand_limit(p, seat):
                yield f"{SEATS[seat]} has discarded down, and has {hand_size(p.players[seat])} cards (J2.8)"


def _faults_of_actor(p: Position) -> Iterator[str]:
    if (p.actor == NOBODY) != (p.step in _NOBODY_DECIDES):
        yield f"{p.step} is due {'of nobody' if p.actor == NOBODY else f'of {SEATS[p.actor]} alone'} (J4.2)"
    if p.step in _HALF_MADE and not p.begun:
        yield f"{p.step} is due, and the decision has not begun (J4.2)"
    if p.step in (Due.START, Due.END) and p.begun:
        yield f"{p.step} is no decision that begins (J4.2)"
    technology = _PRIVILEGES.get(p.step)
    if technology is not None and highest(p, technology) != p.actor:
        yield f"{p.step} is due of {SEATS[p.actor]}, whose {technology.title} is not the highest (J1.7)"
    special = _HOLDERS.get(p.step)
    if special is not None and not has(p, p.actor, special):
        yield f"{p.step} is due of {SEATS[p.actor]}, who has not learned {special.title} (J2.3)"


def _faults_of_draw(p: Position) -> Iterator[str]:
    if p.used - {Verb.TAKE, Verb.RUINS, Verb.BRAINS}:
        yield "a Draw decision uses `take`, `ruins` and `brains` (J2.1)"
    if (p.used or p.due) and p.step is not Due.DRAW:
        yield f"cards are drawn, and {p.step} is due (J2.1)"
    if p.used and not p.begun:
        yield "cards were drawn, and the decision has not begun (J4.2)"
    if Verb.BRAINS in p.used and not has(p, p.actor, Card.POSITRONIC_BRAINS):
        yield f"{SEATS[p.actor]} has not learned {Card.POSITRONIC_BRAINS.title} (J2.1)"
    most = 3 if Verb.TAKE in p.used else 2 if Verb.RUINS in p.used else 1 if Verb.BRAINS in p.used else 0
    if p.due > most:
        yield f"{p.due} cards are due, and at most {most} can be (J2.1)"
    if p.due and not deck_size(p):
        yield f"{p.due} cards are due, and the deck is empty (J4.4)"
    if p.sold and (p.step is not Due.MINE or not p.begun or p.sold > sum(p.discard)):
        yield f"{p.sold} cards were discarded in this Mine decision, which can't be (J2.4)"


# --- offers


def _faults_of_offer(p: Position, offer: Offer) -> Iterator[str]:
    """J4.6: parts that are still to come are empty."""
    giver, receiver, give, pay, ask, charge = offer
    for name, cards in (("give", give), ("ask", ask)):
        if len(cards) > MOST_OFFERED:
            yield f"{name} has {len(cards)} cards, and at most {MOST_OFFERED} can be (J4.6)"
    if giver == receiver:
        yield "an offer is to another player (J4.6)"
    if p.actor != (receiver if p.step is Due.ANSWER else giver):
        yield f"{p.step} is due of {SEATS[p.actor]}, and the offer is from {SEATS[giver]} to {SEATS[receiver]} (J4.6)"
    # In a view the receiver may have shown, by a boost, the card that the giver was taken to have.
    was_shown = p.step is Due.ANSWER and p.players[giver].hidden > 0
    if list(give) != sorted(give) or not (holds_all(p, giver, give) or was_shown):
        yield f"{SEATS[giver]} offers cards that are not in the hand, or not in order (J4.6)"
    if list(ask) != sorted(ask) or any(ask.count(card) > COPIES[card] for card in ask):
        yield "the cards asked for are not in order, or more than there are (J4.6)"
    yield from _faults_of_tokens(p, pay, giver, Due.PAY)
    yield from _faults_of_tokens(p, charge, receiver, Due.CHARGE)
    later = {Due.GIVE: (pay, ask, charge), Due.PAY: (ask, charge), Due.ASK: (charge,)}
    if any(later.get(p.step, ())):
        yield f"{p.step} is due, and a later part of the offer is written (J4.6)"
    if (p.step is Due.GIVE and len(give) > 1) or (p.step is Due.ASK and len(ask) > 1):
        yield f"{p.step} is due, and two cards are written (J4.6)"
    if p.step is Due.CHARGE and not (give or pay or ask or p.players[receiver].tokens):
        yield f"both sides of the offer are empty, and {SEATS[receiver]} has no RT (J4.6)"


def _faults_of_tokens(p: Position, tokens: int, payer: int, step: Due) -> Iterator[str]:
    has_tokens = p.players[payer].tokens
    if tokens > has_tokens:
        yield f"{SEATS[payer]} has {has_tokens} RT, and is to pay {tokens} (J4.6)"
    if p.step is step:
        yield from _faults_of_parts(tokens, has_tokens)


def _faults_of_parts(counted: int, largest: int) -> Iterator[str]:
    """A number that is being written has parts of 99, and can be larger still."""
    if counted % MOST or counted >= max(1, largest):
        yield f"{counted} is no part of a number up to {largest} (J5)"


# --- sheets


def _faults_of_sheets(p: Position) -> Iterator[str]:
    place, orders = _STEPS.index(p.step), _STEPS.index(Due.ORDERS)
    for seat, one in enumerate(p.players):
        sheet = one.sheet
        if len(sheet.orders) > MAX_ORDERS:
            yield f"{SEATS[seat]} has {len(sheet.orders)} orders, and a sheet has {MAX_ORDERS} lines (J4.10)"
        if place < orders and sheet != NO_SHEET:
            yield f"{SEATS[seat]} has a sheet, and {p.step} is due (J2.6)"
        sealed = (sheet.boosts or sheet.led != NOBODY) and not is_sealed(p, seat)
        if place > orders and (not sheet.done or sealed):
            yield f"the sheet of {SEATS[seat]} is not open, and {p.step} is due (J2.6)"
        if sheet.draft and (sheet.done if p.step is Due.ORDERS else (p.step, seat) != (Due.REWRITING, p.actor)):
            yield f"{SEATS[seat]} writes no order now (J2.6)"
        if is_sealing(p):
            yield from _faults_of_sealed(p, seat, sheet)
        if orders <= place < _STEPS.index(Due.DEAL):
            yield from _faults_of_orders(p, seat, sheet)
    if p.step is Due.ORDERS and all(one.sheet.done for one in p.players):
        yield "all orders are written, and are open then (J2.6)"
    if p.step is Due.ORDERS and not p.begun and any(one.sheet != NO_SHEET for one in p.players):
        yield "orders are written, and the step has not begun (J4.2)"


def _faults_of_sealed(p: Position, seat: int, sheet: Sheet) -> Iterator[str]:
    """J4.3: what is sealed with a sheet."""
    if list(sheet.boosts) != sorted(sheet.boosts) or not all(card.is_basic for card in sheet.boosts):
        yield f"the sealed boosts of {SEATS[seat]} are basic technologies in order (J4.3)"
    if sheet.led != NOBODY and (p.players[seat].led or not has(p, seat, Card.LEADERSHIP)):
        yield f"{SEATS[seat]} can't use {Card.LEADERSHIP.title} in this turn (J2.9)"


def _faults_of_orders(p: Position, seat: int, sheet: Sheet) -> Iterator[str]:
    """J2.6, J4.10: orders that are not carried out yet."""
    name = SEATS[seat]
    if len(sheet.orders) + bool(sheet.draft) > most_orders(p, seat):
        yield f"{name} has {len(sheet.orders)} orders, and may write {most_orders(p, seat)} (J2.6)"
    if sum(order.is_planet for order in sheet.orders) > 1:
        yield f"{name} jumps with the Homeworld twice (J4.11)"
    for order in sheet.orders:
        if not order.is_planet and free_fleets(p, seat, order.origin) < 0:
            yield f"the orders of {name} move more fleets than are in {space_name(order.origin)} (J2.6)"
    for order in sheet.orders:
        yield from _faults_of_order(p, seat, order)
    if sheet.draft:
        yield from _faults_of_draft_of_order(p, seat, sheet.draft)


def _faults_of_order(p: Position, seat: int, order: Order) -> Iterator[str]:
    words = f"{SEATS[seat]} can't have ordered {space_name(order.origin)}-{space_name(order.target)}"
    if order.is_planet:
        home = p.homeworlds[seat]
        near = order.target in adjacent(p.options.grid, home) and p.spaces[order.target] is Space.VOID
        if order.origin != home or not near or not fleets_at(p, seat, home) or not has(p, seat, Card.PLANET_JUMP):
            yield f"{words} of a Homeworld (J4.11)"
        if is_voided(p, seat, order.target) and not p.options.void_orders:
            yield f"{words} against the alliance (J2.2)"
    else:
        if order.target not in targets(p, seat, order.origin):
            yield f"{words}: it is out of reach, or against the alliance (J2.6)"
        if order.fleets > stack(p, seat):
            yield f"{words} for {order.fleets} fleets; a stack has {stack(p, seat)} (J2.6)"
    yield from _faults_of_void(p, seat, order, words)


def _faults_of_void(p: Position, seat: int, order: Order, words: str) -> Iterator[str]:
    """J2.2, J2.6: the alliance voids orders as they are revealed, and a Time Jump others later."""
    against = is_voided(p, seat, order.target)
    if p.step is Due.ORDERS:
        if order.void:
            yield f"{words} void before orders are revealed (J2.6)"
    elif against and not order.void:
        yield f"{words} against the alliance and not void (J2.2)"
    elif order.void and not against and not _was_negated(p):
        yield f"{words} void without a Time Jump (J2.6)"


def _was_negated(p: Position) -> bool:
    """Return whether a Time Jump may have voided an order: whether a holder's turn is over."""
    if _HOLDERS.get(p.step) is not Card.TIME_JUMP:
        return False
    order = turn_order(p)
    return any(has(p, seat, Card.TIME_JUMP) for seat in order[: order.index(p.actor)])


def _faults_of_draft_of_order(p: Position, seat: int, draft: Sequence[int]) -> Iterator[str]:
    origin, *rest = draft
    free = min(free_fleets(p, seat, origin), stack(p, seat))
    found = targets(p, seat, origin) if free > 0 else []
    if not found or (rest and rest[0] not in found):
        yield f"{SEATS[seat]} can't have begun the order {' '.join(map(space_name, draft[:2]))} (J2.6)"
    if any(part != MOST for part in rest[1:]):
        yield f"the number of an order has parts of {MOST} (J5)"
    yield from _faults_of_parts(sum(rest[1:]), free)


# --- drafts


def _faults_of_draft(p: Position) -> Iterator[str]:
    if p.counted and p.step not in _COUNTING:
        yield f"a number is counted, and {p.step} is due (J5)"
    if p.step is not Due.SPLIT and len(p.draft) != len(DRAFTS.get(p.step, ())):
        yield f"{p.step} is due with {len(p.draft)} drafted numbers, not {len(DRAFTS.get(p.step, ()))} (J5)"
    check = _CHECKS.get(p.step)
    if check is not None:
        yield from check(p)


def _faults_of_theft(p: Position) -> Iterator[str]:
    (victim,) = p.draft
    if victim >= len(p.players) or victim == p.actor or not hand_size(p.players[victim]):
        yield "a card is stolen from another player who has one (J2.2)"


def _faults_of_sabotage(p: Position) -> Iterator[str]:
    side, *spaces = p.draft
    if side >= len(p.fleets) or not any(p.fleets[side]):
        yield "a fleet is sabotaged of a side that has one (J2.5)"
    elif any(space >= len(p.spaces) or not p.fleets[side][space] for space in spaces):
        yield f"no fleet of {side_name(side, len(p.players))} is in the space of the sabotage (J2.5)"
    yield from _faults_of_payment(p)


def _faults_of_payment(p: Position) -> Iterator[str]:
    if not hand_size(p.players[p.actor]):
        yield f"{SEATS[p.actor]} has no card to discard for it (J4.5)"


def _faults_of_rewrite(p: Position) -> Iterator[str]:
    orders = p.players[p.actor].sheet.orders
    if not orders:
        yield f"{SEATS[p.actor]} has no order to rewrite (J2.6)"
    yield from _faults_of_parts(p.counted, len(orders))


def _faults_of_rewriting(p: Position) -> Iterator[str]:
    if p.draft[0] > len(p.players[p.actor].sheet.orders):
        yield f"the order to rewrite has no place on the sheet of {SEATS[p.actor]} (J2.6)"
    elif len(p.players[p.actor].sheet.orders) >= most_orders(p, p.actor):
        yield f"{SEATS[p.actor]} has taken no order off the sheet (J2.6)"


def _faults_of_negation(p: Position) -> Iterator[str]:
    seat, *places = p.draft
    if seat >= len(p.players):
        yield "an order of a player is negated (J2.6)"
        return
    open_orders = [place for place, order in enumerate(p.players[seat].sheet.orders) if not order.void]
    if not open_orders or not {*places} <= {*open_orders}:
        yield f"{SEATS[seat]} has no such order to negate (J2.6)"
    elif p.step is Due.NEGATE_ORDER:
        yield from _faults_of_parts(p.counted, open_orders[-1] + 1)
    yield from _faults_of_payment(p)


def _faults_of_bombs(p: Position) -> Iterator[str]:
    assert p.battle is not None
    yield from _faults_of_parts(p.counted, len(p.battle.damage[p.actor]))


def _faults_of_split(p: Position) -> Iterator[str]:
    assert p.battle is not None
    if not 1 <= len(p.draft) < len(enemies_of(p, p.actor)):
        yield "points are split between enemies, and the last one gets the rest (J2.7)"
        return
    bombs, *given = p.draft
    if bombs > len(p.battle.damage[p.actor]) or (bombs and not has(p, p.actor, Card.NOVA_BOMBS)):
        yield f"{SEATS[p.actor]} can't have {bombs} Nova Bombs (J2.7)"
        return
    left = points(p, p.actor, bombs) - sum(given)
    if left <= 0:
        yield f"{SEATS[p.actor]} has no point left to split (J2.7)"
    yield from _faults_of_parts(p.counted, left)


_CHECKS: Final[dict[Due, Callable[[Position], Iterator[str]]]] = {
    Due.THEFT: _faults_of_theft,
    Due.SABOTAGE_SPACE: _faults_of_sabotage,
    Due.SABOTAGE_CARD: _faults_of_sabotage,
    Due.REWRITE: _faults_of_rewrite,
    Due.REWRITING: _faults_of_rewriting,
    Due.NEGATE_ORDER: _faults_of_negation,
    Due.NEGATE_CARD: _faults_of_negation,
    Due.BOMBS: _faults_of_bombs,
    Due.SPLIT: _faults_of_split,
}


# --- battles


def _faults_of_battle(p: Position, battle: Battle) -> Iterator[str]:
    """J2.7, J4.12: a battle is in the first space with fleets of two sides."""
    crowded = [space for space in range(len(p.spaces)) if len(sides_at(p, space)) > 1]
    if crowded[:1] != [battle.space]:
        yield f"{space_name(battle.space)} is not the first space with fleets of two sides (J4.12)"
        return
    neutral = len(p.players)
    if not p.options.neutral and (battle.kills[neutral] or any(neutral in group for group in battle.groups)):
        yield "the neutral side fights, and the option `neutral` is off (J3.3)"
    for side, damage in enumerate(battle.damage):
        name = side_name(side, len(p.players))
        if len(damage) != fleets_at(p, side, battle.space):
            yield f"{name} has {fleets_at(p, side, battle.space)} fleets in the battle, and damage of {len(damage)}"
        if list(damage) != sorted(damage, reverse=True):
            yield f"the damage of {name} is in order, the worst hit fleet first (J4.12)"
        elif len({*damage[1:]}) > 1:
            # Bombs hit all fleets alike, and fire goes on the worst hit one.
            yield f"the fleets of {name} but the worst hit one have equal damage (J4.12)"
        defense = strength(p, side, battle.space, Card.DEFENSE)
        if damage and damage[0] >= defense:
            yield f"a fleet of {name} has damage {damage[0]}, and falls at {defense} (J2.7)"
    yield from _faults_of_groups(p, battle)
    for deal in battle.deals:
        yield from _faults_of_deal(p, battle, deal)


def _faults_of_groups(p: Position, battle: Battle) -> Iterator[str]:
    """J4.12: groups of sides, in order; those of the first stand, and deal one after the other."""
    sides = [side for group in battle.groups for side in group]
    if len(set(sides)) < len(sides) or not sides or any(group != in_turn_order(p, group) for group in battle.groups):
        yield "each side deals once in a round, in groups of equal Initiative, each in turn order (J4.12)"
        return
    first = battle.groups[0]
    if not all(battle.groups) or not all(battle.damage[side] for side in first):
        yield "a side that deals has fleets in the battle (J2.7)"
        return
    dealt = [deal.side for deal in battle.deals]
    if dealt != list(first[: len(dealt)]) or first[len(dealt) : len(dealt) + 1] != (p.actor,):
        yield f"{SEATS[p.actor]} is not the next to deal (J4.12)"


def _faults_of_deal(p: Position, battle: Battle, deal: Deal) -> Iterator[str]:
    """J2.7: bombs and points of the fleets that the side has; its technologies don't change before they count."""
    name = side_name(deal.side, len(p.players))
    if not deal.points:
        if not p.options.simultaneous or deal.bombs or deal.force or deal.side == len(p.players):
            yield f"the deal of {name} has no points, and is not hidden by the option `simultaneous` (J5.11)"
        return
    fleets = len(battle.damage[deal.side])
    if deal.bombs and (deal.bombs > fleets or not has(p, deal.side, Card.NOVA_BOMBS)):
        yield f"{name} can't have {deal.bombs} Nova Bombs (J2.7)"
    if deal.force != (strength(p, deal.side, battle.space, Card.ATTACK) if deal.bombs else 0):
        yield f"a Nova Bomb of {name} has another force than {deal.force} (J2.7)"
    if sum(deal.points) != points(p, deal.side, deal.bombs):
        yield f"{name} deals {points(p, deal.side, deal.bombs)} points, not {sum(deal.points)} (J2.7)"
    for side, share in enumerate(deal.points):
        if share and (side == deal.side or not battle.damage[side]):
            yield f"{name} deals points to a side that is no enemy in the battle (J2.7)"
