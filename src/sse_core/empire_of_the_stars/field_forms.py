"""Fields of a position in texts and JSON: each is a line, or a key, and one that is at rest has none.

`entries` gives the entries of a board: which field stands under which word, and what its numbers mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..errors import NotationCode, NotationError
from ..forms.checks import guess
from ..forms.json_object import Json, array_of, object_of, typed
from ..forms.lines import Word
from . import layout
from .actions import SEATS
from .board import Board
from .content import named_effects, slug
from .due import STEP_NAMES, Due
from .layout import LAYOUT, NOBODY, Field
from .vocabulary import MOMENTS, RESOURCES, ROLES, RULE_NUMBERS, SHIPS

__all__ = ["Entry", "entries"]

_NOBODY: Final = "nobody"
_NO: Final = "none"
_LARGEST: Final = 127
_ALWAYS: Final = frozenset({"round", "step", "actor", "scepter", "emperor", "edict", "credits", "stock", "pile"})


@dataclass(frozen=True)
class Entry:
    """A field of a position, and how texts and JSON write it."""

    name: str
    field: Field
    rest: tuple[int, ...]
    """The numbers of the field at rest, when it has no line unless it is always written."""

    @property
    def always(self) -> bool:
        """Whether it is written at rest, too."""
        return self.name in _ALWAYS

    def is_told(self, numbers: Sequence[int]) -> bool:
        """Return whether texts and JSON have the numbers."""
        return self.always or tuple(numbers) != self.rest

    def word(self, numbers: Sequence[int]) -> str:
        """Return the numbers as the words of a line."""
        raise NotImplementedError

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the numbers of a line; raise NotationError, with its place, if it is none."""
        raise NotImplementedError

    def to_json(self, numbers: Sequence[int]) -> Json:
        """Return the numbers as JSON has them."""
        raise NotImplementedError

    def from_json(self, value: Json) -> tuple[int, ...]:
        """Return the numbers of JSON; raise NotationError if it is of another type or name."""
        raise NotImplementedError

    def _in_range(self, number: int, shown: object) -> int:
        if self.field.least <= number <= self.field.most or (number == NOBODY and self.field.nobody):
            return number
        message = f"{self.name} has a number from {self.field.least} to {self.field.most}"
        raise NotationError(message, str(shown), code=NotationCode.NUMBER)


@dataclass(frozen=True)
class Rows(Entry):
    """Numbers one after the other, such as one for each player; those beyond are at rest."""

    n: int = 1

    def word(self, numbers: Sequence[int]) -> str:
        """Return the numbers, with ``nobody`` where there is none."""
        return " ".join(_NOBODY if self._is_nobody(each) else str(each) for each in numbers[: self.n])

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the numbers of the words, as many as there are."""
        words = word.some_words("a number")
        if len(words) != self.n:
            raise words[0].error(f"{self.name} has {self.n} numbers, not {len(words)}", NotationCode.COUNT)
        return self._filled(
            NOBODY if each.text == _NOBODY and self.field.nobody else each.number(self.field.most, self.field.least)
            for each in words
        )

    def to_json(self, numbers: Sequence[int]) -> Json:
        """Return a number, or an array of several; null where there is none."""
        found: list[Json] = [None if self._is_nobody(each) else each for each in numbers[: self.n]]
        return found if len(self.rest) > 1 else found[0]

    def from_json(self, value: Json) -> tuple[int, ...]:
        """Return the numbers of a number, or of an array."""
        values = array_of(value, self.name) if len(self.rest) > 1 else [value]
        if len(values) != self.n:
            raise NotationError(f"{self.name} has {self.n} numbers", str(values), code=NotationCode.COUNT)
        return self._filled(
            NOBODY if each is None and self.field.nobody else self._in_range(typed(each, int, self.name), each)
            for each in values
        )

    def _is_nobody(self, number: int) -> bool:
        return self.field.nobody and number == NOBODY

    def _filled(self, numbers: Iterator[int]) -> tuple[int, ...]:
        found = tuple(numbers)
        return found + self.rest[len(found) :]


@dataclass(frozen=True)
class Named(Entry):
    """One number with a name, such as a seat or a role."""

    names: tuple[str, ...] = ()

    def word(self, numbers: Sequence[int]) -> str:
        """Return the name."""
        return _NOBODY if self.field.nobody and numbers[0] == NOBODY else self.names[numbers[0]]

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the number of a name."""
        found = self._number(word.text)
        if found is None:
            message = f"{self.name} is one of {', '.join(self.names)}{guess(word.text, self.names)}"
            raise word.error(message, NotationCode.WORD)
        return (found,)

    def to_json(self, numbers: Sequence[int]) -> Json:
        """Return the name."""
        return self.word(numbers)

    def from_json(self, value: Json) -> tuple[int, ...]:
        """Return the number of a name."""
        name = typed(value, str, self.name)
        found = self._number(name)
        if found is None:
            message = f"{self.name} is one of {', '.join(self.names)}{guess(name, self.names)}"
            raise NotationError(message, name, code=NotationCode.WORD)
        return (found,)

    def _number(self, name: str) -> int | None:
        if name == _NOBODY and self.field.nobody:
            return NOBODY
        return self.names.index(name) if name in self.names else None


@dataclass(frozen=True)
class Table(Entry):
    """Numbers by name, but for those at rest, such as ``A.fighter@c2:3``; the numbers may have names themselves."""

    names: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    """The place of each name in the field."""

    values: tuple[str, ...] = ()
    """The name of each number, if they have names."""

    @property
    def sign(self) -> str:
        """What stands between a name and its number."""
        return "=" if self.values else ":"

    def word(self, numbers: Sequence[int]) -> str:
        """Return the names with their numbers."""
        return " ".join(f"{name}{self.sign}{self._value(numbers[place])}" for name, place in self._there(numbers))

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the numbers of the names."""
        numbers = [*self.rest]
        for each in word.some_words("a name"):
            name, _, value = each.cut(self.sign)
            if name.text not in self.names:
                message = f"{self.name} is written like {self._example()}{guess(name.text, self.names)}"
                raise name.error(message, NotationCode.WORD)
            place = self.places[self.names.index(name.text)]
            if self.values:
                if value.text not in self.values:
                    known = ", ".join(filter(None, self.values))
                    raise value.error(f"expected one of {known}{guess(value.text, self.values)}", NotationCode.WORD)
                numbers[place] = self.values.index(value.text)
            else:
                numbers[place] = value.number(self.field.most, self.field.least)
        return tuple(numbers)

    def to_json(self, numbers: Sequence[int]) -> Json:
        """Return an object."""
        if self.values:
            return {name: self.values[numbers[place]] for name, place in self._there(numbers)}
        return {name: numbers[place] for name, place in self._there(numbers)}

    def from_json(self, value: Json) -> tuple[int, ...]:
        """Return the numbers of an object."""
        numbers = [*self.rest]
        for name, number in object_of(value, self.name).content.items():
            if name not in self.names:
                message = f"{self.name} is like {self._example()}{guess(name, self.names)}"
                raise NotationError(message, name, code=NotationCode.WORD)
            numbers[self.places[self.names.index(name)]] = self._number_of(number)
        return tuple(numbers)

    def _number_of(self, value: Json) -> int:
        """Return the number that a value in JSON stands for."""
        if not self.values:
            return self._in_range(typed(value, int, self.name), value)
        written = typed(value, str, self.name)
        if written not in self.values:
            raise NotationError(f"{self.name} has no {written}", written, code=NotationCode.WORD)
        return self.values.index(written)

    def _there(self, numbers: Sequence[int]) -> Iterator[tuple[str, int]]:
        for name, place in zip(self.names, self.places, strict=True):
            if numbers[place] != self.rest[place]:
                yield name, place

    def _value(self, number: int) -> str:
        return self.values[number] if self.values else str(number)

    def _example(self) -> str:
        return f"{self.names[0]}{self.sign}{self.values[-1] if self.values else 1}"


@dataclass(frozen=True)
class Signed(Table):
    """Numbers by name that may be below 0, such as ``A.moves.fighter:-1``."""

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the numbers of the names."""
        numbers = [*self.rest]
        for each in word.some_words("a name"):
            name, _, value = each.cut(":-" if ":-" in each.text else ":")
            if name.text not in self.names:
                message = f"{self.name} is written like {self._example()}{guess(name.text, self.names)}"
                raise name.error(message, NotationCode.WORD)
            number = value.number(_LARGEST)
            numbers[self.places[self.names.index(name.text)]] = (-number if ":-" in each.text else number) & 255
        return tuple(numbers)

    def to_json(self, numbers: Sequence[int]) -> Json:
        """Return an object."""
        return {name: layout.signed(numbers[place]) for name, place in self._there(numbers)}

    def _number_of(self, value: Json) -> int:
        found = typed(value, int, self.name)
        if not -_LARGEST <= found <= _LARGEST:
            message = f"{self.name} has a number from {-_LARGEST} to {_LARGEST}"
            raise NotationError(message, str(value), code=NotationCode.NUMBER)
        return found & 255

    def _value(self, number: int) -> str:
        return str(layout.signed(number))


@dataclass(frozen=True)
class Members(Entry):
    """Names that are there: bits of the numbers."""

    names: tuple[str, ...] = ()
    bits: tuple[tuple[int, int], ...] = ()
    """The number, and the bit in it, of each name."""

    def word(self, numbers: Sequence[int]) -> str:
        """Return the names."""
        return " ".join(self._there(numbers))

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the numbers with the bits of the names."""
        numbers = [0] * len(self.rest)
        for each in word.some_words("a name"):
            if each.text not in self.names:
                message = f"{self.name} has some of {self.names[0]} to {self.names[-1]}{guess(each.text, self.names)}"
                raise each.error(message, NotationCode.WORD)
            self._add(numbers, each.text)
        return tuple(numbers)

    def to_json(self, numbers: Sequence[int]) -> Json:
        """Return an array of names."""
        return [*self._there(numbers)]

    def from_json(self, value: Json) -> tuple[int, ...]:
        """Return the numbers with the bits of an array of names."""
        numbers = [0] * len(self.rest)
        for each in array_of(value, self.name):
            name = typed(each, str, self.name)
            if name not in self.names:
                message = f"{self.name} has some of {self.names[0]} to {self.names[-1]}{guess(name, self.names)}"
                raise NotationError(message, name, code=NotationCode.WORD)
            self._add(numbers, name)
        return tuple(numbers)

    def _there(self, numbers: Sequence[int]) -> Iterator[str]:
        for name, (place, bit) in zip(self.names, self.bits, strict=True):
            if numbers[place] >> bit & 1:
                yield name

    def _add(self, numbers: list[int], name: str) -> None:
        place, bit = self.bits[self.names.index(name)]
        numbers[place] |= 1 << bit


_FIELDS: Final = {field.name: field for field in LAYOUT}
_APART: Final = frozenset({"players", "flags", "round_limit"})
"""Fields that stand above the entries: the players, and the options."""

_SIDES: Final = ("attacker", "defender")


@lru_cache(maxsize=64)
def entries(board: Board, players: int) -> tuple[Entry, ...]:
    """Return the entries of a board's positions for so many players, in the order of their lines."""
    found = dict(_entries(board, players))
    return tuple(found[field.name] for field in LAYOUT if field.name not in _APART)


def _entries(board: Board, n: int) -> Iterator[tuple[str, Entry]]:
    content = board.content
    seats = tuple(SEATS[:n])
    regions, sectors = content.regions, tuple(sector.name for sector in content.sectors)
    cards = tuple(slug(card.name) for card in content.technologies)
    kinds = tuple(tile.name for tile in content.tiles)
    locations = tuple(str(number + 1) for number in range(len(content.far_space)))
    tokens = tuple(name for seat in SEATS for name in (seat, f"{seat}-starbase"))
    tiles = ("", *kinds, *[""] * (layout.HOME_TILE - 1 - len(kinds)))
    tiles += (*(f"home-{seat}" for seat in seats), *[""] * (layout.BLOCKED - layout.HOME_TILE - n), "blocked")
    places = ("deck", "pile", *(f"hand-{seat}" for seat in SEATS), *(f"owned-{seat}" for seat in SEATS))

    def rows(name: str, n: int = 1, rest: int = 0) -> tuple[str, Entry]:
        field = _FIELDS[name]
        return name, Rows(name, field, (rest,) * field.n, n)

    def named(name: str, names: Sequence[str], rest: int = 0) -> tuple[str, Entry]:
        return name, Named(name, _FIELDS[name], (rest,), tuple(names))

    def table(name: str, names: Sequence[str], places: Sequence[int], values: Sequence[str] = ()) -> tuple[str, Entry]:
        field = _FIELDS[name]
        return name, Table(name, field, (0,) * field.n, tuple(names), tuple(places), tuple(values))

    def by_seat(name: str, words: Sequence[str], row: int) -> tuple[str, Entry]:
        names = [f"{seat}.{word}" for seat in seats for word in words]
        return table(name, names, [row * seat + place for seat in range(n) for place in range(len(words))])

    def signed(name: str, names: Sequence[str], places: Sequence[int]) -> tuple[str, Entry]:
        field = _FIELDS[name]
        return name, Signed(name, field, (0,) * field.n, tuple(names), tuple(places))

    def members(name: str, names: Sequence[str], bits: Sequence[tuple[int, int]]) -> tuple[str, Entry]:
        field = _FIELDS[name]
        return name, Members(name, field, (0,) * field.n, tuple(names), tuple(bits))

    yield rows("round")
    yield named("step", STEP_NAMES)
    yield named("actor", seats)
    yield rows("begun")
    yield named("scepter", seats)
    yield rows("second")
    yield named("emperor", seats)
    yield named("edict", [slug(edict.name) for edict in content.edicts])
    yield named("monolith", ROLES, NOBODY)
    yield named("chooser", seats)
    yield table("wheel", ROLES, range(len(ROLES)))
    yield rows("draft", 4)
    yield rows("count")
    yield named("favoured", seats, NOBODY)
    yield rows("credits", n)
    yield by_seat("resources", RESOURCES, 3)
    yield rows("stock", n)
    yield by_seat("throne", (*SEATS, "galaxy"), 5)
    yield rows("influence", n)
    yield rows("on_throne", n)
    yield rows("bought")
    yield by_seat("supply", SHIPS, 3)
    yield by_seat("staging", SHIPS, 3)
    yield rows("home", n, NOBODY)
    yield table("tile", regions, range(len(regions)), tiles)
    yield table("token", regions, range(len(regions)), ("", *tokens))
    for name in ("ships", "moved", "shifted"):
        names = [f"{seat}.{ship}@{region}" for seat in seats for ship in SHIPS for region in regions]
        where = [
            layout.ships_at(seat, kind, region)
            for seat in range(n)
            for kind in range(3)
            for region in range(len(regions))
        ]
        yield table(name, names, where)
    yield table(
        "placed",
        [f"{seat}@{region}" for seat in seats for region in regions],
        [seat * layout.MAX_REGIONS + region for seat in range(n) for region in range(len(regions))],
    )
    yield table("far_space", locations, range(len(locations)), ("", "galaxy", *tokens))
    yield rows("pile")
    yield table("display", kinds, range(len(kinds)))
    yield table("unseen", kinds, range(len(kinds)))
    yield rows("stack")
    yield rows("bottom")
    yield rows("depth", 3, NOBODY)
    yield rows("put_back")
    yield members("market", [str(tile + 1) for tile in range(4)], [(0, tile) for tile in range(4)])
    yield table("place", cards, range(len(cards)), places)
    yield table("height", cards, range(len(cards)))
    yield members("known", cards, [(card, 0) for card in range(len(cards))])
    yield by_seat("hidden", ("1", "2", "3"), 3)
    powers = ("", *(slug(power.name) for power in content.powers))
    chosen = (*powers, *[""] * (layout.SECRET - len(powers)), "secret")
    yield table("power", seats, range(n), chosen)
    yield table("dealt", [f"{seat}.{i}" for seat in seats for i in (1, 2, 3)], range(3 * n), powers)
    yield members("surged", seats, [(seat, 0) for seat in range(n)])
    yield rows("new_wormhole")
    yield named("window", (_NO, *MOMENTS))
    yield named("return", [due.name.lower().replace("_", "-") for due in Due])
    effects = [name for name, _ in named_effects(content)]
    yield named("effect", (_NO, *effects))
    yield rows("part")
    yield rows("left")
    yield table("used", effects or ["none"], range(max(1, len(effects))))
    for name in ("changed", "for_role", "for_battle"):
        numbers = [f"{seat}.{number}" for seat in seats for number in RULE_NUMBERS]
        yield signed(name, numbers, range(len(numbers)))
    yield rows("spent", n)
    yield rows("sway", n)
    yield table(
        "sway_at",
        [f"{seat}@{region}" for seat in seats for region in regions],
        [seat * layout.MAX_REGIONS + region for seat in range(n) for region in range(len(regions))],
    )
    yield rows("sway_throne", n)
    yield members("fought", sectors, [(0, sector) for sector in range(len(sectors))])
    yield named("sector", sectors, NOBODY)
    yield named("attacker", seats, NOBODY)
    yield named("defender", seats, NOBODY)
    yield table("side", seats, range(n), ("", *_SIDES))
    pairs = [(side, seat) for side in range(2) for seat in range(n)]
    yield members("asked", [f"{_SIDES[side]}.{seats[seat]}" for side, seat in pairs], pairs)
    for name in ("force", "written", "tactics", "weapons"):
        yield rows(name, 2)
    yield rows("shifts")
    yield rows("hits", 2)
    yield rows("fallen", 2)
    yield signed("plus", [f"{side}.{part}" for side in _SIDES for part in ("tactics", "weapons", "shields")], range(6))
    yield rows("spare", n)
