"""Hostile arguments of public functions: each gives the right error, without a crash, and changes nothing.

A value of a wrong type is a `TypeError`; an integer out of range or a text that makes no sense is one of the package's
own errors; each row names which.
"""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sse_core as sse
from sse_core import ArgumentError, Board, IllegalActionError, NotationError, RangeError, SetupError, SseError, State
from sse_core.small_star_empires import (
    Choose,
    Move,
    Reason,
    Reveal,
    System,
    Tile,
    format_cell,
    parse_cell,
    parse_game,
    parse_state,
    position,
)
from sse_core.small_star_empires.reference import same

BOARD = sse.parse_map("A 1 w 2 . w 3 B")
STATE = position(BOARD, owners={1: 0, 6: 1}, pieces={6: "station"}, ships=[[0, (1, True)], [7, 6]], ply=3)
RECORD = sse.GameRecord(STATE, (STATE.legal_actions()[0],), {"event": "test"})
TEXT = sse.format_state(STATE)
GAME_TEXT = sse.format_game(RECORD)

Door = Callable[[Any], Any]


class Indexed:
    """An integer by its `__index__` alone."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


NO_INTEGERS: Mapping[str, Any] = {
    "None": None,
    "empty text": "",
    "text": "1",
    "bytes": b"",
    "float": 1.5,
    "whole float": 1.0,
    "nan": float("nan"),
    "infinity": float("inf"),
    "complex": 1j,
    "fraction": Fraction(1),
    "True": True,
    "False": False,
    "list": [],
    "tuple": (),
    "dict": {},
    "object": object(),
    "type": int,
    "numpy float": np.float64(1),
    "numpy bool": np.True_,
    "numpy array": np.array([1, 2]),
}

NO_INDEXES: Mapping[str, Any] = {
    "-1": -1,
    "2**31": 2**31,
    "2**32": 2**32,
    "2**63": 2**63,
    "2**64": 2**64,
    "-2**63-1": -(2**63) - 1,
    "10**30": 10**30,
    "10**5000": 10**5000,
    "numpy int64": np.int64(-1),
    "numpy int8": np.int8(-128),
    "numpy uint64": np.uint64(2**63),
    "by __index__": Indexed(10**6),
    "negative by __index__": Indexed(-1),
}
"""Integers that are no cell, seat, id or number of anything."""

NO_TEXTS: Mapping[str, Any] = {
    "None": None,
    "bytes": b"A 1 B",
    "float": 1.5,
    "nan": float("nan"),
    "int": 7,
    "True": True,
    "list": ["A 1 B"],
    "dict": {},
    "object": object(),
    "path": Path("a"),
    "numpy float": np.float64(1),
}

NO_SENSE: Mapping[str, str] = {
    "empty": "",
    "blank": " ",
    "newline": "\n",
    "NUL": "\0",
    "NUL inside": "a1\0",
    "lone surrogate": "\ud800",
    "emoji": "\U0001f680",
    "other digits": "a\u0661",
    "right to left": "\u202ea1",
    "a megabyte": "a" * 2**20,
    "a megabyte of digits": "1" * 2**20,
    "a megabyte of lines": "\n" * 2**20,
    "a megabyte of blanks": " " * 2**20,
    "a megabyte of colons": ":" * 2**20,
    "a megabyte of homeworlds": "A " * 2**19,
    "a megabyte of wide text": "\u4e2d" * 2**19,
    "deep arrays": "[" * 100_000,
    "closed deep arrays": "[" * 900 + "]" * 900,
    "deep objects": '{"map":' * 100_000,
    "closed deep objects": '{"map":' * 900 + "1" + "}" * 900,
    "an array": "[]",
    "an object": "{}",
    "a number": "1e999",
    "a long number": "1" * 5000,
    "NaN": "NaN",
    "prefix of a state": "sse-state 1",
    "prefix of a record": "sse-game 1",
    "a later version": "sse-state 2\nrules: default",
    "half a state": TEXT[: len(TEXT) // 2],
    "half a record": GAME_TEXT[: len(GAME_TEXT) // 2],
    "a state and more": TEXT + "\n\n",
    "a record and more": GAME_TEXT + "\n\n",
}


def is_as_it_was() -> bool:
    return (
        sse.format_state(STATE) == TEXT
        and parse_state(TEXT) == STATE
        and sse.format_game(RECORD) == GAME_TEXT
        and BOARD is sse.parse_map("A 1 w 2 . w 3 B")
    )


# --- integers

CELLS: Mapping[str, Door] = {
    "State.owner": STATE.owner,
    "State.piece": STATE.piece,
    "State.tile": STATE.tile,
    "Board.system": BOARD.system,
    "Board.neighbours": BOARD.neighbours,
    "Board.line": lambda value: BOARD.line(value, 0),
    "Board.line, direction": lambda value: BOARD.line(0, value),
    "Board.jumps": BOARD.jumps,
    "Board.distance": lambda value: BOARD.distance(value, 0),
    "Board.distance, other": lambda value: BOARD.distance(0, value),
    "Board.check_cell": BOARD.check_cell,
    "format_cell": lambda value: format_cell(value, BOARD),
    "position, ships": lambda value: position(BOARD, ships=[[value], []]),
    "position, damaged ships": lambda value: position(BOARD, ships=[[0], [(value, True)]]),
}
SEATS: Mapping[str, Door] = {
    "State.ships": STATE.ships,
    "State.reserve": STATE.reserve,
    "State.territory": STATE.territory,
    "State.received": STATE.received,
    "State.banked": STATE.banked,
    "State.view": STATE.view,
    "Board.homeworld": BOARD.homeworld,
    "Board.check_player": BOARD.check_player,
    "new_game, first": lambda value: sse.new_game(BOARD, first=value),
    "position, owners": lambda value: position(BOARD, owners={1: value}),
}
SEATS_OR_NONE: Mapping[str, Door] = {
    "State.legal_actions": STATE.legal_actions,
    "State.legal_ids": STATE.legal_ids,
    "State.legal_count": STATE.legal_count,
    "State.after, player": lambda value: STATE.after(STATE.legal_ids()[0], value),
    "State.why_not, player": lambda value: STATE.why_not(0, value),
    "position, mover": lambda value: position(BOARD, mover=value),
}
PARTS: Mapping[str, Door] = {
    "new_game, cities": lambda value: sse.new_game(BOARD, cities=value),
    "new_game, cities of one": lambda value: sse.new_game(BOARD, cities=[16, value]),
    "new_game, stations": lambda value: sse.new_game(BOARD, stations=value),
    "new_game, ships of one": lambda value: sse.new_game(BOARD, ships=(value, 1)),
    "position, ply": lambda value: position(BOARD, ply=value),
    "position, cities": lambda value: position(BOARD, reserves=[(value, 1), (1, 1)]),
    "position, stations": lambda value: position(BOARD, reserves=[(1, 1), (1, value)]),
    "base_map": sse.base_map,
}
COUNTS: Mapping[str, Door] = {
    "perft": lambda value: sse.perft(STATE, value),
    "perft_divide": lambda value: sse.perft_divide(STATE, value),
    "playouts": lambda value: sse.playouts(STATE, value, 0),
}
SEEDS: Mapping[str, Door] = {
    "playout": lambda value: sse.playout(STATE, value),
    "playouts, seed": lambda value: sse.playouts(STATE, 1, value),
    "child_seed": lambda value: sse.child_seed(value, 0),
    "SplitMix64": sse.SplitMix64,
}
PER_PLAYER = ("new_game, cities", "new_game, stations")
INTEGERS = {**CELLS, **SEATS, **SEATS_OR_NONE, **PARTS, **COUNTS, **SEEDS}
IDS: Mapping[str, Door] = {
    "State.after": STATE.after,
    "format_action": lambda value: sse.format_action(value, BOARD),
    "GameRecord": lambda value: sse.GameRecord(STATE, (value,)),
}
ORIGINS_AND_TARGETS: Mapping[str, Door] = {
    "origin": lambda value: STATE.after(Move(value, 1, "city")),
    "target": lambda value: STATE.after(Move(0, value, "city")),
    "both": lambda value: STATE.after(Move(value, value, None)),
}


def strangers(door: str, values: Mapping[str, Any], welcome: Callable[[str, Any], bool]) -> list[Any]:
    """The values that a function doesn't take."""
    return [value for value in values.values() if not welcome(door, value)]


def is_the_one_to_act(door: str, value: Any) -> bool:
    said_by_the_map = ("new_game, cities", "new_game, stations")
    return value is None and door in (*SEATS_OR_NONE, *said_by_the_map) and door != "position, mover"


def is_chance_a_seed_or_a_count(door: str, value: Any) -> bool:
    number = value.__index__()
    if number == sse.CHANCE and door in SEATS_OR_NONE and door != "position, mover":
        return True
    return (door in SEEDS and 0 <= number < 2**64) or (door in {**PARTS, **COUNTS} and 0 <= number <= 2**31)


@pytest.mark.parametrize("door", [*INTEGERS, *IDS])
def test_no_integer(door: str) -> None:
    for value in strangers(door, NO_INTEGERS, is_the_one_to_act):
        expected: type[Exception] = TypeError
        if (value is None and door == "position, mover") or (door in PER_PLAYER and isinstance(value, list | tuple)):
            # No mover says that the game is over, and a sequence is one number for each player.
            expected = SetupError
        if door in IDS and (value is None or (door == "GameRecord" and isinstance(value, str))):
            # JSON calls a missing action null. A record takes actions by their texts, too.
            expected = NotationError
        with pytest.raises(expected, match=r"."):
            {**INTEGERS, **IDS}[door](value)
        assert is_as_it_was()


@pytest.mark.parametrize("door", INTEGERS)
def test_integers_out_of_range(door: str) -> None:
    expected = SetupError if door in PARTS else ArgumentError if door in {**COUNTS, **SEEDS} else RangeError
    for value in strangers(door, NO_INDEXES, is_chance_a_seed_or_a_count):
        with pytest.raises(expected) as error:
            INTEGERS[door](value)
        assert type(error.value) is expected
        assert len(str(error.value)) < 200
        assert is_as_it_was()


@pytest.mark.parametrize("door", [*IDS, *ORIGINS_AND_TARGETS])
def test_integers_that_name_no_action(door: str) -> None:
    for value in NO_INDEXES.values():
        with pytest.raises(IllegalActionError, match=r"is no action of this board \(E3\.1\)$") as error:
            {**IDS, **ORIGINS_AND_TARGETS}[door](value)
        assert error.value.reason is Reason.NO_SUCH_ACTION
        assert len(str(error.value)) < 200
        assert is_as_it_was()


@pytest.mark.parametrize("value", NO_INDEXES.values(), ids=list(NO_INDEXES))
def test_why_not_of_integers_that_name_no_action(value: Any) -> None:
    assert STATE.why_not(value) is Reason.NO_SUCH_ACTION
    assert STATE.why_not(Move(value, 1, "city")) is Reason.NO_SUCH_ACTION
    assert STATE.why_not(Move(0, value, "city")) is Reason.NO_SUCH_ACTION


def test_every_id_and_some_that_are_none() -> None:
    """`after` raises from the Reason of `why_not`, or returns a state."""
    for index in range(-3, len(BOARD.actions) + 4):
        reason = STATE.why_not(index)
        if reason is Reason.OK:
            assert index in STATE.legal_ids()
            assert STATE.after(index).ply == STATE.ply + 1
        else:
            assert index not in STATE.legal_ids()
            with pytest.raises(IllegalActionError) as error:
                STATE.after(index)
            assert error.value.reason is reason
        assert (reason is Reason.NO_SUCH_ACTION) == (not 0 <= index < len(BOARD.actions))
        assert is_as_it_was()


def test_an_equal_action_is_as_good_as_that_of_the_table() -> None:
    state = position(sse.parse_map("A 1 1 B"), ships=[[0, (1, True)], [3, 3]])
    pieces: set[str | None] = set()
    for index, action in zip(state.legal_ids(), state.legal_actions(), strict=True):
        assert isinstance(action, Move)
        pieces.add(action.piece)
        assert state.after(Move(*action)) == state.after(index)
    assert pieces == {"city", "station", None}


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, Indexed])
def test_any_integer_type_is_taken(kind: Callable[[int], Any]) -> None:
    index = STATE.legal_ids()[-1]
    action = STATE.actions[index]
    assert STATE.after(kind(index)) == STATE.after(index)
    assert STATE.after(index, kind(0)) == STATE.after(index)
    assert isinstance(action, Move)
    assert STATE.after(Move(kind(action.origin), kind(action.target), action.piece)) == STATE.after(index)
    assert STATE.why_not(kind(index)) is Reason.OK
    assert STATE.owner(kind(6)) == 1
    assert BOARD.system(kind(2)) is System.WORMHOLE
    assert STATE.legal_count(kind(1)) == 0
    assert sse.format_action(kind(index), BOARD) == sse.format_action(index, BOARD)
    assert sse.perft(STATE, kind(2)) == sse.perft(STATE, 2)
    assert sse.playout(STATE, kind(9)) == sse.playout(STATE, 9)
    assert sse.child_seed(kind(9), kind(3)) == sse.child_seed(9, 3)
    assert sse.base_map(kind(3), seed=kind(1)) is sse.base_map(3, seed=1)
    assert sse.new_game(BOARD, first=kind(1), cities=kind(3)) == sse.new_game(BOARD, first=1, cities=3)
    assert position(BOARD, mover=kind(0), ply=kind(5)) == position(BOARD, ply=5)
    refused = sse.new_game(BOARD, first=1)
    with pytest.raises(IllegalActionError, match="player B has no ship at a1"):
        refused.after(kind(0))


MULTIPLIABLE = {"a text": "x", "a list": [0], "a tuple": (0,), "a byte": b"x"}


@pytest.mark.parametrize("index", [*NO_INTEGERS.values(), *MULTIPLIABLE.values()], ids=[*NO_INTEGERS, *MULTIPLIABLE])
def test_no_index_of_a_child_seed(index: Any) -> None:
    with pytest.raises(TypeError, match=r"."):
        sse.child_seed(0, index)


def test_depth_and_number_of_playouts_have_a_bound() -> None:
    for depth in (10_001, 10**30):
        with pytest.raises(ArgumentError, match="depth is"):
            sse.perft(STATE, depth)
    with pytest.raises(ArgumentError, match="depth is 0, not in 1 to"):
        sse.perft_divide(STATE, 0)
    assert len(sse.playouts(STATE, 0, 0).plies) == 0


# --- actions

NO_ACTIONS: Mapping[str, Any] = {
    "a plain tuple": (0, 1, "city", False),
    "a list": [0, 1, "city", False],
    "a text": "a1-a2=C",
    "a board": BOARD,
    "a state": STATE,
    "an action's type": Move,
    "reveal a cell": Choose("a2"),  # type: ignore[arg-type]
    "choose None": Choose(None),  # type: ignore[arg-type]
    "choose True": Choose(True),
    "origin None": Move(None, 1, "city"),  # type: ignore[arg-type]
    "origin text": Move("a1", 1, "city"),  # type: ignore[arg-type]
    "origin True": Move(True, 1, "city"),
    "target float": Move(0, 1.0, "city"),  # type: ignore[arg-type]
    "target list": Move(0, [], "city"),  # type: ignore[arg-type]
    "target nan": Move(0, float("nan"), "city"),  # type: ignore[arg-type]
}

ODD_ACTIONS: Mapping[str, Any] = {
    "reveal where nothing is unexplored": Reveal(Tile.TWO),
    "reveal no tile": Reveal("four"),  # type: ignore[arg-type]
    "reveal a number": Reveal(2),  # type: ignore[arg-type]
    "choose where nothing is unexplored": Choose(1),
    "choose no cell": Choose(999),
    "piece unknown": Move(0, 3, "planet"),  # type: ignore[arg-type]
    "piece capital": Move(0, 3, "City"),  # type: ignore[arg-type]
    "piece empty": Move(0, 3, ""),  # type: ignore[arg-type]
    "piece bytes": Move(0, 3, b"city"),  # type: ignore[arg-type]
    "piece number": Move(0, 3, 0),  # type: ignore[arg-type]
    "piece list": Move(0, 3, []),  # type: ignore[arg-type]
    "piece for a repair": Move(0, 3, None),
    "damaged 0": Move(0, 3, "city", 0),  # type: ignore[arg-type]
    "damaged 1": Move(0, 3, "city", 1),  # type: ignore[arg-type]
    "damaged None": Move(0, 3, "city", None),  # type: ignore[arg-type]
    "damaged text": Move(0, 3, "city", "False"),  # type: ignore[arg-type]
    "damaged list": Move(0, 3, "city", []),  # type: ignore[arg-type]
    "to a wormhole": Move(0, 2, "city"),
    "to a homeworld": Move(0, 7, "city"),
    "in place": Move(0, 0, "city"),
    "too short": tuple.__new__(Move, (0, 3)),
    "too long": tuple.__new__(Move, (0, 3, "city", False, 1)),
    "empty": tuple.__new__(Move, ()),
}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("piece unknown", "a piece is a city or a station (E6.1)"),
        ("piece list", "a piece is a city or a station (E6.1)"),
        ("damaged text", "a ship is damaged, True, or not, False (E3.1)"),
        ("to a wormhole", "a3 is a wormhole, where no ship lands (E3.5)"),
        ("in place", "a move leads to another system (E3.1)"),
    ],
)
def test_odd_actions_are_told_why(name: str, why: str) -> None:
    with pytest.raises(IllegalActionError) as error:
        STATE.after(ODD_ACTIONS[name])
    assert str(error.value).endswith(f" is no action of this board: {why}")


@pytest.mark.parametrize("action", NO_ACTIONS.values(), ids=list(NO_ACTIONS))
def test_no_actions(action: Any) -> None:
    for door in (STATE.after, STATE.why_not):
        with pytest.raises(TypeError, match=r"."):
            door(action)
    # A record takes actions by their texts, too.
    with pytest.raises(SseError if isinstance(action, str) else TypeError, match=r"."):
        sse.GameRecord(STATE, (action,))
    assert is_as_it_was()


@pytest.mark.parametrize("action", ODD_ACTIONS.values(), ids=list(ODD_ACTIONS))
def test_odd_actions(action: Any) -> None:
    reason = STATE.why_not(action)
    assert reason is not Reason.OK
    for door in (STATE.after, lambda action: sse.GameRecord(STATE, (action,))):
        with pytest.raises(IllegalActionError, match=re.escape(f"({reason.clause})")) as error:
            door(action)
        assert error.value.reason is reason
    assert is_as_it_was()


# What equals an action is as good as the action to a dictionary: 0 for False, say.
UNEQUAL_ACTIONS = {name: action for name, action in ODD_ACTIONS.items() if action != Move(0, 3, "city")}


@pytest.mark.parametrize("action", UNEQUAL_ACTIONS.values(), ids=list(UNEQUAL_ACTIONS))
def test_odd_actions_have_no_text(action: Any) -> None:
    with pytest.raises((IllegalActionError, TypeError), match=r"."):
        sse.format_action(action, BOARD)


# --- texts

TEXTS: Mapping[str, Door] = {
    "parse_map": sse.parse_map,
    "parse_cell": lambda text: parse_cell(text, BOARD),
    "parse_action": lambda text: sse.parse_action(text, BOARD),
    "parse_state": parse_state,
    "parse_game": parse_game,
    "State.from_json": State.from_json,
    "GameRecord.from_json": sse.GameRecord.from_json,
}


@pytest.mark.parametrize("door", TEXTS)
def test_no_text(door: str) -> None:
    for value in NO_TEXTS.values():
        # JSON calls a missing action null.
        is_missing = value is None and door == "parse_action"
        with pytest.raises(NotationError if is_missing else TypeError, match=r"is a (str|text), not"):
            TEXTS[door](value)


@pytest.mark.parametrize("door", TEXTS)
def test_texts_that_make_no_sense(door: str) -> None:
    expected: type[SetupError | NotationError] = SetupError if door == "parse_map" else NotationError
    for text in NO_SENSE.values():
        with pytest.raises(expected) as refusal:
            TEXTS[door](text)
        error = refusal.value
        assert isinstance(error, SetupError | NotationError)
        assert (error.line or 0) >= 1
        assert (error.column or 0) >= 1
        assert len(str(error)) < 1000
        if isinstance(error, NotationError):
            assert error.column <= len(error.text) + 1
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


NEARLY_ACTIONS = [
    "a1-a2=X",
    "a01-a2=C",
    "a1-a2=CS",
    "a1a2=C",
    "a1-a2!=C",
    "a1!!-a2=C",
    "a1-a2=",
    "a1-a9=C",
    "b1-a2=C",
    "a0-a2=C",
    "a1-a1000=C",
    "\uff41\uff11-a2=C",
    "a1\u2212a2=C",
    "a\u0661-a2=C",
]


@pytest.mark.parametrize("text", [*NEARLY_ACTIONS, "a1 - a2=C", " a1-a2=C", "a1-a2=C ", "a1-a2=C\n"])
def test_texts_that_are_nearly_actions(text: str) -> None:
    with pytest.raises(NotationError) as error:
        sse.parse_action(text, BOARD)
    assert error.value.text == text
    assert 1 <= error.value.column <= len(text) + 1


@pytest.mark.parametrize("spelt", [str.upper, str.lower, str.swapcase, str.title])
def test_capitals_say_what_small_letters_say(spelt: Callable[[str], str]) -> None:
    board = sse.maps()["everything-2p"]
    state = sse.new_game(board)
    for action in board.actions:
        text = sse.format_action(action, state)
        assert sse.parse_action(spelt(text), state) == action
    for cell, name in enumerate(board.cell_names):
        assert parse_cell(spelt(name), board) == cell


@pytest.mark.parametrize("text", ["\u212a1-a2=C", "a1-a2=\u017f", "\u0130-a2=C"])
def test_letters_that_become_others_when_made_small_are_none_of_ours(text: str) -> None:
    with pytest.raises(NotationError):
        sse.parse_action(text, BOARD)


def test_files_keep_to_one_spelling() -> None:
    game = sse.GameRecord(STATE, STATE.legal_actions()[:1])
    text = sse.format_game(game)
    move = next(line for line in text.split("\n") if line.startswith("1 "))
    with pytest.raises(NotationError, match="expected"):
        parse_game(text.replace(move, f"{move[:4]}{move[4:].upper()}"))


@pytest.mark.parametrize("of", [STATE.after, STATE.why_not, same(STATE).after, same(STATE).why_not, STATE.toll])
def test_a_text_for_an_action_is_sent_to_parse_action(of: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"^an action is an Action or its id, not str: parse_action makes "):
        of("a1-a2=C")


WHY_NEVER = {
    "A 1 x 2 B": {
        "a1-a4=C": "the black hole at a3 lies between (E3.4)",
        "a1-a3=C": "a3 is a black hole, where no ship lands (E3.4)",
        "a3-a1=C": "a3 is a black hole, where no ship stands (E3.4)",
        "a1-a2": "add the piece, a1-a2=C for a city or a1-a2=S for a station (E6.1)",
        "a2-a1=S": "a1 is the homeworld of player A, where no piece is placed (E3.5)",
        "a4-a5=C": "a5 is the homeworld of player B, where no piece is placed (E3.4)",
        "a2-a2=C": "a move leads to another system (E3.1)",
    },
    "A 1 2 3 B": {
        "a1-a5": "no ship on a homeworld is damaged (E5.3)",
        "a4-a1": "a damaged ship flies two systems at most (E5.1)",
        "a4!-a1": "a damaged ship flies two systems at most (E5.1)",
        "a1!-a2": "add the piece, a1!-a2=C for a city or a1!-a2=S for a station (E6.1)",
        "a1!-a4=C": "a damaged ship flies two systems at most (E5.1)",
    },
    "A 1   2 B\n 3 1 1 2": {
        "a1-a3=C": "the line from a1 to a3 has a gap in the map (E1.6)",
        "a1-b3=C": "a1 and b3 share no line (E3.1)",
        "a1-a4=C": "the line from a1 to a4 has a gap in the map (E1.6)",
        "b3-a1": "b3 and a1 share no line (E3.1)",
    },
    "A 1   2 B\n 3 1 w 2": {
        "a1-a3=C": "the line from a1 to a3 has a gap in the map, and no wormholes join them (E1.6)",
        "b1-a3=C": "b1 and a3 share no line, and no wormholes join them (E3.1)",
        "a1-b3=C": "b3 is a wormhole, where no ship lands (E3.5)",
    },
}


@pytest.mark.parametrize(
    ("drawing", "text", "why"),
    [(drawing, text, why) for drawing, known in WHY_NEVER.items() for text, why in known.items()],
)
def test_why_nothing_like_it_can_ever_be_done(drawing: str, text: str, why: str) -> None:
    state = sse.new_game(sse.parse_map(drawing))
    action = sse.parse_action(text, state)
    with pytest.raises(IllegalActionError) as error:
        state.after(action)
    assert error.value.message.endswith(f" is no action of this board: {why}")


@pytest.mark.parametrize("drawing", ["A 1 x 2 B", "A ? w 2 B"])
def test_what_is_written_as_an_action_has_a_reason_though_no_board_has_it(drawing: str) -> None:
    state = sse.new_game(sse.parse_map(drawing))
    names = state.board.cell_names
    moves = [f"{a}{flag}-{b}{end}" for a in names for b in names for flag in ("", "!") for end in ("", "=C", "=S")]
    others = [f"destroy={name}" for name in names] + [f"reveal={tile}" for tile in Tile] + ["stay"]
    unknown = 0
    for text in moves + others:
        action = sse.parse_action(text, state)
        assert action == sse.parse_action(text, state.board)
        reason = state.why_not(action)
        if action not in state.actions:
            unknown += 1
            clause = re.escape(f"({reason.clause})")
            with pytest.raises(IllegalActionError, match=f"is no action of this board.*{clause}$") as error:
                sse.GameRecord(state, [text])
            assert error.value.reason is reason
    assert unknown > 50


def spoilt(**changes: Any) -> str:
    return json.dumps(json.loads(STATE.to_json()) | changes)


@pytest.mark.parametrize(
    "text",
    [
        spoilt(version=2),
        spoilt(version=True),
        spoilt(format="sse-game"),
        spoilt(extra=1),
        spoilt(ply=-1),
        spoilt(ply=3.0),
        spoilt(ply=10**30),
        spoilt(to_act=[]),
        spoilt(to_act=[1, 1]),
        spoilt(to_act=[7]),
        spoilt(to_act=["A"]),
        spoilt(to_act=0),
        spoilt(passed=[False]),
        spoilt(passed=[0, 0]),
        spoilt(passed=[True, False]),
        spoilt(players=[]),
        spoilt(players=[{}, {}]),
        spoilt(players=[1, 2]),
        spoilt(players={"0": 1}),
        spoilt(rules={}),
        spoilt(rules={"damaged_jump": 1, "nebula_points": [2], "territory_points": 3}),
        spoilt(rules={"damaged_jump": True, "nebula_points": [], "territory_points": 3}),
        spoilt(rules={"damaged_jump": True, "nebula_points": [2.5], "territory_points": 3}),
        spoilt(map=""),
        spoilt(map="A 1 B"),
        spoilt(map=["A 1 B"]),
        spoilt(map=None),
        STATE.to_json()[:-1],
        STATE.to_json().replace('"ply"', '"plies"'),
        STATE.to_json().replace('"a2!"', '"a3!"'),
        STATE.to_json().replace('"a2!"', '"z9!"'),
        STATE.to_json().replace('"a2!"', '"a2!!"'),
        STATE.to_json().replace('"a2!"', "2"),
        STATE.to_json().replace('"cities": 15', '"cities": 384'),
    ],
)
def test_json_that_is_nearly_a_state(text: str) -> None:
    assert text != STATE.to_json()
    with pytest.raises((NotationError, SetupError), match=r"."):
        State.from_json(text)


# Texts from before the option `conquest_own_only`: they don't name it, and are read by the default (E9.9).

BEFORE = """
sse-state 1
rules: conquered_passable=yes
ply: 2
to act: A
due: A choose a2
passed: nobody
A ships: a2!
A cities: none
A stations: none
A reserve: cities 16, stations 4
B ships: a4
B cities: a3
B stations: none
B reserve: cities 15, stations 4
origin: 0 0

A n 1 B
""".strip()


def _is_missing(text: str) -> str:
    """Whether JSON lacks the option, as older texts do."""
    assert text.count('"conquest_own_only": false, ') == 1
    return text.replace('"conquest_own_only": false, ', "")


def test_a_text_from_before_an_option_is_read_by_the_default() -> None:
    state = parse_state(BEFORE)
    assert not state.rules.conquest_own_only
    assert sse.format_state(state) == BEFORE
    after = state.after(sse.parse_action("destroy=a3", state.board))
    assert after.conquered == (2,)
    played = sse.GameRecord(state, (sse.parse_action("destroy=a3", state.board),))
    for whole, read in ((state, State.from_json), (played, sse.GameRecord.from_json)):
        text = whole.to_json()
        assert read(_is_missing(text)) == whole
        assert read(_is_missing(text)).to_json() == text


def test_only_that_option_may_be_missing_from_json() -> None:
    text = parse_state(BEFORE).to_json()
    assert text.count('"open_borders": false, ') == 1
    with pytest.raises(NotationError, match="the key 'open_borders' is missing"):
        State.from_json(text.replace('"open_borders": false, ', ""))


def test_a_text_that_names_the_option_keeps_it() -> None:
    state = parse_state(BEFORE.replace("conquered_passable=yes", "conquest_own_only=yes"))
    assert state.rules == sse.Rules(conquest_own_only=True)
    assert State.from_json(state.to_json()) == state
    assert state.after(sse.parse_action("destroy=a3", state.board)).conquered == ()


def test_a_record_with_a_wrong_move_is_refused_for_its_reason() -> None:
    move = sse.format_action(RECORD.actions[0], BOARD)
    assert f"1 A {move}" in GAME_TEXT
    with pytest.raises(IllegalActionError, match=r"move 1, a8-a5=C: .*\(E2\.1\)") as error:
        parse_game(GAME_TEXT.replace(f"1 A {move}", "1 A a8-a5=C"))
    assert error.value.reason is Reason.NO_SHIP
    with pytest.raises(IllegalActionError, match="is not to act") as error:
        parse_game(GAME_TEXT.replace("1 A ", "1 B "))
    assert error.value.reason is Reason.NOT_TO_ACT
    with pytest.raises(NotationError):
        parse_game(GAME_TEXT.replace("1 A ", "1 C "))


NO_PATHS = {name: value for name, value in NO_TEXTS.items() if not isinstance(value, Path)}


@pytest.mark.parametrize("value", NO_PATHS.values(), ids=list(NO_PATHS))
def test_no_path(value: Any) -> None:
    with pytest.raises(TypeError, match=r"."):
        sse.load_map(value)


@pytest.mark.parametrize("path", ["", ".", "/", "\0", "a\0.map", "\ud800", "a" * 2**20, "../" * 2000, "no such map"])
def test_paths_that_lead_to_no_map(path: str) -> None:
    with pytest.raises((OSError, SseError), match=r"."):
        sse.load_map(path)


# --- boards, states, rules and records

NO_OBJECTS: Mapping[str, Any] = {
    "None": None,
    "text": "A 1 B",
    "bytes": b"",
    "int": 1,
    "True": True,
    "nan": float("nan"),
    "list": [],
    "dict": {},
    "object": object(),
    "rules": sse.Rules(),
    "type": Board,
    "type of states": State,
}
OBJECTS: Mapping[str, Door] = {
    "new_game": sse.new_game,
    "position": position,
    "new_game, rules": lambda value: sse.new_game(BOARD, rules=value),
    "position, rules": lambda value: position(BOARD, rules=value),
    "format_map": sse.format_map,
    "format_state": sse.format_state,
    "format_game": sse.format_game,
    "parse_cell": lambda value: parse_cell("a1", value),
    "parse_action": lambda value: sse.parse_action("a1-a4=C", value),
    "format_cell": lambda value: format_cell(0, value),
    "format_action": lambda value: sse.format_action(0, value),
    "to_text": sse.to_text,
    "to_svg": sse.to_svg,
    "perft": lambda value: sse.perft(value, 1),
    "perft_divide": lambda value: sse.perft_divide(value, 1),
    "playout": lambda value: sse.playout(value, 0),
    "playouts": lambda value: sse.playouts(value, 1, 0),
    "GameRecord": lambda value: sse.GameRecord(value, ()),
}


def are_rules(door: str, value: Any) -> bool:
    """None stands for the published rules, and for the base map where a game begins."""
    return (value is None and door.endswith(("rules", "new_game"))) or (
        isinstance(value, sse.Rules) and door.endswith("rules")
    )


@pytest.mark.parametrize("door", OBJECTS)
def test_no_board_state_rules_or_record(door: str) -> None:
    for value in strangers(door, NO_OBJECTS, are_rules):
        with pytest.raises(TypeError, match=r"."):
            OBJECTS[door](value)


@pytest.mark.parametrize("door", ["perft", "perft_divide", "playout", "playouts", "GameRecord", "format_state"])
def test_a_board_is_no_state(door: str) -> None:
    with pytest.raises(TypeError, match=r"."):
        OBJECTS[door](BOARD)


@pytest.mark.parametrize("value", [None, "", 1.5, float("nan"), [], {}, object(), "%d", b"%d"])
def test_no_number_of_turns(value: Any) -> None:
    for door in (BOARD.turned, STATE.turned):
        with pytest.raises(TypeError, match=r"."):
            door(value)


@pytest.mark.parametrize("value", [None, 7, ["a"], "event"])
def test_no_tags(value: Any) -> None:
    with pytest.raises(TypeError, match=r"."):
        sse.GameRecord(STATE, (), value)


@pytest.mark.parametrize(
    ("tags", "error"),
    [
        ({1: "x"}, TypeError),
        ({"x": 1}, TypeError),
        ({"x": None}, TypeError),
        ({"": "x"}, SetupError),
        ({"x": ""}, SetupError),
        ({"1x": "x"}, SetupError),
        ({"x y": "x"}, SetupError),
        ({"x": "two\nlines"}, SetupError),
        ({"x": " x"}, SetupError),
        ({"x": "\0"}, SetupError),
        ({"x": "\ud800"}, SetupError),
        ({"x": "x" * 2**20}, SetupError),
        ({"x" * 2**20: "x"}, SetupError),
    ],
)
def test_refused_tags(tags: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as refusal:
        sse.GameRecord(STATE, (), tags)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("value", [None, 7, True, STATE, object()])
def test_no_sequence_of_actions(value: Any) -> None:
    with pytest.raises(TypeError, match=r"."):
        sse.GameRecord(STATE, value)


# --- states and boards can't be made or changed by the back door


@pytest.mark.parametrize(
    "make",
    [
        State,
        lambda: State(1),  # type: ignore[arg-type]
        lambda: State(board=BOARD),  # type: ignore[arg-type]
        lambda: State.__new__(State),
        lambda: object.__new__(State),
        lambda: type("Mine", (State,), {}),
        lambda: type("Mine", (State,), {"__slots__": ()})(),
        lambda: type(STATE)(),
    ],
)
def test_no_state_out_of_nothing(make: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match=r"."):
        make()


def test_a_state_is_not_made_anew() -> None:
    with pytest.raises(TypeError, match=r"."):
        STATE.__init__()
    with pytest.raises(TypeError, match=r"."):
        STATE.__class__ = object  # type: ignore[assignment]
    assert not hasattr(STATE, "__dict__")
    assert not hasattr(STATE, "__setstate__")
    assert is_as_it_was()


@pytest.mark.parametrize(
    "name", ["ply", "to_act", "passed", "board", "rules", "actions", "totals", "outcome", "key", "owner", "mine"]
)
def test_nothing_of_a_state_can_be_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(STATE, name, None)
    with pytest.raises(AttributeError):
        delattr(STATE, name)
    with pytest.raises(TypeError, match=r"."):
        setattr(State, name, None)
    assert is_as_it_was()


def test_a_subclass_of_board_makes_plain_boards() -> None:
    class Mine(Board):  # type: ignore[misc]
        pass

    board = Mine(dict(zip(BOARD.hexes, BOARD.systems, strict=True)))
    assert type(board) is Board
    assert board is BOARD


@pytest.mark.parametrize("other", [*NO_OBJECTS.values(), np.array([1, 2]), BOARD])
def test_a_state_equals_nothing_else(other: Any) -> None:
    assert STATE.__eq__(other) is NotImplemented
    if not isinstance(other, np.ndarray):
        assert (other == STATE, other != STATE) == (False, True)


def test_copies_and_pickles_are_equal() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(STATE, protocol)) == STATE
        assert pickle.loads(pickle.dumps(RECORD, protocol)) == RECORD
    assert copy.copy(STATE) == copy.deepcopy(STATE) == STATE


def test_errors_are_of_one_family() -> None:
    for error in (SetupError, ArgumentError, RangeError, NotationError, IllegalActionError, sse.GameOverError):
        assert issubclass(error, SseError)
        assert issubclass(error, ValueError)
    assert issubclass(RangeError, ArgumentError)
    assert issubclass(RangeError, IndexError)
    assert issubclass(sse.GameOverError, IllegalActionError)
