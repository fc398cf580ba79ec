"""Counting positions by the rules alone, in any game: the number by which two implementations are compared."""

from __future__ import annotations

from typing import Any

from .checks import check_number
from .game import State

__all__ = ["perft", "perft_divide"]

MAX_DEPTH = 10_000


def perft(state: State[Any], depth: int) -> int:
    """Return how many positions lie `depth` plies ahead, each way there counted; a game that ends sooner counts once.

    What chance can do is a branch a kind; where several are to act, the first of them is.
    """
    if check_number(depth, "depth", MAX_DEPTH) == 0 or not state.to_act:
        return 1
    return sum(perft_divide(state, depth).values())


def perft_divide(state: State[Any], depth: int) -> dict[Any, int]:
    """Return the `perft` behind each legal action, `depth` plies counted from here, at least 1; by ascending id."""
    plies = check_number(depth, "depth", MAX_DEPTH, 1)
    player = state.to_act[0] if state.to_act else None
    legal = state.legal_actions(player)
    if plies == 1:
        return dict.fromkeys(legal, 1)
    return {action: perft(state.after(action, player), plies - 1) for action in legal}
