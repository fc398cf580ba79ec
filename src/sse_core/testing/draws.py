"""Choices, in one form for Hypothesis and for campaigns that play from a seed: a function that says which of n.

Whatever deals out a test value here takes its choices from a `Below`. `dealt` puts Hypothesis behind it, and what
comes out is a strategy that shrinks; ``SplitMix64(seed).below`` puts a seed behind it, where nothing is to be shrunk
and many values are wanted. Choice 0 is the simplest one everywhere, since that is what Hypothesis shrinks to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from hypothesis import strategies as st

from ..checks import MAX_SEED
from ..game import State

__all__ = ["Below", "dealt", "one_of", "random_walk", "seeds"]

T = TypeVar("T")
StateT = TypeVar("StateT", bound=State[Any])

Below: TypeAlias = Callable[[int], int]
"""``below(n)`` is an integer from 0 to n − 1."""


def dealt(choose: Callable[[Below], T]) -> st.SearchStrategy[T]:
    """Return a strategy of what `choose` makes of its choices."""

    @st.composite
    def values(draw: st.DrawFn) -> T:
        return choose(lambda n: draw(st.integers(0, n - 1)) if n > 1 else 0)

    return values()


def one_of(below: Below, choices: Sequence[T]) -> T:
    """Choose one of some values, the first of which is the simplest."""
    return choices[below(len(choices))]


def random_walk(below: Below, state: StateT, plies: int | None = None) -> Iterator[tuple[Any, StateT]]:
    """Play actions at random; yield each with the state after it.

    `plies`: how many there are in the mean, unless the game ends before; None: always to the end. Where several are to
    act the first of them does, which is the order of a record.
    """
    # A choice before each action, rather than how many there are, lets any of them be left out.
    while state.to_act and (plies is None or below(plies + 1)):
        player = state.to_act[0]
        action = one_of(below, state.legal_actions(player))
        state = state.after(action, player)
        yield action, state


def seeds() -> st.SearchStrategy[int]:
    """Seeds, as `Game.start` takes them: 0 to 2**64 − 1; they shrink to 0."""
    return st.integers(0, MAX_SEED)
