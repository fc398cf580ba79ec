"""The Hypothesis strategies of Heaps."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from tests import heaps

from sse_core.play.draws import Choice, from_choices, random_walk
from sse_core.play.records.record import GameRecord


def states() -> st.SearchStrategy[heaps.State]:
    def choose(below: Choice) -> heaps.State:
        state = heaps.new_game(stones=1 + below(9))
        return [state, *(after for _, after in random_walk(below, state, 5))][-1]

    return from_choices(choose)


def games() -> st.SearchStrategy[GameRecord[heaps.State, str]]:
    def choose(below: Choice) -> GameRecord[heaps.State, str]:
        start = state = heaps.new_game(stones=1 + below(9))
        moves: list[tuple[int, Any]] = []
        for action, after in random_walk(below, state):
            moves.append((state.to_act[0], action))
            state = after
        return GameRecord(start, moves)

    return from_choices(choose)
