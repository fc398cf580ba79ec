"""The worth of a position for each seat: levels, income, fleets and where they stand, cards, tokens, and Homeworlds.

The bots look at it (`game.EvaluatedGame`). Its unit is a fleet of level 1.

- Fleets count by their number and by their force in battle (`forecasts.quality`). So do the RT that buy them and the
income of the next turns. Many fleets count less each, since the orders of a turn move only some of them.
- The other levels and special technologies count by fixed weights.
- A card in the hand counts a share of what its use would add; the best card counts most.
- All this is multiplied by a factor for enemy Homeworlds that are held, and for the own one in danger.
- Last, fleets gain with every step towards an enemy Homeworld (`fronts`).

Orders on a seat's own sheet count as carried out (`forecasts`). A half-written order counts by an estimate of its best
completion, since bots look only one small action ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import Final, NamedTuple

from .. import rules, secrets
from ..cards import Card
from ..position import NOBODY, OFFERING, Due, Order, Position, level, with_player
from ..rules.hand import changed
from ..state import State, check_state
from .drafts import Drafts, Prices
from .forecasts import Forecast, forecast, quality
from .fronts import Front, fronts_of

__all__ = ["evaluate"]

# --- steps

_OPEN_ORDERS: Final = frozenset(
    {
        Due.ESPIONAGE,
        Due.REWRITE,
        Due.REWRITING,
        Due.TIME_JUMP,
        Due.NEGATE_ORDER,
        Due.NEGATE_CARD,
    }
)
"""All orders are open, and not carried out yet."""

_BEGUN: Final = frozenset(
    {
        Due.SABOTAGE_SPACE,
        Due.SABOTAGE_CARD,
        Due.REWRITE,
        Due.NEGATE_ORDER,
        Due.NEGATE_CARD,
        Due.BOMBS,
    }
)
"""A decision is half made, and has few completions."""

_BEFORE_MINE: Final = OFFERING | {
    *(
        Due.START,
        Due.DRAW,
        Due.OFFER,
        Due.ANSWER,
        Due.STEAL,
        Due.THEFT,
        Due.ALLIANCE,
        Due.TECH,
        Due.PAIRS,
    )
}

# --- weights, in fleets of level 1

_WON: Final = 1e6
"""A win, shared by the winners."""

_TURNS: Final = 8
"""The turns whose income counts."""

_MOVES: Final = 2
"""The turns whose orders limit how much many fleets are worth."""

_SPENT: Final = 0.9
"""What an RT is worth beside the fleets that it buys."""

_LEVELS: Final = {
    Card.JUMP: 1.5,
    Card.COMMAND: 1.5,
    Card.LOGISTICS: 0.4,
    Card.RESEARCH: 1.2,
    Card.ESPIONAGE: 0.5,
    Card.TRADE: 0.6,
    Card.DIPLOMACY: 0.5,
}
"""A level of a technology that neither fights, nor earns, nor makes fleets cheaper."""

_PRIVILEGES: Final = {Card.RESEARCH: 3.0, Card.TRADE: 3.0, Card.DIPLOMACY: 1.0, Card.ESPIONAGE: 1.0}
"""The highest level of all, alone (J1.7)."""

_SPECIALS: Final = {
    Card.RAM_SCOOPS: 3.0,
    Card.EVENT_SKIMMING: 1.0,
    Card.NOVA_BOMBS: 4.0,
    Card.CLOAKING: 1.5,
    Card.SPACE_RAIDING: 1.0,
    Card.ASSIMILATION: 2.0,
    Card.LEADERSHIP: 3.0,
    Card.GENESIS: 3.0,
    Card.STAR_DOCKS: 3.0,
    Card.TIME_JUMP: 1.0,
    Card.PLANET_JUMP: 0.5,
    Card.SABOTAGE: 2.0,
    Card.POSITRONIC_BRAINS: 2.0,
}

_CARD: Final = 2.0
"""A card that isn't known."""

_HAND: Final = tuple(0.75 * 0.8**place for place in range(100))
"""The worth of a card in the hand, as a share of the worth of its use: the best card first."""

_UNUSED_LEAD: Final = 0.01
"""Leadership that can still be used in this turn."""

_HELD: Final = 0.6
"""All enemy Homeworlds, as a share of all that the seat has."""

_FIRST: Final = 0.1
"""The highest Initiative of all, alone, in the same way."""

_DESTROYED: Final = 0.8
"""What a forecast destroys of the enemies' forces."""

_OFFER: Final = 0.999
"""An offer in the making, in comparison with none: it may be refused."""


def evaluate(state: State, /) -> tuple[float, ...]:
    """Return the worth of a state for each seat, in fleets of level 1; none is negative, a larger one is better.

    A state and a seat's own view of it have the same number for that seat. After the end, the winners have 10**6 among
    them and the others nothing.
    """
    p = check_state(state).position
    outcome = rules.outcome(p)
    if outcome is not None:
        share = _WON / len(outcome.winners)
        return tuple([share * (seat in outcome.winners) for seat in range(len(p.players))])
    worth = _as_it_stands(p)
    if p.step in _BEGUN:
        worth[p.actor] = max(0.0, worth[p.actor] + _completion(p))
    return tuple(worth)


def _as_it_stands(p: Position) -> list[float]:
    """Return the worth for each seat without completing any decision but orders."""
    seats = range(len(p.players))
    if p.battle is not None and p.options.simultaneous:
        # J5.11: nobody knows the deals of others.
        views = [secrets.view(p, seat) for seat in seats]
        return [_worth(seen, seat, forecast(seen)) for seat, seen in enumerate(views)]
    if p.step is Due.ORDERS:
        # Nobody knows the orders of others.
        return [_with_orders(p, seat, [(seat, order) for order in p.players[seat].sheet.orders]) for seat in seats]
    if p.step not in _OPEN_ORDERS:
        world = forecast(p)
        return [_worth(p, seat, world) for seat in seats]
    orders = [(seat, order) for seat, one in enumerate(p.players) for order in one.sheet.orders if not order.void]
    world = forecast(p, orders)
    worth = [_worth(p, seat, world) for seat in seats]
    if p.step is Due.REWRITING:
        worth[p.actor] = _with_orders(p, p.actor, orders)
    return worth


def _with_orders(p: Position, seat: int, orders: list[tuple[int, Order]]) -> float:
    """Return the worth for a seat that writes orders; an order that is half written, or rewritten, is completed."""
    sheet = p.players[seat].sheet
    if not sheet.draft and p.step is not Due.REWRITING:
        return _worth(p, seat, forecast(p, orders, seat))
    clear = with_player(p, seat, sheet=sheet._replace(draft=()))
    whole, drafts = _drafts(clear, seat, tuple(orders))
    gain = drafts.best_gain(sheet.draft)
    return max(0.0, whole + (gain if sheet.draft else max(0.0, gain)))


@lru_cache(maxsize=1 << 6)
def _drafts(p: Position, seat: int, orders: tuple[tuple[int, Order], ...]) -> tuple[float, Drafts]:
    """Return the worth without a draft, and the drafts that a seat can write."""
    world = forecast(p, orders, seat)
    whole, front = _worth(p, seat, world), fronts_of(p, world).front(seat)
    now, fleet, income = (
        _has(p, seat, front._replace(fleets=front.fleets + fleets, made=front.made + made))
        for fleets, made in ((0, 0), (1, 0), (0, 1))
    )
    prices = Prices(whole, fleet - now, income - now, _HELD / (len(p.players) - 1), _DESTROYED)
    return whole, Drafts(p, seat, world, prices)


def _completion(p: Position) -> float:
    """Return what the best completion of a half-made decision adds to the actor's lead, in his own view."""
    seen = secrets.view(p, p.actor)
    ends = [State.of(rules.play(seen, p.actor, index), 0) for index in rules.legal_ids(seen, p.actor)]
    return max([_lead(evaluate(end), p.actor) for end in ends]) - _lead(_as_it_stands(seen), p.actor)


def _lead(worth: Sequence[float], seat: int) -> float:
    return worth[seat] - max([number for other, number in enumerate(worth) if other != seat])


# --- a seat


def _worth(p: Position, seat: int, world: Forecast) -> float:
    """Return the worth for a seat of a forecast."""
    one, front = p.players[seat], fronts_of(p, world).front(seat)
    found = _has(p, seat, front) + sum([_PRIVILEGES[card] for card in front.highest]) + _DESTROYED * world.destroyed
    if Card.LEADERSHIP in one.learned and not one.led and one.sheet.led == NOBODY:
        found += _UNUSED_LEAD
    found *= 1 + _FIRST * front.deals_first + _HELD * front.held / (len(p.players) - 1) - front.danger
    found += front.near
    return found * _OFFER if p.step in OFFERING and p.actor == seat else found


def _has(p: Position, seat: int, front: Front) -> float:
    """Return the worth of what a seat has, wherever its fleets stand."""
    one = p.players[seat]
    return _means(
        one.levels,
        one.learned,
        front.fleets,
        one.tokens + _mining(p, seat, front.made),
        front.made * min(_TURNS, p.options.turn_limit - p.turn),
        one.hand,
        one.hidden + p.due * (p.actor == seat),
    )


class _Traits(NamedTuple):
    """What levels and special technologies mean."""

    fleet: float
    """The force of a fleet."""
    token: float
    """The fleets that an RT is worth."""
    manufacturing: int
    moved: int
    """The fleets that orders can move in some turns."""
    rest: float
    """The worth of all other levels and of the specials."""

    def worth(self, fleets: float, tokens: float, made: float) -> float:
        """Return the worth of fleets, of tokens, and of what is made before Manufacturing."""
        strong = fleets + (tokens + made * self.manufacturing) * self.token
        return self.fleet * self.moved * log(1 + strong / self.moved) + self.rest


@lru_cache(maxsize=1 << 14)
def _traits(levels: tuple[int, ...], learned: frozenset[Card]) -> _Traits:
    initiative, attack, defense = levels[Card.INITIATIVE], levels[Card.ATTACK], levels[Card.DEFENSE]
    return _Traits(
        fleet=quality(initiative, attack, defense),
        # J2.5.
        token=_SPENT / max(1, 4 + attack + defense - levels[Card.MINIATURIZATION]),
        manufacturing=levels[Card.MANUFACTURING],
        # J2.6.
        moved=_MOVES * (1 + levels[Card.COMMAND]) * (5 + levels[Card.LOGISTICS]),
        rest=sum(weight * levels[card] for card, weight in _LEVELS.items()) + sum(_SPECIALS[card] for card in learned),
    )


@lru_cache(maxsize=1 << 14)
def _means(
    levels: tuple[int, ...],
    learned: frozenset[Card],
    fleets: float,
    tokens: int,
    made: int,
    hand: tuple[int, ...],
    unknown: int,
) -> float:
    """Return the worth of fleets, of tokens, of what is made in the turns that count, and of cards."""
    found = _traits(levels, learned).worth(fleets, tokens, made)
    cards = [_CARD] * unknown
    for card, n in enumerate(hand):
        if not n:
            continue
        if card == Card.PROGENITOR_RUINS:
            more = 2 * _CARD
        elif card < len(levels):
            more = _traits(changed(levels, card, 1), learned).worth(fleets, tokens, made) - found
        else:
            more = _traits(levels, learned | {Card(card)}).worth(fleets, tokens, made) - found
        cards += [more] * n
    cards.sort(reverse=True)
    return found + sum([worth * share for worth, share in zip(cards, _HAND, strict=False)])


def _mining(p: Position, seat: int, made: int) -> int:
    """Return the RT of the Mine phase of this turn, if it is still to come for a seat (J2.4)."""
    if p.step in _BEFORE_MINE:
        return made * p.players[seat].levels[Card.MANUFACTURING]
    if p.step is not Due.MINE:
        return 0
    n = len(p.players)
    if (seat - p.start_player) % n < (p.actor - p.start_player) % n:
        return 0
    return (made + 2 * p.sold * (seat == p.actor)) * level(p, seat, Card.MANUFACTURING)
