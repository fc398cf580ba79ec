"""Views and samples of Jump Wars beside the plain ones, and the probability of each sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Final, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jump_wars.rich_tables import rich_battle
from tests.jump_wars.steps import SCENES
from tests.jump_wars.test_properties import states_of, tables
from tests.profiles import by_profile

from sse_core import SplitMix64, child_seed
from sse_core.jump_wars import Card, State, new_game
from sse_core.jump_wars.cards import BASICS
from sse_core.jump_wars.positions.position import Due, Offer, Order, Position, WrittenOrders, with_player
from sse_core.jump_wars.reference import secrets
from sse_core.testing import seeds

FEW: Final = settings(max_examples=by_profile(dev=8, ci=20, nightly=400))
"""An example is a whole turn."""

T = TypeVar("T")


# --- the compiled ones


def assert_as_plain(state: State, seed: int) -> None:
    """Assert that each seat's view and a sample of it are those of `secrets`, the draws included."""
    for viewer in range(state.players):
        view = state.view(viewer)
        assert view.position == secrets.view(state.position, viewer)
        # What isn't seen of a position differs between two that look alike.
        assert view == State.of(view.position, view.ply, view.written)
        sample = state.sample(viewer, SplitMix64(seed))
        rng = SplitMix64(seed)
        stream = SplitMix64(rng.below(1 << 31) << 31 | rng.below(1 << 31))
        position, drawn = secrets.sample(view.position, viewer, stream)
        written = [sum(pair) for pair in zip(view.written or [0] * 5, drawn, strict=False)] if drawn else view.written
        assert sample == State.of(position, view.ply + sum(drawn), tuple(written))


@FEW
@given(tables(), seeds())
def test_views_and_samples_are_the_plain_ones(state: State, seed: int) -> None:
    for number, later in enumerate(states_of(state, seed)):
        assert_as_plain(later, child_seed(seed, number))


@FEW
@given(tables(), seeds(), st.integers(0, 4))
def test_so_are_those_of_a_game_that_goes_on_in_a_view(state: State, seed: int, viewer: int) -> None:
    """There, hands have cards that are known beside those that are hidden."""
    for number, later in enumerate(states_of(state.view(viewer % state.players), seed)):
        assert_as_plain(later, child_seed(seed, number))


@FEW
@given(st.integers(2, 5), seeds())
def test_so_are_those_of_sealed_deals(players: int, seed: int) -> None:
    table = new_game(players=players, seed=seed, simultaneous=True)
    state = State.of(rich_battle(table.position, Random(seed)), 0)
    for number, later in enumerate(states_of(state, seed)):
        assert_as_plain(later, child_seed(seed, number))


@pytest.mark.parametrize("name", SCENES)
def test_so_are_those_of_each_step(name: str) -> None:
    assert_as_plain(State.of(SCENES[name](), 0), 1)


WRITTEN: Final = [
    *[WrittenOrders(boosts=(card,)) for card in BASICS],
    *[WrittenOrders(led=card) for card in BASICS],
    WrittenOrders(draft=(0,)),
    WrittenOrders(draft=(0, 1)),
    WrittenOrders(orders=(Order(0, 1, 2),)),
    WrittenOrders(done=True),
]
"""One for each thing that a player may have done when orders are written."""


def test_so_are_those_of_all_that_can_be_written() -> None:
    for written in WRITTEN:
        p = with_player(SCENES["orders"](), 0, written_orders=written)
        state = State.of(p, 1, (1, 0, 0))
        assert_as_plain(state, 1)
        assert [state.view(seat).position.begun for seat in range(3)] == [True, written.done, written.done]


# --- the odds


class Draws(SplitMix64):
    """Numbers that are the places of given choices; behind these, the first choice each time."""

    def __init__(self, places: list[int], most: int) -> None:
        self.choices = list[int]()
        """Of how many each draw was."""
        self.places = places
        self.most = most

    def below(self, n: int) -> int:
        if len(self.choices) == self.most:
            raise OverflowError
        self.choices.append(n)
        place = len(self.choices) - 1
        return self.places[place] if place < len(self.places) else 0


def outcomes(draw: Callable[[SplitMix64], T], most: int) -> Iterator[tuple[T, Fraction]]:
    """Yield what `draw` returns for every way the numbers may fall, with its probability; not with more draws than so
    many."""
    places = list[int]()
    while True:
        rng = Draws(places, most)
        try:
            found = draw(rng)
        except OverflowError:
            pass
        else:
            share = Fraction(1)
            for n in rng.choices:
                share /= n
            yield found, share
        places += [0] * (len(rng.choices) - len(places))
        while places and places[-1] == rng.choices[len(places) - 1] - 1:
            places.pop()
        if not places:
            return
        places[-1] += 1


def shared(shares: Iterator[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """Return the probability of each outcome, of all that there are."""
    found: Counter[T] = Counter()
    for outcome, share in shares:
        found[outcome] += share  # type: ignore[assignment]
    total = sum(found.values())
    return {outcome: Fraction(share) / total for outcome, share in found.items()}


UNSEEN: Final = (Card.INITIATIVE, Card.ATTACK, Card.ATTACK, Card.ATTACK, Card.JUMP, Card.JUMP, Card.CLOAKING)
"""The cards that the receiver of an offer doesn't see."""


def offered(*give: Card, known: Card | None, hidden: int) -> Position:
    """Return the receiver's view of an offer: the giver A has perhaps a card that A knows, and some hidden ones."""
    p = new_game(players=3, seed=1).position
    players = [one._replace(hand=(0,) * 26) for one in p.players]
    players[0] = players[0]._replace(hand=tuple(int(card is known) for card in Card), hidden=hidden)
    players[2] = players[2]._replace(hidden=1)
    unseen = tuple(map(UNSEEN.count, Card))
    offer = Offer(0, 1, give=give)
    return p._replace(players=tuple(players), unseen=unseen, step=Due.ANSWER, actor=1, start_player=0, offer=offer)


@pytest.mark.parametrize(
    ("give", "known", "hidden"),
    [
        ((Card.INITIATIVE,), None, 2),
        ((Card.ATTACK,), None, 2),
        ((Card.ATTACK,), Card.ATTACK, 2),
        ((Card.ATTACK, Card.ATTACK), None, 3),
        ((Card.ATTACK, Card.ATTACK), Card.ATTACK, 3),
        ((Card.ATTACK, Card.JUMP), None, 3),
        ((Card.ATTACK, Card.JUMP), Card.JUMP, 2),
        ((Card.JUMP, Card.CLOAKING), None, 2),
        # Others have had both since.
        ((Card.TIME_JUMP,), None, 2),
    ],
    ids=str,
)
def test_each_way_to_deal_an_offer_is_equally_likely(give: tuple[Card, ...], known: Card | None, hidden: int) -> None:
    """J5.15: of all ways to deal the unseen cards, those in which the giver has what is offered."""
    p = offered(*give, known=known, hidden=hidden)
    n_needed = sum((Counter(give) - Counter([known] if known is not None else [])).values())

    def hands(rng: SplitMix64) -> tuple[tuple[int, ...], ...]:
        full, _ = secrets.sample(p, 1, rng)
        return tuple(one.hand for one in full.players)

    def ways() -> Iterator[tuple[tuple[tuple[int, ...], ...], Fraction]]:
        for dealt in permutations(UNSEEN, hidden + 1):
            first = [*dealt[:hidden], *([known] if known is not None else [])]
            if Card.TIME_JUMP in give or not Counter(give) - Counter(first):
                yield (tuple(map(first.count, Card)), (0,) * 26, tuple(map(dealt[hidden:].count, Card))), Fraction(1)

    # The giver is among the viewers: for that seat its known card stays known.
    for seed in range(10):
        assert_as_plain(State.of(p, 0), seed)
    # A hand that isn't kept is dealt anew by as many draws: each pass has the same odds, and the first one is enough.
    assert shared(outcomes(hands, most=hidden - n_needed * (give != (Card.TIME_JUMP,)) + 2)) == shared(ways())
