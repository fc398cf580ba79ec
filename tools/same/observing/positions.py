"""Observations of positions for programs: legal actions, texts, JSON, views, samples, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sse_core import CHANCE, SplitMix64, format_state, playout
from sse_core.game import State

from .seen import Seen, answer_of, optional_answer, outcome_of

__all__ = ["of_answers", "of_position", "of_start"]


def of_position(state: State[Any], place: str) -> Iterator[Seen]:
    """Yield the observations that identify a position: its legal actions and its text."""
    game, seats = state.game, range(len(state.totals))
    legal = [(seat, state.legal_ids(seat)) for seat in (CHANCE, *seats)]
    texts = [game.format_action(state.actions[each], state) for _, ids in legal for each in ids]
    yield Seen("legal", place, f"{state.to_act} {legal} {texts} {state.odds()}")
    yield Seen("text", place, game.format_state(state))


def of_answers(state: State[Any], place: str, seed: int) -> Iterator[Seen]:
    """Yield all further observations of a position."""
    seats = range(len(state.totals))
    yield Seen("json", place, state.to_json())
    yield Seen("view", place, "\n".join(_view(state, seat) for seat in seats))
    yield Seen("sample", place, "\n".join(answer_of(_sample, state, seat, seed) for seat in seats))
    yield Seen("numbers", place, "\n".join(_numbers(state)))


def _view(state: State[Any], seat: int) -> str:
    view = state.view(seat)
    return f"{seat}: {view.to_act} {view.ply} {view.legal_ids(seat)}\n{format_state(view)}\n{view.to_json()}"


def _sample(state: Any, seat: int, seed: int) -> str:
    """Return a state that fits what a seat knows; empty in a game without secrets."""
    return format_state(state.sample(seat, SplitMix64(seed))) if hasattr(state, "sample") else ""


def _numbers(state: State[Any]) -> Iterator[str]:
    """Yield the numbers of a position: first those of every game, then those of some games."""
    game: Any = state.game
    yield f"{state.ply} {state.totals} {state.outcome} {game.max_plies(state)} {game.continues_turn(state)}"
    yield f"{[dict(row) for row in game.score_table(state)]}"
    yield optional_answer(game, "evaluate", state)
    for seat in range(len(state.totals)):
        yield optional_answer(game, "features", state, seat)
        yield optional_answer(game, "expected_leads", state, seat)
        if hasattr(game, "observe"):
            yield f"{game.observe(state, seat).tolist()}"


def of_start(start: State[Any], place: str, seed: int) -> Iterator[Seen]:
    """Yield the results of the game's own counts and playouts from its start."""
    game, end = start.game, outcome_of(playout, start, seed)
    yield Seen("play", place, f"{optional_answer(game, 'perft', start, 2)} {answer_of(format_state, end)}")
