"""Weights as text: a TOML file that `learned.read_weights` reads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from bench.files import write_whole

from sse_core.small_star_empires import FEATURES
from sse_core.small_star_empires.action_numbers import ACTION_FEATURES
from sse_core.small_star_empires.learned import SAID

from .fitting import Floats
from .kinds import Kind

__all__ = ["with_spreads", "with_won", "write_weights"]

CURIOSITY = 1.1
"""The weight of PUCT."""

LIMIT = 99.0


def write_weights(path: Path, kind: Kind, value: Floats, spread: Floats, policy: Floats, about: dict[str, str]) -> None:
    """Write weights by stage, and what is told of them, into a file."""
    lines = [
        "# Weights of the numbers of positions and actions, by the pieces that all seats together have left.",
        "# docs/learned.md tells how they were learned.",
        "",
        "[weights]",
        f'kind = "{kind.name}"',
        *(f'{key} = "{text}"' for key, text in about.items()),
        f"curiosity = {CURIOSITY}",
        f"rollouts = {kind.rollouts}",
        f"endgame = {kind.endgame}",
        f"tie_break = {kind.tie_break}",
        f"pieces = {list(kind.pieces)}",
        f"spread = {_numbers(spread)}",
        f"won = {_numbers(SAID)}",
        "",
        "[position]  # points for one more of each number of a seat",
        *(f"{each.name} = {_numbers(value[:, i])}" for i, each in enumerate(FEATURES)),
        "",
        "[action]  # doublings of the odds for one more of each number of an action",
        *(f"{each.name} = {_numbers(policy[:, i])}" for i, each in enumerate(ACTION_FEATURES)),
    ]
    write_whole(path, "\n".join(lines) + "\n")


def with_spreads(text: str, scale: float) -> str:
    """Return the text of weights, each spread so many times as large."""
    spreads = [scale * float(each) for each in _row_of("spread").findall(text)[0].split(",")]
    return _row_of("spread").sub(f"spread = {_numbers(spreads)}", text)


def with_won(text: str, won: Iterable[float]) -> str:
    """Return the text of weights, with what is won of what searches say."""
    return _row_of("won").sub(f"won = {_numbers(won)}", text)


def _row_of(key: str) -> re.Pattern[str]:
    return re.compile(rf"^{key} = \[(.*)\]$", re.MULTILINE)


def _numbers(column: Iterable[float]) -> str:
    """A row of weights, to the thousandth."""
    return "[" + ", ".join(f"{max(-LIMIT, min(LIMIT, float(number))):.3f}" for number in column) + "]"
