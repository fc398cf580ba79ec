"""Play of any game: turns, random play, counts, search, records, and what the terminal and the page both tell of it."""
