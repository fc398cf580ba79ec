"""Play of any game: turns, random play, perft, search, records, and what the terminal and the page have in common.

Ring: core.
"""
