"""Observations of sentences for people: steps of actions, effects, the table, and the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sse_core.game import State
from sse_core.play.sentences import result_of
from sse_core.play.steps import steps, words_of

from .seen import Seen, optional_answer

__all__ = ["of_choices", "of_effects", "of_end", "of_table"]


def of_choices(state: State[Any], place: str) -> Iterator[Seen]:
    """Yield the steps of all legal actions of a position."""
    legal = [action for seat in state.to_act for action in state.legal_actions(seat)]
    found = [steps(state, action) for action in legal]
    yield Seen("sentence/steps", place, "\n".join(f"{[*each]} {words_of(each)}" for each in found))


def of_table(state: State[Any], place: str) -> Iterator[Seen]:
    """Yield the sentences about a position, in full and as each seat sees it."""
    game, seats = state.game, range(len(state.totals))
    seen = [state, *map(state.view, seats)]
    lines = [optional_answer(game, "stage_lines", each) for each in seen]
    lines += [optional_answer(game, "holdings", each, seat) for each in seen for seat in seats]
    yield Seen("sentence/table", place, "\n".join(lines))
    reserves = [optional_answer(game, "reserve_text", state, seat) for seat in seats]
    yield Seen("sentence/reserve", place, "\n".join(reserves))


def of_effects(before: State[Any], action: Any, after: State[Any], place: str) -> Iterator[Seen]:
    """Yield the effects of an action."""
    yield Seen("sentence/effects", place, "\n".join(before.game.effects(before, action, after)))


def of_end(final: State[Any], place: str) -> Iterator[Seen]:
    """Yield the sentences about the end of a game."""
    if final.outcome is not None:
        yield Seen("sentence/result", place, f"{final.game.verdict(final)}\n{result_of(final, {}, final.game)}")
