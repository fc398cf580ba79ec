"""Hashes of positions that lie near each other, as a table sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sse_core.game import State

__all__ = ["assert_spread"]

SEEN: Final = (1 << 20) - 1
"""The bits of a hash that a table of a million places sees."""


def assert_spread(state: State[Any], plies: int, least: int) -> None:
    """Assert that more than `least` positions lie at most so many plies from one, and 99 % of their hashes differ."""
    states = {*_within(state, plies)}
    assert len(states) > least
    assert len({hash(each) & SEEN for each in states}) > 0.99 * len(states)


def _within(state: State[Any], plies: int) -> Iterator[State[Any]]:
    """Yield a state and all that follow in a number of plies."""
    yield state
    for index in state.legal_ids() if plies else ():
        yield from _within(state.after(index), plies - 1)
