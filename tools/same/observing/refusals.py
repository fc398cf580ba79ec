"""Observations of refusals: errors and reasons for illegal actions, by number, by value, by text and by steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sse_core import CHANCE, SplitMix64
from sse_core.game import State
from sse_core.play.steps import refusal, refusal_of_text, steps

from .mutants import mutated
from .seen import Seen, answer_of

__all__ = ["of_illegal"]

_FAR: Final = (2, 20, 100)
"""The greatest distance of a number near a legal one; actions of one kind are neighbours in a table."""

_DRAWS: Final = 5
"""How often another number is drawn if an action is legal."""

_TO_ACT: Final = 12
"""How much likelier a seat that is to act is drawn; other seats get the same reason for all actions."""


def of_illegal(state: State[Any], place: str, stream: SplitMix64, recent: Sequence[int], tries: int) -> Iterator[Seen]:
    """Yield a position's refusals of so many actions; `recent` has the numbers of actions that were legal before."""
    yield Seen("refusal", place, "\n".join(_refused(state, stream, recent) for _ in range(tries)))


def _refused(state: State[Any], stream: SplitMix64, recent: Sequence[int]) -> str:
    """Return the refusal of one action, in a form that the stream chooses."""
    seats = range(len(state.totals))
    player = stream.choice([*state.to_act * _TO_ACT, *seats, CHANCE, None, len(seats)])
    legal = state.legal_ids(player) if player in (*seats, CHANCE) else ()
    way = stream.below(8)
    if way == 0:
        return _text(state, player, legal, stream)
    if way == 1:
        return _keys(state, player, legal, stream)
    number = next((n for n in (_number(state, legal, stream, recent) for _ in range(_DRAWS)) if n not in legal), -1)
    action: Any = number
    if way == 2 and 0 <= number < len(state.actions):
        action = state.actions[number]
    words = f"{player} {action!r}: {answer_of(state.after, action, player)}"
    return f"{words} | {answer_of(_why_not, state, action, player)}"


def _number(state: State[Any], legal: Sequence[int], stream: SplitMix64, recent: Sequence[int]) -> int:
    """Return the number of an action: any, one near a legal one, a formerly legal one, or one beyond the table."""
    way, last = stream.below(16), len(state.actions)
    if way == 0:
        return stream.choice([-1, -last, last, 1 << 31, 1 << 64])
    if way < 10 and legal:
        far = stream.choice(_FAR)
        return max(0, min(last - 1, stream.choice(legal) + stream.below(2 * far + 1) - far))
    if way < 13 and recent:
        return stream.choice(recent)
    return stream.below(last)


def _why_not(state: State[Any], action: Any, player: int | None) -> str:
    reason = state.why_not(action, player)
    return f"{reason.name} {int(reason)} {reason.clause}"


def _text(state: State[Any], player: int | None, legal: Sequence[int], stream: SplitMix64) -> str:
    """Return the refusal of a text: a damaged one of a legal action, or that of any action of the table."""
    number = stream.choice(legal) if legal and stream.below(2) else stream.below(len(state.actions))
    text = answer_of(state.game.format_action, state.actions[number], state)
    text = mutated(text, stream) if stream.below(2) else text
    return f"{player} {text!r}: {answer_of(refusal_of_text, state, text, player)}"


def _keys(state: State[Any], player: int | None, legal: Sequence[int], stream: SplitMix64) -> str:
    """Return the refusal of steps: those of a legal action with one replaced by another word or another step."""
    if not legal:
        return f"{player}: {answer_of(refusal, state, ['no'], player)}"
    one, other = ([step.key for step in steps(state, state.actions[stream.choice(legal)])] for _ in range(2))
    place = stream.below(len(one))
    one[place] = stream.choice([*other, mutated(one[place], stream)])
    return f"{player} {one}: {answer_of(refusal, state, one, player)}"
