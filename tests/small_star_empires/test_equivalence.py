"""The compiled core equals the reference in plain Python, position by position (E1 to E10)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test
from tests.profiles import by_profile, shortened
from tests.small_star_empires.strategies import (
    boards_with_game_options,
    boards_with_position_options,
    reference_game,
    reference_position,
)

import sse_core as sse
from sse_core import CHANCE, Action, Board, Rules, State
from sse_core.play.draws import Choice
from sse_core.small_star_empires import Bag, Choose, Hex, Move, Piece, Reason, Tile, parse_state, position, reference
from sse_core.small_star_empires.strategies.layouts import hidden, random_base_map, random_cramped_map
from sse_core.small_star_empires.strategies.placing import GameOptions, PositionOptions, random_position, random_start
from sse_core.small_star_empires.strategies.variants import VARIANTS, Variant
from sse_core.testing import EVENTS, GameMachine, events, seeds, states

# --- what it means to be equal


def assert_same(fast: State, plain: reference.State) -> None:
    """Assert that two states agree in everything but reasons."""
    seats, cells = range(fast.board.players), range(fast.board.n_cells)
    legal = plain.legal_actions()
    assert fast.legal_actions() == legal
    assert fast.legal_ids() == tuple(plain.board.action_id(action) for action in legal)
    assert fast.legal_count() == len(legal)
    assert fast.odds() == plain.odds()
    assert fast.due == plain.due
    assert fast.to_act == plain.to_act
    assert fast.passed == plain.passed
    assert fast.ply == plain.ply
    actors = (*seats, CHANCE)
    assert [fast.legal_actions(actor) for actor in actors] == [plain.legal_actions(actor) for actor in actors]
    assert [fast.received(seat) for seat in seats] == [plain.received(seat) for seat in seats]
    assert [fast.banked(seat) for seat in seats] == [plain.banked(seat) for seat in seats]
    assert [fast.ships(seat) for seat in seats] == [plain.ships(seat) for seat in seats]
    assert [fast.reserve(seat) for seat in seats] == [plain.reserve(seat) for seat in seats]
    assert [fast.owner(cell) for cell in cells] == [plain.owner(cell) for cell in cells]
    assert [fast.piece(cell) for cell in cells] == [plain.piece(cell) for cell in cells]
    assert [fast.tile(cell) for cell in cells] == [plain.tile(cell) for cell in cells]
    assert (fast.unexplored, fast.conquered, fast.bag) == (plain.unexplored, plain.conquered, plain.bag)
    assert [fast.territory(seat) for seat in seats] == [max(plain.territories(seat)) for seat in seats]
    assert fast.score_sheet() == plain.score_sheet()
    assert fast.totals == plain.totals
    assert fast.outcome == plain.outcome


def assert_same_reasons(fast: State, plain: reference.State, ids: Iterable[int]) -> None:
    """Assert that reasons and tolls of actions agree, asked for by id and by value."""
    table = fast.board.actions
    for index in ids:
        reason = plain.why_not(index)
        assert (fast.why_not(index), fast.why_not(table[index])) == (reason, reason), table[index]
        if reason is Reason.OK:
            assert fast.toll(index) == plain.toll(index), table[index]


def assert_same_refusal(fast: State, plain: reference.State, action: Action | int, player: int | None = None) -> None:
    """Play an illegal action in both; the errors must be equal, with the reason of `why_not`."""
    reason = plain.why_not(action, player)
    assert fast.why_not(action, player) is reason
    kind = sse.GameOverError if reason is Reason.GAME_OVER else sse.IllegalActionError
    told = []
    for state in (fast, plain):
        with pytest.raises(sse.IllegalActionError) as caught:
            state.after(action, player)
        assert type(caught.value) is kind
        assert caught.value.reason is reason
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert re.search(r"\(E\d+\.\d+(, E\d+\.\d+)?\)$", told[0])


# --- side by side


class SideBySide(GameMachine.of(sse.small_star_empires, reference.same, states=states(stage="unfinished"))):  # type: ignore[misc]
    """A machine that plays one game in both implementations, and compares what only this game has."""

    first: State
    second: reference.State
    asked_all = False

    def compare(self, first: State, second: reference.State) -> None:
        super().compare(first, second)
        assert_same(first, second)

    def compare_refusals(self, first: Exception, second: Exception) -> None:
        assert (type(first), str(first)) == (type(second), str(second))

    def events(self, state: State, action: Action | None) -> Iterable[str]:
        return events(state, action)

    @rule(numbers=st.lists(st.integers(0, 2**16), min_size=1, max_size=20))
    def ask_for_reasons(self, numbers: list[int]) -> None:
        ids = [number % len(self.first.actions) for number in numbers]
        assert_same_reasons(self.first, self.second, ids)
        for index in ids:
            if self.second.why_not(index) is not Reason.OK:
                assert_same_refusal(self.first, self.second, index)
                assert_same_refusal(self.first, self.second, self.first.actions[index])

    @precondition(lambda self: not self.asked_all)
    @rule()
    def ask_for_all_reasons(self) -> None:
        self.asked_all = True
        assert_same_reasons(self.first, self.second, range(len(self.first.actions)))

    @rule(cells=st.tuples(st.integers(0, 200), st.integers(0, 200)), piece=st.sampled_from(("city", "station", None)))
    def make_up_an_action(self, cells: tuple[int, int], piece: Piece | None) -> None:
        action = Move(*cells, piece)
        if self.second.why_not(action) is not Reason.OK:
            assert_same_refusal(self.first, self.second, action)

    @precondition(lambda self: self.first.to_act == (CHANCE,))
    @rule(seed=seeds())
    def draw(self, seed: int) -> None:
        self.compare(self.first.resolve(sse.SplitMix64(seed)), self.second.resolve(sse.SplitMix64(seed)))


@pytest.mark.parametrize("n", [by_profile(dev=15, ci=30), pytest.param(2_000, marks=pytest.mark.nightly)])
def test_side_by_side(n: int) -> None:
    """Any run: both sides agree. The tests below count what runs reach."""
    SideBySide.reached.clear()
    options = settings(SideBySide.TestCase.settings, max_examples=n)
    run_state_machine_as_test(SideBySide, settings=options)
    print(f"\n{n} runs reached: {_told(SideBySide.reached)}")
    assert SideBySide.reached.keys() <= EVENTS.keys()


@pytest.mark.parametrize("n", [by_profile(dev=2, ci=15), pytest.param(200, marks=pytest.mark.nightly)])
def test_the_machine_reaches_all_that_happens(n: int) -> None:
    """The same steps without Hypothesis: n games of each variant, with starts and choices from a seed.

    Too few for all that happens are played in the profile `dev`, in which nothing but equality is asked.
    """
    SideBySide.reached.clear()
    stream = sse.SplitMix64(2_024)
    for variant in VARIANTS.values():
        for _ in range(n):
            machine = SideBySide()
            machine.start(_random_start(stream.below, variant), [stream.below(1_000) for _ in range(stream.below(30))])
            machine.ask_for_reasons([stream.below(1 << 16) for _ in range(5)])
            machine.play([stream.below(1_000) for _ in range(stream.below(30))])
            machine.replay()
    print(f"\n{n} games of each variant reached: {_told(SideBySide.reached)}")
    assert n < 15 or _missing(SideBySide.reached, EVENTS.keys() - (_SELDOM if n < 200 else set())) == []


# --- starts and playouts


@given(boards_with_game_options())
def test_the_first_turn_is_judged_alike(start: tuple[Board, GameOptions]) -> None:
    board, options = start
    assert_same(sse.new_game(board, **options), reference_game(board, options))


@given(boards_with_position_options())
def test_a_position_has_a_mover_who_can_move(start: tuple[Board, PositionOptions]) -> None:
    board, options = start
    # E2.3: the turn before ended the game.
    is_over = options["ply"] > 0 and not any(map(sum, options["reserves"]))
    for seat in range(board.players):
        plain = reference_position(board, options, seat)
        if plain.legal_actions() and not options["passed"][seat] and not is_over:
            assert_same(position(board, mover=seat, **options), plain)
        else:
            with pytest.raises(sse.SetupError):
                position(board, mover=seat, **options)


@given(states(), seeds())
def test_playouts_end_alike(state: State, seed: int) -> None:
    assert_same(sse.playout(state, seed), reference.playout(reference.same(state), seed))


@given(states(), seeds(), st.integers(0, 4))
def test_many_playouts_are_single_ones(state: State, seed: int, n: int) -> None:
    batch = sse.playouts(state, n, seed)
    plain = reference.playouts(reference.same(state), n, seed)
    single = [sse.playout(state, sse.child_seed(seed, index)) for index in range(n)]
    seats = range(state.board.players)
    for ends in (plain, single):
        outcomes = [end.outcome for end in ends if end.outcome is not None]
        assert batch.plies.tolist() == [end.ply - state.ply for end in ends]
        assert batch.totals.tolist() == [list(outcome.totals) for outcome in outcomes]
        assert batch.winners.tolist() == [[seat in outcome.winners for seat in seats] for outcome in outcomes]


@pytest.mark.parametrize("n", [7, 8, 9, 12, 16])
@pytest.mark.parametrize("name", ["base-2p-wormholes", "everything-2p"])
def test_fleets_of_any_size(name: str, n: int) -> None:
    """Some whole and some damaged ships leave home; where there is no SSE2, up to eight are kept in one word."""
    board, stream = sse.load_map(name), sse.SplitMix64(n)
    fleets = [[(board.homeworld(seat), index % 3 == 1) for index in range(n)] for seat in range(board.players)]
    fast = position(board, ships=fleets)
    plain = reference.same(fast)
    assert_same(sse.playout(fast, n), reference.playout(plain, n))
    while legal := plain.legal_actions():
        action = legal[stream.below(len(legal))]
        fast, plain = fast.after(action), plain.after(action)
        assert fast.legal_actions() == plain.legal_actions()
        assert [fast.ships(seat) for seat in range(board.players)] == [
            plain.ships(seat) for seat in range(board.players)
        ]


def test_no_id_is_beyond_the_table() -> None:
    """The first and the last id mean their actions in both implementations; others are no ids (E2.1)."""
    fast = sse.new_game(sse.load_map("duel"))
    plain, end = reference.same(fast), len(fast.actions)
    assert_same_reasons(fast, plain, (0, end - 1))
    for state in (fast, plain):
        assert [state.why_not(index) for index in (-1, end)] == [Reason.NO_SUCH_ACTION] * 2


@pytest.mark.parametrize("name", ["base-4p", "base-4p-wormholes", "unexplored-4p", "epic-2p-galaxies", "everything-2p"])
def test_games_on_more_than_64_cells(name: str) -> None:
    """A set of cells is kept in two words, and largest territories are found in another way (E7.3)."""
    board, stream = sse.load_map(name), sse.SplitMix64(5)
    fast, plain = sse.new_game(board), reference.new_game(board)
    while legal := plain.legal_actions():
        action = legal[stream.below(len(legal))]
        fast, plain = fast.after(action), plain.after(action)
        assert fast.legal_actions() == plain.legal_actions()
        if fast.ply % 10 == 0:
            assert_same(fast, plain)
            # Nothing is left over from what was due.
            assert parse_state(sse.format_state(fast)) == fast
    assert_same(fast, plain)


def round_board(n_cells: int, systems: str) -> Board:
    """Return a board of the places that are nearest to its middle, homeworlds in the first row and in the last."""
    places = sorted(
        (Hex(q, r) for q in range(-8, 9) for r in range(-8, 9)),
        key=lambda place: (place.q**2 + place.q * place.r + place.r**2, place),
    )[:n_cells]
    stream = sse.SplitMix64(n_cells)
    first, *others, last = sorted(places, key=lambda place: (place.r, place.q))
    return Board({first: "A", last: "B", **{place: systems[stream.below(len(systems))] for place in others}})


@pytest.mark.parametrize("n_cells", shortened([63, 64, 65, 128, 62, 66, 91, 127], 4))
@pytest.mark.parametrize(
    ("systems", "rules"),
    [
        ("123rgb..", sse.Rules()),
        ("123rgb..wx", sse.Rules(damaged_jump=False)),
        ("123rgb......?", sse.Rules(bag=Bag(three=9, asteroid=9, refueling=9, nordinn=9))),
        ("123rgb..wx", sse.Rules(open_borders=True, toll_compulsory=False)),
        ("123rgb.....w?", sse.Rules(open_borders=True, bag=Bag(*[4] * 9))),
    ],
    ids=["plain", "holes", "unexplored", "open borders", "everything"],
)
def test_boards_of_about_a_word_or_two(n_cells: int, systems: str, rules: sse.Rules) -> None:
    """Whole ships and damaged ones on boards that fill a word of cells, or two, or just not (E3 to E5)."""
    board = round_board(n_cells, systems)
    assert board.n_cells == n_cells
    fleets = [[(board.homeworld(seat), damaged) for damaged in (False, False, True)] for seat in range(2)]
    fast = position(board, rules=rules, ships=fleets, reserves=[(12, 4)] * 2)
    plain, stream = reference.same(fast), sse.SplitMix64(n_cells)
    # The loops of the core play this game, which another build of them may be chosen for.
    ends = sse.playouts(fast, 3, n_cells, ends=True).ends
    for end, expected in zip(ends or (), reference.playouts(plain, 3, n_cells), strict=True):
        assert_same(end, expected)
    while legal := plain.legal_actions():
        action = legal[stream.below(len(legal))]
        fast, plain = fast.after(action), plain.after(action)
        assert fast.legal_actions() == plain.legal_actions()
    assert_same(fast, plain)


@pytest.mark.parametrize("n_rows", [1, 8])
@pytest.mark.parametrize("n_cells", range(9, 15))
def test_lines_about_as_long_as_their_table(n_cells: int, n_rows: int) -> None:
    """Flights (E3.1) are looked up where no line has more than 11 cells."""
    rows = [" " * (row % 2) + "1 " * n_cells for row in range(n_rows)]
    board = sse.parse_map("A" + "\n".join(rows)[1:-2] + "B")
    assert board.n_cells == n_cells * n_rows
    start = sse.new_game(board)
    for seed in range(3):
        assert_same(sse.playout(start, seed), reference.playout(reference.same(start), seed))


@pytest.mark.parametrize("cities", range(6))
@pytest.mark.parametrize("owned", [(3, 40, 97), (63, 64), (60, 61, 62, 90), (66, 70, 71)])
def test_tolls_on_a_row_longer_than_a_word(owned: tuple[int, ...], cities: int) -> None:
    """As many tolls as cities, and more, and fewer, on either side of cell 64, both ways (E10.1)."""
    board = sse.parse_map(f"A {'1 ' * 98}B")
    for mover in range(2):
        fast = position(
            board,
            rules=sse.Rules(open_borders=True),
            owners=dict.fromkeys(owned, 1 - mover),
            ships=[[1, 50, 98], [1, 50, 98]],
            reserves=[(cities, 1), (cities, 1)],
            mover=mover,
        )
        assert fast.legal_actions() == reference.same(fast).legal_actions()


@pytest.mark.parametrize("hidden", [(2, 5), (60, 63), (60, 64), (63, 64), (64, 65), (70, 80, 90)])
def test_unexplored_systems_on_a_row_longer_than_a_word(hidden: tuple[int, ...]) -> None:
    """Where they aren't passed, only the next one is reached, on either side of cell 64, both ways (E3.3)."""
    row = ["?" if cell in hidden else "1" for cell in range(1, 99)]
    board, rules = sse.parse_map(f"A {' '.join(row)} B"), sse.Rules(unexplored_passable=False)
    for mover in range(2):
        fast = position(board, rules=rules, ships=[[0, 50], [99, 50]], mover=mover)
        assert fast.legal_actions() == reference.same(fast).legal_actions()


ROUND_NORDINN = """
 1 A 2 1
1 2 B 1 3
 r ? ? 2 .
1 3 C 1 g
 1 2 D 3
"""


@pytest.mark.parametrize("own_only", [False, True])
@pytest.mark.parametrize("mover", range(4))
@pytest.mark.parametrize("spot", [10, 11], ids=["one", "the other"])
def test_whatever_a_nordinn_empire_destroys(spot: int, mover: int, own_only: bool) -> None:
    """Cities of all, next to the tile and farther off: each choice, with own cities next to it and without (E9.9)."""
    board = sse.parse_map(ROUND_NORDINN)
    free = [cell for cell in range(board.n_cells) if board.system(cell).can_be_landed_on and cell not in (10, 11)]
    marked = Counter[bool]()
    for turn in range(8):
        owners = {cell: (index + turn) % 4 for index, cell in enumerate(free)}
        beside = set(board.neighbours(spot))
        if turn >= 4:
            owners = {cell: owner for cell, owner in owners.items() if owner != mover or cell not in beside}
        fast = position(
            board,
            rules=sse.Rules(conquest_own_only=own_only),
            owners=owners,
            pieces={cell: "station" for cell in free[turn::7] if cell in owners},
            tiles={spot: "nordinn"},
            ships=[[board.homeworld(seat)] if seat != mover else [(spot, True)] for seat in range(4)],
            reserves=[(5, 2)] * 4,
            mover=mover,
            due=("choose", spot),
        )
        plain = reference.same(fast)
        assert fast.legal_actions() == plain.legal_actions()
        has_own = any(fast.owner(cell) == mover and fast.piece(cell) == "city" for cell in beside)
        for choice in plain.legal_actions():
            assert isinstance(choice, Choose)
            after = fast.after(choice)
            assert_same(after, plain.after(choice))
            own, near = owners[choice.target] == mover, choice.target in beside
            assert own == has_own
            assert after.conquered == ((choice.target,) if near and (own or not own_only) else ())
            marked[bool(after.conquered)] += 1
    assert marked[True] >= 2
    assert marked[False] > 50


# --- the campaign


def random_positions(n: int, seed: int, variant: Variant) -> Iterator[tuple[State, reference.State, Action | None]]:
    """Yield n positions of games from many starts, in both implementations, each with what is played next."""
    stream = sse.SplitMix64(seed)
    while n:
        fast = _random_start(stream.below, variant)
        plain = reference.same(fast)
        while n:
            n -= 1
            legal = plain.legal_actions()
            if not legal:
                yield fast, plain, None
                break
            action = legal[stream.below(len(legal))]
            yield fast, plain, action
            fast, plain = fast.after(action), plain.after(action)


def _random_start(below: Choice, variant: Variant) -> State:
    """Choose the start of a game: a few on base maps, which are long, many on cramped ones, many close to a tie."""
    choice, rules = below(20), variant.rules(below)
    if choice < 2:
        return sse.new_game(_hidden(below, random_base_map(below), variant), rules=rules)
    if choice == 2:
        return sse.new_game(_one_of_the_maps(below), rules=rules if below(2) else None)
    if choice < 6:
        return _random_close_game(below, rules)
    board = _hidden(below, random_cramped_map(below), variant)
    return random_position(below, board, rules) if choice < 12 else random_start(below, board, rules)


def _hidden(below: Choice, board: Board, variant: Variant) -> Board:
    return hidden(below, board) if variant.hides else board


_SHIPPED = [
    board
    for name, board in sse.maps().items()
    if name.startswith(("epic", "everything", "two-galaxies", "three-galaxies", "unexplored", "first-edition"))
]


def _one_of_the_maps(below: Choice) -> Board:
    """Choose one of the maps that ship for E9 and E10. They name their own bags, so any options fit."""
    return _SHIPPED[below(len(_SHIPPED))]


_LEVEL_MAPS = ("A 1 2 1 B", "A 1 . 2 1 B", "A 2 r B", "A . g . 2 B", " A 1 B\n  1 1\n   C", " A 1 B\n  r 2\n C . D")


def _random_close_game(below: Choice, rules: Rules) -> State:
    """Choose a game so small and level that the tie-breaks decide it (E7.4)."""
    board = sse.parse_map(_LEVEL_MAPS[below(len(_LEVEL_MAPS))])
    return sse.new_game(
        board,
        rules=replace(rules, territory_points=0, nebula_points=(2, 5, 8)),
        first=below(board.players),
        ships=1 + below(2),
        cities=1 + below(2),
        stations=[below(2) for _ in range(board.players)],
    )


def _run_campaign(n: int, seed: int, variant: Variant) -> Counter[str]:
    """Compare n positions, one of forty in depth; return how often each event came up."""
    seen: Counter[str] = Counter()
    for index, (fast, plain, action) in enumerate(random_positions(n, seed, variant)):
        assert_same(fast, plain)
        if index % 40 == 0:
            assert_same_reasons(fast, plain, range(len(fast.board.actions)))
            for legal in plain.legal_actions():
                assert_same(fast.after(legal), plain.after(legal))
        seen.update(set(events(fast, action)))
        seen["cramped map"] += fast.board.n_cells <= 40
    return seen


_TOLLS = frozenset({"toll", "tolls", "repair for a toll"})
_BY_CHOICE = frozenset({"stay for the toll"})
_NORDINN = frozenset(
    {
        "found nordinn",
        "other city destroyed",
        "other city conquered",
        "own city destroyed",
        "due: choose",
        "a conquered system",
    }
)
_SECOND_EDITION = _NORDINN | {f"{what} {tile}" for what in ("found", "colonize") for tile in ("hollana", "tennar")}
_EXPLORING = frozenset(
    {
        *(f"found {tile}" for tile in Tile),
        *(f"colonize {tile}" for tile in Tile if not tile.is_closed),
        "due: reveal",
        "due: refuel",
        "explore",
        "explore by jump",
        "go on with the fuel",
        "go on with the fuel, to explore",
        "stay with the fuel",
    }
)
_BASE = EVENTS.keys() - _EXPLORING - _SECOND_EDITION - _TOLLS - _BY_CHOICE

_MUST_OCCUR = {
    "base": _BASE,
    "unexplored": _BASE | _EXPLORING | _SECOND_EDITION,
    "first edition": (_BASE | _EXPLORING) - _SECOND_EDITION,
    "own bags": _BASE | _EXPLORING | _SECOND_EDITION,
    "passing": _BASE | _EXPLORING | _SECOND_EDITION,
    "open borders": _BASE | _TOLLS,
    "tolls by choice": _BASE | _TOLLS | _BY_CHOICE,
    "everything": EVENTS.keys(),
}
"""What must come up in 50,000 positions of a variant."""

_SELDOM = frozenset(
    {
        *(f"colonize {tile}" for tile in Tile),
        *(f"decided by {what}" for what in ("cities", "stations", "planets", "shared")),
        "due: refuel",
        "explore by jump",
        "go on with the fuel",
        "go on with the fuel, to explore",
        "other city conquered",
        "other city destroyed",
        "own city destroyed",
        "repair for a toll",
        "stay for the toll",
        "stay with the fuel",
    }
)
"""What need not come up in a short campaign, which is the same every time."""


_COUNTED = 1_000
"""From so many positions on, it is asked what came up in them. They are the same every time."""


def _missing(seen: Counter[str], wanted: Iterable[str]) -> list[str]:
    return sorted(event for event in wanted if not seen[event])


def _told(seen: Counter[str]) -> str:
    return ", ".join(f"{event} {count}" for event, count in sorted(seen.items()))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("n", [by_profile(dev=100, ci=1_000), pytest.param(50_000, marks=pytest.mark.nightly)])
def test_campaign(n: int, name: str) -> None:
    seen = _run_campaign(n, 2_026, VARIANTS[name])
    print(f"\n{n} positions of {name}: {_told(seen)}")
    if n < _COUNTED:
        return
    assert _missing(seen, _MUST_OCCUR[name] - (set() if n >= 50_000 else _SELDOM)) == []
    # Two players on a base map nearly always play until the reserves are empty, so few such starts are enough.
    assert seen["3 players"] + seen["4 players"] >= 0.4 * n
    assert seen["cramped map"] >= n / 4
