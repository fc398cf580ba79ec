"""J2.2, the Trade phase: offers, the steal, the alliance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..actions import Action, Verb, id_of, ids_of
from ..cards import COPIES, Card
from ..positions.position import NOBODY, Due, Offer, Position, decide, hand_size, holds_all, with_player
from . import tech
from .decisions import DONE, Rule, Rules, count_ids, highest, is_part, next_after
from .hand import hand_odds, put_into, taken_from

__all__ = ["MOST_OFFERED", "RULES", "begin", "can_accept"]

MOST_OFFERED = 2
"""J4.6: the most cards on each side of an offer."""


def begin(p: Position) -> Position:
    """J2.2: offers, if the option allows them; then the steal, then the alliance."""
    return decide(p, Due.OFFER, p.start_player) if p.options.trade else _begin_steal(p)


# --- offers


def _others(p: Position, player: int) -> list[int]:
    return [seat for seat in range(len(p.players)) if seat != player]


def _legal_offer(p: Position, player: int) -> Iterator[int]:
    yield DONE
    yield from ids_of(Verb.OFFER, _others(p, player))


def _play_offer(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.DONE:
        return _next_offer(p, player)
    return p._replace(step=Due.GIVE, offer=Offer(player, action.argument or 0))


def _next_offer(p: Position, giver: int) -> Position:
    follower = next_after(p, giver)
    return _begin_steal(p) if follower == NOBODY else decide(p, Due.OFFER, follower)


def _offer(p: Position) -> Offer:
    assert p.offer is not None
    return p.offer


def _further(cards: Sequence[Card]) -> Iterator[Card]:
    """Yield the cards that may be added to a side of an offer: ascending, and of no kind more than there are."""
    return (card for card in Card if (not cards or card >= cards[-1]) and cards.count(card) < COPIES[card])


def _legal_give(p: Position, player: int) -> Iterator[int]:
    yield DONE
    given = _offer(p).give
    yield from ids_of(Verb.GIVE, (card for card in _further(given) if holds_all(p, player, (*given, card))))


def _play_give(p: Position, player: int, action: Action) -> Position:
    offer = _offer(p)
    if action.verb is Verb.GIVE:
        offer = offer._replace(give=(*offer.give, Card(action.argument or 0)))
    full = action.verb is Verb.DONE or len(offer.give) == MOST_OFFERED
    return p._replace(offer=offer, step=Due.PAY if full else Due.GIVE)


def _legal_pay(p: Position, player: int) -> Iterator[int]:
    return count_ids(range(p.players[player].tokens + 1), _offer(p).pay)


def _play_pay(p: Position, player: int, action: Action) -> Position:
    offer, part = _offer(p), action.argument or 0
    partly = is_part(part, p.players[player].tokens, offer.pay)
    return p._replace(offer=offer._replace(pay=offer.pay + part), step=Due.PAY if partly else Due.ASK)


def _is_empty(offer: Offer) -> bool:
    return not (offer.give or offer.pay or offer.ask or offer.charge)


def _legal_ask(p: Position, player: int) -> Iterator[int]:
    offer = _offer(p)
    # J4.6: not both sides are empty, and a receiver without RT can't fill the other one.
    if not _is_empty(offer) or p.players[offer.receiver].tokens:
        yield DONE
    yield from ids_of(Verb.ASK, _further(offer.ask))


def _play_ask(p: Position, player: int, action: Action) -> Position:
    offer = _offer(p)
    if action.verb is Verb.ASK:
        offer = offer._replace(ask=(*offer.ask, Card(action.argument or 0)))
    full = action.verb is Verb.DONE or len(offer.ask) == MOST_OFFERED
    return p._replace(offer=offer, step=Due.CHARGE if full else Due.ASK)


def _legal_charge(p: Position, player: int) -> Iterator[int]:
    offer = _offer(p)
    least = 1 if _is_empty(offer) else 0
    return count_ids(range(least, p.players[offer.receiver].tokens + 1), offer.charge)


def _play_charge(p: Position, player: int, action: Action) -> Position:
    offer, part = _offer(p), action.argument or 0
    partly = is_part(part, p.players[offer.receiver].tokens, offer.charge)
    offer = offer._replace(charge=offer.charge + part)
    if partly:
        return p._replace(offer=offer)
    return decide(p, Due.ANSWER, offer.receiver)._replace(offer=offer)


def can_accept(p: Position, player: int) -> bool:
    """J4.6: whether a player has everything that the offer asks for; a hidden offer in a view can't be accepted."""
    offer = _offer(p)
    if _is_empty(offer) or p.players[player].tokens < offer.charge:
        return False
    # In a view, the hidden cards that were offered may have been seen elsewhere since.
    return holds_all(p, player, offer.ask) and holds_all(p, offer.giver, offer.give)


def _legal_answer(p: Position, player: int) -> Iterator[int]:
    if can_accept(p, player):
        yield id_of(Verb.ACCEPT)
    yield id_of(Verb.REFUSE)


def _play_answer(p: Position, player: int, action: Action) -> Position:
    offer = _offer(p)
    if action.verb is Verb.ACCEPT:
        p = _handed_over(p, offer.giver, player, offer.give, offer.pay)
        p = _handed_over(p, player, offer.giver, offer.ask, offer.charge)
    return _next_offer(p, offer.giver)


def _handed_over(p: Position, giver: int, receiver: int, cards: Sequence[Card], tokens: int) -> Position:
    for card in cards:
        p = put_into(taken_from(p, giver, card), receiver, card)
    p = with_player(p, giver, tokens=p.players[giver].tokens - tokens)
    return with_player(p, receiver, tokens=p.players[receiver].tokens + tokens)


# --- the steal


def _begin_steal(p: Position) -> Position:
    """J2.2, J4.4: the highest Trade, as the step begins."""
    thief = highest(p, Card.TRADE)
    return _begin_alliance(p) if thief == NOBODY else decide(p, Due.STEAL, thief)


def _legal_steal(p: Position, player: int) -> Iterator[int]:
    yield DONE
    yield from ids_of(Verb.STEAL, (seat for seat in _others(p, player) if hand_size(p.players[seat])))


def _play_steal(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.DONE:
        return _begin_alliance(p)
    return p._replace(step=Due.THEFT, draft=(action.argument or 0,))


def _legal_theft(p: Position, player: int) -> Iterator[int]:
    return ids_of(Verb.DRAW, hand_odds(p, p.draft[0]))


def _play_theft(p: Position, player: int, action: Action) -> Position:
    card = Card(action.argument or 0)
    return _begin_alliance(put_into(taken_from(p, p.draft[0], card), p.actor, card))


# --- the alliance


def _begin_alliance(p: Position) -> Position:
    """J2.2, J4.4: the highest Diplomacy, as the step begins."""
    diplomat = highest(p, Card.DIPLOMACY)
    return tech.begin(p) if diplomat == NOBODY else decide(p, Due.ALLIANCE, diplomat)


def _legal_alliance(p: Position, player: int) -> Iterator[int]:
    yield DONE
    yield from ids_of(Verb.ALLY, _others(p, player))


def _play_alliance(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.ALLY:
        p = p._replace(alliance=(player, action.argument or 0))
    return tech.begin(p)


RULES: Rules = {
    Due.OFFER: Rule(_legal_offer, _play_offer),
    Due.GIVE: Rule(_legal_give, _play_give, is_decision=False),
    Due.PAY: Rule(_legal_pay, _play_pay, is_decision=False),
    Due.ASK: Rule(_legal_ask, _play_ask, is_decision=False),
    Due.CHARGE: Rule(_legal_charge, _play_charge, is_decision=False),
    Due.ANSWER: Rule(_legal_answer, _play_answer),
    Due.STEAL: Rule(_legal_steal, _play_steal),
    Due.THEFT: Rule(_legal_theft, _play_theft, is_decision=False),
    Due.ALLIANCE: Rule(_legal_alliance, _play_alliance),
}
