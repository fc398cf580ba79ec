"""Named positions for the bench of operations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import sse_core as sse


class Named(NamedTuple):
    """A named position: words about it, its map, and the plies and seed of the random game that leads to it."""

    about: str
    board: Callable[[], sse.Board]
    plies: int = 0
    seed: int = 0


POSITIONS = {
    "opening": Named("two players before the first ply, on the unturned map", partial(sse.base_map, 2)),
    "crowded": Named(
        "four players after 36 plies, more than half of the map held", partial(sse.base_map, 4, seed=1), plies=36
    ),
    "wormholes": Named(
        "three players after 12 plies, six wormholes, more jumps than flights",
        partial(sse.base_map, 3, seed=1, holes="wormholes"),
        plies=12,
        seed=2,
    ),
    "endgame": Named(
        "two players six plies before the end, three wormholes and three black holes",
        partial(sse.base_map, 2, seed=1, holes="balanced"),
        plies=34,
    ),
    "everything-2p": Named(
        "two players before the first ply, on the map that ships under this name: all variants at once",
        partial(sse.load_map, "everything-2p"),
    ),
    "everything-4p": Named(
        "four players after 40 plies, on the map that ships under this name: all variants at once",
        partial(sse.load_map, "everything-4p"),
        plies=40,
    ),
}


@cache
def played(named: Named) -> sse.State:
    """Return the position after the first plies of `playout(new_game(…), seed)`."""
    state = sse.new_game(named.board())
    stream = sse.SplitMix64(named.seed)
    for _ in range(named.plies):
        choices = drawn_from(state) or state.legal_actions()
        state = state.after(choices[stream.below(len(choices))])
    assert state.to_act, f"the game of {named} is over too soon to measure anything"
    return state


def drawn_from(state: sse.State) -> list[sse.Action]:
    """Return the possible reveals, each as often as the bag has its tile; none if no reveal is due."""
    return [reveal for reveal, odds in state.odds() for _ in range(int(odds * state.bag.total))]
