from typing import Final

from .loops import play_games as play_games
from .loops import play_to_end as play_to_end

__all__ = ["play_games", "play_to_end"]

__test__: Final[dict[str, object]]
