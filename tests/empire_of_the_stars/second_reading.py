"""Second reading of the rules: written by another reader from the clauses alone, as one story told round by round.

It shares nothing with the package but the content of packs, their words and bounds, and the texts of actions. A clause
that one of the two misreads shows as a difference. The other files of the reading begin with ``second_``, too: what
lies on the table, the roles, what cards do and when, and how the story is told.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.empire_of_the_stars.second_regent import Regent
from tests.empire_of_the_stars.second_roles import Roles
from tests.empire_of_the_stars.second_story import Ask, Story, choose
from tests.empire_of_the_stars.second_things import HOME, RESOURCES, SEATS, SHIPS, SUPPLY, Deal, Token
from tests.empire_of_the_stars.second_warlord import Warlord

from sse_core.empire_of_the_stars import Options
from sse_core.empire_of_the_stars.content import Amount, Content


class Game(Roles, Warlord, Regent):
    """A game that is under way, or over; `play` changes it."""

    def __init__(self, content: Content, players: int, options: Options, deal: Deal) -> None:
        super().__init__(content, players, options, deal)
        self.outcome: tuple[tuple[int, ...], str] | None = None
        self._story = self._tell()
        self.ask = next(self._story)

    # --- what players and chance may do

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(sorted(self.ask.choices))

    @property
    def step(self) -> str:
        return self.ask.step

    def legal(self, player: int) -> set[str]:
        return self.ask.choices.get(player, set())

    def odds(self) -> dict[str, Fraction]:
        return self.ask.odds

    def play(self, player: int, choice: str) -> None:
        assert choice in self.legal(player), (player, choice)
        try:
            self.ask = self._story.send((player, choice))
        except StopIteration:
            self.ask = Ask("end", {})

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(self.points, self.seats))

    # --- the story

    def _tell(self) -> Story[None]:
        yield from self._set_up()
        turn = 0
        while True:
            # C14.2: of two players, each chooses two roles but in the first turn.
            n_roles = 2 if self.n == 2 and turn else 1
            for number in range(n_roles):
                self.second = number == 1
                yield from self._round()
            self.second = False
            turn += 1
            self.scepter = (self.scepter + 1) % self.n
            if self.scepter == self.emperor:
                self._score_edict()
                yield from self.window("edict")
                self.end_uses()
                if self._is_empty():
                    break
            if self.rounds >= self.options.round_limit:
                self.happened["ended by round_limit"] += 1
                break
        yield from self.window("final")
        yield from self._finish()

    # --- C1

    def _set_up(self) -> Story[None]:
        if self.options.powers:
            yield from self._choose_powers()
        else:
            for player in self.players:
                # C15.1.
                player.resources.update(polymers=3, metal=2, energy=1)
                player.credits = 5
        order = self.by_number()
        self.emperor = self.scepter = self.chooser = order[-1]
        for seat in order:
            yield from self._settle_in(seat)
        if self.options.powers:
            # C1.10: those that depend on opponents come last.
            order.sort(key=lambda seat: any(amount.of for amount in self._start_of(seat)))
            self.stand()
            for seat in order:
                self._take_start(seat)
            yield from self.window("setup")
            yield from self.discard_all()
            self.used.clear()

    def _choose_powers(self) -> Story[None]:
        """C1.8."""
        while choices := {
            seat: {f"power={power}" for power in player.dealt}
            for seat, player in enumerate(self.players)
            if not player.power
        }:
            seat, choice = yield Ask("power", choices)
            self.players[seat].power = choice.partition("=")[2]
        for player in self.players:
            player.dealt = []

    def _start_of(self, seat: int) -> tuple[Amount, ...]:
        """Credits, polymers, metal and energy of a power."""
        return self.powers[self.players[seat].power].start

    def _take_start(self, seat: int) -> None:
        """C1.10, C5.4."""
        credits, *resources = [self.amount(seat, amount) for amount in self._start_of(seat)]
        self.players[seat].credits += credits
        for kind, n in zip(RESOURCES, resources, strict=True):
            self.gain(seat, kind, n)

    def _settle_in(self, seat: int) -> Story[None]:
        """C1.9, S3, S56."""
        player = self.players[seat]
        order = self.by_number()
        later = self.n - order.index(seat) - 1
        free = self.free_regions()
        places = [r for r in free if any(self._leaves_pairs({r, near}, later) for near in self.beside[r] & set(free))]
        if len(places) < len([r for r in free if self.beside[r] & set(free)]):
            self.happened["a home world keeps clear for others"] += 1
        player.home = yield from choose("home", seat, "at", places)
        self.lay_tile(HOME, player.home)
        near = [r for r in self.beside[player.home] if r not in self.tiles and self._leaves_pairs({r}, later)]
        first = yield from choose("first-tile", seat, "at", near)
        fleet = self.powers[player.power].fleet if player.power else (1, 0, 0)
        for kind, n in zip(SHIPS, fleet, strict=True):
            for _ in range(n):
                self.put_ship(next(ship for ship in self.ships_beside(seat, SUPPLY) if ship.type == kind), player.home)
        self.lay_tile(self.two_polymers, first)
        if self.options.start_colony:
            player.stock -= 1
            self.tokens[first] = Token(seat)

    def _leaves_pairs(self, taken: set[str], wanted: int) -> bool:
        """S56: whether so many players find two free adjacent regions each."""
        return self._has_pairs(frozenset(self.free_regions()) - taken, wanted)

    def _has_pairs(self, free: frozenset[str], wanted: int) -> bool:
        if not wanted:
            return True
        return any(
            self._has_pairs(free - {one, other}, wanted - 1)
            for one in sorted(free)
            for other in sorted(self.beside[one] & free)
        )

    def _round(self) -> Story[None]:
        """C2.1 to C2.4."""
        if not self.monolith:
            self.monolith = yield from choose("role", self.scepter, "role", self.wheel)
        else:
            yield from self._move_monolith()
        self.chooser = self.scepter
        self.rounds += 1
        self.players[self.chooser].credits += self.laid.pop(self.monolith, 0)
        self.happened[self.monolith] += 1
        roles: dict[str, Callable[[], Story[None]]] = {
            "explorer": self._explorer,
            "steward": self._steward,
            "merchant": self._merchant,
            "engineer": self._engineer,
            "scientist": self._scientist,
            "warlord": self._warlord,
            "regent": self._regent,
        }
        yield from self.window(f"before:{self.monolith}")
        yield from roles[self.monolith]()
        yield from self.window(f"after:{self.monolith}")
        yield from self.end_role()

    def _move_monolith(self) -> Story[None]:
        """C2.3, S7: either way round, with a credit for each role passed over."""
        player = self.players[self.scepter]
        place = self.wheel.index(self.monolith)
        n = len(self.wheel)
        steps = range(1, min(n - 1, player.credits + 1) + 1)
        on = {f"on={self.wheel[(place + k) % n]}" for k in steps}
        back = set() if self.options.one_way else {f"back={self.wheel[(place - k) % n]}" for k in steps}
        _, choice = yield Ask("role", {self.scepter: on | back})
        way, _, role = choice.partition("=")
        step = 1 if way == "on" else -1
        place = (place + step) % n
        while self.wheel[place] != role:
            player.credits -= 1
            self.laid[self.wheel[place]] += 1
            place = (place + step) % n
        self.monolith = role

    # --- C12

    def _is_empty(self) -> bool:
        """C12.2, S40."""
        if not self.pile:
            self.happened["ended by the pile"] += 1
            return True
        if not all(player.stock for player in self.players):
            self.happened["ended by a stock"] += 1
            return True
        return False

    def _finish(self) -> Story[None]:
        """C12.4, S48, S49."""
        best = [seat for seat in self.seats if self.totals[seat] == max(self.totals)]
        how = "total"
        if len(best) > 1:
            most = max(len(self.owned(seat)) for seat in best)
            best = [seat for seat in best if len(self.owned(seat)) == most]
            how = "planets"
        if len(best) > 1:
            name = yield from choose("favour", self.emperor, "favour", [SEATS[seat] for seat in best])
            self.favoured = SEATS.index(name)
            best = [self.favoured]
            how = "favour"
            if self.emperor not in best:
                self.happened["the Emperor favours another"] += 1
        self.outcome = (best[0],), how
        self.happened[f"won by {how}"] += 1
