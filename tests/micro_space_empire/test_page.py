"""The page of the game in docs: its position is worth what it says, and its picture is what the code draws."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.command import Run

from sse_core.micro_space_empire import Due, State, new_game, parse_state
from sse_core.micro_space_empire.strength import planner
from sse_core.play.turns import turns_of

DOCS = Path(__file__).parents[2] / "docs"
pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the page is part of the checkout, not of the package")


def page() -> str:
    return (DOCS / "micro_space_empire.md").read_text(encoding="utf-8")


def late() -> str:
    """The position that the page shows."""
    found = re.search(r"```\n(mse-state .*?)```", page(), re.DOTALL)
    assert found is not None
    return found[1]


def come_to(turn: int, seed: int) -> State:
    """The position at the beginning of a turn that the planner comes to."""
    states = (state for _, _, state in turns_of(new_game(), [planner.choose], seed))
    return next(state for state in states if state.turn == turn and state.due is Due.CHOICE)


def test_the_position_is_worth_what_the_page_says(run: Run) -> None:
    state = parse_state(late())
    assert state == come_to(12, 24)
    assert run("analyse", "micro_space_empire", "-", stdin=late()).out in page()
