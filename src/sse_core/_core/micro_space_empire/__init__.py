"""Micro Space Empire at speed: its rules as headers for Cython, its `State`, and the table of all its positions.

An import from here gets the best variant of a module (see ``variants.py``).

Ring: tables and tools.
"""

from ..variants import folders

__path__[:0] = folders(__path__[0])
