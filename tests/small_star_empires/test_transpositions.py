"""Perft with a transposition table counts what perft without one counts, on boards of all kinds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.profiles import IS_SANITIZED, by_profile, shortened
from tests.small_star_empires.strategies import played_on
from tests.small_star_empires.test_memory import growth

import sse_core as sse
from sse_core import ArgumentError, Rules, State
from sse_core._core.small_star_empires import perft as _perft
from sse_core.play import game_tree
from sse_core.small_star_empires import Bag, Hex, position
from sse_core.testing import seeds, states

SIZES = (1, 2, 37, 10_000)
LARGEST = 60_000
"""The most ways to play that a test counts one by one."""


def leaves(state: State, depth: int) -> int:
    """Perft in plain words, every action played."""
    if depth == 0 or not state.to_act:
        return 1
    return sum(leaves(state.after(action), depth - 1) for action in state.legal_ids())


def depth_of(state: State, most: int) -> int:
    """Return the largest depth with at most so many ways to play, but 2 at least, and 8 at most."""
    depth = 2
    while depth < 8 and sse.perft(state, depth + 1) <= most:
        depth += 1
    return depth


# --- the same numbers


@given(states(), st.sampled_from(SIZES), st.sampled_from((1, 2, 3, 4)))
def test_a_table_changes_no_number(state: State, table: int, threads: int) -> None:
    played = depth_of(state, 1000)
    assert sse.perft(state, played) == leaves(state, played)
    depth = max(3, depth_of(state, LARGEST))
    expected = sse.perft(state, depth)
    assert sse.perft(state, depth, table=table, threads=threads) == expected
    assert sse.perft_divide(state, depth, table=table) == sse.perft_divide(state, depth, threads=threads)


@pytest.mark.parametrize("threads", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["base-2p", "base-3p", "base-4p", "base-2p-balanced", "base-4p-wormholes", "epic-2p"])
def test_plain_boards(name: str, threads: int) -> None:
    start = sse.new_game(sse.load_map(name))
    for state in (start, played_on(start, 3, 12)):
        expected = sse.perft(state, 4)
        assert [sse.perft(state, 4, table=table, threads=threads) for table in SIZES] == [expected] * len(SIZES)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_work_is_shared_below_the_first_ply(threads: int) -> None:
    """The player to act has one action at first."""
    start = sse.new_game(sse.parse_map("A 3 B 1 2 3 1 2 3\n . . . . . . . .\n1 2 3 1 2 3 1 2 3"))
    assert start.legal_count() < 20
    expected = sse.perft(start, 5)
    assert [sse.perft(start, 5, table=table, threads=threads) for table in (0, *SIZES)] == [expected] * 5
    assert sum(sse.perft_divide(start, 5, table=1000, threads=threads).values()) == expected


@pytest.mark.parametrize("table", SIZES)
@pytest.mark.parametrize("name", shortened(["everything-2p", "unexplored-2p", "everything-4p"]))
def test_boards_with_chance(name: str, table: int) -> None:
    for plies in (0, 5, 11):
        state = played_on(sse.new_game(sse.load_map(name)), 7, plies)
        expected = sse.perft(state, 4)
        assert [sse.perft(state, 4, table=table, threads=threads) for threads in (1, 2)] == [expected] * 2
        assert sum(sse.perft_divide(state, 4, table=table).values()) == expected


def ends(name: str, plies: int, games: int) -> Iterator[State]:
    """Positions some plies before the ends of random games."""
    for seed in range(games):
        start = sse.new_game(sse.load_map(name))
        yield played_on(start, seed, played_on(start, seed, 1000).ply - plies)


@pytest.mark.parametrize("name", shortened(["base-2p", "everything-2p", "duel", "base-3p", "base-4p-wormholes"], 3))
def test_ends_of_games(name: str) -> None:
    """E2.2, E2.3: players pass, and games end before the last ply."""
    counted = 0
    for state in ends(name, 7, 40):
        expected = leaves(state, 4)
        assert sse.perft(state, 4) == expected
        assert [sse.perft(state, 4, table=table) for table in SIZES] == [expected] * len(SIZES)
        if state.legal_count() < 9:
            counted += 1
            beyond = sse.perft(state, 7)
            assert [sse.perft(state, 7, table=table) for table in SIZES] == [beyond] * len(SIZES)
    assert counted >= 5


def test_last_pieces() -> None:
    """E2.3: reserves that are nearly empty decide whether a game goes on, and what is put down."""
    board = sse.parse_map("A 1 2 3 . 1 B\n 1 2 3 1 2 .")
    for mine in ((0, 1), (1, 0), (1, 1), (2, 0), (0, 3), (2, 2), (9, 1), (9, 9)):
        for theirs in ((0, 0), (0, 1), (1, 0), (1, 1), (0, 9), (9, 9)):
            for damaged in (False, True):
                state = position(board, ships=[[(0, False)], [(6, damaged), 6]], reserves=[mine, theirs])
                for depth in range(by_profile(dev=6, ci=6, nightly=8)):
                    expected = leaves(state, depth) if depth < 6 else sse.perft(state, depth)
                    assert sse.perft(state, depth) == expected
                    assert {sse.perft(state, depth, table=table) for table in SIZES} == {expected}


def test_damaged_ships_go_home_for_repair() -> None:
    """E5.3: a repair takes no system; systems that are taken bar the way home."""
    board = sse.parse_map("A 1 2 3 1\n 2 . 1 2\n1 2 3 . B")
    for cells in ((1, 2), (2, 6), (7, 11), (3, 10)):
        state = position(board, ships=[[(cells[0], True), cells[0]], [(cells[1], True), (13, True)]])
        assert sse.perft(state, 3) == leaves(state, 3)
        for depth in range(3, 6):
            assert {sse.perft(state, depth, table=table) for table in SIZES} == {sse.perft(state, depth)}


def test_perft_of_a_finished_game() -> None:
    end = sse.playout(sse.new_game(sse.load_map("duel")), 1)
    for depth in (0, 1, 2, 3, 10_000):
        assert sse.perft(end, depth, table=10, threads=2) == 1
    assert sse.perft_divide(end, 3, table=10) == {}


def zigzag(length: int) -> State:
    """Two players far from each other, each between two arms of systems without three in a row.

    A ship can only go on to the next system of its arm. Reserves are too large to be used up.
    """
    systems: dict[Hex, str] = {}
    for owner, far in (("A", 0), ("B", 1000)):
        systems[Hex(far, 0)] = owner
        for sign, (q, r) in ((1, (1, 0)), (-1, (0, -1))):
            for step in range(length):
                systems[Hex(far + q, r)] = "."
                if (step % 2 == 0) == (sign == 1):
                    r += sign
                else:
                    q += sign
    return sse.new_game(sse.Board(systems), ships=2, cities=200, stations=200)


@pytest.mark.parametrize("length", [1, 2, 9, 16, 30])
def test_counts_of_any_size(length: int) -> None:
    """2 pieces by each of 2 * `length` moves, in an order of 2 arms, by 2 players in turn: up to 2**233."""
    state = zigzag(length)
    ways = (comb(2 * length, length) * 4**length) ** 2
    assert sse.perft(state, 4 * length, table=100_000) == ways
    assert sse.perft(state, 4 * length, table=100_000, threads=2) == ways
    assert list(sse.perft_divide(state, 4 * length, table=100_000).values()) == [ways // 4] * 4
    if ways < 10**7:
        assert sse.perft(state, 4 * length) == ways


@given(states(), st.sampled_from((1, 50)))
def test_the_table_for_every_game_counts_the_same(state: State, table: int) -> None:
    depth = depth_of(state, 1000)
    assert game_tree.perft(state, depth, table=table) == sse.perft(state, depth)
    assert game_tree.perft_divide(state, depth, table=table, threads=2) == sse.perft_divide(state, depth)


# --- positions that are told apart


ROW = sse.parse_map("A 1 2 3 1 2 3 B")
CLOSED: dict[str, Any] = {"ships": [[1, 2], [6]], "owners": {1: 0, 2: 0, 6: 1}, "reserves": [(5, 3), (4, 2)]}
LONG = sse.parse_map("1 A 2 3 1" + " x" * 57 + " 2 B 1")
"""65 cells."""
WIDE: dict[str, Any] = {"ships": [[0], [4]], "owners": {0: 0, 3: 1, 64: 1}, "reserves": [(5, 3), (4, 2)]}
HIDDEN = sse.parse_map("A 1 ? ? 3\n ? 2 ? 1 2\n1 ? 3 2 B")
BAG = Rules(bag=Bag(three=2, two=2, asteroid=2, refueling=1, nordinn=1), open_borders=True)
OPEN: dict[str, Any] = {"rules": BAG, "ships": [[1], [13]], "owners": {1: 0, 13: 1}, "reserves": [(5, 3), (4, 2)]}

FUEL: dict[str, Any] = OPEN | {
    "ships": [[2], [13]],
    "owners": {1: 0, 2: 0, 13: 1},
    "tiles": {2: "refueling"},
    "due": ("refuel", 2),
}

FUEL_TWICE: dict[str, Any] = FUEL | {
    "rules": Rules(bag=Bag(three=2, two=2, asteroid=2, refueling=2), open_borders=True),
    "ships": [[2, 3], [13]],
    "owners": {2: 0, 3: 0, 13: 1},
    "tiles": {2: "refueling", 3: "refueling"},
}
CORNER = sse.parse_map("? 1 A ? 2 1 3 B")
FUEL_IN_CORNER: dict[str, Any] = {
    "rules": BAG,
    "ships": [[0], [6]],
    "owners": {0: 0, 6: 1},
    "tiles": {0: "refueling"},
    "reserves": [(5, 3), (4, 2)],
    "due": ("refuel", 0),
}

CHANGES: list[tuple[str, sse.Board, dict[str, Any], dict[str, Any]]] = [
    ("who is to act", ROW, CLOSED, {"mover": 1}),
    ("who has passed", ROW, CLOSED, {"passed": [False, True]}),
    ("a damaged ship", ROW, CLOSED, {"ships": [[1, (2, True)], [6]]}),
    ("a damaged ship of the other", ROW, CLOSED, {"ships": [[1, 2], [(6, True)]]}),
    ("a ship's place", ROW, CLOSED, {"ships": [[1, 1], [6]]}),
    ("cities", ROW, CLOSED, {"reserves": [(1, 3), (4, 2)]}),
    ("stations", ROW, CLOSED, {"reserves": [(5, 1), (4, 2)]}),
    ("cities of the other", ROW, CLOSED, {"reserves": [(5, 3), (0, 2)]}),
    ("stations of the other", ROW, CLOSED, {"reserves": [(5, 3), (4, 1)]}),
    ("an owner", ROW, CLOSED, {"owners": {1: 0, 2: 0, 6: 0}}),
    ("a free system", ROW, CLOSED, {"owners": {1: 0, 2: 0, 5: 1, 6: 1}}),
    ("an owner on a board of more than 64 cells", LONG, WIDE, {"owners": {0: 0, 4: 1, 64: 1}}),
    ("an owner in the 65th cell", LONG, WIDE, {"owners": {0: 0, 3: 1}}),
    ("a kind of tile", HIDDEN, OPEN | {"tiles": {2: "two"}}, {"tiles": {2: "asteroid"}}),
    ("a kind of tile that is landed on", HIDDEN, OPEN | {"tiles": {2: "two"}}, {"tiles": {2: "three"}}),
    ("a tile's place", HIDDEN, OPEN | {"tiles": {2: "two"}}, {"tiles": {3: "two"}}),
    ("the place of the last kind of tile", HIDDEN, OPEN | {"tiles": {2: "nordinn"}}, {"tiles": {3: "nordinn"}}),
    ("a revealed tile", HIDDEN, OPEN, {"tiles": {2: "two"}}),
    ("a conquered system", HIDDEN, OPEN | {"tiles": {2: "nordinn", 3: "two"}}, {"conquered": [3]}),
    ("a piece that can't be destroyed", HIDDEN, OPEN, {"pieces": {13: "station"}}),
    ("a city for a toll", HIDDEN, OPEN, {"reserves": [(9, 3), (4, 2)]}),
    (
        "a reveal that is due",
        HIDDEN,
        OPEN | {"ships": [[2], [13]], "due": ("reveal", 2)},
        {"ships": [[1], [13]], "due": None},
    ),
    (
        "the place of a reveal",
        HIDDEN,
        OPEN | {"ships": [[2], [13]], "due": ("reveal", 2)},
        {"ships": [[3], [13]], "due": ("reveal", 3)},
    ),
    (
        "the explorer",
        HIDDEN,
        OPEN | {"ships": [[2], [13]], "due": ("reveal", 2)},
        {"ships": [[1], [2]], "mover": 1},
    ),
    ("a second move that is due", HIDDEN, FUEL, {"due": None}),
    ("the place of a second move", HIDDEN, FUEL_TWICE, {"due": ("refuel", 3)}),
    ("a second move that is due in the first cell", CORNER, FUEL_IN_CORNER, {"due": None}),
    ("a ninth ship's place", ROW, CLOSED | {"ships": [[1] * 9, [6]]}, {"ships": [[1] * 8 + [2], [6]]}),
    ("a ninth ship's damage", ROW, CLOSED | {"ships": [[1] * 8 + [2], [6]]}, {"ships": [[1] * 8 + [(2, True)], [6]]}),
    (
        "a choice that is due",
        HIDDEN,
        OPEN | {"ships": [[(2, True)], [13]], "tiles": {2: "nordinn"}, "due": ("choose", 2)},
        {"due": None},
    ),
]
DIFFERENT: dict[str, tuple[State, State]] = {
    name: (position(board, **options), position(board, **(options | other))) for name, board, options, other in CHANGES
}


def counted_by(table: Any, state: State, plies: int) -> int:
    """Return the ways to play from a state, counted with a table that others share."""
    count = _perft.Count(state, plies, table)
    while not count.run(1):
        pass
    return count.ways


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
@pytest.mark.parametrize("plies", [5, 6])
def test_positions_that_differ_in_what_matters(pair: tuple[State, State], plies: int) -> None:
    first, second = pair
    assert first != second
    assert _perft.key(first, plies) != _perft.key(second, plies)
    expected = [sse.perft(state, plies) for state in (first, second, first)]
    for n in (1, 1000):
        table = _perft.TranspositionTable(first, plies, n)
        assert [counted_by(table, state, plies) for state in (first, second, first)] == expected


def test_different_numbers_of_plies() -> None:
    state = position(ROW, **CLOSED)
    keys = {_perft.key(state, plies) for plies in (1, 2, 3, 4, 5, 10_000)}
    assert len(keys) == 6
    table = _perft.TranspositionTable(state, 6, 1000)
    for plies in (6, 3, 5, 4, 6, 3):
        assert counted_by(table, state, plies) == sse.perft(state, plies)


EQUAL: dict[str, tuple[State, State]] = {
    "the ply": (position(ROW, **CLOSED), position(ROW, **CLOSED, ply=9)),
    "a station for a city on a plain board": (
        position(ROW, **CLOSED),
        position(ROW, **CLOSED, pieces={1: "station", 6: "station"}),
    ),
    "reserves that can't be used up": (
        position(ROW, **(CLOSED | {"reserves": [(6, 5), (7, 5)]})),
        position(ROW, **(CLOSED | {"reserves": [(5, 6), (15, 5)]})),
    ),
    "points": (position(HIDDEN, **OPEN), position(HIDDEN, **OPEN, received=[1, 0], banked=[(0, 0), (0, 2)])),
}


@pytest.mark.parametrize("pair", EQUAL.values(), ids=EQUAL)
def test_positions_from_which_the_same_can_be_played(pair: tuple[State, State]) -> None:
    first, second = pair
    assert first != second
    assert _perft.key(first, 5) == _perft.key(second, 5)
    assert sse.perft(first, 5) == sse.perft(second, 5)


@given(states(stage="unfinished"), seeds())
def test_equal_keys_mean_equal_counts(state: State, seed: int) -> None:
    """Positions two plies on, by their keys for two more plies."""
    by_key: dict[bytes, set[int]] = {}
    children = [state.after(action) for action in state.legal_ids()[:40]]
    for later in [child.after(action) for child in children for action in child.legal_ids()[:40]]:
        for plies in (1, 2):
            by_key.setdefault(_perft.key(later, plies), set()).add(sse.perft(later, plies))
    assert [counts for counts in by_key.values() if len(counts) > 1] == []


def test_what_a_key_leaves_out_is_never_asked() -> None:
    """The rules only add to these fields and never read them; `write_key` relies on that."""
    found = 0
    for name in ("moves.pxd", "turn.pxd"):
        source = (Path(sse.__file__).parent / "_core" / "small_star_empires" / name).read_text(encoding="utf-8")
        for use in re.finditer(r"\.(ply|received|banked_planets|banked_tiles)\b(\[[^]]*\])?(.{4})", source):
            assert use[3] == " += ", use[0]
            found += 1
    assert found >= 5


@pytest.mark.parametrize("name", ["base-2p", "base-3p", "everything-2p"])
def test_what_was_counted_is_found_again(name: str) -> None:
    """A count is finished before it begins where a table with much room has it: the position, and all that followed."""
    state = sse.new_game(sse.load_map(name))
    table = _perft.TranspositionTable(state, 4, 1 << 16)
    counted = _perft.Count(state, 4, table)
    assert counted.ways == 0
    while not counted.run(1 << 20):
        pass
    assert counted.ways == sse.perft(state, 4)
    assert _perft.Count(state, 4, table).ways == counted.ways
    for later in map(state.after, state.legal_ids()):
        assert _perft.Count(later, 3, table).ways == sse.perft(later, 3)


def test_of_two_positions_in_one_place_the_one_with_more_plies_stays() -> None:
    """Of two with equally many, the new one."""
    state = sse.new_game(sse.load_map("duel"))
    other = state.after(state.legal_ids()[0])
    table = _perft.TranspositionTable(state, 4, 1)
    for kept, plies, known in ((state, 4, state), (other, 3, state), (other, 4, other), (state, 4, state)):
        counted_by(table, kept, plies)
        for sought in (state, other):
            found = sse.perft(sought, 4) if sought is known else 0
            assert _perft.Count(sought, 4, table).ways == found


# --- the table's memory, and threads


def test_a_table_is_freed() -> None:
    state = sse.new_game(sse.load_map("base-2p"))
    assert growth(lambda: sse.perft(state, 3, table=10_000), times=10) < 64 * 10_000
    assert growth(lambda: sse.perft(state, 4, table=10_000, threads=2), times=10) < 64 * 10_000


@pytest.mark.parametrize(("name", "size"), [("base-2p", 64), ("base-3p", 88), ("base-4p", 136), ("epic-4p", None)])
def test_a_position_takes_as_many_bytes_as_the_page_says(name: str, size: int | None) -> None:
    entry = _perft.TranspositionTable(sse.new_game(sse.load_map(name)), 3, 1).entry_bytes
    assert entry == size or (size is None and entry <= 344)


@pytest.mark.parametrize(("ships", "size"), [(1, 64), (8, 64), (9, 80), (16, 80)])
def test_ships_beyond_the_eighth_take_a_word_more_of_each_player(ships: int, size: int) -> None:
    start = sse.new_game(sse.load_map("base-2p"), ships=ships)
    assert _perft.TranspositionTable(start, 3, 1).entry_bytes == size


@pytest.mark.parametrize("table", [-1, 2**32 + 1, 10**30])
def test_refused_sizes(table: int) -> None:
    state = sse.new_game(sse.load_map("duel"))
    for perft in (sse.perft, sse.perft_divide, game_tree.perft, game_tree.perft_divide):
        with pytest.raises(ArgumentError, match=f"^table is {'-1' if table < 0 else ''}.*, not in 0 to 4294967296"):
            perft(state, 1, table=table)


@pytest.mark.parametrize("table", [1.5, "1", None])
def test_sizes_are_integers(table: Any) -> None:
    with pytest.raises(TypeError, match="table"):
        sse.perft(sse.new_game(sse.load_map("duel")), 3, table=table)


def in_a_process(script: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a script that begins with a start of the base map for two."""
    begin = "import sse_core as sse\nstate = sse.new_game(sse.load_map('base-2p'))\n"
    command = [sys.executable, "-c", begin + script]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **options)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is set as on Linux")
@pytest.mark.skipif(IS_SANITIZED, reason="the sanitizer reserves more than the limit")
def test_too_little_memory() -> None:
    done = in_a_process(
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
        "try:\n"
        "    sse.perft(state, 4, table=1 << 30)\n"
        "except MemoryError as error:\n"
        "    print(error)\n"
        "print(sse.perft(state, 4, table=1 << 10))\n"
    )
    expected = sse.perft(sse.new_game(sse.load_map("base-2p")), 4)
    assert done.stdout.splitlines() == [
        "there is no memory for a table of 1073741824 positions of 64 bytes",
        str(expected),
    ], done.stderr


@pytest.mark.skipif(os.name != "posix", reason="no timer signals here")
@pytest.mark.parametrize("options", ["table=100_000", "table=100_000, threads=2", "threads=2"])
def test_an_interrupt_stops_all_threads(options: str) -> None:
    """A process ends only when its threads do."""
    done = in_a_process(
        "import signal\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.3)\n"
        "try:\n"
        f"    sse.perft(state, 14, {options})\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    assert (done.returncode, done.stdout) == (0, "stopped\n"), done.stderr


WRONG: dict[str, Callable[[], object]] = {
    "more plies than are counted at once": lambda: _perft.count(position(ROW), _perft.AT_ONCE + 1),
    "as few as are counted at once": lambda: _perft.Count(position(ROW), _perft.AT_ONCE),
    "more than the table is for": lambda: _perft.Count(
        position(ROW), 6, _perft.TranspositionTable(position(ROW), 5, 1)
    ),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_the_core_refuses_plies_that_it_has_no_room_for(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="plies aren't counted"):
        wrong()
