"""Perft counts of presets of Jump Wars, and of positions in random games from them, from data/perft."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from tests.perft_files import check, lines_by_preset

from sse_core.jump_wars import Position, State, perft, presets, reference

_FOLDER: Final = Path(__file__).parent / "data" / "perft"
_LINES: Final = lines_by_preset(_FOLDER)


def plain_perft(state: State, depth: int) -> int:
    """Return the perft by the plain rules."""
    return _leaves(state.position, depth)


def _leaves(p: Position, depth: int) -> int:
    actors = reference.to_act(p)
    if depth == 0 or not actors:
        return 1
    legal = reference.legal_ids(p, actors[0])
    return len(legal) if depth == 1 else sum(_leaves(reference.play(p, actors[0], one), depth - 1) for one in legal)


def test_there_is_a_file_for_every_preset() -> None:
    assert _LINES.keys() == presets().keys()


@pytest.mark.parametrize("name", presets())
def test_core(name: str) -> None:
    check(presets()[name].value, _LINES[name], perft, plain_perft)


@pytest.mark.parametrize("name", presets())
def test_plain_rules(name: str) -> None:
    check(presets()[name].value, _LINES[name], plain_perft, perft)
