"""Games for the tests of archives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import sse_core as sse
from sse_core import archive
from sse_core.small_star_empires import Batch

__all__ = ["START", "AnyRecord", "ids_of", "kept", "numbers_in", "random_games", "rows_of"]

AnyRecord: TypeAlias = sse.GameRecord[Any, Any]

START: Final = sse.new_game(sse.base_map(2))


def ids_of(n: int, start: sse.State = START) -> list[list[int]]:
    """The ids of the actions of so many random games, always the same ones."""
    batch = Batch(start, n, seed=1)
    games: list[list[int]] = [[] for _ in range(n)]
    while (batch.to_act >= 0).any():
        for game, action in zip(games, actions := batch.sample(), strict=True):
            if action >= 0:
                game.append(int(action))
        batch.step(actions)
    return games


def random_games(n: int) -> list[AnyRecord]:
    """Records of so many random games, each with its number as its seed."""
    return [
        sse.GameRecord(START, ids, {"seed": str(number), "A": "random", "B": "random"})
        for number, ids in enumerate(ids_of(n))
    ]


def kept(folder: Path, sizes: Sequence[int]) -> list[AnyRecord]:
    """An archive with parts of these sizes; return its games."""
    games = random_games(sum(sizes))
    left = iter(games)
    with archive.Writer(folder) as writer:
        for size in sizes:
            for _ in range(size):
                writer.add(next(left))
            writer.flush()
    return games


def numbers_in(folder: Path) -> list[int]:
    """The numbers of all games of an archive, in the order in which they are read."""
    return [row.number for row in archive.scan(folder).rows()]


def rows_of(folder: Path) -> list[archive.Row]:
    """All rows of an archive."""
    return list(archive.scan(folder).rows())
