"""Positions: all data that play depends on, as plain immutable values, with the facts that several clauses need.

A position may be a player's view (J1.6): `Player.hidden` has the number of cards that the viewer doesn't know, and
`Position.unseen` has the kinds of all these cards together with the deck. In a full position nobody has hidden cards,
and `unseen` is the deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from ..actions import Verb
from ..board import N_SPACES, Space
from ..cards import N_BASICS, N_CARDS, Card
from ..options import Options

__all__ = [
    "FIGHTING",
    "FIRST_FLEETS",
    "FIRST_LEVELS",
    "MAX_ORDERS",
    "NEUTRAL_FLEETS",
    "NOBODY",
    "NOTHING_WRITTEN",
    "NO_CARDS",
    "NO_FLEETS",
    "NO_LEVELS",
    "Battle",
    "Deal",
    "Due",
    "Offer",
    "Order",
    "Player",
    "Position",
    "WrittenOrders",
    "changed",
    "decide",
    "deck_size",
    "enemy_homeworlds",
    "fleets_at",
    "hand_limit",
    "hand_size",
    "has",
    "holds_all",
    "homeworld_of",
    "is_sealed",
    "is_sealing",
    "level",
    "side_at",
    "sides_at",
    "spaces_of",
    "turn_order",
    "with_fleets",
    "with_player",
]

NOBODY: Final = -1
"""Marks, in place of a seat, that there is no player."""

FIRST_LEVELS: Final = (1,) * N_BASICS
NO_LEVELS: Final = (0,) * N_BASICS
NO_CARDS: Final = (0,) * N_CARDS
NO_FLEETS: Final = (0,) * N_SPACES

FIRST_FLEETS: Final = 5
"""The fleets of each player at the start (J1.4)."""

NEUTRAL_FLEETS: Final = 3
"""The fleets of the neutral side at the start (J3.3)."""

MAX_ORDERS: Final = 40
"""The most orders that a player writes, however high Command is: a limit of this engine (J4.10)."""


class Due(StrEnum):
    """The step that is due: a decision, a part of one, or chance (J2, J4.2)."""

    START = "start"
    """Chance draws the start player (J1.5)."""

    DRAW = "draw"
    """J2.1; chance while `Position.due` cards are to be drawn."""

    OFFER = "offer"
    """J2.2: make an offer, or none."""
    GIVE = "give"
    """Offer up to two cards; then..."""
    PAY = "pay"
    """...RT; then..."""
    ASK = "ask"
    """...ask for up to two cards; then..."""
    CHARGE = "charge"
    """...for RT."""
    ANSWER = "answer"
    """J2.2: accept or refuse."""

    STEAL = "steal"
    """J2.2: the highest Trade."""
    THEFT = "theft"
    """Chance draws the stolen card."""
    ALLIANCE = "alliance"
    """J2.2: the highest Diplomacy."""

    TECH = "tech"
    """J2.3, first: a card for a level, or to learn it."""
    PAIRS = "pairs"
    """J2.3, second: pairs for levels."""

    MINE = "mine"
    """J2.4."""

    BUILD = "build"
    """J2.5."""
    SABOTAGE = "sabotage"
    """J2.5: choose a side, or nothing; then..."""
    SABOTAGE_SPACE = "sabotage-space"
    """...the space of the fleet; then..."""
    SABOTAGE_CARD = "sabotage-card"
    """...the card to discard."""

    ORDERS = "orders"
    """J2.6: all who still write orders."""
    ESPIONAGE = "espionage"
    """J2.6: the highest Espionage may rewrite an order; then..."""
    REWRITE = "rewrite"
    """...choose its number; then..."""
    REWRITING = "rewriting"
    """...write it anew, or only cancel it."""
    TIME_JUMP = "time-jump"
    """J2.6: choose whose order to void, or nothing; then..."""
    NEGATE_ORDER = "negate-order"
    """...its number; then..."""
    NEGATE_CARD = "negate-card"
    """...the card to discard."""

    DEAL = "deal"
    """J2.7: a player of a battle deals damage."""
    BOMBS = "bombs"
    """The number of fleets that are given up as Nova Bombs."""
    SPLIT = "split"
    """The points of damage to a side; the last side gets the rest."""

    FINAL = "final"
    """J2.8: discard down to the limit of the hand."""

    END = "end"
    """J3: the game is over."""


FIGHTING: Final = frozenset({Due.DEAL, Due.BOMBS, Due.SPLIT})
"""The steps of a battle (J2.7)."""


class Order(NamedTuple):
    """An order that is written (J2.6)."""

    origin: int
    target: int
    fleets: int
    """The number of fleets that jump; 0 for a Planet Jump, whose origin is the Homeworld's space."""
    void: bool = False

    @property
    def is_planet(self) -> bool:
        """Whether it moves the Homeworld."""
        return not self.fleets


class WrittenOrders(NamedTuple):
    """What a player writes in the Jump phase: the orders, and the boosts that are sealed with them."""

    orders: tuple[Order, ...] = ()
    draft: tuple[int, ...] = ()
    """The order that is being written: its origin, then its target."""
    boosts: tuple[Card, ...] = ()
    """The cards that were discarded for boosts at sealed decisions, ascending: not on the discard yet (J4.3)."""
    led: int = NOBODY
    """The basic technology that Leadership boosted meanwhile, or NOBODY."""
    done: bool = False
    """Whether all orders are written."""


NOTHING_WRITTEN: Final = WrittenOrders()


class Player(NamedTuple):
    """The goods of a player."""

    levels: tuple[int, ...] = FIRST_LEVELS
    """The level of each basic technology, without boosts."""
    boosts: tuple[int, ...] = NO_LEVELS
    """The boost of each level until the turn ends (J2.9)."""
    learned: frozenset[Card] = frozenset()
    led: bool = False
    """Whether Leadership was used in this turn."""
    tokens: int = 0
    hand: tuple[int, ...] = NO_CARDS
    """The number of cards of each kind; in a view, only those that the viewer knows."""
    hidden: int = 0
    """The number of further cards that the viewer doesn't know."""
    written_orders: WrittenOrders = NOTHING_WRITTEN


class Offer(NamedTuple):
    """An offer (J2.2, J4.6)."""

    giver: int
    receiver: int
    give: tuple[Card, ...] = ()
    """Up to two cards, ascending."""
    pay: int = 0
    ask: tuple[Card, ...] = ()
    """Up to two cards, ascending."""
    charge: int = 0


class Deal(NamedTuple):
    """The deal of damage that a side has settled in a battle (J2.7)."""

    side: int
    bombs: int
    """Fleets given up as Nova Bombs."""
    force: int
    """The damage of each bomb to each fleet."""
    points: tuple[int, ...]
    """The points of damage by fire that go to each side; ``()`` if a view hides the deal, which is without bombs then
    (J5.11)."""


class Battle(NamedTuple):
    """A battle in progress (J2.7, J4.12)."""

    space: int
    round: int
    """Counted from 1."""
    damage: tuple[tuple[int, ...], ...]
    """For each side, the damage of each of its fleets there, the worst hit first."""
    kills: tuple[int, ...]
    """For each side, the enemy fleets that it has destroyed in this battle."""
    groups: tuple[tuple[int, ...], ...]
    """The sides that have still to deal in this round, by Initiative; each group in turn order, the neutral last."""
    deals: tuple[Deal, ...] = ()
    """The settled deals of the first group, in order."""


class Position(NamedTuple):
    """A position. A side is a seat, or the neutral side, whose number is the number of players."""

    options: Options
    spaces: tuple[Space, ...]
    """The kind of each of the 100 spaces."""
    homeworlds: tuple[int, ...]
    """The space of each player's Homeworld."""
    fleets: tuple[tuple[int, ...], ...]
    """For each side, the neutral one last, the number of its fleets on each of the 100 spaces."""
    held: tuple[int, ...]
    """For each space, the side that had fleets there at the end of the last turn, or NOBODY (J2.7)."""
    players: tuple[Player, ...]
    unseen: tuple[int, ...]
    """The cards of each kind that lie in the deck or are hidden in hands; the deck of a full position."""
    discard: tuple[int, ...] = NO_CARDS
    start_player: int = NOBODY
    turn: int = 1
    step: Due = Due.START
    actor: int = NOBODY
    """The seat whose decision it is; NOBODY while several write orders, at the start and at the end."""
    begun: bool = False
    """Whether the decision has had an action before."""
    used: frozenset[Verb] = frozenset()
    """Those of TAKE, RUINS and BRAINS that this Draw decision has used."""
    due: int = 0
    """The number of cards that are to be drawn now."""
    sold: int = 0
    """The number of cards discarded in this Mine decision."""
    draft: tuple[int, ...] = ()
    """The numbers of a half-made decision: sides, seats, spaces, the places of orders, bombs and points."""
    counted: int = 0
    """The parts, 99 each, of a number that is being written."""
    offer: Offer | None = None
    """The offer that is being written, or to be answered; in a view None if it is hidden."""
    alliance: tuple[int, int] | None = None
    """The diplomat and the ally of this turn."""
    battle: Battle | None = None
    neutral_holder: int = NOBODY
    """The player who holds the neutral Homeworld, or NOBODY (J3.3)."""
    neutral_turns: int = 0
    """The number of turns in a row for which that player has held it."""


def decide(p: Position, step: Due, actor: int = NOBODY) -> Position:
    """Return the position in which a fresh decision is due."""
    return p._replace(
        step=step, actor=actor, begun=False, used=frozenset(), due=0, sold=0, draft=(), counted=0, offer=None
    )


# --- seats and turn order


def turn_order(p: Position) -> tuple[int, ...]:
    """J2: the seats, the start player first, then clockwise."""
    n = len(p.players)
    return tuple((p.start_player + i) % n for i in range(n))


def changed(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """Return counts, such as counts of cards, with one of them changed."""
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])


def with_player(p: Position, player: int, **changes: Any) -> Position:
    """Return the position with some changed fields of a player."""
    players = list(p.players)
    players[player] = players[player]._replace(**changes)
    return p._replace(players=tuple(players))


def with_fleets(p: Position, side: int, space: int, more: int) -> Position:
    """Return the position with more fleets of a side in a space, or fewer."""
    fleets = list(p.fleets)
    row = fleets[side]
    fleets[side] = (*row[:space], row[space] + more, *row[space + 1 :])
    return p._replace(fleets=tuple(fleets))


# --- technologies


def level(p: Position, player: int, technology: Card) -> int:
    """J1.7, J4.3: a level with its boosts, sealed ones too."""
    one = p.players[player]
    sealed = one.written_orders.boosts.count(technology) + (one.written_orders.led == technology)
    return one.levels[technology] + one.boosts[technology] + sealed


def has(p: Position, player: int, special: Card) -> bool:
    """Return whether a player has learned a special technology."""
    return special in p.players[player].learned


# --- cards


def hand_size(player: Player) -> int:
    """Return the number of cards in a hand."""
    return sum(player.hand) + player.hidden


def hand_limit(p: Position, player: int) -> int:
    """J2.8: 3 + Research."""
    return 3 + level(p, player, Card.RESEARCH)


def holds_all(p: Position, player: int, cards: Sequence[int]) -> bool:
    """Return whether a player has all these cards; of hidden cards, whether they may be the missing ones."""
    one = p.players[player]
    missing = {card: max(0, cards.count(card) - one.hand[card]) for card in cards}
    return sum(missing.values()) <= one.hidden and all(n <= p.unseen[card] for card, n in missing.items())


def deck_size(p: Position) -> int:
    """Return the number of cards in the deck."""
    return sum(p.unseen) - sum(player.hidden for player in p.players)


# --- the board


def fleets_at(p: Position, side: int, space: int) -> int:
    """Return the number of a side's fleets in a space."""
    return p.fleets[side][space]


def sides_at(p: Position, space: int) -> list[int]:
    """Return the sides with fleets in a space, ascending."""
    return [side for side, fleets in enumerate(p.fleets) if fleets[space]]


def side_at(p: Position, space: int) -> int:
    """Return the only side with fleets in a space; NOBODY if there is none, or several."""
    sides = sides_at(p, space)
    return sides[0] if len(sides) == 1 else NOBODY


def homeworld_of(p: Position, space: int) -> int:
    """Return the player whose Homeworld is in a space, else NOBODY."""
    return p.homeworlds.index(space) if space in p.homeworlds else NOBODY


def enemy_homeworlds(p: Position, player: int) -> int:
    """J3.2: the number of enemy Homeworlds on which a player has fleets; the neutral one doesn't count (J4.8)."""
    return sum(p.fleets[player][space] > 0 for seat, space in enumerate(p.homeworlds) if seat != player)


def spaces_of(p: Position, side: int) -> Iterator[int]:
    """Yield the spaces with fleets of a side, ascending."""
    return (space for space, count in enumerate(p.fleets[side]) if count)


# --- sealed decisions


def is_sealing(p: Position) -> bool:
    """J4.3: whether decisions are sealed now: orders; with the option `simultaneous`, the deals of a group too."""
    return p.step is Due.ORDERS or (p.options.simultaneous and p.step in FIGHTING)


def is_sealed(p: Position, player: int) -> bool:
    """J4.3, J5.11: whether a player has begun a decision that is sealed: written orders, or a deal of this group."""
    if not is_sealing(p):
        return False
    if p.battle is None:
        return p.players[player].written_orders != NOTHING_WRITTEN
    return (p.actor == player and p.begun) or any(deal.side == player for deal in p.battle.deals)
