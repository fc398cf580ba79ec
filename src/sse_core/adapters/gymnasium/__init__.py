"""Gymnasium environments of every game: one seat against bots, and many games in a `VectorEnv`.

Importing this module registers an environment for each game, such as ``sse_core/SmallStarEmpires-v0``. Gymnasium loads
the module by itself from a name with the module in front:

>>> import gymnasium
>>> env = gymnasium.make("sse_core.adapters.gymnasium:sse_core/SmallStarEmpires-v0", opponent="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((36, 57), 34)
"""

from __future__ import annotations

from typing import Final

try:
    import gymnasium
except ModuleNotFoundError as error:
    from ...forms.libraries import missing

    raise missing(error, __name__, "gymnasium") from None

from ...games import GAMES
from ...play.batches import VectorGame
from .many_games import ManyGames, Policy
from .one_seat import OneSeat

__all__ = ["IDS", "ManyGames", "OneSeat", "Policy"]

IDS: Final = {name: f"sse_core/{name.title().replace('_', '')}-v0" for name in GAMES}
"""The id of the environment of each game."""

for _name, _id in IDS.items():
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType]  # It takes a bare dict.
        _id,
        entry_point=f"{__name__}:OneSeat",
        vector_entry_point=f"{__name__}:ManyGames" if isinstance(GAMES[_name], VectorGame) else None,
        kwargs={"game": _name},
    )
