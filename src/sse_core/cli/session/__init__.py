"""A game at a terminal: the turns, what people type, hints, secrets, and files of games."""
