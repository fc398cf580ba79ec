"""Micro Space Empire at speed: its rules as headers for Cython, its `State`, and the table of all its positions."""
