"""Many games of Heaps at once: the shortest `sse_core.play.batches.GameBatch`."""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from sse_core.errors import IllegalActionError
from sse_core.play import random_play
from sse_core.seeds import PlyStream, child_seed

from .reasons import Reason
from .state import ACTIONS, State

__all__ = ["PLANES", "Batch"]

PLANES = ("stones", "taken of player +0", "taken of player +1")


class Batch:
    n_actions = len(ACTIONS)

    def __init__(self, start: State, n: int, seed: int, fault: str) -> None:
        self.start, self.n, self.fault = start, n, fault
        self.reset(seed=seed)

    def reset(self, which: NDArray[np.bool_] | None = None, /, *, seed: SupportsIndex | None = None) -> None:
        marked = [True] * self.n if which is None else which.tolist()
        if seed is not None and not (self.fault == "batch of one seed" and hasattr(self, "seed")):
            self.seed = int(seed) + (self.fault == "batch of others")
        if seed is not None:
            self.numbers = [game - self.n for game in range(self.n)]
            self.states = [self.start] * self.n
        self.numbers = [number + self.n * mark for number, mark in zip(self.numbers, marked, strict=True)]
        for game in range(self.n):
            if marked[game] or self.fault == "batch begun anew":
                self.states[game] = self._drawn(self.start, game)

    @property
    def seeds(self) -> NDArray[np.uint64]:
        seeds = [child_seed(self.seed, number) for number in self.numbers]
        return np.array(seeds[:: -1 if self.fault == "batch of twisted seeds" else 1], np.uint64)

    def rewards(self, reward: Literal["win", "margin", "total"] = "win", /) -> NDArray[np.float64]:
        worth: NDArray[Any] = (self.winners if reward == "win" else self.totals).astype(float)
        if reward == "win":
            worth /= np.maximum(worth.sum(axis=1, keepdims=True), 1)
        if reward != "total":
            worth -= worth[:, ::-1]
        return worth * (-1 if self.fault == f"batch for the {reward} of others" else 1)

    def _drawn(self, state: State, game: int) -> State:
        """The state after the chance event, which the game's own stream draws."""
        return state.resolve(PlyStream(child_seed(self.seed, self.numbers[game]), state.ply))

    @property
    def to_act(self) -> NDArray[np.int8]:
        return np.array([state.to_act[0] if state.to_act else -2 for state in self.states], np.int8)

    @property
    def done(self) -> NDArray[np.bool_]:
        return np.array([not state.to_act for state in self.states])

    @property
    def totals(self) -> NDArray[np.int32]:
        return np.array([state.totals if state.outcome else (0, 0) for state in self.states], np.int32)

    @property
    def winners(self) -> NDArray[np.bool_]:
        winners = [state.outcome.winners if state.outcome else () for state in self.states]
        return np.array([[seat in each for seat in (0, 1)] for each in winners])

    def step(self, actions: NDArray[np.int32], /) -> None:
        given = actions.tolist()
        bad = self.illegal(actions)
        if bad.any() and self.fault not in ("batch of all", "batch in part", "batch of the blameless"):
            raise IllegalActionError(f"game {bad.argmax()} has no such action (H2.1)", Reason.NO_SUCH_ACTION)
        for game, (state, action) in enumerate(zip(self.states, given, strict=True)):
            if action == -1 and self.fault == "batch in a hurry" and state.to_act:
                action = state.legal_ids(state.to_act[0])[0]
            if not state.to_act or action == -1:
                continue
            if action not in state.legal_ids(state.to_act[0]):
                if self.fault == "batch in part":
                    raise IllegalActionError(f"game {game} has no such action (H2.1)", Reason.NO_SUCH_ACTION)
                action = 0
            self.states[game] = self._drawn(state.after(action), game)

    def illegal(self, actions: NDArray[np.int32], /) -> NDArray[np.bool_]:
        pairs = zip(self.states, actions.tolist(), strict=True)
        legal = [not s.to_act or id == -1 or id in s.legal_ids(s.to_act[0]) for s, id in pairs]
        return np.array([not (one or self.fault == "batch of the blameless") for one in legal])

    def sample(self) -> NDArray[np.int32]:
        found: list[int] = []
        for number, state in zip(self.numbers, self.states, strict=True):
            rng = PlyStream(child_seed(self.seed, number), state.ply)
            chosen = random_play.choose(state, state.to_act[0], rng) if state.to_act else ""
            found.append(ACTIONS.index(chosen) if chosen else -1)
        return np.array(found, np.int32)

    def play(self, *, which: NDArray[np.bool_] | None = None) -> None:
        if which is None or self.fault == "batch that plays all":
            which = np.ones(self.n, np.bool_)
        self.step(np.where(which, self.sample(), np.int32(-1)))

    def legal_mask(self, *, packed: bool = True) -> NDArray[Any]:
        mask = np.zeros((len(self.states), self.n_actions), np.int8)
        for row, state in zip(mask, self.states, strict=True):
            row[list(state.legal_ids(state.to_act[0])) if state.to_act else []] = 1
        if self.fault == "batch without rules":
            mask[:] = 1
        big = packed and self.fault == "batch back to front"
        return np.packbits(mask, axis=1, bitorder="big" if big else "little") if packed else mask

    def observe(self, *, which: NDArray[np.bool_] | None = None) -> NDArray[np.uint8]:
        rows = [[state.heap, *state.taken[:: -1 if state.to_act == (1,) else 1]] for state in self.states]
        planes = np.array(rows, np.uint8)[:, : len(PLANES) - (self.fault == "batch in the dark"), None]
        return planes if which is None or self.fault == "batch in full" else planes[which]

    def state(self, i: SupportsIndex, /) -> State:
        return self.states[i]
