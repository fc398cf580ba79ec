"""Many games of Heaps at once: the shortest `sse_core.game.GameBatch`."""

from __future__ import annotations

from typing import Any, SupportsIndex

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
        self.fault = fault
        self.seeds = [child_seed(seed + (fault == "batch of others"), game) for game in range(n)]
        self.states = [self._drawn(start, game) for game in range(n)]

    def _drawn(self, state: State, game: int) -> State:
        """The state after the chance event, which the game's own stream draws."""
        return state.resolve(PlyStream(self.seeds[game], state.ply))

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
        for game, (state, action) in enumerate(zip(self.states, actions.tolist(), strict=True)):
            if state.to_act and action not in state.legal_ids(state.to_act[0]):
                if self.fault == "batch of all":
                    action = 0
                else:
                    raise IllegalActionError(f"game {game} has no such action (H2.1)", Reason.NO_SUCH_ACTION)
            if state.to_act and self.fault == "batch in part":
                self.states[game] = self._drawn(state.after(action), game)
        if self.fault != "batch in part":
            pairs = zip(self.states, actions.tolist(), strict=True)
            legal = [(state, action if action < 2 else 0) for state, action in pairs]
            after = [state.after(action) if state.to_act else state for state, action in legal]
            self.states = [self._drawn(state, game) for game, state in enumerate(after)]

    def sample(self) -> NDArray[np.int32]:
        found: list[int] = []
        for seed, state in zip(self.seeds, self.states, strict=True):
            chosen = random_play.choose(state, state.to_act[0], PlyStream(seed, state.ply)) if state.to_act else ""
            found.append(ACTIONS.index(chosen) if chosen else -1)
        return np.array(found, np.int32)

    def legal_mask(self, *, packed: bool = True) -> NDArray[Any]:
        mask = np.zeros((len(self.states), self.n_actions), np.int8)
        for row, state in zip(mask, self.states, strict=True):
            row[list(state.legal_ids(state.to_act[0])) if state.to_act else []] = 1
        if self.fault == "batch without rules":
            mask[:] = 1
        big = packed and self.fault == "batch back to front"
        return np.packbits(mask, axis=1, bitorder="big" if big else "little") if packed else mask

    def observe(self) -> NDArray[np.uint8]:
        rows = [[state.heap, *state.taken[:: -1 if state.to_act == (1,) else 1]] for state in self.states]
        return np.array(rows, np.uint8)[:, : len(PLANES) - (self.fault == "batch in the dark"), None]

    def state(self, i: SupportsIndex, /) -> State:
        return self.states[i]
