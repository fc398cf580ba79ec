"""Text of positions: complete, and read only in the exact form in which it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...forms.expressions import call, call_that_gives
from ...forms.lines import Lines
from ...forms.state_form import StateText
from ..positions.makers import MAX_PLY, content_of, new_game, state_of
from ..positions.position import Position
from ..state import State
from .shapes import BOX, LINES

__all__ = ["STATE_TEXT", "format_state", "parse_state", "state_expression"]


def _lines_of(content: tuple[Position, int]) -> Iterator[str]:
    p, ply = content
    yield f"box: {BOX.word(p.expansion)}"
    yield f"ply: {ply}"
    yield from LINES.write(p)


def _read_lines(lines: Lines) -> tuple[Position, int]:
    expansion = BOX.read(lines.take("box: "))
    ply = lines.take("ply: ").number(MAX_PLY)
    return Position(expansion=expansion, **LINES.read(lines)), ply


STATE_TEXT: Final = StateText("mse-state", content_of, state_of, _lines_of, _read_lines)


def format_state(state: State) -> str:
    """Return a position as text that says everything: the stores, the cards, and what is due.

    The first line is ``mse-state 1``; the text has no newline at its end. It parses back to an equal state.
    """
    return STATE_TEXT.format_state(state)


def parse_state(text: str) -> State:
    """Return the position that a text describes, as `format_state` writes it, with any line ends.

    Raises NotationError, with line and column, if it is written in another way; SetupError if the position is
    impossible.
    """
    return STATE_TEXT.parse_state(text)


def state_expression(state: State) -> str:
    """Return a Python expression for a state: its `repr`."""
    way = {"expansion": True} if state.position.expansion else {}
    return call_that_gives(state, new_game, ways=[way]) or call("parse_state", format_state(state))
