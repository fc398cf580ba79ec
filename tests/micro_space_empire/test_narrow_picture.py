"""Narrow pictures: everything in one column, no words beyond it or over others, none too small."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Final

import pytest
from tests.pictures import SVG, Box, box_of, lines_of, picture_of, placed

from sse_core import micro_space_empire
from sse_core.forms.messages import speaking
from sse_core.micro_space_empire import State, narrow_svg, new_game, to_svg
from sse_core.play.languages import languages
from sse_core.play.random_play import choose
from sse_core.play.turns import turns_of

WIDTH: Final = 300
READABLE: Final = 11
"""The least size of words."""

SEEDS: Final = range(6)


def positions(seed: int) -> list[State]:
    """Some positions of a random game, and its end."""
    states = [state for _, _, state in turns_of(new_game(seed=seed), [choose], seed)]
    return [new_game(seed=seed), *islice(states, 3, None, 7), states[-1]]


@pytest.mark.parametrize("language", languages(micro_space_empire))
@pytest.mark.parametrize("seed", SEEDS)
def test_words_stay_in_the_column_and_apart(seed: int, language: str) -> None:
    for state in positions(seed):
        with speaking(language):
            root = picture_of(narrow_svg(state, last=state.legal_actions()[:1], marked=["near"]))
        assert (root.get("width"), root.get("data-layout")) == (str(WIDTH), "narrow")
        sizes = {element.get("font-size") for element in root.iter(f"{SVG}text")}
        assert min(float(size or 0) for size in sizes) >= READABLE
        boxes = []
        for left, right, y, words in lines_of(root, "start"):
            assert 0 < left < right < WIDTH, words
            assert 0 < y < float(root.get("height", 0))
            boxes.append((Box(left, right, y - 8, y), words))
        for (one, words), (other, others) in combinations(boxes, 2):
            assert not one.meets(other), (words, others)


@pytest.mark.parametrize("seed", SEEDS)
def test_places_stand_apart_and_are_those_of_the_wide_picture(seed: int) -> None:
    for state in positions(seed):
        narrow, wide = (picture_of(draw(state)) for draw in (narrow_svg, to_svg))
        names = [[each.get("data-place") for each in root.iter() if each.get("data-place")] for root in (narrow, wide)]
        assert names[0] == names[1]
        boxes = []
        for each in placed(narrow):
            if each.element.get("data-place") and each.element.get("class") != "deck":
                box = box_of(next(each.element.iter(f"{SVG}rect")))
                boxes.append(Box(box.left + each.x, box.right + each.x, box.top + each.y, box.bottom + each.y))
        for one, other in combinations(boxes, 2):
            assert not one.meets(other)
        assert all(0 <= box.left <= box.right <= WIDTH for box in boxes)
