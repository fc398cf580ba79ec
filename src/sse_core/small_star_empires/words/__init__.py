"""Sentences about Small Star Empires: moves, effects, questions, refused actions, and the names of things."""
