"""C5: a market tile is chosen, and planets make what it shows."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board
from ..due import Due
from ..effect_rows import MOMENT
from ..layout import ACTOR, CHOOSER, HOME, MARKET, N_PLAYERS, STEP, TILE, TOKEN, Data
from .form import Rule, Rules
from .tokens import gain
from .windows import open_window

__all__ = ["RULES", "begin"]

_PRODUCE: Final = MOMENT["during:produce"]


def begin(b: Board, p: bytearray) -> None:
    """C5.1: the chooser picks a tile that shows resources, if there is one."""
    all_tiles = (1 << len(b.content.market)) - 1
    p[STEP], p[ACTOR] = Due.END_ROLE if p[MARKET] == all_tiles else Due.STEWARD, p[CHOOSER]


def _legal(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.MARKET]
    return [first + tile for tile in range(len(b.content.market)) if not p[MARKET] >> tile & 1]


def _play(b: Board, p: bytearray, seat: int, verb: int, tile: int) -> None:
    kinds = b.content.market[tile].kinds
    for resource in kinds:
        gain(b, p, seat, resource, 1)
    # C5.3, C5.4: all that planets of a player make comes at once, and what doesn't fit is lost.
    made = [[0, 0, 0] for _ in range(p[N_PLAYERS])]
    for owner, home in enumerate(p[HOME : HOME + p[N_PLAYERS]]):
        assert home < b.n_regions
        made[owner] = [*b.content.homes[owner]]
    for region, token in enumerate(p[TOKEN : TOKEN + b.n_regions]):
        if token:
            its = made[token - 1 >> 1]
            for resource, n in enumerate(b.makes[p[TILE + region] - 1]):
                its[resource] += n
    for owner, its in enumerate(made):
        for resource in kinds:
            gain(b, p, owner, resource, its[resource])
    p[MARKET] |= 1 << tile
    open_window(b, p, _PRODUCE, Due.END_ROLE)


RULES: Final[Rules] = {Due.STEWARD: Rule(_legal, _play)}
