"""Powers and technologies: the effects that work, and the players whom they serve (C13, C16.15)."""

from __future__ import annotations

from collections.abc import Callable

from ..packs.content import SIDES, Amount, Effect
from ..packs.vocabulary import MEASURES, MOMENTS, SERVED, VERBS
from .components import card_of
from .measures import Measures
from .things import RESOURCES

__all__ = ["Cards"]


class Cards(Measures):
    """The rules of the players' cards."""

    # --- players and numbers

    def by_number(self) -> list[int]:
        """C13.6, S52: the players from the lowest number of a power to the highest."""
        if not self.options.powers:
            return [*self.seats]
        return sorted(self.seats, key=lambda seat: self.components.powers[self.players[seat].power].number)

    def opponents(self, seat: int) -> list[int]:
        """All players but one."""
        return [other for other in self.seats if other != seat]

    def amount(self, seat: int, amount: Amount) -> int:
        """C16.14: an amount: a number, or a number for each of a measure."""
        if amount.per < 0:
            return amount.number
        measure = MEASURES[amount.per]

        def of_opponents() -> list[int]:
            return [self.measure(other, measure) for other in self.opponents(seat)]

        of: tuple[Callable[[], int], ...] = (
            lambda: self.measure(seat, measure),
            lambda: sum(of_opponents()),
            lambda: max(of_opponents()),
            lambda: min(of_opponents()),
        )
        return min(amount.most, amount.number * of[amount.of]())

    def served(self, seat: int, effect: Effect) -> list[int]:
        """C16.13, S10: the players whom an effect serves, in turn order from its owner."""
        match SERVED[effect.who]:
            case "all":
                return self.from_seat(seat)
            case "side" if self.battle:
                leader = self.battle.leader
                return [other for other in self.from_seat(seat) if leader.get(other) == leader[seat]]
            case _:
                return [seat]

    # --- effects

    def effects_of(self, seat: int) -> dict[str, Effect]:
        """C13.7, S67: the effects of a player's technologies, and of the side of the power that is up, in order."""
        player = self.players[seat]
        cards: list[str] = [*player.technologies] if self.options.technologies else []
        if self.options.powers:
            cards.append(f"{player.power}.{SIDES[player.surged]}")
        names = [name for card in cards for name in self.components.effects_of_card.get(card, [])]
        return {name: self.components.effects[name] for name in sorted(names, key=self.components.place_of.__getitem__)}

    def owner_of(self, effect: str) -> int:
        """The owner of the technology or power of an effect."""
        card = card_of(effect)
        power = card.partition(".")[0]
        return next(seat for seat, each in enumerate(self.players) if card in each.technologies or each.power == power)

    def kind_of(self, effect: str) -> str:
        """Whether an effect is a technology's, or one of the core or the surge side of a power."""
        side = card_of(effect).partition(".")[2]
        return f"a {side} side" if side else "a technology"

    def stand(self) -> None:
        """S60, C16.15: permanent effects are summed up when a card is bought or a power flips."""
        working = {
            name: (seat, effect)
            for seat in self.seats
            for name, effect in self.effects_of(seat).items()
            if MOMENTS[effect.when] == "always"
        }
        for name, (_, effect) in working.items():
            self.happened[f"{self.kind_of(name)} works always"] += 1
            for do in effect.does:
                self.happened[f"{VERBS[do.verb]} at always"] += 1
        self.numbers.stand(
            (other, do)
            for name in sorted(working, key=self.components.place_of.__getitem__)
            for seat, effect in [working[name]]
            for other in self.served(seat, effect)
            for do in effect.does
        )
        self.trim()

    def trim(self) -> None:
        """C16.15: resources beyond the end of a track are lost."""
        for seat in self.seats:
            for kind in RESOURCES:
                self.gain(seat, kind, 0)

    def flip(self, seat: int, *, surged: bool) -> None:
        """C13.1: turn a side of a power up; C15.1: without powers there is none."""
        if self.options.powers:
            self.players[seat].surged = surged
            self.stand()

    def flip_by_wormholes(self) -> None:
        """C4.8, C13.4, S65: if a wormhole came into the galaxy, all powers flip to surge."""
        if self.new_wormhole:
            self.new_wormhole = False
            self.happened["all powers surge"] += 1
            for seat in self.seats:
                self.flip(seat, surged=True)
