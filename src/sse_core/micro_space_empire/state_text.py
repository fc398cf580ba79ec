"""Text of positions: it says everything, is read strictly, and is written back to itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..errors import NotationError
from ..forms.expressions import call
from ..forms.json_object import JsonObject
from ..forms.lines import Lines
from ..forms.state_form import StateForm
from .position import Position
from .positions import MAX_PLY, position, start
from .shapes import BOX, LINES, POSITION
from .state import State, check_state

__all__ = ["STATE_FORM", "format_state", "parse_state", "state_expression"]


def _lines_of(content: tuple[Position, int]) -> Iterator[str]:
    p, ply = content
    yield f"box: {BOX.word(p.expansion)}"
    yield f"ply: {ply}"
    yield from LINES.write(p)


def _read_lines(lines: Lines) -> tuple[Position, int]:
    expansion = BOX.read(lines.take("box: "))
    ply = lines.take("ply: ").number(MAX_PLY)
    return Position(expansion=expansion, **LINES.read(lines)), ply


def _object_of(content: tuple[Position, int]) -> dict[str, Any]:
    p, ply = content
    told: Any = POSITION.to_json(p)
    return {"ply": ply, **told}


def _read_object(found: JsonObject) -> tuple[Position, int]:
    ply = found.integer("ply")
    if not 0 <= ply <= MAX_PLY:
        raise NotationError(f"a ply is a number from 0 to {MAX_PLY}", str(ply))
    return POSITION.from_json(found.content, "the whole"), ply


STATE_FORM: Final = StateForm(
    name="mse-state",
    content_of=lambda state: (check_state(state).position, state.ply),
    state_of=lambda content: position(*content),
    lines_of=_lines_of,
    read_lines=_read_lines,
    object_of=_object_of,
    read_object=_read_object,
)


def format_state(state: State) -> str:
    """Return a position as text that says everything: the stores, the cards, and what is due.

    The first line is ``mse-state 1``; the text has no newline at its end. It parses back to an equal state.
    """
    return STATE_FORM.format_state(state)


def parse_state(text: str) -> State:
    """Return the position that a text describes, exactly as `format_state` writes it.

    Raises NotationError, with line and column, if it isn't written so; SetupError if the position can't be.
    """
    return STATE_FORM.parse_state(text)


def state_expression(state: State) -> str:
    """Return a Python expression for a state: its `repr`."""
    expansion = state.position.expansion
    if state == start(expansion=expansion):
        return call("start", **({"expansion": True} if expansion else {}))
    return call("parse_state", format_state(state))
