"""Moves of cards between the deck, the hands and the discard (J1.5, J4.4).

In a view, a hidden card can be any unseen card: a player who shows a hidden card takes it from the unseen ones.
"""

from __future__ import annotations

from fractions import Fraction

from ..cards import Card
from ..positions.position import NO_CARDS, Position, changed, deck_size, hand_size, with_player

__all__ = ["drawn", "due", "hand_odds", "holds", "put_into", "spend", "taken_from"]


def holds(p: Position, player: int, card: int, n: int = 1) -> bool:
    """Return whether a player has n cards of a kind; of hidden cards, whether they may be of that kind."""
    one = p.players[player]
    missing = n - one.hand[card]
    return missing <= 0 or (missing <= one.hidden and missing <= p.unseen[card])


def taken_from(p: Position, player: int, card: int) -> Position:
    """Return the position without a card of a hand: one that is known, else a hidden one."""
    one = p.players[player]
    if one.hand[card]:
        return with_player(p, player, hand=changed(one.hand, card, -1))
    p = p._replace(unseen=changed(p.unseen, card, -1))
    return with_player(p, player, hidden=one.hidden - 1)


def put_into(p: Position, player: int, card: int) -> Position:
    """Return the position with a card more in a hand."""
    return with_player(p, player, hand=changed(p.players[player].hand, card, 1))


def spend(p: Position, player: int, card: int) -> Position:
    """Return the position after a player discards a card."""
    p = taken_from(p, player, card)
    return p._replace(discard=changed(p.discard, card, 1))


def due(p: Position, n: int) -> Position:
    """J2.1, J4.4: n cards are due; the discard becomes the deck if that is empty; without any card nothing is drawn."""
    if n and not deck_size(p):
        unseen = tuple(map(sum, zip(p.unseen, p.discard, strict=True)))
        p = p._replace(unseen=unseen, discard=NO_CARDS)
        n = n if deck_size(p) else 0
    return p._replace(due=n)


def drawn(p: Position, player: int, card: Card) -> Position:
    """Return the position after a player draws a card that is due."""
    p = p._replace(unseen=changed(p.unseen, card, -1))
    return due(put_into(p, player, card), p.due - 1)


def hand_odds(p: Position, player: int) -> dict[Card, Fraction]:
    """J2.2: the probability of each card if one is taken from a hand at random; a hidden one may be any unseen one."""
    one, n_unseen = p.players[player], sum(p.unseen) or 1
    odds = {card: Fraction(one.hand[card] * n_unseen + one.hidden * p.unseen[card]) for card in Card}
    return {card: share / (n_unseen * hand_size(one)) for card, share in odds.items() if share}
