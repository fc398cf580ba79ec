from typing import Final

from ._perft import AT_ONCE as AT_ONCE
from ._perft import Count as Count
from ._perft import Table as Table
from ._perft import count as count
from ._perft import key as key

__all__ = ["AT_ONCE", "Count", "Table", "count", "key"]

__test__: Final[dict[str, object]]
