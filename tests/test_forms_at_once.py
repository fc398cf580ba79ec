"""Words and values that are read and checked all at once: the results and errors are those of each one by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sse_core as sse
from sse_core.errors import NotationCode, SseError
from sse_core.forms.checks import are_indices, check_index
from sse_core.forms.groups import Items, Row, Table
from sse_core.forms.lines import Word
from sse_core.forms.shapes import Instance, Named, Number, Shape
from sse_core.game import AnyGame

COLOUR: Final = Named({"red": 0, "blue": 1}, "a colour is red or blue", None, Number(1), guesses=True)
PLACE: Final = Number(99, first=1, shift=1)
SHAPES: Final[list[Callable[[Callable[[Shape], Any]], Shape]]] = [
    lambda of: Items(of(COLOUR)),
    lambda of: Items(of(PLACE), between=","),
    lambda of: Items(of(COLOUR), length=2, expected="two colours"),
    lambda of: Items(of(Number(1200, zero="no"))),
    lambda of: Table(of(COLOUR), of(Number(99))),
    lambda of: Table(of(COLOUR), of(PLACE), usual=1, nothing="all:1", between=","),
    lambda of: Table(of(COLOUR), of(COLOUR), usual=0, sign="="),
    lambda of: Row([of(PLACE)] * 2, "a number", "there are {n}", code=NotationCode.COUNT),
    lambda of: Row([of(COLOUR)] * 2, "a colour", too_many="there are two"),
]
"""Shapes of several words, by what is made of the shapes of one."""

PARTS: Final = (
    "red",
    "blue",
    "bleu",
    "none",
    "all:1",
    "no",
    "0",
    "1",
    "01",
    "7",
    "99",
    "100",
    "1000",
    "1201",
    "²",
    "-1",
)

WORDS: Final = st.lists(
    st.one_of(st.sampled_from(PARTS), st.tuples(*map(st.sampled_from, (PARTS, ":=,", PARTS))).map("".join)), max_size=4
)
VALUES: Final = st.lists(st.one_of(st.integers(-2, 101), st.booleans(), st.none(), st.just(1.0)), max_size=4).map(tuple)


def itself(shape: Shape) -> Shape:
    return shape


def one_by_one(shape: Shape) -> Any:
    """Return a shape equal to another one, which reads and checks its values one by one."""
    slow: Any = {"read_all": lambda *_: None, "accepts": lambda *_: False}
    twin: Any = object.__new__(type("OneByOne", (type(shape),), slow))
    twin.__dict__.update(shape.__dict__)
    return twin


def outcome(work: Callable[[], Any]) -> object:
    """Return what work gives, or all that its error says."""
    try:
        return work()
    except (SseError, TypeError) as error:
        return type(error), str(error), *(getattr(error, name, None) for name in ("line", "column", "code"))


@pytest.mark.parametrize("make", SHAPES)
@given(words=WORDS, between=st.sampled_from([" ", "  ", ","]))
def test_words(make: Callable[[Callable[[Shape], Any]], Shape], words: list[str], between: str) -> None:
    text = between.join(words)
    word = Word(text, f"line: {text}", 3, 7)
    assert outcome(lambda: make(itself).read(word)) == outcome(lambda: make(one_by_one).read(word))


@pytest.mark.parametrize("shape", [Number(99, 1), Instance(int), Instance(bool), COLOUR])
@given(values=VALUES)
def test_values(shape: Shape, values: tuple[Any, ...]) -> None:
    items, slow = Items(shape), Items(one_by_one(shape))
    assert outcome(lambda: items.check(values, "values")) == outcome(lambda: slow.check(values, "values"))


@given(values=VALUES, count=st.integers(0, 102))
def test_indices(values: tuple[Any, ...], count: int) -> None:
    if are_indices(values, count):
        assert [check_index(value, count, "value") for value in values] == [*values]
    else:
        assert any(type(value) is not int or not 0 <= value < count for value in values)


MUTANTS: Final = 150

# What takes the place of a word: names and numbers that another place has, and what no place has.
INSTEAD: Final = (
    "",
    "0",
    "00",
    "1",
    "7",
    "999",
    "1000",
    "99999999",
    "-1",
    "A",
    "nobody",
    "none",
    "b3",
    "b3:1",
    "b3!",
    "²",
)


def mutant(text: str, rng: Random) -> str:
    """Return a text with a word that is another one, comes twice, or lies elsewhere."""
    lines = text.split("\n")
    number = rng.randrange(len(lines))
    words = lines[number].split(" ")
    place, other = rng.randrange(len(words)), rng.randrange(len(words))
    match rng.randrange(4):
        case 0:
            words[place] = rng.choice(INSTEAD)
        case 1:
            words.insert(other, words[place])
        case 2:
            words[place], words[other] = words[other], words[place]
        case _:
            cut = rng.randrange(len(words[place]) + 1)
            words[place] = words[place][:cut] + rng.choice("0:=,-!x") + words[place][cut:]
    lines[number] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize("game", sse.GAMES.values(), ids=sse.GAMES)
def test_texts_of_positions(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    state: Any = game.new_game(seed=1)
    texts: list[str] = []
    while state.to_act and state.ply < MUTANTS:
        texts.append(mutant(game.format_state(state), rng))
        state = state.resolve(sse.SplitMix64(state.ply))
        if state.to_act:
            player = state.to_act[0]
            state = state.after(rng.choice(state.legal_actions(player)), player)
    at_once = [outcome(partial(game.parse_state, text)) for text in texts]
    for shape in (Shape, Number, Named, Instance):
        monkeypatch.setattr(shape, "read_all", lambda *_: None)
        monkeypatch.setattr(shape, "accepts", lambda *_: False)
    assert [outcome(partial(game.parse_state, text)) for text in texts] == at_once
    assert {type(each) is tuple for each in at_once} == {True, False}
