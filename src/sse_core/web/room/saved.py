"""A room as it is kept: plain values, and the row of JSON that has them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...forms.json_object import Json, JsonObject, array_of, object_of, typed

__all__ = ["Saved"]

_SEAT: Final = 4
"""The texts of a seat in a row (see `seats.Seats.rows`)."""

_CLOCK: Final = 3
_READING: Final = 4
"""The numbers of a clock in a row, and of what it showed after a turn."""


@dataclass(frozen=True, kw_only=True)
class Saved:
    """What is kept of a room: plain values, from which it is made again."""

    id: str
    request: dict[str, Any]
    start: str
    """The text of the first position."""

    players: list[str]
    seed: int
    moves: list[tuple[int, str]]
    """The seat and the text of each move."""

    hidden: list[str]
    """For each seat which moves are hidden from it, as far as that was worked out (see `hiding.hidden_texts`)."""

    undone: list[list[tuple[int, str]]]
    gone: list[tuple[int, str]]
    """The seats of the people who have left, and why (see `players`)."""

    version: int
    versions: list[int]
    """The version of each viewer of a game with secrets: first the watchers', then those of the people by seat."""

    seats: list[list[str]]
    """The seats of people on their own devices (see `Seats.rows`); none in a game at one screen."""

    host: int
    """The seat of the person who invites the others."""

    asked: list[int]
    """The take-back that a person asks for: the seat, how many moves, who hasn't agreed yet; empty without one."""

    rematch: str
    """The id of the room of the rematch; empty without one."""

    offered_by: int
    """The seat that offers it, -1 if nobody in particular does."""

    times: list[list[int]]
    """What each clock shows (see `Clocks.rows`); nothing in a game without clocks."""

    readings: list[list[int]]
    """What they showed after each turn."""

    made: float
    used: float

    @property
    def row(self) -> str:
        """The text that is kept."""
        return json.dumps(vars(self), separators=(",", ":"))

    @classmethod
    def of_row(cls, room_id: str, text: str) -> Saved:
        """Return a room from its row; raise NotationError if the row isn't as `row` has it."""
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
    """Return pairs of a seat and a text: moves, or who has left and why."""
    found: list[tuple[int, str]] = []
    for number, pair in enumerate(pairs, 1):
        place = f"{key}, pair {number}"
        values = array_of(pair, place)
        if len(values) != 2:
            raise object_of({}, place).error(f"{place} is a seat and a text", pair)
        found.append((typed(values[0], int, place), typed(values[1], str, place)))
    return found


def _texts(row: Json) -> list[str]:
    """Return the texts of a seat: its number, the digests of the holder and of the invitation, and the name."""
    texts = [typed(each, str, "seats") for each in array_of(row, "seats")]
    if len(texts) != _SEAT:
        raise object_of({}, "seats").error(f"a seat has {_SEAT} texts", row)
    return texts


def _numbers(row: Json, key: str, count: int) -> list[int]:
    """Return the numbers of a clock, or of what one showed (see `clocks.Clocks.rows`)."""
    numbers = [typed(each, int, key) for each in array_of(row, key)]
    if len(numbers) != count:
        raise object_of({}, key).error(f"{key} have {count} numbers each", row)
    return numbers


def _time(found: JsonObject, key: str) -> float:
    value = found.value(key)
    if not isinstance(value, float):
        raise found.error(f"{key} is a number of seconds", value)
    return value
