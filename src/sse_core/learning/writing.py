"""Writing of weights as text: the TOML file that `learned.read_weights` reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..small_star_empires import FEATURES
from ..small_star_empires.strength.action_features import ACTION_FEATURES
from ..small_star_empires.strength.learned import PREDICTED_VALUES
from .files import write_whole
from .map_kinds import MapKind

if TYPE_CHECKING:
    from .fitting import Fit

__all__ = ["with_spreads", "with_won", "write_weights"]

_C_PUCT: Final = 1.1
"""The weight of PUCT."""

_LIMIT: Final = 99.0
"""The largest weight in a file."""


def write_weights(path: Path, kind: MapKind, found: Fit, about: Mapping[str, str]) -> None:
    """Write weights by stage, and remarks about them, into a file."""
    lines = [
        "# Weights of the numbers of positions and actions, by the pieces that all seats together have left.",
        "# docs/strength.md tells how they were learned.",
        "",
        "[weights]",
        f'kind = "{kind.name}"',
        *(f'{key} = "{text}"' for key, text in about.items()),
        f"c_puct = {_C_PUCT}",
        f"rollouts = {kind.rollouts}",
        f"endgame = {kind.endgame}",
        f"tie_break = {kind.tie_break}",
        f"pieces = {list(kind.pieces)}",
        f"spread = {_numbers(found.spread)}",
        f"won = {_numbers(PREDICTED_VALUES)}",
        "",
        "[position]  # points for one more of each number of a seat",
        *(f"{each.name} = {_numbers(found.value[:, i])}" for i, each in enumerate(FEATURES)),
        "",
        "[action]  # doublings of the odds for one more of each number of an action",
        *(f"{each.name} = {_numbers(found.policy[:, i])}" for i, each in enumerate(ACTION_FEATURES)),
    ]
    write_whole(path, "\n".join(lines) + "\n")


def with_spreads(text: str, scale: float) -> str:
    """Return the text of weights with each spread multiplied by a factor."""
    spreads = [scale * float(each) for each in _row_of("spread").findall(text)[0].split(",")]
    return _row_of("spread").sub(f"spread = {_numbers(spreads)}", text)


def with_won(text: str, won: Iterable[float]) -> str:
    """Return the text of weights with the true shares of the win for values of searches."""
    return _row_of("won").sub(f"won = {_numbers(won)}", text)


def _row_of(key: str) -> re.Pattern[str]:
    return re.compile(rf"^{key} = \[(.*)\]$", re.MULTILINE)


def _numbers(column: Iterable[float]) -> str:
    """Return a row of weights as text, rounded to thousandths."""
    return "[" + ", ".join(f"{max(-_LIMIT, min(_LIMIT, float(number))):.3f}" for number in column) + "]"
