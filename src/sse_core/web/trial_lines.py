"""Trial lines: moves that a person tries from a position of a room, without changing the game.

The server stores no lines. The page has the tree of all that it tried, and sends the moves of a line with each request.
So nobody else sees what a person tries.
"""

from __future__ import annotations

import json
from typing import Any, Final

from ..errors import IllegalActionError, NotationError
from ..forms.json_object import JsonObject
from ..play.records.played import PlayedMove, played
from ..play.records.record import GameRecord
from ..play.records.variations import count_moves, variations_in
from ..play.seats import seat_of
from .errors import MAX_SHORT, StaleError, WebError
from .messages import say
from .room import Snapshot

__all__ = ["MAX_LINE", "MAX_TRIED", "line_of", "record_with", "seat_to_try"]

MAX_LINE: Final = 200
"""The most moves of a line."""

MAX_TRIED: Final = 500
"""The most moves of all variations that a record may get."""


def line_of(room: Snapshot, place: int, text: str | None) -> tuple[PlayedMove, ...]:
    """Return the moves of a line that leaves a game at a place; empty for no text.

    `text` has one move a line, in the form of a record without the numbers: the seat's letter, or ``?`` for chance, and
    the action.

    Raises WebError for another text or too many moves, StaleError while the game has secrets, IllegalActionError where
    the rules refuse a move.
    """
    if not text:
        return ()
    if room.has_secrets:
        raise StaleError(say("this game has secrets: other actions can be tried after its end"))
    lines = text.split("\n")
    if len(lines) > MAX_LINE:
        raise WebError(say("the line has {n} moves, and {most} is the most here", n=len(lines), most=MAX_LINE))
    moves: list[PlayedMove] = []
    state = room.moves[place - 1].after if place else room.start
    previous = room.moves[place - 1] if place else None
    for number, line in enumerate(lines, 1):
        letter, _, action = line.partition(" ")
        seat = seat_of(letter, room.game, len(room.players))
        if seat is None or not 0 < len(action) <= MAX_SHORT:
            raise WebError(f"move {number} of the line is no seat with an action, such as A {room.game.FORM.example}")
        try:
            previous = played(state, seat, room.game.parse_action(action, state), previous)
        except NotationError as error:
            raise WebError(_of_line(number, error.message)) from None
        except IllegalActionError as error:
            raise type(error)(_of_line(number, error.message), error.reason) from None
        moves.append(previous)
        state = previous.after
    return tuple(moves)


def _of_line(number: int, why: str) -> str:
    return say("move {number} of the line: {why}", number=number, why=why)


def seat_to_try(room: Snapshot, state: Any, *, is_latest: bool) -> int | None:
    """Return the seat that may try an action in a position; None if the game itself goes on there, or has secrets."""
    if room.has_secrets or not state.to_act or (is_latest and not room.is_over):
        return None
    seat: int = state.to_act[0]
    return seat


def record_with(room: Snapshot, variations: object) -> GameRecord[Any, Any]:
    """Return the record of a room with added variations, a list of objects as in the JSON of a record.

    Raises WebError for too many moves, NotationError for another value, and the errors of `GameRecord`.
    """
    # The depth is checked where JSON is read.
    found = variations_in(JsonObject.parse(json.dumps({"variations": variations})))
    if (number := count_moves(found)) > MAX_TRIED:
        raise WebError(say("the variations have {n} moves, and {most} is the most here", n=number, most=MAX_TRIED))
    record = room.record
    return GameRecord(record.start, record.moves, record.tags, found)
