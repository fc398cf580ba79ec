"""Set-up: the deal of the seed, powers, home worlds, and the starts of powers (C1, C14.1, C15.1)."""

from __future__ import annotations

from collections import Counter

from ..packs.content import Amount
from .story import Ask, Scene, Story, choose, scene
from .things import HOME, RESOURCES, SHIPS, SPACE, UNKNOWN, WORMHOLE, Deal, Token
from .wheel import Wheel

__all__ = ["SetUp"]


class SetUp(Wheel):
    """The rules before the first role."""

    # --- what the seed deals

    def deal(self, deal: Deal) -> None:
        """Lay out the deal of the seed; raise ValueError if the clauses don't allow it."""
        self._check_blocked()
        self.lay_stack()
        self._show(deal)
        self._deal_cards(deal)
        for player, dealt in zip(self.players, deal.powers, strict=True):
            player.dealt = [*dealt]
        for player in self.players:
            # C1.7: all ships of a colour.
            player.supply = Counter(SHIPS)
            if not self.options.powers:
                # C15.1: the start of all players in a game without powers.
                player.resources.update(polymers=3, metal=2, energy=1)
                player.credits = 5
        self.then(*self.set_up())

    def _check_blocked(self) -> None:
        """C14.1, S53: with two players, sectors are blocked; they are connected, and so are the others."""
        n_blocked = len(self.content.sectors) - len(self.sectors)
        _demand(n_blocked == (self.content.blocked if self.n == 2 else 0), "C14.1")
        _demand(self._is_connected({*self.map.blocked}) and self._is_connected({*self.regions}), "S53")

    def _is_connected(self, regions: set[str]) -> bool:
        """Whether paths within some regions join them all."""
        beside = self.components.map_without(()).beside
        found = {min(regions)} if regions else set[str]()
        while more := {there for here in found for there in beside[here] & regions} - found:
            found |= more
        return found == regions

    def lay_stack(self) -> None:
        """C1.5, S1, S2: the order of tiles in the stack is unknown, except the places of wormholes."""
        self.unseen = Counter({kind.name: kind.n for kind in self.content.tiles})
        wormholes = self.unseen.pop(WORMHOLE)
        self.unseen[self.components.two_polymers] -= self.n
        in_stacks = self.unseen.total() - len(self.map.blocked)
        for stack in range(wormholes):
            size = in_stacks // wormholes + (stack < in_stacks % wormholes)
            self.stack += [UNKNOWN] * (size // 2) + [WORMHOLE] + [UNKNOWN] * (size - size // 2)

    def _show(self, deal: Deal) -> None:
        """C1.6, C4.7: the first tiles of the stack are on display, and empty space was put back."""
        self.display = Counter(deal.display)
        _demand(self.display.total() == min(self.n + 1, len(self.stack)), "C1.6")
        turned_up = self.display.total() + deal.put_back
        has_planet = any(self.display[kind] for kind in self.components.planets)
        _demand(has_planet or not self.display[SPACE] or turned_up >= len(self.stack), "C4.7")
        _demand(self.display[WORMHOLE] == self.stack[:turned_up].count(WORMHOLE), "C1.5")
        self.stack = self.stack[turned_up:] + [SPACE] * deal.put_back
        self.unseen = self.unseen - self.display - Counter({SPACE: deal.put_back})
        _demand(self.unseen.total() == self.stack.count(UNKNOWN) + len(self.map.blocked), "S54")

    def _deal_cards(self, deal: Deal) -> None:
        """C1.2: 3 cards of cost 1 for each, a card open beside each deck, and all others in the decks."""
        cost = self.components.cost
        _demand(all(len(hand) == 3 and all(cost[card] == 1 for card in hand) for hand in deal.hands), "C1.2")
        _demand(sorted(cost[card] for card in deal.tops) == [1, 2, 3], "C1.2")
        dealt = {card for hand in deal.hands for card in hand}.union(deal.tops)
        self.decks = {each: {card for card in cost if cost[card] == each} - dealt for each in (1, 2, 3)}
        self.piles = {each: [card for card in deal.tops if cost[card] == each] for each in (1, 2, 3)}
        for player, hand in zip(self.players, deal.hands, strict=True):
            player.hand = {*hand}

    # --- what players choose

    def set_up(self) -> list[Scene]:
        """C1.8, C1.9: powers are chosen, then home worlds placed."""
        return [*([scene(self.choose_power)] if self.options.powers else []), scene(self.begin_placing)]

    def choose_power(self) -> Story[None]:
        """C1.8, S5: all choose in secret and in any order, after cards and display are laid out."""
        choices = {
            seat: {f"power={power}" for power in player.dealt}
            for seat, player in enumerate(self.players)
            if not player.power
        }
        if choices:
            seat, choice = yield Ask("power", choices)
            self.players[seat].power = choice.partition("=")[2]
            self.again()
            return
        for player in self.players:
            player.dealt = []

    def begin_placing(self) -> None:
        """C1.9, C1.11: the highest number begins as Emperor."""
        self.emperor = self.scepter = self.chooser = self.by_number()[-1]
        self.then(*self.placing())

    def placing(self) -> list[Scene]:
        """C1.9: the lowest number begins."""
        scenes: list[Scene] = []
        for seat in self.by_number():
            scenes += [scene(self.place_home, seat), scene(self.place_first_tile, seat)]
        return [*scenes, scene(self.take_starts)]

    def place_home(self, seat: int) -> Story[None]:
        """C1.9, C16.3, S3, S56: a home world has a free region beside it, and leaves such pairs for later players."""
        free = self.free_regions()
        places = [
            r for r in free if any(self._leaves_pairs(seat, {r, near}) for near in self.beside[r].intersection(free))
        ]
        if len(places) < len([r for r in free if self.beside[r].intersection(free)]):
            self.happened["a home world keeps clear for others"] += 1
        self.players[seat].home = yield from choose("home", seat, "at", places)
        self.lay_tile(HOME, self.players[seat].home)

    def place_first_tile(self, seat: int) -> Story[None]:
        """C1.9, S4: the first ships come to the home world, and the 2-polymer tile is laid beside it."""
        player = self.players[seat]
        near = [r for r in self.beside[player.home] if r not in self.tiles and self._leaves_pairs(seat, {r})]
        first = yield from choose("first-tile", seat, "at", near)
        self._place_first_ships(seat)
        self.lay_tile(self.components.two_polymers, first)
        if self.options.start_colony:
            player.stock -= 1
            self.tokens[first] = Token(seat)

    def _place_first_ships(self, seat: int) -> None:
        """C1.9: 1 fighter on the home world, unless the power says otherwise."""
        player = self.players[seat]
        fleet = self.components.powers[player.power].fleet if player.power else (1, 0, 0)
        for kind, n in zip(SHIPS, fleet, strict=True):
            player.supply[kind] -= n
            for _ in range(n):
                self.add_ship(seat, kind, player.home)

    def _leaves_pairs(self, seat: int, taken: set[str]) -> bool:
        """S56: whether each later player finds two free adjacent regions."""
        order = self.by_number()
        return self._has_pairs(frozenset(self.free_regions()) - taken, self.n - order.index(seat) - 1)

    def _has_pairs(self, free: frozenset[str], wanted: int) -> bool:
        if not wanted:
            return True
        return any(
            self._has_pairs(free - {one, other}, wanted - 1)
            for one in sorted(free)
            for other in sorted(self.beside[one] & free)
        )

    # --- what powers start with

    def take_starts(self) -> None:
        """C1.10: each takes the start of the power; starts that depend on opponents come last."""
        if self.options.powers:
            # C13.1: the core sides work from now on.
            self.stand()
            for seat in sorted(self.by_number(), key=lambda seat: any(amount.of for amount in self._start_of(seat))):
                self._take_start(seat)
        self.then(scene(self.open_window, "setup"), *self.after_starts())

    def after_starts(self) -> list[Scene]:
        """S68, C1.11: hands above their limit are discarded, then the first turn begins."""
        return [scene(self.discard_all), *self.first_turn()]

    def first_turn(self) -> list[Scene]:
        """C1.11, C2.2: the Emperor begins."""
        return [scene(self.end_set_up), scene(self.choose_role)]

    def end_set_up(self) -> None:
        """C16.13: effects of set-up are done."""
        self.used.clear()

    def _start_of(self, seat: int) -> tuple[Amount, ...]:
        """Credits, polymers, metal and energy of a power."""
        return self.components.powers[self.players[seat].power].start

    def _take_start(self, seat: int) -> None:
        """C1.10, C5.4: the credits and resources of a power."""
        credits, *resources = [self.amount(seat, amount) for amount in self._start_of(seat)]
        self.players[seat].credits += credits
        for kind, n in zip(RESOURCES, resources, strict=True):
            self.gain(seat, kind, n)


def _demand(holds: bool, clause: str) -> None:
    """Raise ValueError unless a condition of a clause holds for the deal."""
    if not holds:
        raise ValueError(f"the deal doesn't keep to {clause}")
