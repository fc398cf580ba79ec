"""Ratings of many players on one scale: exact cases, strengths that are known, bounds, and intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp, log

import pytest

from sse_core import SplitMix64
from sse_core.arena import RatedGame, Rating, Row, elo_of, play_match, ratings_of, seatings, starts_of
from sse_core.arena.likelihood import normal_quantile
from sse_core.arena.ratings import _words
from sse_core.errors import ArgumentError
from sse_core.small_star_empires import start

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
    found = ratings_of(single(*["a"] * won, *["b"] * lost, *[""] * shared), "b", samples=5)
    assert elo(found["a"]) == pytest.approx(elo_of((won + shared / 2) / (won + lost + shared)))
    assert found["b"] == (0, 0, 0, won + lost + shared)


@pytest.mark.parametrize("seats", [3, 4])
def test_one_against_several_of_another_has_the_elo_of_the_share(seats: int) -> None:
    table = ("a", *["b"] * (seats - 1))
    games = [[RatedGame(table, (winner,))] for winner in [0] * 6 + [1] * 3 + [2] * 1]
    assert elo(ratings_of(games, "b", samples=5)["a"]) == pytest.approx(elo_of(0.6, seats))
    # A win that the weaker share among themselves is lost as any other is.
    shared = [*games[:9], [RatedGame(table, (1, 2))]]
    assert elo(ratings_of(shared, "b", samples=5)["a"]) == pytest.approx(elo_of(0.6, seats))


def test_three_at_a_table_have_the_odds_of_their_wins() -> None:
    games = [[RatedGame(("a", "b", "c"), (winner,))] for winner in [0] * 6 + [1] * 3 + [2] * 1]
    found = ratings_of(games, "c", samples=5)
    assert elo(found["a"]) == pytest.approx(NATURAL * log(6))
    assert elo(found["b"]) == pytest.approx(NATURAL * log(3))
    assert list(found) == ["a", "b", "c"]
    # The same numbers, told from another anchor.
    other = ratings_of(games, "a", samples=5)
    assert elo(other["b"]) - elo(other["c"]) == pytest.approx(NATURAL * log(3))


def test_a_win_that_all_share_is_a_part_for_each() -> None:
    games = [[RatedGame(("a", "b", "c"), winners)] for winners in [(0, 1, 2), (), (0,), (0, 1)]]
    found = ratings_of(games, "c", samples=5)
    assert elo(found["a"]) == pytest.approx(NATURAL * log((2 / 3 + 1.5) / (2 / 3)))
    assert elo(found["b"]) == pytest.approx(NATURAL * log((2 / 3 + 0.5) / (2 / 3)))


def test_a_chain_adds_up() -> None:
    one = [[RatedGame(("a", "b"), (winner,))] for winner in (0, 0, 0, 1)]
    two = [[RatedGame(("b", "c"), (winner,))] for winner in (0, 0, 1)]
    found = ratings_of([*one, *two], "c", samples=5)
    assert elo(found["a"]) == pytest.approx(elo_of(3 / 4) + elo_of(2 / 3))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_found(seats: int) -> None:
    strengths = {"random": 0.0, "weak": 150.0, "good": 400.0, "better": 520.0, "best": 700.0}
    rounds = simulated(strengths, [(b, a) for a, b in combinations(strengths, 2)], seats, 150)
    found = ratings_of(rounds, "random", samples=200)
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
    assert ratings_of(turned, "a", samples=50, seed=3) == ratings_of(rounds, "a", samples=50, seed=3)


# --- bounds


@pytest.mark.parametrize("n", [1, 10, 300])
def test_who_wins_all_has_a_lower_bound_and_who_loses_all_an_upper_one(n: int) -> None:
    # Under the bound, n wins are as likely as a test at 5 % allows.
    share = exp(-(normal_quantile() ** 2) / 2 / n)
    above = ratings_of(single(*["a"] * n), "b", samples=20)["a"]
    assert low_of(above) == pytest.approx(elo_of(share))
    assert above == Rating(None, above.low, None, n)
    below = ratings_of(single(*["a"] * n), "a", samples=20)["b"]
    assert below == Rating(None, None, -low_of(above), n)


def test_the_games_of_a_round_give_the_bound_of_one() -> None:
    two = [[RatedGame(("a", "b"), (0,)), RatedGame(("b", "a"), (1,))]]
    assert ratings_of(two * 10, "b", samples=5)["a"].low == ratings_of(single(*["a"] * 10), "b", samples=5)["a"].low


def test_above_a_bound_the_others_are_rated_among_themselves() -> None:
    high = [[RatedGame(("x", "y"), (winner,))] for winner in [0, 0, 0, 1] * 10]
    over = [[RatedGame(("y", "z"), (0,))]] * 50
    found = ratings_of([*high, *over], "z", samples=300)
    assert low_of(found["y"]) == pytest.approx(elo_of(exp(-(normal_quantile() ** 2) / 2 / 50)))
    assert (found["x"].elo, found["x"].high, found["y"].high) == (None, None, None)
    # The bound of x is no closer than what is most likely, and has what is uncertain of x and y in it.
    assert low_of(found["y"]) < low_of(found["x"]) < low_of(found["y"]) + elo_of(3 / 4)
    assert list(found) == ["x", "y", "z"]
    # From x, the same games rate y, and z has an upper bound.
    below = ratings_of([*high, *over], "x", samples=300)
    assert elo(below["y"]) == pytest.approx(-elo_of(3 / 4))
    assert (below["z"].elo, below["z"].low) == (None, None)
    assert high_of(below["z"]) < 0


def test_bounds_add_up_where_each_beats_the_next() -> None:
    games = [[RatedGame(("a", "b"), (0,))]] * 20 + [[RatedGame(("b", "c"), (0,))]] * 20
    gap = elo_of(exp(-(normal_quantile() ** 2) / 2 / 20))
    found = ratings_of(games, "c", samples=5)
    assert [low_of(found["b"]), low_of(found["a"])] == pytest.approx([gap, 2 * gap])


def test_nothing_is_known_of_players_who_are_not_connected() -> None:
    games = [*single("a", "b"), [RatedGame(("x", "y"), (0, 1))]]
    assert ratings_of(games, "a", samples=5)["x"] == (None, None, None, 1)
    # Both have beaten the anchor, and not each other.
    games = [[RatedGame((name, "b"), (0,))] for name in "xy"]
    assert ratings_of(games, "x", samples=5)["y"] == (None, None, None, 1)


def test_a_loss_that_most_samples_lack_leaves_the_interval_open() -> None:
    rating = ratings_of(single("b", *["a"] * 200), "b", samples=200)["a"]
    assert elo(rating) == pytest.approx(elo_of(200 / 201))
    assert low_of(rating) < elo(rating)
    assert rating.high is None


# --- intervals


def test_intervals_hold_what_is_true_in_about_95_of_100_cases() -> None:
    rng, held, n = SplitMix64(5), 0, 60
    for _ in range(n):
        games = single(*("b" if rng.below(4) == 0 else "a" for _ in range(100)))
        rating = ratings_of(games, "b", samples=80, seed=rng.next())["a"]
        held += low_of(rating) <= elo_of(3 / 4) <= high_of(rating)
    assert 0.85 * n <= held < n


def test_rounds_are_drawn_whole() -> None:
    # Both games of each round are shared out evenly, so the share is the same in every sample.
    even = [[RatedGame(("a", "b"), (0,)), RatedGame(("b", "a"), (0,))]] * 40
    whole = ratings_of(even, "b", samples=50)["a"]
    assert [elo(whole), low_of(whole), high_of(whole)] == pytest.approx([0, 0, 0], abs=1e-9)
    apart = [[game] for games in even for game in games]
    rating = ratings_of(apart, "b", samples=50)["a"]
    assert low_of(rating) < -20
    assert high_of(rating) > 20


def test_equal_rounds_tell_no_more_than_one() -> None:
    def rounds(times: int) -> list[list[RatedGame]]:
        return [
            [RatedGame(("a", "b"), (int(number % 4 == 0),), str(number))] for number in range(40) for _ in range(times)
        ]

    one, many = (ratings_of(rounds(times), "b", samples=400)["a"] for times in (1, 25))
    assert elo(one) == pytest.approx(elo(many))
    assert low_of(many) == pytest.approx(low_of(one), abs=60)
    assert elo(many) - low_of(many) > 60
    same = [[RatedGame(("a", "b"), (0,), "the same")]] * 500
    assert ratings_of(same, "b", samples=5)["a"].low == ratings_of(single("a"), "b", samples=5)["a"].low


def test_a_seed_gives_the_same_intervals_and_another_one_others() -> None:
    games = simulated({"a": 0.0, "b": 100.0, "c": 250.0}, [("b", "a"), ("c", "b")], 2, 20)
    first = ratings_of(games, "b", samples=100, seed=1)
    assert ratings_of(games, "b", samples=100, seed=1) == first
    assert ratings_of(games, "b", samples=100, seed=2) != first


def test_samples_draw_from_the_stream_of_all_chance() -> None:
    stream = SplitMix64(2**64 - 1)
    assert _words(2**64 - 1, 5).tolist() == [stream.next() for _ in range(5)]


# --- games of matches, and errors


def test_games_of_a_match_are_rated() -> None:
    starts = starts_of(lambda seed: start(players=3, seed=seed), seed=7)
    rounds: dict[int, list[Row]] = {}
    for game in play_match("greedy", "random", (each for each, _ in zip(starts, range(4), strict=False))):
        rounds.setdefault(game.number // 3, []).append(game)
    rated = [[RatedGame.of(game, ("greedy", "random")) for game in games] for games in rounds.values()]
    assert rated[0][1].players == ("random", "greedy", "random")
    assert all(game.digest for games in rated for game in games)
    found = ratings_of(rated, "random", samples=20)
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
    ],
)
def test_games_that_cannot_be_rated(rounds: list[list[RatedGame]], anchor: str, words: str) -> None:
    with pytest.raises(ArgumentError) as error:
        ratings_of(rounds, anchor)
    assert words in str(error.value)


@pytest.mark.parametrize("numbers", [{"samples": 0}, {"samples": 10**7}, {"seed": -1}])
def test_numbers_out_of_range(numbers: dict[str, int]) -> None:
    with pytest.raises(ArgumentError):
        ratings_of(single("a", "b"), "a", **numbers)
