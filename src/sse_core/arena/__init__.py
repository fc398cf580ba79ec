"""Matches between bots: games with seats turned, results with intervals, and the sequential test of engine testers.

The same games tell whether the seats of a start are fair: see `Balance`.

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

from .balance import Balance, games_within
from .elo import elo_of, share_of
from .games import Contender, GameFailedError, MatchGame, is_same, play_match, seatings
from .numbers import Estimate, Tally
from .results import Results
from .sprt import Decision, Sprt
from .starts import Start, opened, starts_of, usual_opening

__all__ = [
    "Balance",
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
    "games_within",
    "is_same",
    "opened",
    "play_match",
    "seatings",
    "share_of",
    "starts_of",
    "usual_opening",
]
