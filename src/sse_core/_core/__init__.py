"""The engine room: compiled code, a folder for each game, and beside them the headers that all of them share.

Ring: core.
"""
