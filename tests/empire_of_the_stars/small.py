"""Small starts of Empire of the Stars in which everything occurs, which the fuzzer begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from sse_core import empire_of_the_stars

TINY: Final = Path(__file__).with_name("data") / "tiny.toml"

SMALL: Final[Mapping[str, Callable[[], list[Any]]]] = {
    "start": lambda: [
        empire_of_the_stars.new_game(round_limit=3),
        empire_of_the_stars.new_game(players=4, round_limit=2),
        empire_of_the_stars.new_game(players=3, round_limit=2, powers=True),
    ],
}
