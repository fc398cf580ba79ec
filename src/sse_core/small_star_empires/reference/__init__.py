"""The rules of Small Star Empires in plain Python, for people to read and for tests of the core; never a fallback.

``rules.py`` has the game, ``scoring.py`` its scoring. The other files say what the core counts of a position and how it
searches.
"""

from .rules import State, new_game, perft, playout, playouts, same

__all__ = ["State", "new_game", "perft", "playout", "playouts", "same"]
