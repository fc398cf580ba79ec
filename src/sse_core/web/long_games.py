"""Cache of answers about long games: the JSON of their moves, and their records, until the game changes."""

from __future__ import annotations

from typing import Final

from ..forms.json_object import compact_json
from ..forms.messages import language
from ..play.records.record import format_game
from .drawing import Style
from .room import Snapshot
from .room_json import Known, Look, called_in, moves_kept, moves_object, page_object
from .text_cache import TextCache

__all__ = ["drop_answers", "record_text", "shown_json"]

_LONG: Final = 100
"""The number of moves from which on a game is long."""

_MOST_BYTES: Final = 20_000_000
_OWN: Final = 500
"""The most bytes of cached moves, and of cached records; and the bytes that are counted for each key."""

_MOVES: Final[TextCache[bytes]] = TextCache(_MOST_BYTES, _OWN)
_RECORDS: Final[TextCache[str]] = TextCache(_MOST_BYTES, _OWN)


def shown_json(look: Look, style: Style, known: Known | None) -> bytes:
    """Return the JSON text of `room_json.shown`."""
    begin = moves_kept(look, known)
    return compact_json(page_object(look, style, begin))[:-1] + b',"moves":' + _moves_json(look, begin) + b"}"


def _moves_json(look: Look, begin: int) -> bytes:
    room = look.room

    def make() -> bytes:
        return compact_json(moves_object(look, begin))

    if begin or len(room.moves) < _LONG:
        return make()
    return _MOVES.get(
        (room.id, look.viewer, language()), make, (room.version, len(room.moves), room.hiding, called_in(room))
    )


def record_text(room: Snapshot) -> str:
    """Return the text of the record of a room."""

    def make() -> str:
        return format_game(room.record)

    if len(room.moves) < _LONG:
        return make()
    return _RECORDS.get((room.id,), make, (room.version, len(room.moves), tuple(room.tags.items())))


def drop_answers(room_id: str) -> None:
    """Drop the cached answers of a room that is put away or gone."""
    _MOVES.drop(room_id)
    _RECORDS.drop(room_id)
