from typing import Final

from ._lanes import has_lanes as has_lanes
from ._lanes import play_games as play_games

__all__ = ["has_lanes", "play_games"]

__test__: Final[dict[str, object]]
