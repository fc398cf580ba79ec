"""Environments of Gymnasium: one seat against random play, and many games at once, beside Gymnasium's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np

__all__ = ["contenders"]

PREFIX: Final = "sse_core.adapters.gymnasium:sse_core"
"""How the names of our environments begin: Gymnasium imports the module by itself."""

SMALL: Final = f"{PREFIX}/SmallStarEmpires-v0"

GAMES_AT_ONCE: Final = 1024
OWN_AT_ONCE: Final = 64
"""The environments of a `SyncVectorEnv`, whose steps cost as much for each of them."""


def contenders() -> dict[str, Callable[[], Iterator[int]]]:
    """Return what is measured, by name: a function that yields the number of steps after each small piece of work."""
    return {
        "one seat against random: base-2p": partial(one, SMALL),
        "one seat: Micro Space Empire": partial(one, f"{PREFIX}/MicroSpaceEmpire-v0"),
        "one seat against random: Jump Wars, 8 turns": partial(one, f"{PREFIX}/JumpWars-v0", turn_limit=8),
        "Blackjack": partial(one, "Blackjack-v1"),
        "CartPole": partial(one, "CartPole-v1"),
        "Taxi": partial(one, "Taxi-v4"),
        "VectorEnv of 1,024, self-play, masks copied": partial(many, seat=None),
        "VectorEnv of 1,024, self-play, masks kept": partial(many, seat=None, copy=False),
        "VectorEnv of 1,024, self-play, masks copied, next step": partial(many, seat=None, autoreset_mode="NextStep"),
        "VectorEnv of 1,024, against random, masks kept": partial(many, copy=False),
        "the batch alone, 1,024, masks kept": batch_alone,
        "CartPole's VectorEnv of 1,024": partial(others, "CartPole-v1", GAMES_AT_ONCE, "vector_entry_point"),
        "SyncVectorEnv of 64 Taxi": partial(others, "Taxi-v4", OWN_AT_ONCE, "sync"),
    }


def one(name: str, **options: Any) -> Iterator[int]:
    """Step an environment with random legal actions."""
    # Whoever imports this module needn't have the extra `gymnasium`.
    import gymnasium

    env, random = gymnasium.make(name, **options), Random(1).random
    space: Any = env.action_space
    n = int(space.n)
    _, info = env.reset(seed=1)
    # Taxi's masks tell of moves that change nothing, and none of its actions is illegal.
    is_masked = name.startswith(PREFIX)
    while True:
        for _ in range(500):
            if is_masked:
                # A mask is searched faster as flags.
                legal = info["action_mask"].view(bool).nonzero()[0]
                action = legal[int(random() * len(legal))]
            else:
                action = int(random() * n)
            _, _, ended, truncated, info = env.step(action)
            if ended or truncated:
                _, info = env.reset()
        yield 500


def many(**options: Any) -> Iterator[int]:
    """Step many games with what the batch itself draws."""
    import gymnasium

    given: dict[str, Any] = {"num_envs": GAMES_AT_ONCE, "autoreset_mode": "SameStep"} | options
    envs: Any = gymnasium.make_vec(SMALL, **given)
    held = envs.reset(seed=1)
    sample = envs.unwrapped._batch.sample
    while True:
        for _ in range(10):
            # As learners do, what was returned is held until the next step returns.
            held = envs.step(sample())
        yield 10 * len(held[0])


def batch_alone() -> Iterator[int]:
    """Do what an environment of self-play asks of a batch, and no more."""
    from sse_core import base_map
    from sse_core.small_star_empires import Batch

    batch = Batch(base_map(2), GAMES_AT_ONCE, seed=1, auto_reset=True)
    held = batch.legal_mask(packed=False, kept=True)
    while True:
        for _ in range(10):
            batch.step(batch.sample())
            held = batch.observe()
        yield 10 * len(held)


def others(name: str, n: int, mode: str) -> Iterator[int]:
    """Step many environments of Gymnasium's own with random actions."""
    import gymnasium

    envs, rng = gymnasium.make_vec(name, num_envs=n, vectorization_mode=mode), np.random.default_rng(1)
    held: Any = envs.reset(seed=1)
    space: Any = envs.single_action_space
    while True:
        for _ in range(10):
            held = envs.step(rng.integers(space.n, size=n))
        yield 10 * len(held[0])
