"""The bots, in Small Star Empires and in two toy games with sealed orders, chance and a single player."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Self

import pytest
from tests import heaps
from tests.profiles import PROFILE

import sse_core as sse
from sse_core import SplitMix64, micro_space_empire
from sse_core.bots import BOTS, Bot, Mcts, greedy
from sse_core.errors import ArgumentError, Refusal
from sse_core.game import CHANCE, AnyGame, Outcome
from sse_core.play.search.monte_carlo import TreeSearch
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import Bag, Choose, Reason, Reveal, Stay, Tile, position


def play(state: sse.State, bots: list[Bot], seed: int) -> sse.State:
    *_, (_, _, final) = turns_of(state, [bot.choose for bot in bots], seed)
    assert isinstance(final, sse.State)
    return final


def lead(state: sse.State, player: int) -> int:
    """The player's total less the best opponent's, computed independently."""
    totals = list(state.totals)
    return totals.pop(player) - max(totals)


def leads(state: sse.State) -> dict[sse.Action, Fraction]:
    """For each legal action the mover's lead after it, or the mean over what an exploring ship can find."""
    (mover,) = state.to_act
    found = {}
    for action in state.legal_actions():
        after = state.after(action)
        found[action] = Fraction(lead(after, mover))
        if after.due is not None and after.due.what == "reveal":
            # Every tile of the bag is as likely as any other.
            tiles = [tile for tile in Tile for _ in range(after.bag.of(tile))]
            ends = [lead(after.after(Reveal(tile)), mover) for tile in tiles]
            found[action] = Fraction(sum(ends), len(ends))
    return found


EVERYTHING = sse.Rules(
    open_borders=True,
    conquered_passable=True,
    damaged_passes_unexplored=True,
    bag=Bag(three=2, asteroid=1, refueling=6, hollana=1, nordinn=4),
)


# --- in Small Star Empires


WHOLE_GAMES = {**BOTS, "mcts": BOTS["mcts"] if PROFILE == "nightly" else Mcts(300)}
"""Bots that play whole games: with the default budget in the profile `nightly`."""


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("unexplored", [False, True], ids=["published", "everything"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bot_plays_legal_actions_to_the_end(name: str, players: int, unexplored: bool) -> None:
    board = sse.base_map(players, seed=players, holes="balanced", unexplored=unexplored)
    final = play(sse.new_game(board, rules=EVERYTHING if unexplored else None), [WHOLE_GAMES[name]] * players, 5)
    assert final.outcome is not None


@pytest.mark.parametrize("name", BOTS)
def test_bot_depends_on_nothing_but_its_arguments(name: str) -> None:
    state = sse.new_game(sse.base_map(3, seed=1))
    before = random.getstate()
    chosen = {BOTS[name].choose(state, 0, SplitMix64(8)) for _ in range(5)}
    assert len(chosen) == 1
    assert random.getstate() == before


def test_random_takes_each_action_as_often() -> None:
    state = sse.new_game(sse.maps()["duel"])
    rng = SplitMix64(3)
    n = 300
    counts = Counter(BOTS["random"].choose(state, 0, rng) for _ in range(n * state.legal_count()))
    assert set(counts) == set(state.legal_actions())
    # Five standard deviations of a binomial count.
    assert all(abs(count - n) < 5 * n**0.5 for count in counts.values())


@pytest.mark.parametrize("unexplored", [False, True], ids=["published", "everything"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_takes_the_largest_lead(players: int, unexplored: bool) -> None:
    board = sse.base_map(players, seed=4, unexplored=unexplored)
    state = sse.new_game(board, rules=EVERYTHING if unexplored else None)
    rng = SplitMix64(players)
    decided = set()
    while state.to_act:
        decided.add(state.due and state.due.what)
        if state.to_act == (CHANCE,):
            state = state.resolve(rng)
            continue
        known = leads(state)
        chosen = greedy.choose(state, state.to_act[0], rng)
        assert known[chosen] == max(known.values())
        state = state.after(BOTS["random"].choose(state, state.to_act[0], rng))
    assert decided >= ({None, "reveal", "refuel", "choose"} if unexplored else {None})


@pytest.mark.parametrize(
    ("bag", "explores", "mean"),
    [
        (Bag(three=1), True, Fraction(6)),
        (Bag(asteroid=1), False, Fraction(0)),
        (Bag(three=1, asteroid=1), False, Fraction(3)),
        (Bag(three=3, asteroid=1), True, Fraction(9, 2)),
    ],
)
def test_greedy_weighs_what_it_may_find(bag: Bag, explores: bool, mean: Fraction) -> None:
    """A planet with the largest territory is a lead of 4; three planets with it of 6, an asteroid field of none."""
    state = sse.new_game(sse.parse_map("1 A ? B 1"), rules=sse.Rules(bag=bag))
    explored = state.after(sse.parse_action("a2-a3=C", state))
    assert greedy.expected_lead(explored, 0) == mean
    for event, _ in explored.odds():
        assert greedy.expected_lead(explored.after(event), 0) == lead(explored.after(event), 0)
    assert (greedy.choose(state, 0, SplitMix64(1)) == sse.parse_action("a2-a3=C", state)) is explores


def test_greedy_decides_within_a_turn_by_the_lead() -> None:
    """The Nordinn Empire gets the cheaper of two cities, and the second move after refueling goes to three planets."""
    state = position(
        sse.parse_map("bag: nordinn=1\n\n3 1\n ?\n  A B 1"),
        owners={0: 0, 1: 0},
        tiles={2: "nordinn"},
        ships=[[(2, True)], [4]],
        due=("choose", 2),
        banked=[(0, 0), (0, 0)],
        rules=sse.Rules(edition="first"),
    )
    assert len(state.legal_actions()) == 2
    assert greedy.choose(state, 0, SplitMix64(1)) == Choose(1)
    refuel = position(
        sse.parse_map("bag: refueling=1\n\nA ? 3 B"),
        owners={1: 0},
        tiles={1: "refueling"},
        ships=[[1], [3]],
        due=("refuel", 1),
    )
    assert Stay() in refuel.legal_actions()
    assert greedy.choose(refuel, 0, SplitMix64(1)).target == 2


def test_greedy_draws_among_equals() -> None:
    state = sse.new_game(sse.base_map(2))
    known = leads(state)
    best = {action for action, lead in known.items() if lead == max(known.values())}
    assert len(best) > 1
    assert {greedy.choose(state, 0, SplitMix64(seed)) for seed in range(40 * len(best))} == best


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
    """The common part of two toy games: `game.State` with numbers as actions."""

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

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        return tuple(map(self.actions.index, self.legal_actions(player)))

    @property
    def game(self) -> AnyGame:
        """A game without an evaluation."""
        game: Any = SimpleNamespace(max_plies=lambda state: 100)
        return game  # type: ignore[no-any-return]

    def why_not(self, action: int, player: int | None = None) -> Refusal:
        raise NotImplementedError

    def to_json(self) -> str:
        raise NotImplementedError

    def after(self, action: int, player: int | None = None) -> Self:
        raise NotImplementedError

    def odds(self) -> tuple[tuple[int, Fraction], ...]:
        return ()

    def resolve(self, rng: SplitMix64) -> Self:
        state = self
        while state.to_act == (CHANCE,):
            state = state.after(rng.draw(state.odds()), CHANCE)
        return state

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
    """Three rounds: a single player adds a number, then a die with two faces decides whether it counts."""

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

    def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
        return (0, 1) if player == CHANCE and self.to_act == (CHANCE,) else super().legal_actions(player)

    def odds(self) -> tuple[tuple[int, Fraction], ...]:
        return ((0, Fraction(1, 4)), (1, Fraction(3, 4))) if self.to_act == (CHANCE,) else ()

    def after(self, action: int, player: int | None = None) -> Self:
        assert (player,) == self.to_act
        if self.wager is None:
            return replace(self, wager=action, ply=self.ply + 1)
        return replace(self, wager=None, total=self.total + action * self.wager, ply=self.ply + 1)


def test_sealed_orders_are_given_one_by_one() -> None:
    turns = list(turns_of(Bids(), [greedy.choose] * 3, 1))
    assert [(player, action) for player, action, _ in turns] == [(0, 2), (1, 2), (2, 2)]
    assert turns[-1][2].outcome == Outcome((0, 1, 2), (5, 5, 5), "total")


def test_alone_the_lead_is_the_total() -> None:
    assert greedy.lead(Dice(total=4), 0) == 4


def test_greedy_expects_what_the_odds_say() -> None:
    assert greedy.expected_lead(Dice(total=4, wager=3), 0) == 4 + Fraction(3, 4) * 3
    assert greedy.expected_lead(Dice(total=4), 0) == 4
    assert greedy.choose(Dice(), 0, SplitMix64(1)) == 3


def test_chance_plays_by_its_odds() -> None:
    finals = Counter(list(turns_of(Dice(), [greedy.choose], seed))[-1][2].totals[0] for seed in range(400))
    assert set(finals) == {0, 3, 6, 9}
    # 27 of 64 games have three good throws: 169 expected, with a standard deviation of 10.
    assert 119 < finals[9] < 219


# --- where a game says what a position is worth


@dataclass(frozen=True)
class Valued(Bids):
    """Bids whose evaluation likes 1 best, unlike the totals."""

    @property
    def game(self) -> AnyGame:
        game: Any = SimpleNamespace(evaluate=lambda state: [float(bid == 1) for bid in state.bids])
        return game  # type: ignore[no-any-return]


def test_greedy_leads_by_the_evaluation_of_the_game() -> None:
    assert greedy.choose(Valued(), 2, SplitMix64(1)) == 1
    assert greedy.lead(Valued(bids=(None, 1, 2)), 1) == 1.0
    assert greedy.choose(Bids(), 2, SplitMix64(1)) == 2


def test_an_evaluation_keeps_greedy_from_what_the_totals_praise() -> None:
    """Heaps values what is sealed, too: the larger order at once, though nothing is taken yet."""
    start = heaps.new_game(stones=9)
    assert heaps.evaluate(start.after("take 2", 1)) == [0, 2]
    assert heaps.evaluate(start.after("take 2", 1).view(0)) == [0, 0]
    assert {greedy.choose(start, 0, SplitMix64(seed)) for seed in range(8)} == {"take 2"}


# --- the bot that searches


def wins(game: AnyGame, bot: Bot, other: Bot, seeds: range, **options: Any) -> float:
    """The games that a bot wins, in both seats by turns; a shared win is a half."""
    won = 0.0
    for seed in seeds:
        start = game.new_game(seed=seed, **options)
        bots = [bot, other] if seed % 2 else [other, bot]
        *_, (_, _, final) = turns_of(start, [each.choose for each in bots], seed)
        assert final.outcome is not None
        winners = final.outcome.winners
        won += (bots.index(bot) in winners) / len(winners)
    return won


@pytest.mark.ci
def test_mcts_beats_random_and_greedy_in_small_star_empires() -> None:
    assert wins(sse.small_star_empires, Mcts(200), BOTS["random"], range(6)) == 6
    assert wins(sse.small_star_empires, Mcts(1000), greedy, range(6)) >= 5


@pytest.mark.ci
def test_mcts_beats_random_where_orders_are_sealed() -> None:
    """A game of Heaps is short, so that random wins some, too."""
    heap: Any = heaps
    assert wins(heap, Mcts(), BOTS["random"], range(30)) >= 20


class Searching:
    """The bot with the search of any game, though the game has its own."""

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        search: TreeSearch[Any] = TreeSearch(view, player=player, seed=rng.next())
        search.run(visits=100)
        return search.analysis().lines[0].action


@pytest.mark.ci
def test_mcts_searches_where_greedy_is_wrong() -> None:
    """The score of a game for one, on average over the same seeds."""
    means = []
    for bot in (BOTS["greedy"], Mcts(10), Searching()):
        ends = [[*turns_of(micro_space_empire.new_game(), [bot.choose], seed)][-1][2] for seed in range(4)]
        means.append(sum(end.totals[0] for end in ends) / len(ends))
    assert min(means[1:]) > means[0] + 2


@dataclass(frozen=True)
class Pair(Toy):
    """Seat 0 names a number, then seat 1, each 0 to 3. Seat 0 wins if the sum is 3, and seat 1 wins otherwise."""

    moves: tuple[int, ...] = ()

    @property
    def to_act(self) -> tuple[int, ...]:
        return (len(self.moves),) if len(self.moves) < 2 else ()

    @property
    def totals(self) -> tuple[int, ...]:
        won = len(self.moves) == 2 and sum(self.moves) == 3
        return (int(won), int(not won))

    def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
        if player not in self.to_act:
            return ()
        # After 2 only 1 can be named.
        return (1,) if self.moves == (2,) else self.actions

    def after(self, action: int, player: int | None = None) -> Self:
        assert action in self.legal_actions(player)
        return replace(self, moves=(*self.moves, action), ply=self.ply + 1)


def test_mcts_finds_a_forced_win() -> None:
    """Only 2 leaves the other no way out, and nothing shows it before the end."""
    assert {Mcts(60).choose(Pair(), 0, SplitMix64(seed)) for seed in range(20)} == {2}


@dataclass(frozen=True)
class Coin(Toy):
    """Chance hides a coin. The player takes 4 points (0), or guesses (1) and then names the side: 6 points, or none."""

    side: int | None = None
    chosen: tuple[int, ...] = ()

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.side is None:
            return (CHANCE,)
        return (0,) if self.chosen in ((), (1,)) else ()

    @property
    def totals(self) -> tuple[int, ...]:
        if self.chosen[:1] == (0,):
            return (4,)
        return (6 * (len(self.chosen) == 2 and self.chosen[1] == self.side),)

    def legal_actions(self, player: int | None = None) -> tuple[int, ...]:
        return (0, 1) if player in self.to_act else ()

    def odds(self) -> tuple[tuple[int, Fraction], ...]:
        return ((0, Fraction(1, 2)), (1, Fraction(1, 2))) if self.side is None else ()

    def resolve(self, rng: SplitMix64) -> Self:
        return replace(self, side=rng.below(2), ply=self.ply + 1) if self.side is None else self

    def after(self, action: int, player: int | None = None) -> Self:
        return replace(self, chosen=(*self.chosen, action), ply=self.ply + 1)

    def view(self, player: int) -> Self:
        return self if self.side is None else replace(self, side=9)

    def sample(self, player: int, rng: SplitMix64) -> Self:
        return replace(self, side=rng.below(2))


def test_mcts_does_not_plan_with_what_it_will_not_know() -> None:
    """A bot that saw the coin of each simulation would guess, and expect 6 points. A guess is worth 3; 4 are sure."""
    choose = Mcts(400).choose
    assert {choose(Coin(side=side), 0, SplitMix64(seed)) for seed in range(6) for side in (0, 1)} == {0}


def test_mcts_does_not_peek() -> None:
    """States with the same view give the same choice: of a coin, and of an order that the other has sealed."""
    start = heaps.new_game(stones=3)
    for seed in range(10):
        coins = {Mcts(30).choose(Coin(side=side, chosen=(1,)), 0, SplitMix64(seed)) for side in (0, 1)}
        orders = {Mcts(30).choose(start.after(order, 1), 0, SplitMix64(seed)) for order in start.legal_actions(1)}
        assert len(coins) == len(orders) == 1


def test_each_seat_of_sealed_orders_searches_for_itself() -> None:
    """2 is worth most for each of three bidders."""
    assert [Mcts(150).choose(Bids(), seat, SplitMix64(seat)) for seat in range(3)] == [2, 2, 2]


@pytest.mark.parametrize(
    ("options", "words"),
    [({"visits": 0}, "visits is 0, not in 1"), ({"seconds": 0}, "seconds is 0, and a search takes more")],
)
def test_a_search_of_nothing_is_refused(options: dict[str, int], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        Mcts(**options)


# --- out of turn


@pytest.mark.parametrize("name", BOTS)
def test_bot_that_is_not_to_act_is_told_so(name: str) -> None:
    """In the words of the game and with its clause, as `after` does."""
    choose, rng = BOTS[name].choose, SplitMix64(1)
    start = sse.new_game(sse.base_map(2, seed=1, unexplored=True))
    with pytest.raises(sse.IllegalActionError, match=r"^player B is not to act: player A is \(E2\.1\)$") as early:
        choose(start, 1, rng)
    assert early.value.reason is Reason.NOT_TO_ACT
    explores = next(action for action in start.legal_actions() if action.target in start.unexplored)
    with pytest.raises(sse.IllegalActionError, match=r"^player A is not to act: chance is \(E2\.1\)$"):
        choose(start.after(explores), 0, rng)
    with pytest.raises(sse.GameOverError, match=r"^the game is over \(E2\.3\)$"):
        choose(sse.playout(start, 1), 0, rng)
    with pytest.raises(sse.RangeError, match="there is no player 2"):
        choose(start, 2, rng)


@pytest.mark.parametrize("bot", [*BOTS.values(), micro_space_empire.BOTS["planner"]])
def test_bot_of_one_player_that_is_not_to_act_is_told_so(bot: Bot) -> None:
    start = micro_space_empire.new_game()
    with pytest.raises(sse.IllegalActionError, match=r"chance is to act \(M2\.2\)$"):
        bot.choose(start.after(start.legal_ids()[0]), 0, SplitMix64(1))
    *_, (_, _, final) = turns_of(start, [BOTS["random"].choose], 1)
    with pytest.raises(sse.GameOverError, match=r"the game is over .* \(M"):
        bot.choose(final, 0, SplitMix64(1))


# --- from any ply on, and in every version


OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "small_star_empires": {"unexplored": True},
    "micro_space_empire": {},
    "jump_wars": {"turn_limit": 3},
    "empire_of_the_stars": {"round_limit": 20},
}


@pytest.mark.parametrize("name", sse.GAMES)
def test_resolve_draws_by_the_odds(name: str) -> None:
    """As `turns_of` does, but from one stream for all events that are due."""
    drawn = 0
    for seed in range(5):
        start = sse.GAMES[name].new_game(seed=seed, **OPTIONS.get(name, {}))
        for _, _, state in turns_of(start, [BOTS["random"].choose] * len(start.totals), seed):
            rng, expected = SplitMix64(seed), state
            while expected.to_act == (CHANCE,):
                expected, drawn = expected.after(rng.draw(expected.odds())), drawn + 1
            resolving = SplitMix64(seed)
            assert state.resolve(resolving) == expected
            assert resolving.next() == rng.next()
    assert drawn >= 30


@pytest.mark.parametrize(
    ("expansion", "ends"),
    [
        (False, [(6, 53), (6, 57), (0, 32), (7, 60), (6, 62), (7, 62)]),
        (True, [(4, 60), (5, 57), (0, 32), (3, 66), (9, 59), (0, 29)]),
    ],
)
def test_seeds_have_the_games_they_always_had(expansion: bool, ends: list[tuple[int, int]]) -> None:
    """The total and the length of each; those of Small Star Empires are held beside the core's."""
    start = micro_space_empire.new_game(expansion=expansion)
    finals = [list(turns_of(start, [BOTS["random"].choose], seed))[-1][2] for seed in range(6)]
    assert [(final.totals[0], final.ply) for final in finals] == ends


@dataclass(frozen=True)
class LongBids(Bids):
    """Bids that are made ten times."""

    def after(self, action: int, player: int | None = None) -> Self:
        state = super().after(action, player)
        return replace(state, bids=(None, None, None)) if not state.to_act and state.ply < 30 else state


def test_sealed_orders_that_are_gone_on_with_in_between_go_on_as_they_would_have() -> None:
    choosers = [BOTS["random"].choose] * 3
    turns = list(turns_of(LongBids(), choosers, 5))
    assert [player for player, _, _ in turns] == [0, 1, 2] * 10
    for ply in range(30):
        assert list(turns_of(turns[ply][2], choosers, 5)) == turns[ply + 1 :]
        # Each order is one of four actions, by the number of its own ply.
        assert turns[ply][1] == sse.child_seed(5, ply) >> 62


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_game_that_is_gone_on_with_goes_on_as_it_would_have(name: str) -> None:
    """A long game is resumed from some of its plies."""
    start: sse.game.State[object] = sse.GAMES[name].new_game(seed=3, **OPTIONS.get(name, {}))
    choosers = [BOTS["random"].choose] * len(start.totals)
    turns = list(turns_of(start, choosers, 5))
    assert len(turns) > 20
    for ply in range(0, len(turns), 1 + len(turns) // 60):
        assert list(turns_of(turns[ply][2], choosers, 5)) == turns[ply + 1 :]
    assert list(turns_of(start, choosers, 6)) != turns
