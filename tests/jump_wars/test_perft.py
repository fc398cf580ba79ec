"""Perft counts of presets of Jump Wars, and of positions in random games from them, from data/perft."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from sse_core import jump_wars
from sse_core.jump_wars import Position, State, perft, perft_divide, presets, rules
from sse_core.seeds import PlyStream

_FOLDER: Final = Path(__file__).parent / "data" / "perft"
_SEED: Final = 7
"""The seed of the random game that a file's positions are from."""


class Line(NamedTuple):
    """One line of a file: how many positions lie `depth` plies from a ply of the random game."""

    preset: str
    ply: int
    depth: int
    positions: int


def _read(path: Path) -> list[Line]:
    """Return a file's lines: comments, then `ply depth positions`."""
    texts = [text for text in path.read_text(encoding="utf-8").splitlines() if not text.startswith("#")]
    return [Line(path.stem, *map(int, text.split())) for text in texts]


_LINES: Final = {
    f"{line.preset}-{line.ply}-{line.depth}": line for path in sorted(_FOLDER.iterdir()) for line in _read(path)
}


def walk(name: str) -> dict[int, State]:
    """Return the states of the random game from a preset that its file counts from, by ply."""
    state = presets()[name].value
    plies = {line.ply for line in _LINES.values() if line.preset == name}
    found: dict[int, State] = {}
    while len(found) < len(plies):
        if state.ply in plies:
            found[state.ply] = state
        stream = PlyStream(_SEED, state.ply)
        state = state.after(stream.draw(state.odds()) if state.odds() else stream.choice(state.legal_ids()))
    return found


def plain_perft(p: Position, depth: int) -> int:
    """Return the perft by the plain rules."""
    actors = rules.to_act(p)
    if depth == 0 or not actors:
        return 1
    legal = rules.legal_ids(p, actors[0])
    return len(legal) if depth == 1 else sum(plain_perft(rules.play(p, actors[0], one), depth - 1) for one in legal)


def test_there_is_a_file_for_every_preset() -> None:
    assert {path.stem for path in _FOLDER.iterdir()} == presets().keys()


@pytest.mark.parametrize("name", presets())
def test_core(name: str) -> None:
    states = walk(name)
    for line in (line for line in _LINES.values() if line.preset == name):
        state = states[line.ply]
        assert perft(state, line.depth) == line.positions, _difference(state, line.depth)


@pytest.mark.parametrize("name", presets())
def test_plain_rules(name: str) -> None:
    states = walk(name)
    for line in (line for line in _LINES.values() if line.preset == name):
        state = states[line.ply]
        assert plain_perft(state.position, line.depth) == line.positions, _difference(state, line.depth)


def _difference(state: State, depth: int) -> str:
    """Return the count for each first action: the core's, and that of the plain rules."""
    core = perft_divide(state, depth)
    plain = {action: plain_perft(state.after(action).position, depth - 1) for action in core}
    rows = [
        f"{'   ' if core[action] == plain[action] else '!! '}{jump_wars.format_action(action, state)}: "
        f"core {core[action]}, plain rules {plain[action]}"
        for action in core
    ]
    return "\n".join([f"depth {depth} at ply {state.ply}", *rows])
