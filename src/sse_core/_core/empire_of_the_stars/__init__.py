"""Empire of the Stars at speed: its rules as headers for Cython, its `State`, and whole games in one call.

Headers have the rules, one for each role, as `sse_core.empire_of_the_stars.reference` has them in plain Python;
``structs.pxd`` says what a position is, ``boards.pxd`` what a content pack is. An import from here gets the best
variant of a module (see ``variants.py``).

Ring: tables and tools.
"""

from ..variants import folders

__path__[:0] = folders(__path__[0])
