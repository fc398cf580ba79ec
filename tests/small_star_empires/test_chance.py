"""Reveals follow their odds: counts over many draws, and all branches of a small tree (E9.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import sse_core as sse
from sse_core import CHANCE, SplitMix64, State, micro_space_empire
from sse_core.small_star_empires import Bag, Move, Reason, Reveal, Stay, Tile, position, reference

# Upper 0.1 % points of the chi-squared distribution, by degrees of freedom (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
CRITICAL: Mapping[int, float] = {1: 10.828, 2: 13.816, 5: 20.515, 7: 24.322, 8: 26.124}

ONE = sse.parse_map("A ? 1 B")
"""The only first move that explores is to a2."""


def exploring(rules: sse.Rules) -> State:
    """A position where a reveal is due at a2."""
    return position(ONE, rules=rules, ships=[[1], [3]], due=("reveal", 1))


def chi_squared(seen: Counter[Tile], odds: Mapping[Tile, Fraction]) -> float:
    n = seen.total()
    return sum((seen[tile] - float(share * n)) ** 2 / float(share * n) for tile, share in odds.items())


def found_by_resolve(state: State, seed: int) -> State:
    return state.resolve(SplitMix64(seed))


def found_by_playout(state: State, seed: int) -> State:
    return sse.playout(state, seed)


@pytest.mark.parametrize("draw", [found_by_resolve, found_by_playout])
@pytest.mark.parametrize(
    "rules",
    [sse.Rules(), sse.Rules(edition="first"), sse.Rules(bag=Bag(three=1, asteroid=3)), sse.Rules(bag=Bag(*range(9)))],
    ids=["second", "first", "three to one", "1 to 8 of each"],
)
def test_reveals_come_as_often_as_their_odds_say(rules: sse.Rules, draw: Callable[[State, int], State]) -> None:
    state = exploring(rules)
    odds = {event.tile: share for event, share in state.odds() if isinstance(event, Reveal)}
    n = 20_000
    seen = Counter(tile for seed in range(n) if (tile := draw(state, seed).tile(1)) is not None)
    assert seen.total() == n
    assert set(seen) == set(odds)
    assert chi_squared(seen, odds) < CRITICAL[len(odds) - 1]


def test_tiles_are_drawn_without_replacement() -> None:
    """Two systems, three tiles: any ordered pair of them is as likely; a pair of asteroid fields is one in three."""
    board = sse.parse_map("A ? 1 ? B")
    start = position(board, rules=sse.Rules(bag=Bag(two=1, asteroid=2)), ships=[[1], [4]], due=("reveal", 1))
    pairs: Counter[tuple[Tile | None, Tile | None]] = Counter()
    n = 20_000
    for seed in range(n):
        rng = SplitMix64(seed)
        state = start.resolve(rng)
        assert state.to_act == (1,)
        pairs[state.tile(1), state.after(Move(4, 3, "city")).resolve(rng).tile(3)] += 1
    assert set(pairs) == {(Tile.TWO, Tile.ASTEROID), (Tile.ASTEROID, Tile.TWO), (Tile.ASTEROID, Tile.ASTEROID)}
    statistic = sum((count - n / 3) ** 2 / (n / 3) for count in pairs.values())
    assert statistic < CRITICAL[2]


def test_odds_after_some_reveals() -> None:
    """The second edition's 15 tiles less a three, a two and a Nordinn: 12 are left."""
    board = sse.parse_map("A ? ? ? ? 1 B")
    found = {1: "three", 2: "two", 3: "nordinn"}
    state = position(board, tiles=found, ships=[[4], [6]], due=("reveal", 4))
    shares = {event.tile: share for event, share in state.odds() if isinstance(event, Reveal)}
    assert shares == {
        Tile.THREE: Fraction(1, 12),
        Tile.TWO: Fraction(2, 12),
        Tile.CHROMATIC: Fraction(2, 12),
        Tile.ASTEROID: Fraction(2, 12),
        Tile.ABANDONED: Fraction(1, 12),
        Tile.REFUELING: Fraction(2, 12),
        Tile.HOLLANA: Fraction(1, 12),
        Tile.TENNAR: Fraction(1, 12),
    }
    assert state.bag == Bag(1, 2, 2, 2, 1, 2, 1, 1, 0)


def test_perft_counts_a_branch_for_each_kind_of_tile() -> None:
    """By hand, on ``A ? 1 B`` with a bag of a two and two asteroid fields, one ship, one city and one station each.

    A's ship reaches a2 (a city) and, past it, a3 (city or station): 3 actions. After a2 chance has 2 branches, and B
    can act in either: the two planets are held by A, so that B reaches a3 only; the asteroid field stops B as well,
    so a3 only. After a3=C or a3=S A's system stops B at once; B passes, and it is A's turn again.
    """
    state = sse.new_game(ONE, rules=sse.Rules(bag=Bag(two=1, asteroid=2)), ships=1, cities=1, stations=1)
    assert [sse.format_action(action, state) for action in state.legal_actions()] == ["a1-a2=C", "a1-a3=C", "a1-a3=S"]
    exploration = state.after(Move(0, 1, "city"))
    assert sse.perft(exploration, 1) == 2
    assert sse.perft(exploration, 2) == 4
    # After a1-a3=C A has a station left and no city, which is what a2 asks for: A passes too, and the game ends. After
    # a1-a3=S A has its city, and a3-a2=C is all that can be done.
    assert sse.perft(state, 2) == 2 + 1 + 1
    assert sse.perft(state, 3) == 4 + 1 + 2
    for depth in range(6):
        assert sse.perft(state, depth) == reference.perft(reference.same(state), depth)
    assert sum(sse.perft_divide(state, 3).values()) == sse.perft(state, 3)


def test_chance_is_a_player_of_its_own() -> None:
    state = exploring(sse.Rules())
    assert state.to_act == (CHANCE,)
    assert state.legal_actions() == state.legal_actions(CHANCE) == tuple(map(Reveal, Tile))
    assert state.legal_actions(0) == state.legal_actions(1) == ()
    assert state.why_not(Reveal(Tile.TWO), 0) is Reason.NOT_TO_ACT
    assert state.after(Reveal(Tile.TWO), CHANCE) == state.after(Reveal(Tile.TWO))
    with pytest.raises(sse.IllegalActionError, match=r"player B is not to act: chance is \(E2.1\)"):
        state.after(Reveal(Tile.TWO), 1)
    with pytest.raises(sse.IllegalActionError, match=r"first it must be revealed what lies at a2 \(E9.2\)"):
        state.after(Stay())


@pytest.mark.parametrize("rng", [None, 1, "random", object(), Random(1)])
def test_a_generator_without_below_is_refused_even_if_no_draw_is_needed(rng: Any) -> None:
    """CPython doesn't promise that its own generator draws the same integers in every version."""
    drawing = micro_space_empire.new_game().after(0)
    for state in (exploring(sse.Rules()), sse.new_game(ONE), drawing, micro_space_empire.new_game()):
        with pytest.raises(TypeError, match=rf"^rng is SplitMix64\(seed\), .* not {type(rng).__name__}$"):
            state.resolve(rng)


def test_a_number_that_is_out_of_range_is_refused() -> None:
    class Loaded(SplitMix64):
        def below(self, n: int) -> int:
            return n

    with pytest.raises(sse.ArgumentError, match="a random number is 15, not in 0 to 14"):
        exploring(sse.Rules()).resolve(Loaded(1))


def test_nothing_is_likely_at_an_end_that_a_reveal_led_to() -> None:
    start = sse.new_game(sse.parse_map("A ? B"))
    due = start.after(start.legal_ids()[0])
    assert due.odds()
    assert sse.playout(due, 1).odds() == ()
