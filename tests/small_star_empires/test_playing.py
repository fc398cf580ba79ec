"""Many games in one call: the same for any number of threads, and the same as one by one."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import sse_core as sse
from sse_core import ArgumentError, child_seed
from sse_core.small_star_empires import Bag, position

MAPS = ("base-2p", "base-4p-wormholes", "unexplored-2p", "epic-2p", "everything-4p")


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_playouts_are_the_playouts_of_their_seeds(name: str, threads: int) -> None:
    start, n = sse.new_game(sse.load_map(name)), 300
    found = sse.playouts(start, n, 7, threads=threads, ends=True)
    expected = [sse.playout(start, child_seed(7, game)) for game in range(n)]
    assert found.ends == tuple(expected)
    outcomes = [end.outcome for end in expected]
    assert found.plies.tolist() == [end.ply for end in expected]
    assert found.totals.tolist() == [list(end.totals) for end in expected]
    assert [tuple(np.flatnonzero(row)) for row in found.winners] == [
        outcome.winners for outcome in outcomes if outcome is not None
    ]
    without = sse.playouts(start, n, 7, threads=threads)
    assert without.ends is None
    for mine, theirs in zip(without[:3], found[:3], strict=True):
        assert np.array_equal(mine, theirs)


def test_chunks_leave_no_game_out() -> None:
    start = sse.new_game(sse.load_map("duel"))
    whole = sse.playouts(start, 9000, 3)
    for threads in (2, 3, 64):
        shared = sse.playouts(start, 9000, 3, threads=threads)
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(shared[:3], whole[:3], strict=True))
    assert sse.playouts(start, 0, 3, threads=4).totals.shape == (0, 2)


@pytest.mark.parametrize("name", MAPS)
def test_perft_is_the_same_on_two_threads(name: str) -> None:
    start = sse.new_game(sse.load_map(name))
    assert sse.perft_divide(start, 2, threads=2) == sse.perft_divide(start, 2)
    assert sse.perft(start, 2, threads=2) == sse.perft(start, 2)


def leaves(state: sse.State, depth: int) -> int:
    """Perft in plain words: a game that ends sooner counts once."""
    if depth == 0 or not state.to_act:
        return 1
    return sum(leaves(state.after(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize("drawing", ["A 3 B", "A 3 3 B", "A ? B", "A w B"])
@pytest.mark.parametrize("depth", range(7))
def test_perft_goes_beyond_the_end_of_games(drawing: str, depth: int) -> None:
    start = sse.new_game(sse.parse_map(drawing), rules=sse.Rules(bag=Bag(three=1, asteroid=1, refueling=1)))
    assert sse.perft(start, depth) == leaves(start, depth)


@pytest.mark.parametrize("bag", [Bag(refueling=1), Bag(asteroid=1, hollana=1)], ids=["one kind", "two kinds"])
def test_perft_goes_through_turns_of_several_actions(bag: Bag) -> None:
    """E9.2, E9.7: the bag lacks the first kinds, nobody has stations, and a ship stays behind beside the explorer."""
    board = sse.parse_map("A 1 2 ? 3 1 B")
    start = position(board, rules=sse.Rules(bag=bag), ships=[[1, 2], [6]], reserves=[(9, 0), (9, 0)])
    assert [sse.perft(start, depth) for depth in range(6)] == [leaves(start, depth) for depth in range(6)]


@pytest.mark.parametrize("threads", [0, -1, 1025])
def test_refused_numbers_of_threads(threads: int) -> None:
    state = sse.new_game(sse.load_map("duel"))
    with pytest.raises(ArgumentError, match=f"threads is {threads}, not in 1 to 1024"):
        sse.playouts(state, 1, 0, threads=threads)
    with pytest.raises(ArgumentError, match=f"threads is {threads}, not in 1 to 1024"):
        sse.perft(state, 1, threads=threads)


@pytest.mark.ci
def test_both_builds_play_the_same_games() -> None:
    """The portable modules and those for newer processors, where there are any; on lines as long as tables, too."""
    script = (
        "import sse_core as sse\n"
        "from sse_core.small_star_empires import Hex\n"
        "def wide(width, height):\n"
        "    places = [(q, r) for q in range(width) for r in range(height)]\n"
        "    systems = {Hex(q - r // 2, r): '1.2r3g.b'[(3 * q + r) % 8] for q, r in places}\n"
        "    return sse.Board(systems | {Hex(1, 1): 'A', Hex(width - 4, height - 2): 'B'})\n"
        "rows = {f'{w} x {h}': wide(w, h) for w in (10, 11, 12) for h in (5, 10)}\n"
        "for name, board in {**sse.maps(), **rows}.items():\n"
        "    state = sse.new_game(board)\n"
        "    found = sse.playouts(state, 40, 5, ends=True)\n"
        "    batch = sse.small_star_empires.Batch(state, 20, seed=9, auto_reset=True)\n"
        "    for _ in range(60):\n"
        "        batch.step(batch.sample())\n"
        "    keys = [end.key for end in found.ends], [batch.state(i).key for i in range(20)]\n"
        "    print(name, found.totals.tolist(), keys, batch.legal_mask().tobytes().hex(), sse.perft(state, 2))\n"
        "    for ply in range(12):\n"
        "        numbers = sse.small_star_empires.features(state, 0), hash(state), state.totals\n"
        "        print(ply, state.legal_ids(), numbers, state.territory(1))\n"
        "        legal = state.legal_actions()\n"
        "        print(*map(state.why_not, state.actions[::97]), legal[len(legal) // 2] in legal)\n"
        "        state = state.after(legal[(7 * ply + 3) % len(legal)])\n"
    )
    said = {
        portable: subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"SSE_PORTABLE": portable},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for portable in ("0", "v3", "1")
    }
    assert said["0"] == said["v3"] == said["1"]
    assert len(said["0"].splitlines()) == 25 * (len(sse.maps()) + 6)
