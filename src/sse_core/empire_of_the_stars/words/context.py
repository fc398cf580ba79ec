"""Contexts of sentences: a state with its numbers by name, and the seat that decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..actions import SEATS, Action, Verb
from ..messages import say
from ..packs.effect_rows import Stage
from ..packs.vocabulary import NUMBERS, ROLES
from ..positions.fields import NOBODY, OWNED
from ..positions.position import Position
from ..state import State
from .legality import stage_of
from .names import named
from .phrases import a_ship, tile_name, token_name
from .table import effect_name

__all__ = ["Context"]


class Context:
    """A state with its numbers by name, and the seat that decides; for a chance event, the seat that it belongs to."""

    def __init__(self, state: State, player: int | None = None, names: Sequence[str] = ()) -> None:
        self.state = state
        self.b = state.board
        self.p = Position(state.data)
        acting = state.to_act
        self.seat = player if player is not None and player >= 0 else self.p.actor
        if player is None and acting and acting[0] >= 0:
            self.seat = acting[0]
        self._names = names

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self._names[seat] if seat < len(self._names) else SEATS[seat]

    @property
    def who(self) -> str:
        """The name of the seat that decides."""
        return self.name(self.seat)

    def region(self, region: int) -> str:
        """Return the name of a region."""
        return self.b.content.regions[region]

    def sector(self, sector: int) -> str:
        """Return the name of a sector."""
        return self.b.content.sectors[sector].name

    def card(self, card: int) -> str:
        """Return the name of a technology."""
        return named(self.b.content.technologies[card].name)

    def power(self, power: int) -> str:
        """Return the name of a power."""
        return named(self.b.content.powers[power].name)

    def edict(self, edict: int) -> str:
        """Return the name of an edict."""
        return named(self.b.content.edicts[edict].name)

    def tile(self, kind: int) -> str:
        """Return a kind of tile in words."""
        return tile_name(self.b.content.tiles[kind])

    def ship(self, seat: int, kind: int) -> str:
        """Return a ship in words, with its owner if this isn't the seat that decides."""
        if seat == self.seat:
            return a_ship(kind)
        return say("{ship} of {other}", ship=a_ship(kind), other=self.name(seat))

    def number(self, action: Action) -> int:
        """Return the number of an action's argument."""
        return self.b.arguments[action.verb].index(action.argument)

    def rule(self, name: str) -> int:
        """Return a number of the rules for the seat, such as ``room``."""
        return self.state.numbers(self.seat)[NUMBERS.index(name)]

    def price(self, verb: Verb, number: int = 0) -> tuple[int, int, int, int]:
        """Return the price of an action for the seat: credits, polymers, metal, energy."""
        return self.state.price(self.b.first[verb] + number, self.seat)

    @property
    def purse(self) -> tuple[int, int, int, int]:
        """Credits, polymers, metal and energy of the seat."""
        polymers, metal, energy = self.p.resources[self.seat]
        return self.p.credits[self.seat], polymers, metal, energy

    def left(self, price: Sequence[int]) -> tuple[int, ...]:
        """Return what remains to the seat of each resource in a price after it is paid; 0 for the other resources."""
        return tuple(have - n if n else 0 for have, n in zip(self.purse, price, strict=True))

    @cached_property
    def stage(self) -> Stage | None:
        """The part of an effect that is half done, if there is one."""
        return stage_of(self.state, self.p)

    @property
    def effect(self) -> str:
        """The name of the card whose effect is half done."""
        return effect_name(self.b, self.p.effect - 1)

    @property
    def side(self) -> int:
        """The side of the battle on which the seat is: the attacker's, 0, or the defender's, 1."""
        return int(self.p.side[self.seat] == 2)

    @property
    def is_chooser(self) -> bool:
        """Whether the seat has chosen the role."""
        return self.seat == self.p.chooser

    def has_no_effect(self, role: int) -> bool:
        """Return whether a role has no effect now: Explorer without tile or region, Steward without a market tile."""
        p = self.p
        if ROLES[role] == "explorer":
            return 0 not in p.tile[: self.b.n_regions] or not (any(p.display) or p.stack + p.bottom)
        return ROLES[role] == "steward" and p.market == (1 << len(self.b.content.market)) - 1

    def owns(self, effect: int) -> bool:
        """Return whether the seat has the card that an effect belongs to."""
        row = self.b.effects[effect]
        if row.card >= 0:
            return self.p.place[row.card] == OWNED + self.seat
        return self.p.power[self.seat] == row.power + 1

    def owner(self, region: int) -> int:
        """Return the owner of the planet, or home world, in a region; `NOBODY` if there is none."""
        token = self.p.token[region]
        if token:
            return (token - 1) >> 1
        return next((seat for seat in range(self.p.players) if self.p.home[seat] == region), NOBODY)

    def token(self, region: int) -> str:
        """Return the token on an owned planet: a colony or a starbase."""
        return token_name(self.p.token[region])

    def fleet_at(self, seat: int, region: int) -> tuple[int, int, int]:
        """Return how many ships of each type a seat has in a region."""
        fighters, cruisers, dreadnoughts = (self.p.ships[seat, kind, region] for kind in range(3))
        return fighters, cruisers, dreadnoughts
