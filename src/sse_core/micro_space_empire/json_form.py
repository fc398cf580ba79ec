"""JSON of positions: the same content as their text, with the same checks."""

from __future__ import annotations

from .state import State
from .state_text import STATE_FORM

__all__ = ["state_from_json", "state_to_json"]


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``ply``, and the fields of `Position`, cards by name; ``seen`` is called ``events``.
    """
    return STATE_FORM.state_to_json(state)


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
    return STATE_FORM.state_from_json(text)
