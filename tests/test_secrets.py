"""What people at the terminal are not told: what they can't tell from something else that could have been done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests import heaps

import sse_core as sse
from sse_core.cli.secrets import is_hidden, is_sealed
from sse_core.game import CHANCE


@dataclass(frozen=True)
class Deal:
    """Three cards: chance deals one to seat 0, face down, then one to seat 1, face up. 0 is none, 9 one not seen."""

    held: int = 0
    shown: int = 0

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.shown else (CHANCE,)

    def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
        return tuple(card for card in (1, 2, 3) if card != self.held)

    def after(self, action: int, player: int | None = None) -> Deal:
        return replace(self, shown=action) if self.held else Deal(action)

    def view(self, player: int) -> Deal:
        return self if player == 0 or not self.held else replace(self, held=9)

    def sample(self, player: int, rng: sse.SplitMix64) -> Deal:
        return self if player == 0 or not self.held else replace(self, held=1 + rng.below(3))


@pytest.mark.parametrize(("person", "hidden"), [(0, False), (1, True)])
def test_a_card_is_seen_by_the_one_who_gets_it(person: int, hidden: bool) -> None:
    start: Any = Deal()
    assert is_hidden(start, CHANCE, 2, start.after(2), person) is hidden


@pytest.mark.parametrize("person", [0, 1])
def test_an_open_card_is_seen_by_all(person: int) -> None:
    dealt: Any = Deal(held=2)
    assert not is_hidden(dealt, CHANCE, 3, dealt.after(3), person)


def test_a_forced_action_is_hidden_if_the_person_does_not_know_that_it_is_forced() -> None:
    @dataclass(frozen=True)
    class LastCard(Deal):
        """Seat 0 lays the only card that it has, face down."""

        def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
            return (self.held,)

        def after(self, action: int, player: int | None = None) -> Deal:
            return replace(self, shown=4)

    state: Any = LastCard(held=2)
    assert is_hidden(state, 0, 2, state.after(2), 1)
    assert not is_hidden(state, 0, 2, state.after(2), 0)


def test_an_order_is_sealed_until_the_last_one_is_given() -> None:
    start = heaps.start()
    one = start.after("take 1", 1)
    both = one.after("take 2", 0)
    assert is_sealed(start, one)
    assert is_hidden(start, 1, "take 1", one, 0)
    assert not is_hidden(start, 1, "take 1", one, 1)
    assert not is_sealed(one, both)
    assert not is_hidden(one, 0, "take 2", both, 1)
    assert not is_hidden(both, CHANCE, "a stone", both.after("a stone"), 0)


def test_nothing_is_hidden_where_no_game_has_secrets() -> None:
    start = sse.new_game(sse.load_map("duel"))
    for action in start.legal_actions():
        assert not is_hidden(start, 0, action, start.after(action), 1)
