from typing import Final

from .batch import Games as Games
from .batch import Rows as Rows

__all__ = ["Games", "Rows"]

__test__: Final[dict[str, object]]
