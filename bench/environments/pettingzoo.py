"""Games under PettingZoo: random play by turns, raw and wrapped, beside games that PettingZoo has itself."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

__all__ = ["GAMES", "rows"]

GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "base-2p": ("small_star_empires", {}),
    "Micro Space Empire": ("micro_space_empire", {}),
    "Jump Wars, 8 turns": ("jump_wars", {"turn_limit": 8}),
}
"""The games with their options, by the names that are shown."""


def rows(seconds: float = 0.5, rounds: int = 5) -> list[tuple[str, float]]:
    """Return the steps of a second of one processor for each game: the median of so many rounds, played by turns."""
    # These need the extra `pettingzoo`, and pygame-ce for the games of PettingZoo.
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic.connect_four import connect_four
        from pettingzoo.classic.tictactoe import tictactoe

    from sse_core.adapters.pettingzoo import env, raw_env

    made: dict[str, Any] = {}
    for kind, ours, wrapped in (("raw", raw_env, False), ("wrapped", env, True)):
        for name, (game, options) in GAMES.items():
            made[f"{name}, {kind}"] = ours(game, **options)
        for module in (tictactoe, connect_four):
            theirs: Any = module.env if wrapped else module.raw_env
            made[f"{module.__name__.rpartition('.')[2]}, {kind}"] = theirs()
    random = Random(1)
    taken = [{name: speed(agents, random, seconds) for name, agents in made.items()} for _ in range(rounds)]
    return [(name, median(one[name] for one in taken)) for name in made]


def speed(agents: Any, random: Random, seconds: float) -> float:
    """Play random games for so many seconds of the processor, and return the steps of one."""
    steps, begun = 0, process_time()
    while process_time() - begun < seconds:
        agents.reset(seed=random.getrandbits(32))
        for _ in agents.agent_iter():
            seen, _, terminated, truncated, _ = agents.last()
            if terminated or truncated:
                agents.step(None)
                continue
            # All masks are int8. As flags they are searched faster, and choosing is no part of the environment.
            legal = seen["action_mask"].view(bool).nonzero()[0]
            agents.step(legal[int(random.random() * len(legal))])
            steps += 1
    return steps / (process_time() - begun)


if __name__ == "__main__":
    for name, found in rows():
        print(f"{name:28} {found:>12,.0f}")
