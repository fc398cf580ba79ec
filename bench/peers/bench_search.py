"""Bench of Monte Carlo tree search against OpenSpiel's."""

from __future__ import annotations

from typing import Any

import pytest

import sse_core as sse

from ..racing import Pair, Race
from . import searching
from .bench_peers import peer
from .openspiel import GAME

# Warnings of other engines are ignored.
pytestmark = pytest.mark.filterwarnings("default")

MAPS = ("base-2p", "base-2p-balanced", "everything-2p", "everything-4p")
LATE = range(20)
"""Seeds of the late positions in which the search is checked against best play."""


@pytest.fixture(scope="module")
def spiel(remarks: list[str]) -> Any:
    return peer("pyspiel", "open_spiel", "OpenSpiel", remarks)


def test_search(race: Race, spiel: Any, remarks: list[str]) -> None:
    searching.check_late(6, LATE)
    remarks.extend(searching.ABOUT)
    mine = [searching.core(f"mcts, {name}", sse.new_game(sse.load_map(name))) for name in MAPS]
    amazons, havannah, *others = theirs = [searching.openspiel(spiel, shown) for shown in GAME]
    faster = [Pair.of(each, amazons, havannah, beside="OpenSpiel, the faster of amazons and havannah") for each in mine]
    race(
        [*mine, *theirs],
        [*faster, *(Pair.of(mine[0], other) for other in others)],
        kind="search",
        unit="simulations",
    )
