from typing import Final

from .lanes import has_lanes as has_lanes
from .lanes import play_games as play_games
from .lanes import score_positions as score_positions

__all__ = ["has_lanes", "play_games", "score_positions"]

__test__: Final[dict[str, object]]
