"""Views: a position as one player may know it (J1.6), and samples of full positions that fit a view."""

from __future__ import annotations

from collections import Counter
from math import comb, prod
from operator import add

from ...seeds import SplitMix64
from ..actions import ACTIONS, Verb, id_of
from ..positions.position import (
    NO_CARDS,
    NOBODY,
    NOTHING_WRITTEN,
    Deal,
    Due,
    Offer,
    Player,
    Position,
    changed,
    decide,
    holds_all,
    is_sealing,
    with_player,
)
from . import legal_ids, play

__all__ = ["sample", "view"]

_OFFERING = frozenset({Due.GIVE, Due.PAY, Due.ASK, Due.CHARGE})
"""The steps in which an offer is written, which only its giver sees (J4.6)."""

_BOOSTING = frozenset({Verb.BOOST, Verb.LEAD})


def view(p: Position, viewer: int) -> Position:
    """J1.6: the position as a player may know it."""
    unseen, players, begun = p.unseen, list(p.players), p.begun
    sealing = is_sealing(p)
    for seat, one in enumerate(players):
        if seat != viewer:
            players[seat], known = _seen_by_others(one, p.step, sealing)
            unseen = tuple(map(add, unseen, known))
    if p.step is Due.ORDERS:
        # Nobody knows whether others have begun to write; everybody sees who has finished.
        begun = any(one.written_orders != NOTHING_WRITTEN for one in players)
    if p.battle is not None and sealing:
        return _with_deals_hidden(p, viewer)._replace(players=tuple(players), unseen=unseen)
    if p.step in _OFFERING and viewer != p.actor:
        return p._replace(players=tuple(players), unseen=unseen, step=Due.OFFER, begun=begun, offer=None)
    offer = p.offer
    if offer is not None and viewer not in (offer.giver, offer.receiver):
        # J4.6: others see who answers whom, but not the offer.
        offer = Offer(offer.giver, offer.receiver)
    return p._replace(players=tuple(players), unseen=unseen, begun=begun, offer=offer)


def _with_deals_hidden(p: Position, viewer: int) -> Position:
    """J5.11: the deals of a group as a player sees them: the own deal, and which other sides have settled theirs."""
    assert p.battle is not None
    deals = tuple(deal if deal.side == viewer else Deal(deal.side, 0, 0, ()) for deal in p.battle.deals)
    p = p._replace(battle=p.battle._replace(deals=deals))
    return p if p.actor == viewer else p._replace(step=Due.DEAL, begun=False, draft=(), counted=0)


def _seen_by_others(one: Player, step: Due, sealing: bool) -> tuple[Player, tuple[int, ...]]:
    """Return a player as others see that player, and the number of the player's unseen cards of each kind."""
    cards, written = one.hand, one.written_orders
    if sealing:
        for card in written.boosts:
            cards = changed(cards, card, 1)
        written = (
            NOTHING_WRITTEN._replace(done=written.done)
            if step is Due.ORDERS
            else written._replace(boosts=(), led=NOBODY)
        )
    return one._replace(hand=NO_CARDS, hidden=one.hidden + sum(cards), written_orders=written), cards


def sample(seen: Position, viewer: int, rng: SplitMix64) -> tuple[Position, tuple[int, ...]]:
    """Return a full position for a view: each way to deal the unseen cards is equally likely.

    Also return for each seat the number of actions of its drawn orders, or of its drawn deal; ``()`` if none are drawn.
    """
    p, drawn = _with_hands(seen, rng), [0] * len(seen.players)
    if p.step is Due.ORDERS:
        for seat, one in enumerate(p.players):
            if seat != viewer and one.written_orders.done:
                p, drawn[seat] = _with_orders(p, seat, rng)
    if p.battle is not None and p.options.simultaneous:
        p, drawn = _with_deals(p, rng)
    if p.step is Due.ANSWER and p.offer is not None and p.offer == Offer(p.offer.giver, p.offer.receiver):
        p = _with_offer(p, rng)
    return p, tuple(drawn) if any(drawn) else ()


def _with_hands(p: Position, rng: SplitMix64) -> Position:
    """Deal the hidden cards from the unseen ones; the giver of a visible offer gets the cards that it offers."""
    giver, give = (NOBODY, ()) if p.offer is None else (p.offer.giver, p.offer.give)
    if giver != NOBODY and holds_all(p, giver, give):
        # The giver's hand comes first: with the cards offered in it, each way to deal the rest is equally likely.
        p = _with_hand(p, giver, Counter[int](give) - Counter(_cards_of(p.players[giver].hand)), rng)
    for seat in range(len(p.players)):
        p = _with_hand(p, seat, Counter[int](), rng)
    return p


def _with_hand(p: Position, seat: int, needed: Counter[int], rng: SplitMix64) -> Position:
    """Deal the hidden cards of a hand, one by one, so that the needed ones are among them.

    All deals with the needed cards are equally likely. The needed cards are dealt first, then any others. So a hand
    arises once for each choice of the needed cards among its cards: with x cards of a kind of which m are needed, C(x,
    m) times as often as it should. To correct this, the hand is kept with a probability of 1 / C(x, m). There are 25
    choices at most, since no kind has more than five cards.
    """
    one = p.players[seat]
    if not one.hidden:
        return p
    while True:
        cards, dealt = _cards_of(p.unseen), needed.copy()
        for card in needed.elements():
            cards.remove(card)
        for _ in range(one.hidden - needed.total()):
            dealt[cards.pop(rng.below(len(cards)))] += 1
        ways = prod(comb(dealt[card], n) for card, n in needed.items())
        if ways == 1 or not rng.below(ways):
            break
    hand = tuple(n + dealt[card] for card, n in enumerate(one.hand))
    unseen = tuple(n - dealt[card] for card, n in enumerate(p.unseen))
    return with_player(p._replace(unseen=unseen), seat, hand=hand, hidden=0)


def _cards_of(pile: tuple[int, ...]) -> list[int]:
    """Return each card of a pile, ascending."""
    return [card for card, n in enumerate(pile) for _ in range(n)]


def _with_orders(p: Position, seat: int, rng: SplitMix64) -> tuple[Position, int]:
    """Write sealed orders by random choices; also return how many there were."""
    p, n = with_player(p, seat, written_orders=NOTHING_WRITTEN), 0
    while not p.players[seat].written_orders.done:
        p, n = play(p, seat, rng.choice(legal_ids(p, seat))), n + 1
    return p, n


def _with_deals(p: Position, rng: SplitMix64) -> tuple[Position, list[int]]:
    """Settle the hidden deals of a group by random choices, without boosts; also return how many each seat made."""
    assert p.battle is not None
    deals, drawn = tuple[Deal, ...](), [0] * len(p.players)
    for deal in p.battle.deals:
        if deal.points:
            deals = (*deals, deal)
            continue
        # Another side of the group still has to deal, so the damage isn't applied yet.
        q = decide(p._replace(battle=p.battle._replace(deals=deals)), Due.DEAL, deal.side)
        while q.battle is not None and len(q.battle.deals) == len(deals):
            choices = [index for index in legal_ids(q, deal.side) if ACTIONS[index].verb not in _BOOSTING]
            q = play(q, deal.side, rng.choice(choices))
            drawn[deal.side] += 1
        assert q.battle is not None
        deals = q.battle.deals
    return p._replace(battle=p.battle._replace(deals=deals)), drawn


def _with_offer(p: Position, rng: SplitMix64) -> Position:
    """Write a hidden offer by random choices."""
    assert p.offer is not None
    giver, receiver, *_ = p.offer
    draft = decide(p, Due.OFFER, giver)
    draft = play(draft, giver, id_of(Verb.OFFER, receiver))
    while draft.step in _OFFERING:
        draft = play(draft, giver, rng.choice(legal_ids(draft, giver)))
    return p._replace(offer=draft.offer)
