"""One flat position: every field with its place, its width and its bounds, and functions that read and write it.

A position is `bytes`, and `bytearray` within a move. A field is an array of unsigned numbers of 1, 2 or 4 bytes, the
least first; ``LAYOUT`` has them all, in order, and a constant has the place of each. A compiled position is the same
list as a struct. The size is that of the largest pack, so all positions have it; what a smaller pack lacks is 0.

Some bounds are not those of the rulebook but proofs:

- A player has 14 ships, so no count of ships is more; a game has 16 tokens a player, and 99 galaxy tokens at most.
- A round lays 6 credits on roles at most and there are 1,000 rounds: a role has less than 2**16. In a round a player
  gets less than 10**4 credits, by all roles: less than 10**8 in a game, and a position by hand has no more.
- A side has at most three players' fleets and each place of the sector once: its strength is below 2**16.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final, NamedTuple, TypeAlias

from .content import (
    MAX_AMOUNT,
    MAX_EFFECTS,
    MAX_FAR_SPACE,
    MAX_KINDS,
    MAX_POWERS,
    MAX_REGIONS,
    MAX_SECTORS,
    MAX_TECHNOLOGIES,
    MAX_TRACK,
)
from .due import Due
from .vocabulary import MOMENTS, N_EDICTS, ROLES, RULE_NUMBERS, SUPPLY

__all__ = [
    "ACTOR",
    "ASKED",
    "ATTACKER",
    "BEGUN",
    "BLOCKED",
    "BOTTOM",
    "BOUGHT",
    "CHANGED",
    "CHOOSER",
    "COUNT",
    "CREDITS",
    "DEFENDER",
    "DEPTH",
    "DISPLAY",
    "DRAFT",
    "EDICT",
    "EDICT_SUBSTITUTE",
    "EFFECT",
    "EMPEROR",
    "FALLEN",
    "FAR",
    "FAVOURED",
    "FLAGS",
    "FORCE",
    "FOR_BATTLE",
    "FOR_ROLE",
    "FOUGHT",
    "FREE_ALLIES",
    "GALAXY",
    "HEIGHT",
    "HIDDEN",
    "HITS",
    "HOME",
    "HOME_TILE",
    "INFLUENCE",
    "IN_DECK",
    "IN_HAND",
    "IN_PILE",
    "KNOWN",
    "LAYOUT",
    "LEFT",
    "MARKET",
    "MAX_CREDITS",
    "MAX_REGIONS",
    "MAX_ROUNDS",
    "MONOLITH",
    "MOVED",
    "NEUTRAL_SHIELDS",
    "NEW_WORMHOLE",
    "NOBODY",
    "N_NUMBERS",
    "N_PLAYERS",
    "ONE_WAY",
    "ON_THRONE",
    "OWNED",
    "OWN_CAP",
    "PART",
    "PILE",
    "PLACE",
    "PLACED",
    "PLUS",
    "POWER",
    "POWERS",
    "POWERS_DEALT",
    "PUT_BACK",
    "RESHUFFLE",
    "RESOURCE",
    "RETURN",
    "ROUND",
    "ROUND_LIMIT",
    "SCEPTER",
    "SEALED",
    "SECOND",
    "SECRET",
    "SECTOR",
    "SHIFTED",
    "SHIFTS",
    "SHIPS",
    "SIDE",
    "SIZE",
    "SPARE",
    "SPARE_HITS",
    "SPENT",
    "STACK",
    "STAGING",
    "START_COLONY",
    "STEP",
    "STOCK",
    "SUPPLIES",
    "SURGED",
    "SWAY",
    "SWAY_AT",
    "SWAY_THRONE",
    "TACTICS",
    "TECHNOLOGIES",
    "THRONE",
    "TILE",
    "TOKEN",
    "TOKENS",
    "UNSEEN",
    "USED",
    "WEAPONS",
    "WHEEL",
    "WINDOW",
    "WRITTEN",
    "Data",
    "Field",
    "get2",
    "get4",
    "numbers_of",
    "put2",
    "put4",
    "put_numbers",
    "ships_at",
    "signed",
]

Data: TypeAlias = bytes | bytearray

NOBODY: Final = 255
"""Stands for no seat, no role, no sector, no depth."""

SEALED: Final = 3

TOKENS: Final = 16
"""Of each player."""

MAX_CREDITS: Final = 10**8
MAX_ROUNDS: Final = 1_000
_SEATS: Final = 4
_MOST_STRENGTH: Final = (1 << 16) - 1


class Field(NamedTuple):
    """A field of a position."""

    name: str
    offset: int
    shape: tuple[int, ...]
    """How many numbers, by dimensions; a number alone has (1,)."""

    width: int
    """The bytes of a number."""

    most: int
    least: int
    nobody: bool
    """Whether `NOBODY` may stand there, too."""

    signed: bool = False
    """Whether a byte above 127 stands for a number below 0, 256 less."""

    @property
    def n(self) -> int:
        """The number of its numbers."""
        return prod(self.shape)

    @property
    def last(self) -> int:
        """The length of its last dimension."""
        return self.shape[-1]


_fields: list[Field] = []


def _field(name: str, *shape: int, most: int, least: int = 0, width: int = 1, nobody: bool = False) -> int:
    """Add a field after the last one, and return its place."""
    offset = _fields[-1].offset + _fields[-1].n * _fields[-1].width if _fields else 0
    _fields.append(Field(name, offset, shape or (1,), width, most, least, nobody))
    return offset


def _signed(name: str, *shape: int) -> int:
    """Add a field of bytes with a sign, and return its place."""
    offset = _field(name, *shape, most=255)
    _fields[-1] = _fields[-1]._replace(signed=True)
    return offset


# --- the game and the round

N_PLAYERS: Final = _field("players", most=4, least=2)
FLAGS: Final = _field("flags", most=(1 << 10) - 1, width=2)
ROUND_LIMIT: Final = _field("round_limit", most=MAX_ROUNDS, least=1, width=2)
ROUND: Final = _field("round", most=MAX_ROUNDS + 1, width=2)
"""The number of roles that were chosen; of two players, one may choose a second one beyond the last round (S47)."""
STEP: Final = _field("step", most=Due.END)
ACTOR: Final = _field("actor", most=3)
"""The seat whose decision it is; of a chance event, the seat that it belongs to."""
BEGUN: Final = _field("begun", most=1)
"""Whether the next action belongs to the turn of the last one."""
SCEPTER: Final = _field("scepter", most=3)
SECOND: Final = _field("second", most=1)
"""C14.2: whether the holder of the scepter chooses, or has chosen, the second of two roles."""
EMPEROR: Final = _field("emperor", most=3)
EDICT: Final = _field("edict", most=N_EDICTS - 1)
MONOLITH: Final = _field("monolith", most=len(ROLES) - 1, nobody=True)
"""The role that it stands on."""
CHOOSER: Final = _field("chooser", most=3)
WHEEL: Final = _field("wheel", len(ROLES), most=6 * MAX_ROUNDS, width=2)
"""The credits on each role."""
DRAFT: Final = _field("draft", 4, most=MAX_REGIONS - 1)
"""The choices of a decision half made, in order; 0 before each."""
COUNT: Final = _field("count", most=MAX_POWERS)
"""How often the decision was used: investments, the free fighter."""
FAVOURED: Final = _field("favoured", most=3, nobody=True)
"""C12.4: whom the Emperor has named."""

# --- players

CREDITS: Final = _field("credits", _SEATS, most=MAX_CREDITS, width=4)
RESOURCE: Final = _field("resources", _SEATS, 3, most=MAX_TRACK)
STOCK: Final = _field("stock", _SEATS, most=TOKENS)
THRONE: Final = _field("throne", _SEATS, _SEATS + 1, most=99)
"""The tokens in each player's throne by colour; the last one are galaxy tokens."""
INFLUENCE: Final = _field("influence", _SEATS, most=TOKENS)
"""C11.1: tokens taken as influence and not yet placed."""
ON_THRONE: Final = _field("on_throne", _SEATS, most=TOKENS)
"""C11.3: influence on the Throne."""
BOUGHT: Final = _field("bought", most=4)
"""C11.2: how many were bought in this Regent."""
SUPPLIES: Final = _field("supply", _SEATS, 3, most=max(SUPPLY))
STAGING: Final = _field("staging", _SEATS, 3, most=max(SUPPLY))
HOME: Final = _field("home", _SEATS, most=MAX_REGIONS - 1, nobody=True)
"""The region of each home world."""

# --- the galaxy

BLOCKED: Final = 40
HOME_TILE: Final = 32
TILE: Final = _field("tile", MAX_REGIONS, most=BLOCKED)
"""0 for none, 1 and the kind, `HOME_TILE` and the seat, or `BLOCKED`."""
TOKEN: Final = _field("token", MAX_REGIONS, most=8)
"""0 for none; 1 and twice the seat, and 1 more for a starbase."""
SHIPS: Final = _field("ships", _SEATS, 3, MAX_REGIONS, most=max(SUPPLY))
MOVED: Final = _field("moved", _SEATS, 3, MAX_REGIONS, most=max(SUPPLY))
"""How many of them have moved in this Warlord role (S31)."""
SHIFTED: Final = _field("shifted", _SEATS, 3, MAX_REGIONS, most=max(SUPPLY))
"""How many of them tactics have moved in this battle (S33)."""
PLACED: Final = _field("placed", _SEATS, MAX_REGIONS, most=TOKENS)
"""C11.3: influence on planets."""
FAR: Final = _field("far_space", MAX_FAR_SPACE, most=9)
"""0 for none, 1 and as `TOKEN`: 1 is a galaxy token there, so tokens of players begin with 2."""
GALAXY: Final = 1
PILE: Final = _field("pile", most=99)
"""The galaxy tokens beside the board."""

# --- tiles and the market

DISPLAY: Final = _field("display", MAX_KINDS, most=99)
UNSEEN: Final = _field("unseen", MAX_KINDS, most=99)
"""Tiles that lie in the stack in unknown places, or are blocked."""
STACK: Final = _field("stack", most=255)
"""The tiles of the stack without those at its bottom."""
BOTTOM: Final = _field("bottom", most=99)
"""The empty space tiles that were put back (S15)."""
DEPTH: Final = _field("depth", 3, most=254, nobody=True)
"""How many tiles lie above each wormhole of the stack (S1)."""
PUT_BACK: Final = _field("put_back", most=99)
"""How many this filling of the display has put back."""
MARKET: Final = _field("market", most=15)
"""Bit i: market tile i shows credits."""

# --- technologies

IN_DECK: Final = 0
IN_PILE: Final = 1
IN_HAND: Final = 2
OWNED: Final = 6
PLACE: Final = _field("place", MAX_TECHNOLOGIES, most=9)
"""`IN_DECK`, `IN_PILE`, `IN_HAND` and the seat, `OWNED` and the seat. In a view, hidden cards are `IN_DECK`, too."""
HEIGHT: Final = _field("height", MAX_TECHNOLOGIES, most=MAX_TECHNOLOGIES)
"""In a pile, its place counted from 1 at the bottom."""
KNOWN: Final = _field("known", MAX_TECHNOLOGIES, most=1)
"""S24: whether all know that this card is in the hand."""
HIDDEN: Final = _field("hidden", _SEATS, 3, most=MAX_TECHNOLOGIES)
"""In a view, cards of each cost that a player has and the viewer doesn't know."""

# --- powers and effects

SECRET: Final = MAX_POWERS + 1
"""Stands in a view for a power that was chosen and isn't shown yet."""

POWER: Final = _field("power", _SEATS, most=SECRET)
"""0 for none, or 1 and the number of the power in the pack's order."""
POWERS_DEALT: Final = _field("dealt", _SEATS, 3, most=MAX_POWERS)
"""C1.8: the powers to choose from, in the same way; in a view those of others are 0."""
SURGED: Final = _field("surged", _SEATS, most=1)
"""C13.1: whether the surge side of the power is up."""
NEW_WORMHOLE: Final = _field("new_wormhole", most=1)
"""C4.8: whether a wormhole came into the galaxy and powers haven't flipped yet."""
WINDOW: Final = _field("window", most=len(MOMENTS))
"""C13.3: 0 for none, or 1 and the place in `MOMENTS` of the moment at which owners of effects are asked."""
RETURN: Final = _field("return", most=max(Due))
"""The step that follows the window; of an effect beside a step's own actions, that step."""
EFFECT: Final = _field("effect", most=MAX_EFFECTS, width=2)
"""0 for none, or 1 and the number of the effect that is half done."""
PART: Final = _field("part", most=12)
"""The part of that effect that comes next, or that `LEFT` belongs to and is one less."""
LEFT: Final = _field("left", most=MAX_AMOUNT)
"""How often the part of the effect is still done; 0 if the next one begins."""
USED: Final = _field("used", MAX_EFFECTS, most=MAX_AMOUNT)
"""How often each effect was used in this role."""
N_NUMBERS: Final = len(RULE_NUMBERS)
CHANGED: Final = _signed("changed", _SEATS, N_NUMBERS)
"""How much each number of the rules is changed for each player: for ever, for the role and for the battle together."""
FOR_ROLE: Final = _signed("for_role", _SEATS, N_NUMBERS)
"""The part of it that ends with the role."""
FOR_BATTLE: Final = _signed("for_battle", _SEATS, N_NUMBERS)
"""The part of it that ends with the battle."""
SPENT: Final = _field("spent", _SEATS, most=TOKENS)
"""Tokens of the stock that were paid for effects. They are out of the game."""
SWAY: Final = _field("sway", _SEATS, most=99)
"""Influence that is no token, and not yet placed."""
SWAY_AT: Final = _field("sway_at", _SEATS, MAX_REGIONS, most=99)
"""The same on planets."""
SWAY_THRONE: Final = _field("sway_throne", _SEATS, most=99)
"""The same on the Throne."""

# --- the battle

FOUGHT: Final = _field("fought", most=(1 << MAX_SECTORS) - 1, width=2)
"""Bit of a sector: there was a battle in this turn (S29)."""
SECTOR: Final = _field("sector", most=MAX_SECTORS - 1, nobody=True)
ATTACKER: Final = _field("attacker", most=3, nobody=True)
DEFENDER: Final = _field("defender", most=3, nobody=True)
SIDE: Final = _field("side", _SEATS, most=2)
"""0 for none, 1 for the attacker's side, 2 for the defender's."""
ASKED: Final = _field("asked", 2, most=15)
"""Bits of the seats that attacker and defender have asked."""
FORCE: Final = _field("force", 2, most=_MOST_STRENGTH, width=2)
WRITTEN: Final = _field("written", 2, most=SEALED)
"""How many numbers attacker and defender have set; `SEALED` in a view for two that the viewer doesn't know."""
TACTICS: Final = _field("tactics", 2, most=_MOST_STRENGTH, width=2)
WEAPONS: Final = _field("weapons", 2, most=_MOST_STRENGTH, width=2)
SHIFTS: Final = _field("shifts", most=_MOST_STRENGTH, width=2)
"""How many ships the winner of the tactics may still move."""
HITS: Final = _field("hits", 2, most=_MOST_STRENGTH, width=2)
"""The hits that attacker and defender have left."""
FALLEN: Final = _field("fallen", 2, most=MAX_REGIONS)
"""The colonies that attacker and defender have destroyed in this battle."""

PLUS: Final = _signed("plus", 2, 3)
"""What effects add to tactics, weapons and shields of attacker and defender."""
SPARE: Final = _field("spare", _SEATS, most=99)
"""The first hits on a player's units that don't count."""

LAYOUT: Final = tuple(_fields)
"""Every field in order."""

SIZE: Final = LAYOUT[-1].offset + LAYOUT[-1].n * LAYOUT[-1].width
"""The bytes of a position."""

# --- flags

POWERS: Final = 1
TECHNOLOGIES: Final = 2
START_COLONY: Final = 4
ONE_WAY: Final = 8
EDICT_SUBSTITUTE: Final = 16
OWN_CAP: Final = 32
RESHUFFLE: Final = 64
FREE_ALLIES: Final = 128
SPARE_HITS: Final = 256
NEUTRAL_SHIELDS: Final = 512


def numbers_of(p: Data, field: Field) -> tuple[int, ...]:
    """Return the numbers of a field."""
    if field.width == 1:
        return tuple(p[field.offset : field.offset + field.n])
    places = range(field.offset, field.offset + field.n * field.width, field.width)
    return tuple(int.from_bytes(p[place : place + field.width], "little") for place in places)


def put_numbers(p: bytearray, field: Field, numbers: Iterable[int]) -> None:
    """Write the numbers of a field, as many as it has; they fit its bytes."""
    row = b"".join(number.to_bytes(field.width, "little") for number in numbers)
    assert len(row) == field.n * field.width
    p[field.offset : field.offset + len(row)] = row


def get2(p: Data, place: int) -> int:
    """Return a number of two bytes."""
    return p[place] | p[place + 1] << 8


def put2(p: bytearray, place: int, number: int) -> None:
    """Write a number of two bytes."""
    p[place], p[place + 1] = number & 255, number >> 8


def get4(p: Data, place: int) -> int:
    """Return a number of four bytes."""
    return int.from_bytes(p[place : place + 4], "little")


def put4(p: bytearray, place: int, number: int) -> None:
    """Write a number of four bytes."""
    p[place : place + 4] = number.to_bytes(4, "little")


def signed(byte: int) -> int:
    """Return the number of a byte with a sign."""
    return byte - 256 if byte > 127 else byte


def ships_at(seat: int, kind: int, region: int = 0) -> int:
    """Return where the ships of a player, of a type, in a region stand within `SHIPS`, `MOVED` and `SHIFTED`."""
    return (seat * 3 + kind) * MAX_REGIONS + region
