from typing import Final

from ._batch import Games as Games

__all__ = ["Games"]

__test__: Final[dict[str, object]]
