"""Perft for any game: counts of positions, by which two implementations of the rules are compared."""

from __future__ import annotations

from typing import Any, Final, SupportsIndex, TypeVar

from .checks import check_number
from .game import State
from .threads import MAX_THREADS, Team

__all__ = ["MAX_DEPTH", "perft", "perft_divide"]

ActionT = TypeVar("ActionT")

MAX_DEPTH: Final = 10_000
"""The largest depth of a perft; games are much shorter."""


def perft(state: State[Any], depth: SupportsIndex, *, threads: SupportsIndex = 1) -> int:
    """Return the number of sequences of `depth` actions; a game that ends sooner counts once.

    Each kind of chance event is a branch. If several seats seal orders, the first of them is next.
    """
    plies = check_number(depth, "depth", MAX_DEPTH)
    check_number(threads, "threads", MAX_THREADS, 1)
    if plies == 0 or not state.to_act:
        return 1
    return sum(perft_divide(state, plies, threads=threads).values())


def perft_divide(state: State[ActionT], depth: SupportsIndex, *, threads: SupportsIndex = 1) -> dict[ActionT, int]:
    """Return the `perft` of each legal action by ascending id, with `depth` plies from here, at least 1."""
    plies = check_number(depth, "depth", MAX_DEPTH, 1)
    team = Team(check_number(threads, "threads", MAX_THREADS, 1))
    player = state.to_act[0] if state.to_act else None
    legal = state.legal_actions(player)
    return dict(zip(legal, team.run(lambda action: perft(state.after(action, player), plies - 1), legal), strict=True))
