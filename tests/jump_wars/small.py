"""Small starts of Jump Wars in which everything occurs, which the fuzzer begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sse_core import jump_wars

SMALL: Final[Mapping[str, Callable[[], list[Any]]]] = {
    "start": lambda: [
        jump_wars.new_game(turn_limit=1),
        jump_wars.new_game(players=4, grid="hex", neutral=True, turn_limit=1),
    ],
}
