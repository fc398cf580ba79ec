"""Compiled code (Cython): a folder for each game, and beside them the headers that all games share.

Ring: core.
"""
