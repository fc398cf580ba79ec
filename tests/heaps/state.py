"""The public state of a game of Heaps; `fault` spoils one thing, for the tests of the conformance suite."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from sse_core.errors import GameOverError, IllegalActionError, NotationError
from sse_core.forms.json_object import JsonObject
from sse_core.forms.lines import Lines
from sse_core.game import CHANCE, AnyGame, Outcome
from sse_core.seeds import SplitMix64

from .reasons import Reason

__all__ = [
    "ACTIONS",
    "HIDDEN",
    "NAME",
    "OpenState",
    "State",
    "format_state",
    "read_state",
    "read_state_object",
    "state_object",
]

NAME: Final = "heaps-state"
ACTIONS: Final = ("take 1", "take 2", "no stone", "a stone")
HIDDEN: Final = 0
"""Stands for an order that another player has sealed."""


@dataclass(frozen=True)
class State:
    heap: int
    taken: tuple[int, int] = (0, 0)
    sealed: tuple[int | None, int | None] = (None, None)
    ply: int = 0
    fault: str = ""

    @property
    def game(self) -> AnyGame:
        from tests import heaps

        sound: AnyGame = heaps
        return heaps.Heaps(self.fault) if self.fault and self.fault != "other game" else sound

    @property
    def actions(self) -> tuple[str, ...]:
        return ACTIONS

    @property
    def to_act(self) -> tuple[int, ...]:
        if not self.heap:
            return (0,) if self.fault == "to_act" else ()
        if None in self.sealed:
            waiting = tuple(seat for seat in (0, 1) if self.sealed[seat] is None)
            return waiting[::-1] if self.fault == "order" else waiting
        return (CHANCE,)

    @property
    def totals(self) -> tuple[int, int]:
        return self.taken

    @property
    def outcome(self) -> Outcome | None:
        if self.heap and self.fault != "outcome":
            return None
        best = max(self.taken)
        winners = tuple(seat for seat in (0, 1) if self.taken[seat] == best)
        return Outcome(winners, self.taken, "total" if len(winners) == 1 else "shared")

    def legal_actions(self, player: int | None = None) -> tuple[str, ...]:
        if player is None:
            player = self.to_act[0] if self.to_act else None
        if not self.heap or player not in self.to_act:
            return ACTIONS[:1] if self.fault == "others act" and self.heap else ()
        legal = ACTIONS[2:] if player == CHANCE else ACTIONS[:2]
        return legal[::-1] if self.fault == "descending" else legal

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        if self.fault == "ids of nobody" and player is None:
            return ()
        ids = tuple(map(ACTIONS.index, self.legal_actions(player)))
        return ids[:1] if self.fault == "an id too few" else ids

    def why_not(self, action: str | int, player: int | None = None) -> Reason:
        if self.fault == "no reason":
            return Reason.OK
        if self.fault == "reason of actions" and not isinstance(action, int):
            return Reason.NO_SUCH_ACTION
        if isinstance(action, int):
            action = ACTIONS[action] if 0 <= action < len(ACTIONS) else ""
        if not self.heap:
            return Reason.GAME_OVER
        if action not in ACTIONS:
            return Reason.NO_SUCH_ACTION
        return Reason.OK if action in self.legal_actions(player) else Reason.NOT_DUE

    def after(self, action: str | int, player: int | None = None) -> State:
        if self.fault == "ids" and isinstance(action, int) and 0 <= action < 2:
            action = 1 - action
        if isinstance(action, int) and self.fault == "negative":
            action %= 4
        if player is None and self.to_act and self.fault != "done by nobody":
            player = self.to_act[0]
        if self.fault == "blind" and HIDDEN in self.sealed:
            raise ValueError("nobody knows what would happen")
        reason = self.why_not(action, player)
        if self.fault == "illegal" and self.to_act == (CHANCE,) and reason is Reason.NOT_DUE:
            reason = Reason.OK
        if reason is Reason.GAME_OVER:
            raise (IllegalActionError if self.fault == "over" else GameOverError)("the heap is empty (H3.1)", reason)
        if reason is not Reason.OK:
            given = Reason.NOT_DUE if self.fault == "another reason" else reason
            kind = KeyError if self.fault == "error" else IllegalActionError
            clause = "H9.9" if self.fault == "another clause" else reason.clause
            raise kind(f"that can't be done ({clause})", given)
        if self.fault == "receiver":
            object.__setattr__(self, "ply", self.ply + 1)
        n = action if isinstance(action, int) else ACTIONS.index(action)
        return self._played(n, player)

    def _played(self, n: int, player: int | None) -> State:
        ply = self.ply + (2 if self.fault == "ply" else 1)
        if player != CHANCE:
            mine = {player: n + 1}
            return replace(self, sealed=(mine.get(0, self.sealed[0]), mine.get(1, self.sealed[1])), ply=ply)
        heap, taken = self.heap - (n == 3), list(self.taken)
        for seat in (0, 1):
            took = min(heap, self.sealed[seat] or 0)
            heap, taken[seat] = heap - took, taken[seat] + took
        return replace(self, heap=heap, taken=(taken[0], taken[1]), sealed=(None, None), ply=ply)

    def odds(self) -> tuple[tuple[str, Fraction], ...]:
        if self.to_act != (CHANCE,):
            return ()
        return tuple((event, Fraction(1, 3 if self.fault == "odds" else 2)) for event in ACTIONS[2:])

    def resolve(self, rng: SplitMix64) -> State:
        if self.to_act != (CHANCE,):
            return self
        return self if self.fault == "unresolved" else self.after(ACTIONS[2 + rng.below(2)], CHANCE)

    def view(self, player: int) -> State:
        if self.fault == "view" or None not in self.sealed:
            return self
        # The other player's order is known to be sealed; what it says isn't. Its ply counts when both are sealed.
        seen = tuple(order if seat == player or order is None else HIDDEN for seat, order in enumerate(self.sealed))
        ply = self.ply - (seen != self.sealed and self.fault != "counting view")
        return replace(self, sealed=(seen[0], seen[1]), ply=ply)

    def sample(self, player: int, rng: SplitMix64) -> State:
        if self.fault == "sampled view":
            return self.view(player)
        other = self.sealed[1 - player]
        if None not in self.sealed or other is None or self.fault == "sample":
            return replace(self, heap=self.heap + 1) if self.fault == "sample" else self
        mine, guess = self.sealed[player], 1 + rng.below(2)
        ply = self.view(player).ply + (self.fault != "counting view")
        return replace(self, sealed=(mine, guess) if player == 0 else (guess, mine), ply=ply)

    def to_json(self) -> str:
        return json.dumps(state_object(self))

    def __hash__(self) -> int:
        return id(self) if self.fault == "hash" else hash((self.heap, self.taken, self.sealed, self.ply))

    def __reduce__(self) -> tuple[Any, ...]:
        ply = 0 if self.fault == "pickle" else self.ply
        return State, (self.heap, self.taken, self.sealed, ply, self.fault)

    def __copy__(self) -> State:
        return replace(self) if self.fault == "copy" else self

    def __deepcopy__(self, memo: object) -> State:
        return replace(self) if self.fault == "deep copy" else self


class OpenState(State):
    """A state whose attributes can be set."""

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, f"_{name}", value)


def format_state(state: State) -> str:
    numbers = [state.heap, *state.taken, *state.sealed, state.ply]
    return f"{NAME} 1\n{json.dumps(numbers)}"


def read_state(lines: Lines, fault: str = "") -> State:
    lines.take_exactly(f"{NAME} 1")
    word = lines.take("")
    try:
        heap, one, two, mine, yours, ply = json.loads(word.text)
    except ValueError:
        raise word.error("no position") from None
    return State(heap, (one, two), (mine, yours), ply, fault)


def state_object(state: State) -> dict[str, Any]:
    return {
        "format": NAME,
        "version": 1,
        "heap": state.heap,
        "taken": list(state.taken),
        "sealed": ["" if order is None else str(order) for order in state.sealed],
        "ply": 0 if state.fault == "json" else state.ply,
    }


def read_state_object(found: JsonObject, fault: str = "") -> State:
    found.check_format(NAME)
    one, two = found.integers("taken")
    mine, yours = (int(order) if order else None for order in found.strings("sealed"))
    if found.integer("heap") < 0:
        raise NotationError("a heap has no stones less than none", str(found.content))
    return State(found.integer("heap"), (one, two), (mine, yours), found.integer("ply"), fault)
