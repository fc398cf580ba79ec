"""Searches for an even start: how uneven seats are, which start is found, and that the proof has games of its own."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final

import pytest

import sse_core as sse
from sse_core.arena import (
    MEMORY,
    Balance,
    EvenSearch,
    Numbers,
    Own,
    Plan,
    ProcessWorkers,
    Row,
    Schedule,
    Store,
    Tournament,
    Workers,
    average_unevenness,
    median_unevenness,
    threads,
)
from sse_core.errors import ArgumentError
from sse_core.seeds import SplitMix64


def balance_of(wins: Sequence[int]) -> Balance:
    """A balance of so many wins of each seat, all in different games."""
    balance, number = Balance(len(wins)), 0
    for seat, n in enumerate(wins):
        for _ in range(n):
            balance.add(Row(number, (0,) * len(wins), (seat,), (1,) * len(wins), digest=str(number)))
            number += 1
    return balance


# --- how uneven seats are


def test_the_mean_square_is_that_of_the_shares_without_the_noise_of_the_games() -> None:
    # 60 of 100: 0.1 off at both seats, and a share has the variance 0.24 / 99.
    assert balance_of([60, 40]).mean_square == pytest.approx(0.01 - 0.24 / 99)
    shares = (0.5, 0.25, 0.25)
    off = sum((share - 1 / 3) ** 2 for share in shares)
    noise = sum(share * (1 - share) for share in shares) / 199
    assert balance_of([100, 50, 50]).mean_square == pytest.approx((off - noise) / 3)
    # Seats that are more even than chance makes them are below 0.
    assert balance_of([50, 50]).mean_square == pytest.approx(-0.25 / 99)


@pytest.mark.parametrize(("weights", "true"), [((1, 1), 0.0), ((3, 2), 0.01), ((2, 1, 1), 1 / 72), ((1, 1, 1, 1), 0.0)])
def test_few_games_are_right_on_average(weights: tuple[int, ...], true: float) -> None:
    stream, tries = SplitMix64(3), 600
    found = 0.0
    for _ in range(tries):
        wins = [0] * len(weights)
        for _ in range(8):
            drawn = stream.below(sum(weights))
            wins[next(seat for seat in range(len(weights)) if drawn < sum(weights[: seat + 1]))] += 1
        found += balance_of(wins).mean_square / tries
    # Without the correction, an even coin would be 0.031 off here.
    assert found == pytest.approx(true, abs=0.006)


def test_the_unevenness_of_two_seats_is_how_far_each_is_from_a_half() -> None:
    balance = balance_of([700, 300])
    share, found = balance.shares[0], balance.unevenness
    assert found.value == pytest.approx(sqrt(0.04 - 0.21 / 999))
    assert (found.low, found.high) == pytest.approx((share.low - 0.5, share.high - 0.5))
    even = balance_of([50, 50]).unevenness
    assert (even.value, even.low) == (0.0, 0.0)
    assert even.high > 0.09


def test_games_that_are_equal_count_once() -> None:
    again = Balance(2)
    for number in range(100):
        again.add(Row(number, (0, 0), (int(number % 5 >= 3),), (1, 1), digest=str(number % 5)))
    assert again.mean_square == pytest.approx(0.01 - 0.24 / 4)


def test_many_starts_have_an_average_and_a_median() -> None:
    starts = [balance_of([60, 40]), balance_of([70, 30]), balance_of([50, 50])]
    squares = [start.mean_square for start in starts]
    found = average_unevenness(starts)
    assert found.value == pytest.approx(sqrt(sum(squares) / 3))
    assert found.low == 0.0
    assert found.high > 0.2
    assert median_unevenness(starts) == pytest.approx(sqrt(squares[0]))
    alike = average_unevenness([starts[0]] * 2)
    assert alike.low == alike.value == alike.high
    with pytest.raises(ArgumentError, match="of two starts or more, not of 1"):
        average_unevenness(starts[:1])
    with pytest.raises(ArgumentError, match="of one start or more, and none is given"):
        median_unevenness([])
    with pytest.raises(ArgumentError, match="no game is finished"):
        median_unevenness([Balance(2)])


# --- the search


def test_stages_have_about_as_many_games_each() -> None:
    assert [*Numbers(64, 12_000).stages] == [(64, 31), (32, 62), (16, 125), (8, 250), (4, 500), (2, 1000)]
    assert [*Numbers(1).stages] == []
    # Every start has a game, even if that makes more than were asked for.
    assert [*Numbers(3, 0).stages] == [(3, 1), (2, 1)]
    assert Numbers(3, 0, 7, 2, 0).rounds == 3 + 2 + 7 + 2 * 2


def test_few_games_of_even_shuffles_show_no_unevenness_on_average() -> None:
    numbers, stream = Numbers(others=600, compared=600), SplitMix64(5)
    others = list[Balance]()
    for _ in range(numbers.others):
        won = sum(stream.below(2) for _ in range(numbers.per_other))
        others.append(balance_of([won, numbers.per_other - won]))
    assert average_unevenness(others).low == 0.0
    assert average_unevenness(others).value < 0.2


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"starts": 0}, "starts is 0, not in 1 to 10000"),
        ({"screening": -1}, "screening is -1, not in 0 to 1000000000"),
        ({"proof": 0}, "proof is 0, not in 1 to 1000000000"),
        ({"others": 1}, "others is 1, not in 2 to 10000"),
    ],
)
def test_numbers_that_nothing_can_be_found_with_are_refused(numbers: dict[str, int], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        Numbers(**numbers)


def start_of(seed: int) -> sse.State:
    return sse.new_game(sse.base_map(2, seed=seed))


def test_the_even_one_is_found_and_its_proof_has_other_games() -> None:
    """The games are made up: the first seat wins all of them, but on one start each seat wins every other one."""
    numbers = Numbers(starts=6, screening=60, proof=10, others=3, compared=12)
    search = EvenSearch(start_of, 7, numbers)
    even = search.start(4 * 3).state
    seen = list[int]()
    for number in range(numbers.rounds):
        assert (search.found is None) == (number < numbers.screened)
        assert number < search.ready
        start = search.start(number)
        seen.append(start.seed)
        winner = number % 2 if start.state == even else 0
        search.add(Row(number, (0, 0), (winner,), (1, 1), digest=str(number)))
    assert search.found is not None
    assert start_of(search.found) == even
    assert [balance.games for balance in search.screened] == [19, 9, 3, 3, 19, 3]
    assert ([tally.wins for tally in search.proof.by_seat], search.proof.games) == ([5, 5], 10)
    assert [balance.games for balance in search.others] == [4, 4, 4]
    assert len({*seen}) == numbers.rounds == search.ready


def test_a_start_without_a_finished_game_is_the_worst() -> None:
    search = EvenSearch(start_of, 1, Numbers(2, 20, 1, 2, 2))
    for number in range(20):
        failed = "it broke" if number < 10 else None
        search.add(Row(number, (0, 0), () if failed else (0,), () if failed else (1, 1), error=failed))
    assert search.found is not None
    assert start_of(search.found) == search.start(10).state


def test_starts_that_no_seed_shuffles_and_games_for_one_are_refused() -> None:
    with pytest.raises(ArgumentError, match="the seed shuffles nothing here, so there is only one start"):
        EvenSearch(lambda seed: sse.new_game(sse.maps()["duel"]), 1, Numbers())
    with pytest.raises(ArgumentError, match="for one player, and have no seats to compare"):
        EvenSearch(lambda seed: sse.micro_space_empire.new_game(seed=seed), 1, Numbers())


SMALL: Final = Numbers(starts=4, screening=24, proof=6, others=2, compared=4)


def played(path: Any, workers: Workers | None = None, most: int = 1000) -> tuple[EvenSearch, int]:
    """Play a search, at most so many jobs of it; return it with the number of games played now."""
    search = EvenSearch(start_of, 5, SMALL)
    own = Own(starts=search, about={"search": 5})
    plan = Plan(None, ("random",), 5, SMALL.rounds, Schedule("self-play", 1, 2))
    games = 0
    with Store(path, plan.to_json(own)) as store:
        for _, rows in zip(range(most), Tournament(plan, store, own=own).play(workers, seconds=0.01), strict=False):
            games += len(rows)
    return search, games


def results(search: EvenSearch) -> Any:
    balances = [*search.screened, search.proof, *search.others]
    return search.found, [[tally.wins for tally in balance.by_seat] for balance in balances]


def test_a_search_is_the_same_whoever_plays_it_and_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, games = played(MEMORY)
    assert games == SMALL.rounds
    with threads(2) as workers:
        assert results(played(MEMORY, workers)[0]) == results(whole)
    file, left, told = tmp_path / "search.sqlite3", SMALL.rounds, list[int]()
    # It is left in the first stage, in the second one, and in the proof.
    for most in (5, 12, 10):
        search, games = played(file, most=most)
        left -= games
        told.append(search.ready)
    assert told == [12, 24, 34]
    with ProcessWorkers(1) as workers:
        search, games = played(file, workers)
    assert games == left
    assert results(search) == results(whole)


def test_a_failed_game_of_a_search_has_its_start() -> None:
    search = EvenSearch(start_of, 5, SMALL)
    plan = Plan(None, ("random",), 5, SMALL.rounds, Schedule("self-play", 1, 2))
    with Store(MEMORY, {}) as store:
        arena = Tournament(plan, store, own=Own(starts=search))
        assert arena.start(3) == search.start(3)
