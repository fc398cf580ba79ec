"""Things on the table, with their names in the texts of actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeVar

__all__ = [
    "ASTEROIDS",
    "BLOCKED",
    "GALAXY",
    "HITS",
    "HOME",
    "MOVES",
    "PRICE",
    "RESOURCES",
    "ROLES",
    "SEATS",
    "SECRET",
    "SHIPS",
    "SPACE",
    "STRENGTH",
    "TYPES",
    "UNKNOWN",
    "WORMHOLE",
    "Battle",
    "Deal",
    "Player",
    "Ship",
    "Token",
    "count_ships",
    "kept",
]

K = TypeVar("K")

SEATS: Final = "ABCD"
ROLES: Final = ("explorer", "steward", "merchant", "engineer", "scientist", "warlord", "regent")
TYPES: Final = ("culture", "industry", "military")
RESOURCES: Final = ("polymers", "metal", "energy")
SHIPS: Final = {"fighter": 8, "cruiser": 4, "dreadnought": 2}
"""The ships of a player."""

PRICE: Final = {
    "fighter": {"polymers": 1, "metal": 1, "energy": 0},
    "cruiser": {"polymers": 2, "metal": 2, "energy": 1},
    "dreadnought": {"polymers": 3, "metal": 3, "energy": 2},
}
"""C7.1."""

STRENGTH: Final = {"fighter": 1, "cruiser": 3, "dreadnought": 6, "colony": 1, "starbase": 2}
MOVES: Final = {"fighter": 4, "cruiser": 3, "dreadnought": 2}
HITS: Final = {"fighter": 1, "cruiser": 2, "dreadnought": 3}
"""C9.1, C10.4, C10.7."""

BLOCKED: Final = "blocked"
UNKNOWN: Final = "?"
"""An unknown tile of the stack."""

HOME: Final = "home"
SPACE: Final = "space"
ASTEROIDS: Final = "asteroids"
WORMHOLE: Final = "wormhole"

GALAXY: Final = "galaxy"
"""A galaxy token in a throne or in far space."""

SECRET: Final = "?"
"""C1.8: a power that was chosen and isn't shown yet."""


@dataclass(eq=False)
class Ship:
    """A ship on the board; its place is a region."""

    owner: int
    type: str
    place: str
    moved: bool = False
    """Whether it moved in this Warlord role by its owner's will (S31)."""

    shifted: bool = False
    """Whether tactics moved it in this battle (S33)."""


@dataclass
class Token:
    """A player's token on a planet or in far space."""

    owner: int
    starbase: bool = False


@dataclass
class Player:
    """C1.7: the things on a player's board, in the hand and in the throne."""

    credits: int = 0
    """S6: without limit."""

    resources: Counter[str] = field(default_factory=Counter[str])
    stock: int = 16
    supply: Counter[str] = field(default_factory=Counter[str])
    staging: Counter[str] = field(default_factory=Counter[str])
    """Ships that aren't on the board, by type."""

    influence: int = 0
    """C11.1: tokens in hand that wait to be placed."""

    throne: Counter[str] = field(default_factory=Counter[str])
    """C3.2, S11: scored tokens, by the letter of their seat, or `GALAXY`; they are public."""

    home: str = ""
    hand: set[str] = field(default_factory=set[str])
    shown: set[str] = field(default_factory=set[str])
    """S24: the cards of the hand that all know."""

    hidden: Counter[int] = field(default_factory=Counter[int])
    """C16.12: the number of hidden cards in the hand, by cost, in the view of another player."""

    technologies: set[str] = field(default_factory=set[str])
    dealt: list[str] = field(default_factory=list[str])
    """C1.8: the powers to choose from."""

    power: str = ""
    surged: bool = False
    """C13.1: whether the surge side of the power is up."""

    spent: int = 0
    """S69: tokens that were paid, and are out of the game."""

    sway: int = 0
    """S63: influence that is no token, and waits to be placed."""


@dataclass
class Battle:
    """C10: a battle. The counts of a side are kept with its leader."""

    sector: str
    attacker: int
    defender: int
    leader: dict[int, int] = field(default_factory=dict[int, int])
    """The leader of each player in the battle: the attacker or the defender."""

    asked: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    strength: dict[int, int] = field(default_factory=dict[int, int])
    tactics: dict[int, int] = field(default_factory=dict[int, int])
    weapons: dict[int, int] = field(default_factory=dict[int, int])
    shifts: int = 0
    hits: dict[int, int] = field(default_factory=dict[int, int])
    fallen: Counter[int] = field(default_factory=Counter[int])
    """The colonies that each leader has destroyed."""

    plus: dict[int, Counter[str]] = field(default_factory=dict[int, "Counter[str]"])
    """The additions by effects to tactics, weapons and shields of each leader."""

    spare: Counter[int] = field(default_factory=Counter[int])
    """S70: the first hits on a player's units that don't count."""

    spared: Counter[int] = field(default_factory=Counter[int])
    """S70: the hits that the side of each leader is spared."""

    @property
    def leaders(self) -> tuple[int, int]:
        """C10.1: the attacker and the defender."""
        return self.attacker, self.defender

    def opened(self, leader: int, dial: str) -> int:
        """Tactics or weapons, with the additions by effects."""
        return max(0, (self.tactics if dial == "tactics" else self.weapons)[leader] + self.plus[leader][dial])

    @property
    def winner(self) -> int:
        """C10.6: the leader whose tactics are higher, once the dials are open; -1 if there is none."""
        if len(self.weapons) < 2:
            return -1
        attacker, defender = self.opened(self.attacker, "tactics"), self.opened(self.defender, "tactics")
        return -1 if attacker == defender else self.attacker if attacker > defender else self.defender

    def allies(self, leader: int) -> set[int]:
        """C10.2: the players who have joined the side of a leader."""
        return {seat for seat, theirs in self.leader.items() if theirs == leader and seat != leader}


class Deal(NamedTuple):
    """The deal of the seed before the first decision (C16.12)."""

    blocked: list[str]
    display: Counter[str]
    put_back: int
    """The tiles of empty space at the bottom of the stack (C4.7)."""

    hands: list[set[str]]
    tops: list[str]
    """The first card of each discard pile, by cost (C1.2)."""

    powers: list[list[str]]
    """C1.8: the powers dealt to each player; none in a game without them."""


def count_ships(ships: Iterable[Ship]) -> dict[tuple[int, str, str], int]:
    """Ships by owner, type and region."""
    found: dict[tuple[int, str, str], int] = {}
    for ship in ships:
        key = (ship.owner, ship.type, ship.place)
        found[key] = found.get(key, 0) + 1
    return found


def kept(counts: Mapping[K, int]) -> dict[K, int]:
    """Counts without those that are 0."""
    return {what: n for what, n in counts.items() if n}
