"""The rules in plain Python, a file for each phase: the legal actions and their effects.

The functions here take a position and a seat, or CHANCE; actions are given as ids. Tests compare the core with them; no
other module of the package imports them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ...game import CHANCE
from ..actions import ACTIONS, Verb
from ..cards import Card
from ..positions.position import Due, Position, decide, enemy_homeworlds
from . import build, draw, fight, final, jump, mine, tech, trade
from .decisions import Rules, boosted, boosts
from .final import outcome
from .hand import hand_odds

__all__ = ["decide", "is_decision", "legal_ids", "odds", "outcome", "play", "to_act", "totals"]

_RULES: Final[Rules] = {
    **draw.RULES,
    **trade.RULES,
    **tech.RULES,
    **mine.RULES,
    **build.RULES,
    **jump.RULES,
    **fight.RULES,
    **final.RULES,
}


def to_act(p: Position) -> tuple[int, ...]:
    """J2: the seats to act: one, or all who still write orders; CHANCE if something is drawn."""
    if p.step is Due.END:
        return ()
    if p.step in (Due.START, Due.THEFT) or p.due:
        return (CHANCE,)
    if p.step is Due.ORDERS:
        return tuple(seat for seat, one in enumerate(p.players) if not one.written_orders.done)
    return (p.actor,)


def is_decision(p: Position, player: int) -> bool:
    """J4.2: whether J2.9 can be used by a player now."""
    half_written = p.step is Due.ORDERS and bool(p.players[player].written_orders.draft)
    return player != CHANCE and _RULES[p.step].is_decision and not half_written


def legal_ids(p: Position, player: int) -> tuple[int, ...]:
    """Return the ids of the legal actions of a player, or of CHANCE, ascending; none out of turn."""
    if player not in to_act(p):
        return ()
    ids = list(_RULES[p.step].legal(p, player))
    if is_decision(p, player):
        ids += boosts(p, player)
    ids.sort()
    return tuple(ids)


def play(p: Position, player: int, index: int) -> Position:
    """Return the position after a legal action."""
    action = ACTIONS[index]
    if not p.begun:
        p = p._replace(begun=True)
    if action.verb in (Verb.BOOST, Verb.LEAD):
        return boosted(p, player, action)
    return _RULES[p.step].play(p, player, action)


def odds(p: Position) -> dict[int, Fraction]:
    """Return the probability of each chance event that can come, by its id, ascending; empty if none is due."""
    events = legal_ids(p, CHANCE)
    if not events:
        return {}
    if p.step is Due.START:
        return dict.fromkeys(events, Fraction(1, len(events)))
    cards = [Card(ACTIONS[event].argument or 0) for event in events]
    if p.step is Due.THEFT:
        shares = hand_odds(p, p.draft[0])
        return {event: shares[card] for event, card in zip(events, cards, strict=True)}
    # J4.4: each card of the deck is equally likely; in a view, so is each unseen card.
    return {event: Fraction(p.unseen[card], sum(p.unseen)) for event, card in zip(events, cards, strict=True)}


def totals(p: Position) -> tuple[int, ...]:
    """J3.4: the enemy Homeworlds that each player holds."""
    return tuple(enemy_homeworlds(p, seat) for seat in range(len(p.players)))
