"""Drawing for any game: SVG, animations, strips, painted words for a terminal, tables for notebooks.

Ring: core.
"""
