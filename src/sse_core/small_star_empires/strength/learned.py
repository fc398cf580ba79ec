"""Learned weights for numbers that describe positions (`features.FEATURES`) and actions, read from files.

A file of ``data/learned`` has the weights for a kind of map: ``plain`` ones, or a ``variant`` with unexplored systems
or open borders, for two, three or four players. Weights depend on the stage of the game, which is the number of
`pieces` that all seats together have left. A file has weights for some stages; between these they are interpolated,
beyond the last they stay the same.

- The weights of a seat's numbers are in *points*. A seat's worth is the sum of its numbers, each times its weight. Its
  lead in worth is the expected margin; a lead of `spread` doubles the odds to win. Most ties are won by more planets
  (E7.4): a lead of two or more planets counts `tie_break` points more, a lead of one planet half of that.
- The weights of an action's numbers are in *doublings* of the odds that the action is the best one. They are added up
  for its target, its piece, its ship and its tolls. The sum of a target counts 50 doublings or halvings at most, each
  other sum 20.

Some simulations are played to the end at random, which makes a search stronger: all where fewer pieces than `endgame`
are left, and one in `rollouts` with more than two players.

`won` corrects the values that people read, not the search: it has the measured share of wins where a search's value
for the seat to act is 10, 30, 50, 70 and 90 %.

``docs/strength.md`` tells how the weights are learned.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

from ..._core.small_star_empires.tree_search import MOST_WEIGHT, STAGES, WEIGHT_UNIT, LearnedWeights
from ..._fast import State
from ...forms.toml_table import TomlTable
from ...game import CHANCE
from ..maps.systems import System
from .action_features import ACTION_FEATURES
from .features import FEATURES

__all__ = [
    "FOLDER",
    "PREDICTED_VALUES",
    "between",
    "expected",
    "kind_in",
    "kind_of",
    "read_weights",
    "weights_in",
    "weights_of",
]

FOLDER: Final = Path(__file__).parents[1] / "data" / "learned"
"""The folder of the weights that ship."""

MOST_ROLLOUTS: Final = 1000
"""The largest value of `rollouts`: one of so many simulations is played to the end of the game."""

PREDICTED_VALUES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The values of a search, as shares of the win of the seat to act, for which wins were counted."""

_HEADING: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_KEY: Final = re.compile(r"\s*([\w-]+)\s*=")

_ABOUT: Final = ("kind", "learned", "games", "test")
"""The keys of a file that are notes for people: the kind of map, when and by what the weights were learned, from how
many games, and how they played against the weights before."""


def kind_of(state: State) -> str:
    """Return the kind of map that a state is played on, such as ``plain-2``.

    >>> from sse_core import maps, new_game
    >>> kind_of(new_game(maps()["base-3p"])), kind_of(new_game(maps()["everything-2p"]))
    ('plain-3', 'variant-2')
    """
    varies = state.rules.open_borders or System.UNEXPLORED in state.board.systems
    return f"{'variant' if varies else 'plain'}-{state.board.players}"


def weights_of(state: State) -> LearnedWeights | None:
    """Return the weights that ship for the kind of map of a state; None if there are none."""
    return _shipped(kind_of(state))


@cache
def _shipped(kind: str) -> LearnedWeights | None:
    path = FOLDER / f"{kind}.toml"
    return weights_in(path) if path.is_file() else None


def weights_in(path: Path) -> LearnedWeights:
    """Return the weights of a file, which is read again when it has changed; raises the errors of `read_weights`."""
    found = path.stat()
    return _read(path, found.st_mtime_ns, found.st_size, found.st_ino)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int, size: int, inode: int) -> LearnedWeights:
    return read_weights(path)


def kind_in(path: Path) -> str:
    """Return the kind of map that the weights of a file were learned for; raises the errors of `read_weights`."""
    return TomlTable.read(path, path.name).table("weights").string("kind")


def expected(state: State, weights: LearnedWeights) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return each seat's share of the win and margin by the weights; if a reveal is due, the mean over the tiles."""
    if state.to_act != (CHANCE,):
        return weights.evaluate(state)
    shares, margins = [0.0] * state.board.players, [0.0] * state.board.players
    for event, chance in state.odds():
        found = expected(state.after(event), weights)
        for sums, each in zip((shares, margins), found, strict=True):
            for seat, number in enumerate(each):
                sums[seat] += float(chance) * number
    # Rounded chances may add up to a little more than 1.
    whole = sum(shares)
    return tuple(share / whole for share in shares), tuple(margins)


def read_weights(path: Path) -> LearnedWeights:
    """Return the weights of a file.

    Raises SetupError if something in it is missing, unknown or out of range, NotationError if it is no TOML; the
    message names the file, the line, the table and the key. Raises OSError if it can't be read.
    """
    table = _LinedTable.read(path, path.name)
    table.lines = _lines_of(path)
    about = table.table("weights")
    for key in _ABOUT:
        about.string(key)
    pieces, c_puct = about.integers("pieces"), about.number("c_puct")
    rollouts, endgame = about.integer_in("rollouts", MOST_ROLLOUTS), about.integer_in("endgame", STAGES)
    tie_break = about.number("tie_break")
    if len(pieces) < 2 or pieces != sorted({*pieces}) or pieces[0] != 0:
        raise about.refuse("pieces", "are two numbers or more in ascending order, from 0 on")
    if not 0 < c_puct <= MOST_WEIGHT:
        raise about.refuse("c_puct", f"is above 0 and at most {MOST_WEIGHT}")
    if not 0 <= tie_break <= MOST_WEIGHT:
        raise about.refuse("tie_break", f"is 0 to {MOST_WEIGHT} points")
    won = about.numbers("won")
    if len(won) != len(PREDICTED_VALUES) or not all(a < b for a, b in pairwise((0, *won, 1))):
        raise about.refuse("won", f"are {len(PREDICTED_VALUES)} ascending numbers between 0 and 1")
    value = _by_stage(table.table("position"), [feature.name for feature in FEATURES], pieces)
    policy = _by_stage(table.table("action"), [feature.name for feature in ACTION_FEATURES], pieces)
    spread = _by_stage(about, ["spread"], pieces)
    table.check_all_read()
    if min(spread) < 1:
        raise about.refuse("spread", f"is at least {1 / WEIGHT_UNIT:.4f} points")
    return LearnedWeights(
        _rows(value),
        memoryview(spread),
        _rows(policy),
        c_puct,
        rollouts,
        endgame,
        round(WEIGHT_UNIT * tie_break),
        tuple(won),
    )


class _LinedTable(TomlTable):
    """A table whose errors say the line, too: a file of weights has long rows that are much alike."""

    lines: Mapping[str, int] = MappingProxyType({})
    """The line of each table, such as ``position``, and of each key in it, such as ``position.planets``."""

    def child(self, content: dict[str, Any], place: str) -> Self:
        """Return a table within this one, with the same lines."""
        found = super().child(content, place)
        found.lines = self.lines
        return found

    def place(self, key: str) -> str:
        """Return file, line, table and key; for a key that is missing the line of its table."""
        line = self.lines.get(f"{self.path}.{key}".lstrip("."), self.lines.get(self.path))
        return super().place(key) if line is None else super().place(key).replace(":", f", line {line}:", 1)


def _lines_of(path: Path) -> dict[str, int]:
    """Return the lines of a file of weights for `_LinedTable`."""
    found, table = dict[str, int](), ""
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if heading := _HEADING.match(line):
            table = heading[1]
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault(f"{table}.{key[1]}".lstrip("."), number)
    return found


def _by_stage(table: TomlTable, names: Sequence[str], pieces: Sequence[int]) -> array[int]:
    """Return the weights with these names, row by row for all stages of the core, in the core's unit."""
    columns = [_column(table, name, pieces) for name in names]
    return array("i", (column[stage] for stage in range(STAGES) for column in columns))


def _column(table: TomlTable, name: str, pieces: Sequence[int]) -> list[int]:
    """Return the weights with a name for all stages of the core, in the core's unit."""
    knots = table.numbers(name)
    if len(knots) != len(pieces):
        raise table.refuse(name, f"has {len(knots)} weights for {len(pieces)} stages")
    if not all(abs(each) <= MOST_WEIGHT for each in knots):
        raise table.refuse(name, f"has a weight beyond {MOST_WEIGHT}")
    return [round(WEIGHT_UNIT * between(knots, pieces, stage)) for stage in range(STAGES)]


def between(heights: Sequence[float], places: Sequence[float], at: float) -> float:
    """Return the height at a place by linear interpolation between ascending places; beyond the ends it is constant.

    >>> [between([1.0, 3.0, 3.5], [0, 4, 5], at) for at in (-1, 0, 1, 5, 9)]
    [1.0, 1.0, 1.5, 3.5, 3.5]
    """
    right = bisect_right(places, at)
    if right in {0, len(places)}:
        return heights[max(0, right - 1)]
    part = (at - places[right - 1]) / (places[right] - places[right - 1])
    return (1 - part) * heights[right - 1] + part * heights[right]


def _rows(numbers: array[int]) -> memoryview[int]:
    """Return numbers as a table with a row for each stage of the core."""
    return memoryview(numbers).cast("B").cast("i", (STAGES, len(numbers) // STAGES))
