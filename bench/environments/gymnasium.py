"""Contenders of Gymnasium: one seat against random play, many games at once, and Gymnasium's own environments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np

__all__ = ["contenders"]

PREFIX: Final = "sse_core.adapters.gymnasium:sse_core"
"""The prefix of our environments' names, from which Gymnasium imports the module by itself."""

SMALL: Final = f"{PREFIX}/SmallStarEmpires-v0"

GAMES_AT_ONCE: Final = 1024
OWN_AT_ONCE: Final = 64
"""The number of environments in a `SyncVectorEnv`, whose step costs the same for each of them."""


def contenders() -> dict[str, Callable[[], Iterator[int]]]:
    """Return the contenders by name: functions that yield the number of steps after each small piece of work."""
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
    # This module can be imported without the extra `gymnasium`.
    import gymnasium

    env, random = gymnasium.make(name, **options), Random(1).random
    space: Any = env.action_space
    n = int(space.n)
    _, info = env.reset(seed=1)
    # Taxi's masks only mark moves without effect; none of its actions is illegal.
    is_masked = name.startswith(PREFIX)
    while True:
        for _ in range(500):
            if is_masked:
                # Searching a mask is faster if it is bool.
                legal = info["action_mask"].view(bool).nonzero()[0]
                action = legal[int(random() * len(legal))]
            else:
                action = int(random() * n)
            _, _, ended, truncated, info = env.step(action)
            if ended or truncated:
                _, info = env.reset()
        yield 500


def many(**options: Any) -> Iterator[int]:
    """Step many games with actions that the batch itself draws."""
    import gymnasium

    given: dict[str, Any] = {"num_envs": GAMES_AT_ONCE, "autoreset_mode": "SameStep"} | options
    envs: Any = gymnasium.make_vec(SMALL, **given)
    held = envs.reset(seed=1)
    sample = envs.unwrapped._batch.sample
    while True:
        for _ in range(10):
            # Like a learner, this holds the returned arrays until the next step returns.
            held = envs.step(sample())
        yield 10 * len(held[0])


def batch_alone() -> Iterator[int]:
    """Do only the batch's part of a self-play environment's work."""
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
