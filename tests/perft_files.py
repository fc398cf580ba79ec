"""Perft counts in files: of presets of a game, and of positions in a random game from each.

A file of the folder ``data/perft`` has the name of a preset. Its lines are comments, then `ply depth positions`: so
many positions lie `depth` plies from that ply of the random game of `SEED`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from sse_core.seeds import PlyStream

SEED: Final = 7
"""The seed of the random game that a file's positions are from."""


class Line(NamedTuple):
    """One line of a file."""

    ply: int
    depth: int
    positions: int


def lines_by_preset(folder: Path) -> dict[str, list[Line]]:
    """Return the lines of each file of a folder."""
    found: dict[str, list[Line]] = {}
    for path in sorted(folder.iterdir()):
        texts = [text for text in path.read_text(encoding="utf-8").splitlines() if not text.startswith("#")]
        found[path.stem] = [Line(*map(int, text.split())) for text in texts]
    return found


def walk(state: Any, lines: list[Line]) -> dict[int, Any]:
    """Return the states of the random game that lines count from, by ply."""
    plies = {line.ply for line in lines}
    found: dict[int, Any] = {}
    while len(found) < len(plies):
        if state.ply in plies:
            found[state.ply] = state
        state = step(state)
    return found


def step(state: Any) -> Any:
    """Return the next state of the random game."""
    stream = PlyStream(SEED, state.ply)
    return state.after(stream.draw(state.odds()) if state.odds() else stream.choice(state.legal_ids()))


def check(state: Any, lines: list[Line], core: Callable[[Any, int], int], plain: Callable[[Any, int], int]) -> None:
    """Compare the counts of one way to count with the lines; where they differ, say what both count by action."""
    states = walk(state, lines)
    for line in lines:
        assert core(states[line.ply], line.depth) == line.positions, difference(
            states[line.ply], line.depth, core, plain
        )


def difference(state: Any, depth: int, one: Callable[[Any, int], int], other: Callable[[Any, int], int]) -> str:
    """Return the count for each first action by both ways."""
    texts: Mapping[Any, str] = {action: state.game.format_action(action, state) for action in state.legal_actions()}
    rows: list[str] = []
    for action, text in texts.items():
        counts = [count(state.after(action), depth - 1) for count in (one, other)]
        rows.append(f"{'   ' if counts[0] == counts[1] else '!! '}{text}: {counts[0]}, the other rules {counts[1]}")
    return "\n".join([f"depth {depth} at ply {state.ply}", *rows])
