"""The view of a position: every field of the layout by its name, to read and to write."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sse_core.empire_of_the_stars.positions.fields import LAYOUT, SIZE, Field, numbers_of, signed
from sse_core.empire_of_the_stars.positions.position import Position, bytes_of
from sse_core.seeds import SplitMix64

NAMES = {"return": "then"}
KINDS = {1: "Row", 2: "Rows", 3: "Box"}
BY_NAME = {NAMES.get(field.name, field.name): field for field in LAYOUT}
fields = pytest.mark.parametrize(("name", "field"), BY_NAME.items(), ids=[*BY_NAME])


def drawn(seed: int) -> bytearray:
    """So many bytes as a position has, whatever they say."""
    stream = SplitMix64(seed)
    return bytearray(stream.below(256) for _ in range(SIZE))


def places(field: Field) -> list[tuple[int, ...]]:
    """The indices of each number of a field, in order."""
    return [*product(*map(range, field.shape))]


def number(p: Position, name: str, at: tuple[int, ...]) -> int:
    """The number of a field at its indices, as one writes it."""
    found: Any = getattr(p, name)
    if len(at) == 3:
        return int(found[at])
    for index in at if BY_NAME[name].shape != (1,) else ():
        found = found[index]
    return int(found)


def put(p: Position, name: str, at: tuple[int, ...], value: int) -> None:
    """Write a number of a field, as one does it."""
    field: Any = getattr(p, name)
    if BY_NAME[name].shape == (1,):
        setattr(p, name, value)
    elif len(at) == 2:
        field[at[0]][at[1]] = value
    else:
        field[at if len(at) == 3 else at[0]] = value


def test_every_field_has_its_name_and_its_kind() -> None:
    kinds = {name: "int" if field.shape == (1,) else KINDS[len(field.shape)] for name, field in BY_NAME.items()}
    assert [*Position.__annotations__.items()] == [*kinds.items()]


@fields
def test_numbers_are_read_where_the_layout_has_them(name: str, field: Field) -> None:
    data = bytes(drawn(1))
    expected = [signed(each) if field.signed else each for each in numbers_of(data, field)]
    assert [number(Position(data), name, at) for at in places(field)] == expected


@fields
def test_numbers_are_written_where_the_layout_has_them(name: str, field: Field) -> None:
    """And nowhere else: with the numbers of other bytes the field alone is as in these."""
    data, other = drawn(1), bytes(drawn(2))
    p, q = Position(data), Position(other)
    for at in places(field):
        put(p, name, at, number(q, name, at))
    where = bytes_of(field.name)
    expected = drawn(1)
    expected[where] = other[where]
    assert data == expected


@fields
def test_bytes_are_not_written(name: str, field: Field) -> None:
    p = Position(bytes(SIZE))
    with pytest.raises(TypeError, match=r"item assignment|read-only"):
        put(p, name, places(field)[0], 1)


def test_bytes_of_a_part_of_a_field() -> None:
    whole, part = bytes_of("ships"), bytes_of("ships", 2, 1)
    assert (part.stop - part.start, part.start - whole.start) == (64, 7 * 64)
    assert bytes_of("credits", 3) == slice(bytes_of("credits").stop - 4, bytes_of("credits").stop)


def test_there_is_no_other_name_and_no_other_place() -> None:
    p: Any = Position(bytes(SIZE))
    with pytest.raises(AttributeError):
        _ = p.credit
    for part, wrong in ((p.credits, 4), (p.throne, 4), (p.throne[0], 5), (p.ships, (0, 3, 0))):
        with pytest.raises(IndexError):
            _ = part[wrong]
