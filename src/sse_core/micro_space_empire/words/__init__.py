"""Sentences about Micro Space Empire: moves, effects, questions, refused actions, and the names of things."""
