"""Phrases that sentences, questions and steps share: goods, fleets, spaces, and the uses of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...forms.messages import message
from ...play.sentences import listed
from ..board import Space
from ..cards import Card
from ..messages import counted, say
from ..positions.position import (
    NOBODY,
    Order,
    Position,
    fleets_at,
    hand_size,
    homeworld_of,
    level,
    sides_at,
    turn_order,
)
from ..state import State
from ..text.notation import SEATS
from .table import order_words

__all__ = [
    "card_words",
    "cards_counted",
    "enemies_in_battle",
    "fleet_of",
    "fleets_counted",
    "fleets_of",
    "fleets_there",
    "hand_words",
    "income_words",
    "is_part",
    "kind_words",
    "number_of",
    "orders_listed",
    "points_counted",
    "side_of",
]

_KINDS: Final = {
    Space.VOID: message("a Void"),
    Space.STAR_FIELD: message("a Star Field"),
    Space.CLUSTER: message("a Cluster"),
    Space.BLACK_HOLE: message("a Black Hole"),
    Space.NEBULA: message("a Nebula"),
}

_CARDS: Final = {
    Card.INITIATIVE: message("fleets deal damage earlier in battles"),
    Card.ATTACK: message("each fleet deals 1 point of damage more in battles, and fleets cost 1 RT more"),
    Card.DEFENSE: message("each fleet withstands 1 point of damage more, and fleets cost 1 RT more"),
    Card.JUMP: message("fleets jump one step farther"),
    Card.COMMAND: message("one order more in each turn"),
    Card.LOGISTICS: message("an order moves one fleet more"),
    Card.RESEARCH: message("one card more can be kept, and the highest Research draws 3 cards, not 2"),
    Card.MANUFACTURING: message("multiplies the Resource Tokens (RT) that are mined"),
    Card.MINIATURIZATION: message("fleets cost 1 RT less"),
    Card.ESPIONAGE: message("the highest Espionage may rewrite an order once all are open"),
    Card.TRADE: message("the highest Trade may steal a card in each turn"),
    Card.DIPLOMACY: message("the highest Diplomacy names an ally, who may not jump to the fleets of the other"),
    Card.RAM_SCOOPS: message("each Nebula with own fleets makes 1 RT"),
    Card.EVENT_SKIMMING: message("jumps may cross Black Holes"),
    Card.NOVA_BOMBS: message("fleets can be given up in a battle to damage every fleet in the space"),
    Card.CLOAKING: message("2 Initiative more in the first round of a battle"),
    Card.SPACE_RAIDING: message("enemy Clusters beside own fleets make 1 RT less"),
    Card.ASSIMILATION: message("a won battle brings one fleet for every two enemy fleets destroyed"),
    Card.LEADERSHIP: message("once a turn one technology is a level higher until the turn ends, without a card"),
    Card.GENESIS: message("Star Fields with own fleets make more RT"),
    Card.STAR_DOCKS: message("fleets can be built on Star Fields and Clusters with own fleets, too"),
    Card.TIME_JUMP: message("once a turn a card can be discarded to void an order of anybody"),
    Card.PLANET_JUMP: message("an order can move the own Homeworld to an adjacent Void"),
    Card.PROGENITOR_RUINS: message("it can be discarded in the Draw phase for 2 more cards, and is never learned"),
    Card.SABOTAGE: message("once a turn a card can be discarded to destroy a fleet anywhere"),
    Card.POSITRONIC_BRAINS: message("once a turn 10 RT buy a card in the Draw phase"),
}
"""The use of one more level, or of a special technology, in words."""


def card_words(card: Card) -> str:
    """Return the use of a card in words."""
    return say(_CARDS[card])


# --- counts and numbers


def fleets_counted(n: int) -> str:
    """Return the words for a number of fleets."""
    return counted(n, "{n} fleet", "{n} fleets")


def cards_counted(n: int) -> str:
    """Return the words for a number of cards."""
    return counted(n, "{n} card", "{n} cards")


def points_counted(n: int) -> str:
    """Return the words for a number of points of damage."""
    return counted(n, "{n} point of damage", "{n} points of damage")


def number_of(p: Position, argument: int | None, player: int) -> int:
    """Return a number with the parts of it that are written already (J5.2)."""
    return sum(p.players[player].written_orders.draft[2:]) + p.counted + (argument or 0)


def is_part(p: Position, q: Position, player: int) -> bool:
    """Return whether the number between two positions is only a part, so that more of it follows (J5.2)."""
    return q.step is p.step and (
        q.counted > p.counted
        or len(q.players[player].written_orders.draft) > len(p.players[player].written_orders.draft)
    )


# --- sides and spaces


def side_of(p: Position, side: int) -> str:
    """Return the name of a side in questions: the letter of its seat."""
    return say("the neutral side") if side == len(p.players) else SEATS[side]


def fleet_of(p: Position, side: int, name: str) -> str:
    """Return a fleet of a side, with the name of the side: ``a fleet of B``."""
    return say("a neutral fleet") if side >= len(p.players) else say("a fleet of {side}", side=name)


def fleets_of(p: Position, side: int, n: int) -> str:
    """Return the words for fleets of a side: ``2 fleets of B``."""
    if side >= len(p.players):
        return counted(n, "{n} neutral fleet", "{n} neutral fleets")
    return say("{fleets} of {side}", fleets=fleets_counted(n), side=SEATS[side])


def enemies_in_battle(p: Position, player: int) -> list[int]:
    """Return the other sides that stand in the battle, in turn order, the neutral one last (J2.7)."""
    assert p.battle is not None
    sides = (*turn_order(p), len(p.players))
    return [side for side in sides if side != player and p.battle.damage[side]]


def hand_words(p: Position, player: int) -> str:
    """Return a player's hand in words, as shown to a player."""
    n = hand_size(p.players[player])
    return counted(n, "you hold {n} card", "you hold {n} cards") if n else say("you hold no cards")


def kind_words(p: Position, space: int, player: int = NOBODY) -> str:
    """Return the words for a space: ``a Nebula``, ``the Homeworld of player B``, ``your Homeworld`` for its player."""
    owner = homeworld_of(p, space)
    if p.spaces[space] is not Space.HOMEWORLD:
        return say(_KINDS[p.spaces[space]])
    if owner == NOBODY:
        return say("the neutral Homeworld")
    return say("your Homeworld") if owner == player else say("the Homeworld of player {seat}", seat=SEATS[owner])


def fleets_there(p: Position, player: int, space: int) -> str:
    """Return the fleets in a space, as told to a player: ``2 fleets of yours and 3 of B``."""
    words = [
        say("{fleets} of yours", fleets=fleets_counted(fleets_at(p, side, space)))
        if side == player
        else fleets_of(p, side, fleets_at(p, side, space))
        for side in sides_at(p, space)
    ]
    return listed(words) or say("no fleets")


def income_words(state: State, player: int, space: int) -> str:
    """Return the words for the RT of a space with a player's fleets in each turn (J2.4); empty if there are none."""
    p = state.position
    tokens = state.yield_of(player, space) * level(p, player, Card.MANUFACTURING)
    return say("{n} RT a turn", n=tokens) if tokens else ""


def orders_listed(orders: Sequence[Order]) -> str:
    """Return orders with their numbers: ``1: a1 to b1 with 2 fleets, 2: ...``."""
    words = [say("{n}: {order}", n=place, order=order_words(order)) for place, order in enumerate(orders, 1)]
    return ", ".join(words)
