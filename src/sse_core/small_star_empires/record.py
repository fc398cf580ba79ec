"""The record of a game, as all games keep theirs: see `sse_core.records`."""

from __future__ import annotations

from typing import ClassVar, Final

from .._fast import State
from ..records import Form, Replay, format_record, parse_record
from .actions import Action
from .json_form import read_state_object, state_object
from .notation import format_action, parse_action
from .render_svg import to_svg
from .state_text import format_state, read_state
from .systems import SEATS

__all__ = ["GameRecord", "format_game", "parse_game"]

_FORM: Final[Form[State, Action]] = Form(
    name="sse-game",
    state=State,
    seats=SEATS,
    example="a2-c4=C",
    format_action=format_action,
    parse_action=parse_action,
    format_state=format_state,
    read_state=read_state,
    to_svg=to_svg,
    state_object=state_object,
    read_state_object=read_state_object,
)


class GameRecord(Replay[State, Action]):
    """A game, finished or not.

    Making one replays it: SetupError if a tag can't be written, NotationError for a text that is no action,
    IllegalActionError at the first illegal one.
    """

    form: ClassVar[Form[State, Action]] = _FORM


def format_game(record: GameRecord) -> str:
    """Return a record as text: tags, the first position with its map, one action a line, and the result.

    The first line is ``sse-game 1``; the text has no newline at its end. It parses back to an equal record.
    """
    if not isinstance(record, GameRecord):
        raise TypeError(f"a record is a GameRecord, not {type(record).__name__}")
    return format_record(record)


def parse_game(text: str) -> GameRecord:
    """Return the record that a text holds, exactly as `format_game` writes it, every action replayed.

    Raises
    ------
    NotationError
        With the line at fault and the column, if the text isn't written so, or its result isn't the game's.
    SetupError
        If the position at the start can't be (see `parse_state`).
    IllegalActionError
        With the line, the action, the reason and the clause, if one is illegal.
    """
    return parse_record(GameRecord, text)
