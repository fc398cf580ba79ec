"""Drawings for a terminal, of every game: marks, paint, and characters beyond ASCII."""

from __future__ import annotations

from typing import Any, Final

import pytest

import sse_core as sse
from sse_core import jump_wars, micro_space_empire
from sse_core.errors import ArgumentError

PLACES: Final[dict[str, tuple[Any, str, str]]] = {
    "small_star_empires": (sse.new_game(sse.base_map(2)), "c4", "b2"),
    "micro_space_empire": (micro_space_empire.start(seed=1), "robot_workers", "capital_ships"),
    "jump_wars": (jump_wars.start(seed=1), "c4", "b2"),
}
"""For each game a position, and the names of two places."""


@pytest.mark.parametrize(("state", "one", "other"), PLACES.values(), ids=PLACES)
def test_marked_places_stand_in_brackets(state: Any, one: str, other: str) -> None:
    plain = sse.to_text(state)
    shown = [sse.to_text(state, marked=names) for names in ([], [one], [other], {one, other})]
    drawings = [text.replace("[ ] marked", "") for text in shown]
    assert shown[0] == plain
    assert [text.count("[") - plain.count("[") for text in drawings] == [0, 1, 1, 2]
    assert len(set(shown)) == 4


@pytest.mark.parametrize(("state", "one", "other"), PLACES.values(), ids=PLACES)
def test_a_place_that_is_not_there_cannot_be_marked(state: Any, one: str, other: str) -> None:
    with pytest.raises(ArgumentError, match=r"^no (cell|card|space) to mark is called 'c400'"):
        sse.to_text(state, marked=[one, "c400"])
    with pytest.raises(TypeError, match=r"^marked is a collection of names: for one \w+ it is \['c4'\]$"):
        sse.to_text(state, marked="c4")
