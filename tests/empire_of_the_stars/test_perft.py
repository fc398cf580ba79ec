"""Perft counts of presets of Empire of the Stars, and of positions in random games from them, from data/perft."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from tests.empire_of_the_stars.comparison import begun_at
from tests.perft_files import check, lines_by_preset
from tests.profiles import by_profile

from sse_core.empire_of_the_stars import State, perft, presets
from sse_core.empire_of_the_stars.reference import Game

_FOLDER: Final = Path(__file__).parent / "data" / "perft"
_LINES: Final = lines_by_preset(_FOLDER)


def reference_perft(state: State, depth: int) -> int:
    """Return the perft by the reference."""
    return _leaves(begun_at(state), depth)


def _leaves(game: Game, depth: int) -> int:
    if depth == 0 or not game.to_act:
        return 1
    player = game.to_act[0]
    legal = game.legal(player)
    return len(legal) if depth == 1 else sum(_leaves(_after(game, player, choice), depth - 1) for choice in legal)


def _after(game: Game, player: int, choice: str) -> Game:
    after = game.copy()
    after.play(player, choice)
    return after


def test_there_is_a_file_for_every_preset() -> None:
    assert _LINES.keys() == presets().keys()


@pytest.mark.parametrize("name", presets())
def test_core(name: str) -> None:
    check(presets()[name].value, _LINES[name], perft, reference_perft)


@pytest.mark.parametrize("name", presets())
def test_reference(name: str) -> None:
    """The reference is slow: the deepest counts are for the nightly run."""
    lines = [line for line in _LINES[name] if line.depth <= by_profile(2, 2, 3)]
    check(presets()[name].value, lines, reference_perft, perft)
