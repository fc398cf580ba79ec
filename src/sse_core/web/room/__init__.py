"""A room: a game on the server, played by people and bots. It knows nothing of HTTP.

`room` takes the requests of people, under one lock. It has three parts: `play` runs the game, with its moves (`course`)
and `players`; `table` has the people who are present and their `seats`; `thinkers` runs the bots. Readers get a
`snapshot` of a room, and the store gets it as `saved`.
"""

from .room import Room
from .saved import Saved
from .snapshot import Snapshot

__all__ = ["Room", "Saved", "Snapshot"]
