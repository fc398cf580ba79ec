"""Perft counts on base maps, from data/perft, and the number of first actions."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sse_core as sse
from sse_core import Action, Board, State
from sse_core.small_star_empires import Holes, reference
from sse_core.testing import seeds

_FOLDER: Final = Path(__file__).parent / "data" / "perft"
_HOLES: Final[dict[str, Holes | None]] = {
    "none": None,
    "balanced": "balanced",
    "wormholes": "wormholes",
    "black_holes": "black_holes",
}
_ORDINARY_DEPTH: Final = 2
"""How deep the reference counts in an ordinary run."""


class Line(NamedTuple):
    """One line of a file: how many positions a depth has, and whether only the core has counted them."""

    board: Board
    depth: int
    positions: int
    core_only: bool


def _read(path: Path) -> list[Line]:
    """Return a file's lines: comments, the map (`base_map key=value …` or `map NAME`), `depth positions [core]`."""
    texts = [text for text in path.read_text(encoding="utf-8").splitlines() if not text.startswith("#")]
    kind, *words = texts[0].split()
    if kind == "map":
        board = sse.maps()[words[0]]
    else:
        options = dict(word.split("=") for word in words)
        board = sse.base_map(int(options["players"]), holes=_HOLES[options["holes"]])
    rows = [text.split() for text in texts[1:]]
    return [Line(board, int(depth), int(positions), core == ["core"]) for depth, positions, *core in rows]


def _lines() -> dict[str, Line]:
    files = sorted(_FOLDER.glob("*.perft"))
    return {f"{path.stem}-{line.depth}": line for path in files for line in _read(path)}


_LINES: Final = _lines()


def test_there_is_a_file_for_every_base_map() -> None:
    boards = {line.board for line in _LINES.values()}
    assert boards >= {sse.base_map(players, holes=holes) for players in (2, 3, 4) for holes in _HOLES.values()}


def test_there_is_a_file_for_every_map_that_ships() -> None:
    assert {line.board for line in _LINES.values()} == set(sse.maps().values())


@pytest.mark.parametrize("line", _LINES.values(), ids=_LINES)
def test_core(line: Line) -> None:
    state = sse.new_game(line.board)
    assert sse.perft(state, line.depth) == line.positions, _difference(state, line.depth)


def _marks(line: Line) -> list[pytest.MarkDecorator]:
    """Deep counts are for the night, and those of large boards for CI."""
    if line.depth > _ORDINARY_DEPTH:
        return [pytest.mark.nightly]
    return [pytest.mark.ci] if line.positions > 1_000 and line.board.n_cells > 40 else []


@pytest.mark.parametrize(
    "line",
    [pytest.param(line, marks=_marks(line), id=name) for name, line in _LINES.items() if not line.core_only],
)
def test_reference(line: Line) -> None:
    state = reference.new_game(line.board)
    assert reference.perft(state, line.depth) == line.positions, _difference(sse.new_game(line.board), line.depth)


def _difference(state: State, depth: int) -> str:
    """Return the count for each first action: the core's, and the reference's where that doesn't take minutes."""
    core, plain = sse.perft_divide(state, depth), _reference_divide(reference.same(state), depth) if depth <= 3 else {}
    rows = [
        f"{'   ' if core.get(action) == plain.get(action) else '!! '}{sse.format_action(action, state)}: "
        f"core {core.get(action)}, reference {plain.get(action)}"
        for action in core | plain
    ]
    return "\n".join([f"depth {depth}: core {sum(core.values())}, reference {sum(plain.values())}", *rows])


def _reference_divide(state: reference.State, depth: int) -> dict[Action, int]:
    return {action: reference.perft(state.after(action), depth - 1) for action in state.legal_actions()}


# --- the first mover, on any shuffle of the map with empty middles


@given(st.sampled_from((2, 3)), seeds())
def test_first_mover_has_34_actions_for_two_and_three_players(players: int, seed: int) -> None:
    board = sse.base_map(players, seed=seed)
    assert [sse.new_game(board, first=seat).legal_count() for seat in range(players)] == [34] * players


@given(seeds())
def test_first_mover_has_34_or_38_actions_for_four_players(seed: int) -> None:
    board = sse.base_map(4, seed=seed)
    assert [sse.new_game(board, first=seat).legal_count() for seat in range(4)] == [34, 38, 34, 38]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
def test_an_interrupt_ends_a_count_that_would_take_days() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            sse.perft(sse.new_game(sse.base_map(2)), 12)
    finally:
        signal.signal(signal.SIGALRM, before)
