"""Strong play of Micro Space Empire: the planner, searches, and the tablebase of the whole game."""
