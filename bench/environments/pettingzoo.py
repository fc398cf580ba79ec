"""Contenders of PettingZoo: random play in our games, raw and wrapped, and in PettingZoo's own."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final

__all__ = ["contenders"]

GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "base-2p": ("small_star_empires", {}),
    "Micro Space Empire": ("micro_space_empire", {}),
    "Jump Wars, 8 turns": ("jump_wars", {"turn_limit": 8}),
}
"""The games with their options, by their names in the table."""


def contenders() -> dict[str, Callable[[], Iterator[int]]]:
    """Return the contenders by name: functions that yield the number of steps after each game."""
    # These need the extra `pettingzoo`, and pygame-ce for the games of PettingZoo.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic.connect_four import connect_four
        from pettingzoo.classic.tictactoe import tictactoe

    from sse_core.adapters.pettingzoo import env, raw_env

    made: dict[str, Callable[[], Any]] = {}
    for kind, ours, is_wrapped in (("raw", raw_env, False), ("wrapped", env, True)):
        for name, (game, options) in GAMES.items():
            made[f"{name}, {kind}"] = partial(ours, game, **options)
        for module in (tictactoe, connect_four):
            theirs: Any = module.env if is_wrapped else module.raw_env
            made[f"{module.__name__.rpartition('.')[2]}, {kind}"] = theirs
    return {name: partial(played, make) for name, make in made.items()}


def played(make: Callable[[], Any]) -> Iterator[int]:
    """Play random games."""
    agents, random = make(), Random(1)
    while True:
        agents.reset(seed=random.getrandbits(32))
        steps = 0
        for _ in agents.agent_iter():
            seen, _, terminated, truncated, _ = agents.last()
            if terminated or truncated:
                agents.step(None)
                continue
            # All masks are int8. As bool they are searched faster, and choosing isn't part of the environment.
            legal = seen["action_mask"].view(bool).nonzero()[0]
            agents.step(legal[int(random.random() * len(legal))])
            steps += 1
        yield steps
