"""Jump Wars at speed: its rules as headers for Cython, its `State`, and whole games in one call.

Headers have the rules, one for each phase, as `sse_core.jump_wars.reference` has them in plain Python; ``structs.pxd``
says what a position is, ``positions/laws.pxd`` what it must keep, and ``refusals.pxd`` why an action is refused. An
import from here gets the best variant of a module (see ``variants.py``).

Ring: tables and tools.
"""

from ..variants import folders

__path__[:0] = folders(__path__[0])
