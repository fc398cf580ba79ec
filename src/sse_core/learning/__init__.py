"""Learning of weights for the star bot of Small Star Empires, from nothing, by self-play.

`learn` repeats rounds for a kind of map: games of self-play, a fit of weights to them, and a match of the new weights
against the last ones. At the end comes a calibration of the bot's values. By the clock, as `sse learn` does it, there
are games and fits alone. Finished work is stored in a folder, from which a later call goes on. ``docs/learning.md`` and
``docs/strength.md`` have the results. Fits need numpy.

Ring: laboratory.
"""

from __future__ import annotations

from .clock import Clock
from .map_kinds import MAP_KINDS, MapKind, own_kind
from .rounds import Progress, Round, learn, learned_rounds, rounds_of

__all__ = ["MAP_KINDS", "Clock", "MapKind", "Progress", "Round", "learn", "learned_rounds", "own_kind", "rounds_of"]
