"""The board of a pack, in the form for play: its table of actions, its map as sets of bits, its numbers as tuples.

A set of regions is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from itertools import accumulate
from operator import itemgetter
from typing import Final

from ..forms.action_table import ActionTable
from .actions import Action, Verb, arguments_of
from .packs.content import SIDES, Content, Face
from .packs.effect_rows import MOMENT, Row, rows, step_of
from .packs.galaxy import blockable, neighbours
from .packs.rule_numbers import bases, highest
from .packs.vocabulary import MOMENTS, NUMBERS, ROLES
from .positions.due import Due

__all__ = ["Board"]


class Board:
    """A pack in the form for play. It never changes."""

    def __init__(self, content: Content) -> None:
        self.content: Final = content
        self.n_regions: Final = len(content.regions)
        self.beside: Final = neighbours(self.n_regions, content.joins)
        self.near: Final = tuple(_set_of(each) for each in self.beside)
        """The regions adjacent to each region, as a set."""

        self.sectors: Final = tuple(_set_of(sector.regions) for sector in content.sectors)
        """The regions of each sector, as a set."""

        self.sector_of: Final = tuple(map(partial(_sector_of, content), range(self.n_regions)))
        self.n_kinds: Final = len(content.tiles)
        self.makes: Final = tuple(tile.makes for tile in content.tiles)
        self.planets: Final = _planets_of(content)
        """The planets, in the numbers of tiles in positions."""

        self.space: Final = self._kind(Face.SPACE)
        """The kind of empty space; -1 if there is none."""

        self.wormhole: Final = self._kind(Face.WORMHOLE)
        self.asteroids: Final = self._kind(Face.ASTEROIDS)
        self.two_polymers: Final = next(n for n, tile in enumerate(content.tiles) if tile.makes == (2, 0, 0))
        self.costs: Final = tuple(card.cost for card in content.technologies)
        self.kinds: Final = tuple(card.kind for card in content.technologies)
        self.cards: Final = _places_of((1, 2, 3), self.costs)
        """The technologies of each cost."""

        self.n_cards: Final = len(self.costs)
        self.places: Final = tuple(content.wheel.index(role) for role in range(len(ROLES)))
        """The place of each role on the wheel."""

        self.bases: Final = bases(content)
        """The numbers of the rules, and the reduction of each price, without effects."""

        room = NUMBERS.index("room")
        self.most_room: Final = max(self.bases[room], highest(content, room))
        """The most ships that a region can ever have: ships stay after an effect that made room for them ends
        (C7.4)."""

        self.effects: Final = rows(content)
        """The effects of technologies and powers, by their numbers."""

        self.at: Final = _places_of(range(len(MOMENTS)), [row.when for row in self.effects])
        """The effects of each moment."""

        self.at_side: Final = _effects_by_side(self.effects, len(content.powers))
        """The effects of each side, core and surge, of each power."""

        self.always: Final = self.at[MOMENT["always"]]
        self.during: Final = tuple(step_of(due, self.effects) for due in Due)
        """The effects that can be used in each step, beside the step's own actions."""

        self.arguments: Final = arguments_of(content)
        actions = [(verb, number) for verb in Verb for number in range(len(self.arguments[verb]))]
        self.table: Final = ActionTable([Action(verb, self.arguments[verb][number]) for verb, number in actions])
        self.verbs: Final = tuple(map(itemgetter(0), actions))
        """The verb of each action, by its id."""

        self.numbers: Final = tuple(map(itemgetter(1), actions))
        """The number of each action's argument, by its id."""

        self.first: Final = tuple(accumulate(map(len, self.arguments[:-1]), initial=0))
        """The id of each verb's first action."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action by id."""
        return self.table.actions

    @cached_property
    def blockable(self) -> tuple[tuple[int, ...], ...]:
        """Each choice of sectors to block for two players (S53)."""
        return blockable([each.regions for each in self.content.sectors], self.beside, self.content.blocked)

    def _kind(self, face: Face) -> int:
        return next((number for number, tile in enumerate(self.content.tiles) if tile.face is face), -1)


def _sector_of(content: Content, region: int) -> int:
    return next(number for number, sector in enumerate(content.sectors) if region in sector.regions)


def _planets_of(content: Content) -> frozenset[int]:
    return frozenset(number + 1 for number, tile in enumerate(content.tiles) if tile.face is Face.PLANET)


def _effects_by_side(effects: Sequence[Row], n_powers: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    sides = [(row.power, row.side) for row in effects]
    return tuple(_places_of([(power, side) for power in range(n_powers)], sides) for side in range(len(SIDES)))


def _places_of(values: Iterable[object], row: Sequence[object]) -> tuple[tuple[int, ...], ...]:
    """Return the place of each value in a row."""
    return tuple(tuple(place for place, each in enumerate(row) if each == value) for value in values)


def _set_of(regions: tuple[int, ...]) -> int:
    return sum(1 << region for region in regions)
