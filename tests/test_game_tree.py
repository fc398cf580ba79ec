"""Perft for any game: a transposition table changes no number, and spares positions that come up again."""

from __future__ import annotations

from typing import Any

import pytest
from tests import heaps

import sse_core as sse
from sse_core import micro_space_empire as micro
from sse_core.game import AnyState
from sse_core.play import game_tree

STARTS: dict[str, AnyState] = {
    "heaps": heaps.new_game(),
    "micro": micro.new_game(),
    "micro, expansion": micro.new_game(expansion=True),
    "duel": sse.new_game(sse.load_map("duel")),
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
@pytest.mark.parametrize("table", [1, 2, 50, 100_000])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_table_changes_no_number(start: AnyState, table: int, threads: int) -> None:
    for depth in range(4):
        expected = game_tree.perft(start, depth)
        assert game_tree.perft(start, depth, table=table, threads=threads) == expected
        assert sse.perft(start, depth, table=table, threads=threads) == expected
    divided = game_tree.perft_divide(start, 3)
    assert list(game_tree.perft_divide(start, 3, table=table, threads=threads).items()) == list(divided.items())


def test_a_finished_game_counts_once() -> None:
    end = sse.playout(heaps.new_game(), 1)
    assert [game_tree.perft(end, depth, table=5) for depth in range(3)] == [1, 1, 1]
    assert game_tree.perft_divide(end, 2, table=5) == {}


class Steps:
    """A game of two ways at each ply, which lead to the same position; it counts how often it is played."""

    played = 0

    def __init__(self, ply: int = 0) -> None:
        self.ply, self.to_act = ply, (0,)

    def legal_actions(self, player: int) -> tuple[str, ...]:
        return "left", "right"

    def after(self, action: str, player: int) -> Steps:
        Steps.played += 1
        return Steps(self.ply + 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and self.ply == other.ply

    def __hash__(self) -> int:
        return hash(self.ply)


@pytest.mark.parametrize(("table", "played"), [(0, 2**11 - 2), (1, None), (1000, 20)])
def test_a_position_that_comes_up_again_is_not_played_again(table: int, played: int | None) -> None:
    start: Any = Steps()
    Steps.played = 0
    assert game_tree.perft(start, 10, table=table) == 2**10
    assert played in (None, Steps.played)
