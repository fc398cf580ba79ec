"""The bots, in Small Star Empires and in two toy games with what it lacks: sealed orders, chance, a lone player."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Self

import pytest

import sse_core as sse
from sse_core.bots import BOTS, Bot, greedy
from sse_core.cli.play import turns_of
from sse_core.game import CHANCE, Outcome


def play(state: sse.State, bots: list[Bot], seed: int) -> sse.State:
    *_, (_, _, final) = turns_of(state, bots, seed)
    assert isinstance(final, sse.State)
    return final


def leads(state: sse.State) -> dict[sse.Action, int]:
    """For each legal action, the mover's total less the best opponent's, worked out once more."""
    (mover,) = state.to_act
    found = {}
    for action in state.legal_actions():
        totals = list(state.after(action).totals)
        own = totals.pop(mover)
        found[action] = own - max(totals)
    return found


# --- in Small Star Empires


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("board", [sse.base_map(players, seed=players, holes="balanced") for players in (2, 3, 4)])
def test_bot_plays_legal_actions_to_the_end(name: str, board: sse.Board) -> None:
    final = play(sse.new_game(board), [BOTS[name]] * board.players, 5)
    assert final.outcome is not None


@pytest.mark.parametrize("name", BOTS)
def test_bot_depends_on_nothing_but_its_arguments(name: str) -> None:
    state = sse.new_game(sse.base_map(3, seed=1))
    before = random.getstate()
    chosen = {BOTS[name].choose(state, 0, Random(8)) for _ in range(5)}
    assert len(chosen) == 1
    assert random.getstate() == before


def test_random_takes_each_action_as_often() -> None:
    state = sse.new_game(sse.maps()["duel"])
    rng = Random(3)
    n = 300
    counts = Counter(BOTS["random"].choose(state, 0, rng) for _ in range(n * state.legal_count()))
    assert set(counts) == set(state.legal_actions())
    # Five standard deviations of a binomial count.
    assert all(abs(count - n) < 5 * n**0.5 for count in counts.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_takes_the_largest_lead(players: int) -> None:
    state = sse.new_game(sse.base_map(players, seed=4, holes="balanced"))
    rng = Random(players)
    while state.to_act:
        known = leads(state)
        chosen = greedy.choose(state, state.to_act[0], rng)
        assert known[chosen] == max(known.values())
        state = state.after(BOTS["random"].choose(state, state.to_act[0], rng))


def test_greedy_draws_among_equals() -> None:
    state = sse.new_game(sse.base_map(2))
    known = leads(state)
    best = {action for action, lead in known.items() if lead == max(known.values())}
    assert len(best) > 1
    assert {greedy.choose(state, 0, Random(seed)) for seed in range(40 * len(best))} == best


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(20):
        start = sse.new_game(sse.base_map(2, seed=seed), first=seed % 2)
        outcome = play(start, [BOTS["greedy"], BOTS["random"]], seed).outcome
        assert outcome is not None
        won += outcome.winners == (0,)
    assert won >= 18


def test_same_seed_same_game() -> None:
    start = sse.new_game(sse.base_map(2, seed=1))
    bots = [BOTS["random"], BOTS["greedy"]]
    assert play(start, bots, 6) == play(start, bots, 6) != play(start, bots, 7)


def test_bots_cannot_be_exchanged() -> None:
    with pytest.raises(TypeError, match="item assignment"):
        BOTS["random"] = greedy  # type: ignore[index]


# --- in games of another kind


@dataclass(frozen=True)
class Toy:
    """What two toy games share: they answer `game.State` with actions that are numbers."""

    ply: int = 0

    actions = (0, 1, 2, 3)

    @property
    def to_act(self) -> tuple[int, ...]:
        raise NotImplementedError

    @property
    def totals(self) -> tuple[int, ...]:
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        if self.to_act:
            return None
        best = max(self.totals)
        return Outcome(tuple(seat for seat, total in enumerate(self.totals) if total == best), self.totals, "total")

    def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
        return self.actions if player in self.to_act else ()

    def after(self, action: int, player: int | None = None) -> Self:
        raise NotImplementedError

    def odds(self) -> tuple[tuple[int, Fraction], ...]:
        return ()

    def resolve(self, rng: Random) -> Self:
        return self

    def view(self, player: int) -> Self:
        return self


@dataclass(frozen=True)
class Bids(Toy):
    """Each of three players seals a bid, which is paid; 2 is worth most."""

    bids: tuple[int | None, ...] = (None, None, None)

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(player for player, bid in enumerate(self.bids) if bid is None)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(0 if bid is None else (0, 1, 5, 2)[bid] for bid in self.bids)

    def after(self, action: int, player: int | None = None) -> Self:
        assert player in self.to_act
        bids = tuple(action if seat == player else bid for seat, bid in enumerate(self.bids))
        return replace(self, bids=bids, ply=self.ply + 1)


@dataclass(frozen=True)
class Dice(Toy):
    """A lone player adds a number, then a die with two faces decides whether it counts; three rounds."""

    total: int = 0
    wager: int | None = None

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.wager is not None:
            return (CHANCE,)
        return (0,) if self.ply < 6 else ()

    @property
    def totals(self) -> tuple[int, ...]:
        return (self.total + (self.wager or 0),)

    def odds(self) -> tuple[tuple[int, Fraction], ...]:
        return ((0, Fraction(1, 4)), (1, Fraction(3, 4))) if self.to_act == (CHANCE,) else ()

    def after(self, action: int, player: int | None = None) -> Self:
        assert (player,) == self.to_act
        if self.wager is None:
            return replace(self, wager=action, ply=self.ply + 1)
        return replace(self, wager=None, total=self.total + action * self.wager, ply=self.ply + 1)


def test_sealed_orders_are_given_one_by_one() -> None:
    turns = list(turns_of(Bids(), [greedy, greedy, greedy], 1))
    assert [(player, action) for player, action, _ in turns] == [(0, 2), (1, 2), (2, 2)]
    assert turns[-1][2].outcome == Outcome((0, 1, 2), (5, 5, 5), "total")


def test_alone_the_lead_is_the_total() -> None:
    assert greedy.lead(Dice(total=4), 0) == 4


def test_chance_plays_by_its_odds() -> None:
    finals = Counter(list(turns_of(Dice(), [greedy], seed))[-1][2].totals[0] for seed in range(400))
    assert set(finals) == {0, 3, 6, 9}
    # 27 of 64 games have three good throws: 169 expected, with a standard deviation of 10.
    assert 119 < finals[9] < 219
