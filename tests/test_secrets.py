"""Secrets at the terminal: people aren't told of actions that they can't tell from others that might have been done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests import bids, heaps
from tests.command import Run

import sse_core as sse
from sse_core import games, jump_wars
from sse_core.game import CHANCE
from sse_core.play.secrets import is_hidden, is_telling
from sse_core.play.turns import stays_sealed


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


def test_an_open_action_is_seen_though_another_one_does_the_same() -> None:
    @dataclass(frozen=True)
    class Alike(Deal):
        """Seat 0 turns cards 1 and 2 into the same, face up."""

        def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
            return (1, 2, 3)

        def after(self, action: int, player: int | None = None) -> Alike:
            return replace(self, shown=max(action, 2))

    state: Any = Alike(held=3)
    assert state.after(1) == state.after(2)
    assert not is_hidden(state, 0, 1, state.after(1), 1)


def test_an_order_is_sealed_until_the_last_one_is_given() -> None:
    start = heaps.new_game()
    one = start.after("take 1", 1)
    both = one.after("take 2", 0)
    assert stays_sealed(start, one, False)
    assert is_hidden(start, 1, "take 1", one, 0)
    assert not is_hidden(start, 1, "take 1", one, 1)
    assert not stays_sealed(one, both, True)
    assert not is_hidden(one, 0, "take 2", both, 1)
    assert not is_hidden(both, CHANCE, "a stone", both.after("a stone"), 0)


BIDDING = [(CHANCE, "card 2"), (CHANCE, "card 3"), (1, "bid 3"), (0, "bid 2"), (0, "seal"), (1, "seal"), (1, "keep")]
"""A round of Bids, and which of its actions are sealed."""


def test_orders_of_several_actions_are_sealed_until_the_last_writer_is_done() -> None:
    state, sealed, answers = bids.new_game(), False, list[bool]()
    for player, action in BIDDING:
        after = state.after(action, player)
        sealed = stays_sealed(state, after, sealed)
        answers.append(sealed)
        state = after
    # The last writer has sealed and is to act still: not to write, but to keep the point.
    assert answers == [False, False, True, True, True, False, False]


def test_the_last_writer_alone_writes_under_seal() -> None:
    state = bids.new_game().after("card 2").after("card 3").after("seal", 0)
    after = state.after("bid 3", 1)
    assert state.to_act == after.to_act == (1,)
    assert stays_sealed(state, after, True)
    assert not stays_sealed(state, after, False)


def test_new_orders_are_sealed_again() -> None:
    last = heaps.new_game().after("take 1", 0)
    opened = last.after("take 2", 1)
    assert not stays_sealed(last, opened, True)
    again = opened.after("no stone")
    assert again.to_act == (0, 1)
    assert not stays_sealed(opened, again, False)
    assert stays_sealed(again, again.after("take 1", 0), False)


@pytest.mark.parametrize("person", [0, 1])
def test_the_action_that_opens_orders_tells_what_was_in_them(person: int) -> None:
    """A deal and a sealed order tell nothing that was hidden before them."""
    state, told = bids.new_game(), list[bool]()
    for player, action in BIDDING:
        after = state.after(action, player)
        told.append(is_telling(state, player, action, after, person))
        state = after
    assert told == [False] * 5 + [True, False]


def test_nothing_is_hidden_where_no_game_has_secrets() -> None:
    start = sse.new_game(sse.load_map("duel"))
    for action in start.legal_actions():
        assert not is_hidden(start, 0, action, start.after(action), 1)
        assert not is_telling(start, 0, action, start.after(action), 1)


def _is_hidden_by_definition(before: Any, player: int, action: Any, after: Any, person: int) -> bool:
    """Try every action in the state and in all eight samples, one after the other."""
    rng = sse.SplitMix64(0)
    ends = [
        (end, state.after(action, player) if action in state.legal_actions(player) else None)
        for state in [before, *[before.sample(person, rng) for _ in range(8)]]
        for end in [state.after(other, player) for other in state.legal_actions(player) if other != action]
    ]
    return any(end != same and end.view(person) == after.view(person) for end, same in ends)


@pytest.mark.parametrize(("game", "options"), [(bids, {}), (heaps, {}), (jump_wars, {"players": 3})])
def test_what_is_hidden_follows_from_every_action_that_there_might_have_been(game: Any, options: Any) -> None:
    state, rng, answers = game.new_game(**options), sse.SplitMix64(5), set[bool]()
    # Sparse positions of a long game: each costs a few hundred actions.
    for ply in range(150):
        if not state.to_act:
            break
        player = state.to_act[-1]
        action = rng.choice(state.legal_actions(player))
        after = state.after(action, player)
        for person in range(len(state.totals)) if ply % 5 == 0 or len(state.actions) < 100 else ():
            if person != player:
                hidden = is_hidden(state, player, action, after, person)
                assert hidden is _is_hidden_by_definition(state, player, action, after, person), (ply, action, person)
                answers.add(hidden)
        state = after
    assert answers == {True, False}


# --- the page of a person


@pytest.fixture
def play(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that plays Bids at the terminal."""
    monkeypatch.setitem(games._MODULES, "bids", "tests.bids")
    return lambda *args, stdin: run("play", "bids", *args, "--seed", "1", stdin=stdin)


def actions_told(page: str) -> list[str]:
    """Return the lines of a page that tell of actions and effects, without drawings and help."""
    return [line for line in page.splitlines() if line.startswith(("A ", "B (", "C (", "chance: ", "  cards"))]


def test_a_person_sees_own_cards_and_one_line_for_what_others_hide(play: Run) -> None:
    played = play("human", "spender", "spender", stdin="seal\nquit\n")
    # The two cards of the others are one line, and so are all the steps of a sealed order.
    assert actions_told(played.out) == [
        "A card was dealt [card 2]",
        "chance: hidden",
        "A (human): seal",
        "A (human) did this: seal",
        "B (spender): hidden",
        "C (spender): hidden",
        "B (spender) did this: bid 3 [bid 3]",
        "B (spender) did this: seal [seal]",
        "C (spender) did this: bid 3 [bid 3]",
        "C (spender) did this: seal [seal]",
        "  cards left: 1, 0, 0 (B1)",
        "A card was dealt [card 1]",
        "chance: hidden",
        "A (human): quit",
    ]


def test_the_last_writer_sees_the_orders_of_others_only_at_the_end(play: Run) -> None:
    played = play("spender", "human", stdin="seal\nquit\n")
    before, _, after = played.out.partition("B (human): seal")
    assert "bid" not in before
    assert "A (spender): hidden" in before
    assert after.startswith("\nA (spender) did this: bid 2 [bid 2]\nA (spender) did this: seal [seal]\n")


def test_actions_are_typed_ahead(play: Run) -> None:
    played = play("human", "spender", stdin="bid 2; seal\nquit\n")
    first, second = (played.out.count(f"round {number}:") for number in (1, 2))
    assert (first, second) == (1, 1)
    assert "B (spender) did this: bid " in played.out


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("bid 1; seal", "Left out, since that was refused: seal."),
        ("bid 2; seal; bid 1", "Left out, since others acted meanwhile: bid 1."),
        ("?; seal", "Left out, since an action is to be typed first: seal."),
    ],
)
def test_what_is_typed_ahead_is_left_out_if_things_change(play: Run, typed: str, words: str) -> None:
    # The person holds a 2.
    played = play("human", "spender", stdin=f"{typed}\nquit\n")
    assert words in played.out
    assert "The game was left" in played.out
