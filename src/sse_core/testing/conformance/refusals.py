"""Checks of illegal actions: their errors and their reasons."""

from __future__ import annotations

from typing import Any, TypeVar

from ...errors import IllegalActionError, Refusal, SseError
from ...game import CHANCE, State
from ...seeds import SplitMix64
from .check import check
from .random_game import RandomGame, expect, seats_of

ErrorT = TypeVar("ErrorT", bound=SseError)


@check("refusals")
def check_refusals(played: RandomGame) -> None:
    """An illegal action raises IllegalActionError: by id, by action, with an id out of range, and out of turn.

    An action of a player who isn't there raises any error of ours.
    """
    for state in played.states:
        n, stream = len(state.actions), SplitMix64(played.seed + state.ply)
        for player in (*seats_of(state), CHANCE):
            legal = set(state.legal_actions(player))
            for index in {*(stream.below(n) for _ in range(5)), 0, n - 1}:
                if state.actions[index] not in legal:
                    refusal_of(IllegalActionError, state, index, player)
                    refusal_of(IllegalActionError, state, state.actions[index], player)
            for index in (-1, -n, n, 1 << 31, 1 << 64, -(1 << 64)):
                refusal_of(IllegalActionError, state, index, player)
        for player in (len(seats_of(state)), CHANCE - 1, 1 << 64):
            refusal_of(SseError, state, stream.below(n), player)


@check("reasons")
def check_reasons(played: RandomGame) -> None:
    """`why_not` gives the reason that `after` raises with, and 0 only for legal actions, by id and by action.

    The error's message ends with the clause of the reason.
    """
    for state in played.states:
        n, stream = len(state.actions), SplitMix64(played.seed + state.ply)
        for player in (*seats_of(state), CHANCE):
            legal = state.legal_ids(player)
            for index in {*legal[:2], *(stream.below(n) for _ in range(5)), 0, n - 1, n, -1}:
                reason = state.why_not(index, player)
                expect(isinstance(reason, Refusal), f"why_not({index}, {player}) is {reason!r}")
                expect(
                    (reason == 0) == (index in legal), f"why_not({index}, {player}) is {reason!r}, legal are {legal}"
                )
                if 0 <= index < n:
                    action = state.actions[index]
                    same = state.why_not(action, player)
                    expect(same == reason, f"why_not({action!r}, {player}) is {same!r}, by its id {reason!r}")
                if reason:
                    raised = refusal_of(IllegalActionError, state, index, player)
                    expect(raised.reason == reason, f"after({index}, {player}) gives {raised.reason!r}, not {reason!r}")
                    cited = str(raised).endswith(f"({reason.clause})")
                    expect(cited, f"{str(raised)!r} doesn't end with the clause of {reason!r}, {reason.clause}")


def refusal_of(kind: type[ErrorT], state: State[Any], action: Any, player: int | None) -> ErrorT:
    """Return the error that an illegal action raises; raise AssertionError if it raises none or another kind."""
    try:
        state.after(action, player)
    except kind as error:
        return error
    except Exception as error:
        raise AssertionError(f"after({action!r}, {player}) raises {error!r}, not {kind.__name__}") from error
    raise AssertionError(f"after({action!r}, {player}) is illegal and doesn't raise")
