"""Second reading of the rules: written by another reader from the clauses alone, as one story told turn by turn.

It shares nothing with the package but the table of actions and the names of cards. A clause that one of the two
misreads shows as a difference. The story is a generator: it stops where a player or chance is to act.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sse_core.jump_wars.actions import ACTIONS, NEUTRAL
from sse_core.jump_wars.cards import Card

CHANCE: Final = -1

VOID, STAR_FIELD, CLUSTER, BLACK_HOLE, NEBULA, HOMEWORLD = range(6)
"""What lies on a space (J1.2)."""

CENTRE: Final = 44
"""Where the neutral Homeworld is (J3.3)."""

CARDS: Final = tuple(Card)
BASICS: Final = CARDS[:12]
DECK: Final = Counter({card: 5 if card in BASICS else 1 for card in CARDS})
"""J1.5."""

SQUARE_STEPS: Final = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
HEX_STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""J4.1."""


class Choice(NamedTuple):
    """An action: what is done, and with what; −1 where nothing need be said."""

    verb: str
    thing: int = -1


INDEX: Final = {
    Choice(str(action.verb), -1 if action.argument is None else int(action.argument)): index
    for index, action in enumerate(ACTIONS)
}
CHOICES: Final = tuple(INDEX)
DONE: Final = Choice("done")


@dataclass
class Ask:
    """Where the story waits: for one of these choices of one of these players, or for chance."""

    step: str
    choices: dict[int, set[Choice]]
    odds: dict[Choice, Fraction] = field(default_factory=dict)


T = TypeVar("T")
Story: TypeAlias = Generator[Ask, tuple[int, Choice], T]


def each(verb: str, things: Iterable[int]) -> set[Choice]:
    return {Choice(verb, int(thing)) for thing in things}


@dataclass
class Order:
    """An order to jump; one of no fleets moves the Homeworld (J2.6)."""

    start: int
    goal: int
    fleets: int
    void: bool = False


@dataclass
class Player:
    """J1.4."""

    levels: Counter[Card] = field(default_factory=lambda: Counter(dict.fromkeys(BASICS, 1)))
    boosts: Counter[Card] = field(default_factory=Counter)
    learned: set[Card] = field(default_factory=set)
    led: bool = False
    tokens: int = 0
    hand: Counter[Card] = field(default_factory=Counter)
    orders: list[Order] = field(default_factory=list)
    sealed: list[Card] = field(default_factory=list)
    sealed_lead: Card | None = None

    def level(self, tech: Card) -> int:
        """J1.7, J4.3: boosts count, sealed ones too."""
        return self.levels[tech] + self.boosts[tech] + self.sealed.count(tech) + (self.sealed_lead is tech)


@dataclass
class Offer:
    """J2.2, J4.6."""

    giver: int
    receiver: int
    give: list[Card] = field(default_factory=list)
    pay: int = 0
    ask: list[Card] = field(default_factory=list)
    charge: int = 0


class Deal(NamedTuple):
    """What a side of a battle does when its turn comes (J4.12)."""

    bombs: int
    force: int
    points: dict[int, int]


@dataclass
class Battle:
    """J2.7: the damage of each fleet of each side, the worst hit first; sides in turn order, the neutral one last."""

    space: int
    wounds: dict[int, list[int]]
    round: int = 0
    kills: Counter[int] = field(default_factory=Counter)

    @property
    def standing(self) -> list[int]:
        return [side for side, wounds in self.wounds.items() if wounds]


class Game:
    """A game that is under way, or over; `play` changes it. Set other things on the table before `begin`, if you like.

    A side is a seat; the neutral side's number is the number of players.
    """

    def __init__(
        self,
        spaces: Iterable[int],
        homeworlds: Iterable[int],
        *,
        grid: str = "square",
        turn_limit: int = 100,
        neutral: bool = False,
        trade: bool = True,
        void_orders: bool = False,
        must_raise: bool = False,
        genesis_adds: bool = False,
        any_map: bool = False,
        simultaneous: bool = False,
    ) -> None:
        self.spaces = [int(kind) for kind in spaces]
        self.homeworlds = list(homeworlds)
        self.steps = HEX_STEPS if grid == "hex" else SQUARE_STEPS
        self.turn_limit = turn_limit
        self.neutral = neutral
        self.trade = trade
        self.void_orders = void_orders
        self.must_raise = must_raise
        self.genesis_adds = genesis_adds
        # A map is laid before the story begins, so how it was laid (J1.3) plays no part in it.
        self.any_map = any_map
        self.simultaneous = simultaneous

        self.n = len(self.homeworlds)
        self.players = [Player() for _ in self.homeworlds]
        self.fleets = [Counter({home: 5}) for home in self.homeworlds]
        self.fleets.append(Counter({CENTRE: 3} if neutral else {}))
        self.held = self._holders()
        self.deck = Counter(DECK)
        self.discard: Counter[Card] = Counter()
        self.first = -1
        self.turn = 1
        self.alliance: tuple[int, int] | None = None
        self.offer: Offer | None = None
        self.battle: Battle | None = None
        self.neutral_holder = -1
        self.neutral_turns = 0
        self.outcome: tuple[tuple[int, ...], str] | None = None
        self.happened: Counter[str] = Counter()
        """What came up, for those who count it."""
        self._reach: dict[tuple[int, int, bool], set[int]] = {}

    def begin(self, first: int = -1) -> None:
        """Begin with the draw of the start player, or with the Draw phase of a start player who is known."""
        self.first = first
        self._story = self._tell()
        self.ask = next(self._story)

    # --- what players and chance may do

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(sorted(self.ask.choices))

    @property
    def step(self) -> str:
        return self.ask.step

    def legal(self, player: int) -> set[Choice]:
        return self.ask.choices.get(player, set())

    def legal_ids(self, player: int) -> tuple[int, ...]:
        return tuple(sorted(INDEX[choice] for choice in self.legal(player)))

    def odds(self) -> dict[int, Fraction]:
        return {INDEX[choice]: chance for choice, chance in self.ask.odds.items()}

    def play(self, player: int, index: int) -> None:
        choice = CHOICES[index]
        assert choice in self.legal(player), (player, choice)
        try:
            self.ask = self._story.send((player, choice))
        except StopIteration:
            self.ask = Ask("end", {})

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(self._homeworlds_taken, range(self.n)))

    # --- geometry, sides and order

    def _beside(self, space: int) -> list[int]:
        """J1.1."""
        y, x = divmod(space, 10)
        return [10 * (y + b) + x + a for a, b in self.steps if 0 <= x + a <= 9 and 0 <= y + b <= 9]

    def _within(self, start: int, steps: int, skims: bool) -> set[int]:
        """J2.6: the spaces other than the start that a jump can reach."""
        key = (start, steps, skims)
        if key not in self._reach:
            least = {start: 0}
            queue = [start]
            for space in queue:
                for near in self._beside(space):
                    passable = skims or self.spaces[near] != BLACK_HOLE
                    if passable and near not in least and least[space] < steps:
                        least[near] = least[space] + 1
                        queue.append(near)
            self._reach[key] = {space for space in queue[1:] if self.spaces[space] != BLACK_HOLE}
        return self._reach[key]

    def _in_turn_order(self) -> list[int]:
        return [(self.first + i) % self.n for i in range(self.n)]

    def _sides(self) -> list[int]:
        return [*self._in_turn_order(), self.n]

    def _sides_at(self, space: int) -> list[int]:
        return [side for side in self._sides() if self.fleets[side][space]]

    def _holders(self) -> dict[int, int]:
        """J4.12: who has fleets where."""
        return {space: side for side, fleets in enumerate(self.fleets) for space, n in fleets.items() if n}

    def _highest(self, tech: Card) -> int | None:
        """J1.7: the player with a privilege, if there is one."""
        levels = [player.level(tech) for player in self.players]
        return levels.index(max(levels)) if levels.count(max(levels)) == 1 else None

    def _homeworlds_taken(self, seat: int) -> int:
        """J3.2."""
        return sum(self.fleets[seat][home] > 0 for owner, home in enumerate(self.homeworlds) if owner != seat)

    # --- how somebody chooses

    def _choose(self, step: str, seat: int, choices: set[Choice]) -> Story[Choice]:
        """A part of a decision half made: nothing else may be done meanwhile (J4.2)."""
        _, choice = yield Ask(step, {seat: choices})
        return choice

    def _decide(
        self, step: str, seat: int, choices: Callable[[], set[Choice]], *, sealed: bool = False
    ) -> Story[Choice]:
        """A decision: the levels may be boosted before the choice is made (J2.9)."""
        player = self.players[seat]
        while True:
            further = each("boost", (tech for tech in BASICS if player.hand[tech]))
            if Card.LEADERSHIP in player.learned and not player.led and player.sealed_lead is None:
                further |= each("lead", BASICS)
            verb, thing = choice = yield from self._choose(step, seat, choices() | further)
            if choice not in further:
                return choice
            tech = Card(thing)
            self.happened[f"{verb} in {step}"] += 1
            if verb == "boost" and sealed:
                player.hand[tech] -= 1
                player.sealed.append(tech)
            elif verb == "boost":
                self._throw(seat, tech)
                player.boosts[tech] += 1
            elif sealed:
                player.sealed_lead = tech
            else:
                player.led = True
                player.boosts[tech] += 1

    def _number(self, step: str, seat: int, allowed: Iterable[int]) -> Story[int]:
        """A number, in parts of 99 if it is larger."""
        numbers = set(allowed)
        before = 0
        while True:
            _, part = yield from self._choose(step, seat, each("count", {min(n, 99) for n in numbers}))
            if part < 99 or max(numbers) == 99:
                return before + part
            self.happened["a number in parts"] += 1
            before += 99
            numbers = {n - 99 for n in numbers if n >= 99}

    def _chance(self, step: str, verb: str, weights: Mapping[Any, int]) -> Story[int]:
        total = sum(weights.values())
        odds = {Choice(verb, int(thing)): Fraction(n, total) for thing, n in weights.items() if n}
        _, (_, thing) = yield Ask(step, {CHANCE: set(odds)}, odds)
        return thing

    # --- cards

    def _throw(self, seat: int, card: Card) -> None:
        assert self.players[seat].hand[card] > 0
        self.players[seat].hand[card] -= 1
        self.discard[card] += 1

    def _kinds(self, seat: int, among: Iterable[Card] = CARDS, copies: int = 1) -> list[Card]:
        return [card for card in among if self.players[seat].hand[card] >= copies]

    def _draw_cards(self, seat: int, n: int) -> Story[None]:
        """J2.1, J4.4: the discard becomes the deck when a card is due."""
        for _ in range(n):
            if not self.deck.total():
                self.happened["reshuffle" if self.discard.total() else "nothing to draw"] += 1
                self.deck, self.discard = self.discard, Counter()
            if not self.deck.total():
                return
            card = Card((yield from self._chance("draw", "draw", self.deck)))
            self.deck[card] -= 1
            self.players[seat].hand[card] += 1

    # --- the turn

    def _tell(self) -> Story[None]:
        """J2."""
        if self.first < 0:
            self.first = yield from self._chance("start", "first", dict.fromkeys(range(self.n), 1))
        while self.outcome is None:
            yield from self._each(self._draw)
            if self.trade:
                yield from self._each(self._make_offer)
            yield from self._steal()
            yield from self._name_ally()
            yield from self._each(self._raise_or_learn)
            yield from self._each(self._discard_pairs)
            yield from self._each(self._mine)
            yield from self._each(self._build)
            yield from self._each(self._sabotage)
            yield from self._write_orders()
            yield from self._spy()
            yield from self._each(self._time_jump)
            self._carry_out()
            for space in range(100):
                if len(self._sides_at(space)) > 1:
                    yield from self._fight(space)
            yield from self._each(self._discard_down)
            self._end_turn()

    def _each(self, what: Callable[[int], Story[None]]) -> Story[None]:
        for seat in self._in_turn_order():
            yield from what(seat)

    # --- Draw (J2.1)

    def _draw(self, seat: int) -> Story[None]:
        player = self.players[seat]
        used: set[str] = set()

        def choices() -> set[Choice]:
            found = {DONE if "take" in used else Choice("take")}
            if player.hand[Card.PROGENITOR_RUINS] and "ruins" not in used:
                found.add(Choice("ruins"))
            if Card.POSITRONIC_BRAINS in player.learned and player.tokens >= 10 and "brains" not in used:
                found.add(Choice("brains"))
            return found

        while (choice := (yield from self._decide("draw", seat, choices))) != DONE:
            used.add(choice.verb)
            self.happened[choice.verb] += 1
            match choice.verb:
                case "take":
                    n = 3 if self._highest(Card.RESEARCH) == seat else 2
                    self.happened["a third card"] += n == 3
                    yield from self._draw_cards(seat, n)
                case "ruins":
                    self._throw(seat, Card.PROGENITOR_RUINS)
                    yield from self._draw_cards(seat, 2)
                case _:
                    player.tokens -= 10
                    yield from self._draw_cards(seat, 1)

    # --- Trade (J2.2)

    def _make_offer(self, seat: int) -> Story[None]:
        """J4.6."""
        others = set(range(self.n)) - {seat}
        choice = yield from self._decide("offer", seat, lambda: each("offer", others) | {DONE})
        if choice == DONE:
            return
        me, other = self.players[seat], self.players[choice.thing]
        self.offer = offer = Offer(seat, choice.thing)
        yield from self._list_cards("give", seat, offer.give, me.hand)
        offer.pay = yield from self._number("pay", seat, range(me.tokens + 1))
        gift = bool(offer.give or offer.pay)
        yield from self._list_cards("ask", seat, offer.ask, DECK, may_be_empty=gift or other.tokens > 0)
        least = 0 if gift or offer.ask else 1
        offer.charge = yield from self._number("charge", seat, range(least, other.tokens + 1))

        def answers() -> set[Choice]:
            able = other.tokens >= offer.charge and Counter(offer.ask) <= other.hand
            return {Choice("refuse"), Choice("accept")} if able else {Choice("refuse")}

        choice = yield from self._decide("answer", offer.receiver, answers)
        self.happened[choice.verb] += 1
        if choice.verb == "accept":
            me.hand = me.hand - Counter(offer.give) + Counter(offer.ask)
            other.hand = other.hand - Counter(offer.ask) + Counter(offer.give)
            me.tokens += offer.charge - offer.pay
            other.tokens += offer.pay - offer.charge
        self.offer = None

    def _list_cards(
        self, verb: str, seat: int, found: list[Card], limits: Counter[Card], may_be_empty: bool = True
    ) -> Story[None]:
        """Up to two cards, ascending, and no more of a kind than there can be."""
        while len(found) < 2:
            choices = each(verb, (c for c in CARDS if c >= max(found, default=c) and found.count(c) < limits[c]))
            if found or may_be_empty:
                choices.add(DONE)
            choice = yield from self._choose(verb, seat, choices)
            if choice == DONE:
                return
            found.append(Card(choice.thing))

    def _steal(self) -> Story[None]:
        seat = self._highest(Card.TRADE)
        if seat is None:
            return

        def choices() -> set[Choice]:
            return {DONE} | each("steal", (s for s, p in enumerate(self.players) if s != seat and p.hand.total()))

        choice = yield from self._decide("steal", seat, choices)
        if choice == DONE:
            return
        victim = self.players[choice.thing]
        card = Card((yield from self._chance("theft", "draw", victim.hand)))
        self.happened["theft"] += 1
        victim.hand[card] -= 1
        self.players[seat].hand[card] += 1

    def _name_ally(self) -> Story[None]:
        seat = self._highest(Card.DIPLOMACY)
        if seat is None:
            return
        others = set(range(self.n)) - {seat}
        choice = yield from self._decide("alliance", seat, lambda: {DONE} | each("ally", others))
        if choice != DONE:
            self.happened["alliance"] += 1
            self.alliance = (seat, choice.thing)

    def _forbidden(self, seat: int, goal: int) -> bool:
        """Whether the alliance voids an order; fleets stand as they did when the Jump phase began."""
        if self.alliance is None:
            return False
        diplomat, ally = self.alliance
        return seat == ally and self.fleets[diplomat][goal] > 0

    # --- Tech (J2.3)

    def _raise_or_learn(self, seat: int) -> Story[None]:
        player = self.players[seat]

        def choices() -> set[Choice]:
            new = [c for c in CARDS if c not in BASICS and c is not Card.PROGENITOR_RUINS and c not in player.learned]
            found = each("raise", self._kinds(seat, BASICS)) | each("learn", self._kinds(seat, new))
            return found if found and self.must_raise else found | {DONE}

        choice = yield from self._decide("tech", seat, choices)
        if choice == DONE:
            return
        card = Card(choice.thing)
        self._throw(seat, card)
        if choice.verb == "raise":
            player.levels[card] += 1
        else:
            self.happened[f"learn {card.name}"] += 1
            player.learned.add(card)

    def _discard_pairs(self, seat: int) -> Story[None]:
        def choices() -> set[Choice]:
            return each("pair", self._kinds(seat, BASICS, copies=2)) | {DONE}

        while (choice := (yield from self._decide("pairs", seat, choices))) != DONE:
            card = Card(choice.thing)
            self._throw(seat, card)
            self._throw(seat, card)
            self.players[seat].levels[card] += 1
            self.happened["pair"] += 1

    # --- Mine (J2.4)

    def _mine(self, seat: int) -> Story[None]:
        player = self.players[seat]
        sold = 0

        def choices() -> set[Choice]:
            return each("discard", self._kinds(seat)) | {DONE}

        while (choice := (yield from self._decide("mine", seat, choices))) != DONE:
            self._throw(seat, Card(choice.thing))
            sold += 1
        found = 2 * sold + sum(self._yield_of(seat, space) for space, n in self.fleets[seat].items() if n)
        player.tokens += found * player.level(Card.MANUFACTURING)

    def _yield_of(self, seat: int, space: int) -> int:
        learned = self.players[seat].learned
        match self.spaces[space]:
            case _ if space in self.homeworlds:
                return 5 if self.homeworlds[seat] == space else 2
            case int(kind) if kind == STAR_FIELD and Card.GENESIS in learned:
                self.happened["Genesis makes more"] += 1
                return 3 if self.genesis_adds else 2
            case int(kind) if kind == STAR_FIELD:
                return 1
            case int(kind) if kind == CLUSTER:
                raiders = [other for other in range(self.n) if other != seat and self._raids(other, space)]
                self.happened["a Cluster raided"] += bool(raiders)
                self.happened["a Cluster raided by two or more"] += len(raiders) > 1
                return max(0, 2 - len(raiders))
            case int(kind) if kind == NEBULA and Card.RAM_SCOOPS in learned:
                self.happened["Ram Scoops make RT"] += 1
                return 1
            case _:
                return 0

    def _raids(self, seat: int, space: int) -> bool:
        near = any(self.fleets[seat][beside] for beside in self._beside(space))
        return near and Card.SPACE_RAIDING in self.players[seat].learned

    # --- Build (J2.5)

    def _build(self, seat: int) -> Story[None]:
        """J4.9."""
        player = self.players[seat]
        home = self.homeworlds[seat]

        def price() -> int:
            level = player.level
            return max(1, 4 + level(Card.ATTACK) + level(Card.DEFENSE) - level(Card.MINIATURIZATION))

        def choices() -> set[Choice]:
            if player.tokens < price():
                return {DONE}
            docks = {
                space
                for space, n in self.fleets[seat].items()
                if n and self.spaces[space] in (STAR_FIELD, CLUSTER) and Card.STAR_DOCKS in player.learned
            }
            return each("build", {home} | docks) | {DONE}

        while (choice := (yield from self._decide("build", seat, choices))) != DONE:
            self.happened["build at a Star Dock"] += choice.thing != home
            self.happened["build beside an enemy"] += self._sides_at(choice.thing) not in ([], [seat])
            player.tokens -= price()
            self.fleets[seat][choice.thing] += 1

    def _sabotage(self, seat: int) -> Story[None]:
        player = self.players[seat]
        if Card.SABOTAGE not in player.learned:
            return

        def choices() -> set[Choice]:
            if not player.hand.total():
                return {DONE}
            sides = (NEUTRAL if side == self.n else side for side in self._sides() if self.fleets[side].total())
            return each("sabotage", sides) | {DONE}

        choice = yield from self._decide("sabotage", seat, choices)
        if choice == DONE:
            return
        side = self.n if choice.thing == NEUTRAL else choice.thing
        spaces = (space for space, n in self.fleets[side].items() if n)
        _, space = yield from self._choose("sabotage-space", seat, each("at", spaces))
        _, card = yield from self._choose("sabotage-card", seat, each("discard", self._kinds(seat)))
        self._throw(seat, Card(card))
        self.fleets[side][space] -= 1
        self.happened["sabotage of a neutral fleet" if side == self.n else "sabotage"] += 1
        self.happened["sabotage of an own fleet"] += side == seat

    # --- Jump (J2.6)

    def _write_orders(self) -> Story[None]:
        """All write at once; each has a story of its own until it is done."""
        writers = {seat: self._write(seat) for seat in range(self.n)}
        asks = {seat: next(writer) for seat, writer in writers.items()}
        while asks:
            choices = {seat: ask.choices[seat] for seat, ask in asks.items()}
            seat, choice = yield Ask("orders", choices)
            try:
                asks[seat] = writers[seat].send((seat, choice))
            except StopIteration:
                del asks[seat]
        for seat, player in enumerate(self.players):
            self._show_boosts(player)
            for order in player.orders:
                self._void_against_alliance(seat, order)

    def _show_boosts(self, player: Player) -> None:
        """J4.3: what was sealed is for all to see."""
        for card in player.sealed:
            player.boosts[card] += 1
            self.discard[card] += 1
        if player.sealed_lead is not None:
            player.boosts[player.sealed_lead] += 1
            player.led = True
        player.sealed, player.sealed_lead = [], None

    def _void_against_alliance(self, seat: int, order: Order) -> None:
        if self._forbidden(seat, order.goal):
            assert self.void_orders
            self.happened["an order voided by the alliance"] += 1
            self.happened["a Planet Jump voided by the alliance"] += order.fleets == 0
            order.void = True

    def _write(self, seat: int) -> Story[None]:
        player = self.players[seat]

        def choices() -> set[Choice]:
            # J4.10: 40 orders at most.
            room = len(player.orders) < min(40, 1 + player.level(Card.COMMAND))
            return (self._order_beginnings(seat) if room else set()) | {DONE}

        while (choice := (yield from self._decide("orders", seat, choices, sealed=True))) != DONE:
            order = yield from self._write_order("orders", seat, choice)
            player.orders.append(order)

    def _free(self, seat: int, space: int) -> int:
        """J4.10: the fleets that no order binds."""
        bound = sum(order.fleets for order in self.players[seat].orders if order.start == space)
        return self.fleets[seat][space] - bound

    def _goals(self, seat: int, start: int) -> set[int]:
        player = self.players[seat]
        skims = Card.EVENT_SKIMMING in player.learned
        return self._allowed(seat, self._within(start, 1 + player.level(Card.JUMP), skims))

    def _allowed(self, seat: int, goals: Iterable[int]) -> set[int]:
        return {goal for goal in goals if self.void_orders or not self._forbidden(seat, goal)}

    def _order_beginnings(self, seat: int) -> set[Choice]:
        player = self.players[seat]
        starts = [space for space, n in self.fleets[seat].items() if n and self._free(seat, space) > 0]
        found = each("from", (start for start in starts if self._goals(seat, start)))
        home = self.homeworlds[seat]
        jumps = any(order.fleets == 0 for order in player.orders)
        if Card.PLANET_JUMP in player.learned and self.fleets[seat][home] and not jumps:
            voids = [space for space in self._beside(home) if self.spaces[space] == VOID]
            found |= each("planet", self._allowed(seat, voids))
        return found

    def _write_order(self, step: str, seat: int, beginning: Choice) -> Story[Order]:
        verb, space = beginning
        if verb == "planet":
            return Order(self.homeworlds[seat], space, 0)
        _, goal = yield from self._choose(step, seat, each("to", self._goals(seat, space)))
        most = min(self._free(seat, space), 5 + self.players[seat].level(Card.LOGISTICS))
        fleets = yield from self._number(step, seat, range(1, most + 1))
        self.happened["a jump over a Black Hole"] += goal not in self._within(
            space, 1 + self.players[seat].level(Card.JUMP), skims=False
        )
        return Order(space, goal, fleets)

    def _spy(self) -> Story[None]:
        seat = self._highest(Card.ESPIONAGE)
        if seat is None:
            return
        orders = self.players[seat].orders
        choices = {DONE, Choice("rewrite")} if orders else {DONE}
        choice = yield from self._decide("espionage", seat, lambda: choices)
        if choice == DONE:
            return
        number = yield from self._number("rewrite", seat, range(1, len(orders) + 1))
        old = orders.pop(number - 1)
        choice = yield from self._choose("rewriting", seat, self._order_beginnings(seat) | {DONE})
        if choice == DONE:
            self.happened["an order cancelled"] += 1
            return
        new = yield from self._write_order("rewriting", seat, choice)
        self._void_against_alliance(seat, new)
        orders.insert(number - 1, new)
        self.happened["an order rewritten"] += 1
        self.happened["an order rewritten as one of the other kind"] += (old.fleets == 0) != (new.fleets == 0)

    def _time_jump(self, seat: int) -> Story[None]:
        player = self.players[seat]
        if Card.TIME_JUMP not in player.learned:
            return

        def choices() -> set[Choice]:
            seats = (s for s, p in enumerate(self.players) if any(not order.void for order in p.orders))
            return (each("negate", seats) if player.hand.total() else set()) | {DONE}

        choice = yield from self._decide("time-jump", seat, choices)
        if choice == DONE:
            return
        orders = self.players[choice.thing].orders
        numbers = [i for i, order in enumerate(orders, 1) if not order.void]
        number = yield from self._number("negate-order", seat, numbers)
        _, card = yield from self._choose("negate-card", seat, each("discard", self._kinds(seat)))
        self._throw(seat, Card(card))
        orders[number - 1].void = True
        self.happened["a Time Jump against a Planet Jump"] += orders[number - 1].fleets == 0
        self.happened["a Time Jump"] += 1
        self.happened["a Time Jump against an own order"] += choice.thing == seat

    def _carry_out(self) -> None:
        """J4.11: Homeworlds first, in turn order; then all fleets at once."""
        entered: set[int] = set()
        for seat in self._in_turn_order():
            for order in self.players[seat].orders:
                if order.void or order.fleets:
                    continue
                if order.goal in entered:
                    order.void = True
                    self.happened["two Planet Jumps into one Void"] += 1
                    continue
                self.happened["a Planet Jump"] += 1
                entered.add(order.goal)
                self.spaces[order.start], self.spaces[order.goal] = VOID, HOMEWORLD
                self.homeworlds[seat] = order.goal
        if entered:
            self._reach.clear()
        moves = [(s, o) for s, p in enumerate(self.players) for o in p.orders if not o.void]
        for seat, order in moves:
            self.fleets[seat][order.start] -= order.fleets
            assert self.fleets[seat][order.start] >= 0
        for seat, order in moves:
            self.fleets[seat][order.goal] += order.fleets

    # --- Fight (J2.7, J4.12)

    def _strength(self, side: int, tech: Card, space: int) -> int:
        """A level with what the space adds to it."""
        if side == self.n:
            return 1 if tech is Card.INITIATIVE else 1 + 2
        defends = self.spaces[space] == NEBULA and self.held.get(space) == side
        at_home = self.homeworlds[side] == space and tech is not Card.INITIATIVE
        return self.players[side].level(tech) + (1 if defends else 0) + (2 if at_home else 0)

    def _speed(self, side: int, battle: Battle) -> int:
        cloaked = side < self.n and Card.CLOAKING in self.players[side].learned and battle.round == 1
        return self._strength(side, Card.INITIATIVE, battle.space) + (2 if cloaked else 0)

    def _fight(self, space: int) -> Story[None]:
        sides = self._sides_at(space)
        self.battle = battle = Battle(space, {side: [0] * self.fleets[side][space] for side in sides})
        self._note_battle(battle)
        while len(battle.standing) > 1:
            battle.round += 1
            speeds = {side: self._speed(side, battle) for side in battle.standing}
            for speed in sorted(set(speeds.values()), reverse=True):
                group = [side for side in battle.standing if speeds[side] == speed]
                if group and len(battle.standing) > 1:
                    self.happened["equal Initiative"] += len(group) > 1
                    self.happened["equal Initiative of three and more"] += len(group) > 2
                    yield from self._deal_together(battle, group)
        self.happened["a long battle"] += battle.round > 3
        self.happened["all fall"] += not battle.standing
        for winner in battle.standing:
            if winner < self.n and Card.ASSIMILATION in self.players[winner].learned:
                self.happened["Assimilation"] += battle.kills[winner] > 1
                self.fleets[winner][space] += battle.kills[winner] // 2
        self.battle = None

    def _note_battle(self, battle: Battle) -> None:
        space, sides = battle.space, battle.standing
        self.happened["a fight"] += 1
        self.happened["a fight of three"] += len(sides) == 3
        self.happened["a fight of four and more"] += len(sides) > 3
        self.happened["a fight with the neutral side"] += self.n in sides
        self.happened["a fight of three with the neutral side"] += self.n in sides and len(sides) > 2
        self.happened["a defended Nebula"] += self.spaces[space] == NEBULA and self.held.get(space) in sides
        self.happened["a defended Homeworld"] += any(s < self.n and self.homeworlds[s] == space for s in sides)

    def _deal_together(self, battle: Battle, group: list[int]) -> Story[None]:
        """Sides of equal Initiative settle one after another what they do; then all of it happens."""
        there = {side: len(battle.wounds[side]) for side in battle.standing}
        deals: dict[int, Deal] = {}
        for side in group:
            if side == self.n:
                deals[side] = self._neutral_deal(there)
            else:
                deals[side] = yield from self._deal(battle.space, side, there)
        for side in group:
            # J5.11: at once means that nobody of the group sees what another one does before.
            if side < self.n and self.simultaneous:
                player = self.players[side]
                self.happened["a sealed boost at a deal"] += len(player.sealed) + (player.sealed_lead is not None)
                self._show_boosts(player)
        for side, deal in deals.items():
            del battle.wounds[side][: deal.bombs]
        for side, deal in deals.items():
            if deal.bombs:
                self._explode(battle, side, deal)
        for side, deal in deals.items():
            for target, points in deal.points.items():
                self._hit(battle, side, target, points)
        for side, wounds in battle.wounds.items():
            self.fleets[side][battle.space] = len(wounds)

    def _neutral_deal(self, there: dict[int, int]) -> Deal:
        """J4.8: all at the largest side; `there` is in turn order."""
        numbers = [n for side, n in there.items() if side != self.n]
        most = max(numbers)
        self.happened["the neutral side fires at the largest of several"] += min(numbers) < most
        self.happened["the neutral side fires at the first of equals"] += numbers.count(most) > 1
        target = next(side for side, n in there.items() if side != self.n and n == most)
        return Deal(0, 0, {target: 3 * there[self.n]})

    def _deal(self, space: int, seat: int, there: dict[int, int]) -> Story[Deal]:
        choices = {Choice("fire")}
        if Card.NOVA_BOMBS in self.players[seat].learned:
            choices.add(Choice("bomb"))
        choice = yield from self._decide("deal", seat, lambda: choices, sealed=self.simultaneous)
        bombs = 0
        if choice.verb == "bomb":
            bombs = yield from self._number("bombs", seat, range(1, there[seat] + 1))
            self.happened["Nova Bombs"] += 1
            self.happened["Nova Bombs and fire"] += bombs < there[seat]
        force = self._strength(seat, Card.ATTACK, space)
        left = (there[seat] - bombs) * force
        enemies = [side for side in there if side != seat]
        points: dict[int, int] = {}
        for enemy in enemies[:-1]:
            # Nothing is asked when nothing is left.
            if left:
                self.happened["a split"] += 1
                points[enemy] = yield from self._number("split", seat, range(left + 1))
                left -= points[enemy]
        points[enemies[-1]] = left
        return Deal(bombs, force, points)

    def _explode(self, battle: Battle, dealer: int, deal: Deal) -> None:
        """Bombs hit every fleet there alike."""
        for side, before in battle.wounds.items():
            enough = self._strength(side, Card.DEFENSE, battle.space)
            after = [wound + deal.bombs * deal.force for wound in before]
            battle.wounds[side] = [wound for wound in after if wound < enough]
            fallen = len(before) - len(battle.wounds[side])
            if side != dealer:
                battle.kills[dealer] += fallen
            else:
                self.happened["own fleets bombed"] += fallen > 0

    def _hit(self, battle: Battle, dealer: int, target: int, points: int) -> None:
        """Fire goes on the worst hit fleet until it falls, then on the next one."""
        wounds = battle.wounds[target]
        enough = self._strength(target, Card.DEFENSE, battle.space)
        while wounds and points >= enough - wounds[0]:
            points -= enough - wounds.pop(0)
            battle.kills[dealer] += 1
        if wounds:
            wounds[0] += points

    # --- Final, and the end (J2.8, J3)

    def _discard_down(self, seat: int) -> Story[None]:
        player = self.players[seat]

        def choices() -> set[Choice]:
            if player.hand.total() > 3 + player.level(Card.RESEARCH):
                return each("discard", self._kinds(seat))
            return {DONE}

        while (choice := (yield from self._decide("final", seat, choices))) != DONE:
            self._throw(seat, Card(choice.thing))

    def _end_turn(self) -> None:
        self._count_neutral()
        winners = {seat: "conquest" for seat in range(self.n) if self._homeworlds_taken(seat) == self.n - 1}
        if self.neutral_turns >= 3:
            winners.setdefault(self.neutral_holder, "neutral")
        self.happened["two would win at once"] += len(winners) > 1
        if len(winners) == 1:
            ((winner, how),) = winners.items()
            self.outcome = ((winner,), how)
        elif self.turn == self.turn_limit:
            self.outcome = self._judge()
        if self.outcome is not None:
            self.happened[f"won by {self.outcome[1]}"] += 1
            return
        for player in self.players:
            player.boosts.clear()
            player.led = False
            player.orders = []
        self.alliance = None
        self.held = self._holders()
        self.turn += 1

    def _count_neutral(self) -> None:
        """J3.3, J4.13."""
        holders = [seat for seat in range(self.n) if self.neutral and self.fleets[seat][CENTRE]]
        holder = holders[0] if holders else -1
        if holder < 0:
            self.neutral_turns = 0
        elif holder == self.neutral_holder:
            self.neutral_turns += 1
        else:
            self.neutral_turns = 1
        self.neutral_holder = holder

    def _judge(self) -> tuple[tuple[int, ...], str]:
        """J3.4."""
        best = list(range(self.n))
        criteria: list[tuple[str, Callable[[int], int]]] = [
            ("homeworlds", self._homeworlds_taken),
            ("fleets", lambda seat: self.fleets[seat].total()),
            ("tokens", lambda seat: self.players[seat].tokens),
        ]
        for name, worth in criteria:
            most = max(map(worth, best))
            best = [seat for seat in best if worth(seat) == most]
            if len(best) == 1:
                return tuple(best), name
        return tuple(best), "shared"

    # --- what is on the table

    def table(self) -> dict[str, Any]:
        """Everything on the table and in the hands, as plain values."""
        offer, battle = self.offer, self.battle
        return {
            "turn": self.turn,
            "first": self.first,
            "spaces": self.spaces,
            "homeworlds": self.homeworlds,
            "fleets": [{space: n for space, n in sorted(side.items()) if n} for side in self.fleets],
            "held": dict(sorted(self.held.items())),
            "levels": [[player.levels[tech] for tech in BASICS] for player in self.players],
            "boosted": [[player.level(tech) for tech in BASICS] for player in self.players],
            "learned": [sorted(player.learned) for player in self.players],
            "led": [player.led for player in self.players],
            "tokens": [player.tokens for player in self.players],
            "hands": [[player.hand[card] for card in CARDS] for player in self.players],
            "sealed": [(sorted(player.sealed), player.sealed_lead) for player in self.players],
            "deck": [self.deck[card] for card in CARDS],
            "discard": [self.discard[card] for card in CARDS],
            "orders": [[(o.start, o.goal, o.fleets, o.void) for o in player.orders] for player in self.players],
            "alliance": self.alliance,
            "offer": offer and (offer.giver, offer.receiver, offer.give, offer.ask),
            # Numbers grow part by part while they are written.
            "price": offer and self.step == "answer" and (offer.pay, offer.charge),
            "battle": battle and (battle.space, battle.round, {s: battle.wounds[s] for s in battle.standing}),
            "kills": battle and +battle.kills,
            "neutral": (self.neutral_holder, self.neutral_turns),
        }
