"""The record of a game: where it started, what was done, and how it ended, as text that replays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, Final

from .._fast import State
from ..checks import check_text, shown
from ..errors import IllegalActionError, NotationError, SetupError
from ..game import CHANCE, Outcome
from .actions import Action
from .json_form import read_state_object, state_object
from .json_object import JsonObject
from .lines import Lines
from .notation import format_action, parse_action
from .state_text import format_state, read_state
from .systems import SEATS

__all__ = ["GameRecord", "format_game", "game_object", "parse_game", "read_game", "read_game_object"]

GAME_PREFIX: Final = "sse-game 1"

_CHANCE: Final = "?"
"""The seat that a record writes for chance."""

_TAG: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_MAX_TAG: Final = 200


@dataclass(frozen=True, repr=False)
class GameRecord:
    """A game, finished or not.

    Making one replays it: SetupError if a tag can't be written, IllegalActionError at the first illegal action.
    """

    start: State
    """Any position, most often a new game."""

    actions: tuple[Action, ...]
    """What was done, in order."""

    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    """What else is known, such as the seed and who played: values of one printable line by name."""

    final: State = field(init=False, compare=False)
    """The state after the last action."""

    def __post_init__(self) -> None:
        if not isinstance(self.start, State):
            raise TypeError(f"a record starts from a State, not {type(self.start).__name__}")
        if not isinstance(self.tags, Mapping):
            raise TypeError(f"tags is a mapping from name to value, not {type(self.tags).__name__}")
        for key, value in self.tags.items():
            _check_tag(key, value)
        state = self.start
        actions: list[Action] = []
        for ply, action in enumerate(self.actions, 1):
            try:
                after = state.after(action)
            except IllegalActionError as error:
                raise type(error)(f"move {ply}: {error.message}", error.reason) from None
            actions.append(action if isinstance(action, Action) else state.actions[action])
            state = after
        object.__setattr__(self, "actions", tuple(actions))
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        object.__setattr__(self, "final", state)

    def states(self) -> Iterator[State]:
        """Yield every state from the start to the final one."""
        state = self.start
        yield state
        for action in self.actions:
            state = state.after(action)
            yield state

    def to_json(self) -> str:
        """Return the record as a JSON object on one line, the twin of `format_game`.

        Keys: ``format``, ``version``, ``tags``, ``start`` (as `State.to_json`), ``actions`` (texts), ``result`` (null,
        or ``totals``, ``winners`` and ``decided_by``).
        """
        return json.dumps(game_object(self))

    @staticmethod
    def from_json(text: str) -> GameRecord:
        """Return the record of a JSON text; raise NotationError, SetupError or IllegalActionError if it isn't one."""
        return read_game_object(JsonObject.parse(text))

    def __hash__(self) -> int:
        return hash((self.start, self.actions, frozenset(self.tags.items())))

    def __repr__(self) -> str:
        return f"parse_game({format_game(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return parse_game, (format_game(self),)


def format_game(record: GameRecord) -> str:
    """Return a record as text: tags, the first position with its map, one action a line, and the result.

    The first line is ``sse-game 1``; the text has no newline at its end. It parses back to an equal record.
    """
    if not isinstance(record, GameRecord):
        raise TypeError(f"a record is a GameRecord, not {type(record).__name__}")
    lines = [GAME_PREFIX, *(f"{key}: {value}" for key, value in record.tags.items()), "", format_state(record.start)]
    lines.append(f"moves: {len(record.actions)}")
    for ply, (state, action) in enumerate(zip(record.states(), record.actions, strict=False), 1):
        lines.append(f"{ply} {_seat(state)} {format_action(action, state)}")
    lines.append(f"result: {_format_result(record.final.outcome)}")
    return "\n".join(lines)


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
    return read_game(Lines(check_text(text, "a record")))


def read_game(lines: Lines) -> GameRecord:
    """Take all the lines and return the record that they hold; raise as `parse_game` does."""
    begun = lines.taken
    lines.take_exactly(GAME_PREFIX)
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
    start = state = read_state(lines.take_until("moves: "))
    number = lines.take("moves: ")
    actions: list[Action] = []
    while not lines.at_end and not lines.peek().startswith("result: "):
        action = _read_action(lines, len(actions) + 1, state)
        state = state.after(action)
        actions.append(action)
    if number.text != str(len(actions)):
        raise number.error(f"{len(actions)} moves follow")
    lines.take("result: ")
    record = GameRecord(start, tuple(actions), tags)
    lines.check_written_as(format_game(record), begun)
    return record


def game_object(record: GameRecord) -> dict[str, Any]:
    """Return what `GameRecord.to_json` writes."""
    outcome = record.final.outcome
    return {
        "format": "sse-game",
        "version": 1,
        "tags": dict(record.tags),
        "start": state_object(record.start),
        "actions": [
            format_action(action, state) for state, action in zip(record.states(), record.actions, strict=False)
        ],
        "result": None if outcome is None else asdict(outcome),
    }


def read_game_object(found: JsonObject) -> GameRecord:
    """Return the record of an object that `game_object` made."""
    start, tags = read_state_object(found.object("start")), found.object("tags")
    record = GameRecord(
        start,
        tuple(_replayed(start, found.strings("actions"))),
        {key: tags.string(key) for key in tags.content},
    )
    found.check_written_as(record.to_json())
    return record


def _replayed(state: State, texts: Iterable[str]) -> Iterator[Action]:
    """Yield the actions that texts name, each in the position that the ones before it lead to."""
    for ply, text in enumerate(texts, 1):
        action = parse_action(text, state)
        try:
            state = state.after(action)
        except IllegalActionError as error:
            raise type(error)(f"move {ply}: {error.message}", error.reason) from None
        yield action


def _read_action(lines: Lines, ply: int, state: State) -> Action:
    """Take the line of one action and return it; raise if it isn't legal in the state."""
    word = lines.take(f"{ply} ")
    seat, _, text = word.text.partition(" ")
    if len(seat) != 1 or seat not in (*SEATS[: state.board.players], _CHANCE):
        raise word.error("a move is written like `1 A a2-c4=C`: its number, its player, ? for chance, its action")
    try:
        action = parse_action(text, state)
        state.after(action, CHANCE if seat == _CHANCE else SEATS.index(seat))
    except NotationError as error:
        column = word.column + len(seat) + error.column
        raise NotationError(error.message, word.whole_line, column, word.line) from None
    except IllegalActionError as error:
        raise type(error)(f"line {word.line}, move {ply}, {text}: {error.message}", error.reason) from None
    return action


def _seat(state: State) -> str:
    """Return who is to act, as a record writes it."""
    (player,) = state.to_act
    return _CHANCE if player == CHANCE else SEATS[player]


def _format_result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    winners = " ".join(SEATS[player] for player in outcome.winners)
    return f"totals {' '.join(map(str, outcome.totals))}, winners {winners}, decided by {outcome.decided_by}"


def _check_tag(key: str, value: str) -> None:
    if not isinstance(key, str) or not isinstance(value, str):
        raise TypeError(f"a tag is a str by name, not {shown(value)} by {shown(key)}")
    if not _TAG.fullmatch(key):
        raise SetupError(f"a tag's name is up to 40 letters, digits, - and _, a letter first; not {shown(key)}")
    if not value or len(value) > _MAX_TAG or not value.isprintable() or value != value.strip():
        raise SetupError(
            f"a tag's value is 1 to {_MAX_TAG} printable characters without blanks around; not {shown(value)}"
        )
