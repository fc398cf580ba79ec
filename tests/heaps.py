"""A third party's game, to try the conformance suite on: two players empty a heap of stones.

Both seal how many they take, one or two; then chance takes none or one more. Who took most when the heap is empty
wins. `fault` spoils one thing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import Any

from sse_core.errors import GameOverError, IllegalActionError, NotationError, Refusal
from sse_core.game import CHANCE, Outcome
from sse_core.seeds import SplitMix64


class Reason(Refusal):
    """Why an action is refused."""

    OK = 0, ""
    GAME_OVER = 1, "H2"
    NOT_DUE = 2, "H1"


ACTIONS = ("take 1", "take 2", "no stone", "a stone")
CALLS = count()
"""Another number each time."""


@dataclass(frozen=True)
class State:
    heap: int
    taken: tuple[int, int] = (0, 0)
    sealed: tuple[int | None, int | None] = (None, None)
    ply: int = 0
    fault: str = ""

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

    def after(self, action: str | int, player: int | None = None) -> State:
        if self.fault == "ids" and isinstance(action, int) and 0 <= action < 2:
            action = 1 - action
        if isinstance(action, int) and (self.fault == "negative" or action >= 0):
            action = ACTIONS[action % 4] if self.fault == "negative" else ACTIONS[action] if action < 4 else ""
        if player is None and self.to_act:
            player = self.to_act[0]
        if not self.heap:
            kind = IllegalActionError if self.fault == "over" else GameOverError
            raise kind("the heap is empty", Reason.GAME_OVER)
        if action not in self.legal_actions(player) and not (self.fault == "illegal" and self.to_act == (CHANCE,)):
            raise (KeyError if self.fault == "error" else IllegalActionError)("that can't be done", Reason.NOT_DUE)
        if self.fault == "receiver":
            object.__setattr__(self, "ply", self.ply + 1)
        n, ply = ACTIONS.index(str(action)), self.ply + (2 if self.fault == "ply" else 1)
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
        drawn = ACTIONS[2] if self.fault == "resolve" else ACTIONS[2 + rng.below(2)]
        return self if self.fault == "unresolved" else self.after(drawn, CHANCE)

    def view(self, player: int) -> State:
        if self.fault == "view" or None not in self.sealed:
            return self
        # The other one's order is known to be sealed, and not what it is.
        seen = tuple(order if seat == player or order is None else 0 for seat, order in enumerate(self.sealed))
        return replace(self, sealed=(seen[0], seen[1]))

    def __hash__(self) -> int:
        return id(self) if self.fault == "hash" else hash((self.heap, self.taken, self.sealed, self.ply))

    def __reduce__(self) -> tuple[Any, ...]:
        ply = 0 if self.fault == "pickle" else self.ply
        return State, (self.heap, self.taken, self.sealed, ply, self.fault)


class OpenState(State):
    """A state whose attributes can be set."""

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, f"_{name}", value)


@dataclass(frozen=True)
class Record:
    start: State
    actions: tuple[str, ...]
    game: Heaps = field(repr=False)

    def states(self) -> Iterator[State]:
        state = self.start
        yield state
        for action in self.actions[1 if self.game.fault == "replay" else 0 :]:
            state = state.after(action)
            yield state

    def to_json(self) -> str:
        texts = [self.game.fault, self.game.format_state(self.start), *self.actions]
        return json.dumps(texts[:2] if self.game.fault == "json" else texts)

    @staticmethod
    def from_json(text: str) -> Record:
        fault, start, *actions = json.loads(text)
        game = Heaps(fault)
        return Record(game.parse_state(start), tuple(actions), game)


@dataclass(frozen=True)
class Heaps:
    """The game, as an object that answers `Game`."""

    fault: str = ""

    def start(self, *, players: int | None = None, seed: int | None = None, stones: int = 0) -> State:
        kind = OpenState if self.fault == "open" else State
        heap = stones or 9 + (seed or 0) % 3
        if self.fault == "process":
            heap += os.getpid() % 1_000
        if self.fault == "hash seed":
            heap += hash("heap") % 1_000
        return kind(heap, fault=self.fault)

    def max_plies(self, state: State) -> int:
        return 5 if self.fault == "bound" else 3 * state.heap

    def alike(self, state: State, player: int, rng: SplitMix64) -> State:
        if None not in state.sealed:
            return state
        known = state.sealed[player]
        other = None if state.sealed[1 - player] is None else 1 + rng.below(2)
        return replace(state, sealed=(known, other) if player == 0 else (other, known))

    def parse_action(self, text: str, context: object) -> str:
        return text

    def format_action(self, action: str, context: object) -> str:
        return "take" if self.fault == "one text" else action

    def parse_state(self, text: str) -> State:
        try:
            heap, *numbers = json.loads(text)
        except ValueError:
            if self.fault == "any text":
                return State(9)
            raise NotationError("no position", text) from None
        one, two, mine, yours, ply = numbers
        return State(heap, (one, two), (mine, yours), ply, self.fault)

    def format_state(self, state: State) -> str:
        ply = 0 if self.fault == "text" else state.ply
        return json.dumps([state.heap, *state.taken, *state.sealed, ply])

    def GameRecord(self, start: State, actions: tuple[str, ...]) -> Record:
        return Record(start, tuple(actions), self)

    def parse_game(self, text: str) -> Record:
        start, *actions = text.split("\n")
        return Record(self.parse_state(start), tuple(actions), self)

    def format_game(self, record: Record) -> str:
        actions = record.actions[:-1] if self.fault == "cut" else record.actions
        return "\n".join([self.format_state(record.start), *actions])

    def effects(self, before: State, action: str, after: State) -> tuple[str, ...]:
        if self.fault == "changing effects":
            return ("and so on",) * next(CALLS)
        taken = sum(after.taken) - sum(before.taken)
        said = (f"{taken} are taken",) if taken else ()
        return ("",) if self.fault == "silent effects" else said

    def to_text(self, state: State, *, last: Sequence[str] = ()) -> str:
        return "a heap" if self.fault == "drawing" else "o" * state.heap + self._marked(last)

    def to_svg(self, state: State, *, last: Sequence[str] = ()) -> str:
        return f"<svg>{id(state) if self.fault == 'other drawing' else state}{self._marked(last)}</svg>"

    def _marked(self, last: Sequence[str]) -> str:
        return f" after {', '.join(last)}" if last and self.fault != "no mark" else ""


FAULTS = {
    "to_act": "end",
    "order": "turns",
    "others act": "turns",
    "descending": "ids",
    "ids": "ids",
    "receiver": "immutability",
    "ply": "immutability",
    "open": "immutability",
    "hash": "hashes",
    "outcome": "end",
    "over": "end",
    "bound": "bound",
    "odds": "chance",
    "resolve": "chance",
    "unresolved": "chance",
    "negative": "refusals",
    "illegal": "refusals",
    "error": "refusals",
    "view": "views",
    "text": "texts",
    "one text": "texts",
    "any text": "texts",
    "replay": "records",
    "cut": "records",
    "json": "json",
    "pickle": "copies",
    "drawing": "drawings",
    "other drawing": "drawings",
    "no mark": "drawings",
    "changing effects": "effects",
    "silent effects": "effects",
    "process": "seeds",
    "hash seed": "seeds",
}
"""The check that must find each fault."""
