"""The generator behind every seed: its numbers are known from outside, and the core draws the same ones."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sse_core import SetupError, SplitMix64, child_seed, new_game, parse_map, playout, playouts

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
    """Of 2**32 numbers for n = 3·2**30 a quarter is thrown away: those whose product ends in less than 2**30."""
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


@pytest.mark.parametrize(("seed", "error"), [(-1, SetupError), (2**64, SetupError), (10**30, SetupError)])
def test_seeds_out_of_range(seed: int, error: type[Exception]) -> None:
    for use in (SplitMix64, lambda seed: child_seed(seed, 0)):
        with pytest.raises(error, match=r"seed .*0 to "):
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
