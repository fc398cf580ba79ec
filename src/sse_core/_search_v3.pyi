from typing import Final

from ._search import EXACT as EXACT
from ._search import MOST_VISITS as MOST_VISITS
from ._search import SearchTree as SearchTree

__all__ = ["EXACT", "MOST_VISITS", "SearchTree"]

__test__: Final[dict[str, object]]
