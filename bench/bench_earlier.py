"""Bench beside an earlier build: each call of the table of calls, playouts of whole games, and their answers before."""

from __future__ import annotations

from functools import partial
from typing import Final

import pytest

import sse_core as sse

from . import core
from .earlier import CALLS, Earlier, answer, repeated
from .positions import POSITIONS, played
from .racing import Contender, Pair, Race
from .samples import GAMES

GAME: Final = "small_star_empires"

SECONDS: Final = 0.1
"""The seconds of a turn of a call."""


@pytest.fixture
def earlier(builds: list[Earlier]) -> Earlier:
    if not builds:
        pytest.skip("rows beside an earlier build, since EARLIER names none")
    return builds[0]


@pytest.mark.parametrize("operation", CALLS)
@pytest.mark.parametrize("position", POSITIONS)
def test_calls(position: str, operation: str, race: Race, earlier: Earlier) -> None:
    text = sse.format_state(played(POSITIONS[position]))
    assert answer(operation, GAME, text) == earlier.answer(operation, GAME, text)
    # The first time it makes the state, which no turn should count.
    earlier.repeated(operation, GAME, text, 1, 0)
    mine = Contender("core", partial(repeated, operation, GAME, text))
    theirs = Contender("earlier", partial(earlier.repeated, operation, GAME, text), cpu=earlier.cpu)
    race(
        [mine, theirs],
        [Pair.of(mine, theirs)],
        seconds=SECONDS,
        kind="calls",
        unit="calls",
        operation=operation,
        what=position,
    )


@pytest.mark.parametrize("board", ["base-2p", "base-3p", "base-4p", "everything-2p"])
def test_playouts(board: str, race: Race, earlier: Earlier) -> None:
    """Playouts of thousands of games, which lanes play."""
    start = sse.new_game(sse.load_map(board))
    games = core.sample(start)
    assert earlier.playouts(board, GAMES, 1) == sse.playouts(start, GAMES, 1).plies.sum()
    mine = core.playouts(board, start, games)
    theirs = Contender(f"playouts, {board}, earlier build", partial(earlier.playouts, board), games, cpu=earlier.cpu)
    race([mine, theirs], [Pair.of(mine, theirs)])
