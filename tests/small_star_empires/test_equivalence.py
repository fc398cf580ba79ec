"""The fast core and the plain reference say the same, position by position (E1 to E8)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.small_star_empires.strategies import (
    VARIANTS,
    AnyState,
    Below,
    GameOptions,
    PositionOptions,
    Variant,
    boards_with_game_options,
    boards_with_position_options,
    random_base_map,
    random_cramped_map,
    random_game_options,
    random_position,
    reference_game,
    reference_position,
    seeds,
    states,
    with_hidden,
)

import sse_core as sse
from sse_core import CHANCE, Action, Board, Choose, Move, Reason, Reveal, State, Stay, Tile
from sse_core.small_star_empires import reference

# --- what it means to be equal


def assert_same(fast: State, plain: reference.State) -> None:
    """Compare all that two states show, but for reasons."""
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
    """Compare why actions are refused, each asked for by id and by content, and what they cost if they aren't."""
    table = fast.board.actions
    for index in ids:
        reason = plain.why_not(index)
        assert (fast.why_not(index), fast.why_not(table[index])) == (reason, reason), table[index]
        if reason is Reason.OK:
            assert fast.toll(index) == plain.toll(index), table[index]


def assert_same_refusal(fast: State, plain: reference.State, action: Action | int, player: int | None = None) -> None:
    """Try an illegal action on both; the errors must be alike, and be what `why_not` foretold."""
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
    assert re.search(r"\(E\d+\.\d+\)$", told[0])


# --- side by side


class SideBySide(RuleBasedStateMachine):
    """Plays one game in both implementations, and breaks the rules now and then."""

    fast: State
    plain: reference.State
    asked_all = False

    @initialize(state=states())
    def start(self, state: State) -> None:
        self.fast, self.plain = state, reference.same(state)

    def play(self, rank: int) -> None:
        legal = self.plain.legal_actions()
        action = legal[rank % len(legal)]
        # The core takes ids and actions alike.
        self.fast = self.fast.after(self.fast.legal_ids()[rank % len(legal)] if rank % 2 else action)
        self.plain = self.plain.after(action)
        assert_same(self.fast, self.plain)

    @precondition(lambda self: self.fast.to_act)
    @rule(rank=st.integers(0, 999))
    def play_one(self, rank: int) -> None:
        self.play(rank)

    @precondition(lambda self: self.fast.to_act)
    @rule(seed=seeds(), plies=st.integers(2, 20))
    def play_some(self, seed: int, plies: int) -> None:
        stream = sse.SplitMix64(seed)
        while plies and self.fast.to_act:
            self.play(stream.below(1000))
            plies -= 1

    @precondition(lambda self: self.fast.board.actions)
    @rule(numbers=st.lists(st.integers(0, 2**16), min_size=1, max_size=20))
    def ask_some(self, numbers: list[int]) -> None:
        ids = [number % len(self.fast.board.actions) for number in numbers]
        assert_same_reasons(self.fast, self.plain, ids)
        for index in ids:
            if self.plain.why_not(index) is not Reason.OK:
                assert_same_refusal(self.fast, self.plain, index)
                assert_same_refusal(self.fast, self.plain, self.fast.board.actions[index])

    @precondition(lambda self: not self.asked_all)
    @rule()
    def ask_all(self) -> None:
        self.asked_all = True
        assert_same_reasons(self.fast, self.plain, range(len(self.fast.board.actions)))

    @precondition(lambda self: self.fast.board.actions)
    @rule(number=st.integers(0, 2**16), seat=st.integers(-1, 3))
    def act_for(self, number: int, seat: int) -> None:
        index, player = (
            number % len(self.fast.board.actions),
            seat if seat == CHANCE else seat % self.fast.board.players,
        )
        if self.plain.why_not(index, player) is Reason.OK:
            assert_same(self.fast.after(index, player), self.plain.after(index, player))
        else:
            assert_same_refusal(self.fast, self.plain, index, player)

    @rule(number=st.integers())
    def name_no_action(self, number: int) -> None:
        if not 0 <= number < len(self.fast.board.actions):
            assert_same_refusal(self.fast, self.plain, number)

    @rule(cells=st.tuples(st.integers(0, 200), st.integers(0, 200)), piece=st.sampled_from(("city", "station", None)))
    def make_up_an_action(self, cells: tuple[int, int], piece: sse.Piece | None) -> None:
        action = Move(*cells, piece)
        if self.plain.why_not(action) is not Reason.OK:
            assert_same_refusal(self.fast, self.plain, action)

    @precondition(lambda self: self.fast.to_act == (CHANCE,))
    @rule(random=st.randoms(use_true_random=False))
    def draw(self, random: Random) -> None:
        state = random.getstate()
        self.fast = self.fast.resolve(random)
        random.setstate(state)
        self.plain = self.plain.resolve(random)

    @invariant()
    def is_the_same(self) -> None:
        assert_same(self.fast, self.plain)


TestSideBySide = SideBySide.TestCase


# --- starts and playouts


@given(boards_with_game_options())
def test_the_first_turn_is_judged_alike(start: tuple[Board, GameOptions]) -> None:
    board, options = start
    assert_same(sse.new_game(board, **options), reference_game(board, options))


@given(boards_with_position_options())
def test_a_position_has_a_mover_who_can_move(start: tuple[Board, PositionOptions]) -> None:
    board, options = start
    for seat in range(board.players):
        plain = reference_position(board, options, seat)
        if plain.legal_actions() and not options["passed"][seat]:
            assert_same(sse.position(board, mover=seat, **options), plain)
        else:
            with pytest.raises(sse.SetupError):
                sse.position(board, mover=seat, **options)


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


def _random_start(below: Below, variant: Variant) -> State:
    """Choose the start of a game: a few on base maps, which are long, many on cramped ones, many close to a tie."""
    choice = below(20)
    if choice < 2:
        rules = variant.rules(below)
        return sse.new_game(_hidden(below, random_base_map(below), variant), rules=rules)
    if choice == 2:
        return sse.new_game(_one_of_the_maps(below), rules=variant.rules(below) if below(2) else None)
    if choice < 6:
        return _random_close_game(below, variant)
    board = _hidden(below, random_cramped_map(below), variant)
    if choice < 12:
        return random_position(below, board, variant)
    return sse.new_game(board, **random_game_options(below, board, variant))


def _hidden(below: Below, board: Board, variant: Variant) -> Board:
    return with_hidden(below, board) if variant.hides else board


_SHIPPED = [
    board
    for name, board in sse.maps().items()
    if name.startswith(("epic", "everything", "two-galaxies", "three-galaxies", "unexplored", "first-edition"))
]


def _one_of_the_maps(below: Below) -> Board:
    """Choose one of the maps that ship for E9 and E10; their bags are theirs, so that any options go with them."""
    return _SHIPPED[below(len(_SHIPPED))]


_LEVEL_MAPS = ("A 1 2 1 B", "A 1 . 2 1 B", "A 2 r B", "A . g . 2 B", " A 1 B\n  1 1\n   C", " A 1 B\n  r 2\n C . D")


def _random_close_game(below: Below, variant: Variant) -> State:
    """Choose a game so small and level that the tie-breaks decide it (E7.4)."""
    board = sse.parse_map(_LEVEL_MAPS[below(len(_LEVEL_MAPS))])
    seats = range(board.players)
    return sse.new_game(
        board,
        rules=replace(variant.rules(below), territory_points=0, nebula_points=(2, 5, 8)),
        first=below(board.players),
        ships=1 + below(2),
        cities=1 + below(2),
        stations=[below(2) for _ in seats],
    )


def _events(fast: State, action: Action | None) -> Iterator[str]:
    """Name what a position and the action played in it give a test of."""
    board, seats = fast.board, range(fast.board.players)
    yield f"{board.players} players"
    if board.n_cells <= 40:
        yield "cramped map"
    if any(damaged for seat in seats for _, damaged in fast.ships(seat)):
        yield "damaged ships"
    if action is None:
        assert fast.outcome is not None
        yield f"decided by {fast.outcome.decided_by}"
        yield "end by passing" if all(fast.passed) else "end by empty reserves"
        return
    yield from _what_is_done(fast, action)
    after = fast.after(action)
    out = [seat for seat in seats if after.passed[seat] and not fast.passed[seat]]
    if len(out) > 1:
        yield "several pass at one action"
    for seat in out:
        if any(after.reserve(seat)):
            yield "pass with a reserve left"
            if after.ships(seat) and _has_free_systems(after):
                yield "blocked player"
    if fast.to_act == after.to_act:
        yield "twice in a row"


def _what_is_done(fast: State, action: Action) -> Iterator[str]:
    """Name what an action is, and what of E9 and E10 comes up in it."""
    board, due = fast.board, fast.due
    match action:
        case Reveal(tile):
            yield f"found {tile}"
        case Choose(target):
            assert due is not None
            yield "own city destroyed" if fast.owner(target) == due.player else "other city destroyed"
        case Stay():
            yield "stay with the fuel" if due else "stay for the toll"
        case Move(origin, target, piece):
            toll = fast.toll(action)
            if piece is None:
                yield "repair for a toll" if toll else "repair"
            elif all(target not in board.line(origin, direction) for direction in range(6)):
                yield "jump"
            if toll:
                yield "toll" if toll == 1 else "tolls"
            if due:
                yield "go on with the fuel, to explore" if target in fast.unexplored else "go on with the fuel"
            if fast.tile(target) is not None and piece is not None:
                yield "colonize a tile that is free again"
            if target in fast.unexplored:
                yield "explore by jump" if target in board.jumps(origin) else "explore"


def _has_free_systems(state: AnyState) -> bool:
    board = state.board
    return any(board.system(cell).can_be_landed_on and state.owner(cell) is None for cell in range(board.n_cells))


def _run_campaign(n: int, seed: int, variant: Variant) -> Counter[str]:
    """Compare n positions, one of twenty in depth; return how often each event came up."""
    seen: Counter[str] = Counter()
    for index, (fast, plain, action) in enumerate(random_positions(n, seed, variant)):
        assert_same(fast, plain)
        if index % 20 == 0:
            assert_same_reasons(fast, plain, range(len(fast.board.actions)))
            for legal in plain.legal_actions():
                assert_same(fast.after(legal), plain.after(legal))
        seen.update(set(_events(fast, action)))
    return seen


_ALWAYS = (
    "blocked player",
    "damaged ships",
    "decided by cities",
    "decided by planets",
    "decided by shared",
    "decided by stations",
    "decided by total",
    "end by empty reserves",
    "end by passing",
    "jump",
    "pass with a reserve left",
    "repair",
    "several pass at one action",
    "twice in a row",
)
_FIRST_EDITION = tuple(f"found {tile}" for tile in Tile if sse.BAGS["first"].of(tile))
_EXPLORING = (
    *_FIRST_EDITION,
    "colonize a tile that is free again",
    "explore",
    "explore by jump",
    "go on with the fuel",
    "go on with the fuel, to explore",
    "stay with the fuel",
)
_NORDINN = ("found nordinn", "other city destroyed", "own city destroyed")
_SECOND_EDITION = (*_EXPLORING, *_NORDINN, "found hollana", "found tennar")
_TOLLS = ("repair for a toll", "toll", "tolls")

_MUST_OCCUR = {
    "base": (),
    "unexplored": _SECOND_EDITION,
    "first edition": _FIRST_EDITION,
    "own bags": _SECOND_EDITION,
    "passing": _SECOND_EDITION,
    "open borders": _TOLLS,
    "tolls by choice": (*_TOLLS, "stay for the toll"),
    "everything": (*_SECOND_EDITION, *_TOLLS, "stay for the toll"),
}
"""What must come up in 50,000 positions of a variant, beside what must in any."""


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("n", [1_000, pytest.param(50_000, marks=pytest.mark.nightly)])
def test_campaign(n: int, name: str) -> None:
    seen = _run_campaign(n, 2_024, VARIANTS[name])
    print(f"\n{n} positions of {name}: " + ", ".join(f"{event} {count}" for event, count in sorted(seen.items())))
    if n >= 50_000:
        assert [event for event in (*_ALWAYS, *_MUST_OCCUR[name]) if not seen[event]] == []
    # Two players on a base map nearly always play until the reserves are empty: that teaches little.
    assert seen["3 players"] + seen["4 players"] >= n / 2
    assert seen["cramped map"] >= n / 3
