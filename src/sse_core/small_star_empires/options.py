"""Options of a game, the setup that a map gives, and the text of options.

`Rules` holds the options, each with its clause. `Setup` holds the data of a map for the games on it. `format_rules` and
`parse_rules` write and read the text of options in positions, maps and commands, such as
``open_borders=yes nebula_points=2,5,8,12``.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias

from ..errors import NotationCode, NotationError, map_error, rules_error
from ..forms.checks import check_choice, check_flag, check_number, check_text, guess, shown
from ..forms.expressions import changes, constructor_call
from ..forms.immutable import Immutable
from .maps.tiles import BAGS, Bag, format_bag, parse_bag
from .messages import say

__all__ = [
    "MAX_NOTE",
    "MAX_POINTS",
    "MAX_RESERVE",
    "MAX_SET",
    "MAX_SHIPS",
    "PUBLISHED",
    "Edition",
    "Rules",
    "Setup",
    "format_rules",
    "parse_rules",
]

Edition: TypeAlias = Literal["second", "first"]
"""A published edition (E10.5)."""

MAX_SHIPS: Final = 16
"""The largest number of ships of one player."""

MAX_RESERVE: Final = 255
"""The largest number of cities, and of trade stations, that a player may start with."""

MAX_SET: Final = 16
"""The largest number of entries in `Rules.nebula_points`."""

MAX_NOTE: Final = 100
"""The largest length of a map's note, in characters."""

MAX_POINTS: Final = 999
"""The largest number of points of one entry."""


@dataclass(frozen=True, slots=True)
class Rules(Immutable):
    """The options of a game; the defaults are those of the published game.

    Raises SetupError if a value is out of range, TypeError if it is of the wrong type.
    """

    edition: Edition = "second"
    """Decides when points are scored, which bag is used, and what cities are called (E6.2, E9.10, E10.5)."""

    unexplored_passable: bool = True
    """Ships may pass unexplored systems (E3.3)."""

    damaged_passes_unexplored: bool = False
    """Damaged ships may pass unexplored systems too, if other ships may (E5.2)."""

    damaged_jump: bool = True
    """Damaged ships may jump through wormholes (E4.3)."""

    conquered_passable: bool = False
    """Ships may pass conquered systems (E9.9)."""

    conquest_own_only: bool = False
    """Only a destroyed city of the explorer leaves a conquest marker; False: any city next to the tile does (E9.9).

    Older positions and records don't name this option and have its default.
    """

    open_borders: bool = False
    """Ships may pass opponents' systems for a toll of one city a system (E10.1)."""

    toll_compulsory: bool = True
    """A player whose moves all cost tolls must make one; False: the player may stay, and is out then (E10.1)."""

    nebula_points: tuple[int, ...] = (2, 5, 8)
    """Points for 1, 2, 3, … nebulae of one colour; a larger number scores the last entry (E7.1).

    1 to 16 entries, each from 0 to 999.
    """

    territory_points: int = 3
    """Points for each player with a largest territory, 0 to 999 (E7.3)."""

    bag: Bag | None = None
    """The tiles of unexplored systems; None: those that the map names, else the edition's (E9.10)."""

    @property
    def key(self) -> int:
        """64 bits that depend on the options alone and are the same in every process."""
        content = repr([(field.name, getattr(self, field.name)) for field in fields(self)])
        return int.from_bytes(hashlib.blake2b(content.encode(), digest_size=8).digest(), "little")

    @property
    def city_word(self) -> str:
        """The word of this edition for a city (E10.5)."""
        return say("colony") if self.edition == "first" else say("city")

    @property
    def cities_word(self) -> str:
        """The word of this edition for cities (E10.5)."""
        return say("colonies") if self.edition == "first" else say("cities")

    def __post_init__(self) -> None:
        object.__setattr__(
            self,
            "edition",
            check_choice(self.edition, ("first", "second"), "edition", "E10.5", error=rules_error),
        )
        for flag in _FLAGS:
            check_flag(getattr(self, flag), flag)
        if type(self.nebula_points) is not tuple:
            raise TypeError(f"nebula_points is a tuple of integers, not {shown(self.nebula_points)}")
        if not 1 <= len(self.nebula_points) <= MAX_SET:
            raise rules_error(f"nebula_points has {len(self.nebula_points)} entries; 1 to {MAX_SET} can be (E7.1)")
        for points in self.nebula_points:
            _check_points("nebula_points", points, "E7.1")
        _check_points("territory_points", self.territory_points, "E7.3")
        object.__setattr__(self, "bag", _checked_bag(self.bag))

    def __repr__(self) -> str:
        return constructor_call(self)


_FLAGS: Final = (
    "unexplored_passable",
    "damaged_passes_unexplored",
    "damaged_jump",
    "conquered_passable",
    "conquest_own_only",
    "open_borders",
    "toll_compulsory",
)


def _checked_bag(bag: Bag | None) -> Bag | None:
    if bag is None:
        return None
    if not isinstance(bag, Bag):
        raise TypeError(f"a bag is a Bag, not {type(bag).__name__}")
    return bag.checked()


def _check_points(option: str, points: int, clause: str) -> None:
    if type(points) is not int:
        raise TypeError(f"{option} counts in integers, not {shown(points)}")
    if not 0 <= points <= MAX_POINTS:
        raise rules_error(f"{option} {shown(points)} is not in 0 to {MAX_POINTS} ({clause})")


@dataclass(frozen=True, slots=True)
class Setup(Immutable):
    """The data of a map beside its systems: rules, bag, ships, reserves and a note. None: the map doesn't name it.

    Raises SetupError if a number is out of range, TypeError if a value is of the wrong type.
    """

    rules: Rules = Rules()
    """The default rules of `new_game` and `position` on this map (E10)."""

    bag: Bag | None = None
    """The tiles of its unexplored systems; None: those of the rules, else the edition's (E9.10)."""

    ships: int | None = None
    """The number of ships of each player, 0 to 16; None: 4, 3, 2 for 2, 3, 4 players (E1.7)."""

    cities: int | None = None
    """The number of cities in each reserve, 0 to 255; None: 16 (E1.7)."""

    stations: int | None = None
    """The number of trade stations in each reserve, 0 to 255; None: 4 (E1.7)."""

    note: str | None = None
    """The source of the map: a line of 1 to 100 printable characters without blanks at its ends (E1.6)."""

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise TypeError(f"rules is a Rules, not {type(self.rules).__name__}")
        object.__setattr__(self, "bag", _checked_bag(self.bag))
        if self.bag is not None and self.rules.bag not in (None, self.bag):
            raise rules_error("the map has one bag, its rules name another (E9.10)")
        for name, most in (("ships", MAX_SHIPS), ("cities", MAX_RESERVE), ("stations", MAX_RESERVE)):
            if getattr(self, name) is not None:
                object.__setattr__(
                    self,
                    name,
                    check_number(getattr(self, name), name, most, error=rules_error),
                )
        if self.note is not None:
            _check_note(self.note)

    def __repr__(self) -> str:
        return constructor_call(self)

    def bag_under(self, rules: Rules) -> Bag:
        """Return the bag of a game under these rules: that of the rules, else the map's, else the edition's (E9.10)."""
        chosen = self.bag if rules.bag is None else rules.bag
        return BAGS[rules.edition] if chosen is None else chosen


def _check_note(note: str) -> None:
    check_text(note, "a note")
    if not 1 <= len(note) <= MAX_NOTE:
        raise map_error(f"a note has 1 to {MAX_NOTE} characters, not {len(note)} (E1.6)")
    if not note.isprintable() or note != note.strip():
        raise map_error(f"a note is printable and has no blank at its ends, not {shown(note)} (E1.6)")


# --- options as text

PUBLISHED: Final = Rules()
"""The rules of the published game."""

_OPTIONS: Final = {field.name: getattr(PUBLISHED, field.name) for field in fields(Rules)}


def format_rules(rules: Rules) -> str:
    """Return the options that differ from the published game as text; ``default`` if none does."""
    return " ".join(f"{name}={_format_option(value)}" for name, value in changes(rules).items()) or "default"


def parse_rules(text: str, base: Rules = PUBLISHED) -> Rules:
    """Return the rules of a text: those of `base` with the options that the text names.

    Raises NotationError with the column if the text isn't written as by `format_rules`, SetupError if a value is out
    of range.
    """
    options: dict[str, Any] = {}
    for match in re.finditer(r"[^ ]+", "" if text == "default" else text):
        name, _, value = match[0].partition("=")
        if name not in _OPTIONS:
            options_known = ", ".join(_OPTIONS)
            message = f"expected `default`, or options of {options_known}, each as name=value{guess(name, _OPTIONS)}"
            raise NotationError(message, text, match.start() + 1, code=NotationCode.WORD)
        if name in options:
            raise NotationError(f"{name} is given twice", text, match.start() + 1, code=NotationCode.KEY)
        try:
            options[name] = _parse_option(name, value)
        except NotationError as error:
            column = match.start() + len(name) + 1 + error.column
            raise NotationError(error.message, text, column, code=error.code) from None
    return replace(base, **options)


def _parse_option(name: str, value: str) -> bool | int | tuple[int, ...] | str | Bag:
    """Return the value of an option; raise NotationError if it is written otherwise."""
    published = _OPTIONS[name]
    if name == "bag":
        return parse_bag(value, ",")
    if isinstance(published, str):
        return value
    if isinstance(published, bool):
        if value not in ("yes", "no"):
            raise NotationError(f"{name} is `yes` or `no`", value)
        return value == "yes"
    numbers = value.split(",")
    if len(numbers) > 100 or not all(re.fullmatch(r"[0-9]{1,9}", number) for number in numbers):
        raise NotationError(f"{name} is written in numbers, with commas between them", value)
    if isinstance(published, int):
        if len(numbers) != 1:
            raise NotationError(f"{name} is one number", value)
        return int(numbers[0])
    return tuple(int(number) for number in numbers)


def _format_option(value: bool | int | tuple[int, ...] | str | Bag) -> str:
    if isinstance(value, Bag):
        return format_bag(value, ",")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(str(number) for number in value) if isinstance(value, tuple) else str(value)
