"""Views: what each player may know (J1.6), and full positions that fit a view."""

from __future__ import annotations

from operator import add

from ..seeds import SplitMix64
from . import rules
from .actions import Verb, id_of
from .position import (
    NO_CARDS,
    NO_SHEET,
    NOBODY,
    OFFERING,
    Due,
    Offer,
    Player,
    Position,
    holds_all,
    with_player,
)
from .rules.hand import changed

__all__ = ["sample", "view"]


def view(p: Position, viewer: int) -> Position:
    """J1.6: the position as a player may know it."""
    unseen, players, begun = p.unseen, list(p.players), p.begun
    for seat, one in enumerate(players):
        if seat != viewer:
            players[seat], known = _seen_by_others(one, p.step)
            unseen = tuple(map(add, unseen, known))
    if p.step is Due.ORDERS:
        # Nobody knows whether others write; who has finished is open.
        begun = any(one.sheet != NO_SHEET for one in players)
    if p.step in OFFERING and viewer != p.actor:
        return p._replace(players=tuple(players), unseen=unseen, step=Due.OFFER, begun=begun, offer=None)
    offer = p.offer
    if offer is not None and viewer not in (offer.giver, offer.receiver):
        # J4.6: others see who answers whom, and nothing of the offer.
        offer = Offer(offer.giver, offer.receiver)
    return p._replace(players=tuple(players), unseen=unseen, begun=begun, offer=offer)


def _seen_by_others(one: Player, step: Due) -> tuple[Player, tuple[int, ...]]:
    """Return a player as others see him, and the number of his cards of each kind, which are unseen to them."""
    cards, sheet = one.hand, one.sheet
    if step is Due.ORDERS:
        for card in sheet.boosts:
            cards = changed(cards, card, 1)
        sheet = NO_SHEET._replace(done=sheet.done)
    return one._replace(hand=NO_CARDS, hidden=one.hidden + sum(cards), sheet=sheet), cards


def sample(seen: Position, viewer: int, rng: SplitMix64) -> tuple[Position, tuple[int, ...]]:
    """Return a full position for a view: each way to deal the unseen cards is equally likely.

    Also return for each seat the number of actions that wrote its orders, if any are drawn; else ``()``.
    """
    p, drawn = _with_hands(seen, rng), [0] * len(seen.players)
    if p.step is Due.ORDERS:
        for seat, one in enumerate(p.players):
            if seat != viewer and one.sheet.done:
                p, drawn[seat] = _with_orders(p, seat, rng)
    if p.step is Due.ANSWER and p.offer is not None and p.offer == Offer(p.offer.giver, p.offer.receiver):
        p = _with_offer(p, rng)
    return p, tuple(drawn) if any(drawn) else ()


def _with_hands(p: Position, rng: SplitMix64) -> Position:
    """Deal the hidden cards from those that are unseen; the giver of an offer that is seen has what it offers."""
    giver, give = (NOBODY, ()) if p.offer is None else (p.offer.giver, p.offer.give)
    # The giver's hand comes first: with the cards offered in it, each way to deal the rest is equally likely.
    for seat in sorted(range(len(p.players)), key=lambda seat: seat != giver):
        dealt = _with_hand(p, seat, rng)
        while seat == giver and holds_all(p, giver, give) and not holds_all(dealt, giver, give):
            dealt = _with_hand(p, seat, rng)
        p = dealt
    return p


def _with_hand(p: Position, seat: int, rng: SplitMix64) -> Position:
    """Deal the hidden cards of a hand, one by one."""
    one = p.players[seat]
    if not one.hidden:
        return p
    hand, unseen = list(one.hand), list(p.unseen)
    cards = [card for card, count in enumerate(unseen) for _ in range(count)]
    for _ in range(one.hidden):
        card = cards.pop(rng.below(len(cards)))
        hand[card] += 1
        unseen[card] -= 1
    return with_player(p._replace(unseen=tuple(unseen)), seat, hand=tuple(hand), hidden=0)


def _with_orders(p: Position, seat: int, rng: SplitMix64) -> tuple[Position, int]:
    """Write a sealed sheet by random choices; also return how many there were."""
    p, n = with_player(p, seat, sheet=NO_SHEET), 0
    while not p.players[seat].sheet.done:
        p, n = rules.play(p, seat, rng.choice(rules.legal_ids(p, seat))), n + 1
    return p, n


def _with_offer(p: Position, rng: SplitMix64) -> Position:
    """Put a hidden offer together by random choices."""
    assert p.offer is not None
    giver, receiver, *_ = p.offer
    draft = rules.decide(p, Due.OFFER, giver)
    draft = rules.play(draft, giver, id_of(Verb.OFFER, receiver))
    while draft.step in OFFERING:
        draft = rules.play(draft, giver, rng.choice(rules.legal_ids(draft, giver)))
    return p._replace(offer=draft.offer)
