"""Forms of the fields of a position in texts and JSON: each field is a line, or a key, and is left out at rest.

`entries` gives the entries of a board: the field under each word, and the meaning of its numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from ...errors import NotationCode, NotationError
from ...forms.groups import Flags, Row, Table
from ...forms.json_object import Json, object_of, typed
from ...forms.lines import Word
from ...forms.shapes import Instance, Maybe, Named, Number, Shape
from ..actions import SEATS
from ..board import Board
from ..packs.content import named_effects, slug
from ..packs.vocabulary import MOMENTS, RESOURCES, ROLES, RULE_NUMBERS, SHIPS
from ..positions import fields
from ..positions.due import STEP_NAMES, Due
from ..positions.fields import LAYOUT, NOBODY, SIZE, Data, Field, numbers_of, put_numbers
from ..positions.position import bytes_of

__all__ = ["Entry", "bytes_at_rest", "entries"]

_NOBODY: Final = "nobody"
_NO: Final = "none"
_LARGEST: Final = 127
_ANY: Final = Instance(int)
_ALWAYS: Final = frozenset({"round", "step", "actor", "scepter", "emperor", "edict", "credits", "stock", "pile"})


# --- how fields are written


@dataclass(frozen=True)
class _Number(Number):
    """A number of a field. In JSON it must be in its range."""

    nobody: bool = False

    def from_json(self, value: Json, key: str) -> int:
        """Return the number of an integer."""
        number = super().from_json(value, key)
        if not self.least <= number <= self.most and not (self.nobody and number == NOBODY):
            message = f"{key} has a number from {self.least} to {self.most}"
            raise NotationError(message, str(value), code=NotationCode.NUMBER)
        return number


@dataclass(frozen=True)
class _Value(Named):
    """A number with a name in a table."""

    def from_json(self, value: Json, key: str) -> int:
        """Return the number of a name."""
        name = typed(value, str, key)
        if name not in self.values:
            raise NotationError(f"{key} has no {name}", name, code=NotationCode.WORD)
        return int(self.values[name])


@dataclass(frozen=True)
class _Alone(Row):
    """A row of one number. In JSON it is no array."""

    def to_json(self, value: Iterable[int]) -> Json:
        """Return the number."""
        (number,) = value
        return self.shapes[0].to_json(number)

    def from_json(self, value: Json, key: str) -> tuple[int, ...]:
        """Return the row of a number."""
        return (self.shapes[0].from_json(value, key),)


@dataclass(frozen=True)
class _Table(Table):
    """Numbers by name, such as ``A.fighter@c2:3``, without those at 0. If a name comes twice, the last one counts."""

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the numbers of the names."""
        texts = [*filter(None, word.text.split(" "))]
        found = self.read_pairs(texts) if texts else None
        if found is None:
            found = dict(self._pair(one) for one in word.some_words("a name"))
        return self.row_of(found)

    def _pair(self, word: Word) -> tuple[int, int]:
        name, _, value = word.cut(self.sign)
        return self.names.read(name), self.item.read(value)

    def from_json(self, value: Json, key: str) -> tuple[int, ...]:
        """Return the numbers of an object; errors have its key."""
        named = object_of(value, key).content.items()
        found = {self.names.from_json(name, key): self.item.from_json(one, key) for name, one in named}
        return self.row_of(found)


@dataclass(frozen=True)
class _Signed(_Table):
    """Numbers by name that may be below 0, such as ``A.moves.fighter:-1``."""

    def read_pairs(self, texts: Sequence[str]) -> dict[Any, Any] | None:
        """Return the numbers by name of some words, all at once; None if only `read` can tell."""
        found = super().read_pairs([text.replace(":-", ":", 1) for text in texts])
        if found is None:
            return None
        pairs = zip(found.items(), texts, strict=True)
        return {key: -number if ":-" in text else number for (key, number), text in pairs}

    def _pair(self, word: Word) -> tuple[int, int]:
        below = ":-" in word.text
        name, _, value = word.cut(":-" if below else ":")
        key, number = self.names.read(name), value.number(_LARGEST)
        return key, -number if below else number


# --- entries


@dataclass(frozen=True)
class Entry:
    """A field of a position, with its form in texts and JSON."""

    name: str
    shape: Shape
    places: Sequence[int]
    """The places of those numbers of the field that the shape writes. The other numbers are at rest."""

    rest: int = 0
    """The value of a number at rest. A field at rest has no line, unless it is always written."""

    @cached_property
    def prefix(self) -> str:
        """The beginning of the field's line."""
        return f"{self.name}: "

    @cached_property
    def always(self) -> bool:
        """Whether the field is written at rest, too."""
        return self.name in _ALWAYS

    def told(self, data: Data) -> Any:
        """Return the field's value in texts and JSON for a position; None if it has no line."""
        if data[self._bytes] == self.at_rest and not self.always:
            return None
        return self._value(numbers_of(data, self._field))

    def put(self, data: bytearray, value: Any) -> None:
        """Write a value of a text or of JSON into the field of a position."""
        numbers = self._numbers_at_rest[:]
        self._fill(numbers, value)
        put_numbers(data, self._field, numbers)

    @cached_property
    def _field(self) -> Field:
        return _FIELDS[self.name]

    @cached_property
    def _bytes(self) -> slice:
        return bytes_of(self.name)

    @cached_property
    def at_rest(self) -> bytes:
        """The bytes of the field at rest."""
        return bytes([self.rest]) * (self._field.end - self._field.offset)

    @cached_property
    def _numbers_at_rest(self) -> list[int]:
        return [self.rest] * self._field.n

    def _value(self, numbers: Sequence[int]) -> Any:
        first, end = self._ends
        return tuple(numbers[first:end]) if end else tuple([numbers[place] for place in self.places])

    def _fill(self, numbers: list[int], value: Any) -> None:
        first, end = self._ends
        if end and len(value) == end - first:
            numbers[first:end] = value
            return
        for place, number in zip(self.places, value, strict=True):
            numbers[place] = number

    @cached_property
    def _ends(self) -> tuple[int, int]:
        """Return the first of the places, and that after the last one; 0 and 0 unless they are in a row."""
        first, end = self.places[0], self.places[-1] + 1
        return (first, end) if [*self.places] == [*range(first, end)] else (0, 0)


class _One(Entry):
    """A field of one number, which isn't in a row."""

    def _value(self, numbers: Sequence[int]) -> int:
        return numbers[0]

    def _fill(self, numbers: list[int], value: int) -> None:
        numbers[0] = value


class _WithSign(Entry):
    """A field of bytes with a sign."""

    def _value(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple([fields.signed(numbers[place]) for place in self.places])

    def _fill(self, numbers: list[int], value: Sequence[int]) -> None:
        super()._fill(numbers, [number & 255 for number in value])


@dataclass(frozen=True)
class _Bits(Entry):
    """A field of bits; the shape has some of them."""

    bits: Sequence[int] = ()
    """The bit of each place."""

    def _value(self, numbers: Sequence[int]) -> tuple[bool, ...]:
        return tuple([numbers[place] >> bit & 1 > 0 for place, bit in zip(self.places, self.bits, strict=True)])

    def _fill(self, numbers: list[int], value: Sequence[bool]) -> None:
        for place, bit, there in zip(self.places, self.bits, value, strict=True):
            numbers[place] |= there << bit


_FIELDS: Final = {field.name: field for field in LAYOUT}
_APART: Final = frozenset({"players", "flags", "round_limit"})
"""Fields that stand above the entries: the players, and the options."""

_SIDES: Final = ("attacker", "defender")


@lru_cache(maxsize=64)
def entries(board: Board, players: int) -> tuple[Entry, ...]:
    """Return the entries of a board's positions for so many players, in the order of their lines."""
    forms = _Forms(board, players)
    found = (*forms.of_game(), *forms.of_galaxy(), *forms.of_cards(), *forms.of_battle())
    assert [entry.name for entry in found] == [field.name for field in LAYOUT if field.name not in _APART]
    return found


@lru_cache(maxsize=64)
def bytes_at_rest(board: Board, players: int) -> bytes:
    """Return the bytes of a position in which all entries are at rest, and all other fields are 0."""
    data = bytearray(SIZE)
    for entry in entries(board, players):
        data[bytes_of(entry.name)] = entry.at_rest
    return bytes(data)


def _places(field: Field, at: Iterable[Sequence[int]]) -> list[int]:
    """Return the places of the numbers with these indices, the last one changing fastest."""
    places = [0]
    for length, indices in zip(field.shape, at, strict=True):
        places = [place * length + index for place in places for index in indices]
    return places


class _Forms:
    """Entries for a board and so many players."""

    def __init__(self, board: Board, n: int) -> None:
        self.content: Final = board.content
        self.n: Final = n
        self.seats: Final = tuple(SEATS[:n])
        self.tokens: Final = tuple(name for seat in SEATS for name in (seat, f"{seat}-starbase"))

    # --- forms of entries

    def number_of(self, field: Field) -> Shape:
        number = _Number(field.most, field.least, field.least, nobody=field.nobody)
        return Maybe(number, NOBODY, _NOBODY) if field.nobody else number

    def rows(self, name: str, n: int = 1, rest: int = 0) -> Entry:
        field, has = _FIELDS[name], f"{name} has {n} numbers"
        kind = Row if field.n > 1 else _Alone
        row = kind([self.number_of(field)] * n, "a number", f"{has}, not {{n}}", "", has, NotationCode.COUNT)
        return Entry(name, row, range(n), rest)

    def named(self, name: str, names: Sequence[str], rest: int = 0) -> Entry:
        expected = f"{name} is one of {', '.join(names)}"
        shape = Named({each: number for number, each in enumerate(names)}, expected, expected, _ANY, guesses=True)
        none = _FIELDS[name].nobody
        return _One(name, Maybe(shape, NOBODY, _NOBODY, _NOBODY) if none else shape, (0,), rest)

    def by_name(self, name: str, names: Sequence[str], example: str) -> Named:
        known, like = {each: number for number, each in enumerate(names)}, f"like {names[0]}{example}"
        return Named(known, f"{name} is written {like}", f"{name} is {like}", _ANY, guesses=True)

    def table(self, name: str, names: Sequence[str], *at: Sequence[int], values: Sequence[str] = ()) -> Entry:
        places = _places(_FIELDS[name], at or [range(len(names))])
        if not values:
            return Entry(name, _Table(self.by_name(name, names, ":1"), self.number_of(_FIELDS[name])), places)
        known = {each: number for number, each in reversed([*enumerate(values)])}
        value = _Value(known, f"expected one of {', '.join(filter(None, values))}", None, _ANY, guesses=True)
        return Entry(name, _Table(self.by_name(name, names, f"={values[-1]}"), value, sign="="), places)

    def by_seat(self, name: str, words: Sequence[str], sign: str = ".") -> Entry:
        names = [f"{seat}{sign}{word}" for seat in self.seats for word in words]
        return self.table(name, names, range(self.n), range(len(words)))

    def signed(self, name: str, names: Sequence[str]) -> Entry:
        shape = _Signed(self.by_name(name, names, ":1"), _Number(_LARGEST, -_LARGEST))
        return _WithSign(name, shape, range(len(names)))

    def members(self, name: str, names: Sequence[str], bits: Sequence[tuple[int, int]]) -> Entry:
        expected = f"{name} has some of {names[0]} to {names[-1]}"
        return _Bits(name, Flags(names, expected, first="a name"), [p for p, _ in bits], bits=[bit for _, bit in bits])

    # --- the entries, in the order of their fields

    def of_game(self) -> Iterator[Entry]:
        """Yield the entries of the round, and of the players' things beside the map."""
        n, seats = self.n, self.seats
        yield self.rows("round")
        yield self.named("step", STEP_NAMES)
        yield self.named("actor", seats)
        yield self.rows("begun")
        yield self.named("scepter", seats)
        yield self.rows("second")
        yield self.named("emperor", seats)
        yield self.named("edict", [slug(edict.name) for edict in self.content.edicts])
        yield self.named("monolith", ROLES, NOBODY)
        yield self.named("chooser", seats)
        yield self.table("wheel", ROLES)
        yield self.rows("draft", 4)
        yield self.rows("count")
        yield self.named("favoured", seats, NOBODY)
        yield self.rows("credits", n)
        yield self.by_seat("resources", RESOURCES)
        yield self.rows("stock", n)
        yield self.by_seat("throne", (*SEATS, "galaxy"))
        yield self.rows("influence", n)
        yield self.rows("on_throne", n)
        yield self.rows("bought")
        yield self.by_seat("supply", SHIPS)
        yield self.by_seat("staging", SHIPS)
        yield self.rows("home", n, NOBODY)

    def of_galaxy(self) -> Iterator[Entry]:
        """Yield the entries of the map, far space, tiles and the market."""
        seats, regions = self.seats, self.content.regions
        kinds = tuple(tile.name for tile in self.content.tiles)
        tiles = ("", *kinds, *[""] * (fields.HOME_TILE - 1 - len(kinds)))
        tiles += (*(f"home-{seat}" for seat in seats), *[""] * (fields.BLOCKED - fields.HOME_TILE - self.n), "blocked")
        yield self.table("tile", regions, values=tiles)
        yield self.table("token", regions, values=("", *self.tokens))
        for name in ("ships", "moved", "shifted"):
            names = [f"{seat}.{ship}@{region}" for seat in seats for ship in SHIPS for region in regions]
            yield self.table(name, names, range(self.n), range(len(SHIPS)), range(len(regions)))
        yield self.by_seat("placed", regions, "@")
        locations = [str(number + 1) for number in range(len(self.content.far_space))]
        yield self.table("far_space", locations, values=("", "galaxy", *self.tokens))
        yield self.rows("pile")
        yield self.table("display", kinds)
        yield self.table("unseen", kinds)
        yield self.rows("stack")
        yield self.rows("bottom")
        yield self.rows("depth", 3, NOBODY)
        yield self.rows("put_back")
        yield self.members("market", [str(tile + 1) for tile in range(4)], [(0, tile) for tile in range(4)])

    def of_cards(self) -> Iterator[Entry]:
        """Yield the entries of technologies, powers and effects."""
        n, seats = self.n, self.seats
        cards = tuple(slug(card.name) for card in self.content.technologies)
        places = ("deck", "pile", *(f"hand-{seat}" for seat in SEATS), *(f"owned-{seat}" for seat in SEATS))
        yield self.table("place", cards, values=places)
        yield self.table("height", cards)
        yield self.members("known", cards, [(card, 0) for card in range(len(cards))])
        yield self.by_seat("hidden", ("1", "2", "3"))
        powers = ("", *(slug(power.name) for power in self.content.powers))
        yield self.table("power", seats, values=(*powers, *[""] * (fields.SECRET - len(powers)), "secret"))
        dealt = [f"{seat}.{i}" for seat in seats for i in (1, 2, 3)]
        yield self.table("dealt", dealt, range(n), range(3), values=powers)
        yield self.members("surged", seats, [(seat, 0) for seat in range(n)])
        yield self.rows("new_wormhole")
        yield self.named("window", (_NO, *MOMENTS))
        yield self.named("return", [due.name.lower().replace("_", "-") for due in Due])
        effects = [name for name, _ in named_effects(self.content)]
        yield self.named("effect", (_NO, *effects))
        yield self.rows("part")
        yield self.rows("left")
        yield self.table("used", effects or ["none"])
        for name in ("changed", "for_role", "for_battle"):
            yield self.signed(name, [f"{seat}.{number}" for seat in seats for number in RULE_NUMBERS])
        yield self.rows("spent", n)
        yield self.rows("sway", n)
        yield self.by_seat("sway_at", self.content.regions, "@")
        yield self.rows("sway_throne", n)

    def of_battle(self) -> Iterator[Entry]:
        """Yield the entries of the battle."""
        seats, sectors = self.seats, tuple(sector.name for sector in self.content.sectors)
        yield self.members("fought", sectors, [(0, sector) for sector in range(len(sectors))])
        yield self.named("sector", sectors, NOBODY)
        yield self.named("attacker", seats, NOBODY)
        yield self.named("defender", seats, NOBODY)
        yield self.table("side", seats, values=("", *_SIDES))
        pairs = [(side, seat) for side in range(2) for seat in range(self.n)]
        yield self.members("asked", [f"{_SIDES[side]}.{seats[seat]}" for side, seat in pairs], pairs)
        for name in ("force", "written", "tactics", "weapons"):
            yield self.rows(name, 2)
        yield self.rows("shifts")
        yield self.rows("hits", 2)
        yield self.rows("fallen", 2)
        parts = ("tactics", "weapons", "shields")
        yield self.signed("plus", [f"{side}.{part}" for side in _SIDES for part in parts])
        yield self.rows("spare", self.n)
