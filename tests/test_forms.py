"""Shapes, structs and layouts: what is written is read back, and errors name place and reason."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from sse_core import jump_wars, micro_space_empire
from sse_core.errors import NotationCode, NotationError, SetupError
from sse_core.forms.action_table import ActionTable, VerbTexts
from sse_core.forms.groups import Flags, Items, Row, Table
from sse_core.forms.json_object import JsonObject
from sse_core.forms.layout import Block, Layout, Line
from sse_core.forms.lines import Lines, Word, shifted
from sse_core.forms.shapes import Flag, Instance, Maybe, Named, Number, Shape
from sse_core.forms.structs import Struct

COLOUR = Named({"red": 0, "blue": 1}, "a colour is red or blue", "{key}: no such colour", Number(1), guesses=True)
NOBODY = Named({"A": 0, "nobody": -1}, "expected A", "no seat", Number(0, -1), null=-1)


class Cargo(NamedTuple):
    goods: tuple[int, ...] = (0, 0)
    sealed: bool = False


class Ship(NamedTuple):
    origin: int
    fleets: int
    lost: bool = False
    cargo: Cargo = Cargo()


class Fleet(NamedTuple):
    turn: int
    ships: tuple[Ship, ...] = ()
    first: Ship | None = None


CARGO = Struct(Cargo, {"goods": Table(COLOUR, Number(9)), "sealed": Flag()})
ORDER = Struct(
    Ship,
    {"origin": COLOUR, "fleets": Number(99, first=1, zero="none"), "lost": Flag()},
    keys={"origin": "from"},
    labels={"fleets": "fleets of a ship"},
    like="{origin}-{fleets}[:lost]",
    expected="a ship is written like `red-3` or `red-3:lost`",
)
SHIP = Struct(Ship, {"origin": COLOUR, "fleets": Number(99), "lost": Flag(), "cargo": CARGO})
FLEET = Struct(Fleet, {"turn": Number(99, 1), "ships": Items(ORDER), "first": Maybe(SHIP)})
SHIP_LINES = Layout(
    SHIP,
    Line("ship", "origin fleets", Row((COLOUR, Number(99)), "a colour", "a ship is written like `red 3`")),
    Line("goods", "cargo.goods", left_out=(0, 0)),
    Line("is", "lost cargo.sealed", Flags(("lost", "sealed"), "a ship is lost or sealed"), left_out=(False, False)),
)
FLEET_LINES = Layout(FLEET, Line("turn"), Line("ships", left_out=()), Block("first", SHIP_LINES))

FLEETS = [
    Fleet(1),
    Fleet(7, (Ship(0, 3), Ship(1, 0, lost=True))),
    Fleet(2, (Ship(1, 99),), Ship(1, 5)),
    Fleet(99, (), Ship(0, 1, lost=True, cargo=Cargo((0, 4), sealed=True))),
]


def word(text: str) -> Word:
    """Return a word that stands behind ``x: `` in line 4."""
    return Word(text, f"x: {text}", 4, 4)


@pytest.mark.parametrize("fleet", FLEETS)
def test_what_is_written_is_read_back(fleet: Fleet) -> None:
    lines = Lines("\n".join(FLEET_LINES.write(fleet, "A ")))
    assert FLEET.build(FLEET_LINES.read(lines, "A ")) == fleet
    assert lines.at_end
    assert FLEET.from_json(FLEET.to_json(fleet), "fleet") == fleet
    FLEET.check(fleet, "fleet")


def test_a_whole_value_as_lines_and_as_json() -> None:
    fleet = Fleet(7, (Ship(0, 3), Ship(1, 0, lost=True)), Ship(0, 1, cargo=Cargo((0, 4), sealed=True)))
    assert list(FLEET_LINES.write(fleet)) == [
        "turn: 7",
        "ships: red-3 blue-none:lost",
        "ship: red 1",
        "goods: blue:4",
        "is: sealed",
    ]
    assert FLEET.to_json(fleet) == {
        "turn": 7,
        "ships": [{"from": "red", "fleets": 3, "lost": False}, {"from": "blue", "fleets": 0, "lost": True}],
        "first": {"origin": "red", "fleets": 1, "lost": False, "cargo": {"goods": {"blue": 4}, "sealed": True}},
    }


@pytest.mark.parametrize(
    ("shape", "value", "text"),
    [
        (Number(9, shift=1, first=1), 3, "4"),
        (NOBODY, -1, "nobody"),
        (Items(COLOUR, kind=frozenset), frozenset({1, 0}), "red blue"),
        (Items(COLOUR, between=","), (), "none"),
        (Items(COLOUR, between=","), (1, 0), "blue,red"),
        (Table(COLOUR, Number(9), usual=1, nothing="all:1"), (1, 1), "all:1"),
        (Table(COLOUR, Number(9), usual=1, nothing="all:1"), (0, 2), "red:0 blue:2"),
        (Table(COLOUR, Number(9), sign="=", between=",", nothing=""), (0, 0), ""),
        (Flags(("lost", "done"), ""), (False, True), "done"),
        (Flags(("lost", "done"), ""), (False, False), "none"),
        (Maybe(COLOUR), 1, "blue"),
        (Maybe(COLOUR, 255, "nobody"), 255, "nobody"),
        (Flag("yes"), True, "yes"),
    ],
)
def test_words(shape: Shape, value: Any, text: str) -> None:
    assert shape.word(value) == text
    assert shape.read(word(text)) == value


@pytest.mark.parametrize(
    ("shape", "text", "column", "message"),
    [
        (Number(9), "10", 4, "expected a number from 0 to 9"),
        (Number(9), "\N{SUPERSCRIPT TWO}", 4, "expected a number from 0 to 9"),
        (Number(9), "9" * 5000, 4, "expected a number from 0 to 9"),
        (COLOUR, "bleu", 4, "a colour is red or blue (did you mean 'blue'?)"),
        (Items(COLOUR), "red  green", 9, "a colour is red or blue"),
        (Items(COLOUR, length=2, expected="two colours"), "red", 4, "two colours"),
        (Table(COLOUR, Number(9)), "red:1 blue:10", 15, "expected a number from 0 to 9"),
        (Table(COLOUR, Number(9)), "red", 7, "expected a number from 0 to 9"),
        (Row((COLOUR, COLOUR), "a colour", too_many="two at most"), "", 4, "expected a colour after 'x: '"),
        (Row((COLOUR, COLOUR), "a colour", too_many="two at most"), "red red red", 12, "two at most"),
        (Row((COLOUR, COLOUR), "a colour", "both"), "red", 4, "both"),
        (Row((COLOUR, COLOUR), "a colour", "two, not {n}"), "red red red", 4, "two, not 3"),
        (Flags(("lost", "done"), "lost or done", first="a word"), "", 4, "expected a word after 'x: '"),
        (Maybe(COLOUR, 255, "nobody"), "nobdy", 4, "a colour is red or blue"),
        (Flags(("lost", "done"), "lost or done"), "lost dne", 9, "lost or done (did you mean 'done'?)"),
        (Flag("yes", "only yes"), "no", 4, "only yes"),
        (ORDER, "red3", 4, "a ship is written like `red-3` or `red-3:lost`"),
        (ORDER, "red-0", 8, "expected a number from 1 to 99"),
        (ORDER, "green-1", 4, "a colour is red or blue"),
    ],
)
def test_refused_words(shape: Shape, text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        shape.read(word(text))
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, 4, column)


@pytest.mark.parametrize(
    ("shape", "value", "told"),
    [
        (Row((COLOUR, Number(9))), (1, 5), ["blue", 5]),
        (Flags(("lost", "done"), ""), (False, True), ["done"]),
        (Flags(("lost", "done"), ""), (False, False), []),
        (Maybe(COLOUR), None, None),
        (Maybe(COLOUR, 255, "nobody", "nobody"), 255, "nobody"),
        (Maybe(COLOUR, 255, "nobody"), 255, None),
        (Maybe(COLOUR, 255, "nobody"), 0, "red"),
    ],
)
def test_json(shape: Shape, value: Any, told: Any) -> None:
    assert shape.to_json(value) == told
    assert shape.from_json(told, "key") == value


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"b": [{"a": 1, "c": 2, "a": 1}]}', '{"a": 1, "\\u0061": 2}'])
def test_a_key_of_json_is_there_once(text: str) -> None:
    """Of two values one would be lost in silence."""
    with pytest.raises(NotationError, match="the key 'a' is there twice") as caught:
        JsonObject.parse(text)
    assert caught.value.code is NotationCode.KEY


def test_a_name_that_comes_twice_ends_the_table() -> None:
    """The comparison with the text as it should be finds it: nothing behind it is read."""
    assert Table(COLOUR, Number(9)).read(word("red:1 red:2 green")) == (1, 0)


@pytest.mark.parametrize(
    ("shape", "value", "message"),
    [
        (Number(9), True, "key is an integer in JSON"),
        (Flag(), 1, "key is true or false in JSON"),
        (COLOUR, "bleu", "key: no such colour (did you mean 'blue'?)"),
        (COLOUR, None, "key is a string in JSON"),
        (Items(COLOUR), ["red", 1], "key is a string in JSON"),
        (Items(COLOUR, length=2, json_expected="two colours"), ["red"], "two colours"),
        (Table(COLOUR, Number(9)), {"red": 1.0}, "red is an integer in JSON"),
        (ORDER, {"from": "red"}, "the key 'fleets' is missing"),
        (Maybe(ORDER), [], "key is an object in JSON"),
        (Row((COLOUR, COLOUR), json_expected="two colours"), ["red"], "two colours"),
        (Flags(("lost", "done"), "lost or done"), ["lost", "dne"], "lost or done (did you mean 'done'?)"),
        (Flags(("lost", "done"), "lost or done"), [1], "key is a string in JSON"),
    ],
)
def test_refused_json(shape: Shape, value: Any, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        shape.from_json(value, "key")
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("shape", "value", "error", "message"),
    [
        (Instance(str), 1, TypeError, "what is str, not int"),
        (Number(9), True, TypeError, "what is an integer, not bool"),
        (Number(9, 1), 0, SetupError, "what is 0, not in 1 to 9"),
        (Flag(), 0, TypeError, "what is True or False, not 0"),
        (COLOUR, 2, SetupError, "what is 2, not in 0 to 1"),
        (Items(COLOUR), [0], TypeError, "what is a tuple, not list"),
        (Items(COLOUR, length=2), (0,), SetupError, "what has 1 entries, not 2"),
        (Items(ORDER), (1,), TypeError, "what has Ship entries, not int"),
        (Table(COLOUR, Number(9)), (1,), SetupError, "what has 1 entries, not 2"),
        (Table(COLOUR, Number(9)), {}, TypeError, "what is a tuple, not dict"),
        (ORDER, (0, 1), TypeError, "what is Ship, not tuple"),
        (ORDER, Ship(0, 100), SetupError, "fleets of a ship is 100, not in 0 to 99"),
        (Maybe(ORDER), Ship(2, 1), SetupError, "origin is 2, not in 0 to 1"),
    ],
)
def test_refused_values(shape: Shape, value: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        shape.check(value, "what")
    assert str(caught.value) == message


def test_none_is_left_to_maybe() -> None:
    Maybe(ORDER).check(None, "ship")
    assert Maybe(ORDER).to_json(None) is None
    assert Maybe(ORDER).from_json(None, "ship") is None
    assert NOBODY.to_json(-1) is None
    assert NOBODY.from_json(None, "seat") == -1


def test_errors_of_a_part_get_their_line() -> None:
    with pytest.raises(NotationError) as caught, shifted(10):
        raise NotationError("wrong", "a line", 3, 2)
    assert (caught.value.line, caught.value.column) == (12, 3)
    with pytest.raises(SetupError) as refused, shifted(10):
        raise SetupError("can't be")
    assert (refused.value.line, refused.value.column) == (11, None)


def test_errors_of_a_word_get_their_column() -> None:
    def parse(text: str) -> int:
        raise NotationError("wrong", text, 3)

    with pytest.raises(NotationError) as caught:
        word("seven").parsed(parse)
    assert str(caught.value) == "line 4, column 6: wrong: 'x: seven'"


# --- texts of verbs

VERBS = VerbTexts(ActionTable(["stop", "go=North", "go=south", "die=1", "die=2"]), str, ranges={"die": "a face"})


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "there is no action ''; they are stop, go, die"),
        ("=1", 1, "there is no action ''; they are stop, go, die"),
        ("Stops", 1, "there is no action 'stops'; they are stop, go, die"),
        ("stop=", 5, "stop stands alone"),
        ("go", 3, "go is written like go=North; it takes North, south"),
        ("go=sout", 4, "go is written like go=North; it takes North, south"),
        ("die=12", 5, "die is written like die=1; it takes a face"),
    ],
)
def test_refused_texts_of_verbs(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        VERBS.parse(text)
    assert (caught.value.message, caught.value.text, caught.value.column) == (message, text, column)


def test_texts_of_verbs_guess_what_was_meant() -> None:
    guessing = VerbTexts(ActionTable(["stop", "go=north", "go=south"]), str, guesses=True)
    for text, meant in (("stopp", "stop"), ("go=sout", "south")):
        with pytest.raises(NotationError, match=f"did you mean '{meant}'"):
            guessing.parse(text)


@pytest.mark.parametrize("game", [jump_wars, micro_space_empire])
def test_actions_of_verbs_are_read_back_however_they_are_written(game: Any) -> None:
    actions = game.new_game().actions
    for index, action in enumerate(actions):
        text = game.format_action(index)
        assert text == game.format_action(action)
        assert {game.parse_action(each) for each in (text, text.upper(), text.lower())} == {action}
