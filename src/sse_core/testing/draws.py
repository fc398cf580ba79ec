"""Choices, in one form for Hypothesis and for campaigns that play from a seed: a function that says which of n.

Whatever deals out a test value here takes its choices from a `Below`. `dealt` puts Hypothesis behind it, and what
comes out is a strategy that shrinks; ``SplitMix64(seed).below`` puts a seed behind it, where nothing is to be shrunk
and many values are wanted. Choice 0 is the simplest one everywhere, since that is what Hypothesis shrinks to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from ..checks import MAX_SEED
from ..game import State

__all__ = ["Below", "Stage", "check_stage", "dealt", "drawn_by", "one_of", "random_walk", "seeds"]

T = TypeVar("T")
StateT = TypeVar("StateT", bound=State[Any])

Below: TypeAlias = Callable[[int], int]
"""``below(n)`` is an integer from 0 to n − 1."""

Stage: TypeAlias = Literal["any", "unfinished"]
"""Which positions are drawn: all, or those alone in which somebody is to act."""


def check_stage(stage: Stage) -> None:
    """Raise InvalidArgument unless it is a `Stage`."""
    if stage not in get_args(Stage):
        raise InvalidArgument(f"stage is {stage!r}, not one of {', '.join(map(repr, get_args(Stage)))}")


def dealt(choose: Callable[[Below], T]) -> st.SearchStrategy[T]:
    """Return a strategy of what `choose` makes of its choices."""

    @st.composite
    def values(draw: st.DrawFn) -> T:
        return choose(drawn_by(draw))

    return values()


def drawn_by(draw: st.DrawFn) -> Below:
    """Return what has its choices drawn by Hypothesis; there is none to be drawn where one value is left."""
    return lambda n: draw(_less_than(n)) if n > 1 else 0


@cache
def _less_than(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n - 1)


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
