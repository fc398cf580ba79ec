"""The search of any game: what it finds in games that are small enough to check, and how it goes on and stops."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter
from typing import Any, Self

import pytest
from tests import bids, heaps
from tests.heaps import Heaps
from tests.test_bots import Coin, Dice, Pair

import sse_core as sse
from sse_core import SplitMix64, jump_wars
from sse_core import micro_space_empire as micro
from sse_core.bots import Mcts
from sse_core.bots.naming import OptionBot
from sse_core.errors import ArgumentError
from sse_core.game import CHANCE, AnyGame, State
from sse_core.play.search.analysis import Analysis, Line, Search, follow
from sse_core.play.search.monte_carlo import Budget, SearchedGame, TreeSearch, error_of, likeliest, search_of
from sse_core.play.turns import turns_of

STANDARD_ERRORS = 5


def found(state: Any, visits: int, seed: int = 0, player: int | None = None) -> Analysis[Any]:
    search: TreeSearch[Any] = TreeSearch(state, player=player, seed=seed)
    search.run(visits=visits)
    return search.analysis()


def lines(analysis: Analysis[Any]) -> dict[Any, Any]:
    return {line.action: line for line in analysis.lines}


# --- what it finds


def test_a_game_for_two_is_searched_to_its_end() -> None:
    """Seat 1 answers any number with one that loses for seat 0, but has no choice after 2."""
    analysis = found(Pair(), 400)
    first = analysis.lines[0]
    assert (first.action, first.value, first.margin, first.line) == (2, (1, 0), (1, -1), (2, 1))
    assert sum(line.visits for line in analysis.lines) == analysis.visits == 400
    for line in analysis.lines[1:]:
        assert line.visits < first.visits
        # The more visits, the rarer the answers that lose.
        assert line.value[0] < 0.5
        assert line.value[0] + line.value[1] == pytest.approx(1)


def test_the_error_is_that_of_the_mean() -> None:
    """The share of heads among throws is as far from a half as the error says."""
    assert error_of(0, 0, 0) == pytest.approx((1 / 8) ** 0.5)
    assert error_of(98, 49, 49) == pytest.approx(0.05)
    # Shares that are all equal differ by nothing; the two that are counted with them do.
    assert error_of(98, 49, 24.5) < 0.01
    assert error_of(10**6, 10**6, 10**6) > 0


def test_chance_is_weighed_by_its_odds() -> None:
    """A number counts in three of four throws. Three rounds of 3 are worth 27/4; rounds of 2, 18/4.

    What is tried now and then, though it is worse, is in the mean.
    """
    analysis = found(Dice(), 4000)
    (first, *_) = analysis.lines
    assert first.action == 3
    assert 18 / 4 < first.margin[0] < 27 / 4
    assert first.value == (1.0,)
    # The likelier face, and the best number, in turns.
    assert first.line[:4] == (3, 1, 3, 1)


def test_the_lines_of_chance_are_its_events() -> None:
    """Each is searched as often, however likely it is; they stand in the order of their worth."""
    state = Dice(ply=1, wager=3)
    analysis = found(state, 100)
    assert [(line.action, line.visits) for line in analysis.lines] == [(1, 50), (0, 50)]
    better, worse = (float(line.margin[0]) for line in analysis.lines)
    assert better == pytest.approx(worse + 3, abs=1)


def test_hidden_information_stays_hidden() -> None:
    """Knowing the side of the coin is worth 6 points, a guess 3 on average, and no guess 4."""
    for side in (0, 1):
        analysis = found(Coin(side=side), 1000)
        assert analysis.lines[0].action == 0
        assert lines(analysis)[0].margin == (4,)
        assert float(lines(analysis)[1].margin[0]) == pytest.approx(3, abs=0.6)
    one, other = (found(Coin(side=side, chosen=(1,)), 50) for side in (0, 1))
    assert one.lines == other.lines


def test_orders_that_are_sealed_at_once_are_those_of_one_seat() -> None:
    start = heaps.new_game(stones=3)
    for player in (0, 1):
        analysis = found(start, 60, player=player)
        assert {line.action for line in analysis.lines} == {"take 1", "take 2"}
        # The player seals first, then the other one.
        assert [seat for _, seat, _ in follow(start, analysis.lines[0].line, player)][:2] == [player, 1 - player]
    assert found(start, 60).lines == found(start, 60, player=0).lines


def test_the_order_of_another_seat_is_not_known() -> None:
    start = heaps.new_game(stones=3)
    one, other = (found(start.after(order, 0), 50) for order in start.legal_actions(0))
    assert one.lines == other.lines


def test_an_action_that_ends_the_game_is_exact() -> None:
    """Seat 1 knows the sum, and nothing is left to search."""
    analysis = found(Pair(moves=(3,), ply=1), 100)
    assert analysis.visits == 0
    assert analysis.exact
    assert {line.action: line.value for line in analysis.lines} == {0: (1, 0), 1: (0, 1), 2: (0, 1), 3: (0, 1)}
    assert analysis.lines[-1].action == 0
    assert all((line.exact, line.error, line.line) == (True, 0, (line.action,)) for line in analysis.lines)


def test_what_is_hidden_makes_no_end_exact() -> None:
    analysis = found(Coin(side=0, chosen=(1,)), 40)
    assert not analysis.exact
    assert analysis.visits == 40


def test_before_the_first_visit_there_is_a_line_for_each_action() -> None:
    state = sse.new_game(sse.base_map(2, seed=7))
    analysis = TreeSearch(state).analysis()
    assert (analysis.visits, analysis.seconds, analysis.exact) == (0, 0.0, False)
    assert {line.action for line in analysis.lines} == set(state.legal_actions())
    leads = [float(line.margin[0]) for line in analysis.lines]
    assert leads == sorted(leads, reverse=True)
    for line in analysis.lines:
        totals = state.after(line.action).totals
        assert line.margin == (totals[0] - totals[1], totals[1] - totals[0])
        assert line.value == pytest.approx([total / sum(totals) for total in totals])
        assert (line.visits, line.line) == (0, (line.action,))


def test_a_finished_game_has_no_lines() -> None:
    end = sse.playout(sse.new_game(sse.maps()["duel"]), 1)
    for search in (TreeSearch(end), search_of(end), search_of(sse.playout(micro.new_game(), 1))):
        search.run()
        search.run(seconds=60)
        assert search.analysis().lines == ()
        assert search.analysis().visits == 0


def test_a_long_game_is_evaluated_where_a_simulation_leaves_the_tree() -> None:
    """Its totals are 0 till the end; the shares are those of the evaluation."""
    state = jump_wars.new_game(players=3, seed=1, turn_limit=100).resolve(SplitMix64(1))
    search = TreeSearch(state)
    assert search.default_visits == 50
    search.run(visits=30)
    for line in search.analysis().lines:
        assert sum(map(float, line.value)) == pytest.approx(1)
        assert min(line.value) > 0
        assert line.margin == (0, 0, 0)


def test_a_short_game_is_played_to_its_end() -> None:
    assert TreeSearch(micro.new_game()).default_visits == 200
    first = found(micro.new_game(), 50).lines[0]
    # A game is won or lost: the chance is a whole number of visits.
    assert float(first.value[0]) * first.visits == pytest.approx(round(float(first.value[0]) * first.visits))


# --- it goes on


@pytest.mark.parametrize(
    "state",
    [
        heaps.new_game(stones=9),
        bids.new_game().resolve(SplitMix64(1)),
        bids.new_game(),
        micro.new_game(),
        sse.small_star_empires.new_game(seed=1),
    ],
    ids=["heaps", "bids", "chance", "micro", "sse"],
)
def test_several_runs_find_what_one_finds(state: Any) -> None:
    whole, parts = TreeSearch(state, seed=4), TreeSearch(state, seed=4)
    whole.run(visits=60)
    for visits in (1, 20, 39):
        parts.run(visits=visits)
        parts.analysis()
    assert parts.analysis().lines == whole.analysis().lines
    assert found(state, 60, seed=5).lines != whole.analysis().lines


def test_what_is_below_the_next_position_is_kept() -> None:
    state = sse.new_game(sse.maps()["duel"])
    search = TreeSearch(state, seed=1)
    search.run(visits=400)
    first = search.analysis().lines[0]
    after = state.after(first.action)
    assert search.advance(after)
    kept = search.analysis()
    assert kept.visits == first.visits
    assert kept.lines[0].action == first.line[1]
    search.run(visits=100)
    assert search.analysis().visits == kept.visits + 100
    assert {line.action for line in search.analysis().lines} == set(after.legal_actions())


def test_earlier_choices_are_forgotten() -> None:
    """A search that advances with the game doesn't grow for ever, and a strange position begins a new tree."""
    state = sse.new_game(sse.maps()["duel"])
    search = TreeSearch(state, seed=1)
    search.run(visits=300)
    before = search.n_choices
    state = state.after(search.analysis().lines[0].action)
    search.advance(state)
    assert 0 < search.n_choices < before
    other = sse.new_game(sse.base_map(3, seed=2))
    assert not search.advance(other)
    assert search.n_choices == 1
    search.run(visits=20)
    assert {len(line.value) for line in search.analysis().lines} == {3}
    end = sse.playout(other, 1)
    assert not search.advance(end)
    assert search.analysis().lines == ()


def test_what_others_seal_meanwhile_changes_no_choice_of_a_search() -> None:
    """Their plies don't count in a view, so its tree stays, and finds what it has."""
    state = bids.new_game().after("card 1").after("card 2")
    search = TreeSearch(state, player=1, seed=1)
    search.run(visits=100)
    found, state = search.analysis().lines, state.after("bid 1", 0)
    assert search.advance(state)
    assert search.analysis().lines == found
    assert search.advance(state.after("bid 2", 1))
    assert search.analysis().visits == next(line.visits for line in found if line.action == "bid 2")


def test_a_chance_event_has_no_visits_at_first_and_what_follows_is_kept() -> None:
    search = TreeSearch(Dice(), seed=1)
    search.run(visits=500)
    drawn = Dice().after(3, 0)
    assert not search.advance(drawn)
    assert search.n_choices > 1
    assert search.advance(drawn.after(1, CHANCE))
    assert search.analysis().visits > 50


# --- it stops


def test_a_budget_is_visits_seconds_or_both() -> None:
    search = TreeSearch(micro.new_game())
    search.run()
    assert search.analysis().visits == 200
    search.run(visits=7, seconds=60)
    assert search.analysis().visits == 207
    begin = perf_counter()
    search.run(visits=10**9, seconds=0.05)
    assert perf_counter() - begin >= 0.05
    assert search.analysis().visits > 207
    assert search.analysis().seconds >= 0.05
    assert not Budget(5, 0, 1).allows(0)
    assert Budget(5, None, 1).allows(4)
    assert not Budget(5, None, 1).allows(5)
    assert not Budget(None, None, 3).allows(3)
    assert Budget(None, 60, 3).allows(10**12)


class Interrupted(Pair):
    """A game in which Ctrl-C comes at the 50th state."""

    states = 0

    def after(self, action: int, player: int | None = None) -> Self:
        type(self).states += 1
        if type(self).states == 50:
            raise KeyboardInterrupt
        return super().after(action, player)


def test_what_was_found_before_an_interruption_is_kept() -> None:
    search = TreeSearch(Interrupted())
    with pytest.raises(KeyboardInterrupt):
        search.run(visits=10**6)
    interrupted = search.analysis()
    assert 0 < interrupted.visits < 50
    search.run(visits=100)
    assert search.analysis().visits == interrupted.visits + 100


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"visits": -1}, "visits is -1, not in 1 to 2147483648"),
        ({"visits": 0}, "visits is 0, not in 1 to 2147483648"),
        ({"visits": 2**31 + 1}, "visits is 2147483649, not in 1"),
        ({"seconds": -0.5}, r"seconds is -0\.5, not in 0 to 1,000,000,000"),
        ({"seconds": float("nan")}, "seconds is nan, not in 0"),
        ({"seconds": float("inf")}, "seconds is inf, not in 0"),
    ],
)
def test_a_budget_that_cannot_be_is_refused(options: dict[str, Any], words: str) -> None:
    for state in (micro.new_game(), heaps.new_game(), sse.small_star_empires.new_game(seed=1)):
        with pytest.raises(ArgumentError, match=words):
            search_of(state).run(**options)


def test_time_is_a_number() -> None:
    with pytest.raises(TypeError, match="seconds is a number, not str"):
        TreeSearch(heaps.new_game()).run(seconds="2")  # type: ignore[arg-type]


# --- which search


def test_a_game_brings_its_own_search_or_has_that_of_any_game() -> None:
    toys: list[Any] = [heaps, bids]
    for game in (*sse.GAMES.values(), *toys):
        search = search_of(game.new_game(seed=1))
        assert isinstance(search, TreeSearch) == (not isinstance(game, SearchedGame))
    assert isinstance(search_of(micro.new_game()), micro.PlannerSearch)


def test_who_is_not_to_act_has_no_search() -> None:
    state = sse.new_game(sse.maps()["duel"])
    for player in (1, 5, -1):
        with pytest.raises(sse.SseError):
            search_of(state, player=player)
    # The second seat of sealed orders has the search of any game.
    assert isinstance(search_of(heaps.new_game(), player=1), TreeSearch)


def test_an_analysis_is_what_a_search_finds() -> None:
    state = heaps.new_game(stones=5)
    analysis = sse.analyse(state, visits=40, seed=3)
    assert analysis.lines == found(state, 40, seed=3).lines
    assert isinstance(analysis, Analysis)
    assert all(isinstance(line, Line) for line in analysis.lines)
    with pytest.raises(TypeError, match="a position is a State, not str"):
        sse.analyse("start")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="threads is 0"):
        sse.analyse(state, threads=0)


def test_the_likeliest_event_is_that_with_the_likeliest_result() -> None:
    class Die(Dice):
        """Three faces: the two less likely ones have the same result."""

        actions = (0, 1, 2, 3)

        def odds(self) -> tuple[tuple[int, Fraction], ...]:
            return ((0, Fraction(4, 10)), (1, Fraction(3, 10)), (2, Fraction(3, 10)))

        def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
            return (0, 1, 2)

        def after(self, action: int, player: int | None = None) -> Self:
            return super().after(min(action, 1), player)

    assert likeliest(Die(wager=2, ply=1)) == 1
    assert likeliest(Dice(wager=0, ply=1)) == 0
    assert likeliest(Dice(wager=2, ply=1)) == 1


# --- the bot


@pytest.mark.parametrize(
    ("text", "visits", "seconds"),
    [("10000", 10000, None), ("2s", None, 2), ("0.5s", None, 0.5), ("10000,2s", 10000, 2)],
)
def test_an_option_of_mcts_is_its_budget(text: str, visits: int | None, seconds: float | None) -> None:
    bot: OptionBot = Mcts(7)
    chosen = bot.with_option(text)
    assert isinstance(chosen, Mcts)
    assert (chosen.visits, chosen.seconds) == (visits, seconds)


@pytest.mark.parametrize("text", ["", "s", "ten", "-5", "2 s", "1e3", "2s,100", "1,2", "2.s", "1" * 14, "٣", "5\n"])
def test_another_option_of_mcts_is_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match="mcts takes visits, seconds or both, such as 10000, 2s or 10000,2s, not "):
        Mcts().with_option(text)


@pytest.mark.parametrize("text", ["0", "0s", "0.0s", "3000000000", "0,2s", "9,0s"])
def test_an_option_of_nothing_is_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match=r"visits is|seconds is"):
        Mcts().with_option(text)


def test_visits_make_a_choice_that_depends_on_no_other() -> None:
    """A game that is resumed at any ply goes on in the same way, with a new bot too."""
    start = heaps.new_game(stones=9)
    game = list(turns_of(start, [Mcts(30).choose] * 2, 5))
    for n, (_, _, state) in enumerate(game[:-1]):
        assert list(turns_of(state, [Mcts(30).choose] * 2, 5)) == game[n + 1 :]


USED: list[str] = []
"""How the search of `Noted` was used."""


class NotingSearch(TreeSearch[Any]):
    def advance(self, state: State[Any], /) -> bool:
        USED.append("advance")
        return super().advance(state)


class Noting(Heaps):
    """Heaps with a search that notes how it is used."""

    def search(self, state: Any, /, *, player: int | None = None, seed: int = 0, threads: int = 1) -> Search[Any]:
        USED.append("search")
        return NotingSearch(state, seed=seed)


class Noted(heaps.State):
    @property
    def game(self) -> AnyGame:
        return NOTING


NOTING: AnyGame = Noting()


def test_seconds_keep_the_tree_of_a_seat() -> None:
    """Visits alone begin a new search each time."""
    for bot, expected in (
        (Mcts(5), ["search", "search", "search"]),
        (Mcts(5, seconds=60), ["search", "advance", "advance"]),
    ):
        USED.clear()
        for stones in (9, 7, 4):
            state: Any = Noted(stones)
            assert bot.choose(state, 0, SplitMix64(1)) in ("take 1", "take 2")
        assert expected == USED
    # Another seat, and another game, have searches of their own.
    state = Noted(4, sealed=(1, None))
    bot.choose(state, 1, SplitMix64(1))
    assert USED == ["search", "advance", "advance", "search"]
    bot.choose(micro.new_game(), 0, SplitMix64(1))
    assert len(USED) == 4


def test_seconds_end_a_choice() -> None:
    state = sse.new_game(sse.maps()["duel"])
    begin = perf_counter()
    assert Mcts(seconds=0.05).choose(state, 0, SplitMix64(1)) in state.legal_actions()
    assert perf_counter() - begin >= 0.05
