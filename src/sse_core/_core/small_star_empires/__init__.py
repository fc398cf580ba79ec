"""Small Star Empires at speed: its rules as headers for Cython, and the compiled loops, counts, searches and batches.

Its `State` is in ``sse_core._fast``. An import from here gets the best variant of a module (see ``variants.py``).
"""

from ..variants import folders

__path__[:0] = folders(__path__[0])
