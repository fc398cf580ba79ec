"""Positions of Empire of the Stars: new games, positions from their fields, and the checks of both."""
