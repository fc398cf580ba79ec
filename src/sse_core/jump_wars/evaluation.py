"""The worth of a position for each seat: levels, income, fleets and where they stand, cards, tokens, and Homeworlds.

The bots look at it (`game.EvaluatedGame`). Its unit is a fleet of level 1. Fleets, and what buys them, are counted by
their force in battle (`forecast.quality`):

- each fleet, and each RT by the share of a fleet that it pays;
- the income of the next turns, in the same way;
- levels and special technologies by fixed weights, the other cards of a hand by what they would add, the best one first.

The sum is multiplied by a factor for enemy Homeworlds that are held, and for the own one in danger. Last, fleets gain
with every step towards the enemy Homeworld that is weakest.

Orders on the own sheet count as carried out. An order half written counts by its best completion under an estimate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from . import rules, secrets
from .board import N_SPACES, Grid, Space
from .cards import Card
from .forecast import NOWHERE, OPEN_ORDERS, Forecast, force, forecast, occupied, quality, steps_from, support
from .position import NOBODY, Order, Player, Position, Step, is_raided, level
from .rules import jump
from .rules.hand import changed
from .state import State, check_state

__all__ = ["evaluate"]

_OFFER_STEPS: Final = frozenset({Step.GIVE, Step.PAY, Step.ASK, Step.CHARGE})

_BEFORE_MINE: Final = _OFFER_STEPS | {
    *(Step.START, Step.DRAW, Step.OFFER, Step.ANSWER, Step.STEAL, Step.THEFT, Step.ALLIANCE, Step.TECH, Step.PAIRS)
}

_BEGUN: Final = frozenset(
    {Step.SABOTAGE_SPACE, Step.SABOTAGE_CARD, Step.REWRITE, Step.NEGATE_ORDER, Step.NEGATE_CARD, Step.BOMBS}
)
"""The steps of decisions half made that have few completions."""

_NO_TARGET: Final = (0.0,) * N_SPACES

# --- the weights, in fleets of level 1

_WON: Final = 1e6
"""A win, shared by the winners."""

_TURNS: Final = 8
"""The turns whose income counts."""

_SPENT: Final = 0.9
"""What an RT is worth beside the fleets that it buys."""

_LEVELS: Final = {
    Card.JUMP: 1.5,
    Card.COMMAND: 2.5,
    Card.LOGISTICS: 0.8,
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
    Card.NOVA_BOMBS: 2.0,
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
"""The share of its use that a card is worth while it is in the hand: the best one first."""

_UNUSED_LEAD: Final = 0.01
"""Leadership that can still be used in this turn."""

_HELD: Final = 0.6
"""All enemy Homeworlds, as a share of the rest."""

_DANGER: Final = 0.4
"""The own Homeworld lost, as a share of the rest."""

_LATER: Final = 0.5
"""The part of a danger that is two jumps away."""

_STEP: Final = 0.03
"""A step of a fleet towards the target."""

_FAR: Final = 30
"""Steps beyond which nothing is nearer."""

_DESTROYED: Final = 0.5
"""What a forecast destroys of the enemies' forces."""

_OFFERING: Final = 0.999
"""An offer that is put together, beside none: nobody knows that it will be accepted."""


def evaluate(state: State, /) -> tuple[float, ...]:
    """Return the worth of a state for each seat, in fleets of level 1; none is negative, a larger one is better.

    A state and a seat's own view of it have the same number for that seat. After the end, the winners have 10**6 among
    them and the others nothing.
    """
    p = check_state(state).position
    outcome = rules.outcome(p)
    if outcome is not None:
        share = _WON / len(outcome.winners)
        return tuple(share * (seat in outcome.winners) for seat in range(len(p.players)))
    worth = _standing(p)
    if p.step in _BEGUN:
        worth[p.actor] += _completion(p)
    return tuple(worth)


def _standing(p: Position) -> list[float]:
    """Return the worth of a position for each seat as it stands."""
    seats = range(len(p.players))
    if p.step is Step.ORDERS:
        return [_written(p, seat) for seat in seats]
    if p.step in OPEN_ORDERS:
        orders = [(seat, order) for seat, one in enumerate(p.players) for order in one.sheet.orders if not order.void]
        world = forecast(p, orders)
        worth = [_Outlook(p, seat, world).worth() for seat in seats]
        if p.step is Step.REWRITING:
            worth[p.actor] = _with_draft(p, p.actor, orders)
        return worth
    world = forecast(p, ())
    return [_Outlook(p, seat, world).worth() for seat in seats]


# --- orders half written


def _written(p: Position, seat: int) -> float:
    """Return the worth for a seat that writes orders, which the others don't know."""
    sheet = p.players[seat].sheet
    orders = [(seat, order) for order in sheet.orders]
    if sheet.draft:
        return _with_draft(p, seat, orders)
    return _Outlook(p, seat, forecast(p, orders, seat)).worth()


def _with_draft(p: Position, seat: int, orders: list[tuple[int, Order]]) -> float:
    """Return the worth with the best completion of an order that is half written, or due."""
    outlook = _Outlook(p, seat, forecast(p, orders, seat))
    draft = p.players[seat].sheet.draft
    best = outlook.best_order(draft)
    if best is None:
        return outlook.worth()
    return _Outlook(p, seat, forecast(p, [*orders, (seat, best)], seat)).worth()


# --- other decisions half made


def _completion(p: Position) -> float:
    """Return what the best completion of a decision half made adds to the actor's lead, in his own view."""
    seen = secrets.view(p, p.actor)
    now = _lead(_standing(seen), p.actor)
    ends = [State(rules.play(seen, p.actor, index), 0) for index in rules.legal_ids(seen, p.actor)]
    return max(_lead(evaluate(end), p.actor) for end in ends) - now


def _lead(worth: Sequence[float], seat: int) -> float:
    return worth[seat] - max(number for other, number in enumerate(worth) if other != seat)


# --- a seat


class _Traits(NamedTuple):
    """What levels and special technologies mean."""

    fleet: float
    """The force of a fleet."""
    token: float
    """What an RT buys of it."""
    manufacturing: int
    rest: float
    """The worth of all other levels and of the specials."""


@lru_cache(maxsize=1 << 14)
def _traits(levels: tuple[int, ...], learned: frozenset[Card]) -> _Traits:
    attack, defense = levels[Card.ATTACK], levels[Card.DEFENSE]
    fleet = quality(levels[Card.INITIATIVE], attack, defense)
    # J2.5.
    price = max(1, 4 + attack + defense - levels[Card.MINIATURIZATION])
    rest = sum(weight * levels[card] for card, weight in _LEVELS.items()) + sum(_SPECIALS[card] for card in learned)
    return _Traits(fleet, _SPENT * fleet / price, levels[Card.MANUFACTURING], rest)


class _Outlook:
    """What a seat has, in a forecast."""

    def __init__(self, p: Position, seat: int, world: Forecast) -> None:
        self.p, self.seat, self.world = p, seat, world
        self.one: Player = p.players[seat]
        self.row = world.fleets[seat]
        self.places = occupied(self.row)
        self.traits = _traits(self.one.levels, self.one.learned)
        self.home = world.homeworlds[seat]
        self.yields = _yields(
            world.spaces,
            world.homeworlds,
            seat,
            # J2.4.
            (1 + p.options.genesis_adds if Card.GENESIS in self.one.learned else 0) + 1,
            Card.RAM_SCOOPS in self.one.learned,
        )
        self.dangers = tuple(self._dangers())

    def worth(self) -> float:
        """Return the worth for the seat."""
        p, one, traits = self.p, self.one, self.traits
        fleets = sum(n for _, n in self.places)
        made = self._made()
        mining = self._mining(made)
        turns = min(_TURNS, p.options.turn_limit - p.turn)

        def of(traits: _Traits) -> float:
            earned = one.tokens + mining + turns * made * traits.manufacturing
            return fleets * traits.fleet + earned * traits.token + traits.rest

        found = of(traits)
        hand = [of(self._with_card(card)) - found for card, n in enumerate(one.hand) for _ in range(n)]
        unknown = one.hidden + p.due * (p.actor == self.seat)
        hand += [_CARD] * unknown
        hand.sort(reverse=True)
        found += sum(worth * share for worth, share in zip(hand, _HAND, strict=False))
        found += self._privileges() + self.world.destroyed * _DESTROYED
        if Card.LEADERSHIP in one.learned and not one.led and one.sheet.led == NOBODY:
            found += _UNUSED_LEAD
        held = sum(self.row[home] > 0 for home in self.world.homeworlds if home != self.home)
        found *= 1 + _HELD * held / (len(p.players) - 1) - self._danger(self.row[self.home])
        nearness = self._nearness()
        found += traits.fleet * sum(n * nearness[space] for space, n in self.places)
        if p.step in _OFFER_STEPS and p.actor == self.seat:
            found *= _OFFERING
        return found

    # --- income

    def _made(self) -> int:
        """J2.4: the RT of a turn, before Manufacturing."""
        yields, made = self.yields, 0
        for space, _ in self.places:
            made += yields[space]
        raiders = [seat for seat, one in enumerate(self.p.players) if Card.SPACE_RAIDING in one.learned]
        for raider in raiders:
            if raider != self.seat:
                spaces = self.world.spaces
                made -= sum(
                    spaces[space] is Space.CLUSTER and is_raided(self.p, raider, space) for space, _ in self.places
                )
        return max(0, made)

    def _mining(self, made: int) -> int:
        """Return the RT of the Mine phase of this turn, if it is still to come for the seat."""
        p = self.p
        if p.step in _BEFORE_MINE:
            return made * self.traits.manufacturing
        if p.step is not Step.MINE:
            return 0
        n = len(p.players)
        if (self.seat - p.start_player) % n < (p.actor - p.start_player) % n:
            return 0
        sold = p.sold if p.actor == self.seat else 0
        return (made + 2 * sold) * level(p, self.seat, Card.MANUFACTURING)

    # --- cards

    def _with_card(self, card: int) -> _Traits:
        """Return the traits after a card of the hand is used for good."""
        one = self.one
        if card < len(one.levels):
            return _traits(changed(one.levels, card, 1), one.learned)
        if card == Card.PROGENITOR_RUINS:
            return self.traits._replace(rest=self.traits.rest + 2 * _CARD)
        return _traits(one.levels, one.learned | {Card(card)})

    def _privileges(self) -> float:
        found = 0.0
        for card, weight in _PRIVILEGES.items():
            mine = self.one.levels[card]
            if all(one.levels[card] < mine or one is self.one for one in self.p.players):
                found += weight
        return found

    # --- the own Homeworld

    def _dangers(self) -> Iterator[float]:
        """Yield the force that each enemy can bring to the own Homeworld soon; a far one counts in part."""
        p = self.p
        steps = steps_from(p.options.grid, self.world.spaces, self.home)
        for seat, one in enumerate(p.players):
            if seat == self.seat:
                continue
            jumps = 1 + one.levels[Card.JUMP]
            near = 0.0
            for space, n in occupied(self.world.fleets[seat]):
                away = steps[space]
                if away <= 2 * jumps:
                    near += n if away <= jumps else _LATER * n
            if p.alliance == (self.seat, seat):
                near *= _LATER
            yield near * _traits(one.levels, one.learned).fleet

    def _danger(self, garrison: float) -> float:
        """Return how far the own Homeworld is in danger with so many fleets there: the loss as a share of the rest."""
        threat = max(self.dangers)
        if not threat:
            return 0.0 if garrison else 0.05
        defended = garrison * force(self.p, self.seat, self.p.homeworlds[self.seat])
        return _DANGER * max(0.0, 1 - (defended / threat) ** 2)

    # --- enemy Homeworlds

    def _nearness(self) -> tuple[float, ...]:
        """Return what a fleet of level 1 gains by standing in each space: the nearer the target, the more."""
        p, world, n = self.p, self.world, len(self.p.players)
        best, target = -1.0, NOBODY
        mine = steps_from(p.options.grid, world.spaces, self.home)
        for other in range(self.seat + 1, self.seat + n):
            seat = other % n
            home = world.homeworlds[seat]
            if self.row[home] > 0 or mine[home] == NOWHERE:
                continue
            garrison = max(
                world.fleets[side][home] * _traits(p.players[side].levels, p.players[side].learned).fleet
                for side in range(n)
                if side != self.seat
            )
            ease = 1 / ((1 + garrison) * (8 + mine[home]))
            if ease > best:
                best, target = ease, home
        return _nearness_to(p.options.grid, world.spaces, target) if target != NOBODY else _NO_TARGET

    # --- orders

    def best_order(self, draft: tuple[int, ...]) -> Order | None:
        """Return the best order that begins so, under an estimate; None if there is none."""
        p, seat, row = self.p, self.seat, self.row
        sheet, most = self.one.sheet, jump.stack(p, seat)
        bound = {order.origin: 0 for order in sheet.orders}
        for order in sheet.orders:
            bound[order.origin] += order.fleets
        nearness, fleet, whole = self._nearness(), self.traits.fleet, self.worth()
        earning = min(_TURNS, p.options.turn_limit - p.turn) * self.traits.manufacturing * self.traits.token
        most_found, found = -1e9, None
        for origin in draft[:1] or [space for space, _ in occupied(p.fleets[seat])]:
            free = min(p.fleets[seat][origin] - bound.get(origin, 0), most)
            if free < 1:
                continue
            here = row[origin]
            leaving = {
                n: (earning * self.yields[origin] if n >= here else 0.0) + fleet * n * nearness[origin]
                for n in {1, free, max(1, free - 1)}
            }
            if origin == self.home:
                safe = self._danger(here)
                for n in leaving:
                    leaving[n] += whole * (self._danger(here - n) - safe)
            for target in draft[1:2] or jump.targets(p, seat, origin):
                gain = earning * self.yields[target] if row[target] <= 0 else 0.0
                enemies = self._enemies(target)
                for n, left in leaving.items():
                    worth = fleet * n * nearness[target] - left
                    worth += self._battle(target, n, enemies, gain, whole) if enemies else gain
                    if worth > most_found:
                        most_found, found = worth, Order(origin, target, n)
        return found

    def _enemies(self, space: int) -> float:
        """Return the force of the enemies in a space."""
        found = 0.0
        for side, row in enumerate(self.p.fleets):
            if row[space] and side != self.seat:
                found += row[space] * force(self.p, side, space)
        return found

    def _battle(self, space: int, n: float, enemies: float, gain: float, whole: float) -> float:
        """Return about what n fleets gain that go into a battle."""
        fleet = self.traits.fleet
        ours = fleet * (n + self.row[space] + support(self.p, self.seat, space))
        if ours <= enemies:
            return -fleet * n
        left = sqrt(1 - (enemies / ours) ** 2)
        if space in self.world.homeworlds:
            gain += whole * _HELD / (len(self.p.players) - 1)
        return gain + _DESTROYED * enemies - fleet * n * (1 - left)


# --- the board


@lru_cache(maxsize=1 << 10)
def _yields(
    spaces: tuple[Space, ...], homeworlds: tuple[int, ...], seat: int, star_field: int, nebula: bool
) -> tuple[int, ...]:
    """J2.4: return what each space makes with fleets of a seat, before Manufacturing and raids."""
    counters = {Space.STAR_FIELD: star_field, Space.CLUSTER: 2, Space.NEBULA: int(nebula)}
    found = [counters.get(counter, 0) for counter in spaces]
    for owner, home in enumerate(homeworlds):
        found[home] = 5 if owner == seat else 2
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _nearness_to(grid: Grid, spaces: tuple[Space, ...], target: int) -> tuple[float, ...]:
    return tuple(_STEP * max(0, _FAR - steps) for steps in steps_from(grid, spaces, target))
