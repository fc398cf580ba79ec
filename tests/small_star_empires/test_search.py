"""The search in the core: what it proves, what it keeps, its bounds of memory and time, and what it says."""

from __future__ import annotations

import random
import re
import signal
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from tests.builds import built
from tests.profiles import by_profile, one_a_kind, shortened
from tests.small_star_empires.test_solving import LEVEL, late_and_long, late_position, worths

import sse_core as sse
from sse_core import CHANCE, ArgumentError, State, small_star_empires
from sse_core._core.variants import variant
from sse_core.bots import greedy
from sse_core.play.draws import random_walk
from sse_core.play.search.analysis import Analysis, Search
from sse_core.play.search.monte_carlo import SearchedGame
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import rollouts, solve
from sse_core.small_star_empires import search as begin
from sse_core.small_star_empires.reference.search import played_on, result_of
from sse_core.small_star_empires.strategies import states
from sse_core.small_star_empires.strategies.layouts import random_board
from sse_core.small_star_empires.strategies.placing import random_position
from sse_core.small_star_empires.strategies.variants import random_rules, with_enough_tiles
from sse_core.small_star_empires.strength import learned
from sse_core.small_star_empires.strength.search import EXACT, CompiledTreeSearch, SearchTree

MAPS: Final = sorted(sse.maps())
MEGABYTE: Final = 1 << 20
NEVER: Final = 1 << 40


def start(name: str = "base-2p-balanced") -> State:
    return sse.new_game(sse.load_map(name))


def searched(state: State, visits: int = 500, **options: Any) -> CompiledTreeSearch:
    found = begin(state, **{"megabytes": 8, **options})
    found.run(visits=visits)
    return found


def greedy_state(ply: int) -> State:
    """Return the position at a ply of a game of greedy bots."""
    return next(state for _, _, state in turns_of(start(), [greedy.choose] * 2, 3) if state.ply == ply)


def tree_of(state: State, visits: int, seed: int = 0, size: int = 4 * MEGABYTE) -> SearchTree:
    """Return a tree without a hand-over to the solver."""
    tree = SearchTree(state, seed, size)
    tree.run(visits, NEVER)
    return tree


def check_analysis(state: State, analysis: Analysis[Any]) -> None:
    """There is a line for each legal action and no other; each is legal play, and its numbers can be."""
    assert {state.board.action_id(line.action) for line in analysis.lines} == set(state.legal_ids())
    assert len(analysis.lines) == state.legal_count()
    for line in analysis.lines:
        assert sum(line.value) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in line.value)
        assert len(line.value) == len(line.margin) == state.board.players
        assert line.line[0] == line.action
        assert not (line.exact and line.error)
        now = state
        for action in line.line:
            now = now.after(action)
    if state.to_act and state.to_act != (CHANCE,) and analysis.visits:
        check_order(state.to_act[0], analysis)


def check_order(seat: int, analysis: Analysis[Any]) -> None:
    """The first action is one that wins for sure, if there is one; no other that is proved is worth more."""
    best = analysis.lines[0]
    proved = [line.value[seat] for line in analysis.lines if line.error == 0]
    if best.error == 0:
        assert best.value[seat] == max(proved)
    else:
        assert best.visits == max(line.visits for line in analysis.lines if line.error)
        assert all(share <= best.value[seat] for share in proved)


# --- what it is


def test_the_game_has_a_search_that_answers_the_contract() -> None:
    game = start().game
    assert isinstance(game, SearchedGame)
    found: Search[Any] = game.search(start(), seed=1, threads=1)
    found.run(visits=10)
    assert found.analysis().visits == 10


@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_searched(name: str) -> None:
    state = start(name)
    found = searched(state, 300)
    check_analysis(state, found.analysis())
    assert found.visits == 300
    assert sum(line.visits for line in found.analysis().lines) == 300


def test_before_the_first_simulation_there_is_a_line_for_each_action() -> None:
    state = start("base-3p")
    check_analysis(state, begin(state).analysis())
    analysis = rollouts(state).analysis()
    check_analysis(state, analysis)
    assert all((line.visits, line.value, line.exact) == (0, (1 / 3,) * 3, False) for line in analysis.lines)
    assert all(line.error > 0 for line in analysis.lines)


def test_after_the_end_there_is_nothing_to_find() -> None:
    over = sse.playout(start(), 3)
    found = searched(over)
    analysis = found.analysis()
    assert (analysis.lines, analysis.visits, analysis.how) == ((), 0, "The game is over.")
    assert found.is_settled


def test_the_default_is_ten_thousand_visits() -> None:
    found = begin(start("duel"))
    found.run()
    assert found.visits == 10_000


def test_the_error_shrinks_with_the_visits() -> None:
    """By rollouts it is that of so many games, each a win or a loss."""
    for kind in (begin, rollouts):
        few, many = kind(start()), kind(start())
        few.run(visits=200)
        many.run(visits=5_000)
        found = many.analysis().lines[0]
        assert 0 < found.error < few.analysis().lines[0].error < 0.5
    assert found.error == pytest.approx((found.value[0] * found.value[1] / found.visits) ** 0.5, rel=0.1)


# --- the same again


def everything(found: CompiledTreeSearch) -> tuple[Any, ...]:
    analysis = found.analysis()
    return analysis.lines, analysis.visits, found.used_bytes


@pytest.mark.parametrize("name", ["base-2p", "base-4p", "everything-2p"])
def test_the_same_seed_and_visits_find_the_same_in_one_run_or_several(name: str) -> None:
    once, again, parts = (begin(start(name), seed=7) for _ in range(3))
    once.run(visits=3_000)
    again.run(visits=3_000)
    for visits in (1, 2, 997, 2_000):
        parts.run(visits=visits)
    assert everything(once) == everything(again) == everything(parts)
    assert everything(once) != everything(searched(start(name), 3_000, seed=8))


def test_the_plies_of_a_call_of_the_core_change_nothing() -> None:
    state = start("unexplored-2p")
    whole, parts = tree_of(state, 2_000), SearchTree(state, 0, 4 * MEGABYTE)
    left = 2_000
    while left:
        left -= parts.run(left, 100)
    assert whole.children() == parts.children()


@pytest.mark.parametrize("plies", [1, 21, 22, 1_000])
def test_a_call_of_the_core_ends_after_its_plies(plies: int) -> None:
    """With so few pieces every game has 20 plies, and a simulation counts as one more."""
    state = sse.new_game(sse.load_map("base-2p"), cities=5, stations=5)
    assert set(sse.playouts(state, 200, seed=1).plies.tolist()) == {20}
    assert SearchTree(state, 0, MEGABYTE).run(NEVER, plies) == -(-plies // 21)


# --- proofs


def preferred(state: State) -> tuple[list[Fraction], list[Fraction]]:
    """Return each seat's share and margin under best play, by plain recursion."""
    found = worths(state, "win-margin")
    return [row[0] for row in found], [row[1] for row in found]


@pytest.mark.parametrize("part", shortened(range(8), 3))
def test_what_a_tree_proves_is_best_play(part: int) -> None:
    proved = exact = 0
    for seed in range(40 * part, 40 * part + 40):
        state = late_position(seed, 100)
        tree = tree_of(state, 20_000, seed)
        # Among three and more, a choice between equals may stay open.
        assert tree.is_settled or state.board.players > 2
        _, shares, margins, proof = tree.root
        best_shares, best_margins = preferred(state) if proof else ([], [])
        if proof:
            proved += 1
            assert shares == pytest.approx(tuple(map(float, best_shares)), abs=1e-9)
        if proof == EXACT:
            exact += 1
            assert margins == pytest.approx(tuple(map(float, best_margins)), abs=1e-9)
    assert proved > 20
    assert exact > 0


def test_proved_children_are_best_play_behind_them() -> None:
    checked = 0
    for seed in range(60):
        state = late_position(seed, 60)
        tree = tree_of(state, 5_000)
        for rank, (_, shares, margins, proof) in enumerate(tree.children()):
            if proof:
                best_shares, best_margins = preferred(state.after(state.legal_actions()[rank]))
                assert shares == pytest.approx(tuple(map(float, best_shares)), abs=1e-9)
                assert proof != EXACT or margins == pytest.approx(tuple(map(float, best_margins)), abs=1e-9)
                checked += 1
    assert checked > 150


def test_what_is_expected_after_a_proved_action_is_best_play() -> None:
    """The line leads where the proof says, whichever child has more visits."""
    checked = Counter[int]()
    # In the earlier positions wins are proved before all that a player could do is.
    early = [(seed, 400, 300) for seed in (9, 38, 46, 107, 108)]
    for seed, most, visits in [(seed, 60, 2_000) for seed in range(18)] + early:
        state = late_position(seed, most)
        if state.unexplored or state.due:
            continue
        tree = tree_of(state, visits)
        for rank, (_, shares, margins, proof) in enumerate(tree.children()):
            if proof:
                later = state
                for ply in tree.expected(rank):
                    later = later.after(later.legal_actions()[ply])
                best_shares, best_margins = preferred(later)
                assert shares == pytest.approx(tuple(map(float, best_shares)))
                assert proof != EXACT or margins == pytest.approx(tuple(map(float, best_margins)))
                checked[proof] += 1
    assert min(checked[EXACT], checked[1]) > 5


@pytest.mark.parametrize(("position", "turn"), LEVEL)
def test_the_margins_of_others_decide_seat_by_seat(position: Callable[[int], State], turn: int) -> None:
    state = position(turn)
    # Turned round, the actions come in the other order.
    for same in (state, state.turned(3)):
        _, shares, margins, proof = tree_of(same, 100).root
        assert proof == EXACT
        assert (list(shares), list(margins)) == tuple([float(part) for part in parts] for parts in preferred(same))


def test_a_choice_between_wins_of_others_stays_open_where_its_margin_is_not_known() -> None:
    """A decides who wins. Each of B's last cities wins behind the first action, so that one proves it."""
    state = small_star_empires.position(
        sse.parse_map(". . . B 1 . A . 1 C"),
        ships=[[6], [3], []],
        owners={4: 1, 8: 2},
        pieces={4: "station", 8: "station"},
        reserves=[(1, 0), (1, 0), (0, 0)],
        rules=sse.Rules(territory_points=0),
    )
    tree = tree_of(state, 100)
    assert [(shares, proof == EXACT) for _, shares, _, proof in tree.children() if proof] == [
        ((0, 1, 0), False),
        ((0, 0, 1), True),
    ]
    assert (tree.is_settled, tree.root[3]) == (True, 0)


@cache
def winning_positions() -> list[tuple[State, State]]:
    """Return positions in which exactly one of several actions wins for sure, with the state behind it."""
    found = []
    for seed in range(250):
        state = late_position(seed, 40)
        if len(state.to_act) == 1 and state.to_act != (CHANCE,) and state.legal_count() > 2:
            seat = state.to_act[0]
            wins = [after for after in map(state.after, state.legal_ids()) if preferred(after)[0][seat] == 1]
            if len(wins) == 1:
                found.append((state, wins[0]))
    return found


@pytest.mark.ci
def test_the_only_win_is_found_and_proved_and_ends_the_search() -> None:
    positions = winning_positions()
    assert len(positions) >= 5
    for state, after in positions:
        tree = tree_of(state, 1_000_000)
        assert tree.visits < 20_000
        best = searched(state, 50_000).analysis().lines[0]
        assert state.after(best.action) == after
        assert (best.value[state.to_act[0]], best.error) == (1, 0)


def test_a_proved_child_of_the_root_is_never_simulated_again() -> None:
    checked, positions = 0, by_profile(dev=60, ci=100, nightly=200)
    for seed in range(positions):
        state = late_position(seed, 400)
        if state.to_act in ((), (CHANCE,)):
            continue
        tree = SearchTree(state, seed, MEGABYTE)
        tree.run(state.legal_count() + 20, NEVER)
        before = tree.children()
        tree.run(200, NEVER)
        for old, new in zip(before, tree.children(), strict=True):
            if old[3]:
                assert new == old
                checked += 1
    assert checked > positions // 3


# --- the solver


@pytest.mark.parametrize("part", range(4))
def test_the_solver_takes_over_when_few_plies_are_left(part: int) -> None:
    solved = 0
    for seed in range(25 * part, 25 * part + 25):
        state = late_position(seed, 100)
        found = searched(state)
        analysis = found.analysis()
        check_analysis(state, analysis)
        if not analysis.how.startswith("Solved"):
            continue
        solved += 1
        assert (analysis.visits, analysis.exact, found.is_settled) == (0, True, True)
        for line in analysis.lines:
            assert line.exact
            shares, margins = preferred(state.after(line.action))
            assert (list(line.value), list(line.margin)) == (shares, margins)
        if state.to_act != (CHANCE,):
            assert [list(analysis.lines[0].value), list(analysis.lines[0].margin)] == list(preferred(state))
    assert solved >= 5


def test_the_solver_goes_on_from_run_to_run() -> None:
    state = greedy_state(32)
    at_once, in_parts = begin(state), begin(state)
    at_once.run(visits=100_000)
    for _ in range(100):
        in_parts.run(visits=1_000)
    lines = at_once.analysis().lines, in_parts.analysis().lines
    assert [(line.action, line.value, line.margin) for line in lines[0] if line.exact] == [
        (line.action, line.value, line.margin) for line in lines[1] if line.exact
    ]
    assert lines[0][0].exact


def test_the_best_action_is_first_before_the_others_are_solved() -> None:
    state = greedy_state(32)
    found = begin(state)
    while not found.analysis().exact:
        found.run(visits=1_000)
    analysis = found.analysis()
    check_analysis(state, analysis)
    assert not all(line.exact for line in analysis.lines)
    solution = solve(state, objective="win-margin")
    assert (analysis.lines[0].value, analysis.lines[0].margin) == (solution.value, solution.margin)
    assert "proved to be best" in analysis.how


def test_the_best_action_may_be_known_before_any_other() -> None:
    board = sse.parse_map("A . 1 2 r\n . 3 1 . 2\n  1 2 . 3 1\n   2 g 1 . B")
    state = sse.new_game(board, ships=1, cities=2, stations=0)
    known = 0
    for visits in range(1, 60):
        found = searched(state, visits)
        analysis = found.analysis()
        check_analysis(state, analysis)
        known += analysis.exact and not all(line.exact for line in analysis.lines)
    assert known >= 5


# --- chance


def test_events_are_visited_by_their_odds() -> None:
    rng = sse.SplitMix64(11)
    state = start("unexplored-2p")
    while state.to_act != (CHANCE,):
        state = state.after(rng.choice(state.legal_ids()))
    visits = 20_000
    tree = tree_of(state, visits)
    expected = [float(odds) * visits for _, odds in state.odds()]
    found = [row[0] for row in tree.children()]
    assert sum(found) == visits
    # Eight degrees of freedom at most: chance alone exceeds 26 once in a thousand seeds, and this seed is fixed.
    assert len(found) == 9
    assert sum((a - b) ** 2 / b for a, b in zip(found, expected, strict=True)) < 26


def test_lines_of_a_chance_event_are_the_events() -> None:
    rng = sse.SplitMix64(12)
    state = start("everything-2p")
    while state.to_act != (CHANCE,):
        state = state.after(rng.choice(state.legal_ids()))
    lines = searched(state, 2_000).analysis().lines
    assert {line.action for line in lines} == {event for event, _ in state.odds()}
    visits = [line.visits for line in lines]
    assert visits == sorted(visits, reverse=True)


# --- from move to move


@pytest.mark.parametrize("name", one_a_kind(MAPS))
def test_the_tree_is_kept_from_move_to_move(name: str) -> None:
    state = start(name)
    found = searched(state, 4_000)
    for _ in range(4):
        rows = {line.action: line for line in found.analysis().lines}
        best = found.analysis().lines[0]
        state = state.after(best.action)
        assert found.advance(state)
        assert found.state == state
        assert found.visits == rows[best.action].visits
        assert found.used_bytes <= 8 * MEGABYTE
        check_analysis(state, found.analysis())
        if found.visits > 100:
            # What is expected now was expected before.
            expected = next(line for line in found.analysis().lines if line.action == best.line[1])
            assert expected.visits == found.analysis().lines[0].visits
        found.run(visits=1_000)
        assert found.visits == rows[best.action].visits + 1_000


@pytest.mark.parametrize("name", ["duel", "everything-2p"])
def test_the_tree_is_kept_when_a_player_has_passed(name: str) -> None:
    state = sse.new_game(sse.load_map(name), cities=(1, 4), stations=(0, 1))
    tree = tree_of(state, 300)
    out = 0
    while tree.children():
        child = max(tree.children())
        state = state.after(state.legal_ids()[tree.children().index(child)])
        assert tree.advance(state)
        assert tree.root == child
        tree.run(300, NEVER)
        out += state.passed[0]
    assert out > 1


def test_a_position_some_plies_later_keeps_its_visits() -> None:
    state = start("duel")
    tree = tree_of(state, 30_000)
    walk = tree.expected(max(range(state.legal_count()), key=lambda rank: tree.children()[rank][0]))
    assert len(walk) >= 3
    later, single = state, tree_of(state, 30_000)
    for rank in walk[:3]:
        later = later.after(later.legal_actions()[rank])
        assert single.advance(later)
    assert tree.advance(later)
    assert tree.root == single.root
    assert tree.children() == single.children()
    assert tree.used == single.used
    # Both trees go on from the same, and were given other numbers of simulations before.
    assert tree.run(1_000, NEVER) == single.run(1_000, NEVER)
    assert tree.children() == single.children()


@pytest.mark.parametrize("name", ["duel", "base-3p", "base-4p", "everything-2p"])
def test_a_new_root_has_the_numbers_that_it_had_as_a_child(name: str) -> None:
    state = start(name)
    tree = tree_of(state, 1_000)
    child = max(tree.children())
    rank = tree.children().index(child)
    assert tree.advance(state.after(state.legal_actions()[rank]))
    assert tree.root == child


def test_all_that_is_below_the_new_root_is_kept() -> None:
    """Every node of the subtree has the numbers that it had: walked by advancing copies of the tree."""
    state = start("duel")
    rank = max(range(state.legal_count()), key=lambda rank: tree_of(state, 3_000).children()[rank][0])
    after = state.after(state.legal_actions()[rank])
    seen = 0
    for reply in after.legal_ids():
        direct, by_way = tree_of(state, 3_000), tree_of(state, 3_000)
        assert by_way.advance(after)
        visits = by_way.children()[after.legal_ids().index(reply)][0]
        assert direct.advance(after.after(reply)) == by_way.advance(after.after(reply)) == (visits > 0)
        if visits:
            assert direct.root == by_way.root
            assert direct.root[0] == visits
            assert direct.children() == by_way.children()
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", ["base-2p", "everything-4p"])
def test_a_position_that_is_not_below_begins_a_new_tree(name: str) -> None:
    state = start(name)
    found = searched(state, 200)
    other = sse.new_game(sse.load_map(name), first=1)
    assert not found.advance(other)
    assert (found.visits, found.state) == (0, other)
    found.run(visits=100)
    assert not found.advance(start("base-3p"))
    check_analysis(found.state, found.analysis())
    found.run(visits=100)
    check_analysis(found.state, found.analysis())
    assert found.visits == 100


def test_a_new_tree_draws_from_a_stream_that_no_simulation_has() -> None:
    """Simulations draw from the even ones of a seed."""
    state, other = start("duel"), sse.new_game(sse.load_map("duel"), first=1)
    tree = tree_of(state, 50, seed=3)
    assert not tree.advance(other)
    tree.run(100, NEVER)
    assert tree.children() == tree_of(other, 100, seed=sse.child_seed(3, 2 * 50 + 1)).children()


def test_a_position_before_is_not_found() -> None:
    state = start()
    found = searched(state.after(state.legal_ids()[0]), 200)
    assert not found.advance(state)


def test_advancing_to_the_same_position_keeps_everything() -> None:
    """Blocks that were copied to larger ones are given back, once."""
    found = searched(start(), 1_000)
    *before, used = everything(found)
    assert found.advance(start())
    *after, less = everything(found)
    assert after == before
    assert used / 2 < less < used
    assert found.advance(start())
    assert found.used_bytes == less


# --- memory


@pytest.mark.parametrize("name", ["base-2p", "base-4p", "everything-4p"])
def test_a_full_tree_is_searched_on_and_grows_no_more(name: str) -> None:
    state = start(name)
    found = begin(state, megabytes=1)
    while not found.is_full:
        assert found.used_bytes <= MEGABYTE
        found.run(visits=1_000)
    used, visits = found.used_bytes, found.visits
    assert found.used_bytes <= MEGABYTE
    found.run(visits=3_000)
    assert found.visits == visits + 3_000
    # A smaller block may still find room.
    assert used <= found.used_bytes <= MEGABYTE
    analysis = found.analysis()
    assert analysis.is_full
    assert "full" in analysis.how
    check_analysis(state, analysis)


def test_games_are_played_from_a_root_whose_children_find_no_room() -> None:
    state = start("base-2p")
    tree = SearchTree(state, 0, 64)
    assert tree.run(100, NEVER) == 100
    assert (tree.children(), tree.is_full) == ([], True)
    games = [result_of(played_on(state, sse.child_seed(0, 2 * number))) for number in range(100)]
    shares, margins = (tuple(map(sum, zip(*each, strict=True))) for each in zip(*games, strict=True))
    assert tree.root == (100, shares, margins, 0)


def test_a_tree_of_a_finished_game_has_nothing_to_simulate() -> None:
    tree = SearchTree(sse.playout(start("duel"), 5), 0, MEGABYTE)
    assert tree.run(10, NEVER) == tree.visits == 0


def test_a_position_that_is_not_below_begins_an_empty_tree() -> None:
    """So does the same position by other rules."""
    state = start("duel")
    for other in (start("base-2p"), sse.new_game(state.board, rules=sse.Rules(territory_points=1))):
        tree = tree_of(state, 100, size=4096)
        assert tree.is_full
        assert not tree.advance(other)
        assert (tree.root, tree.children(), tree.is_full) == ((0, (0.0, 0.0), (0.0, 0.0), 0), [], False)


def test_the_best_child_is_gone_on_with_where_another_one_finds_no_room() -> None:
    """There is room for two children, whose games are about as good: neither is forgotten."""
    tree = SearchTree(start("base-2p"), 0, 320)
    assert tree.run(100, NEVER) == 100
    visits = [row[0] for row in tree.children() if row[0]]
    assert tree.is_full
    assert (len(visits), sum(visits)) == (2, 100)
    assert min(visits) > 10


@pytest.mark.ci
def test_each_simulation_of_a_full_tree_is_a_game_to_its_end() -> None:
    """Near the end of a game every end is known. A tree finds no other, wherever it finds no room."""
    full = 0
    for seed in range(24):
        state, rng = late_and_long(seed), random.Random(seed)
        while small_star_empires.max_plies(state) > 2 + seed % 2:
            state = state.after(rng.choice(state.legal_ids()))
        ends = margins_of_ends(state)
        for size in range(128, 1536, 16):
            tree = SearchTree(state, seed, size)
            sums: tuple[float, ...] = (0.0, 0.0)
            while tree.visits < 150 and tree.run(1, NEVER) and not tree.root[3]:
                before, sums = sums, tree.root[2]
                assert (sums[0] - before[0], sums[1] - before[1]) in ends
            full += tree.is_full
    assert full > 1_000


def margins_of_ends(state: State) -> set[tuple[float, ...]]:
    """Return each seat's margin at each end of a game that can follow."""
    if not state.to_act:
        return {tuple(result_of(state).margins)}
    return set().union(*(margins_of_ends(state.after(action)) for action in state.legal_ids()))


def test_a_move_makes_room_in_a_full_tree() -> None:
    state = start()
    found = begin(state, megabytes=1)
    while not found.is_full:
        found.run(visits=1_000)
    used, line = found.used_bytes, [line for line in found.analysis().lines if line.visits][-1]
    assert found.advance(state.after(line.action))
    assert found.used_bytes < used / 2
    assert not found.is_full


def test_threads_share_the_memory() -> None:
    found = begin(start(), threads=2, megabytes=2)
    while not found.is_full:
        found.run(visits=4_000)
    assert found.used_bytes <= 2 * MEGABYTE


def test_too_much_memory_is_refused() -> None:
    with pytest.raises(MemoryError, match="there is no memory for a tree of 16777216000000"):
        SearchTree(start(), 0, 16_777_216_000_000)


# --- drawn positions


@given(states(max_plies=120))
def test_drawn_positions_are_searched(state: State) -> None:
    check_analysis(state, searched(state, 60, megabytes=1).analysis())


@pytest.mark.parametrize("n", [by_profile(dev=100, ci=300), pytest.param(100_000, marks=pytest.mark.nightly)])
def test_no_action_is_ever_illegal(n: int) -> None:
    rng = random.Random(2_026)
    for _ in range(n):
        board = random_board(rng.randrange)
        state = random_position(rng.randrange, board, with_enough_tiles(random_rules(rng.randrange), board))
        for _, after in random_walk(rng.randrange, state, rng.choice((3, 30))):
            state = after
        found = begin(state, seed=rng.randrange(1 << 64), megabytes=1)
        found.run(visits=40)
        analysis = found.analysis()
        check_analysis(state, analysis)
        if analysis.lines:
            assert state.why_not(analysis.lines[0].action) == 0
            state = state.after(analysis.lines[0].action)
            found.advance(state)
            found.run(visits=20)
            check_analysis(state, found.analysis())


@pytest.mark.parametrize("name", ["base-2p-wormholes", "everything-2p", "three-galaxies"])
def test_turned_and_mirrored_maps_are_searched(name: str) -> None:
    for state in random_states(start(name))[:9]:
        for same in (state.turned(1), state.turned(4), state.mirrored()):
            check_analysis(same, searched(same, 200).analysis())


def random_states(state: State) -> list[State]:
    return [after for _, after in random_walk(sse.SplitMix64(1).below, state)]


@pytest.mark.ci
def test_seats_turned_have_the_same_proofs() -> None:
    for seed in range(0, 60, 3):
        state = late_position(seed, 60)
        rows = [tree_of(same, 20_000).root[1:] for same in (state, state.mirrored(), state.turned(2))]
        for shares, _, proof in rows:
            assert bool(proof) == bool(rows[0][2])
            if proof:
                assert shares == pytest.approx(rows[0][0])


# --- strength


def test_it_beats_greedy() -> None:
    """Five pairs of games with 300 visits, the same every time."""
    points = Counter[int]()
    for seed in range(5):
        for seat in range(2):
            state, rng = sse.new_game(sse.base_map(2, seed=seed)), sse.SplitMix64(seed)
            while state.to_act:
                if state.to_act == (seat,):
                    state = state.after(searched(state, 300, seed=state.ply).analysis().lines[0].action)
                else:
                    state = state.after(greedy.choose(state, 1 - seat, rng))
            assert state.outcome is not None
            points[seat in state.outcome.winners] += 1
    assert points[True] >= 8


# --- threads, time, errors


def test_threads_add_up() -> None:
    state = start("base-3p")
    found = begin(state, threads=3, megabytes=9)
    found.run(visits=1_000)
    analysis = found.analysis()
    assert found.visits == analysis.visits == 1_000
    assert sum(line.visits for line in analysis.lines) == 1_000
    check_analysis(state, analysis)
    after = state.after(analysis.lines[0].action)
    assert found.advance(after)
    assert found.visits == analysis.lines[0].visits
    check_analysis(after, found.analysis())


@pytest.mark.ci
def test_a_proof_of_one_thread_ends_the_search_of_all() -> None:
    state, after = winning_positions()[0]
    found = begin(state, threads=2, megabytes=2)
    found._solving = None
    found.run(visits=10_000_000)
    best = found.analysis().lines[0]
    assert found.visits < 200_000
    assert state.after(best.action) == after


def test_the_first_budget_that_is_used_up_ends_a_run() -> None:
    found = begin(start())
    found.run(visits=50, seconds=1_000)
    assert found.visits == 50
    found.run(visits=1 << 31, seconds=0.01)
    assert 50 < found.visits < 1 << 31
    found.run(seconds=0)
    assert found.analysis().seconds > 0.01


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_keeps_what_was_found(threads: int) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    state = start()
    found = begin(state, threads=threads)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            found.run(visits=1 << 31)
    finally:
        signal.signal(signal.SIGALRM, before)
    visits = found.visits
    assert visits > 0
    check_analysis(state, found.analysis())
    found.run(visits=100)
    assert found.visits == visits + 100


def test_bad_numbers_are_refused() -> None:
    state = start()
    numbers: list[dict[str, Any]] = [
        {"seed": -1},
        {"seed": 1 << 64},
        {"threads": 0},
        {"threads": 1_025},
        {"megabytes": 0},
        {"megabytes": 16_001},
        {"threads": 2, "megabytes": 1},
    ]
    for options in numbers:
        with pytest.raises(ArgumentError, match=list(options)[-1]):
            begin(state, **options)
    found = begin(state)
    budgets: list[dict[str, Any]] = [
        {"visits": -1},
        {"visits": (1 << 31) + 1},
        {"seconds": -0.1},
        {"seconds": float("nan")},
    ]
    for budget in budgets:
        with pytest.raises(ArgumentError, match=next(iter(budget))):
            found.run(**budget)
    assert found.visits == 0


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="a State of Small Star Empires is played, not str"):
        begin("sse-state")  # type: ignore[arg-type]
    found = begin(start())
    with pytest.raises(TypeError, match="a State of Small Star Empires is played, not NoneType"):
        found.advance(None)  # type: ignore[arg-type]
    budgets: list[dict[str, Any]] = [{"visits": "9"}, {"seconds": "9"}, {"visits": True}]
    for budget in budgets:
        with pytest.raises(TypeError, match=next(iter(budget))):
            found.run(**budget)


@pytest.mark.skipif(len(built("tree_search")) == 1, reason="one build is here")
@pytest.mark.parametrize("is_guided", [True, False])
@pytest.mark.ci
def test_every_build_searches_alike(is_guided: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor that multiplies and adds in one step must not round otherwise."""
    found = list[list[Any]]()
    for level in built("tree_search"):
        build = variant("sse_core._core.small_star_empires.tree_search", level)
        monkeypatch.setattr(learned, "LearnedWeights", build.LearnedWeights)
        found.append([])
        for seed in range(6):
            state = small_star_empires.new_game(players=2 + seed % 3, seed=seed, holes="balanced")
            for ply in range(seed):
                state = state.after(state.legal_ids()[(7 * ply + seed) % state.legal_count()])
            path = learned.FOLDER / f"{learned.kind_of(state)}.toml"
            weights = learned.read_weights(path) if is_guided else None
            tree = build.SearchTree(state, seed, 16 * MEGABYTE, weights)
            tree.run(5000, NEVER)
            found[-1].append(tree.children())
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize("name", ["base-2p", "base-4p", "unexplored-3p", "everything-4p"])
def test_an_estimate_is_never_sure(name: str, tmp_path: Path) -> None:
    """Each lead wins for sure by these weights. What they expect stays a share, and has an error: it is no proof."""
    state = start(name)
    path = tmp_path / "sure.toml"
    shipped = (learned.FOLDER / f"{learned.kind_of(state)}.toml").read_text(encoding="utf-8")
    spread = re.compile(r"^spread = \[(.*)\]$", re.MULTILINE)
    small = [0.01 * float(each) for each in spread.findall(shipped)[0].split(",")]
    path.write_text(spread.sub(f"spread = {small}", shipped), encoding="utf-8")
    for _ in range(12):
        analysis = searched(state, 60, weights=learned.read_weights(path)).analysis()
        assert max(max(line.value) for line in analysis.lines) > 0.999
        for line in analysis.lines:
            assert all(0 <= share <= 1 for share in line.value)
            assert line.error > 0
        state = state.after(analysis.lines[-1].action)
