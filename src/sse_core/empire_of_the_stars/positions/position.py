"""Access to the fields of a position by name. No other file knows the place of a field in the bytes.

All code except the rules reads positions through `Position`. It has an attribute for each field of `LAYOUT`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias, cast

from .fields import LAYOUT, Data, Field

__all__ = ["Box", "Position", "Row", "Rows", "bytes_of"]

Row: TypeAlias = "memoryview[int]"
"""Numbers one after the other, in the position itself."""

Rows: TypeAlias = tuple[Row, ...]
"""A row for each seat or side."""

Box: TypeAlias = "memoryview[int]"
"""Numbers by seat, type and region, in the position itself."""


class Position:
    """The fields of a position by name: ``p.step``, ``p.credits[seat]``, ``p.ships[seat, kind, region]``, and so on.

    Signed numbers are read with their sign. Writing a field writes to the given bytes, without a copy; bytes that are
    no bytearray raise TypeError.

    >>> from sse_core.empire_of_the_stars.positions.fields import SIZE
    >>> data = bytearray(SIZE)
    >>> p = Position(data)
    >>> p.step, p.throne[1][0] = 3, 5
    >>> p.step, sum(p.throne[1]), sum(data)
    (3, 5, 8)
    """

    # --- the game and the round

    players: int
    flags: int
    round_limit: int
    round: int
    step: int
    actor: int
    begun: int
    scepter: int
    second: int
    emperor: int
    edict: int
    monolith: int
    chooser: int
    wheel: Row
    draft: Row
    count: int
    favoured: int

    # --- players

    credits: Row
    resources: Rows
    stock: Row
    throne: Rows
    influence: Row
    on_throne: Row
    bought: int
    supply: Rows
    staging: Rows
    home: Row

    # --- the galaxy

    tile: Row
    token: Row
    ships: Box
    moved: Box
    shifted: Box
    placed: Rows
    far_space: Row
    pile: int

    # --- tiles and the market

    display: Row
    unseen: Row
    stack: int
    bottom: int
    depth: Row
    put_back: int
    market: int

    # --- technologies

    place: Row
    height: Row
    known: Row
    hidden: Rows

    # --- powers and effects

    power: Row
    dealt: Rows
    surged: Row
    new_wormhole: int
    window: int
    then: int
    effect: int
    part: int
    left: int
    used: Row
    changed: Rows
    for_role: Rows
    for_battle: Rows
    spent: Row
    sway: Row
    sway_at: Rows
    sway_throne: Row

    # --- the battle

    fought: int
    sector: int
    attacker: int
    defender: int
    side: Row
    asked: Row
    force: Row
    written: Row
    tactics: Row
    weapons: Row
    shifts: int
    hits: Row
    fallen: Row
    plus: Rows
    spare: Row

    def __init__(self, data: Data) -> None:
        self.data: Final = data
        self.view: Final = memoryview(data)


@cache
def bytes_of(name: str, *at: int) -> slice:
    """Return the place of a field's bytes, or of those at some of its indices, for code that reads many positions."""
    field = _FIELDS[name]
    start, size = field.offset, field.end - field.offset
    for index, length in zip(at, field.shape, strict=False):
        size //= length
        start += index * size
    return slice(start, start + size)


_FIELDS: Final = {field.name: field for field in LAYOUT}
_OTHER_NAMES: Final = {"return": "then"}
"""Fields whose names are keywords of Python."""

_FORMS: Final = {1: "B", 2: "H", 4: "I"}
"""The memoryview format of numbers of so many bytes."""


class _Several:
    """The attribute of a field of several numbers; its view is made at its first use."""

    def __init__(self, field: Field, name: str) -> None:
        self._name = name
        self._where = bytes_of(field.name)
        self._form: Any = "b" if field.signed else _FORMS[field.width]
        self._shape: Any = field.shape if len(field.shape) == 3 else None
        two, last = len(field.shape) == 2, field.shape[-1]
        self._rows = [slice(start, start + last) for start in range(0, field.n, last)] if two else None

    def __get__(self, p: Position, owner: type[Position]) -> Any:
        found: Any = p.view[self._where]
        if self._shape is not None:
            found = found.cast(self._form, self._shape)
        elif self._form != "B":
            found = found.cast(self._form)
        if self._rows is not None:
            found = tuple([found[row] for row in self._rows])
        # The next access finds the view there, and doesn't call this.
        p.__dict__[self._name] = found
        return found


def _one(field: Field) -> property:
    """Return the attribute of a field of one number."""
    where, width = bytes_of(field.name), field.width
    place: int = where.start

    def byte(p: Position) -> int:
        return p.data[place]

    def wide(p: Position) -> int:
        return int.from_bytes(p.data[where], "little")

    def put(p: Position, number: int) -> None:
        cast(bytearray, p.data)[where] = number.to_bytes(width, "little")

    return property(byte if width == 1 else wide, put)


for _field in LAYOUT:
    _name = _OTHER_NAMES.get(_field.name, _field.name)
    setattr(Position, _name, _one(_field) if _field.shape == (1,) else _Several(_field, _name))
