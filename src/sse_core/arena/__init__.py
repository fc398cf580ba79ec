"""Matches between bots: games with seats turned, results with intervals, and the sequential test of engine testers.

>>> from sse_core import arena, small_star_empires
>>> starts = arena.starts_of(lambda seed: small_star_empires.start(players=2, seed=seed), seed=7)
>>> results = arena.Results(seats=2)
>>> for game in arena.play_match("greedy", "random", starts):
...     if results.add(game) and results.rounds == 10:
...         break
>>> results.games, results.tally.wins
(20, 20)
"""

from __future__ import annotations

from .elo import elo_of, share_of
from .games import Contender, GameFailedError, MatchGame, Start, play_match, seatings, starts_of
from .numbers import Estimate, Tally
from .results import Results
from .sprt import Decision, Sprt

__all__ = [
    "Contender",
    "Decision",
    "Estimate",
    "GameFailedError",
    "MatchGame",
    "Results",
    "Sprt",
    "Start",
    "Tally",
    "elo_of",
    "play_match",
    "seatings",
    "share_of",
    "starts_of",
]
