"""The search of Jump Wars: plans that are kept, and what it finds in plain positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from tests.jump_wars.by_hand import due, laid, learned, manned, opened, ordered, played, raised
from tests.jump_wars.rich_tables import rich_table
from tests.jump_wars.test_properties import Turned, plies, same
from tests.test_plan_searches import check_lines, searched, writing

import sse_core as sse
from sse_core import SplitMix64, jump_wars
from sse_core._core.jump_wars.search import PlanTree
from sse_core.bots import Mcts
from sse_core.bots import random as random_bot
from sse_core.game import CHANCE
from sse_core.jump_wars import Action, Due, State, format_action
from sse_core.jump_wars.actions import TABLE, Verb
from sse_core.jump_wars.board import Grid, Space, space_name
from sse_core.jump_wars.cards import Card
from sse_core.jump_wars.positions.position import Position, with_fleets
from sse_core.jump_wars.reference import fight
from sse_core.jump_wars.strength.search import search
from sse_core.play.search.plans import PlanSearch
from sse_core.play.turns import turns_of


def texts(actions: Sequence[Action]) -> list[str]:
    return [format_action(action) for action in actions]


# --- plans that are kept


def test_a_plan_that_was_chosen_goes_on_without_another_search() -> None:
    """Further actions of the orders of a turn cost no time, and no visit."""
    state = writing()
    found = searched(state, 200)
    line = found.analysis().lines[0].line
    assert len(line) > 3
    first = found.analysis().lines[0]
    for place, action in enumerate(line[:-1]):
        assert found.analysis().lines[0].action == action
        state = state.after(action, 0)
        assert found.advance(state)
        kept = found.visits
        found.run(seconds=1000)
        assert found.visits == kept > 0
        now = found.analysis()
        assert now.lines[0].line == line[place + 1 :]
        # What is known of the plan is kept, too.
        assert (now.lines[0].value, now.lines[0].error) == (first.value, first.error)
        check_lines(now, state, 0)
    # What follows the orders is another decision.
    assert not found.advance(state.after(line[-1], 0))
    assert found.visits == 0


def test_another_action_begins_a_new_search() -> None:
    state = writing()
    found = searched(state, 30)
    tried = {line.action for line in found.analysis().lines if line.visits}
    other = next(action for action in state.legal_actions(0) if action not in tried)
    assert not found.advance(state.after(other, 0))
    found.run(visits=10)
    assert found.visits == 10


def test_what_is_clear_takes_no_time() -> None:
    """A run by time ends where there is one plan, or where one is far ahead; a run by visits makes them all."""
    first = jump_wars.new_game(seed=1).after(jump_wars.parse_action("first=A"))
    found = search(first)
    found.run(seconds=1000)
    assert texts(found.analysis().lines[0].line) == ["take"]
    assert found.visits < 1000
    found.run(visits=1000)
    assert found.visits >= 1000


# --- plans of every step


def rich_states() -> Iterator[State]:
    """Every third state of random play from rich tables, in which a seat is to act."""
    for seed in range(4):
        rng = Random(seed)
        players = rng.randint(2, 5)
        options: dict[str, Any] = {"trade": seed == 0, "neutral": players < 5, "grid": rng.choice([*Grid])}
        new = jump_wars.new_game(players=players, seed=seed, turn_limit=20, **options)
        for count, ply in enumerate(plies(State.of(rich_table(new.position, rng), 0), seed, 180)):
            if count % 3 == 0 and ply.after.to_act not in ((), (CHANCE,)):
                yield ply.after


def test_plans_are_whole_decisions() -> None:
    """Orders are planned to their end, so that none of them was refused; no plan comes twice."""
    steps = set()
    for count, state in enumerate(rich_states()):
        seat, step = state.to_act[count % len(state.to_act)], state.position.step
        tree = PlanTree(state.view(seat), seat, count)
        # Some simulations bring orders that vary others.
        tree.run(30 if step is Due.ORDERS else 1, 10_000)
        plans = [plan[0] for plan in tree.plans()]
        assert 0 < len({*plans}) == len(plans)
        assert {plan[0] for plan in plans} <= {*state.legal_ids(seat)}
        if step in (Due.ORDERS, Due.MINE, Due.BUILD):
            steps.add(step)
            assert {plan[-1] for plan in plans} == {TABLE.ids[Action(Verb.DONE)]}
    assert len(steps) == 3


# --- shares of the win


def shares(state: State, seat: int) -> tuple[float, ...]:
    """What seats can expect, as a seat sees it, before any simulation."""
    return PlanTree(state.view(seat), seat, 1).shares()


def seats_turned(n: int) -> Turned:
    """Every one of n seats has the number of the next."""
    return Turned(lambda seat: (seat + 1) % n, same)


def test_shares_of_the_win_add_up_and_have_no_favourite() -> None:
    for count, state in enumerate(rich_states()):
        n = state.players
        seat = count % n
        found = shares(state, seat)
        assert min(found) >= 0
        assert sum(found) == pytest.approx(1)
        assert shares(seats_turned(n).state(state), (seat + 1) % n) == pytest.approx((found[-1], *found[:-1]))


def test_enemy_homeworlds_weigh_more_the_nearer_the_limit_is() -> None:
    """J3.4: at the end they decide."""
    p = manned(manned(opened(3, turn_limit=100), 0, a1=5, j1=1), 1, d4=30)
    found = [shares(due(ordered(p, {})._replace(turn=turn), Due.FINAL, 0), 0)[0] for turn in (60, 86, 90, 95, 99)]
    assert found == sorted({*found})
    end = sse.playout(jump_wars.new_game(players=3, turn_limit=1), 1)
    assert end.outcome is not None
    winners = end.outcome.winners
    assert shares(end, 0) == tuple((seat in winners) / len(winners) for seat in range(3))


# --- what it finds


def test_a_homeworld_that_can_be_taken_is_taken() -> None:
    """J3.1: of two players, who takes the other's Homeworld alone has won."""
    p = manned(manned(opened(), 0, a1=5, h9=12), 1, j10=1, f1=1)
    state = due(p, Due.ORDERS)
    line = searched(state, 150).analysis().lines[0]
    assert "to=j10" in texts(line.line)
    assert float(line.value[0]) > 0.9


def test_the_own_homeworld_is_kept() -> None:
    """What could take it stands near: the fleets that keep it stay."""
    p = manned(manned(opened(), 0, a1=12, d4=1), 1, j10=5, b2=14)
    state = due(p, Due.ORDERS)
    for action in searched(state, 300).analysis().lines[0].line:
        state = state.after(action, 0)
    orders = state.position.players[0].written_orders.orders
    assert sum(order.fleets for order in orders if order.origin == 0) <= 6


def test_nova_bombs_save_a_battle_that_fire_loses() -> None:
    """J2.7: given up at home, where Defense is higher, few fleets destroy many."""
    p = learned(raised(manned(manned(opened(), 0, a1=6, d4=1), 1, a1=40, j10=3), 0, initiative=4), 0, Card.NOVA_BOMBS)
    state = fighting(p)
    assert texts(searched(state, 100).analysis().lines[0].line)[0] == "bomb"


def fighting(p: Position) -> State:
    """The first deal of the battles."""
    return jump_wars.position(fight.begin(ordered(p, {})), 100)


def is_planned(state: State, text: str) -> bool:
    """Whether a plan of the first player has an action."""
    index = TABLE.ids[jump_wars.parse_action(text)]
    return any(index in plan[0] for plan in PlanTree(state.view(0), 0, 1).plans())


def with_strengths(p: Position, rng: Random) -> Position:
    for seat in range(2):
        p = raised(p, seat, initiative=rng.randint(1, 3), attack=rng.randint(1, 6), defense=rng.randint(1, 8))
    return p


def beaten(p: Position, ours: int, theirs: int, bombs: int = 0, bomber: int = 0) -> Position:
    """What is left after fleets have met in j10, B's Homeworld, and one player has given up some for bombs."""
    state = fighting(manned(manned(p, 0, a1=1, j10=ours), 1, j10=theirs))
    while state.position.battle is not None:
        if bombs and state.to_act == (bomber,) and bombs <= state.position.fleets[bomber][99]:
            state, bombs = played(state, "bomb", f"count={bombs}"), 0
        else:
            state = played(state, "fire")
    return state.position


def before(p: Position, ours: int, theirs: int) -> State:
    """Orders are due before fleets can meet there."""
    return due(manned(manned(p, 0, a1=1, i10=ours), 1, j10=theirs), Due.ORDERS)


def test_a_homeworld_is_attacked_where_the_battle_is_won() -> None:
    """J2.7: plans foresee the battle of two sides as the rules fight it. One order moves 6 fleets."""
    p, attacked = laid(opened(), i10=Space.VOID), Counter[bool]()
    for seed in range(60):
        rng = Random(seed)
        strong = with_strengths(p, rng)
        if seed % 3:
            strong = learned(strong, seed % 3 - 1, Card.CLOAKING)
        theirs = rng.randint(1, 3)
        enough = next((n for n in range(1, 8) if beaten(strong, n, theirs).fleets[0][99]), 8)
        for ours in {enough - 1, enough} - {0, 7, 8}:
            assert is_planned(before(strong, ours, theirs), "to=j10") == (ours == enough)
            attacked[ours == enough] += 1
    assert min(attacked.values()) > 20


def test_bombs_are_planned_where_they_destroy_all() -> None:
    """J2.7: with Nova Bombs few fleets attack many, unless these fire first."""
    p, attacked = learned(laid(opened(), i10=Space.VOID), 0, Card.NOVA_BOMBS), Counter[bool]()
    for seed in range(40):
        strong = with_strengths(p, Random(seed))
        # On its Homeworld the enemy adds 2 to Defense.
        attack, defense = strong.players[0].levels[Card.ATTACK], strong.players[1].levels[Card.DEFENSE] + 2
        need = -(-defense // attack)
        for ours in {need - 1, need, 6} - {0, *range(7, 11)}:
            wins = not beaten(strong, ours, 30, bombs=need).fleets[1][99]
            assert is_planned(before(strong, ours, 30), "to=j10") == wins
            attacked[wins] += 1
    assert min(attacked.values()) > 20


def test_bombs_of_the_enemy_are_foreseen() -> None:
    """J2.7: who would lose by fire may destroy all by Nova Bombs."""
    p, attacked = learned(laid(opened(), i10=Space.VOID), 1, Card.NOVA_BOMBS), Counter[bool]()
    for seed in range(60):
        rng = Random(seed)
        strong, theirs = with_strengths(p, rng), rng.randint(1, 3)
        attack, defense = strong.players[1].levels[Card.ATTACK] + 2, strong.players[0].levels[Card.DEFENSE]
        need = -(-defense // attack)
        for ours in (2, 4, 6):
            safe = all(beaten(strong, ours, theirs, bombs, 1).fleets[0][99] for bombs in (0, need))
            assert is_planned(before(strong, ours, theirs), "to=j10") == safe
            attacked[safe] += 1
    assert min(attacked.values()) > 20


def test_plans_attack_what_orders_reach() -> None:
    """J2.6: around Black Holes, or across them, on every map."""
    reached = Counter[bool]()
    for seed in range(80):
        rng = Random(seed)
        p = opened(seed=seed, grid=rng.choice([*Grid]), any_map=True)
        p = raised(p, 0, jump=rng.randint(2, 5), logistics=9)
        if seed % 2:
            p = learned(p, 0, Card.EVENT_SKIMMING)
        start = rng.choice([space for space, kind in enumerate(p.spaces) if kind is Space.VOID])
        enemy = p.homeworlds[1]
        p = with_fleets(with_fleets(p, 0, start, 14), 1, enemy, 1 - p.fleets[1][enemy])
        state = due(p, Due.ORDERS)
        target = f"to={space_name(enemy)}"
        can = target in texts(played(state, f"from={space_name(start)}").legal_actions(0))
        assert is_planned(state, target) == can
        reached[can] += 1
    assert min(reached.values()) > 10


class Planner:
    """A bot that searches at each decision, and then goes on with its plan."""

    def __init__(self, visits: int) -> None:
        self.visits = visits
        self.search: PlanSearch[State, Action] | None = None

    def choose(self, view: State, player: int, rng: SplitMix64) -> Action:
        seed = rng.next()
        if self.search is None:
            self.search = search(view, player=player, seed=seed)
            self.search.run(visits=self.visits)
        elif not self.search.advance(view):
            self.search.run(visits=self.visits)
        return self.search.analysis().lines[0].action


@pytest.mark.parametrize("players", [2, 3])
def test_few_simulations_win_against_random_players(players: int) -> None:
    for seed in range(2):
        bots: list[Any] = [Planner(8).choose, *[random_bot.choose] * (players - 1)]
        *_, (_, _, end) = turns_of(jump_wars.new_game(players=players, seed=seed, turn_limit=30), bots, seed)
        assert end.outcome is not None
        assert end.outcome.winners == (0,)


def test_the_bot_takes_what_the_search_finds() -> None:
    state = writing()
    assert Mcts(40).choose(state, 1, SplitMix64(5)) in state.legal_actions(1)
    assert Mcts(40).choose(state, 1, SplitMix64(5)) == Mcts(40).choose(state, 1, SplitMix64(5))
