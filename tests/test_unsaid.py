"""Words outside sentences: the tests of each game find them in all that people see."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace
from typing import Any, Final

import pytest
from tests.jump_wars.test_languages import SEEN
from tests.offered import offered
from tests.random_games import moves
from tests.unsaid import words_in

from sse_core import jump_wars
from sse_core.game import Preset, Step
from sse_core.seeds import SplitMix64

ENGLISH: Final[Mapping[str, tuple[str, Callable[..., Any]]]] = {
    "told": ("somebody moved", lambda *_, **__: "somebody moved"),
    "effects": ("something follows (J2.6)", lambda *_: ("something follows (J2.6)",)),
    "steps": ("from here", lambda *_: (Step("a1", "from here"),)),
    "question": ("which one? (J2.6)", lambda *_: "which one? (J2.6)"),
    "refusal": ("that can't be (J2.6)", lambda *_: "that can't be (J2.6)"),
    "holdings": ("cards", lambda *_: [("cards", ())]),
    "stage_lines": ("turn 1", lambda *_: ["turn 1"]),
    "to_svg": ("a map", lambda *_, **__: '<svg aria-label="a map"/>'),
    "to_text": ("a map", lambda *_, **__: "a map"),
}
"""What a game would answer that has English alone."""


@pytest.mark.parametrize("name", ENGLISH)
def test_what_a_game_answers_in_english_is_found(name: str) -> None:
    words, answer = ENGLISH[name]
    spoiled: Any = SimpleNamespace(**offered(jump_wars) | {name: answer})
    played = [*islice(moves(jump_wars.new_game(seed=1), SplitMix64(1)), 9)]
    with pytest.raises(AssertionError, match=re.escape(words)):
        replace(SEEN, game=spoiled).check_game(played, every=1)


def test_a_preset_in_english_is_found() -> None:
    preset = Preset("two players", jump_wars.new_game())
    spoiled: Any = SimpleNamespace(**offered(jump_wars) | {"presets": lambda: {"two": preset}})
    with pytest.raises(AssertionError, match="two players"):
        replace(SEEN, game=spoiled).check_setup()


def test_a_sentence_of_a_picture_may_have_several_lines() -> None:
    lines = "<svg><text>⟦A long</text><text>sentence⟧ unsaid</text><text>⟦A cut…</text><text>unsaid, too</text></svg>"
    assert words_in(lines) == "⟦A long sentence⟧ unsaid ⟦A cut…⟧ unsaid, too"
    assert SEEN.unsaid(words_in(lines)) == ["unsaid", "unsaid", "too"]
