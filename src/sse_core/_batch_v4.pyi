from typing import Final

from ._batch import Games as Games
from ._batch import Rows as Rows

__all__ = ["Games", "Rows"]

__test__: Final[dict[str, object]]
