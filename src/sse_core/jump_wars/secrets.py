"""Views: what each player may know (J1.6), and full positions that fit a view."""

from __future__ import annotations

from operator import add

from ..seeds import SplitMix64
from . import rules
from .actions import ACTIONS, Verb, id_of
from .position import (
    NO_CARDS,
    NO_SHEET,
    NOBODY,
    OFFERING,
    Deal,
    Due,
    Offer,
    Player,
    Position,
    holds_all,
    is_sealing,
    with_player,
)
from .rules.hand import changed

__all__ = ["sample", "view"]

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
        # Nobody knows whether others write; who has finished is open.
        begun = any(one.sheet != NO_SHEET for one in players)
    if p.battle is not None and sealing:
        return _with_deals_hidden(p, viewer)._replace(players=tuple(players), unseen=unseen)
    if p.step in OFFERING and viewer != p.actor:
        return p._replace(players=tuple(players), unseen=unseen, step=Due.OFFER, begun=begun, offer=None)
    offer = p.offer
    if offer is not None and viewer not in (offer.giver, offer.receiver):
        # J4.6: others see who answers whom, and nothing of the offer.
        offer = Offer(offer.giver, offer.receiver)
    return p._replace(players=tuple(players), unseen=unseen, begun=begun, offer=offer)


def _with_deals_hidden(p: Position, viewer: int) -> Position:
    """J5.11: the deals of a group as a player sees them: the own one, and who of the others has settled."""
    assert p.battle is not None
    deals = tuple(deal if deal.side == viewer else Deal(deal.side, 0, 0, ()) for deal in p.battle.deals)
    p = p._replace(battle=p.battle._replace(deals=deals))
    return p if p.actor == viewer else p._replace(step=Due.DEAL, begun=False, draft=(), counted=0)


def _seen_by_others(one: Player, step: Due, sealing: bool) -> tuple[Player, tuple[int, ...]]:
    """Return a player as others see him, and the number of his cards of each kind, which are unseen to them."""
    cards, sheet = one.hand, one.sheet
    if sealing:
        for card in sheet.boosts:
            cards = changed(cards, card, 1)
        sheet = NO_SHEET._replace(done=sheet.done) if step is Due.ORDERS else sheet._replace(boosts=(), led=NOBODY)
    return one._replace(hand=NO_CARDS, hidden=one.hidden + sum(cards), sheet=sheet), cards


def sample(seen: Position, viewer: int, rng: SplitMix64) -> tuple[Position, tuple[int, ...]]:
    """Return a full position for a view: each way to deal the unseen cards is equally likely.

    Also return for each seat the number of actions that wrote its orders, or settled its deal, if any are drawn; else
    ``()``.
    """
    p, drawn = _with_hands(seen, rng), [0] * len(seen.players)
    if p.step is Due.ORDERS:
        for seat, one in enumerate(p.players):
            if seat != viewer and one.sheet.done:
                p, drawn[seat] = _with_orders(p, seat, rng)
    if p.battle is not None and p.options.simultaneous:
        p, drawn = _with_deals(p, rng)
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


def _with_deals(p: Position, rng: SplitMix64) -> tuple[Position, list[int]]:
    """Settle the hidden deals of a group by random choices, without boosts; also return how many each seat made."""
    assert p.battle is not None
    deals, drawn = tuple[Deal, ...](), [0] * len(p.players)
    for deal in p.battle.deals:
        if deal.points:
            deals = (*deals, deal)
            continue
        # Another one of the group is still to deal, so the damage isn't put down yet.
        q = rules.decide(p._replace(battle=p.battle._replace(deals=deals)), Due.DEAL, deal.side)
        while q.battle is not None and len(q.battle.deals) == len(deals):
            choices = [index for index in rules.legal_ids(q, deal.side) if ACTIONS[index].verb not in _BOOSTING]
            q = rules.play(q, deal.side, rng.choice(choices))
            drawn[deal.side] += 1
        assert q.battle is not None
        deals = q.battle.deals
    return p._replace(battle=p.battle._replace(deals=deals)), drawn


def _with_offer(p: Position, rng: SplitMix64) -> Position:
    """Put a hidden offer together by random choices."""
    assert p.offer is not None
    giver, receiver, *_ = p.offer
    draft = rules.decide(p, Due.OFFER, giver)
    draft = rules.play(draft, giver, id_of(Verb.OFFER, receiver))
    while draft.step in OFFERING:
        draft = rules.play(draft, giver, rng.choice(rules.legal_ids(draft, giver)))
    return p._replace(offer=draft.offer)
