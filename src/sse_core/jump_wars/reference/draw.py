"""J2.1, the Draw phase."""

from __future__ import annotations

from collections.abc import Iterator

from ...game import CHANCE
from ..actions import Action, Verb, id_of, ids_of
from ..cards import Card
from ..positions.position import NOBODY, Due, Position, decide, has, with_player
from . import trade
from .decisions import DONE, Rule, Rules, highest, next_after
from .hand import drawn, due, holds, spend

__all__ = ["BRAINS_PRICE", "RULES", "begin"]

BRAINS_PRICE = 10
"""The price of a card by Positronic Brains, in RT."""


def begin(p: Position) -> Position:
    """The start player draws first."""
    return decide(p, Due.DRAW, p.start_player)


def _legal_start(p: Position, player: int) -> Iterator[int]:
    """J1.5: each player may be the start player."""
    return ids_of(Verb.FIRST, range(len(p.players)))


def _play_start(p: Position, player: int, action: Action) -> Position:
    return begin(p._replace(start_player=action.argument or 0))


def _legal(p: Position, player: int) -> Iterator[int]:
    if player == CHANCE:
        yield from ids_of(Verb.DRAW, (card for card in Card if p.unseen[card]))
        return
    if Verb.TAKE in p.used:
        yield DONE
    else:
        yield id_of(Verb.TAKE)
    if Verb.RUINS not in p.used and holds(p, player, Card.PROGENITOR_RUINS):
        yield id_of(Verb.RUINS)
    rich = p.players[player].tokens >= BRAINS_PRICE
    if Verb.BRAINS not in p.used and has(p, player, Card.POSITRONIC_BRAINS) and rich:
        yield id_of(Verb.BRAINS)


def _play(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.DRAW:
        return drawn(p, p.actor, Card(action.argument or 0))
    if action.verb is Verb.DONE:
        return _next(p)
    p = p._replace(used=p.used | {action.verb})
    match action.verb:
        case Verb.TAKE:
            # J4.4: the third card is settled now.
            return due(p, 3 if highest(p, Card.RESEARCH) == player else 2)
        case Verb.RUINS:
            # J4.4: the card lies on the discard before its cards are drawn.
            return due(spend(p, player, Card.PROGENITOR_RUINS), 2)
        case _:
            return due(with_player(p, player, tokens=p.players[player].tokens - BRAINS_PRICE), 1)


def _next(p: Position) -> Position:
    follower = next_after(p, p.actor)
    return trade.begin(p) if follower == NOBODY else decide(p, Due.DRAW, follower)


RULES: Rules = {Due.START: Rule(_legal_start, _play_start, is_decision=False), Due.DRAW: Rule(_legal, _play)}
