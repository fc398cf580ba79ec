"""Sentences about Empire of the Stars: moves, effects, questions, refused actions, and the names of things."""
