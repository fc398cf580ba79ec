"""Components of a pack: cards, tiles, powers and edicts by their names, and the map (C1, C14.1, C17.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Final

from ..packs.content import Content, Effect, Face, named_effects, slug
from .things import RESOURCES, ROLES, TYPES, WORMHOLE

__all__ = ["Components", "Map"]


class Map:
    """C1.1, C14.1, S54: the regions that are in the game. Nothing happens in blocked ones."""

    def __init__(self, content: Content, blocked: tuple[str, ...]) -> None:
        names = content.regions
        self.blocked = {names[r] for sector in content.sectors if sector.name in blocked for r in sector.regions}
        self.sectors = {s.name: [names[r] for r in s.regions] for s in content.sectors if s.name not in blocked}
        self.regions = [region for region in names if region not in self.blocked]
        self.beside: dict[str, set[str]] = {region: set() for region in self.regions}
        for join in content.joins:
            one, other = (names[r] for r in join)
            if one not in self.blocked and other not in self.blocked:
                self.beside[one].add(other)
                self.beside[other].add(one)


class Components:
    """The content of a pack by the names that the texts of actions have; it never changes."""

    def __init__(self, content: Content) -> None:
        self.content: Final = content
        self.wheel: Final = [ROLES[role] for role in content.wheel]
        self.edicts: Final = [slug(edict.name) for edict in content.edicts]
        self.tiles: Final = [kind.name for kind in content.tiles]
        self.makes: Final[Mapping[str, Mapping[str, int]]] = {
            kind.name: dict(zip(RESOURCES, kind.makes, strict=True)) for kind in content.tiles
        }
        self.planets: Final = {kind.name for kind in content.tiles if kind.face is Face.PLANET}
        self.two_polymers: Final = next(kind.name for kind in content.tiles if kind.makes == (2, 0, 0))
        self.n_wormholes: Final = sum(kind.n for kind in content.tiles if kind.name == WORMHOLE)
        self.cards: Final = [slug(card.name) for card in content.technologies]
        self.cost: Final = {slug(card.name): card.cost for card in content.technologies}
        self.type: Final = {slug(card.name): TYPES[card.kind] for card in content.technologies}
        self.powers: Final = {slug(power.name): power for power in content.powers}
        self.effects: Final[Mapping[str, Effect]] = dict(named_effects(content))
        """By their names, in the order of the pack."""

        self.place_of: Final = {name: place for place, name in enumerate(self.effects)}
        self.effects_of_card: Final[dict[str, list[str]]] = {}
        """The names of the effects of each technology, and of each power and its side."""

        for name in self.effects:
            self.effects_of_card.setdefault(card_of(name), []).append(name)

        self.map_without: Final = lru_cache(maxsize=64)(partial(Map, content))
        """The map without some sectors, by their names."""


def card_of(effect: str) -> str:
    """The technology, or the power and its side, by the name of an effect."""
    head, _, last = effect.rpartition(".")
    return head if last.isdigit() else effect
