"""The record of a game: where it started, what was done, and how it ended, as text and as JSON that replay.

All games write their records in one way. What differs stands in a `Form`, which a game makes once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from operator import index
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Self, SupportsIndex, TypeVar

from .checks import check_text, shown
from .errors import IllegalActionError, NotationError, SetupError
from .expressions import call
from .game import CHANCE, Outcome, State
from .json_object import JsonObject
from .kinds import check_kind
from .lines import Lines

__all__ = ["Form", "Replay", "format_record", "parse_record", "read_record", "read_record_object", "record_object"]

StateT = TypeVar("StateT", bound=State[Any])
ActionT = TypeVar("ActionT")
ReplayT = TypeVar("ReplayT", bound="Replay[Any, Any]")

_CHANCE: Final = "?"
"""The seat that a record writes for chance."""

_TAG: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_MAX_TAG: Final = 200


@dataclass(frozen=True)
class Form(Generic[StateT, ActionT]):
    """How a game's records are written: their name, and the game's own texts of positions and actions."""

    name: str
    """What texts and JSON objects of records begin with, such as ``sse-game``; version 1 of it follows."""

    state: type[StateT]
    seats: Sequence[str]
    """A letter for each seat."""

    example: str
    """An action, to be shown where none can be read."""

    format_action: Callable[[ActionT, StateT], str]
    parse_action: Callable[[str, StateT], ActionT]
    format_state: Callable[[StateT], str]
    read_state: Callable[[Lines], StateT]
    to_svg: Callable[[StateT], str]
    state_object: Callable[[StateT], dict[str, Any]]
    read_state_object: Callable[[JsonObject], StateT]

    @property
    def prefix(self) -> str:
        """The first line of a record."""
        return f"{self.name} 1"


@dataclass(frozen=True, repr=False)
class Replay(Generic[StateT, ActionT]):
    """A game, finished or not; what each game calls its ``GameRecord``.

    Making one replays it: SetupError if a tag can't be written, NotationError for a text that is no action,
    IllegalActionError at the first illegal one.
    """

    start: StateT
    """Any position, most often a new game."""

    actions: tuple[ActionT, ...]
    """What was done, in order; texts and ids are taken, too, and become actions."""

    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    """What else is known, such as the seed and who played: values of one printable line by name."""

    final: StateT = field(init=False, compare=False)
    """The state after the last action."""

    form: ClassVar[Form[Any, Any]]
    """How the game's records are written."""

    def __post_init__(self) -> None:
        if not isinstance(self.start, self.form.state):
            raise TypeError(f"a record starts from a State, not {type(self.start).__name__}")
        if isinstance(self.actions, str):
            raise TypeError("actions come one by one, in a tuple or a list, not in one str")
        if not isinstance(self.tags, Mapping):
            raise TypeError(f"tags is a mapping from name to value, not {type(self.tags).__name__}")
        for key, value in self.tags.items():
            _check_tag(key, value)
        state = self.start
        actions: list[ActionT] = []
        for ply, given in enumerate(self.actions, 1):
            try:
                action = _action_of(self.form, state, given)
                after = state.after(action)
            except NotationError as error:
                raise NotationError(f"move {ply}: {error.message}", error.text, error.column) from None
            except IllegalActionError as error:
                raise type(error)(f"move {ply}: {error.message}", error.reason) from None
            actions.append(action)
            state = after
        object.__setattr__(self, "actions", tuple(actions))
        tags = {str.__str__(key): str.__str__(value) for key, value in self.tags.items()}
        object.__setattr__(self, "tags", MappingProxyType(tags))
        object.__setattr__(self, "final", state)

    def states(self) -> Iterator[StateT]:
        """Yield every state from the start to the final one."""
        state = self.start
        yield state
        for action in self.actions:
            state = state.after(action)
            yield state

    def to_json(self) -> str:
        """Return the record as a JSON object on one line, the twin of its text.

        Keys: ``format``, ``version``, ``tags``, ``start`` (as `State.to_json`), ``actions`` (texts), ``result`` (null,
        or ``totals``, ``winners`` and ``decided_by``).
        """
        return json.dumps(record_object(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the record of a JSON text; raise NotationError, SetupError or IllegalActionError if it isn't one."""
        return read_record_object(cls, JsonObject.parse(text))

    def __hash__(self) -> int:
        return hash((self.start, self.actions, frozenset(self.tags.items())))

    def __repr__(self) -> str:
        steps = zip(self.states(), self.actions, strict=False)
        actions = tuple(self.form.format_action(action, state) for state, action in steps)
        tags = [dict(self.tags)] if self.tags else []
        return call(type(self).__name__, self.start, actions, *tags)

    def _repr_svg_(self) -> str:
        """Return the drawing of the final state, which notebooks show."""
        return self.form.to_svg(self.final)

    def __reduce__(self) -> tuple[Any, ...]:
        return parse_record, (type(self), format_record(self))


# --- text


def format_record(record: Replay[Any, Any]) -> str:
    """Return a record as text: tags, the first position, one action a line, and the result.

    The text has no newline at its end. It parses back to an equal record.
    """
    form = record.form
    lines = [form.prefix, *(f"{key}: {value}" for key, value in record.tags.items()), ""]
    lines += [form.format_state(record.start), f"moves: {len(record.actions)}"]
    for ply, (state, action) in enumerate(zip(record.states(), record.actions, strict=False), 1):
        lines.append(f"{ply} {_seat(form, state)} {form.format_action(action, state)}")
    lines.append(f"result: {_format_result(form, record.final.outcome)}")
    return "\n".join(lines)


def parse_record(kind: type[ReplayT], text: str) -> ReplayT:
    """Return the record that a text holds, exactly as `format_record` writes it, every action replayed.

    Raises
    ------
    NotationError
        With the line at fault and the column, if the text isn't written so, or its result isn't the game's.
    SetupError
        If the position at the start can't be.
    IllegalActionError
        With the line, the action, the reason and the clause, if one is illegal.
    """
    check_kind(check_text(text, "a record"), kind.form.name)
    return read_record(kind, Lines(text))


def read_record(kind: type[ReplayT], lines: Lines) -> ReplayT:
    """Take all the lines and return the record that they hold; raise as `parse_record` does."""
    form, begun = kind.form, lines.taken
    lines.take_exactly(form.prefix)
    tags: dict[str, str] = {}
    while lines.peek():
        tag = lines.take("")
        key, colon, value = tag.text.partition(": ")
        if not colon or key in tags:
            raise tag.error("a tag is written like `key: value`, each key once")
        try:
            _check_tag(key, value)
        except SetupError as error:
            raise tag.error(error.message) from None
        tags[key] = value
    lines.take_exactly("")
    start = state = form.read_state(lines.take_until("moves: "))
    number = lines.take("moves: ")
    actions: list[Any] = []
    while not lines.at_end and not lines.peek().startswith("result: "):
        action = _read_action(form, lines, len(actions) + 1, state)
        state = state.after(action)
        actions.append(action)
    if number.text != str(len(actions)):
        raise number.error(f"{len(actions)} moves follow")
    lines.take("result: ")
    record = kind(start, tuple(actions), tags)
    lines.check_written_as(format_record(record), begun)
    return record


def _read_action(form: Form[StateT, ActionT], lines: Lines, ply: int, state: StateT) -> ActionT:
    """Take the line of one action and return it; raise if it isn't legal in the state."""
    word = lines.take(f"{ply} ")
    seat, _, text = word.text.partition(" ")
    if len(seat) != 1 or seat not in (*form.seats[: len(state.totals)], _CHANCE):
        raise word.error(
            f"a move is written like `1 A {form.example}`: its number, its player, ? for chance, its action"
        )
    try:
        action = form.parse_action(text, state)
        state.after(action, CHANCE if seat == _CHANCE else form.seats.index(seat))
    except NotationError as error:
        column = word.column + len(seat) + error.column
        raise NotationError(error.message, word.whole_line, column, word.line) from None
    except IllegalActionError as error:
        raise type(error)(f"line {word.line}, move {ply}, {text}: {error.message}", error.reason) from None
    return action


def _seat(form: Form[StateT, Any], state: StateT) -> str:
    """Return who is to act, as a record writes it."""
    (player,) = state.to_act
    return _CHANCE if player == CHANCE else form.seats[player]


def _format_result(form: Form[Any, Any], outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    winners = " ".join(form.seats[player] for player in outcome.winners) or "nobody"
    return f"totals {' '.join(map(str, outcome.totals))}, winners {winners}, decided by {outcome.decided_by}"


# --- JSON


def record_object(record: Replay[Any, Any]) -> dict[str, Any]:
    """Return what `Replay.to_json` writes."""
    form, outcome = record.form, record.final.outcome
    return {
        "format": form.name,
        "version": 1,
        "tags": dict(record.tags),
        "start": form.state_object(record.start),
        "actions": [
            form.format_action(action, state) for state, action in zip(record.states(), record.actions, strict=False)
        ],
        "result": None if outcome is None else asdict(outcome),
    }


def read_record_object(kind: type[ReplayT], found: JsonObject) -> ReplayT:
    """Return the record of an object that `record_object` made."""
    form = kind.form
    found.check_format(form.name)
    start, tags = form.read_state_object(found.object("start")), found.object("tags")
    record = kind(
        start,
        tuple(_replayed(form, start, found.strings("actions"))),
        {key: tags.string(key) for key in tags.content},
    )
    found.check_written_as(record.to_json())
    return record


def _replayed(form: Form[StateT, ActionT], state: StateT, texts: Iterable[str]) -> Iterator[ActionT]:
    """Yield the actions that texts name, each in the position that the ones before it lead to."""
    for ply, text in enumerate(texts, 1):
        action = form.parse_action(text, state)
        try:
            state = state.after(action)
        except IllegalActionError as error:
            raise type(error)(f"move {ply}: {error.message}", error.reason) from None
        yield action


# --- tags


def _action_of(form: Form[StateT, ActionT], state: StateT, given: Any) -> ActionT:
    """Return an action, which may be given by its id or its text; what is none of them is for `after` to refuse."""
    found: Any = given
    if isinstance(given, str):
        found = form.parse_action(given, state)
    elif isinstance(given, SupportsIndex) and not isinstance(given, bool):
        place = index(given)
        found = state.actions[place] if 0 <= place < len(state.actions) else given
    action: ActionT = found
    return action


def _check_tag(key: str, value: str) -> None:
    if not isinstance(key, str) or not isinstance(value, str):
        raise TypeError(f"a tag is a str by name, not {shown(value)} by {shown(key)}")
    if not _TAG.fullmatch(key):
        raise SetupError(f"a tag's name is up to 40 letters, digits, - and _, a letter first; not {shown(key)}")
    if not value or len(value) > _MAX_TAG or not value.isprintable() or value != value.strip():
        raise SetupError(
            f"a tag's value is 1 to {_MAX_TAG} printable characters without blanks around; not {shown(value)}"
        )
