"""Bags as text: errors point at the misspelt word, in maps, options and commands."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sse_core import NotationError, Rules, SetupError, format_state, new_game, parse_map
from sse_core.small_star_empires import Bag, parse_state
from sse_core.small_star_empires.maps.tiles import format_bag, parse_bag
from sse_core.testing import bags


def test_a_typo_in_the_bag_of_a_position() -> None:
    text = format_state(new_game(parse_map("bag: three=2, two=3\n\nA ? B"), rules=Rules(bag=Bag(three=2, two=3))))
    assert parse_state(text).bag == Bag(three=2, two=3)
    with pytest.raises(SetupError) as refusal:
        parse_state(text.replace(" two=3", " tow=3"))
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines, 1) if line.startswith("bag:"))
    assert (refusal.value.line, refusal.value.column) == (at, 15)
    assert refusal.value.message.startswith("there is no tile 'tow' (did you mean 'two'?); they are three, two, ")
    with pytest.raises(NotationError) as error:
        parse_state(text.replace(",two=3", ",tow=3"))
    assert (error.value.line, error.value.column, error.value.text) == (2, 20, "rules: bag=three=2,tow=3")


@given(bags(), st.data(), st.sampled_from([", ", ","]))
def test_a_typo_in_a_bag_points_at_the_word(bag: Bag, data: st.DataObject, comma: str) -> None:
    text = format_bag(bag, comma)
    assert parse_bag(text, comma) == bag
    words = list(re.finditer(r"[a-z]+", text))
    word = data.draw(st.sampled_from(words))
    with pytest.raises(NotationError) as error:
        parse_bag(f"{text[: word.end()]}X{text[word.end() :]}", comma)
    assert (error.value.column, error.value.line) == (word.start() + 1, 1)
