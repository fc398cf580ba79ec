"""Learning of weights for the star bot of Small Star Empires, from nothing, by self-play.

`learn` repeats rounds for a kind of map: games of self-play, a fit of weights to them, and a match of the new weights
against the last ones. At the end comes a calibration of the bot's values. Finished work is stored in a folder, from
which a later call goes on. ``docs/strength.md`` has the results. Fits need numpy.

Ring: laboratory.
"""

from __future__ import annotations

from .map_kinds import MAP_KINDS, MapKind
from .rounds import Round, learn, rounds_of

__all__ = ["MAP_KINDS", "MapKind", "Round", "learn", "rounds_of"]
