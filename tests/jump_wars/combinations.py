"""All numbers of players and all options of Jump Wars, in turn, for games that are told by their number."""

from __future__ import annotations

from itertools import product
from typing import Any

SWITCHES = ("trade", "void_orders", "must_raise", "genesis_adds", "any_map", "simultaneous")
COMBINATIONS = tuple(product((2, 3, 4, 5), ("square", "hex"), (False, True), product((False, True), repeat=6)))


def options_of(number: int) -> tuple[int, dict[str, Any]]:
    """Players and options of a game: 1,024 combinations in turn, and none with five players and a neutral Homeworld."""
    players, grid, neutral, switches = COMBINATIONS[number * 37 % len(COMBINATIONS)]
    return players, {"grid": grid, "neutral": neutral and players < 5, **dict(zip(SWITCHES, switches, strict=True))}
