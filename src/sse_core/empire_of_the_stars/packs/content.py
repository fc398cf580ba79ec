"""The content of a pack as plain values: the map, tiles, market, edicts, technologies and powers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from ...forms.immutable import Immutable

__all__ = [
    "MAX_AMOUNT",
    "MAX_EFFECTS",
    "MAX_FAR_SPACE",
    "MAX_KINDS",
    "MAX_POWERS",
    "MAX_PRICE",
    "MAX_REGIONS",
    "MAX_SECTORS",
    "MAX_TECHNOLOGIES",
    "MAX_TRACK",
    "NONE",
    "N_WORMHOLES",
    "SIDES",
    "Amount",
    "Content",
    "Do",
    "Edict",
    "Effect",
    "Face",
    "MarketTile",
    "Power",
    "Sector",
    "Technology",
    "Tile",
    "named_effects",
    "slug",
]

MAX_REGIONS: Final = 64
MAX_SECTORS: Final = 16
MAX_FAR_SPACE: Final = 16
MAX_KINDS: Final = 16
MAX_TECHNOLOGIES: Final = 96
MAX_POWERS: Final = 48
MAX_EFFECTS: Final = 256
"""The most effects of technologies and powers together."""

MAX_TRACK: Final = 20
"""The last end of a resource's track."""

MAX_PRICE: Final = 99
"""The highest price, value or number of credits."""

MAX_AMOUNT: Final = 20
"""The largest number of an effect."""

N_WORMHOLES: Final = 3

NONE: Final = -1
"""Marks a missing measure, word or end."""


class Face(IntEnum):
    """The kind of a tile, apart from the resources that it makes."""

    SPACE = 0
    ASTEROIDS = 1
    WORMHOLE = 2
    PLANET = 3


class Tile(NamedTuple):
    """A kind of exploration tile."""

    name: str
    """The name in actions: `space`, `asteroids`, `wormhole`, or the resources that it makes, such as ``2p``."""

    face: Face
    makes: tuple[int, int, int]
    """Polymers, metal and energy."""

    n: int
    """The number of tiles of this kind."""


class Sector(NamedTuple):
    """A sector with its regions, by their numbers."""

    name: str
    regions: tuple[int, ...]


class MarketTile(NamedTuple):
    """A market tile with its two faces."""

    kinds: tuple[int, ...]
    """The resources on the one face, each once (S16)."""

    credits: int


class Edict(NamedTuple):
    """An edict and its condition."""

    name: str
    measure: int
    """The place in `MEASURES`; NONE for Chaos."""

    least: bool = False


class Amount(NamedTuple):
    """An amount: a number, or a number for each of a measure."""

    number: int
    """The number; with a measure, the number for each of it."""

    per: int = NONE
    """The place of the measure in `MEASURES`."""

    most: int = MAX_AMOUNT
    of: int = 0
    """Whose measure: 0 the owner's, 1 all opponents' together, 2 the highest, 3 the lowest opponent's."""


class Do(NamedTuple):
    """A verb of an effect with its arguments, as small integers."""

    verb: int
    """The place in `VERBS`."""

    what: int = NONE
    """The first argument, as a place among the words of the verb: a resource, a number, a price, a ship, a dial."""

    n: Amount = Amount(1)
    where: int = NONE
    """The second argument, as a place among the words of the verb's second key: a place, an opponent, a resource."""

    steps: int = 0
    """Of `move`: the steps. Of `number`: 1 if the number is set, 0 if it is added to."""

    give: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Of `swap`: the credits, polymers, metal and energy that are paid."""

    get: tuple[int, int, int, int] = (0, 0, 0, 0)


class Effect(NamedTuple):
    """An effect of a technology or of a side of a power."""

    when: int
    who: int
    tests: tuple[tuple[int, int, int], ...]
    """A test, a comparison and a number each; all must hold."""

    cost: tuple[tuple[int, int], ...]
    """The things that are paid, each with its number."""

    does: tuple[Do, ...]
    times: int
    until: int
    must: bool


class Technology(NamedTuple):
    """A card."""

    name: str
    kind: int
    """The place in `TYPES`."""

    cost: int
    effects: tuple[Effect, ...]
    about: str


class Power(NamedTuple):
    """A player power with its two sides."""

    number: int
    name: str
    start: tuple[Amount, Amount, Amount, Amount]
    """Credits, polymers, metal and energy at the start."""

    fleet: tuple[int, int, int]
    core: tuple[Effect, ...]
    surge: tuple[Effect, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Content(Immutable):
    """The whole content of a pack. Regions, kinds, edicts and technologies have numbers, in the pack's order."""

    galaxy_tokens: int
    tracks: tuple[int, int, int]
    """The ends of the resource tracks."""

    dial: int
    """The end of a dial; NONE if it has none."""

    blocked: int
    """The number of sectors that are blocked for two players."""

    regions: tuple[str, ...]
    sectors: tuple[Sector, ...]
    joins: tuple[tuple[int, int], ...]
    """Pairs of adjacent regions, the lower number first, ascending."""

    far_space: tuple[int, ...]
    """The price of each location."""

    tiles: tuple[Tile, ...]
    homes: tuple[tuple[int, int, int], ...]
    """The resources that the home world of each colour makes."""

    wheel: tuple[int, ...]
    """The roles in their order on the wheel."""

    market: tuple[MarketTile, ...]
    values: tuple[tuple[int, ...], ...]
    """The value of each resource in each of the five columns."""

    edicts: tuple[Edict, ...]
    technologies: tuple[Technology, ...]
    powers: tuple[Power, ...]


SIDES: Final = ("core", "surge")
"""The sides of a power."""


def named_effects(content: Content) -> list[tuple[str, Effect]]:
    """Return every effect with its name, in the order of their numbers: technologies, then powers with their sides.

    The name of an effect is that of its card in actions, or of its power with the side, such as ``brokers.core``. If a
    card or side has several effects, the second has ``.2`` after its name, and so on.
    """
    found: list[tuple[str, Effect]] = []

    def add(name: str, effects: tuple[Effect, ...]) -> None:
        found.extend((f"{name}.{n}" if n > 1 else name, effect) for n, effect in enumerate(effects, 1))

    for card in content.technologies:
        add(slug(card.name), card.effects)
    for power in content.powers:
        for side, effects in zip(SIDES, (power.core, power.surge), strict=True):
            add(f"{slug(power.name)}.{side}", effects)
    return found


def slug(name: str) -> str:
    """Return a name as actions write it: small letters and digits, with a hyphen between words.

    >>> slug("Fold Drive")
    'fold-drive'
    """
    words = "".join(char if char.isalnum() else " " for char in name.lower()).split()
    return "-".join(words)
