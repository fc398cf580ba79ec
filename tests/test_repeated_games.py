"""Games that are equal: how they are told, what they weigh, and how openings make them differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice, pairwise
from math import inf
from typing import Any

import pytest
from tests.test_arena import drawn, starts

import sse_core as sse
from sse_core import SplitMix64, child_seed, jump_wars, micro_space_empire, small_star_empires
from sse_core.arena import (
    Balance,
    Results,
    Row,
    Sprt,
    Start,
    games_within,
    is_same,
    opened,
    play_match,
    seatings,
    share_of,
    starts_of,
    usual_opening,
)
from sse_core.arena.figures.counts import evidence
from sse_core.arena.figures.intervals import mean_interval, normal_quantile
from sse_core.arena.figures.likelihood import log_likelihood, regularised
from sse_core.errors import ArgumentError

TINY = sse.parse_map("A 1 2 1 B\n")
DUEL = sse.load_map("duel")


class Nth:
    """A bot that draws nothing: it takes the legal action of a place, by its id."""

    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        return view.legal_actions(player)[self.place]


def fixed(board: Any = DUEL, seed: int = 7) -> Iterator[Start]:
    """Rounds that all begin with the same state."""
    return starts_of(lambda child: sse.new_game(board), seed)


def results_of(games: list[Row], seats: int = 2) -> Results:
    results = Results(seats)
    for game in games:
        results.add(game)
    return results


# --- which games are equal


@pytest.mark.parametrize(
    ("made", "bots"),
    [
        (lambda seed: sse.new_game(TINY), ("random", "greedy")),
        (lambda seed: micro_space_empire.new_game(), ("random", "greedy")),
        (lambda seed: jump_wars.new_game(players=2, seed=seed % 2, turn_limit=1), (Nth(0), "random")),
    ],
)
def test_games_are_equal_if_their_starts_and_actions_are(made: Any, bots: Any) -> None:
    """Chance events, sealed orders and hidden cards are among the actions and the starts."""
    games = list(islice(play_match(bots[0], bots[1], starts_of(made, 3), records=True), 40))
    played = [(game.digest, (game.record.start, game.record.moves)) for game in games if game.record]
    assert len(played) == 40
    for digest, moves in played:
        assert [other == digest for other, _ in played] == [other == moves for _, other in played]


def test_equal_games_come_up_on_a_tiny_map_and_count() -> None:
    games = list(islice(play_match("random", "greedy", fixed(TINY), records=True), 40))
    results = results_of(games)
    assert results.different_games == len({game.record.moves for game in games if game.record}) < 40
    pairs = {(first.digest, second.digest) for first, second in zip(games[::2], games[1::2], strict=True)}
    assert results.different_rounds == len(pairs) < 20


def test_the_seed_of_a_bot_that_draws_makes_games_differ() -> None:
    games = list(islice(play_match("random", "greedy", fixed()), 20))
    assert {game.opening for game in games} == {0}
    assert results_of(games).different_games == 20


def test_two_bots_that_draw_nothing_play_one_round_on_one_start() -> None:
    """However many rounds are played, their intervals and the test are those of one."""
    games = list(islice(play_match(Nth(0), Nth(-1), fixed(), opening_plies=0), 40))
    once, often = results_of(games[:2]), results_of(games)
    assert (often.games, often.different_games, often.rounds, often.different_rounds) == (40, 2, 20, 1)
    assert often.share == pytest.approx(once.share)
    for share, expected in zip(often.seat_shares, once.seat_shares, strict=True):
        assert share == pytest.approx(expected)
    assert often.elo == pytest.approx(once.elo)
    assert often.margin == once.margin
    assert once.margin[1:] == (-inf, inf)
    assert often.ratio(Sprt(0, 100)) == pytest.approx(once.ratio(Sprt(0, 100)))


def test_a_game_that_nobody_knows_counts_as_unlike_all_others() -> None:
    results = Results(2)
    for number in range(6):
        results.add(Row(number, seatings(2)[number % 2], (0,), (5, 3), 10))
    assert (results.different_games, results.different_rounds) == (6, 3)


def test_a_round_differs_if_one_of_its_games_does() -> None:
    results = Results(2)
    for number, digest in enumerate(["a", "b", "a", "c", "a", "b"]):
        results.add(Row(number, seatings(2)[number % 2], (0,), (5, 3), 10, digest=digest))
    assert (results.different_games, results.different_rounds) == (3, 2)


# --- intervals


def test_intervals_cover_the_mean_where_games_come_up_again() -> None:
    """Few games that chance leads to, one of them nearly always: the mean is that of play, not that of the games."""
    odds = {0.0: 0.05, 0.25: 0.05, 0.5: 0.1, 1.0: 0.8}
    mean = sum(value * chance for value, chance in odds.items())
    rng, covered, once = SplitMix64(4), 0, 0
    for _ in range(300):
        counts = dict.fromkeys([Fraction(place, 4) for place in range(5)], 0)
        for _ in range(100):
            counts[Fraction(drawn(odds, rng))] += 1
        # Each value stands for one game.
        found = evidence(counts, sum(n > 0 for n in counts.values()))
        limit = -(normal_quantile() ** 2) / 2
        covered += log_likelihood(regularised(found), mean) >= limit
        once += log_likelihood(regularised({float(value): float(n > 0) for value, n in counts.items()}), mean) >= limit
    assert covered == 300
    # Had each game been counted once, the mean would have been that of the games that came up.
    assert once < 290


def test_evidence_is_that_of_all_results_where_all_differ() -> None:
    counts = {Fraction(0): 3, Fraction(1, 2): 0, Fraction(1): 7}
    assert evidence(counts, 10) == {0.0: 3.0, 0.5: 0.0, 1.0: 7.0}
    assert evidence(counts, 5) == {0.0: 1.5, 0.5: 0.0, 1.0: 3.5}


@pytest.mark.parametrize("seats", [1, 3])
def test_the_shares_at_each_seat_have_intervals(seats: int) -> None:
    games = list(islice(play_match("greedy", "random", solo(3) if seats == 1 else starts(3)), 24))
    results = results_of(games, seats)
    assert [share.value for share in results.seat_shares] == pytest.approx([each.share for each in results.by_seat])
    assert all(share.low < share.high for share in results.seat_shares)
    if seats == 1:
        assert results.seat_shares == [results.share]
    else:
        wins, losses = results.by_seat[0].wins, results.by_seat[0].losses
        expected = mean_interval({0.0: losses, 0.5: results.by_seat[0].shared, 1.0: wins})
        assert results.seat_shares[0][1:] == pytest.approx(expected)


def solo(seed: int) -> Iterator[Start]:
    return starts_of(lambda child: micro_space_empire.new_game(), seed)


# --- openings


@pytest.mark.parametrize("players", [2, 3, 4])
def test_openings_are_random_play_by_the_seed_of_the_round_and_the_same_for_all_seatings(players: int) -> None:
    made = starts_of(lambda child: small_star_empires.new_game(players=players, seed=1), 5)
    games = list(islice(play_match(Nth(0), Nth(-1), made, opening_plies=5, records=True), 2 * players))
    for game in games:
        assert game.record is not None
        seed = child_seed(5, game.number // players)
        assert dict(game.record.tags)["opening"] == "5"
        assert dict(game.record.tags)["seed"] == str(seed)
        assert game.record.start == small_star_empires.new_game(players=players, seed=1)
        random = next(play_match("random", "random", [Start(game.record.start, seed)], records=True)).record
        assert random is not None
        assert game.record.moves[:5] == random.moves[:5]
        # The bots choose from there on.
        state = list(game.record.states())[5]
        assert game.record.moves[5][1] in (state.legal_actions()[0], state.legal_actions()[-1])
    openings = {game.record.moves[:5] for game in games if game.record}
    assert len(openings) == 2


def test_rounds_that_are_all_alike_get_openings() -> None:
    games = list(islice(play_match(Nth(0), Nth(-1), fixed()), 20))
    assert [game.opening for game in games] == [0] * 4 + [4] * 16
    results = results_of(games)
    # The first two rounds are one.
    assert (results.rounds, results.different_rounds, results.opened) == (10, 9, 8)
    assert [game.number for game in games] == [*range(20)]


def test_rounds_that_differ_get_none() -> None:
    for games in (
        play_match(Nth(0), Nth(-1), starts()),
        play_match("greedy", "random", fixed()),
        # Chance makes the games differ.
        play_match(Nth(0), Nth(-1), fixed(sse.load_map("everything-2p"))),
        play_match(Nth(0), Nth(-1), fixed(), opening_plies=0),
    ):
        assert {game.opening for game in islice(games, 8)} == {0}


@pytest.mark.parametrize("n", [1, 2, 3])
def test_openings_come_after_two_rounds_whatever_the_number(n: int) -> None:
    games = list(play_match(Nth(0), Nth(-1), islice(fixed(), n)))
    assert [game.opening for game in games] == [0, 0, 0, 0, 4, 4][: 2 * n]


def test_several_processes_play_the_same_openings(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, place in (("first", 0), ("last", -1)):
        source = f"def choose(view, player, rng):\n    return view.legal_actions(player)[{place}]\n"
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    alone, together = (list(play_match("first.py", "last.py", islice(fixed(), 6), jobs=jobs)) for jobs in (1, 2))
    assert together == alone
    assert len({game.digest for game in alone}) == 10


def chosen_after(start: Start) -> int:
    """How many plies of random play after the opening had two actions or more to choose from."""
    state, choices = start.state, 0
    record = next(play_match("random", "random", [Start(start.state, start.seed)], records=True)).record
    assert record is not None
    assert record.moves[: len(start.opening)] == start.opening
    for ply, (player, action) in enumerate(record.moves):
        choices += ply >= len(start.opening) and player >= 0 and len(state.legal_actions(player)) > 1
        state = state.after(action, player)
    return choices


# Random games on the duel have about 17 plies. Chance acts in those with unexplored systems and with cards.
CUTS: dict[str, tuple[Callable[[int], Any], int]] = {
    "duel": (lambda child: sse.new_game(DUEL), 16),
    "unexplored": (lambda child: sse.new_game(sse.parse_map("A ? 2 ? B\n")), 4),
    "cards": (lambda child: micro_space_empire.new_game(), 44),
}


@pytest.mark.parametrize("name", CUTS)
def test_an_opening_leaves_the_bots_a_choice(name: str) -> None:
    """One that would leave none ends before the last choice of random play, and says so."""
    made, plies = CUTS[name]
    asked = list(islice(opened(starts_of(made, 3), plies), 20))
    assert {start.is_cut for start in asked} == {False, True}
    for start in asked:
        assert chosen_after(start) == 1 if start.is_cut else chosen_after(start) >= 1
        assert len(start.opening) < plies if start.is_cut else len(start.opening) == plies
    games = list(play_match("random", "greedy", asked))
    assert [game.is_cut for game in games] == [start.is_cut for start in asked for _ in (0, 1)]
    results = results_of(games, len(asked[0].state.totals))
    assert results.cut == sum(start.is_cut for start in asked)
    assert results.opening_plies == 2 * sum(len(start.opening) for start in asked)


def test_openings_that_leave_no_bot_a_choice_are_refused() -> None:
    words = "100 random plies leave the bots nothing to choose: .* has its last choice after 2 plies or fewer"
    with pytest.raises(ArgumentError, match=words):
        next(opened(fixed(TINY), 100))
    for rounds, tried in ((1, "the round"), (5, "each of the 5 rounds"), (30, "each of the first 20 rounds")):
        with pytest.raises(ArgumentError, match=f"random play of {tried} has its last choice"):
            next(play_match("greedy", "random", islice(fixed(DUEL), rounds), opening_plies=100))
    # Of openings that nobody has asked for, those that fit are played all the same.
    alike = list(islice(play_match(Nth(0), Nth(-1), fixed(TINY)), 12))
    assert [game.is_cut for game in alike] == [False] * 4 + [True] * 8
    assert list(play_match("greedy", "random", [], opening_plies=5)) == []


def test_openings_of_a_game_with_sealed_orders_and_of_one_for_one() -> None:
    sealed = starts_of(lambda seed: jump_wars.new_game(players=2, seed=1, turn_limit=1), 3)
    games = list(islice(play_match(Nth(0), "random", sealed, opening_plies=3, records=True), 4))
    assert len({game.record.moves[:3] for game in games if game.record}) == 2
    alone = list(islice(play_match("greedy", "random", solo(2), opening_plies=3, records=True), 4))
    assert alone[0].record is not None
    assert alone[1].record is not None
    assert alone[0].record.moves[:3] == alone[1].record.moves[:3]


def test_openings_that_cannot_be() -> None:
    for plies in (-1, 1001):
        with pytest.raises(ArgumentError, match=r"opening_plies is -?1"):
            play_match("random", "random", fixed(), opening_plies=plies)
        with pytest.raises(ArgumentError, match="plies is"):
            opened(fixed(), plies)
    assert [usual_opening(seats) for seats in (1, 2, 3, 4)] == [2, 4, 6, 8]


# --- the same bot at all seats


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_same_bot_on_both_sides_plays_each_start_once(players: int) -> None:
    made = solo(1) if players == 1 else starts(players)
    games = list(islice(play_match("greedy", "greedy", made), 6))
    assert [(game.number, game.seats) for game in games] == [(n, (0,) * players) for n in range(6)]
    assert len({game.digest for game in games}) == 6


def test_bots_are_the_same_by_name_or_object() -> None:
    bot = Nth(0)
    assert is_same("greedy", "greedy")
    assert is_same(bot, bot)
    assert not is_same("mcts:10", "mcts:20")
    assert not is_same(Nth(0), Nth(0))
    assert not is_same("greedy", bot)


def test_each_class_counts_its_own_games() -> None:
    mirror, pair = Row(0, (0, 0), (0,), (5, 3), 10), Row(0, (0, 1), (0,), (5, 3), 10)
    with pytest.raises(ArgumentError, match="results are of games in which A has one seat"):
        Results(2).add(mirror)
    with pytest.raises(ArgumentError, match="a balance is of games of one bot at all of 2 seats"):
        Balance(2).add(pair)
    with pytest.raises(ArgumentError, match="a game has 1 seat or more"):
        Balance(0)
    with pytest.raises(ArgumentError, match="no game is finished"):
        Balance(2).shares  # noqa: B018


# --- balance


def balance_of(counts: dict[tuple[int, ...], int], seats: int) -> Balance:
    """A balance of so many games by their winners."""
    balance = Balance(seats)
    for winners, n in counts.items():
        for _ in range(n):
            number = balance.games
            balance.add(Row(number, (0,) * seats, winners, (number,) * seats, 10, digest=str(number)))
    return balance


def test_balance_by_hand() -> None:
    balance = balance_of({(0,): 60, (1,): 30, (0, 1): 10}, 2)
    assert (balance.games, balance.plies, balance.even) == (100, 1000, 0.5)
    assert [(each.wins, each.shared, each.losses, each.share) for each in balance.by_seat] == [
        (60, 10, 30, 0.65),
        (30, 10, 60, 0.35),
    ]
    first, second = balance.shares
    # The intervals of two seats are one.
    assert [first.low, first.value, first.high] == pytest.approx([1 - second.high, 1 - second.value, 1 - second.low])
    assert first[1:] == pytest.approx(mean_interval({0.0: 30.0, 0.5: 10.0, 1.0: 60.0}))
    assert balance.uneven == (0, 1)
    assert balance.points == [49.5, 49.5]
    assert balance.reach == pytest.approx(max(0.65 - first.low, first.high - 0.65))
    assert balance_of({(0,): 51, (1,): 49}, 2).uneven == ()


def test_intervals_of_three_seats_are_wider_so_that_all_hold() -> None:
    balance = balance_of({(0,): 30, (1,): 30, (2,): 30}, 3)
    expected = mean_interval({0.0: 60.0, 0.5: 0.0, 1.0: 30.0}, 3)
    assert [share[1:] for share in balance.shares] == [pytest.approx(expected)] * 3
    assert expected[0] < mean_interval({0.0: 60.0, 0.5: 0.0, 1.0: 30.0})[0]
    assert normal_quantile(3) == pytest.approx(2.394, abs=1e-3)


def test_a_balanced_start_is_rarely_called_uneven() -> None:
    """Of 400 starts, even for three seats, 20 may be called uneven; 31 are two and a half standard deviations more."""
    rng, wrong, limit = SplitMix64(8), 0, -(normal_quantile(3) ** 2) / 2
    for _ in range(400):
        wins = [0, 0, 0]
        for _ in range(120):
            wins[rng.below(3)] += 1
        wrong += any(
            log_likelihood(regularised({0.0: 120.0 - n, 0.5: 0.0, 1.0: float(n)}), 1 / 3) < limit for n in wins
        )
    assert 5 <= wrong <= 31


def test_a_game_for_one_has_a_share_and_no_balance() -> None:
    balance = balance_of({(0,): 3, (): 1}, 1)
    assert (balance.shares[0].value, balance.uneven) == (0.75, ())


def test_equal_games_weigh_as_one_in_a_balance() -> None:
    games = list(islice(play_match(Nth(0), Nth(0), fixed(), opening_plies=0), 1))
    same = Nth(0)
    repeated = list(islice(play_match(same, same, fixed(), opening_plies=0), 10))
    assert len(games) == 1
    balance = Balance(2)
    for game in repeated:
        balance.add(game)
    assert (balance.games, balance.different_games) == (10, 1)
    assert balance.uneven == ()
    assert balance.shares[0].high - balance.shares[0].low > 0.8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_so_many_games_reach_so_far(seats: int) -> None:
    """The number is that of even seats, and the intervals of so many games are as wide as it says."""
    distance = 0.05
    n = games_within(distance, seats)
    wins = n / seats
    intervals = seats if seats > 2 else 1
    low, high = mean_interval({0.0: n - wins, 0.5: 0.0, 1.0: wins}, intervals)
    assert (high - low) / 2 == pytest.approx(distance, rel=0.02)
    even = balance_of({(seat,): 100 for seat in range(seats)}, seats)
    assert even.games_within(distance) == pytest.approx(n, rel=0.02)
    # Where few results are all the same, others may come.
    assert balance_of({(0,): 5}, seats).games_within(distance) > 50
    with pytest.raises(ArgumentError, match="distance is above 0"):
        games_within(0)


# --- how long a test takes


@pytest.mark.parametrize("elo", [0.0, 60.0, 120.0])
def test_a_test_takes_about_as_many_rounds_as_it_says(elo: float) -> None:
    """Means of 60 tests, which end a little after the bound: up to a third more."""
    test, share, rng, rounds = Sprt(0, 120), share_of(elo), SplitMix64(11), 0
    for _ in range(60):
        counts = {0.0: 0.0, 0.5: 0.0, 1.0: 0.0}
        while test.decision(test.ratio(counts)) is None:
            for _ in range(3):
                wins = sum(rng.below(10**6) < share * 10**6 for _ in range(2))
                counts[wins / 2] += 1
                rounds += 1
    expected = test.expected_rounds(share * (1 - share) / 2, elo=elo)
    assert 0.8 * expected < rounds / 60 < 1.4 * expected


def test_the_longest_tests_are_those_halfway_between_the_bounds() -> None:
    test = Sprt(0, 50)
    lengths = [test.expected_rounds(1 / 8, elo=elo) for elo in (-4000, -100, 0, 24.9, 25, 25.1, 50, 150, 4000)]
    assert max(lengths) == pytest.approx(test.expected_rounds(1 / 8), rel=1e-3)
    assert all(before < after for before, after in pairwise(lengths[:4]))
    assert lengths[1:-1] == pytest.approx(lengths[-2:0:-1], rel=0.1)
    assert Sprt(0, 10).expected_rounds(1 / 8) == pytest.approx(25 * test.expected_rounds(1 / 8), rel=0.02)
    with pytest.raises(ArgumentError, match=r"variance is above 0, .* not 0"):
        test.expected_rounds(0)


def test_results_say_how_many_games_a_test_takes() -> None:
    results = results_of(list(islice(play_match("greedy", "random", starts()), 20)))
    test = Sprt(0, 50)
    assert results.games_for(test) % 2 == 0
    assert 40 < results.games_for(test) < 2 * test.expected_rounds(1 / 8) + 2
