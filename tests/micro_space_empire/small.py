"""Small starts of Micro Space Empire in which everything occurs, which the fuzzer begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sse_core import micro_space_empire

SMALL: Final[Mapping[str, Callable[[], list[Any]]]] = {
    "start": lambda: [
        micro_space_empire.new_game(),
        micro_space_empire.new_game(expansion=True),
    ],
}
