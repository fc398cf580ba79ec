from typing import Final

from .perft import AT_ONCE as AT_ONCE
from .perft import Count as Count
from .perft import Table as Table
from .perft import count as count
from .perft import key as key

__all__ = ["AT_ONCE", "Count", "Table", "count", "key"]

__test__: Final[dict[str, object]]
