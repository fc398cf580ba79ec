"""Play of any game: turns, random play, perft, search, records, and code that the terminal and the web page share.

Ring: core.
"""
