"""Ratings of many players on one scale: exact cases, strengths that are known, bounds, and intervals."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import inf, log
from random import Random
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sse_core import SplitMix64
from sse_core.arena import (
    RatedGame,
    Rating,
    Row,
    elo_of,
    play_match,
    rated_together,
    ratings_of,
    seatings,
    starts_of,
)
from sse_core.arena.figures import evidence, fitting, strengths
from sse_core.arena.figures.evidence import Evidence
from sse_core.arena.figures.intervals import mean_interval
from sse_core.errors import ArgumentError
from sse_core.small_star_empires import new_game

NATURAL = 400 / log(10)
"""The Elo of a strength that is larger by a factor of e."""


def elo(rating: Rating) -> float:
    assert rating.elo is not None
    return rating.elo


def low_of(rating: Rating) -> float:
    assert rating.low is not None
    return rating.low


def high_of(rating: Rating) -> float:
    assert rating.high is not None
    return rating.high


def single(*winners: str) -> list[list[RatedGame]]:
    """Rounds of one game of a and b, by the name of the winner; the empty name is a shared win."""
    return [[RatedGame(("a", "b"), ("ab".index(name),) if name else (0, 1))] for name in winners]


def simulated(
    strengths: dict[str, float], tables: Sequence[tuple[str, str]], seats: int, rounds: int
) -> list[list[RatedGame]]:
    """Rounds of A against B at every other seat, the winner drawn by the model; strengths in Elo."""
    rng, found = SplitMix64(11), []
    for names in tables:
        for _ in range(rounds):
            games = []
            for turned in seatings(seats):
                players = tuple(names[who] for who in turned)
                weights = [10 ** (strengths[name] / 400) for name in players]
                place, winner = rng.below(10**9) / 10**9 * sum(weights), 0
                while place >= weights[winner]:
                    place -= weights[winner]
                    winner += 1
                games.append(RatedGame(players, (winner,)))
            found.append(games)
    return found


# --- exact cases


@pytest.mark.parametrize(("won", "lost", "shared"), [(3, 1, 0), (1, 9, 0), (7, 2, 4), (0, 0, 5), (999, 1, 0)])
def test_two_players_have_the_elo_of_the_share(won: int, lost: int, shared: int) -> None:
    found = ratings_of(single(*["a"] * won, *["b"] * lost, *[""] * shared), "b")
    assert elo(found["a"]) == pytest.approx(elo_of((won + shared / 2) / (won + lost + shared)))
    assert found["b"] == (0, 0, 0, won + lost + shared)


@pytest.mark.parametrize("seats", [3, 4])
def test_one_against_several_of_another_has_the_elo_of_the_share(seats: int) -> None:
    table = ("a", *["b"] * (seats - 1))
    games = [[RatedGame(table, (winner,))] for winner in [0] * 6 + [1] * 3 + [2] * 1]
    assert elo(ratings_of(games, "b")["a"]) == pytest.approx(elo_of(0.6, seats))
    # A win that the weaker share among themselves is lost as any other is.
    shared = [*games[:9], [RatedGame(table, (1, 2))]]
    assert elo(ratings_of(shared, "b")["a"]) == pytest.approx(elo_of(0.6, seats))


def test_three_at_a_table_have_the_odds_of_their_wins() -> None:
    games = [[RatedGame(("a", "b", "c"), (winner,))] for winner in [0] * 6 + [1] * 3 + [2] * 1]
    found = ratings_of(games, "c")
    assert elo(found["a"]) == pytest.approx(NATURAL * log(6))
    assert elo(found["b"]) == pytest.approx(NATURAL * log(3))
    assert list(found) == ["a", "b", "c"]
    # The same numbers, told from another anchor.
    other = ratings_of(games, "a")
    assert elo(other["b"]) - elo(other["c"]) == pytest.approx(NATURAL * log(3))


def test_a_win_that_all_share_is_a_part_for_each() -> None:
    games = [[RatedGame(("a", "b", "c"), winners)] for winners in [(0, 1, 2), (), (0,), (0, 1)]]
    found = ratings_of(games, "c")
    assert elo(found["a"]) == pytest.approx(NATURAL * log((2 / 3 + 1.5) / (2 / 3)))
    assert elo(found["b"]) == pytest.approx(NATURAL * log((2 / 3 + 0.5) / (2 / 3)))


def test_a_chain_adds_up() -> None:
    one = [[RatedGame(("a", "b"), (winner,))] for winner in (0, 0, 0, 1)]
    two = [[RatedGame(("b", "c"), (winner,))] for winner in (0, 0, 1)]
    found = ratings_of([*one, *two], "c")
    assert elo(found["a"]) == pytest.approx(elo_of(3 / 4) + elo_of(2 / 3))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_found(seats: int) -> None:
    strengths = {"random": 0.0, "weak": 150.0, "good": 400.0, "better": 520.0, "best": 700.0}
    rounds = simulated(strengths, [(b, a) for a, b in combinations(strengths, 2)], seats, 150)
    found = ratings_of(rounds, "random")
    assert list(found) == [*strengths][::-1]
    for name, true in strengths.items():
        low, high = low_of(found[name]), high_of(found[name])
        assert low <= elo(found[name]) <= high
        assert elo(found[name]) == pytest.approx(true, abs=60)
        assert name == "random" or 15 < high - low < 200
        assert found[name].games == 4 * 150 * seats


def test_neither_the_order_of_rounds_nor_that_of_games_matters() -> None:
    strengths = {"a": 0.0, "b": 100.0, "c": 250.0}
    rounds = simulated(strengths, [("b", "a"), ("c", "b"), ("c", "a")], 3, 10)
    turned = [games[::-1] for games in reversed(rounds)]
    assert ratings_of(turned, "a") == ratings_of(rounds, "a")


# --- bounds


@pytest.mark.parametrize("n", [1, 10, 300])
def test_who_wins_all_has_a_lower_bound_and_who_loses_all_an_upper_one(n: int) -> None:
    above = ratings_of(single(*["a"] * n), "b")["a"]
    assert low_of(above) == pytest.approx(elo_of(mean_interval({1.0: n})[0]), abs=1e-3)
    assert above == Rating(None, above.low, None, n)
    below = ratings_of(single(*["a"] * n), "a")["b"]
    assert below == Rating(None, None, below.high, n)
    assert high_of(below) == pytest.approx(-low_of(above), abs=1e-3)


def test_the_games_of_a_round_give_about_the_bound_of_one() -> None:
    """Some more, as nothing shows that one game of a round follows from the other."""
    two = [[RatedGame(("a", "b"), (0,)), RatedGame(("b", "a"), (1,))]]
    once, rounds, games = (low_of(ratings_of(found, "b")["a"]) for found in (two, two * 10, single(*["a"] * 20)))
    assert once < low_of(ratings_of(single(*["a"] * 10), "b")["a"]) < rounds < games


def test_above_a_bound_the_others_are_rated_among_themselves() -> None:
    high = [[RatedGame(("x", "y"), (winner,))] for winner in [0, 0, 0, 1] * 10]
    over = [[RatedGame(("y", "z"), (0,))]] * 50
    found = ratings_of([*high, *over], "z")
    assert low_of(found["y"]) == pytest.approx(elo_of(mean_interval({1.0: 50})[0]), abs=5)
    assert (found["x"].elo, found["x"].high, found["y"].high) == (None, None, None)
    # The bound of x is no closer than what is most likely, and has what is uncertain of x and y in it.
    assert low_of(found["y"]) < low_of(found["x"]) < low_of(found["y"]) + 1.1 * elo_of(3 / 4)
    assert list(found) == ["x", "y", "z"]
    # From x, the same games rate y, and z has an upper bound.
    below = ratings_of([*high, *over], "x")
    assert elo(below["y"]) == pytest.approx(-elo_of(3 / 4))
    assert (below["z"].elo, below["z"].low) == (None, None)
    assert high_of(below["z"]) == pytest.approx(-low_of(found["x"]), abs=1e-3)
    assert rated_together([*high, *over]) == [("x", "y"), ("z",)]


def test_bounds_add_up_where_each_beats_the_next() -> None:
    """By more than both, since two bounds are rarely wrong at once."""
    games = [[RatedGame(("a", "b"), (0,))]] * 20 + [[RatedGame(("b", "c"), (0,))]] * 20
    found = ratings_of(games, "c")
    gap = low_of(found["b"])
    assert 2 * gap < low_of(found["a"]) < 3 * gap
    assert gap == pytest.approx(elo_of(mean_interval({1.0: 20})[0]), abs=1e-3)


def test_nothing_is_known_of_players_who_are_not_connected() -> None:
    games = [*single("a", "b"), [RatedGame(("x", "y"), (0, 1))]]
    assert ratings_of(games, "a")["x"] == (None, None, None, 1)
    # Both have beaten the anchor, and not each other.
    games = [[RatedGame((name, "b"), (0,))] for name in "xy"]
    assert ratings_of(games, "x")["y"] == (None, None, None, 1)
    assert rated_together(games) == [("b",), ("x",), ("y",)]


def test_players_who_sit_alone_at_their_table_are_known_and_not_rated() -> None:
    alone = [[RatedGame(("a", "a"), (0,))], [RatedGame(("b", "b"), (1,))]]
    assert ratings_of(alone, "a") == {"a": (0, 0, 0, 1), "b": (None, None, None, 1)}
    assert ratings_of([*alone, *single("a", "b")], "a")["b"][::3] == (0, 3)


def test_one_loss_sets_an_upper_end() -> None:
    rating = ratings_of(single("b", *["a"] * 200), "b")["a"]
    assert elo(rating) == pytest.approx(elo_of(200 / 201))
    assert elo(rating) - 400 < low_of(rating) < elo(rating) < high_of(rating) < elo(rating) + 600


# --- far apart, and many


def chain(n: int) -> list[list[RatedGame]]:
    """Rounds of n players, each of whom wins nine of ten games against the one before."""
    names = [f"{place:03}" for place in range(n)]
    return [[RatedGame(pair, (int(place > 0),))] for pair in pairwise(names) for place in range(10)]


@pytest.mark.parametrize("n", [3, 40, 190])
def test_a_long_chain_is_found(n: int) -> None:
    """Of 190 players the last is 72,141 Elo above the first, farther than 200 short steps lead."""
    model = Evidence.of(chain(n)).model
    found = fitting.most_likely(model, strengths.reach_of(model), 0)
    assert [each * NATURAL for each in found] == pytest.approx([place * elo_of(0.9) for place in range(n)])


def test_intervals_grow_along_a_chain() -> None:
    found = ratings_of(chain(12), "000")
    widths = [high_of(found[f"{place:03}"]) - low_of(found[f"{place:03}"]) for place in range(12)]
    assert widths == sorted(widths)
    # Most differ from nine of ten by chance, so that all are nearer to each other.
    assert low_of(found["011"]) < elo(found["011"]) <= high_of(found["011"])


@pytest.mark.nightly
def test_190_checkpoints_are_rated_with_intervals() -> None:
    found = ratings_of(chain(190), "000")
    assert elo(found["189"]) == pytest.approx(72_141, abs=1)
    assert all(low_of(rating) < elo(rating) <= high_of(rating) for name, rating in found.items() if name != "000")


def test_ratings_that_are_not_reached_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths, "_MOST_ITERATIONS", 2)
    with pytest.raises(ArgumentError, match="the ratings of 3 players aren't found: 2 iterations don't reach them"):
        ratings_of(chain(3), "000")


@pytest.mark.parametrize("n", [1, 2, 7, 60])
@pytest.mark.parametrize("links", [1, 60])
def test_equations_are_solved_as_by_another_hand(n: int, links: int) -> None:
    rng = np.random.default_rng(n)
    matrix = np.eye(n)
    for _ in range(links * n):
        a, b = rng.integers(n, size=2)
        matrix[[a, b], [a, b]] += 1
        matrix[[a, b], [b, a]] -= 1
    sides = rng.standard_normal((n, 2))
    assert strengths.solved(matrix, sides) == pytest.approx(np.linalg.solve(matrix, sides))


@pytest.mark.parametrize("module", [strengths, fitting, evidence])
def test_ratings_need_no_blas(module: ModuleType) -> None:
    """Its threads take 14 times the time of matrices as small as these."""
    tree = ast.parse(inspect.getsource(module))
    assert not any(isinstance(node, ast.MatMult) for node in ast.walk(tree))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not names & {"linalg", "dot", "matmul", "inner", "tensordot", "vdot"}


# --- intervals


def test_intervals_hold_what_is_true_in_about_95_of_100_cases() -> None:
    rng, held, n = SplitMix64(5), 0, 200
    for _ in range(n):
        games = single(*("b" if rng.below(4) == 0 else "a" for _ in range(20)))
        rating = ratings_of(games, "b")["a"]
        held += (rating.low or -inf) <= elo_of(3 / 4) <= (rating.high or inf)
    assert 0.91 * n <= held <= 0.98 * n


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_players_have_the_interval_of_the_share(seats: int) -> None:
    rng = SplitMix64(seats)
    for n in (1, 2, 5, 40):
        rounds, counts = list[list[RatedGame]](), Counter[float]()
        for _ in range(n):
            tables = [tuple("ab"[who] for who in turned) for turned in seatings(seats)]
            rounds.append([RatedGame(players, (rng.below(seats),)) for players in tables])
            counts[sum(game.players[game.winners[0]] == "a" for game in rounds[-1]) / seats] += 1
        found = ratings_of(rounds, "b")["a"]
        low, high = mean_interval(counts, games=seats)
        ends = [-inf if found.low is None else found.low, inf if found.high is None else found.high]
        assert ends == pytest.approx([elo_of(low, seats), elo_of(high, seats)], abs=1e-3)


def test_intervals_are_the_same_seen_from_both_sides() -> None:
    rounds = simulated({"a": 0.0, "b": 100.0, "c": 250.0}, [("b", "a"), ("c", "b"), ("c", "a")], 3, 6)
    one, other = ratings_of(rounds, "a")["c"], ratings_of(rounds, "c")["a"]
    assert [elo(one), low_of(one), high_of(one)] == pytest.approx([-elo(other), -high_of(other), -low_of(other)])


def test_a_round_tells_what_its_games_tell_together() -> None:
    """Both games of each round are shared out evenly, so rounds hardly vary, whatever their games do."""
    even = [[RatedGame(("a", "b"), (0,)), RatedGame(("b", "a"), (0,))]] * 40
    whole = ratings_of(even, "b")["a"]
    apart = ratings_of([[game] for games in even for game in games], "b")["a"]
    assert elo(whole) == pytest.approx(0, abs=1e-9)
    assert 1 < high_of(whole) - low_of(whole) < 0.3 * (high_of(apart) - low_of(apart))


def numbered(times: int, digest: str = "") -> list[list[RatedGame]]:
    """40 rounds that differ, each so many times; `a` loses ten of them."""
    return [
        [RatedGame(("a", "b"), (int(number % 4 == 0),), digest or str(number))]
        for number in range(40)
        for _ in range(times)
    ]


def test_equal_rounds_tell_no_more_than_one() -> None:
    one, many = (ratings_of(numbered(times), "b")["a"] for times in (1, 25))
    assert many[:3] == pytest.approx(one[:3], abs=1e-3)
    assert elo(one) - low_of(one) > 60
    same = [[RatedGame(("a", "b"), (0,), "the same")]] * 500
    assert ratings_of(same, "b")["a"].low == pytest.approx(ratings_of(single("a"), "b")["a"].low)


def test_two_bots_that_repeat_two_games_have_an_interval() -> None:
    """Each wins one of them, 20 times: the rating is 0, and nobody knows it to the point."""
    pair = [RatedGame(("a", "b"), (0,), "one"), RatedGame(("b", "a"), (0,), "two")]
    found = ratings_of([pair] * 20, "b")["a"]
    assert found[:3] == pytest.approx(ratings_of([pair], "b")["a"][:3])
    assert high_of(found) - low_of(found) > 400


def test_equal_games_at_a_table_are_one_though_others_of_their_rounds_differ() -> None:
    others = [[RatedGame(("b", "c"), (number % 2,), str(number))] for number in range(40)]
    once = ratings_of([[RatedGame(("a", "b"), (0,), "same")], *others], "b")["a"]
    often = ratings_of([[RatedGame(("a", "b"), (0,), "same"), *games] for games in others], "b")["a"]
    assert low_of(often) == pytest.approx(low_of(once), abs=20)
    assert low_of(often) < 0


players = st.sampled_from("abcd")
games = st.lists(players, min_size=2, max_size=4).flatmap(
    lambda seats: st.builds(
        RatedGame, st.just(tuple(seats)), st.integers(0, len(seats) - 1).map(lambda seat: (seat,)), st.none()
    )
)
some_rounds = st.lists(st.lists(games, min_size=1, max_size=4), min_size=1, max_size=8)


@given(some_rounds, st.randoms(use_true_random=False))
def test_neither_order_nor_names_matter(rounds: list[list[RatedGame]], random: Random) -> None:
    anchor = rounds[0][0].players[0]
    found = ratings_of(rounds, anchor)
    names = dict(zip("abcd", random.sample("wxyz", 4), strict=True))
    turned = [
        [game._replace(players=tuple(names[name] for name in game.players)) for game in random.sample(each, len(each))]
        for each in random.sample(rounds, len(rounds))
    ]
    other = ratings_of(turned, names[anchor])
    for name, rating in found.items():
        assert [end is None for end in other[names[name]]] == [end is None for end in rating]
        assert [end or 0 for end in other[names[name]]] == pytest.approx([end or 0 for end in rating], abs=0.01)


@given(some_rounds)
def test_intervals_have_a_width_and_hold_the_rating_and_more_games_narrow_them(rounds: list[list[RatedGame]]) -> None:
    anchor = rounds[0][0].players[0]
    found, twice = ratings_of(rounds, anchor), ratings_of([*rounds, *rounds], anchor)
    for name, (most_likely, low, high, _) in found.items():
        if name == anchor:
            assert (most_likely, low, high) == (0, 0, 0)
            continue
        assert most_likely is None or (low or -inf) <= most_likely <= (high or inf)
        if low is not None and high is not None:
            assert high - low > 1
            assert high_of(twice[name]) - low_of(twice[name]) < high - low
        elif low is not None:
            assert low < low_of(twice[name])
        elif high is not None:
            assert high > high_of(twice[name])


# --- games of matches, and errors


def test_games_of_a_match_are_rated() -> None:
    starts = starts_of(lambda seed: new_game(players=3, seed=seed), seed=7)
    rounds: dict[int, list[Row]] = {}
    for game in play_match("greedy", "random", (each for each, _ in zip(starts, range(4), strict=False))):
        rounds.setdefault(game.number // 3, []).append(game)
    rated = [[RatedGame.of(game, ("greedy", "random")) for game in games] for games in rounds.values()]
    assert rated[0][1].players == ("random", "greedy", "random")
    assert all(game.digest for games in rated for game in games)
    found = ratings_of(rated, "random")
    assert found["greedy"].games == 12
    assert (found["greedy"].low or 0) > 0


@pytest.mark.parametrize(
    ("rounds", "anchor", "words"),
    [
        ([], "a", "'a' sat in no game"),
        (single("a"), "c", "'c' sat in no game"),
        ([[]], "a", "at least one game"),
        ([[RatedGame(("a",), (0,))]], "a", "two seats or more, not of 1"),
        ([[RatedGame(("a", "b"), (2,))]], "a", "seats of 0 to 1, not (2,)"),
        ([[RatedGame(("a", "b"), (-1,))]], "a", "seats of 0 to 1"),
        ([[RatedGame(("a", "b"), (1, 1))]], "a", "different seats"),
        ([[RatedGame(("a", "b"), cast("Any", (0.0,)))]], "a", "integers from 0 to 1, not (0.0,)"),
    ],
)
def test_games_that_cannot_be_rated(rounds: list[list[RatedGame]], anchor: str, words: str) -> None:
    with pytest.raises(ArgumentError) as error:
        ratings_of(rounds, anchor)
    assert words in str(error.value)
