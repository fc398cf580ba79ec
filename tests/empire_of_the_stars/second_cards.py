"""Powers and technologies in the second reading of the rules: whose effects work, and for whom (C13, C16.15)."""

from __future__ import annotations

from collections.abc import Callable

from tests.empire_of_the_stars.second_table import Table
from tests.empire_of_the_stars.second_things import RESOURCES, Deal

from sse_core.empire_of_the_stars import Options
from sse_core.empire_of_the_stars.content import SIDES, Amount, Content, Effect, named_effects, slug
from sse_core.empire_of_the_stars.vocabulary import MEASURES, MOMENTS, SERVED, VERBS


class Cards(Table):
    """What the players' cards say."""

    def __init__(self, content: Content, players: int, options: Options, deal: Deal) -> None:
        super().__init__(content, players, options, deal)
        self.effects = dict(named_effects(content))
        """By their names, in the order of the pack."""

        self._of_card: dict[str, list[str]] = {}
        """The names of the effects of each technology, and of each power and its side."""

        for name in self.effects:
            self._of_card.setdefault(_card_of(name), []).append(name)
        self._order = {name: number for number, name in enumerate(self.effects)}
        self.powers = {slug(power.name): power for power in content.powers}

    # --- players and numbers

    def by_number(self) -> list[int]:
        """C13.6, S52: the players from the lowest number of a power to the highest."""
        if not self.options.powers:
            return [*self.seats]
        return sorted(self.seats, key=lambda seat: self.powers[self.players[seat].power].number)

    def opponents(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    def amount(self, seat: int, amount: Amount) -> int:
        """A number, or so many for each of a measure."""
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
        """Whom an effect of a player serves."""
        match SERVED[effect.who]:
            case "all":
                return [*self.seats]
            case "side":
                assert self.battle
                leader = self.battle.leader
                return [other for other in self.seats if leader.get(other) == leader[seat]]
            case _:
                return [seat]

    # --- effects

    def effects_of(self, seat: int) -> dict[str, Effect]:
        """S67: the effects of a player's technologies, and of the side of the power that is up, in the pack's order."""
        if not self.options.powers:
            return {}
        player = self.players[seat]
        cards = (*player.technologies, f"{player.power}.{SIDES[player.surged]}")
        names = [name for card in cards for name in self._of_card.get(card, [])]
        return {name: self.effects[name] for name in sorted(names, key=self._order.__getitem__)}

    def kind_of(self, effect: str) -> str:
        """Whether an effect is a technology's, or one of the core or the surge side of a power."""
        side = _card_of(effect).partition(".")[2]
        return f"a {side} side" if side else "a technology"

    def stand(self) -> None:
        """S60, C16.15: what works always is summed up when a card is bought or a power flips."""
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
            for name in self.effects
            if name in working
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
        """C13.1."""
        self.players[seat].surged = surged
        self.stand()

    def flip_by_wormholes(self) -> None:
        """C4.8, S65."""
        if self.new_wormhole:
            self.new_wormhole = False
            self.happened["all powers surge"] += 1
            for seat in self.seats:
                self.flip(seat, surged=True)


def _card_of(effect: str) -> str:
    """The technology, or the power and its side, that an effect's name tells."""
    head, _, last = effect.rpartition(".")
    return head if last.isdigit() else effect
