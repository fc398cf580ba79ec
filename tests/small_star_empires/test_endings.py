"""Scores and winners by places, many games at once: the same as those of each position alone (E7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from types import ModuleType
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builds import built
from tests.small_star_empires.same_games import lanes_for
from tests.small_star_empires.test_rules import ENDINGS, SHEETS, Ending, Sheets

import sse_core as sse
from sse_core import Board, Rules, State
from sse_core.small_star_empires import Holes, reference
from sse_core.testing import boards, rules, states

SLOTS: Final = 64
"""The games that are scored in one call."""

MOST_PLACES: Final = 63

Scores = list[tuple[list[int], list[int]]]
"""Totals, and 1 for each winner, for each position."""


@pytest.fixture(params=built("lanes"))
def lanes(request: pytest.FixtureRequest) -> ModuleType:
    return lanes_for(request.param)


def by_places(module: ModuleType, positions: Sequence[State]) -> Scores:
    """Score positions on one board together."""
    players, n = positions[0].board.players, len(positions)
    totals, winners = np.full((n, players), -1, np.int32), np.full((n, players), 9, np.uint8)
    plies = np.full(n, -1, np.int32)
    module.score_positions(list(positions), totals, winners, plies)
    left = [sum(map(sum, map(position.reserve, range(players)))) for position in positions]
    assert (left[0] - plies).tolist() == left
    return list(zip(totals.tolist(), winners.tolist(), strict=True))


def alone(position: reference.State | State) -> tuple[list[int], list[int]]:
    """Score a position by itself, as if its game were over."""
    sheets, players = position.score_sheet(), range(position.board.players)
    # E7.4: the total, then cities left, then stations left, then planets held.
    ranks = [(sheets[player].total, *position.reserve(player), sheets[player].planets) for player in players]
    return [sheet.total for sheet in sheets], [int(rank == max(ranks)) for rank in ranks]


def assert_same_scores(module: ModuleType, positions: Sequence[State]) -> None:
    """Score positions on one board together and each alone."""
    assert by_places(module, positions) == [alone(position) for position in positions]


def over(board: Board, owners: dict[int, int], **options: Any) -> State:
    """Return the end of a game; nobody has pieces left unless `reserves` is given."""
    seats = board.players
    options = {"reserves": [(0, 0)] * seats} | options
    return sse.small_star_empires.position(
        board, owners=owners, passed=[True] * seats, ships=[[]] * seats, mover=None, **options
    )


# --- clauses, from tables made by hand


@pytest.mark.parametrize("scene", SHEETS, ids=lambda scene: scene.id)
def test_scores(lanes: ModuleType, scene: Sheets) -> None:
    ((totals, _),) = by_places(lanes, [scene.state])
    assert totals == [sum(sheet) for sheet in scene.sheets]


@pytest.mark.parametrize("scene", ENDINGS, ids=lambda scene: scene.id)
def test_winners(lanes: ModuleType, scene: Ending) -> None:
    winners = [int(player in scene.outcome.winners) for player in range(scene.state.board.players)]
    assert by_places(lanes, [scene.state]) == [(list(scene.outcome.totals), winners)]


# --- E7.4, level by level


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_tie_is_broken_as_alone(lanes: ModuleType, players: int) -> None:
    """E7.4: each player has a nebula or two planets, which score the same, and some pieces left or none."""
    board = sse.parse_map(" . ".join(f"{home} 2 . r" for home in "ABCD"[:players]))
    homes = [board.homeworld(player) for player in range(players)]
    equal = Rules(territory_points=0)
    choices = list(product((1, 3), (0, 1), (0, 1)))
    positions = [
        over(
            board,
            {home + step: player for player, (home, (step, _, _)) in enumerate(zip(homes, chosen, strict=True))},
            reserves=[(cities, stations) for _, cities, stations in chosen],
            rules=equal,
        )
        for chosen in product(choices, repeat=players)
    ]
    assert_same_scores(lanes, positions)
    assert {len(set(position.totals)) for position in positions} == {1}
    decided = Counter(position.outcome.decided_by for position in positions if position.outcome)
    assert decided.keys() == {"cities", "stations", "planets", "shared"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_those_who_have_nothing_share_the_win(lanes: ModuleType, players: int) -> None:
    """E7.4: no points and no pieces left is the best that anybody has."""
    board = sse.parse_map(" . ".join("ABCD"[:players]))
    position = over(board, {}, rules=Rules(territory_points=0))
    assert by_places(lanes, [position]) == [([0] * players, [1] * players)]


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize(
    ("points", "planets", "reserve", "theirs"),
    [
        (169, 56, (0, 0), (383 - 56, 255)),
        (168, 56, (1, 0), (0, 255)),
        (168, 56, (0, 1), (0, 0)),
        (168, 57, (383 - 1, 255), (383 - 57, 255)),
    ],
    ids=["a point", "a city", "a station", "cities, not points"],
)
def test_no_number_reaches_into_a_higher_level(
    lanes: ModuleType, winner: int, points: int, planets: int, reserve: tuple[int, int], theirs: tuple[int, int]
) -> None:
    """E7.4: one more at any level beats the largest numbers below; the winner has a nebula, the other all planets."""
    board = sse.parse_map("A r . . . " + "3 " * 56 + ". . B")
    owners = {1: winner} | dict.fromkeys(range(5, 5 + planets), 1 - winner)
    reserves = [reserve, theirs] if winner == 0 else [theirs, reserve]
    options = Rules(nebula_points=(points,), territory_points=0)
    position = over(board, owners, reserves=reserves, rules=options)
    assert sum(position.totals) == points + 168
    assert by_places(lanes, [position]) == [(list(position.totals), [int(player == winner) for player in range(2)])]


def test_the_largest_score_is_scored(lanes: ModuleType) -> None:
    board = sse.parse_map("A " + "3 " * 42 + "r " * 7 + "g " * 7 + "b " * 7 + "B")
    options = Rules(nebula_points=(0,) * 6 + (999,), territory_points=999)
    held = dict.fromkeys(range(1, 64), 0)
    position = over(board, held, rules=options, reserves=[(383 - 63, 255), (383, 255)])
    assert by_places(lanes, [position]) == [([3 * 42 + 4 * 999, 0], [1, 0])]


# --- all positions of small boards

BENDS = """
A 1 r 1
 2 . r B
"""
ROUND_A_HOLE = """
 A 1 1
1 x 2 r
 . 2 1
  B
"""
BETWEEN_HOMEWORLDS = """
 A 1 B
1 r . 2
 C 1 D
"""

AMONG_HOMEWORLDS = """
 A B
C 1 .
 D r
"""


def holdings(board: Board, stations: bool) -> Iterator[State]:
    """Yield every way to hold the systems of a board, with cities alone or with both kinds of pieces."""
    cells = [cell for cell in range(board.n_cells) if board.system(cell).can_be_landed_on]
    pieces = ["city", "station"] if stations else ["city"]
    choices = [None, *product(range(board.players), pieces)]
    for chosen in product(choices, repeat=len(cells)):
        taken = {cell: piece for cell, piece in zip(cells, chosen, strict=True) if piece}
        yield over(
            board,
            {cell: player for cell, (player, _) in taken.items()},
            pieces={cell: piece for cell, (_, piece) in taken.items()},
        )


@pytest.mark.parametrize(
    ("text", "stations", "n"),
    [
        (BENDS, True, 5**6),
        pytest.param(ROUND_A_HOLE, False, 3**8, marks=pytest.mark.ci),
        pytest.param(BETWEEN_HOMEWORLDS, False, 5**6, marks=pytest.mark.ci),
        (AMONG_HOMEWORLDS, True, 9**3),
    ],
    ids=["bends", "round a hole", "between homeworlds", "among homeworlds"],
)
def test_every_way_to_hold_a_board(lanes: ModuleType, text: str, stations: bool, n: int) -> None:
    positions, scores = held(text, stations)
    assert len(positions) == n
    assert by_places(lanes, positions) == scores


@cache
def held(text: str, stations: bool) -> tuple[list[State], Scores]:
    """Every way to hold a board, and the score of each alone: they take longer than all lanes together."""
    positions = list(holdings(sse.parse_map(text), stations))
    return positions, [alone(position) for position in positions]


# --- E7.2, E7.3 on large boards

LINE = "A " + "1 " * 61 + "r 2 B"
"""63 systems to land on, each between two neighbours."""


TWO_ROWS = f"A {'1 ' * 32}\n {'2 ' * 31}B"
FARTHEST = f"{'1 ' * 62}A\n 2 B"
"""The last of 63 places is a neighbour of the first two."""
ODD_HALF = f"A {'w ' * 10}{'1 ' * 43}{'w ' * 10}{'2 ' * 20}B"
EVEN_HALF = f"A {'w ' * 11}{'1 ' * 42}{'w ' * 10}{'2 ' * 21}B"
"""The first 64 cells have so many places, and the cells from 64 on have the others."""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("holes", [None, "balanced"])
def test_every_pair_of_neighbours(lanes: ModuleType, players: int, holes: Holes | None) -> None:
    assert_same_pairs(lanes, sse.base_map(players, seed=7, holes=holes))


@pytest.mark.parametrize(
    "text", [TWO_ROWS, FARTHEST, ODD_HALF, EVEN_HALF], ids=["two rows", "farthest", "odd half", "even half"]
)
def test_every_pair_of_neighbours_in_long_rows(lanes: ModuleType, text: str) -> None:
    board = sse.parse_map(text)
    assert landable(board) == MOST_PLACES
    assert_same_pairs(lanes, board)


def assert_same_pairs(lanes: ModuleType, board: Board) -> None:
    """E7.2, E7.3: a station beside a city, and two systems of one player, on every two neighbours both ways."""
    players = board.players
    free = [cell for cell in range(board.n_cells) if board.system(cell).can_be_landed_on]
    positions = []
    for cell in free:
        for other in board.neighbours(cell):
            if other in free:
                one, two = cell % players, (cell + 1) % players
                positions += [over(board, {cell: one, other: one}), over(board, {cell: one})]
                positions.append(over(board, {cell: one, other: two}, pieces={cell: "station"}))
        for player in range(players):
            positions.append(over(board, {cell: player}, pieces={cell: "station"}))
    assert_same_scores(lanes, positions)


def test_the_longest_board(lanes: ModuleType) -> None:
    """E7.3: all of a line from either end, cut at every system, by one player and in turns."""
    board = sse.parse_map(LINE)
    cells = range(1, MOST_PLACES + 1)
    whole = [dict.fromkeys(cells, player) for player in (0, 1)]
    cut = [{cell: side for cell in cells if cell != at} for at in cells for side in (0, 1)]
    shared = [{cell: side ^ (cell >= at) for cell in cells} for at in cells for side in (0, 1)]
    striped = [{cell: cell // width % 2 for cell in cells} for width in range(1, 32)]
    assert_same_scores(lanes, [over(board, owners) for owners in (*whole, *cut, *shared, *striped)])


def test_a_later_part_is_the_largest(lanes: ModuleType) -> None:
    """E7.3: parts away from the homeworld, of all sizes in all orders, against an opponent's of each size."""
    board = sse.parse_map(f"A {'1 ' * 30}B")
    positions = []
    for sizes in product(range(1, 5), repeat=4):
        starts = [2]
        for size in sizes:
            starts.append(starts[-1] + size + 1)
        own = {cell: 0 for start, end in pairwise(starts) for cell in range(start, end - 1)}
        positions += [over(board, own | dict.fromkeys(range(31 - size, 31), 1)) for size in range(6)]
    assert_same_scores(lanes, positions)


# --- numbers of positions, boards, rules


@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, SLOTS - 1, SLOTS, SLOTS + 1, 2 * SLOTS, 3 * SLOTS - 1])
def test_any_number_of_positions_is_scored(lanes: ModuleType, n: int) -> None:
    start = sse.new_game(sse.base_map(3, seed=3))
    assert_same_scores(lanes, [*(sse.playouts(start, n, n, ends=True).ends or ())])


def test_maps_are_scored(lanes: ModuleType) -> None:
    starts = [sse.new_game(sse.load_map(name)) for name in sse.maps()]
    for start in starts:
        if lanes.has_lanes(start):
            assert_same_scores(lanes, [*(sse.playouts(start, 200, 5, ends=True).ends or ())])


@st.composite
def plain_positions(draw: st.DrawFn) -> list[State]:
    """Positions on one plain board, by any rules."""
    drawn = boards(unexplored=False).filter(lambda board: landable(board) <= MOST_PLACES)
    board, options = draw(drawn), draw(rules().filter(lambda options: not options.open_borders))
    return draw(st.lists(states(board=board, rules=options), min_size=1, max_size=12))


def landable(board: Board) -> int:
    return sum(board.system(cell).can_be_landed_on for cell in range(board.n_cells))


@given(plain_positions())
def test_any_positions_are_scored_as_the_reference_scores_them(positions: list[State]) -> None:
    expected = [alone(reference.same(position)) for position in positions]
    for name in built("lanes"):
        assert by_places(lanes_for(name), positions) == expected


# --- what isn't scored here


@pytest.mark.parametrize("board", ["A ? B", LINE.replace("r", "r r")])
def test_boards_without_places_are_refused(lanes: ModuleType, board: str) -> None:
    with pytest.raises(ValueError, match="a board without places"):
        by_places(lanes, [sse.small_star_empires.position(sse.parse_map(board))])


def test_positions_of_two_boards_are_refused(lanes: ModuleType) -> None:
    positions = [sse.small_star_empires.position(sse.parse_map(text)) for text in ("A 1 B", "A 2 B")]
    with pytest.raises(ValueError, match="several boards"):
        by_places(lanes, positions)
