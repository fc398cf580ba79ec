from typing import Final

from .tree_search import EXACT as EXACT
from .tree_search import MOST_VISITS as MOST_VISITS
from .tree_search import SearchTree as SearchTree

__all__ = ["EXACT", "MOST_VISITS", "SearchTree"]

__test__: Final[dict[str, object]]
