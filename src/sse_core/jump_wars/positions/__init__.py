"""Positions of Jump Wars: new games, positions from their fields, and the checks of both."""
