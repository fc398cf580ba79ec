"""The layout of a position in bytes: every field with its place, its width, its bounds and its meaning.

A position is `bytes`, and `bytearray` within a move. A field is an array of unsigned numbers of 1, 2 or 4 bytes, the
least first; ``LAYOUT`` has them all, in order. A compiled position is the same list as a struct. All positions have the
size for the largest pack; what a smaller pack lacks is 0. `Position` reads and writes fields by name.

Some bounds don't stand in the rulebook but are proved:

- A player has 14 ships, so no count of ships is more; a game has 16 tokens for each player, and 99 galaxy tokens at
  most.
- A round lays 6 credits on roles at most and there are 1,000 rounds: a role has less than 2**16. In a round a player
  gets less than 10**4 credits, by all roles: less than 10**8 in a game, and a position by hand has no more.
- A side has at most three players' fleets and each place of the sector once: its strength is below 2**16.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from struct import Struct
from typing import Final, NamedTuple, TypeAlias

from ..packs.content import (
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
from ..packs.vocabulary import MOMENTS, N_EDICTS, ROLES, RULE_NUMBERS, SUPPLY
from .due import Due

__all__ = [
    "BLOCKED",
    "FREE_ALLIES",
    "GALAXY",
    "HOME_TILE",
    "IN_DECK",
    "IN_HAND",
    "IN_PILE",
    "LAYOUT",
    "MAX_REGIONS",
    "MAX_ROUNDS",
    "NOBODY",
    "ONE_WAY",
    "OWNED",
    "POWERS",
    "SEALED",
    "SECRET",
    "SIZE",
    "TECHNOLOGIES",
    "TOKENS",
    "Data",
    "Field",
    "numbers_of",
    "put_numbers",
    "signed",
]

Data: TypeAlias = bytes | bytearray

NOBODY: Final = 255
"""Marks a missing seat, role, sector or depth."""

TOKENS: Final = 16
"""The number of ships of each player."""

MAX_ROUNDS: Final = 1_000
_MAX_CREDITS: Final = 10**8
_MOST_STRENGTH: Final = (1 << 16) - 1

# --- numbers that fields have

HOME_TILE: Final = 32
BLOCKED: Final = 40
GALAXY: Final = 1
IN_DECK: Final = 0
IN_PILE: Final = 1
IN_HAND: Final = 2
OWNED: Final = 6
SEALED: Final = 3

SECRET: Final = MAX_POWERS + 1
"""Marks, in a view, a power that was chosen and isn't shown yet."""

# --- bits of options

POWERS: Final = 1
TECHNOLOGIES: Final = 2
ONE_WAY: Final = 8
FREE_ALLIES: Final = 128


_FORMATS: Final = {1: "B", 2: "H", 4: "I"}
"""The letters of `struct` for a number of so many bytes."""


class Field(NamedTuple):
    """A field of a position."""

    name: str
    about: str
    """The meaning of its numbers."""

    most: int
    shape: tuple[int, ...] = (1,)
    """The number of numbers in each dimension."""

    least: int = 0
    nobody: bool = False
    """Whether `NOBODY` is allowed, too."""

    signed: bool = False
    """Whether a byte above 127 stands for a number below 0, 256 less."""

    offset: int = 0
    form: Struct = Struct("")
    """The reader and writer of its numbers, in the order of bytes of every machine."""

    @property
    def n(self) -> int:
        """The number of its numbers."""
        return prod(self.shape)

    @property
    def width(self) -> int:
        """The bytes of a number."""
        return 1 if self.most < 1 << 8 else 2 if self.most < 1 << 16 else 4

    @property
    def end(self) -> int:
        """The place after its last byte."""
        return self.offset + self.n * self.width


def _in_a_row(*fields: Field) -> tuple[Field, ...]:
    """Return fields one after the other, without a gap."""
    found: list[Field] = []
    for field in fields:
        form = Struct(f"<{field.n}{_FORMATS[field.width]}")
        found.append(field._replace(offset=found[-1].end if found else 0, form=form))
    return tuple(found)


_SEATS: Final = (4,)
_FLEETS: Final = (4, 3, MAX_REGIONS)
_ON_PLANETS: Final = (4, MAX_REGIONS)
_BY_NUMBER: Final = (4, len(RULE_NUMBERS))
_REGIONS: Final = (MAX_REGIONS,)
_KINDS: Final = (MAX_KINDS,)
_CARDS: Final = (MAX_TECHNOLOGIES,)
_SIDES: Final = (2,)

LAYOUT: Final = _in_a_row(
    # --- the game and the round
    Field("players", "How many play.", 4, least=2),
    Field("flags", "The options, as `Options.flags` has them.", (1 << 10) - 1),
    Field("round_limit", "The last round.", MAX_ROUNDS, least=1),
    Field("round", "How many roles were chosen; two players may have one beyond the last round (S47).", MAX_ROUNDS + 1),
    Field("step", "The step that is due.", Due.END),
    Field("actor", "The seat whose decision it is; of a chance event, the seat that it belongs to.", 3),
    Field("begun", "Whether the next action belongs to the turn of the last one.", 1),
    Field("scepter", "Who has the scepter.", 3),
    Field("second", "C14.2: whether the holder of the scepter chooses, or has chosen, the second of two roles.", 1),
    Field("emperor", "Who is Emperor.", 3),
    Field("edict", "The edict in effect.", N_EDICTS - 1),
    Field("monolith", "The role that it stands on.", len(ROLES) - 1, nobody=True),
    Field("chooser", "Who chose the role.", 3),
    Field("wheel", "The credits on each role.", 6 * MAX_ROUNDS, (len(ROLES),)),
    Field("draft", "The choices of a decision half made, in order; 0 before each.", MAX_REGIONS - 1, (4,)),
    Field("count", "How often the decision was used: investments, the free fighter.", MAX_POWERS),
    Field("favoured", "C12.4: whom the Emperor has named.", 3, nobody=True),
    # --- players
    Field("credits", "Those of each player.", _MAX_CREDITS, _SEATS),
    Field("resources", "Polymers, metal and energy.", MAX_TRACK, (4, 3)),
    Field("stock", "The tokens in each player's stock.", TOKENS, _SEATS),
    Field("throne", "The tokens in each player's throne by colour; the last one are galaxy tokens.", 99, (4, 5)),
    Field("influence", "C11.1: tokens taken as influence and not yet placed.", TOKENS, _SEATS),
    Field("on_throne", "C11.3: influence on the Throne.", TOKENS, _SEATS),
    Field("bought", "C11.2: how many were bought in this Regent.", 4),
    Field("supply", "The ships in each player's supply.", max(SUPPLY), (4, 3)),
    Field("staging", "The ships in each player's staging.", max(SUPPLY), (4, 3)),
    Field("home", "The region of each home world.", MAX_REGIONS - 1, _SEATS, nobody=True),
    # --- the galaxy
    Field("tile", "0 for none, 1 and the kind, `HOME_TILE` and the seat, or `BLOCKED`.", BLOCKED, _REGIONS),
    Field("token", "0 for none; 1 and twice the seat, and 1 more for a starbase.", 8, _REGIONS),
    Field("ships", "The ships of each player, of each type, in each region.", max(SUPPLY), _FLEETS),
    Field("moved", "How many of them have moved in this Warlord role (S31).", max(SUPPLY), _FLEETS),
    Field("shifted", "How many of them tactics have moved in this battle (S33).", max(SUPPLY), _FLEETS),
    Field("placed", "C11.3: influence on planets.", TOKENS, _ON_PLANETS),
    Field("far_space", "0 for none, `GALAXY`; for tokens of players 1 more than `token` has.", 9, (MAX_FAR_SPACE,)),
    Field("pile", "The galaxy tokens beside the board.", 99),
    # --- tiles and the market
    Field("display", "The tiles of each kind there.", 99, _KINDS),
    Field("unseen", "Tiles that lie in the stack in unknown places, or are blocked.", 99, _KINDS),
    Field("stack", "The tiles of the stack without those at its bottom.", 255),
    Field("bottom", "The empty space tiles that were put back (S15).", 99),
    Field("depth", "How many tiles lie above each wormhole of the stack (S1).", 254, (3,), nobody=True),
    Field("put_back", "How many this filling of the display has put back.", 99),
    Field("market", "Bit i: market tile i shows credits.", 15),
    # --- technologies
    Field("place", "`IN_DECK`, as hidden cards of a view are; `IN_PILE`; `IN_HAND` or `OWNED` and seat.", 9, _CARDS),
    Field("height", "In a pile, its place counted from 1 at the bottom.", MAX_TECHNOLOGIES, _CARDS),
    Field("known", "S24: whether all know that this card is in the hand.", 1, _CARDS),
    Field("hidden", "In a view, how many unknown cards of each cost a player has.", MAX_TECHNOLOGIES, (4, 3)),
    # --- powers and effects
    Field("power", "0 for none, or 1 and the number of the power in the pack's order; or `SECRET`.", SECRET, _SEATS),
    Field("dealt", "C1.8: those to choose from, in the same way; in a view those of others are 0.", MAX_POWERS, (4, 3)),
    Field("surged", "C13.1: whether the surge side of the power is up.", 1, _SEATS),
    Field("new_wormhole", "C4.8: whether a wormhole came into the galaxy and powers haven't flipped yet.", 1),
    Field("window", "C13.3: 0 for none, or 1 and the place in `MOMENTS` at which owners are asked.", len(MOMENTS)),
    Field("return", "The step that follows the window; of an effect beside a step's own actions, that step.", max(Due)),
    Field("effect", "0 for none, or 1 and the number of the effect that is half done.", MAX_EFFECTS),
    Field("part", "The part of that effect that comes next, or that `left` belongs to and is one less.", 12),
    Field("left", "How often the part of the effect is still done; 0 if the next one begins.", MAX_AMOUNT),
    Field("used", "How often each effect was used in this role.", MAX_AMOUNT, (MAX_EFFECTS,)),
    Field("changed", "What is added to a rule: for ever, role and battle together.", 255, _BY_NUMBER, signed=True),
    Field("for_role", "The part of it that ends with the role.", 255, _BY_NUMBER, signed=True),
    Field("for_battle", "The part of it that ends with the battle.", 255, _BY_NUMBER, signed=True),
    Field("spent", "Tokens of the stock that were paid for effects. They are out of the game.", TOKENS, _SEATS),
    Field("sway", "Influence that is no token, and not yet placed.", 99, _SEATS),
    Field("sway_at", "The same on planets.", 99, _ON_PLANETS),
    Field("sway_throne", "The same on the Throne.", 99, _SEATS),
    # --- the battle
    Field("fought", "Bit of a sector: there was a battle in this turn (S29).", (1 << MAX_SECTORS) - 1),
    Field("sector", "Where the battle is.", MAX_SECTORS - 1, nobody=True),
    Field("attacker", "Who leads the one side.", 3, nobody=True),
    Field("defender", "Who leads the other one.", 3, nobody=True),
    Field("side", "0 for none, 1 for the attacker's side, 2 for the defender's.", 2, _SEATS),
    Field("asked", "Bits of the seats that attacker and defender have asked.", 15, _SIDES),
    Field("force", "The strength of each side.", _MOST_STRENGTH, _SIDES),
    Field("written", "How many numbers a side has set; `SEALED` for two that a viewer doesn't know.", SEALED, _SIDES),
    Field("tactics", "The tactics that each side has set.", _MOST_STRENGTH, _SIDES),
    Field("weapons", "The weapons that each side has set.", _MOST_STRENGTH, _SIDES),
    Field("shifts", "How many ships the winner of the tactics may still move.", _MOST_STRENGTH),
    Field("hits", "The hits that attacker and defender have left.", _MOST_STRENGTH, _SIDES),
    Field("fallen", "The colonies that attacker and defender have destroyed in this battle.", MAX_REGIONS, _SIDES),
    Field("plus", "What effects add to tactics, weapons and shields of each side.", 255, (2, 3), signed=True),
    Field("spare", "The first hits on a player's units that don't count.", 99, _SEATS),
)
"""Every field in order."""

SIZE: Final = LAYOUT[-1].end
"""The bytes of a position."""


def numbers_of(p: Data, field: Field) -> tuple[int, ...]:
    """Return the numbers of a field."""
    return field.form.unpack_from(p, field.offset)


def put_numbers(p: bytearray, field: Field, numbers: Sequence[int]) -> None:
    """Write the numbers of a field, as many as it has; they fit its bytes."""
    field.form.pack_into(p, field.offset, *numbers)


def signed(byte: int) -> int:
    """Return the number of a byte with a sign."""
    return byte - 256 if byte > 127 else byte
