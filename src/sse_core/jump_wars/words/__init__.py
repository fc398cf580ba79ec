"""Sentences about Jump Wars: moves, effects, questions, refused actions, and the names of things."""
