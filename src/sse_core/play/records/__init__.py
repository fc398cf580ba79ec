"""Records of games: written, read, replayed, drawn, reviewed, and varied."""
