"""The generator of every seed: its numbers against published ones, and the draws against its numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sse_core import ArgumentError, SplitMix64, child_seed, new_game, parse_map, playout, playouts
from sse_core.seeds import PlyStream

# The first numbers of SplitMix64 from seed 0, which many ports test themselves with, and from 1234567, as Rosetta Code
# gives them (Pseudo-random numbers/Splitmix64).
KNOWN = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC),
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
}
GOLDEN = 0x9E3779B97F4A7C15


@pytest.mark.parametrize("seed", KNOWN)
def test_known_numbers(seed: int) -> None:
    stream = SplitMix64(seed)
    assert tuple(stream.next() for _ in KNOWN[seed]) == KNOWN[seed]


def test_the_state_wraps_round() -> None:
    """A seed one step before 0 gives the numbers of 0, one later."""
    stream = SplitMix64(2**64 - GOLDEN)
    stream.next()
    assert stream.next() == KNOWN[0][0]


def test_streams_do_not_share_their_state() -> None:
    one, other = SplitMix64(0), SplitMix64(0)
    one.next()
    assert (one.next(), other.next()) == KNOWN[0][1::-1]


@pytest.mark.parametrize("n", [1, 2, 3, 34, 2**31, 2**32 - 1])
def test_below_takes_the_upper_half(n: int) -> None:
    """Nearly every draw is the upper 32 bits, scaled down; the known numbers are no exception."""
    stream = SplitMix64(0)
    assert [stream.below(n) for _ in range(4)] == [(number >> 32) * n >> 32 for number in KNOWN[0]]


def test_below_draws_again_where_one_number_would_be_more_likely() -> None:
    """Of 2**32 numbers for n = 3·2**30 a quarter is rejected: those whose product ends in less than 2**30."""
    n = 3 << 30
    plain, stream = SplitMix64(5), SplitMix64(5)
    kept = [product >> 32 for _ in range(400) if (product := (plain.next() >> 32) * n) & 0xFFFFFFFF >= 1 << 30]
    assert 250 < len(kept) < 350
    assert [stream.below(n) for _ in kept] == kept


@pytest.mark.parametrize("n", [2, 6, 7, 34, 100])
def test_below_is_uniform(n: int) -> None:
    stream, draws = SplitMix64(2024), 1000 * n
    counts = Counter(stream.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    # Mean n - 1 and variance 2(n - 1): five standard deviations.
    assert chi_squared < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_choice_takes_the_item_of_the_number_below() -> None:
    items, stream = "abcdefg", SplitMix64(4)
    numbers = [stream.below(7) for _ in range(50)]
    stream = SplitMix64(4)
    assert [stream.choice(items) for _ in numbers] == [items[number] for number in numbers]
    assert len(set(numbers)) == 7


def test_choice_of_nothing() -> None:
    with pytest.raises(ArgumentError, match="no item to choose"):
        SplitMix64(1).choice([])


HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


@pytest.mark.parametrize(
    ("odds", "shares"),
    [
        ([("a", Fraction(1))], "a"),
        ([("a", HALF), ("b", HALF)], "ab"),
        ([("a", HALF), ("b", THIRD), ("c", SIXTH)], "aaabbc"),
        ([("c", SIXTH), ("a", HALF), ("b", THIRD)], "caaabb"),
        ([("a", THIRD), ("never", Fraction(0)), ("b", 2 * THIRD)], "abb"),
        ([("a", Fraction(1, 4)), ("b", Fraction(1, 6)), ("c", Fraction(7, 12))], "aaabbccccccc"),
    ],
)
def test_draw_shares_out_the_numbers_below_the_common_denominator(
    odds: list[tuple[str, Fraction]], shares: str
) -> None:
    numbers, drawing = SplitMix64(9), SplitMix64(9)
    expected = [shares[numbers.below(len(shares))] for _ in range(300)]
    assert [drawing.draw(odds) for _ in expected] == expected
    assert set(expected) == set(shares)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=8), st.integers(0, 2**64 - 1))
def test_draw_is_one_number_below_the_common_denominator(weights: list[int], seed: int) -> None:
    odds = [(event, Fraction(weight, sum(weights))) for event, weight in enumerate(weights)]
    n, stream, drawing = lcm(*(share.denominator for _, share in odds)), SplitMix64(seed), SplitMix64(seed)
    number = stream.below(n)
    event = drawing.draw(odds)
    assert sum(share for _, share in odds[:event]) * n <= number < sum(share for _, share in odds[: event + 1]) * n
    assert drawing.next() == stream.next()


@pytest.mark.parametrize(
    ("odds", "total"), [([], "0"), ([("a", HALF)], "1/2"), ([("a", HALF), ("b", 2 * THIRD)], "7/6")]
)
def test_odds_that_do_not_add_to_one(odds: list[tuple[str, Fraction]], total: str) -> None:
    with pytest.raises(ArgumentError, match=f"^the probabilities add to {total}, not to 1$"):
        SplitMix64(1).draw(odds)


@pytest.mark.parametrize("odds", [7, ["ab"], [("a", 0.5), ("b", 0.5)], [("a", "1")], [HALF, HALF]])
def test_odds_of_a_wrong_type(odds: Any) -> None:
    with pytest.raises(TypeError, match="odds are pairs of an event and its probability, a Fraction"):
        SplitMix64(1).draw(odds)


@pytest.mark.parametrize("length", [0, 1, 2, 7])
def test_shuffle_keeps_what_is_there(length: int) -> None:
    items = list(range(length))
    SplitMix64(3).shuffle(items)
    assert sorted(items) == list(range(length))


def test_shuffle_gives_every_order_as_often() -> None:
    stream = SplitMix64(11)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 23 + 5 * 46**0.5


def test_shuffle_is_fisher_and_yates_from_the_end() -> None:
    items, expected, stream = list("abcdefg"), list("abcdefg"), SplitMix64(8)
    SplitMix64(8).shuffle(items)
    for last in (6, 5, 4, 3, 2, 1):
        other = stream.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert items == expected


@pytest.mark.parametrize("seed", [0, 1234567, 2**64 - 1])
def test_child_seeds_are_the_stream(seed: int) -> None:
    stream = SplitMix64(seed)
    assert [child_seed(seed, index) for index in range(50)] == [stream.next() for _ in range(50)]
    assert child_seed(0, 3) == KNOWN[0][3]


@pytest.mark.parametrize("seed", [0, 1234567, 2**64 - 1])
def test_a_ply_draws_its_number_of_the_stream_and_then_a_stream_of_its_own(seed: int) -> None:
    running = SplitMix64(seed)
    for ply in range(20):
        first, stream = running.next(), PlyStream(seed, ply)
        follow = SplitMix64(first)
        assert [stream.next() for _ in range(4)] == [first, follow.next(), follow.next(), follow.next()]
    assert PlyStream(0, 3).next() == KNOWN[0][3]


def test_plies_that_draw_much_take_nothing_from_one_another() -> None:
    drawn = [
        number for ply in range(100) for stream in [PlyStream(5, ply)] for number in [stream.next() for _ in range(9)]
    ]
    assert len(set(drawn)) == 900


def test_a_ply_that_rejects_its_number_draws_from_its_own_stream() -> None:
    """Of 2**32 numbers for n = 3·2**30 a quarter is rejected."""
    n = 3 << 30
    for ply in range(200):
        numbers = iter([child_seed(5, ply), *(child_seed(child_seed(5, ply), index) for index in range(20))])
        kept = [product >> 32 for number in numbers if (product := (number >> 32) * n) & 0xFFFFFFFF >= 1 << 30]
        stream = PlyStream(5, ply)
        assert [stream.below(n) for _ in range(5)] == kept[:5]


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30])
def test_seeds_out_of_range(seed: int) -> None:
    for use in (SplitMix64, lambda seed: child_seed(seed, 0)):
        with pytest.raises(ArgumentError, match=r"seed .*0 to "):
            use(seed)


@pytest.mark.parametrize("seed", [None, "7", b"7", 7.0, float("nan"), True, [7], object()])
def test_seeds_of_a_wrong_type(seed: Any) -> None:
    for use in (SplitMix64, lambda seed: child_seed(seed, 0)):
        with pytest.raises(TypeError, match="seed is an integer, not"):
            use(seed)


def test_the_core_plays_from_the_same_stream() -> None:
    """Each ply takes the legal action of the rank that one draw gives; game i has child seed i."""
    start = new_game(parse_map("A 1 2 r 3 . g B"), cities=3)
    for seed in (0, 1, 2**64 - 1):
        state, stream = start, SplitMix64(seed)
        while legal := state.legal_actions():
            state = state.after(legal[stream.below(len(legal))])
        assert playout(start, seed) == state
    many = playouts(start, 40, 9)
    for game in range(40):
        end = playout(start, child_seed(9, game))
        assert end.outcome is not None
        assert tuple(many.totals[game]) == end.totals
        assert tuple(many.winners[game].nonzero()[0]) == end.outcome.winners
        assert many.plies[game] == end.ply
