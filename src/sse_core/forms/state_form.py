"""Readers and writers of positions as text and as JSON, for every game; a game declares only its own parts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..errors import SetupError
from .checks import check_text
from .json_object import JsonObject
from .kinds import check_kind
from .lines import Lines

__all__ = ["StateJson", "StateText", "itself"]

ContentT = TypeVar("ContentT")
StateT = TypeVar("StateT")


def itself(state: StateT) -> StateT:
    """Return the state itself, for games whose states are their own content."""
    return state


@dataclass(frozen=True)
class StateText(Generic[StateT, ContentT]):
    """The reader and writer of a game's positions as text.

    The content of a state is the data in its texts, such as its fields and the ply, or the state itself. A text that
    was read is first compared with the text written from its content; then the content becomes a state.
    """

    name: str
    """The first word of the text, such as ``sse-state``."""

    content_of: Callable[[StateT], ContentT]
    state_of: Callable[[ContentT], StateT]
    """Returns the state of a content; raises SetupError if the state is impossible."""

    lines_of: Callable[[ContentT], Iterable[str]]
    """Returns the lines after the first one."""

    read_lines: Callable[[Lines], ContentT]
    """Takes the lines after the first one."""

    def format_state(self, state: StateT) -> str:
        """Return a position as text. The first line is the name and the version; no newline is at the end."""
        return self._text(self.content_of(state))

    def parse_state(self, text: str) -> StateT:
        """Return the position of a text, as `format_state` writes it, with any line ends.

        Raises NotationError, with line and column, if it is written in another way; SetupError if the position is
        impossible.
        """
        check_kind(check_text(text, "a position"), self.name)
        return self.read_state(Lines(text))

    def read_state(self, lines: Lines) -> StateT:
        """Take all the lines and return the position that they describe."""
        first = lines.taken
        lines.take_exactly(f"{self.name} 1")
        content = self.read_lines(lines)
        last = lines.taken
        lines.check_written_as(self._text(content), first)
        try:
            return self.state_of(content)
        except SetupError as error:
            raise SetupError(error.message, last, code=error.code) from None

    def _text(self, content: ContentT) -> str:
        return "\n".join([f"{self.name} 1", *self.lines_of(content)])


@dataclass(frozen=True)
class StateJson(Generic[StateT, ContentT]):
    """The reader and writer of a game's positions as JSON; the content is as in `StateText`."""

    name: str
    """The value of ``format``, the same as the first word of the text."""

    content_of: Callable[[StateT], ContentT]
    state_of: Callable[[ContentT], StateT]
    object_of: Callable[[ContentT], Mapping[str, Any]]
    """Returns the object without ``format`` and ``version``."""

    read_object: Callable[[JsonObject], ContentT]

    def state_to_json(self, state: StateT) -> str:
        """Return a position as a JSON object on one line."""
        return json.dumps(self.state_object(state))

    def state_from_json(self, text: str) -> StateT:
        """Return the position of a JSON text; raise NotationError for other texts, SetupError if it is impossible."""
        return self.read_state_object(JsonObject.parse(text))

    def state_object(self, state: StateT) -> dict[str, Any]:
        """Return the JSON object of a position."""
        return {"format": self.name, "version": 1, **self.object_of(self.content_of(state))}

    def read_state_object(self, found: JsonObject) -> StateT:
        """Return the position of an object that `state_object` made."""
        found.check_format(self.name)
        state = self.state_of(self.read_object(found))
        found.check_written_as(self.state_to_json(state))
        return state
