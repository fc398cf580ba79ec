"""Searches of positions of any game, and what they find: analyses, features, and reasons."""
