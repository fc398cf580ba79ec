"""Laws of positions in words: conditions that a position made by hand must meet so that a game can go on from it.

The core checks them (``positions/laws.pxd``), and returns the broken law and its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, unique
from types import MappingProxyType
from typing import Final

from ...errors import SetupError
from ...forms.naming import named
from ..actions import NEUTRAL
from ..board import Space, space_name
from ..cards import TITLES, Card
from ..text.notation import SEATS, side_name
from .position import Due

__all__ = ["Law", "unlawful"]


@unique
class Law(Enum):
    """A law, with the sentence for a position that breaks it; the core has them in the same order.

    The sentence has places for the numbers that the core gives: ``{0:seat}`` is the first number, as a seat.
    """

    # The map.
    NEUTRAL_FOR_FIVE = "a neutral Homeworld stands in games for up to 4, not {0} (J3.3)"
    SHARED_SITE = "two Homeworlds are in one space (J1.3)"
    NO_HOMEWORLD = "{0:space} is no Homeworld, and must be one (J1.3)"
    HOMEWORLD_OF_NOBODY = "{0:space} is a Homeworld of nobody (J1.3)"
    COUNTERS = "{0} spaces are {1:counter}, and there are {2} counters (J1.2)"
    HOMEWORLD_ELSEWHERE = "the Homeworld of {0:seat} is not in {1:space}, and can't jump (J1.3)"
    HOMEWORLD_TOO_FAR = "the Homeworld of {0:seat} is more jumps from {1:space} than there were turns (J4.11)"
    CUT_OFF = "Black Holes cut a Homeworld off (J1.3)"

    # The turn, players and cards.
    TURN_LIMIT = "turn is {0}, and the limit is {1} (J3.4)"
    NO_START_PLAYER = "{0:step} is due without a start player (J1.5)"
    EARLY_START_PLAYER = "{0:step} is due with a start player (J1.5)"
    FIRST_GOODS = "the start player is drawn before anybody has cards, levels or tokens (J1.4)"
    NOT_LEARNABLE = "{0:seat} has learned {1:card}, which can't be (J2.3)"
    LED_UNLEARNED = "{0:seat} has used Leadership without Leadership (J2.9)"
    LED_UNBOOSTED = "{0:seat} has used Leadership without a boost (J2.9)"
    OWN_ALLY = "an alliance is with another player (J2.2)"
    EARLY_ALLIANCE = "there is an alliance already, and {0:step} is due (J2.2)"
    COPIES = "there are {0} cards {1:card}, not {2} (J1.5)"
    HIDDEN_CARDS = "{0} cards are hidden in hands, and {1} are unseen (J1.6)"

    # Fleets.
    MANY_FLEETS = "there are {0} fleets, and a position has at most {1}"
    IN_BLACK_HOLE = "{0:space} is a Black Hole, and fleets are or were there (J2.6)"
    FIRST_FLEETS_OF = "{0:seat} begins with {1} fleets in {2:space} (J1.4)"
    FIRST_NEUTRAL_FLEETS = "the neutral side begins with {0} fleets (J3.3)"
    HELD_BY_ANOTHER = "{0:space} is held by another side than has fleets there (J2.7)"
    BUILT_ELSEWHERE = "{0:side} has fleets in {1:space}, which it did not hold, before the jumps (J2.5)"
    TWO_SIDES = "two sides have fleets in {0:space} after the fights (J2.7)"
    NEUTRAL_FLEETS = "the neutral side has at most {0} fleets, on its Homeworld, with the option `neutral` (J3.3)"
    HELD_BY_NEUTRAL = "the neutral side never holds {0:space} (J3.3)"
    NEUTRAL_CAME_BACK = "the neutral side has fleets, and did not hold its Homeworld (J3.3)"
    HOLDER_AND_TURNS = "the neutral Homeworld is held by a player for some turns, or by nobody for none (J3.3)"
    HELD_TOO_LONG = "the neutral Homeworld is held for {0} turns in turn {1} (J3.3)"
    ANOTHER_HOLDER = "the player who counts as the holder of the neutral Homeworld does not hold it (J3.3)"

    # The decision that is due.
    NO_ACTOR = "{0:step} is due of nobody (J4.2)"
    ACTOR_ALONE = "{0:step} is due of {1:seat} alone (J4.2)"
    NOT_BEGUN = "{0:step} is due, and the decision has not begun (J4.2)"
    BEGUN = "{0:step} is no decision that begins (J4.2)"
    NOT_HIGHEST = "{0:step} is due of {1:seat}, whose {2:card} is not the highest (J1.7)"
    NOT_LEARNED = "{0:step} is due of {1:seat}, who has not learned {2:card} (J2.3)"
    STRANGE_USE = "a Draw decision uses `take`, `ruins` and `brains` (J2.1)"
    DRAWN_ELSEWHERE = "cards are drawn, and {0:step} is due (J2.1)"
    USED_UNBEGUN = "cards were drawn, and the decision has not begun (J4.2)"
    USED_UNLEARNED = "{0:seat} has not learned {1:card} (J2.1)"
    MANY_DUE = "{0} cards are due, and at most {1} can be (J2.1)"
    EMPTY_DECK = "{0} cards are due, and the deck is empty (J4.4)"
    SOLD = "{0} cards were discarded in this Mine decision, which can't be (J2.4)"

    # Offers.
    WITHOUT_OFFER = "{0:step} is due without an offer (J2.2)"
    WITH_OFFER = "{0:step} is due with an offer (J2.2)"
    NO_TRADE = "{0:step} is due, and the option `trade` is off (J2.2)"
    MANY_GIVEN = "give has {0} cards, and at most {1} can be (J4.6)"
    MANY_ASKED = "ask has {0} cards, and at most {1} can be (J4.6)"
    OFFER_TO_SELF = "an offer is to another player (J4.6)"
    OFFER_OF_ANOTHER = "{0:step} is due of {1:seat}, and the offer is from {2:seat} to {3:seat} (J4.6)"
    GIVEN = "{0:seat} offers cards that are not in the hand, or not in order (J4.6)"
    ASKED = "the cards asked for are not in order, or more than there are (J4.6)"
    TOO_POOR = "{0:seat} has {1} RT, and is to pay {2} (J4.6)"
    LATER_PART = "{0:step} is due, and a later part of the offer is written (J4.6)"
    TWO_CARDS = "{0:step} is due, and two cards are written (J4.6)"
    EMPTY_OFFER = "both sides of the offer are empty, and {0:seat} has no RT (J4.6)"

    # Written orders.
    MANY_LINES = "{0:seat} has {1} orders, and {2} is the most (J4.10)"
    EARLY_ORDERS = "{0:seat} has written orders, and {1:step} is due (J2.6)"
    CLOSED_ORDERS = "what {0:seat} has written is not open, and {1:step} is due (J2.6)"
    WRITES_NOW = "{0:seat} writes no order now (J2.6)"
    SEALED_BOOSTS = "the sealed boosts of {0:seat} are basic technologies in order (J4.3)"
    SEALED_LEAD = "{0:seat} can't use Leadership in this turn (J2.9)"
    MANY_ORDERS = "{0:seat} has {1} orders, and may write {2} (J2.6)"
    TWO_PLANETS = "{0:seat} jumps with the Homeworld twice (J4.11)"
    FLEETS_TWICE = "the orders of {0:seat} move more fleets than are in {1:space} (J2.6)"
    OF_HOMEWORLD = "{0:seat} can't have ordered {1:space}-{2:space} of a Homeworld (J4.11)"
    OF_HOMEWORLD_ALLIED = "{0:seat} can't have ordered {1:space}-{2:space} against the alliance (J2.2)"
    OUT_OF_REACH = "{0:seat} can't have ordered {1:space}-{2:space}: it is out of reach, or against the alliance (J2.6)"
    LARGE_STACK = "{0:seat} can't have ordered {1:space}-{2:space} for {3} fleets; a stack has {4} (J2.6)"
    VOID_EARLY = "{0:seat} can't have ordered {1:space}-{2:space} void before orders are revealed (J2.6)"
    NOT_VOID = "{0:seat} can't have ordered {1:space}-{2:space} against the alliance and not void (J2.2)"
    VOID_ALONE = "{0:seat} can't have ordered {1:space}-{2:space} void without a Time Jump (J2.6)"
    BEGUN_FROM = "{0:seat} can't have begun the order {1:space} (J2.6)"
    BEGUN_TO = "{0:seat} can't have begun the order {1:space} {2:space} (J2.6)"
    PARTS_OF_ORDER = "the number of an order has parts of {0} (J5)"
    ALL_DONE = "all orders are written, and are open then (J2.6)"
    ORDERS_UNBEGUN = "orders are written, and the step has not begun (J4.2)"

    # Battles.
    WITHOUT_BATTLE = "{0:step} is due without a battle (J2.7)"
    WITH_BATTLE = "{0:step} is due with a battle (J2.7)"
    ANOTHER_SPACE = "{0:space} is not the first space with fleets of two sides (J4.12)"
    NEUTRAL_FIGHTS = "the neutral side fights, and the option `neutral` is off (J3.3)"
    FLEETS_IN_BATTLE = "{0:side} has {1} fleets in the battle, and damage of {2}"
    WORST_FIRST = "the damage of {0:side} is in order, the worst hit fleet first (J4.12)"
    OTHERS_EQUAL = "the fleets of {0:side} but the worst hit one have equal damage (J4.12)"
    FALLEN = "a fleet of {0:side} has damage {1}, and falls at {2} (J2.7)"
    GROUPS = "each side deals once in a round, in groups of equal Initiative, each in turn order (J4.12)"
    DEALER_FALLEN = "a side that deals has fleets in the battle (J2.7)"
    NOT_NEXT = "{0:seat} is not the next to deal (J4.12)"
    NOT_HIDDEN = "the deal of {0:side} has no points, and is not hidden by the option `simultaneous` (J5.11)"
    MANY_BOMBS = "{0:side} can't have {1} Nova Bombs (J2.7)"
    FORCE = "a Nova Bomb of {0:side} has another force than {1} (J2.7)"
    POINTS = "{0:side} deals {1} points, not {2} (J2.7)"
    NO_ENEMY = "{0:side} deals points to a side that is no enemy in the battle (J2.7)"

    # Decisions half made.
    COUNTED = "a number is counted, and {0:step} is due (J5)"
    DRAFTED = "{0:step} is due with {1} drafted numbers, not {2} (J5)"
    VICTIM = "a card is stolen from another player who has one (J2.2)"
    SABOTAGED_SIDE = "a fleet is sabotaged of a side that has one (J2.5)"
    SABOTAGED_SPACE = "no fleet of {0:side} is in the space of the sabotage (J2.5)"
    NO_CARD_TO_PAY = "{0:seat} has no card to discard for it (J4.5)"
    NOTHING_TO_REWRITE = "{0:seat} has no order to rewrite (J2.6)"
    NO_PLACE = "the order to rewrite has no place among the orders of {0:seat} (J2.6)"
    NOTHING_TAKEN = "{0:seat} has taken no order out (J2.6)"
    NEGATED_OF_NOBODY = "an order of a player is negated (J2.6)"
    NOTHING_TO_NEGATE = "{0:seat} has no such order to negate (J2.6)"
    NO_SPLIT = "points are split between enemies, and the last one gets the rest (J2.7)"
    NO_POINTS = "{0:seat} has no point left to split (J2.7)"
    NO_PART = "{0} is no part of a number up to {1} (J5)"

    # The end of a turn, and of the game.
    NOT_DISCARDED = "{0:seat} has discarded down, and has {1} cards (J2.8)"
    NOT_OVER = "the game is over, and nobody has won, nor is it the last turn (J3.1)"
    OVER = "the game goes on, and a player had won as the last turn ended (J3.1)"


_NAMES: Final[Mapping[str, Callable[[int], str]]] = MappingProxyType(
    {
        "seat": SEATS.__getitem__,
        "side": lambda side: side_name(side, NEUTRAL),
        "space": space_name,
        "card": lambda card: TITLES[Card(card)],
        "counter": lambda kind: Space(kind).name.replace("_", " ").title(),
        "step": tuple(Due).__getitem__,
    }
)
"""The words for a number in a sentence, by its kind."""

_SENTENCES: Final = tuple(law.value for law in Law)


def unlawful(law: int, where: Sequence[int]) -> SetupError:
    """Return the error for a position that breaks a law, counted from 1; `where` has the numbers of its sentence."""
    return SetupError(named(_SENTENCES[law - 1], where, _NAMES))
