"""Small Star Empires at speed: its rules as headers for Cython, and the compiled loops, counts, searches and batches.

Its `State` is in ``sse_core._fast``.
"""
