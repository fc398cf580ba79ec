"""Learning of the weights of the star bot of Small Star Empires, from nothing, by self-play.

`learn` goes on from round to round for a kind of map: games of self-play, weights that fit them, and a match of these
against the last ones; then a calibration of what is said. It keeps all that is finished in a folder, and goes on from
there. ``docs/strength.md`` tells what came out. It needs numpy from the first fit on.

Ring: laboratory.
"""

from __future__ import annotations

from .kinds import MAP_KINDS, MapKind
from .rounds import Round, learn, rounds_of

__all__ = ["MAP_KINDS", "MapKind", "Round", "learn", "rounds_of"]
