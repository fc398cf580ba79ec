"""Batches agree with states: each array has for game i what the state of game i has."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided
from tests.builds import built
from tests.profiles import by_profile, shortened
from tests.small_star_empires.strategies import played_on

import sse_core as sse
from sse_core import ArgumentError, IllegalActionError, SplitMix64, State, child_seed
from sse_core._core.small_star_empires.batch import Games
from sse_core._core.variants import variant
from sse_core.seeds import PlyStream
from sse_core.small_star_empires import (
    Bag,
    Batch,
    Hex,
    Move,
    Reason,
    Reveal,
    Stay,
    System,
    Tile,
    grid_places,
    observation_planes,
    parse_state,
    position,
    reference,
)
from sse_core.small_star_empires import batch as batch_module
from sse_core.small_star_empires.ruleset_cache import RulesetCache
from sse_core.testing import boards, seeds, states

MAPS = ("base-2p", "unexplored-3p", "everything-4p", "base-4p-balanced", "duel", "first-edition-2p", "everything-2p")


@pytest.fixture(params=[1, 3])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """A number of threads that share even the work of a few games."""
    monkeypatch.setattr(batch_module, "HAND_OVER", 0)
    return int(request.param)


def started(name: str) -> State:
    return sse.new_game(sse.load_map(name))


def say_the_same(batch: Batch, expected: list[State]) -> None:
    """Assert that all arrays of a batch agree with the states."""
    assert [batch.state(i) for i in range(batch.n)] == expected
    assert [state.legal_actions() for state in map(batch.state, range(batch.n))] == [
        state.legal_actions() for state in expected
    ]
    assert batch.to_act.tolist() == [state.to_act[0] if state.to_act else -2 for state in expected]
    boards = [state.board for state in expected]
    assert [batch.boards[at] for at in batch.board_of] == boards
    players, n_cells = max(board.players for board in batch.boards), max(board.n_cells for board in batch.boards)
    assert batch.scores().tolist() == [[*state.totals] + [0] * (players - len(state.totals)) for state in expected]
    say_the_same_masks(batch, expected)
    assert batch.observe().tolist() == [padded(seen(state), state.board, players, n_cells) for state in expected]


def say_the_same_masks(batch: Batch, expected: list[State]) -> None:
    """Assert that masks of every kind, written anew or kept, have the legal ids of the states."""
    ids = [list(state.legal_ids()) for state in expected]
    used = np.full((batch.n, -(-batch.n_actions // 8)), 0x5A, np.uint8), np.full((batch.n, batch.n_actions), 9, np.int8)
    for in_bits in (batch.legal_mask(), batch.legal_mask(used[0]), batch.legal_mask(kept=True)):
        bits = np.unpackbits(in_bits, axis=1, bitorder="little")
        assert not bits[:, batch.n_actions :].any()
        assert [np.flatnonzero(row).tolist() for row in bits] == ids
    unpacked = (batch.legal_mask(packed=False), batch.legal_mask(used[1]), batch.legal_mask(packed=False, kept=True))
    for in_bytes in unpacked:
        assert set(np.unique(in_bytes)) <= {0, 1}
        assert [np.flatnonzero(row).tolist() for row in in_bytes] == ids
    listed, offsets = batch.legal_ids()
    assert [listed.dtype, offsets.dtype] == [np.dtype("int32"), np.dtype("int64")]
    assert (offsets[0], offsets[-1]) == (0, len(listed))
    assert [row.tolist() for row in np.split(listed, offsets[1:-1])] == ids


def padded(planes: list[list[int]], board: sse.Board, players: int, n_cells: int) -> list[list[int]]:
    """The planes of a board among larger ones."""
    own = 9 * board.players
    rows = planes[:own] + [[] for _ in range(9 * (players - board.players))] + planes[own:]
    return [row + [0] * (n_cells - len(row)) for row in rows]


def seen(state: State, seat: int | None = None) -> list[list[int]]:
    """The planes that `observe` should give to a seat, or to the one whose turn it is, in plain Python."""
    board, cells = state.board, range(state.board.n_cells)
    turn = state.due.player if state.due else state.to_act[0] if state.to_act else 0
    turn = turn if seat is None else seat
    planes: list[list[int]] = []
    for place in range(board.players):
        player = (turn + place) % board.players
        for piece in ("homeworld", "city", "station"):
            planes.append([int(state.owner(cell) == player and state.piece(cell) == piece) for cell in cells])
        for damaged in (False, True):
            planes.append([state.ships(player).count((cell, damaged)) for cell in cells])
        reserve = state.reserve(player)
        numbers = (reserve.cities, reserve.stations, state.received(player), int(state.passed[player]))
        planes += [[min(number, 255)] * board.n_cells for number in numbers]
    found = [state.tile(cell) for cell in cells]
    counts = {Tile.THREE: 3, Tile.TWO: 2}
    planes.append(
        [board.system(cell).planets if tile is None else counts.get(tile, 0) for cell, tile in enumerate(found)]
    )
    for colour in range(3):
        planes.append([int(board.system(cell).nebula == colour) for cell in cells])
    planes.append([int(tile is Tile.CHROMATIC) for tile in found])
    for system in (System.WORMHOLE, System.BLACK_HOLE):
        planes.append([int(board.system(cell) is system) for cell in cells])
    planes.append([int(cell in state.unexplored) for cell in cells])
    for tile in list(Tile)[3:]:
        planes.append([int(other is tile) for other in found])
    planes.append([int(cell in state.conquered) for cell in cells])
    for what in ("reveal", "refuel", "choose"):
        planes.append(
            [int(state.due is not None and (state.due.what, state.due.cell) == (what, cell)) for cell in cells]
        )
    return planes


@pytest.mark.parametrize("chance", ["caller", "batch"])
@pytest.mark.parametrize("name", shortened(MAPS, 3))
def test_a_batch_plays_as_states_do(name: str, chance: Any, threads: int) -> None:
    """More than one and, in CI, than two words of games to their ends; all arrays are compared every 30 plies."""
    many = 130 if chance == "caller" and threads > 1 else 66
    n, seed, start = by_profile(dev=66, ci=many, nightly=130), 11, started(name)
    batch = Batch(start, n, seed=seed, chance=chance, threads=threads)
    games = [start] * n
    ended: list[State | None] = [None] * n
    for ply in range(10_000):
        if ply % 30 == 0:
            say_the_same(batch, games)
        if not any(game.to_act for game in games):
            break
        actions = batch.sample()
        batch.step(actions)
        for i, action in enumerate(actions.tolist()):
            if not games[i].to_act:
                assert action == -1
                continue
            games[i] = games[i].after(action)
            while chance == "batch" and games[i].to_act == (sse.CHANCE,):
                games[i] = games[i].after(PlyStream(child_seed(seed, i), games[i].ply).draw(games[i].odds()))
            assert batch.done[i] == (not games[i].to_act)
            if not games[i].to_act:
                ended[i] = games[i]
    assert batch.totals.tolist() == [list(game.totals) for game in ended if game is not None]
    for winners, game in zip(batch.winners, games, strict=True):
        assert game.outcome is not None
        assert tuple(np.flatnonzero(winners)) == game.outcome.winners


@given(st.lists(states(), min_size=1, max_size=1), seeds())
def test_a_batch_of_any_state_says_what_it_says(start: list[State], seed: int) -> None:
    batch = Batch.from_states(start * 3, chance="caller", seed=seed)
    say_the_same(batch, start * 3)
    batch.step(batch.sample())
    for i in range(3):
        assert batch.state(i).ply == start[0].ply + bool(start[0].to_act)


@given(state=states(), seed=seeds(), n=st.integers(1, 40), portable=st.sampled_from(["0", "v3", "1"]))
def test_games_scored_side_by_side_score_as_each_does_alone(state: State, seed: int, n: int, portable: str) -> None:
    """E7.3: whether their territories are flooded eight or four at a time or, for any processor, one after another."""
    games = [played_on(state, child_seed(seed, i), i) for i in range(n)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSE_PORTABLE", portable)
        # A board without rulesets asks again what the processor can do.
        object.__setattr__(state.board, "rulesets", RulesetCache())
        games = [parse_state(sse.format_state(game)) for game in games]
        batch = Batch.from_states(games, chance="caller")
    assert batch.scores().tolist() == [list(reference.same(game).totals) for game in games]


@pytest.mark.parametrize("portable", ["0", "v3"])
@pytest.mark.parametrize(
    ("width", "places"),
    [
        *((w, [Hex(q, r) for q in range(w) for r in range(h)]) for w, h in ((8, 8), (13, 5), (16, 8))),
        (13, sse.load_map("epic-4p").hexes),
    ],
    ids=["64 cells", "65 cells", "128 cells", "most places"],
)
def test_territories_of_many_games_grow_from_every_cell_to_every_neighbour(
    width: int, places: Sequence[Hex], portable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E7.3: two neighbours alone, and whole columns of the same size, are scored as in a game by itself."""
    monkeypatch.setenv("SSE_PORTABLE", portable)
    board = sse.Board(dict.fromkeys(places, "1") | {places[0]: "A", places[-1]: "B"})
    object.__setattr__(board, "rulesets", RulesetCache())
    held = [
        {cell: player, other: player}
        for player in range(2)
        for cell in range(board.n_cells)
        for other in board.neighbours(cell)
    ]
    held.append({cell: player for player, q in enumerate((0, width - 1)) for cell in range(q, board.n_cells, width)})
    over: dict[str, Any] = {"passed": [True, True], "mover": None, "reserves": [(0, 0), (0, 0)]}
    games = [
        position(board, owners={c: seat for c, seat in owners.items() if c not in (0, board.n_cells - 1)}, **over)
        for owners in held
    ]
    assert Batch.from_states(games).scores().tolist() == [list(game.totals) for game in games]


@given(boards(), seeds())
def test_a_sampled_game_of_a_batch_is_a_playout(board: sse.Board, seed: int) -> None:
    start = sse.new_game(board)
    batch = Batch(start, 2, seed=seed)
    while any(batch.to_act >= 0):
        batch.step(batch.sample())
    assert [batch.state(i) for i in range(2)] == [sse.playout(start, child_seed(seed, i)) for i in range(2)]


def test_every_kind_of_system_is_shown() -> None:
    state = sse.new_game(sse.parse_map("A 1 2 3 r g b . w ? w B\n x 1 x"))
    say_the_same(Batch(state, 1), [state])


def two_in_a_cell(cell: int) -> State:
    """A position where a whole and a damaged ship of one player stand together, and nothing else is known of them."""
    board = sse.load_map("base-2p")
    return position(board, ships=[[(cell, False), (cell, True)], [(board.homeworld(1), False)]])


def test_the_damaged_one_of_two_ships_is_told_from_the_other() -> None:
    board = sse.load_map("base-2p")
    cells = [cell for cell, system in enumerate(board.systems) if system.can_be_landed_on]
    start = [two_in_a_cell(cell) for cell in cells]
    assert all(any(isinstance(a, Move) and a.damaged for a in state.legal_actions()) for state in start)
    batch = Batch.from_states(start, seed=4)
    say_the_same(batch, start)
    samples = batch.sample()
    for i, state in enumerate(start):
        drawn = SplitMix64(child_seed(4, i)).below(state.legal_count())
        assert samples[i] == state.legal_ids()[drawn]
    batch.step(samples)
    say_the_same(batch, [state.after(int(id)) for state, id in zip(start, samples, strict=True)])


def test_a_second_move_forgets_what_the_turn_began_with() -> None:
    """E9.7: a ship could be repaired, another one lands elsewhere; now only the explorer moves, and only by a step."""
    rules = sse.Rules(bag=Bag(refueling=1))
    board = sse.parse_map("1 A ? 2 3 B")
    state = position(board, rules=rules, ships=[[(0, True), (1, False)], [(5, False)]], reserves=[(3, 0), (3, 3)])
    batch = Batch(state, 1, chance="caller")
    for action in (Move(1, 2, "city"), Reveal(Tile.REFUELING)):
        say_the_same(batch, [state])
        batch.step(np.array([state.actions.index(action)], np.int32))
        state = state.after(action)
    assert state.legal_actions() == (Move(2, 3, "city"), Stay())
    say_the_same(batch, [state])


def test_nothing_is_left_to_do_once_the_last_one_stays() -> None:
    """E2.3, E10.1: who would not pay is out, and with the others out before, all is over."""
    rules = sse.Rules(open_borders=True, toll_compulsory=False)
    board = sse.parse_map("A 1 2 B")
    state = position(board, rules=rules, owners={1: 1}, ships=[[0], [3]], passed=[False, True])
    batch = Batch(state, 1)
    say_the_same(batch, [state])
    batch.step(np.array([state.actions.index(Stay())], np.int32))
    state = state.after(Stay())
    assert (state.to_act, state.legal_actions()) == ((), ())
    say_the_same(batch, [state])


def test_an_id_that_is_alone_in_the_last_word_is_listed() -> None:
    """E10.1: staying is the last of 257 actions, and legal where every move costs a toll."""
    rules = sse.Rules(open_borders=True, toll_compulsory=False)
    board = sse.parse_map("A 1 1 1 1 1 1 1 1 . B")
    state = position(board, rules=rules, owners={1: 1}, ships=[[0], [10]])
    assert (len(board.actions), state.legal_ids()[-1]) == (257, 256)
    say_the_same(Batch(state, 2), [state, state])


def test_what_chance_reveals_is_drawn_as_its_odds_say() -> None:
    bag = Bag(three=5, asteroid=1, nordinn=2)
    start = sse.new_game(sse.parse_map("A ? B"), rules=sse.Rules(bag=bag))
    (explores,) = (action for action in start.legal_actions() if isinstance(action, Move))
    due = start.after(explores)
    assert due.to_act == (sse.CHANCE,)
    batch = Batch(due, 200, seed=6, chance="caller")
    tiles = [tile for tile in Tile for _ in range(bag.of(tile))]
    assert [due.actions[id] for id in batch.sample()] == [
        Reveal(tiles[PlyStream(child_seed(6, i), due.ply).below(len(tiles))]) for i in range(200)
    ]
    # A batch that draws them itself never shows a reveal, whatever it begins with.
    for begun in (Batch(due, 20), Batch.from_states([start, due], chance="batch")):
        assert -1 not in begun.to_act
        begun.reset()
        assert -1 not in begun.to_act


def test_what_is_beyond_a_byte_is_shown_as_its_most() -> None:
    board = sse.load_map("duel")
    ships = [[(board.homeworld(player), False)] for player in range(2)]
    rules = sse.Rules(open_borders=True)
    state = position(board, ships=ships, rules=rules, reserves=[(0, 255), (100, 255)], received=[300, 255])
    say_the_same(Batch(state, 2), [state, state])


def test_a_game_takes_as_much_memory_as_it_says() -> None:
    start = started("duel")
    before, batches = [0], []
    tracemalloc.start()
    try:
        for n in (1_000, 11_000):
            batches.append(Batch(start, n))
            before.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    small, large = np.diff(before)
    # What the arrays of the caller's side take: to_act, done, seats, and for each player a total and whether it won.
    arrays = 1 + 1 + 1 + start.board.players * (4 + 1)
    assert {batch.bytes_a_game for batch in batches} == {round((large - small) / 10_000) - arrays}


def test_ended_games_begin_anew() -> None:
    """With auto_reset, `done` and `totals` are those of the game that ended, all else those of the new game."""
    start = started("everything-2p")
    batch = Batch(start, 5, seed=3, auto_reset=True, chance="caller")
    lengths: list[int] = []
    plies = 0
    while len(lengths) < 3:
        before = batch.state(0)
        actions = batch.sample()
        batch.step(actions)
        plies += 1
        if batch.done[0]:
            end = before.after(int(actions[0]))
            assert end.outcome is not None
            assert batch.totals[0].tolist() == list(end.totals)
            assert batch.state(0) == start
            assert batch.to_act[0] == start.to_act[0]
            lengths.append(plies)
            plies = 0
    assert len(set(lengths)) > 1


def test_reset_begins_what_is_marked() -> None:
    start = started("everything-2p")
    batch = Batch(start, 3, seed=1)
    for _ in range(5):
        batch.step(batch.sample())
    kept = batch.state(1)
    batch.reset(np.array([True, False, True]))
    assert [batch.state(i) for i in range(3)] == [start, kept, start]
    batch.reset()
    assert [batch.state(i) for i in range(3)] == [start] * 3
    assert batch.to_act.tolist() == [0, 0, 0]


def test_a_reset_is_one_call_for_other_threads() -> None:
    """No step of another thread comes between the new games and what is noted of them."""
    batch = Batch(started("duel"), 2, seed=1)
    locked: list[bool] = []

    class Watched(np.ndarray[Any, np.dtype[Any]]):
        def __setitem__(self, key: Any, value: Any) -> None:
            locked.append(batch._lock.locked())
            super().__setitem__(key, value)

    batch._done = batch._done.view(Watched)
    batch.reset()
    batch.reset(np.array([True, False]))
    batch.reset(seed=2)
    assert locked == [True] * 3


def everything_of(batch: Batch) -> list[Any]:
    """All that a batch says, as lists."""
    arrays = (batch.to_act, batch.done, batch.totals, batch.winners, batch.seeds, batch.board_of, batch.scores())
    return [[batch.state(i) for i in range(batch.n)], *(array.tolist() for array in arrays)]


@pytest.mark.parametrize("chance", ["batch", "caller"])
def test_a_seed_begins_what_a_new_batch_of_it_begins(chance: Any, threads: int) -> None:
    """Whatever was played before, in slots with several starts, in the kept arrays; also where states were put."""
    starts = [started(name) for name in ("everything-2p", "duel", "base-2p")]
    options: Any = {"auto_reset": True, "chance": chance, "threads": threads}
    batch = Batch.from_states([played_on(start, 3, 5) for start in starts] * 2, seed=1, **options)
    arrays = batch.to_act, batch.done, batch.totals, batch.winners, batch.legal_mask(packed=False, kept=True)
    for seed in (7, 2**64 - 1, 7):
        for _ in range(60):
            batch.step(batch.sample())
        assert batch.totals.any()
        batch.reset(seed=seed)
        new = Batch([batch.state(i) for i in range(3)], 6, seed=seed, **options)
        for ply in range(60):
            if ply % 10 == 0:
                assert everything_of(batch) == everything_of(new)
                assert np.array_equal(arrays[-1], new.legal_mask(packed=False))
            new.step(new.sample())
            batch.step(batch.sample())
        now = batch.to_act, batch.done, batch.totals, batch.winners, batch.legal_mask(packed=False, kept=True)
        assert all(np.shares_memory(before, after) for before, after in zip(arrays, now, strict=True))


@given(
    starts=st.lists(states(), min_size=1, max_size=3),
    seed=seeds(),
    chance=st.sampled_from(["batch", "caller"]),
    waits=st.lists(st.integers(0, 63), min_size=1, max_size=8),
)
def test_games_that_wait_stay_as_they_are(starts: list[State], seed: int, chance: Any, waits: list[int]) -> None:
    """The others play what they play in a batch in which all of them go on."""
    batch, plays = (Batch.from_states(starts * 2, seed=seed, chance=chance) for _ in range(2))
    mask = batch.legal_mask(packed=False, kept=True)
    for bits in waits:
        plays.reset(seed=seed)
        batch.reset(seed=seed)
        waiting = np.array([bits >> i & 1 for i in range(batch.n)], np.bool_)
        for _ in range(2):
            before, masked = everything_of(batch), mask.copy()
            actions = batch.sample()
            assert not batch.illegal(actions).any()
            plays.step(np.array(plays.sample()))
            batch.step(np.where(waiting, np.int32(-1), actions))
            for was, goes, now in zip(before, everything_of(plays), everything_of(batch), strict=True):
                assert now == [was[i] if waiting[i] else goes[i] for i in range(batch.n)]
            assert np.array_equal(mask[waiting], masked[waiting])
            assert np.array_equal(mask, batch.legal_mask(packed=False))


def play_by_steps(batch: Batch, plies: int | None, which: Any) -> None:
    """Do what `Batch.play` promises, by samples and steps."""
    going = (batch.to_act != -2) & which
    for _ in count() if plies is None else range(plies):
        if not going.any():
            break
        batch.step(np.where(going, batch.sample(), np.int32(-1)))
        if plies is None:
            going &= ~batch.done


@pytest.mark.parametrize("auto_reset", [False, True])
@pytest.mark.parametrize("chance", ["batch", "caller"])
@pytest.mark.parametrize(
    "names", [("base-2p",), ("everything-4p",), ("duel", "unexplored-3p", "epic-3p")], ids="/".join
)
def test_play_is_samples_and_steps(names: tuple[str, ...], chance: Any, auto_reset: bool, threads: int) -> None:
    """All games or some, for one ply, some plies or to their ends, which bring several games of a slot; masks, too."""
    starts, options = [started(name) for name in names], {"seed": 4, "auto_reset": auto_reset, "chance": chance}
    played, stepped = Batch(starts, 21, threads=threads, **options), Batch(starts, 21, **options)
    masks = [(batch.legal_mask(packed=False, kept=True), batch.legal_mask(kept=True)) for batch in (played, stepped)]
    some = np.arange(21) % 3 == 1
    deeds: list[tuple[int | None, Any]] = [(1, None), (2, some), (0, None), (1, ~some), (90, some), (None, ~some)]
    for plies, which in [*deeds, (3, None), (None, None), (400, None)]:
        played.play(plies, which=which)
        play_by_steps(stepped, plies, np.ones(21, np.bool_) if which is None else which)
        assert everything_of(played) == everything_of(stepped)
        assert np.array_equal(played.rewards(), stepped.rewards())
        assert all(np.array_equal(mine, its) for mine, its in zip(*masks, strict=True))
    assert np.array_equal(masks[0][0], played.legal_mask(packed=False))
    assert played.totals.all(axis=1).all() or len(names) > 1
    assert (played.to_act == -2).all() != auto_reset


@pytest.mark.parametrize("chance", ["batch", "caller"])
@pytest.mark.parametrize("name", ["base-2p", "everything-2p"])
def test_a_seed_draws_what_plain_states_draw_with_it(name: str, chance: Any, threads: int) -> None:
    """Decisions by the seed of the call; tiles, too, where they are the caller's, and else by the game's own."""
    start = started(name)
    games = [start] * 5
    batch = Batch(start, 5, seed=3, chance=chance, threads=threads)
    for seed, plies in ((8, 1), (2**64 - 1, 7), (8, 5), (0, 300)):
        batch.play(plies, seed=seed)
        for i in range(5):
            for _ in range(plies):
                if not games[i].to_act:
                    break
                stream = PlyStream(child_seed(seed, i), games[i].ply)
                if games[i].to_act == (sse.CHANCE,):
                    games[i] = games[i].after(stream.draw(games[i].odds()))
                else:
                    games[i] = games[i].after(games[i].legal_ids()[stream.below(games[i].legal_count())])
                while chance == "batch" and games[i].to_act == (sse.CHANCE,):
                    games[i] = games[i].after(PlyStream(child_seed(3, i), games[i].ply).draw(games[i].odds()))
        assert [batch.state(i) for i in range(5)] == games
    assert batch.done.all()
    # By the batch's own seed it plays on as without one.
    ends = [sse.playout(start, child_seed(3, i)) for i in range(5)]
    for same in (None, 3):
        batch.reset(seed=3)
        batch.play(None, seed=same)
        assert [batch.state(i) for i in range(5)] == ends


@given(
    starts=st.lists(states(), min_size=1, max_size=3),
    seed=seeds(),
    chance=st.sampled_from(["batch", "caller"]),
    plies=st.none() | st.integers(0, 6),
    bits=st.integers(0, 63),
)
def test_any_states_play_as_by_samples_and_steps(
    starts: list[State], seed: int, chance: Any, plies: int | None, bits: int
) -> None:
    """Finished ones stay, as do those that aren't marked."""
    played, stepped = (Batch.from_states(starts * 2, seed=seed, chance=chance) for _ in range(2))
    mask = played.legal_mask(packed=False, kept=True)
    which = np.array([bits >> i & 1 for i in range(played.n)], np.bool_)
    for _ in range(2):
        played.play(plies, which=which)
        play_by_steps(stepped, plies, which)
        assert everything_of(played) == everything_of(stepped)
        assert np.array_equal(mask, played.legal_mask(packed=False))


def test_rollouts_from_one_position_differ_by_game_and_by_seed() -> None:
    start = played_on(started("base-2p"), 1, 20)
    ends: list[list[State]] = []
    for seed in (1, 2, 1):
        batch = Batch.from_states([start] * 40, seed=5)
        batch.play(None, seed=seed)
        ends.append([batch.state(i) for i in range(40)])
    assert ends[0] == ends[2] != ends[1]
    assert len(set(ends[0])) > 30
    assert all(not end.to_act and end.ply > start.ply for end in ends[0])


def test_what_a_game_ended_with_outlasts_its_waiting() -> None:
    start = started("duel")
    batch = Batch([start, start.after(start.legal_ids()[0])], 2, seed=4, auto_reset=True)
    while not batch.done.any():
        batch.step(batch.sample())
    ended = batch.done.copy()
    assert ended.tolist() in ([True, False], [False, True])
    before = everything_of(batch)
    batch.step(np.where(ended, np.int32(-1), batch.sample()))
    rows = [0, 1][int(ended.argmax())]
    assert [found[rows] for found in everything_of(batch)] == [found[rows] for found in before]


@given(
    states(),
    st.lists(st.integers(-3, 3_000) | st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=40),
    st.booleans(),
)
def test_illegal_names_what_a_step_refuses(state: State, ids: list[int], kept: bool) -> None:
    """By a kept mask or without one. And nothing is played by asking: with −1 in their place the others are."""
    ids = [*ids, *state.legal_ids(), len(state.actions) - 1, len(state.actions), -1]
    batch = Batch.from_states([state] * len(ids), chance="caller")
    if kept:
        batch.legal_mask(packed=False, kept=True)
    actions = np.array(ids, np.int32)
    legal = {-1, *state.legal_ids()}
    bad = [bool(state.to_act) and id not in legal for id in ids]
    found = np.zeros(len(ids), np.bool_)
    assert batch.illegal(actions, out=found) is found
    assert found.tolist() == bad
    if any(bad):
        with pytest.raises(IllegalActionError, match=f"^game {bad.index(True)}: "):
            batch.step(actions)
    say_the_same_masks(batch, [state] * len(ids))
    batch.step(np.where(found, np.int32(-1), actions))
    stays = [id == -1 or wrong or not state.to_act for id, wrong in zip(ids, bad, strict=True)]
    expected = [state if stay else state.after(id) for id, stay in zip(ids, stays, strict=True)]
    assert [batch.state(i) for i in range(batch.n)] == expected


def test_marked_games_are_observed_as_among_all(threads: int) -> None:
    batch = Batch([started(name) for name in ("everything-4p", "duel")], 9, seed=3, threads=threads)
    for bits in (0, 1, 0b101100110, 0b111111111):
        batch.step(batch.sample())
        which = np.array([bits >> i & 1 for i in range(9)], np.bool_)
        expected = batch.observe()[which]
        assert np.array_equal(batch.observe(which=which), expected)
        own = np.full(expected.shape, 99, np.uint8)
        assert batch.observe(own, which=which) is own
        assert np.array_equal(own, expected)


GRIDS = ("everything-4p", "duel", "base-3p", "unexplored-2p")


@pytest.mark.parametrize("names", [*[(name,) for name in GRIDS], GRIDS], ids="/".join)
def test_a_grid_has_each_cell_in_its_place(names: tuple[str, ...], threads: int) -> None:
    """Zeros are beside the board, and the last plane is the board itself; of several boards each has its own."""
    batch = Batch([started(name) for name in names], 9, seed=3, threads=threads)
    places = [grid_places(board) for board in batch.boards]
    assert batch.grid_shape == tuple(np.max([place.max(axis=0) for place in places], axis=0) + 1)
    for bits in (0, 0b101100110, 0b111111111):
        for _ in range(12):
            batch.step(batch.sample())
        which = np.array([bits >> i & 1 for i in range(9)], np.bool_)
        plain = batch.observe()
        expected = np.zeros((9, plain.shape[1] + 1, *batch.grid_shape), np.uint8)
        for i, at in enumerate(batch.board_of):
            rows, columns = places[at].T
            expected[i, :-1, rows, columns] = plain[i, :, : len(rows)].T
            expected[i, -1, rows, columns] = 1
        assert np.array_equal(batch.observe(grid=True), expected)
        own = np.full(expected[which].shape, 99, np.uint8)
        assert batch.observe(own, which=which, grid=True) is own
        assert np.array_equal(own, expected[which])


@given(boards())
def test_neighbours_are_the_same_steps_away_on_a_grid(board: sse.Board) -> None:
    places = grid_places(board)
    assert len({tuple(place) for place in places.tolist()}) == board.n_cells
    assert places.min(axis=0).tolist() == [0, 0]
    steps = {(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)}
    for cell in range(board.n_cells):
        near = [other for other in range(board.n_cells) if tuple(places[other] - places[cell]) in steps]
        assert near == sorted(board.neighbours(cell))


def test_systems_that_lie_far_apart_have_no_grid() -> None:
    batch = Batch(sse.Board({Hex(q, 0): system for q, system in [(0, "A"), (1, "w"), (9_000, "w"), (9_001, "B")]}), 1)
    assert batch.grid_shape == (1, 9_002)
    assert batch.observe(grid=True)[0, -1].sum() == 4
    places = [(0, 0, "A"), (1, 0, "w"), (200, 99, "w"), (201, 99, "B")]
    batch = Batch(sse.Board({Hex(q, r): system for q, r, system in places}), 1)
    with pytest.raises(ArgumentError, match="no grid of 100 rows and 202 columns: it would have over 16384 places"):
        batch.observe(grid=True)
    assert batch.observe().shape == (1, 36, 4)


def test_the_largest_boards_are_shown_whole(threads: int) -> None:
    """128 cells and four players, among smaller ones: no buffer is too small for its table, planes or grid."""
    everywhere = {Hex(q, r): "1" for q in range(16) for r in range(8)}
    corners = dict(zip(((0, 0), (15, 0), (0, 7), (15, 7)), "ABCD", strict=True))
    open_, joined = (
        sse.Board(everywhere | others | {Hex(*place): home for place, home in corners.items()})
        for others in ({}, {Hex(q, r): "w" for q, r in ((7, 1), (3, 5), (12, 4))})
    )
    assert open_.n_cells == joined.n_cells == 128
    ships: list[Any] = [[5, (40, True), 90, 126], [7, (7, True), 60], [100, 101], [(125, True)]]
    starts = [position(open_, ships=ships), sse.new_game(joined), position(joined, ships=ships)]
    starts += [started("duel"), started("everything-4p")]
    batch = Batch.from_states(starts, seed=2, threads=threads, chance="caller")
    for _ in range(4):
        say_the_same(batch, [batch.state(i) for i in range(batch.n)])
        grid, plain = batch.observe(grid=True), batch.observe()
        for i, at in enumerate(batch.board_of):
            rows, columns = grid_places(batch.boards[at]).T
            assert np.array_equal(grid[i, :-1, rows, columns].T, plain[i, :, : len(rows)])
            assert grid[i, -1].sum() == len(rows)
            assert grid[i].sum(dtype=int) == plain[i].sum(dtype=int) + len(rows)
        batch.step(batch.sample())


@pytest.mark.ci
def test_threads_change_nothing() -> None:
    """With enough games for the threads to share all work but that of some nanoseconds a game."""
    n = 3_000
    one, four = (Batch(started("everything-4p"), n, seed=5, auto_reset=True, threads=threads) for threads in (1, 4))
    kept = [batch.legal_mask(packed=False, kept=True) for batch in (one, four)]
    for number in range(100):
        for batch in (one, four):
            batch.step(batch.sample())
            batch.play(number % 3, seed=number)
        assert np.array_equal(kept[0], kept[1])
    assert np.array_equal(one.legal_mask(), four.legal_mask())
    assert np.array_equal(one.observe(), four.observe())
    assert np.array_equal(one.totals, four.totals)
    assert np.array_equal(one.scores(), four.scores())
    assert [one.state(i) for i in range(n)] == [four.state(i) for i in range(n)]


@given(
    starts=st.lists(states(), min_size=1, max_size=3),
    n=st.integers(1, 7),
    seed=seeds(),
    chance=st.sampled_from(["batch", "caller"]),
    asked=st.integers(0, 3),
    deeds=st.lists(st.one_of(st.none(), st.integers(0, 127)), max_size=12),
)
def test_a_kept_mask_is_that_of_the_states(
    starts: list[State], n: int, seed: int, chance: Any, asked: int, deeds: list[int | None]
) -> None:
    """Whatever the boards, the variant and what is due: steps (None), and resets of the slots whose bits are set."""
    batch = Batch.from_states((starts * n)[: max(n, len(starts))], seed=seed, chance=chance)
    kept: list[Any] = []
    for number, deed in enumerate(deeds):
        if number == asked:
            kept = [batch.legal_mask(kept=True), batch.legal_mask(packed=False, kept=True)]
        if deed is None:
            batch.step(batch.sample())
        else:
            batch.reset(np.array([deed >> i & 1 for i in range(batch.n)], np.bool_))
        now = [batch.state(i) for i in range(batch.n)]
        if kept:
            bits = np.unpackbits(kept[0], axis=1, bitorder="little")[:, : batch.n_actions]
            assert np.array_equal(bits, kept[1])
            assert [np.flatnonzero(row).tolist() for row in kept[1]] == [list(state.legal_ids()) for state in now]
            # An array of the caller's own is not the kept one.
            own = batch.legal_mask(packed=False)
            assert np.array_equal(own, kept[1])
            own[:] = 7
    say_the_same_masks(batch, [batch.state(i) for i in range(batch.n)])


def test_a_ship_that_can_land_nowhere_clears_nothing_of_another() -> None:
    """From the last cell no place can be landed on, so that it has no pairs."""
    board = sse.parse_map("origin: 2 -1\n\n  B\n A . . . .\n.")
    alone = board.n_cells - 1
    assert not any(action.origin == alone for action in board.actions if isinstance(action, Move) and action.piece)
    state = position(board, ships=[[1, alone], [0]], reserves=[(1, 0), (0, 0)])
    assert state.legal_ids()
    say_the_same(Batch(state, 2), [state, state])


def test_a_kept_mask_has_more_targets_of_a_ship_than_half_a_word() -> None:
    """On a board of one word: from beside a wormhole a ship reaches what is beside the others, too."""
    places = {Hex(q, r): "1" for q in range(8) for r in range(8)}
    places |= {Hex(q, r): "w" for q, r in ((1, 1), (1, 6), (4, 3), (6, 1), (5, 6))}
    board = sse.Board(places | {Hex(0, 0): "A", Hex(7, 7): "B"})
    targets = Counter(a.origin for a in board.actions if isinstance(a, Move) and a.piece == "city" and not a.damaged)
    assert (board.n_cells, len(board.unexplored)) == (64, 0)
    ((most, n),) = targets.most_common(1)
    assert n > 32
    starts = [position(board, ships=[[most, board.homeworld(0)], [board.homeworld(1)]]), sse.new_game(board)]
    batch = Batch.from_states(starts * 4, seed=1)
    mask = batch.legal_mask(packed=False, kept=True)
    for _ in range(12):
        batch.play()
        assert np.array_equal(mask, batch.legal_mask(packed=False))
        say_the_same_masks(batch, [batch.state(i) for i in range(batch.n)])


@pytest.mark.parametrize("name", ["base-2p", "four-galaxies", "everything-2p"])
@pytest.mark.parametrize("reserve", [(0, 2), (2, 0)])
def test_a_mask_has_the_only_kind_of_piece_that_is_left(name: str, reserve: tuple[int, int]) -> None:
    board = started(name).board
    state = position(board, reserves=[reserve] * board.players)
    assert state.legal_ids()
    say_the_same_masks(Batch(state, 2, chance="caller"), [state, state])


@given(states(), st.integers(1, 3))
def test_a_mask_writes_nothing_beyond_its_rows(state: State, n: int) -> None:
    """Also where the ids of the last ship are fewer than the bytes that are written at once."""
    batch = Batch.from_states([state] * n, chance="caller")
    sizes: list[tuple[int, Any]] = [(batch.n_actions, np.int8), (-(-batch.n_actions // 8), np.uint8)]
    for width, dtype in sizes:
        more = np.full((n + 1, max(width, 64)), 9, dtype).reshape(-1)
        mine = more[: n * width].reshape(n, width)
        assert batch.legal_mask(mine) is mine
        assert (more[n * width :] == 9).all()


def test_every_build_keeps_the_same_masks() -> None:
    """Bits become bytes in another way in each. 20 slots of six boards, 200 steps: games end, and others come."""
    builds = [variant("sse_core._core.small_star_empires.batch", level).Games for level in built("batch")]
    starts = tuple(started(name) for name in SEVERAL)
    width = max(len(start.actions) for start in starts)
    games = [build(starts, 20, 8, True, False) for build in builds]
    kept = [np.asarray(batch.keep_bytes(width)) for batch in games]
    packed = [np.asarray(batch.keep_bits(-(-width // 8))) for batch in games]
    to_act, done = np.zeros(20, np.int8), np.zeros(20, np.uint8)
    totals, winners, seats = np.zeros((20, 4), np.int32), np.zeros((20, 4), np.uint8), np.zeros(20, np.uint8)
    anew, actions = np.zeros((20, width), np.int8), np.zeros(20, np.int32)
    for number in range(200):
        for batch in games:
            if number % 3:
                batch.sample(actions, 0, 20)
                assert batch.choose(actions, 0, 20) == -1
                batch.step(to_act, done, totals, winners, seats, 0, 20)
            else:
                batch.play(None, 1, 8, to_act, done, totals, winners, seats, 0, 20)
            if number % 40 == 39:
                at = number % len(starts)
                batch.put(number % 20, at, starts[at])
        games[0].mask_bytes(anew, 0, 20)
        for in_bytes, in_bits in zip(kept, packed, strict=True):
            assert np.array_equal(in_bytes, anew)
            assert np.array_equal(np.unpackbits(in_bits, axis=1, bitorder="little")[:, :width], anew)
    assert np.count_nonzero(totals.any(axis=1)) == 20


def test_nobody_but_the_batch_writes_into_its_mask() -> None:
    batch = Batch(started("base-2p"), 3, seed=1)
    mask = batch.legal_mask(packed=False, kept=True)
    assert mask.dtype == np.int8
    bits = batch.legal_mask(kept=True)
    assert bits.dtype == np.uint8
    # Who asks again gets the same.
    assert np.shares_memory(mask, batch.legal_mask(packed=False, kept=True))
    assert np.shares_memory(bits, batch.legal_mask(kept=True))
    with pytest.raises(ValueError, match="read-only"):
        mask[0, 0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        mask.flags.writeable = True
    for other in (mask.view(), mask[1:], mask.reshape(-1), np.asarray(mask.data), np.frombuffer(mask, np.uint8)):
        assert np.shares_memory(other, mask)
        with pytest.raises(ValueError, match="WRITEABLE"):
            other.flags.writeable = True
    assert not as_strided(mask, (1,), writeable=True).flags.writeable
    assert isinstance(mask.base, memoryview)
    assert mask.base.nbytes == mask.nbytes
    with pytest.raises(TypeError, match="read-write"):
        BytesIO(b"1").readinto(mask.base.obj)
    with pytest.raises(ArgumentError, match="out is read-only"):
        batch.legal_mask(out=mask)
    copied = mask.copy()
    assert (copied == mask).all()
    before = batch.state(0).legal_ids()
    batch.step(batch.sample())
    # What was copied stays; the batch's own goes on, also when the batch is gone.
    assert np.flatnonzero(copied[0]).tolist() == list(before)
    after = batch.state(0).legal_ids()
    assert before != after
    del batch
    assert np.flatnonzero(mask[0]).tolist() == list(after)


SEVERAL = ("duel", "base-2p", "everything-4p", "unexplored-3p", "base-4p-balanced", "base-2p-wormholes")


@pytest.mark.ci
def test_a_batch_of_several_boards_plays_as_states_do(threads: int) -> None:
    """Games of six boards in 132 slots, to their ends."""
    starts = [started(name) for name in SEVERAL]
    games = [starts[i % len(starts)] for i in range(132)]
    batch = Batch(starts, len(games), seed=2, threads=threads)
    assert batch.boards == tuple(start.board for start in starts)
    for ply in range(10_000):
        if ply % 30 == 0:
            say_the_same(batch, games)
        if not any(game.to_act for game in games):
            break
        actions = batch.sample()
        batch.step(actions)
        for i, action in enumerate(actions.tolist()):
            if games[i].to_act:
                games[i] = games[i].after(action)
                while games[i].to_act == (sse.CHANCE,):
                    games[i] = games[i].after(PlyStream(child_seed(2, i), games[i].ply).draw(games[i].odds()))
                assert batch.done[i] == (not games[i].to_act)
    say_the_same(batch, games)
    missing = [[0] * (4 - game.board.players) for game in games]
    assert batch.totals.tolist() == [[*game.totals, *zeros] for game, zeros in zip(games, missing, strict=True)]
    for winners, game in zip(batch.winners, games, strict=True):
        assert game.outcome is not None
        assert tuple(np.flatnonzero(winners)) == game.outcome.winners


@pytest.mark.parametrize("chance", ["caller", "batch"])
def test_each_slot_of_several_boards_plays_what_it_plays_on_one(chance: Any) -> None:
    """A slot keeps its board where the starts divide the slots, and draws as in a batch of that board alone."""
    starts = [started(name) for name in ("everything-2p", "duel", "base-2p")]
    options: Any = {"seed": 9, "auto_reset": True, "chance": chance}
    together, alone = Batch(starts, 12, **options), [Batch(start, 12, **options) for start in starts]
    masks = [batch.legal_mask(packed=False, kept=True) for batch in (together, *alone)]
    ended = 0
    for _ in range(150):
        actions = together.sample()
        for batch in alone:
            batch.step(batch.sample())
        together.step(actions)
        ended += int(together.done.sum())
        observed = together.observe()
        assert np.array_equal(together.board_of, np.arange(12) % 3)
        for at, batch in enumerate(alone):
            rows, cells = slice(at, None, 3), batch.board.n_cells
            for name in ("to_act", "done", "totals", "winners", "seeds"):
                assert np.array_equal(getattr(together, name)[rows], getattr(batch, name)[rows])
            assert np.array_equal(together.scores()[rows], batch.scores()[rows])
            assert np.array_equal(masks[0][rows, : batch.n_actions], masks[1 + at][rows])
            assert np.array_equal(observed[rows, :, :cells], batch.observe()[rows])
            assert not observed[rows, :, cells:].any()
            assert not masks[0][rows, batch.n_actions :].any()
    assert ended > 24
    assert [together.state(i) for i in range(12)] == [alone[i % 3].state(i) for i in range(12)]


def test_boards_come_up_in_turn() -> None:
    """Game k begins with start k mod the number of starts, where that doesn't divide the slots, too."""
    starts = [started(name) for name in ("duel", "base-2p", "base-4p-balanced", "everything-2p", "epic-3p")]
    batch = Batch(starts, 2, seed=3, chance="caller")
    for turn in range(7):
        assert batch.board_of.tolist() == [(i + 2 * turn) % 5 for i in range(2)]
        say_the_same(batch, [starts[at] for at in batch.board_of])
        assert batch.seeds.tolist() == [child_seed(3, i + 2 * turn) for i in range(2)]
        batch.step(batch.sample())
        batch.reset()
    # One that keeps a game to its end takes the next start.
    batch = Batch(starts[:2], 1, seed=3, auto_reset=True)
    seen_ends = 0
    while seen_ends < 4:
        assert batch.board_of.tolist() == [seen_ends % 2]
        batch.step(batch.sample())
        seen_ends += int(batch.done[0])


def test_outcomes_of_a_board_with_fewer_players_leave_nothing_of_the_one_before() -> None:
    starts = [started("everything-4p"), started("duel")]
    batch = Batch(starts, 1, seed=5, auto_reset=True)
    totals: list[list[int]] = []
    winners: list[list[bool]] = []
    while len(totals) < 2:
        batch.step(batch.sample())
        if batch.done[0]:
            totals.append(batch.totals[0].tolist())
            winners.append(batch.winners[0].tolist())
    ends = [sse.playout(start, child_seed(5, game)) for game, start in enumerate(starts)]
    assert totals == [list(ends[0].totals), [*ends[1].totals, 0, 0]]
    assert all(ends[0].totals[2:])
    for won, end in zip(winners, ends, strict=True):
        assert end.outcome is not None
        assert tuple(np.flatnonzero(won)) == end.outcome.winners


def test_games_of_several_boards_may_end_in_one_step() -> None:
    """Each is scored on its own board, more of one than are scored side by side, too."""
    lasts = []
    for line in ("A 1 2 B", "A 3 2 B", "A 1 1 B"):
        board = sse.parse_map(line)
        lasts.append(position(board, ships=[[1], [3]], owners={1: 0}, reserves=[(1, 0), (0, 0)]))
    for starts in (lasts, lasts[:1] * 17 + lasts[1:]):
        batch = Batch(starts, 57)
        batch.step(batch.sample())
        assert batch.done.all()
        expected = [start.after(start.legal_ids()[0]).totals for start in starts]
        assert len(set(expected)) == 3
        assert batch.totals.tolist() == [list(expected[at]) for at in batch.board_of]


def test_a_call_on_some_games_writes_nothing_of_the_others() -> None:
    """The calls of the core that threads share: each on its slots."""
    starts = started("duel"), started("everything-2p")
    games = Games(starts, 4, 7, False, True)
    n = max(len(start.board.actions) for start in starts)
    shape = len(observation_planes(2)), max(start.board.n_cells for start in starts)
    seeds_before = np.zeros(4, np.uint64)
    games.seeds(seeds_before, 0, 4)
    calls: dict[str, tuple[Any, ...]] = {
        "seeds": (np.zeros(4, np.uint64),),
        "started_at": (np.zeros(4, np.int32),),
        "sample": (np.zeros(4, np.int32),),
        "mask_bits": (np.zeros((4, -(-n // 8)), np.uint8),),
        "mask_bytes": (np.zeros((4, n), np.int8),),
        "scores": (np.zeros((4, 2), np.int32),),
        "observe": (np.zeros((4, *shape), np.uint8), 2),
        "observe_some": (np.arange(4)[::-1].copy(), np.zeros((4, *shape), np.uint8), 2),
        "observe_on_grid": (
            np.arange(4)[::-1].copy(),
            np.arange(2 * shape[1], dtype=np.int32).reshape(2, -1) % shape[1],
            np.zeros((4, shape[0] + 1, shape[1]), np.uint8),
            2,
        ),
        "count_legal": (np.zeros(4, np.int64),),
        "illegal": (np.full(4, 5_000, np.int32), np.zeros(4, np.uint8)),
        "play": (
            None,
            3,
            7,
            np.zeros(4, np.int8),
            np.zeros(4, np.uint8),
            np.zeros((4, 2), np.int32),
            np.zeros((4, 2), np.uint8),
            np.zeros(4, np.uint8),
        ),
        "restart": (np.zeros(4, np.int8),),
        "reset": (np.ones(4, np.uint8), np.zeros(4, np.int8)),
    }
    for name, arguments in calls.items():
        written = arguments[{"reset": 1, "illegal": 1, "observe_some": 1, "observe_on_grid": 2, "play": 3}.get(name, 0)]
        written[:] = 77
        getattr(games, name)(*arguments, 1, 3)
        assert (written[[0, 3]] == 77).all(), name
        assert (written[[1, 2]] != 77).any(axis=tuple(range(1, written.ndim))).all(), name
    seeds_after = np.zeros(4, np.uint64)
    games.seeds(seeds_after, 0, 4)
    assert (seeds_before == seeds_after).tolist() == [True, False, False, True]


def test_states_of_several_boards_go_on() -> None:
    """A later game begins with the first state of each board and rules, in turn."""
    strict = sse.Rules(unexplored_passable=False)
    board = sse.load_map("unexplored-2p")
    starts = [started("base-2p"), sse.new_game(board, rules=strict), started("duel"), sse.new_game(board)]
    given = [played_on(start, 1, plies) for plies in (3, 0, 6) for start in starts]
    batch = Batch.from_states(given, chance="caller")
    say_the_same(batch, given)
    assert batch.boards == tuple(start.board for start in starts)
    assert batch.board_of.tolist() == [0, 1, 2, 3] * 3
    batch.step(batch.sample())
    assert [batch.state(i).ply for i in range(12)] == [state.ply + 1 for state in given]
    batch.reset(np.arange(12) > 5)
    assert [batch.state(i) for i in range(6, 12)] == [given[(12 + i) % 4] for i in range(6, 12)]
    assert batch.board_of.tolist() == [0, 1, 2, 3] * 3


def test_an_action_beyond_the_table_of_a_board_is_refused() -> None:
    """Ids are those of a slot's own board, whatever the others have."""
    batch = Batch([started("duel"), started("base-2p")], 2)
    small = len(batch.boards[0].actions)
    assert small < batch.n_actions
    actions = batch.sample()
    actions[0] = small
    with pytest.raises(IllegalActionError, match=f"^game 0: id {small} is no action of this board"):
        batch.step(actions)
    assert [batch.state(i).ply for i in range(2)] == [0, 0]


def test_one_board_among_starts_is_the_board() -> None:
    start = started("base-2p")
    later = start.after(start.legal_ids()[0])
    batch = Batch([start, later], 3)
    assert batch.board == start.board
    assert [batch.state(i) for i in range(3)] == [start, later, start]
    several = Batch([start, started("duel")], 2)
    with pytest.raises(ArgumentError, match="on several boards"):
        _ = several.board


@pytest.mark.parametrize("auto_reset", [False, True])
def test_rewards_are_those_of_the_games_that_are_done(auto_reset: bool) -> None:
    """The share of a win counts the seats of the board that the game ended on, though the slot may have another now."""
    starts = [started(name) for name in ("duel", "unexplored-3p", "everything-4p")]
    batch = Batch.from_states([starts[1], *starts, starts[2]], seed=5, auto_reset=auto_reset)
    boards, seen = [batch.boards[at] for at in batch.board_of], set[int]()
    assert not batch.rewards().any()
    for _ in range(400):
        batch.step(batch.sample())
        found = {reward: batch.rewards(reward) for reward in ("win", "margin", "total")}
        for i, board in enumerate(boards):
            n, totals = board.players, batch.totals[i].tolist()
            expected = {reward: [0.0] * 4 for reward in found}
            if batch.done[i]:
                seen.add(n)
                shares = batch.winners[i] / batch.winners[i].sum()
                expected["win"][:n] = [(n * share - 1) / (n - 1) for share in shares[:n]]
                expected["margin"][:n] = [own - (sum(totals) - own) / (n - 1) for own in totals[:n]]
                expected["total"] = totals
            assert {reward: found[reward][i].tolist() for reward in found} == {
                reward: pytest.approx(row) for reward, row in expected.items()
            }
        boards = [batch.boards[at] for at in batch.board_of]
    assert seen == {2, 3, 4}


def test_players_who_win_together_share_the_reward() -> None:
    """E7.4: two of two, and two of three."""
    starts = []
    for text, owners in (("1 A . B 1", {4: 1}), ("1 A . B 1 . C", {4: 1})):
        board = sse.parse_map(text)
        last: dict[str, Any] = {"reserves": [(1, 0), *[(0, 0)] * (board.players - 1)], "owners": owners}
        starts.append(position(board, ships=[[board.homeworld(p)] for p in range(board.players)], **last))
    batch = Batch(starts, 2)
    batch.step(np.array([start.legal_ids()[0] for start in starts], np.int32))
    assert batch.winners.tolist() == [[True, True, False]] * 2
    assert batch.rewards().tolist() == [[0, 0, 0], [0.25, 0.25, -0.5]]


def test_arrays_of_the_caller_are_filled() -> None:
    batch = Batch(started("base-2p"), 7)
    outputs: list[tuple[Callable[..., Any], Any]] = [
        (batch.sample, np.full(7, 99, np.int32)),
        (batch.legal_mask, np.full((7, -(-batch.n_actions // 8)), 99, np.uint8)),
        (batch.legal_mask, np.full((7, batch.n_actions), 99, np.int8)),
        (batch.observe, np.full((7, len(observation_planes(2)), 57), 99, np.uint8)),
        (batch.scores, np.full((7, 2), 99, np.int32)),
    ]
    for fill, out in outputs:
        assert fill(out=out) is out
        assert not (out == 99).any()


class Kind(np.ndarray[Any, np.dtype[Any]]):
    """A class of arrays of one's own, whose methods change nothing."""

    def view(self, *arguments: Any, **options: Any) -> Any:
        return np.zeros(0, np.uint8)

    reshape = view


ARRAYS: dict[str, tuple[Callable[[Batch, Any], Any], Any]] = {
    "step": (lambda batch, array: batch.step(array), np.full(3, -1, np.int32)),
    "illegal": (lambda batch, array: batch.illegal(array), np.zeros(3, np.int32)),
    "illegal, out": (lambda batch, array: batch.illegal(batch.sample(), array), np.ones(3, np.bool_)),
    "play": (lambda batch, array: batch.play(which=array), np.ones(3, np.bool_)),
    "reset": (lambda batch, array: batch.reset(array), np.ones(3, np.bool_)),
    "sample": (lambda batch, array: batch.sample(array), np.full(3, 99, np.int32)),
    "legal_mask": (lambda batch, array: batch.legal_mask(array), np.full((3, 347), 99, np.uint8)),
    "legal_mask, bytes": (lambda batch, array: batch.legal_mask(array), np.full((3, 2773), 99, np.int8)),
    "observe": (lambda batch, array: batch.observe(array), np.full((3, 36, 57), 99, np.uint8)),
    "observe, which": (lambda batch, array: batch.observe(which=array), np.ones(3, np.bool_)),
    "observe, grid": (lambda batch, array: batch.observe(array, grid=True), np.full((3, 37, 9, 9), 99, np.uint8)),
    "scores": (lambda batch, array: batch.scores(array), np.full((3, 2), 99, np.int32)),
}
"""Calls of a batch of three games on the base map of two, and the array that each of them reads or fills."""


@pytest.mark.parametrize("name", ARRAYS)
def test_a_kind_of_array_is_known_by_its_memory(name: str) -> None:
    """Whatever it tells of its shape, and whatever its methods return: nothing is written beyond it."""
    call, array = ARRAYS[name]
    batches = [Batch(sse.base_map(2, seed=7, holes="balanced"), 3, seed=1) for _ in range(2)]
    plain, kind = array.copy(), np.ndarray.view(array.copy(), Kind)
    found = [call(batch, given) for batch, given in zip(batches, (plain, kind), strict=True)]
    assert np.array_equal(np.asarray(found[0]), np.asarray(found[1]))
    assert np.array_equal(plain, np.asarray(kind))
    assert everything_of(batches[0]) == everything_of(batches[1])
    liar = type("Liar", (Kind,), {"shape": array.shape})
    small = np.zeros([1] * array.ndim, array.dtype)
    with pytest.raises(ArgumentError, match=r" has the shape \(1,"):
        call(batches[0], np.ndarray.view(small, liar))


def test_an_illegal_action_is_refused_before_anything_is_done(threads: int) -> None:
    batch = Batch(started("base-2p"), 130, threads=threads)
    actions = batch.sample()
    actions[[7, 100]] = -2, batch.n_actions
    with pytest.raises(IllegalActionError, match=r"^game 7: id -2 is no action of this board \(E3\.1\)$") as error:
        batch.step(actions)
    assert error.value.reason is Reason.NO_SUCH_ACTION
    assert all(batch.state(i) == started("base-2p") for i in range(130))
    # One that some position allows, though not this one; and of several the first is named.
    actions = batch.sample()
    actions[[9, 11, 120]] = batch.n_actions - 1
    with pytest.raises(IllegalActionError, match=r"^game 9: player A must move \(E2\.1\)$"):
        batch.step(actions)


def unaligned(n: int) -> Any:
    """Integers of which none has the address of an integer."""
    return np.zeros(4 * n + 1, np.uint8)[1:].view(np.int32)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda batch: batch.step([1, 2, 3]), TypeError, "actions is a numpy array, not list"),
        (lambda batch: batch.step(np.zeros(3, np.int64)), ArgumentError, "actions has the dtype int64, not int32"),
        (lambda batch: batch.step(np.zeros(4, np.int32)), ArgumentError, r"actions has the shape \(4,\), not \(3,\)"),
        (lambda batch: batch.step(np.zeros(6, np.int32)[::2]), ArgumentError, "actions is not C-contiguous"),
        (lambda batch: batch.step(unaligned(3)), ArgumentError, "actions is not aligned"),
        (lambda batch: batch.sample(unaligned(3)), ArgumentError, "out is not aligned"),
        (lambda batch: batch.sample(out=np.zeros(3, np.int16)), ArgumentError, "out has the dtype int16, not int32"),
        (lambda batch: batch.sample(out=batch.to_act), ArgumentError, "out is read-only"),
        (
            lambda batch: batch.observe(out=np.zeros((3, 1, 1), np.uint8)),
            ArgumentError,
            r"out has the shape \(3, 1, 1\)",
        ),
        (lambda batch: batch.legal_mask(out=np.zeros((3, 9), np.int8)), ArgumentError, r"out has the shape \(3, 9\)"),
        (lambda batch: batch.reset(np.zeros(3, np.uint8)), ArgumentError, "which has the dtype uint8, not bool"),
        (
            lambda batch: batch.reset(np.ones(3, np.bool_), seed=1),
            ArgumentError,
            "a seed is that of all games: it takes no which",
        ),
        (lambda batch: batch.reset(seed=-1), ArgumentError, "seed is -1"),
        (lambda batch: batch.play(-1), ArgumentError, "plies is -1, not in 0 to 16777216"),
        (lambda batch: batch.play(2**24 + 1), ArgumentError, "plies is 16777217, not in"),
        (lambda batch: batch.play(1.5), TypeError, "plies"),
        (lambda batch: batch.play(which=np.ones(3, np.int8)), ArgumentError, "which has the dtype int8, not bool"),
        (lambda batch: batch.play(0, which=np.ones(2, np.bool_)), ArgumentError, r"which has the shape \(2,\)"),
        (lambda batch: batch.play(0, seed=-1), ArgumentError, "seed is -1"),
        (lambda batch: batch.illegal(np.zeros(3, np.int64)), ArgumentError, "actions has the dtype int64, not int32"),
        (lambda batch: batch.illegal(batch.sample(), batch.done), ArgumentError, "out is read-only"),
        (lambda batch: batch.observe(which=np.ones(2, np.bool_)), ArgumentError, r"which has the shape \(2,\)"),
        (
            lambda batch: batch.observe(np.zeros((3, 36, 13), np.uint8), which=np.zeros(3, np.bool_)),
            ArgumentError,
            r"out has the shape \(3, 36, 13\), not \(0, 36, ",
        ),
        (lambda batch: batch.legal_mask(batch.legal_mask(), kept=True), ArgumentError, "it takes no out"),
        (lambda batch: batch.state(3), sse.RangeError, "there is no game 3: they are 0 to 2"),
        (lambda batch: batch.state(-1), sse.RangeError, "there is no game -1"),
    ],
)
def test_refused_arrays(call: Callable[[Batch], Any], error: type[Exception], message: str) -> None:
    batch = Batch(started("duel"), 3)
    before = [batch.state(i) for i in range(3)]
    with pytest.raises(error, match=message):
        call(batch)
    assert [batch.state(i) for i in range(3)] == before


ANY: Any = Batch
"""The class as somebody without a type checker sees it."""


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: ANY(started("duel"), 0), ArgumentError, "n is 0, not in 1 to 16777216"),
        (lambda: ANY(started("duel"), 2**40), ArgumentError, "n is 1099511627776, not in"),
        (lambda: ANY(started("duel"), 1, seed=-1), ArgumentError, "seed is -1"),
        (lambda: ANY(started("duel"), 1, threads=0), ArgumentError, "threads is 0"),
        (
            lambda: ANY(started("duel"), 1, chance="dice"),
            ArgumentError,
            "chance is 'batch' or 'caller', not 'dice'",
        ),
        (lambda: ANY(started("duel"), 1, rules=sse.Rules()), ArgumentError, "a state has its rules already"),
        (lambda: ANY("A 1 B", 1), TypeError, "made of Boards and States of Small Star Empires, not of str"),
        (lambda: ANY(sse.playout(started("duel"), 1), 1, auto_reset=True), ArgumentError, "over before it begins"),
        (lambda: ANY.from_states([]), ArgumentError, "a batch has one game at least"),
        (
            lambda: ANY.from_states([None]),
            TypeError,
            "is made of States of Small Star Empires, not of NoneType",
        ),
        (lambda: ANY([], 1), ArgumentError, "a batch has one start at least"),
        (
            lambda: ANY([started("duel"), "A 1 B"], 1),
            TypeError,
            "made of Boards and States of Small Star Empires, not of str",
        ),
        (lambda: ANY([started("duel")], 1, rules=sse.Rules()), ArgumentError, "a state has its rules already"),
        (
            lambda: ANY([started("duel"), sse.playout(started("base-2p"), 1)], 2, auto_reset=True),
            ArgumentError,
            "start 1 is over before it begins",
        ),
        (lambda: observation_planes(5), ArgumentError, "players is 5, not in 2 to 4"),
    ],
)
def test_refused_batches(make: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()
