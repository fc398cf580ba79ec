"""Laws that hold in every position of every game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.small_star_empires.strategies import (
    AnyState,
    boards_with_position_options,
    due_of,
    mover_of,
    one_seat_on,
    options_of,
)

import sse_core as sse
from sse_core import CHANCE, Action, Board, SplitMix64, State
from sse_core.small_star_empires import (
    BAGS,
    Bag,
    Choose,
    Hex,
    Move,
    Reason,
    Reveal,
    Stay,
    System,
    Tile,
    max_plies,
    position,
)
from sse_core.small_star_empires.strategies.placing import PositionOptions
from sse_core.testing import boards, seeds, states

Implementation = Callable[[State], AnyState]
RANKS = st.integers(0, 999)


def _pick(state: AnyState, rank: int) -> Action:
    legal = state.legal_actions()
    return legal[rank % len(legal)]


def _shown(state: AnyState) -> tuple[Any, ...]:
    """Return all public values of a state."""
    seats, cells = range(state.board.players), range(state.board.n_cells)
    return (
        state.board,
        state.rules,
        state.ply,
        state.to_act,
        state.passed,
        tuple((state.ships(seat), state.reserve(seat)) for seat in seats),
        tuple((state.received(seat), state.banked(seat)) for seat in seats),
        tuple((state.owner(cell), state.piece(cell), state.tile(cell)) for cell in cells),
        (state.unexplored, state.conquered, state.bag, state.due, state.odds()),
        state.legal_actions(),
        state.score_sheet(),
        state.totals,
        state.outcome,
    )


# --- values


@given(state=states(stage="unfinished"), rank=RANKS)
def test_after_leaves_its_receiver_unchanged(implementation: Implementation, state: State, rank: int) -> None:
    receiver = implementation(state)
    before = _shown(receiver)
    receiver.after(_pick(receiver, rank))
    assert _shown(receiver) == before


@given(states(stage="unfinished"), RANKS)
def test_key_and_hash_of_a_state_never_change(state: State, rank: int) -> None:
    key, number = state.key, hash(state)
    state.after(_pick(state, rank))
    assert (state.key, hash(state)) == (key, number)


@given(states(), st.randoms(use_true_random=False))
def test_equal_states_have_equal_hash_and_key(state: State, random: Random) -> None:
    options = options_of(state)
    for fleet in options["ships"]:
        random.shuffle(fleet)
    twin = position(state.board, mover=mover_of(state), due=due_of(state), **options)
    assert twin == state
    assert (hash(twin), twin.key) == (hash(state), state.key)


@given(states(stage="unfinished"), RANKS)
def test_states_that_differ_are_unequal(state: State, rank: int) -> None:
    options = options_of(state) | {"ply": state.ply + 1}
    later = position(state.board, mover=mover_of(state), due=due_of(state), **options)
    for other in (state.after(_pick(state, rank)), later):
        assert other != state
        assert other.key != state.key


@given(states())
def test_a_view_is_the_state_itself(state: State) -> None:
    assert all(state.view(seat) is state for seat in range(state.board.players))


@given(states(), seeds())
def test_chance_is_resolved_by_its_odds(state: State, seed: int) -> None:
    resolved = state.resolve(SplitMix64(seed))
    if state.to_act != (CHANCE,):
        assert (state.odds(), resolved) == ((), state)
        return
    events, odds = zip(*state.odds(), strict=True)
    assert events == state.legal_actions() == state.legal_actions(CHANCE)
    assert sum(odds) == 1
    assert [share * state.bag.total for share in odds] == [state.bag.of(event.tile) for event in events]
    assert resolved.to_act != (CHANCE,)
    assert resolved == state.after(SplitMix64(seed).draw(state.odds()), CHANCE)
    assert all(state.legal_actions(seat) == () for seat in range(state.board.players))


# --- actions and their ids


@given(state=states())
def test_legal_is_what_nothing_speaks_against(implementation: Implementation, state: State) -> None:
    judged = implementation(state)
    free = [action for action in state.board.actions if judged.why_not(action) is Reason.OK]
    assert judged.legal_actions() == tuple(free)


@given(states(stage="unfinished"), RANKS)
def test_ids_and_actions_agree(state: State, rank: int) -> None:
    assert state.actions is state.board.actions
    assert tuple(state.actions[index] for index in state.legal_ids()) == state.legal_actions()
    assert sorted(state.legal_ids()) == list(state.legal_ids())
    assert state.legal_count() == len(state.legal_ids())
    action = _pick(state, rank)
    index = state.actions.index(action)
    after = state.after(action)
    twin = Move(*action) if isinstance(action, Move) else replace(action)
    for name in (index, np.int64(index), np.uint16(index), twin):
        assert state.why_not(name) is Reason.OK
        assert state.after(name) == after


_NUMBERS = st.one_of(
    st.integers(),
    st.integers(2**31 - 2, 2**31 + 2),
    st.integers(2**63 - 2, 2**64 + 2),
    st.sampled_from((-1, -(2**31), -(2**63), 10**40, -(10**40))),
)
_NUMPY = st.one_of(
    st.integers(-(2**7), 2**7 - 1).map(np.int8),
    st.integers(-(2**63), 2**63 - 1).map(np.int64),
    st.integers(0, 2**64 - 1).map(np.uint64),
)


@given(states(), _NUMBERS | _NUMPY)
def test_a_number_that_is_no_legal_id_is_refused(state: State, number: int) -> None:
    if 0 <= number < len(state.actions):
        expected = state.why_not(state.actions[number])
    else:
        expected = Reason.NO_SUCH_ACTION
    assert state.why_not(number) is expected
    if expected is not Reason.OK:
        with pytest.raises(sse.IllegalActionError) as caught:
            state.after(number)
        assert caught.value.reason is expected


@given(states(), _NUMBERS | _NUMPY, _NUMBERS | _NUMPY, st.sampled_from(("city", "station", None, "", 0)), st.booleans())
def test_an_action_off_the_board_is_refused(state: State, origin: Any, target: Any, piece: Any, damaged: bool) -> None:
    action = Move(origin, target, piece, damaged)
    assume(action not in state.actions)
    with pytest.raises(sse.IllegalActionError, match="is no action of this board") as caught:
        state.after(action)
    assert state.why_not(action) is caught.value.reason is not Reason.OK


# --- movement


def _targets(state: AnyState) -> set[tuple[int, int]]:
    moves = [action for action in state.legal_actions() if isinstance(action, Move)]
    return {(move.origin, move.target) for move in moves}


@given(state=states(stage="unfinished"), rank=RANKS)
def test_removing_a_blocker_never_shortens_a_ray(implementation: Implementation, state: State, rank: int) -> None:
    assume(state.due is None)
    options, mover = options_of(state), state.to_act[0]
    blockers = [cell for cell, owner in options["owners"].items() if owner != mover]
    assume(blockers)
    freed = blockers[rank % len(blockers)]
    del options["owners"][freed], options["pieces"][freed]
    cleared = implementation(position(state.board, mover=mover, **options))
    assert _targets(implementation(state)) <= _targets(cleared)


@given(state=states(stage="unfinished"))
def test_rays_are_closed_towards_their_origin(implementation: Implementation, state: State) -> None:
    """E3.1, E3.4, E10.1: a ship that flies past a system where it could land may land there, for no more tolls."""
    assume(state.due is None)
    judged, board = implementation(state), state.board
    for move in judged.legal_actions():
        if not isinstance(move, Move) or move.piece is None or move.target in board.jumps(move.origin):
            continue
        lines = (board.line(move.origin, direction) for direction in range(6))
        (line,) = (line for line in lines if move.target in line)
        for cell in line[: line.index(move.target)]:
            nearer = move._replace(target=cell)
            unknown = cell in judged.unexplored or move.target in judged.unexplored
            if judged.owner(cell) is None and board.system(cell).can_be_landed_on and not unknown:
                passed_by = cell in judged.conquered
                assert judged.why_not(nearer) is (Reason.CONQUERED_SYSTEM if passed_by else Reason.OK)
                assert judged.toll(nearer) <= judged.toll(move)


@given(boards())
def test_lines_and_jumps_are_symmetric(board: Board) -> None:
    open_cells = [cell for cell in range(board.n_cells) if board.system(cell) is not System.BLACK_HOLE]
    lines = {(cell, other) for cell in open_cells for direction in range(6) for other in board.line(cell, direction)}
    jumps = {(cell, other) for cell in range(board.n_cells) for other in board.jumps(cell)}
    assert lines == {(other, cell) for cell, other in lines}
    assert jumps == {(other, cell) for cell, other in jumps}


@given(start=boards_with_position_options(), ranks=st.tuples(RANKS, RANKS), damaged=st.booleans())
def test_a_ship_can_go_where_it_could_come_from(
    implementation: Implementation, start: tuple[Board, PositionOptions], ranks: tuple[int, int], damaged: bool
) -> None:
    board, options = start
    # What is unexplored can be landed on and not be left.
    assume(System.UNEXPLORED not in board.systems)
    landable = [cell for cell in range(board.n_cells) if board.system(cell).can_be_landed_on]
    assume(landable)
    ends = [landable[rank % len(landable)] for rank in ranks]
    for cell in ends:
        options["owners"].pop(cell, None)
        options["pieces"].pop(cell, None)

    def goes(origin: int, target: int) -> bool:
        options["ships"][0] = [(origin, damaged)]
        options["reserves"][0] = (1, 1)
        options["passed"][0] = False
        try:
            state = implementation(position(board, mover=0, **options))
        except sse.SetupError:
            return False
        return (origin, target) in _targets(state)

    assert goes(ends[0], ends[1]) == goes(ends[1], ends[0])


@given(states(stage="unfinished"), RANKS)
def test_what_others_do_opens_no_way(state: State, rank: int) -> None:
    # An exploration may, and so may a city that is destroyed.
    assume(System.UNEXPLORED not in state.board.systems)
    after = state.after(_pick(state, rank))
    for seat in range(state.board.players):
        if seat != state.to_act[0]:
            assert _if_it_were_the_turn_of(seat, after) <= _if_it_were_the_turn_of(seat, state)


def _if_it_were_the_turn_of(seat: int, state: State) -> set[Action]:
    options = options_of(state)
    options["passed"][seat] = False
    try:
        return set(position(state.board, mover=seat, **options).legal_actions()) - {Stay()}
    except sse.SetupError:
        return set()


# --- the course of a game


@given(state=states(stage="unfinished"), rank=RANKS)
def test_pieces_and_ships_are_conserved(implementation: Implementation, state: State, rank: int) -> None:
    before = implementation(state)
    action, mover = _pick(before, rank), mover_of(before)
    assert mover is not None
    toll, after = before.toll(action), before.after(action)
    for seat in range(state.board.players):
        cities, stations, ships = _belongings(before, seat)
        assert _belongings(after, seat) == (cities - toll * (seat == mover), stations, ships)
        if seat != mover:
            assert after.ships(seat) == before.ships(seat)
            assert after.reserve(seat).stations == before.reserve(seat).stations
            assert after.received(seat) >= before.received(seat)
    assert after.received(mover) == before.received(mover)
    assert _received(after) == _received(before) + toll
    assert after.ply == before.ply + 1
    assert all(now or not then for now, then in zip(after.passed, before.passed, strict=True))
    changed = {cell for cell in range(state.board.n_cells) if after.piece(cell) != before.piece(cell)}
    match action:
        case Move(_, target, piece):
            explores = target in before.unexplored
            assert changed == (set() if piece is None or explores else {target})
            assert all(after.owner(cell) == mover for cell in changed)
            assert (after.due is not None and after.due.what == "reveal") == explores
        case Reveal(tile):
            assert before.due is not None
            assert changed == (set() if tile.is_closed else {before.due.cell})
            assert after.tile(before.due.cell) is tile
            assert set(before.unexplored) - set(after.unexplored) == {before.due.cell}
        case Choose(target):
            assert changed == {target}
            assert after.owner(target) is None
            assert before.due is not None
            beside = target in before.board.neighbours(before.due.cell)
            own = before.owner(target) == mover
            assert (target in after.conquered) == (beside and (own or not before.rules.conquest_own_only))
        case Stay():
            assert changed == set()


def _belongings(state: AnyState, seat: int) -> tuple[int, int, int]:
    """Return the number of cities, stations and ships of a player, on the map and in reserve."""
    held = [state.piece(cell) for cell in range(state.board.n_cells) if state.owner(cell) == seat]
    reserve = state.reserve(seat)
    return held.count("city") + reserve.cities, held.count("station") + reserve.stations, len(state.ships(seat))


def _received(state: AnyState) -> int:
    """Return the number of cities that all players received as tolls."""
    return sum(state.received(seat) for seat in range(state.board.players))


@given(states(stage="unfinished"))
def test_the_bound_falls_with_every_action(state: State) -> None:
    """E2.4, of all that can be done, and of what comes by chance."""
    bound = max_plies(state)
    assert all(max_plies(state.after(action)) < bound for action in state.legal_actions())


@given(states(), seeds())
def test_games_end_within_their_bound(state: State, seed: int) -> None:
    end = sse.playout(state, seed)
    assert end.outcome is not None
    assert end.ply - state.ply <= max_plies(state)


@given(states(), seeds(), st.integers(0, 2))
def test_editions_differ_only_where_a_city_is_destroyed(state: State, seed: int, plies: int) -> None:
    """E6.2: the same actions lead to the same positions, and to the same totals while no city is destroyed."""
    assume(not any(any(state.banked(seat)) for seat in range(state.board.players)))
    assume(state.due is None)
    bag = BAGS["first"] if state.rules.bag is None else state.rules.bag
    assume(bag.total >= state.board.systems.count(System.UNEXPLORED))
    options: PositionOptions = {**options_of(state), "tiles": {}, "conquered": []}
    hidden = {cell for cell, system in enumerate(state.board.systems) if system is System.UNEXPLORED}
    options["owners"] = {cell: owner for cell, owner in options["owners"].items() if cell not in hidden}
    options["pieces"] = {cell: piece for cell, piece in options["pieces"].items() if cell not in hidden}
    options["ships"] = [[ship for ship in fleet if ship[0] not in hidden] for fleet in options["ships"]]
    try:
        second, first = (
            position(
                state.board,
                mover=mover_of(state),
                **options | {"rules": replace(state.rules, edition=edition, bag=bag)},
            )
            for edition in ("second", "first")
        )
    except sse.SetupError:
        assume(False)
    stream = sse.SplitMix64(seed)
    destroyed = False
    while second.to_act:
        legal = second.legal_actions()
        assert first.legal_actions() == legal
        assert destroyed or first.totals == second.totals
        action = legal[stream.below(len(legal))]
        destroyed |= isinstance(action, Choose)
        second, first = second.after(action), first.after(action)
    assert (first.to_act, destroyed or first.totals == second.totals) == ((), True)


@given(states(stage="unfinished"))
def test_open_borders_only_add_ways(state: State) -> None:
    """E10.1: every move with closed borders is legal with open ones, and costs no toll."""
    assume(state.due is None)
    options = options_of(state) | {"received": [0] * state.board.players}
    try:
        closed, opened = (
            position(
                state.board,
                mover=mover_of(state),
                **options | {"rules": replace(state.rules, open_borders=is_open)},
            )
            for is_open in (False, True)
        )
    except sse.SetupError:
        assume(False)
    free = {action for action in opened.legal_actions() if not opened.toll(action)} - {Stay()}
    assert free == set(closed.legal_actions())


@given(
    st.lists(st.integers(0, 6), min_size=3, max_size=3),
    st.integers(0, 6),
    st.lists(st.integers(0, 20), min_size=1, max_size=8),
)
def test_chromatic_nebulae_join_for_the_highest_sum(held: list[int], chromatic: int, table: list[int]) -> None:
    """E9.4, against every way to join them."""
    signs = [sign for sign, n in zip("rgb", held, strict=True) for _ in range(n)] + ["?"] * chromatic
    board = sse.parse_map(" ".join(["A", *signs, "B"]))
    cells = range(1, 1 + len(signs))
    rules = sse.Rules(nebula_points=tuple(table), bag=Bag(chromatic=6))
    state = position(
        board,
        rules=rules,
        owners=dict.fromkeys(cells, 0),
        tiles={cell: Tile.CHROMATIC for cell in cells if signs[cell - 1] == "?"},
        reserves=[(0, 0), (0, 0)],
        mover=None,
    )

    def points(n: int) -> int:
        return table[min(n, len(table)) - 1] if n else 0

    best = max(
        sum(points(n + joined.count(colour)) for colour, n in enumerate(held))
        for joined in product(range(3), repeat=chromatic)
    )
    assert state.score_sheet()[0].nebulae == best


_A_GAME = """
import sse_core as sse
board = sse.base_map(3, seed=11, holes="balanced")
start = sse.new_game(board, rules=sse.Rules(damaged_jump=False))
end = sse.playout(start, 5)
everything = sse.new_game(sse.maps()["everything-2p"])
print(everything.key, everything.board.key, sse.playout(everything, 3).key)
print(board.key, start.key, end.key, start.rules.key, *sse.playouts(start, 3, 9).totals.ravel())
"""


@pytest.mark.ci
def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    told = set()
    for hash_seed in ("0", "1", "4242"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", _A_GAME]
        told.add(subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout)
    assert len(told) == 1


# --- territory


@given(states())
def test_territory_agrees_with_a_union_find(state: State) -> None:
    for seat in range(state.board.players):
        held = [cell for cell in range(state.board.n_cells) if state.owner(cell) == seat]
        root = {cell: cell for cell in held}

        def find(cell: int, root: dict[int, int] = root) -> int:
            while root[cell] != cell:
                cell = root[cell]
            return cell

        for cell in held:
            for other in set(held).intersection(state.board.neighbours(cell)):
                root[find(cell)] = find(other)
        roots = [find(cell) for cell in held]
        assert state.territory(seat) == max(roots.count(top) for top in roots)


# --- turning, mirroring, changing seats


def _moved(state: State, board: Board, to: Callable[[Hex], Hex]) -> Callable[[Action], Action]:
    """Return what takes an action on one board to the same on another, whose systems lie where `to` says."""
    cells = [board.cell(to(place)) for place in state.board.hexes]

    def moved(action: Action) -> Action:
        match action:
            case Move(origin, target, piece, damaged):
                return Move(cells[origin], cells[target], piece, damaged)
            case Choose(target):
                return Choose(cells[target])
            case _:
                return action

    return moved


@given(states(), st.integers(-7, 7), RANKS)
def test_turning_commutes_with_everything(state: State, k: int, rank: int) -> None:
    there = state.turned(k)
    assert there.board == state.board.turned(k)
    _check_same_game(
        state, there, _moved(state, there.board, lambda place: place.turned(k)), rank, lambda s: s.turned(k)
    )


@given(states(), RANKS)
def test_mirroring_commutes_with_everything(state: State, rank: int) -> None:
    there = state.mirrored()
    assert there.board == state.board.mirrored()
    _check_same_game(state, there, _moved(state, there.board, Hex.mirrored), rank, lambda s: s.mirrored())


def _check_same_game(
    here: State, there: State, moved: Callable[[Action], Action], rank: int, carry: Callable[[State], State]
) -> None:
    """Check that two states differ in the place of their systems only, and go on doing so."""
    assert {moved(action): here.why_not(action) for action in here.actions} == {
        action: there.why_not(action) for action in there.actions
    }
    assert {moved(action) for action in here.legal_actions()} == set(there.legal_actions())
    assert (here.to_act, here.passed, here.ply) == (there.to_act, there.passed, there.ply)
    assert (here.score_sheet(), here.totals, here.outcome) == (there.score_sheet(), there.totals, there.outcome)
    if here.to_act:
        action = _pick(here, rank)
        assert there.after(moved(action)) == carry(here.after(action))


@given(states(), st.integers(-7, 7))
def test_six_turns_or_two_mirrors_lead_back(state: State, k: int) -> None:
    turned = state
    for _ in range(6):
        turned = turned.turned(1)
    assert turned == state
    assert state.turned(k).turned(-k) == state
    assert state.mirrored().mirrored() == state
    assert state.turned(k).mirrored() == state.mirrored().turned(-k)


@given(states(), RANKS)
def test_changing_seats_changes_nothing_else(state: State, rank: int) -> None:
    there = one_seat_on(state)
    legal = state.legal_actions()
    assert there.legal_actions() == legal
    assert {action: state.why_not(action) for action in state.actions} == {
        action: there.why_not(action) for action in there.actions
    }
    players = state.board.players
    assert [there.score_sheet()[(seat + 1) % players] for seat in range(players)] == list(state.score_sheet())
    if state.outcome is not None:
        assert there.outcome is not None
        assert set(there.outcome.winners) == {(seat + 1) % players for seat in state.outcome.winners}
        assert there.outcome.decided_by == state.outcome.decided_by
    if legal:
        action = legal[rank % len(legal)]
        assert there.after(action) == one_seat_on(state.after(action))
