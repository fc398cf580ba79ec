"""Contenders of Pgx: games side by side in compiled JAX, with a return to Python after each step or after 100 steps."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from ..racing import Contender
from ..samples import CheckError, Sample, check_means

GAME = {"connect four": "connect_four", "hex, 11 × 11": "hex"}
"""Pgx's name of a game, by its name in tables."""

SAME_IN_OPENSPIEL = {"connect four": "connect_four", "hex, 11 × 11": "hex(board_size=11)"}
"""OpenSpiel's names of the same games, for checks."""

INSIDE = 100
"""The steps in one call of the compiled loop."""

MAX_PLIES = 10_000
"""A bound far above the length of every game here."""


def about(side_by_side: int) -> str:
    """Return a remark about the method."""
    return (
        f"A step of a batch of {side_by_side:,} games draws an action for each, plays it, restarts finished games and "
        "writes the masks of legal actions, in bits, or in bytes as Pgx does. Batch returns to Python three times a "
        "step, twice where it keeps the mask and writes what changed, and once if `play` draws the actions, too. Pgx "
        f"returns once a step or, in a loop of its own, once in {INSIDE} steps; the faster one counts. Pgx is compiled "
        "before it is timed, and makes no observations."
    )


def choose_one_core() -> None:
    """Set the environment that jax reads at import, so that it uses one core like the process."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"


def contenders(shown: str, side_by_side: int, judge: Sample) -> list[Contender]:
    """Return the contenders for both ways to play a game, after a check."""
    player = Player(GAME[shown], side_by_side)
    games = player.sample()
    check_means(f"the lengths of Pgx {shown}", games.lengths, judge.lengths)
    return [
        Contender(f"Pgx {shown}, a step a call", player.play_steps, games),
        Contender(f"Pgx {shown}, {INSIDE} steps a call", player.play_inside, games),
    ]


class Player:
    """Random games side by side; a finished one begins anew."""

    def __init__(self, name: str, side_by_side: int) -> None:
        self.jax, self.pgx = import_module("jax"), import_module("pgx")
        self.side_by_side = side_by_side
        jax, self.env = self.jax, self.pgx.make(name)
        self.act = jax.vmap(import_module("pgx.experimental").auto_reset(self.env.step, self.env.init))
        # The old states' memory is used for the new ones.
        self.one = jax.jit(self.step, donate_argnums=0)
        self.many = jax.jit(self.steps, donate_argnums=0)
        self.states = self.fresh()
        self.play_steps(1, 0)
        self.play_inside(1, 0)

    def fresh(self) -> Any:
        return self.jax.jit(self.jax.vmap(self.env.init))(self.keys(0, self.side_by_side))

    def keys(self, seed: int, size: int) -> Any:
        return self.jax.random.split(self.jax.random.PRNGKey(seed), size)

    def choose(self, mask: Any, key: Any) -> Any:
        """Return a random legal action of each game, all equally likely, with one drawn number per game."""
        jnp = self.jax.numpy
        upto = jnp.cumsum(mask, axis=1, dtype=jnp.int32)
        rank = (self.jax.random.uniform(key, (self.side_by_side,)) * upto[:, -1]).astype(jnp.int32)
        return (upto <= rank[:, None]).sum(axis=1)

    def step(self, states: Any, key: Any) -> tuple[Any, Any]:
        """Return the next states, which hold the masks of legal actions, and the next key."""
        choice, reset, next_key = self.jax.random.split(key, 3)
        actions = self.choose(states.legal_action_mask, choice)
        stepped = self.act(states, actions, self.jax.random.split(reset, self.side_by_side))
        # Observations aren't used. With the old ones passed on, the compiler omits new ones.
        return stepped.replace(observation=states.observation), next_key

    def steps(self, states: Any, key: Any) -> Any:
        return self.jax.lax.fori_loop(0, INSIDE, lambda _, at: self.step(*at), (states, key))

    def play_steps(self, size: int, seed: int) -> float:
        return self.play(self.one, size, seed) * self.side_by_side

    def play_inside(self, size: int, seed: int) -> float:
        return self.play(self.many, size, seed) * self.side_by_side * INSIDE

    def play(self, act: Callable[[Any, Any], Any], size: int, seed: int) -> int:
        """Call `act` so many times, and wait for the last answer."""
        key = self.jax.random.PRNGKey(seed)
        for _ in range(size):
            self.states, key = act(self.states, key)
        self.jax.block_until_ready(self.states)
        return size

    def sample(self) -> Sample:
        """Return a sample from the first game of each place."""
        n = self.side_by_side
        states, lengths, choices = self.fresh(), np.zeros(n, np.int64), 0
        going = np.ones(n, np.bool_)
        key = self.jax.random.PRNGKey(1)
        for _ in range(MAX_PLIES):
            choices += int(np.asarray(states.legal_action_mask)[going].sum())
            lengths += going
            states, key = self.one(states, key)
            going &= ~np.asarray(states.terminated)
            if not going.any():
                return Sample(lengths, np.zeros((n, 0)), choices / int(lengths.sum()))
        raise CheckError(f"games of Pgx {self.env.id} don't end")
