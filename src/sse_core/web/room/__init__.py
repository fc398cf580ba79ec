"""A room: a game that is played on the server, by people and by bots. It knows nothing of HTTP.

`room` takes what people ask, under one lock. It has `play`, the game as it goes on by itself, with its moves (`course`)
and `players`; `table`, the people at it and their `seats`; and `thinkers`, the bots. Others read a `snapshot` of it;
`saved` is what is kept.
"""

from .room import Room
from .saved import Saved
from .snapshot import Snapshot

__all__ = ["Room", "Saved", "Snapshot"]
