"""The tables of docs/observations.md have each plane, in order, with its name and its values' bounds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

import sse_core as sse

PAGE: Final = Path(__file__).parents[1] / "docs/observations.md"
ROW: Final = re.compile(r"^\| (\d+) \| (.+?) \| (\d+) \| (\d+) \| (?:.+; from (−\d+) on|.+) \|$", re.MULTILINE)


@pytest.mark.parametrize("game", sse.GAMES.values(), ids=sse.GAMES)
def test_the_table_of_a_game_has_all_planes(game: Any) -> None:
    (section,) = re.findall(rf"^## {game.INFO.title}\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    space = game.observation_space(game.new_game(seed=1))
    rows = [
        (int(first), name, int(count), int(most), int(least.replace("−", "-") or 0))
        for first, name, count, most, least in ROW.findall(section)
    ]
    assert [first for first, *_ in rows] == [0, *(first + count for first, _, count, *_ in rows[:-1])]
    assert rows[-1][0] + rows[-1][2] == len(space.names)
    told = [(name, most, least) for _, name, _, most, least in rows]
    assert told == [(space.names[first], space.high[first], space.low[first]) for first, *_ in rows]
    assert {*space.low} == {least for *_, least in rows}
