"""Random choices for generated test values, made by Hypothesis or from a seed, and random walks through a game.

A function that generates a value takes its choices from a `Choice`. `from_choices` lets Hypothesis choose: the result
is a strategy that shrinks. ``SplitMix64(seed).below`` chooses from a seed, for many values that need no shrinking.
Choice 0 is the simplest one everywhere, since Hypothesis shrinks towards it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from ..forms.checks import MAX_SEED
from ..game import State
from .records.record import GameRecord

__all__ = [
    "Choice",
    "Stage",
    "actions_at",
    "check_stage",
    "choices_of",
    "from_choices",
    "one_of",
    "played_on",
    "random_record",
    "random_walk",
    "seeds",
    "unfinished",
]

T = TypeVar("T")
ActionT = TypeVar("ActionT")
StateT = TypeVar("StateT", bound=State[Any])

Choice: TypeAlias = Callable[[int], int]
"""``below(n)`` is an integer from 0 to n − 1."""

Stage: TypeAlias = Literal["any", "unfinished"]
"""The positions to draw: all, or unfinished ones only."""


def check_stage(stage: Stage) -> None:
    """Raise InvalidArgument unless it is a `Stage`."""
    if stage not in get_args(Stage):
        raise InvalidArgument(f"stage is {stage!r}, not one of {', '.join(map(repr, get_args(Stage)))}")


def unfinished(states: st.SearchStrategy[StateT]) -> st.SearchStrategy[StateT]:
    """Return a strategy of the given states, without finished games."""
    return states.filter(lambda state: bool(state.to_act))


def from_choices(choose: Callable[[Choice], T]) -> st.SearchStrategy[T]:
    """Return a strategy of the values that `choose` generates from its choices."""

    @st.composite
    def values(draw: st.DrawFn) -> T:
        return choose(choices_of(draw))

    return values()


def choices_of(draw: st.DrawFn) -> Choice:
    """Return a `Choice` that Hypothesis makes. If only one value is possible, nothing is drawn."""
    return lambda n: draw(_less_than(n)) if n > 1 else 0


@cache
def _less_than(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n - 1)


def one_of(below: Choice, choices: Sequence[T]) -> T:
    """Choose one of some values. The first is the simplest."""
    return choices[below(len(choices))]


def random_walk(below: Choice, state: StateT, plies: int | None = None) -> Iterator[tuple[Any, StateT]]:
    """Play actions at random; yield each with the state after it.

    `plies`: the mean number of actions, if the game doesn't end before; None: always to the end. If several seats seal
    orders, the first of them is next.
    """
    # A choice before each action lets the shrinker leave out any of them. A length would be drawn once.
    while state.to_act and (plies is None or below(plies + 1)):
        player = state.to_act[0]
        action = one_of(below, state.legal_actions(player))
        state = state.after(action, player)
        yield action, state


def played_on(below: Choice, state: StateT, plies: int, stage: Stage) -> StateT:
    """Return the last state of a random walk; with the stage ``"unfinished"`` the last one with somebody to act."""
    for _, after in random_walk(below, state, plies):
        if stage == "unfinished" and not after.to_act:
            break
        state = after
    return state


def random_record(below: Choice, state: StateT, plies: int | None = None) -> GameRecord[StateT, Any]:
    """Return the record of a random walk, with the player of each action."""
    first, moves = state, list[tuple[int, Any]]()
    for action, after in random_walk(below, state, plies):
        moves.append((state.to_act[0], action))
        state = after
    return GameRecord(first, moves)


def actions_at(
    states: Callable[..., st.SearchStrategy[State[ActionT]]], state: State[ActionT] | None, *, legal: bool | None
) -> st.SearchStrategy[ActionT]:
    """Actions of the first player to act in a state, by default one of `states`; they shrink to the lowest id.

    `legal`: True for legal actions, False for illegal ones, None for any action of the table. Raises InvalidArgument
    for a legal action where the game is over.
    """
    if state is None:
        drawn = states(stage="unfinished" if legal else "any")
        return drawn.flatmap(lambda found: _actions_of(found, legal=legal))
    return _actions_of(state, legal=legal)


def _actions_of(state: State[ActionT], *, legal: bool | None) -> st.SearchStrategy[ActionT]:
    allowed = state.legal_actions(state.to_act[0]) if state.to_act else ()
    if legal and not allowed:
        raise InvalidArgument("no action is legal: the game is over")
    held = frozenset(allowed)
    wanted = {True: allowed, False: tuple([a for a in state.actions if a not in held]), None: state.actions}[legal]
    return st.sampled_from(wanted)


def seeds() -> st.SearchStrategy[int]:
    """Seeds, as `Game.new_game` takes them: 0 to 2**64 − 1; they shrink to 0."""
    return st.integers(0, MAX_SEED)
