from typing import Final

from ._lanes import has_lanes as has_lanes
from ._lanes import play_games as play_games
from ._lanes import score_positions as score_positions

__all__ = ["has_lanes", "play_games", "score_positions"]

__test__: Final[dict[str, object]]
