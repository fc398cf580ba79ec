"""A saved room: its plain values, and the row of JSON that holds them in the store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...forms.json_object import Json, JsonObject, array_of, object_of, typed

__all__ = ["Saved"]

_SEAT: Final = 4
"""How many texts a seat has in a row (see `seats.Seats.rows`)."""

_CLOCK: Final = 3
_READING: Final = 4
"""How many numbers a clock has in a row, and a reading of one."""


@dataclass(frozen=True, kw_only=True)
class Saved:
    """The values of a room that are saved, from which it is made again."""

    id: str
    request: dict[str, Any]
    start: str
    """The text of the first position."""

    players: list[str]
    seed: int
    moves: list[tuple[int, str]]
    """The seat and the text of each move."""

    hidden: list[str]
    """The moves that are hidden from each seat, as far as that was worked out (see `hidden_moves.hidden_texts`)."""

    undone: list[list[tuple[int, str]]]
    gone: list[tuple[int, str]]
    """The seat and the reason of each person who has left (see `players`)."""

    version: int
    versions: list[int]
    """The version of each viewer of a game with secrets: first that of spectators, then of people by seat."""

    seats: list[list[str]]
    """The rows of the people's seats (see `Seats.rows`); none in a game at one screen."""

    host: int
    """The seat of the person who invites the others."""

    asked: list[int]
    """The take-back that a person asks for: the seat, the number of moves, and the seats that haven't agreed yet; empty
    without one."""

    rematch: str
    """The id of the room of the rematch; empty without one."""

    offered_by: int
    """The seat that offers the rematch; -1 if nobody in particular does."""

    times: list[list[int]]
    """The time on each clock (see `Clocks.rows`); empty in a game without clocks."""

    readings: list[list[int]]
    """The readings of the clocks after each turn."""

    made: float
    used: float

    @property
    def row(self) -> str:
        """The text for the store."""
        return json.dumps(vars(self), separators=(",", ":"))

    @classmethod
    def of_row(cls, room_id: str, text: str) -> Saved:
        """Return a room from its row; raise NotationError unless the row has the form that `row` writes."""
        found = JsonObject.parse(text)
        return cls(
            id=room_id,
            request=dict(found.object("request").content),
            start=found.string("start"),
            players=found.strings("players"),
            seed=found.integer("seed"),
            moves=_pairs(found.array("moves"), "moves"),
            hidden=found.strings("hidden"),
            undone=[_pairs(array_of(chunk, "undone"), "undone") for chunk in found.array("undone")],
            gone=_pairs(found.array("gone"), "gone"),
            version=found.integer("version"),
            versions=found.integers("versions"),
            seats=[_texts(row) for row in found.array("seats")],
            host=found.integer("host"),
            asked=found.integers("asked"),
            rematch=found.string("rematch"),
            offered_by=found.integer("offered_by"),
            times=[_numbers(row, "times", _CLOCK) for row in found.array("times")],
            readings=[_numbers(row, "readings", _READING) for row in found.array("readings")],
            made=_time(found, "made"),
            used=_time(found, "used"),
        )


def _pairs(pairs: Sequence[Json], key: str) -> list[tuple[int, str]]:
    """Return pairs of a seat and a text: moves, or reasons of people who have left."""
    found: list[tuple[int, str]] = []
    for number, pair in enumerate(pairs, 1):
        place = f"{key}, pair {number}"
        values = array_of(pair, place)
        if len(values) != 2:
            raise object_of({}, place).error(f"{place} is a seat and a text", pair)
        found.append((typed(values[0], int, place), typed(values[1], str, place)))
    return found


def _texts(row: Json) -> list[str]:
    """Return the texts of a seat: its number, the digests of the two secrets, and the name."""
    texts = [typed(each, str, "seats") for each in array_of(row, "seats")]
    if len(texts) != _SEAT:
        raise object_of({}, "seats").error(f"a seat has {_SEAT} texts", row)
    return texts


def _numbers(row: Json, key: str, count: int) -> list[int]:
    """Return the numbers of a clock, or of a reading (see `clocks.Clocks.rows`)."""
    numbers = [typed(each, int, key) for each in array_of(row, key)]
    if len(numbers) != count:
        raise object_of({}, key).error(f"{key} have {count} numbers each", row)
    return numbers


def _time(found: JsonObject, key: str) -> float:
    value = found.value(key)
    if not isinstance(value, float):
        raise found.error(f"{key} is a number of seconds", value)
    return value
