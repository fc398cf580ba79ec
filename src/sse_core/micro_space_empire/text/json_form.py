"""JSON of positions: the same content as their text, with the same checks."""

from __future__ import annotations

from typing import Any, Final

from ...errors import NotationCode, NotationError
from ...forms.json_object import JsonObject
from ...forms.state_form import StateJson
from ..positions.makers import MAX_PLY, content_of, state_of
from ..positions.position import Position
from ..state import State
from .shapes import POSITION
from .state import STATE_TEXT

__all__ = ["STATE_JSON", "state_from_json", "state_to_json"]


def _object_of(content: tuple[Position, int]) -> dict[str, Any]:
    p, ply = content
    told: Any = POSITION.to_json(p)
    return {"ply": ply, **told}


def _read_object(found: JsonObject) -> tuple[Position, int]:
    ply = found.integer("ply")
    if not 0 <= ply <= MAX_PLY:
        raise NotationError(f"a ply is a number from 0 to {MAX_PLY}", str(ply), code=NotationCode.NUMBER)
    return POSITION.from_json(found.content, "the whole"), ply


STATE_JSON: Final = StateJson(STATE_TEXT.name, content_of, state_of, _object_of, _read_object)


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``ply``, and the fields of `Position`, cards by name; ``seen`` is called ``events``.
    """
    return STATE_JSON.state_to_json(state)


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError for other texts, SetupError if it is impossible."""
    return STATE_JSON.state_from_json(text)
