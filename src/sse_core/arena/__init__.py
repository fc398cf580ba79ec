"""Arenas: many games between bots that change seats, results with intervals, ratings, and a sequential test (SPRT).

A `Tournament` plays the games of a `Plan` on the workers of an executor, without losing any, and `ratings_of` rates all
bots on one scale. A match is an arena of two bots (`play_match`, `Results`). An arena of one bot against itself shows
whether the seats of a start are fair (`Balance`). Each game is a `Row`.

>>> from sse_core import arena, small_star_empires
>>> starts = arena.starts_of(lambda seed: small_star_empires.new_game(players=2, seed=seed), seed=7)
>>> results = arena.Results(seats=2)
>>> for game in arena.play_match("greedy", "random", starts):
...     if results.add(game) and results.rounds == 10:
...         break
>>> results.games, results.tally.wins
(20, 20)

Ring: tables and tools.
"""

from __future__ import annotations

from .errors import ArenaError, StoreError, WorkersError
from .even_starts import EvenSearch, Numbers
from .figures.balance import Balance, games_within
from .figures.elo import elo_of, share_of
from .figures.estimates import Estimate, Tally
from .figures.rated_games import RatedGame
from .figures.ratings import Rating, rated_together, ratings_of
from .figures.results import Results
from .figures.sprt import Decision, Sprt
from .figures.standings import Standings
from .figures.unevenness import average_unevenness, median_unevenness
from .games import Contender, play_match
from .jobs import play_job
from .plans import Own, Plan
from .playing import ReportingBot
from .rows import Row
from .schedules import Schedule, is_same, seatings
from .setups import Setup
from .starts import Start, opened, starts_of, usual_opening
from .store import MEMORY, Store
from .tournament import StagedStarts, Tournament
from .workers.executors import ExecutorWorkers, ProcessWorkers, Workers, threads

__all__ = [
    "MEMORY",
    "ArenaError",
    "Balance",
    "Contender",
    "Decision",
    "Estimate",
    "EvenSearch",
    "ExecutorWorkers",
    "Numbers",
    "Own",
    "Plan",
    "ProcessWorkers",
    "RatedGame",
    "Rating",
    "ReportingBot",
    "Results",
    "Row",
    "Schedule",
    "Setup",
    "Sprt",
    "StagedStarts",
    "Standings",
    "Start",
    "Store",
    "StoreError",
    "Tally",
    "Tournament",
    "Workers",
    "WorkersError",
    "average_unevenness",
    "elo_of",
    "games_within",
    "is_same",
    "median_unevenness",
    "opened",
    "play_job",
    "play_match",
    "rated_together",
    "ratings_of",
    "seatings",
    "share_of",
    "starts_of",
    "threads",
    "usual_opening",
]
