"""JSON of positions: the same content as their text, with the same checks."""

from __future__ import annotations

from typing import Any, Final

from ...errors import NotationCode, NotationError
from ...forms.json_object import JsonObject
from ...forms.packs import Pack
from ...forms.state_form import StateJson
from ..board import Board
from ..options import options_of
from ..packs.library import PACKS
from ..positions.makers import content_of, state_of
from ..positions.position import Position
from ..state import State
from .options import OPTIONS
from .shapes import entries
from .state import STATE_TEXT, at_rest

__all__ = ["STATE_JSON", "state_from_json", "state_to_json"]

_MOST_PLAYERS: Final = 4


def _object_of(content: tuple[Pack[Board], bytes, int]) -> dict[str, Any]:
    pack, data, ply = content
    p = Position(data)
    told = [(entry, entry.told(data)) for entry in entries(pack.value, p.players)]
    return {
        "pack": pack.to_object(),
        "players": p.players,
        "options": OPTIONS.to_json(options_of(p)),
        "ply": ply,
        "position": {entry.name: entry.shape.to_json(value) for entry, value in told if value is not None},
    }


def _read_object(found: JsonObject) -> tuple[Pack[Board], bytes, int]:
    pack = PACKS.read_object(found.object("pack"))
    players = found.integer("players")
    if not 2 <= players <= _MOST_PLAYERS:
        raise NotationError(f"players is 2 to {_MOST_PLAYERS}", str(players), code=NotationCode.NUMBER)
    options = OPTIONS.from_json(found.value("options"), "options")
    data = bytearray(at_rest(pack.value, players, options).data)
    told = found.object("position")
    for entry in entries(pack.value, players):
        if entry.always or entry.name in told.content:
            entry.put(data, entry.shape.from_json(told.value(entry.name), entry.name))
    return pack, bytes(data), found.integer("ply")


STATE_JSON: Final = StateJson(STATE_TEXT.name, content_of, state_of, _object_of, _read_object)


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``pack`` (its name and digest), ``players``, ``options`` (all of them), ``ply``, and
    ``position`` with the fields that aren't at rest, under the words of the text. Names stand for numbers as in the
    text; counts by name are an object.
    """
    return STATE_JSON.state_to_json(state)


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError for other texts, SetupError if it is impossible."""
    return STATE_JSON.state_from_json(text)
