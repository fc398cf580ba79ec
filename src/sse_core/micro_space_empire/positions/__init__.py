"""Positions of Micro Space Empire: new games, positions from their fields, and the checks of both."""
