"""The worth of positions in Jump Wars: laws that hold everywhere, and what it makes of positions laid by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from tests.jump_wars.by_hand import due, opened
from tests.jump_wars.rich_tables import rich_battle, rich_table
from tests.jump_wars.steps import SCENES
from tests.jump_wars.test_properties import Turned, plies, same, symmetry

from sse_core import SplitMix64, jump_wars
from sse_core.bots import greedy
from sse_core.bots import random as random_bot
from sse_core.game import CHANCE
from sse_core.jump_wars import strategies
from sse_core.jump_wars.actions import ACTIONS, TABLE, Action, Verb
from sse_core.jump_wars.board import SITES, Grid, Space
from sse_core.jump_wars.cards import BASICS, COPIES, SPECIALS, Card
from sse_core.jump_wars.options import Options
from sse_core.jump_wars.positions.position import (
    NO_FLEETS,
    NOBODY,
    Due,
    Offer,
    Order,
    Player,
    Position,
    WrittenOrders,
    changed,
    with_player,
)
from sse_core.jump_wars.state import State
from sse_core.jump_wars.strength.evaluation import evaluate
from sse_core.play.turns import margin, turns_of


def row(**fleets: int) -> tuple[int, ...]:
    """The fleets of a side, by the names of spaces."""
    found = [0] * 100
    for name, n in fleets.items():
        found["abcdefghij".index(name[0]) + 10 * (int(name[1:]) - 1)] = n
    return tuple(found)


def laid(
    ours: dict[str, int],
    theirs: dict[str, int],
    *,
    step: Due = Due.ORDERS,
    actor: int = NOBODY,
    spaces: dict[int, Space] | None = None,
    **changes: Any,
) -> Position:
    """A position for two, on an empty board but for some spaces; `changes` are those of the first player."""
    counters = [Space.VOID] * 100
    for space, counter in {**(spaces or {}), 0: Space.HOMEWORLD, 99: Space.HOMEWORLD}.items():
        counters[space] = counter
    hand = changes.get("hand", (0,) * 26)
    return Position(
        options=Options(),
        spaces=tuple(counters),
        homeworlds=SITES[Grid.SQUARE][2],
        fleets=(row(**ours), row(**theirs), NO_FLEETS),
        held=(NOBODY,) * 100,
        players=(Player(**changes), Player()),
        unseen=tuple(n - held for n, held in zip(COPIES, hand, strict=True)),
        start_player=0,
        step=step,
        actor=actor,
    )


def lead(p: Position, seat: int = 0) -> float:
    return margin(evaluate(State.of(p, 0)), seat)


# --- laws


@given(strategies.states())
def test_each_seat_has_a_number_and_knows_it(state: State) -> None:
    worth = jump_wars.evaluate(state)
    assert len(worth) == state.players
    assert min(worth) >= 0
    assert jump_wars.evaluate(state) == worth
    assert tuple(jump_wars.evaluate(state.view(seat))[seat] for seat in range(state.players)) == worth


@given(strategies.states(stage="unfinished"))
def test_leads_found_at_once_are_those_after_each_action(state: State) -> None:
    for seat in range(state.players):
        view = state.view(seat)
        opens = view.position.step is Due.ORDERS and view.to_act == (seat,)
        for index, found in zip(view.legal_ids(seat), jump_wars.expected_leads(view, seat), strict=True):
            if not opens or ACTIONS[index].verb is not Verb.DONE:
                assert found == greedy.expected_lead(view.after(index, seat), seat)


def test_the_last_to_write_orders_expects_what_the_first_does() -> None:
    """Who writes when is chance, and the orders of the others are sealed: no seat has a worse choice for it."""
    state, rng = jump_wars.new_game(players=2, seed=1), SplitMix64(1)
    while state.position.turn < 4:
        if state.to_act == (0, 1) and not state.position.players[0].written_orders.draft:
            after = state.after(Action(Verb.DONE), 0)
            assert jump_wars.expected_leads(after.view(1), 1) == jump_wars.expected_leads(state.view(1), 1)
        if state.to_act == (CHANCE,):
            state = state.resolve(rng)
        else:
            seat = state.to_act[0]
            state = state.after(greedy.choose(state.view(seat), seat, rng), seat)


@pytest.mark.parametrize("players", [2, 4])
def test_a_sealed_deal_is_a_secret_of_its_dealer(players: int) -> None:
    """With the option `simultaneous` a seat knows its number during battles, too (J5.11)."""
    p = jump_wars.new_game(players=players, seed=5, turn_limit=20, simultaneous=True).position
    state, rng, fought = State.of(rich_battle(p, Random(players)), 0), SplitMix64(players), 0
    while state.position.battle is not None:
        fought += 1
        worth = evaluate(state)
        assert all(evaluate(state.view(seat))[seat] == worth[seat] for seat in range(players))
        state = state.after(rng.choice(state.legal_ids()))
    assert fought > 5


def rich_states(players: int, grid: Grid) -> Iterator[State]:
    """Every fourth state of random play from rich tables, and of rich battles, with and without sealed deals."""
    for number, laid_out in enumerate((rich_table, rich_battle, rich_table, rich_battle)):
        start = jump_wars.new_game(
            players=players,
            seed=number,
            turn_limit=20,
            grid=grid,
            trade=number == 2,
            neutral=players < 5 and number < 2,
            simultaneous=number % 2 == 0,
        )
        state = State.of(laid_out(start.position, Random(players + number)), 0)
        for count, ply in enumerate(plies(state, number, 120)):
            if count % 4 == 0:
                yield ply.after


@pytest.mark.parametrize("grid", Grid)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_other_numbers_for_seats_or_spaces_change_no_worth(players: int, grid: Grid) -> None:
    """No seat has more because it is called the first one, and no space counts more for where it is on the board."""
    seats = Turned(lambda seat: (seat + 1) % players, same)
    swapped, half = Turned(same, symmetry(True, False, False)), Turned(same, symmetry(False, True, True))
    steps = set()
    for state in rich_states(players, grid):
        steps.add(state.position.step)
        worth = evaluate(state)
        assert evaluate(seats.state(state)) == pytest.approx((worth[-1], *worth[:-1]), rel=1e-9, abs=1e-9)
        assert evaluate(swapped.state(state)) == pytest.approx(worth, rel=1e-9, abs=1e-9)
        # The neutral Homeworld isn't in the middle of the board.
        if not state.position.options.neutral:
            assert evaluate(half.state(state)) == pytest.approx(worth, rel=1e-9, abs=1e-9)
    assert {Due.DEAL, Due.ORDERS, Due.BUILD} <= steps


def test_the_winner_has_nearly_all_in_the_end() -> None:
    final = jump_wars.new_game(seed=1, turn_limit=1)
    *_, (_, _, final) = turns_of(final, [random_bot.choose] * 2, 1)
    assert final.outcome is not None
    worth = evaluate(final)
    assert sum(worth) == 1e6
    assert {seat for seat, number in enumerate(worth) if number} == {*final.outcome.winners}


# --- what counts


def test_levels_income_fleets_tokens_and_cards_count() -> None:
    base = laid({"a1": 5}, {"j10": 5}, step=Due.BUILD, actor=0)
    assert lead(base) == pytest.approx(0)
    levels = [tuple(1 + (card == other) for other in range(12)) for card in range(12)]
    better = [with_player(base, 0, levels=each) for each in levels]
    better += [
        with_player(base, 0, learned=frozenset({card})) for card in SPECIALS if card is not Card.PROGENITOR_RUINS
    ]
    better += [with_player(base, 0, **{name: n}) for name, n in (("tokens", 3), ("hidden", 1))]
    held = base._replace(unseen=changed(base.unseen, Card.JUMP, -1))
    better.append(with_player(held, 0, hand=row_of(Card.JUMP)))
    better.append(laid({"a1": 6}, {"j10": 5}, step=Due.BUILD, actor=0))
    assert all(lead(each) > 0.1 for each in better)
    cluster = {1: Space.CLUSTER, 98: Space.CLUSTER}
    alike = laid({"a1": 5, "b1": 1}, {"j10": 6}, step=Due.BUILD, actor=0, spaces=cluster)
    assert lead(alike) > 1


def row_of(*cards: Card) -> tuple[int, ...]:
    """The counts of some cards."""
    return tuple(cards.count(card) for card in Card)


def test_a_fleet_that_is_nearer_to_the_enemy_counts_more() -> None:
    worths = [lead(laid({"a1": 5, name: 3}, {"j10": 5})) for name in ("a1", "c3", "e5", "g7")]
    assert worths == sorted(worths)
    assert len(set(worths)) == 4


def test_an_enemy_near_the_own_homeworld_is_a_danger_unless_it_is_guarded() -> None:
    far, near = (lead(laid({"a1": 1, "j1": 4}, {"j10": 1, name: 6})) for name in ("j9", "b2"))
    guarded = lead(laid({"a1": 5}, {"j10": 1, "b2": 6}))
    assert far > guarded > near


def test_an_enemy_homeworld_that_is_held_counts_more_than_the_fleets_on_it() -> None:
    beside, on = (lead(laid({"a1": 5, name: 2}, {"a10": 5}, step=Due.FINAL, actor=0)) for name in ("j9", "j10"))
    assert on > 1.3 * beside


def test_the_highest_initiative_deals_first() -> None:
    equal = laid({"a1": 5}, {"j10": 5})
    first = with_player(equal, 0, levels=(2, *(1,) * 11))
    both = with_player(first, 1, levels=(2, *(1,) * 11))
    assert lead(first) > lead(both) + 0.5
    assert lead(both) == pytest.approx(0)


@pytest.mark.parametrize("card", [Card.INITIATIVE, Card.RESEARCH, Card.ESPIONAGE, Card.TRADE, Card.DIPLOMACY])
def test_a_highest_level_counts_more_if_nobody_shares_it(card: Card) -> None:
    """J1.7: only who has it alone has the privilege."""
    levels = tuple(1 + (other is card) for other in BASICS)
    alone = with_player(laid({"a1": 5}, {"j10": 5}), 0, levels=levels)
    shared = with_player(alone, 1, levels=levels)
    assert evaluate(State.of(alone, 0))[0] > evaluate(State.of(shared, 0))[0] + 0.1
    assert lead(shared) == pytest.approx(0)


# --- orders


CLUSTERS = {2: Space.CLUSTER, 20: Space.STAR_FIELD}


def test_written_orders_count_as_carried_out() -> None:
    p = laid({"a1": 6}, {"j10": 6}, spaces=CLUSTERS)
    written = with_player(p, 0, written_orders=WrittenOrders(orders=(Order(0, 2, 1),)))
    done = laid({"a1": 5, "c1": 1}, {"j10": 6}, spaces=CLUSTERS, step=Due.FINAL, actor=0)
    assert evaluate(State.of(written, 0))[0] == pytest.approx(evaluate(State.of(done, 0))[0])
    assert lead(written) > lead(p) + 1


def test_an_order_is_a_secret_of_the_one_who_writes_it() -> None:
    p = laid({"a1": 6}, {"j10": 6}, spaces=CLUSTERS)
    written = with_player(p, 0, written_orders=WrittenOrders(orders=(Order(0, 2, 1),)))
    assert evaluate(State.of(written, 0))[1] == evaluate(State.of(p, 0))[1]


def test_greedy_writes_an_order_step_by_step() -> None:
    """A fleet to the Cluster: more would leave the Homeworld, and none would leave the Cluster unused."""
    state = State.of(laid({"a1": 6}, {"j10": 6}, spaces=CLUSTERS), 0)
    said = []
    for _ in range(3):
        action = greedy.choose(state.view(0), 0, SplitMix64(1))
        said.append(action)
        state = state.after(action, 0)
    assert said[:2] == [Action(Verb.FROM, 0), Action(Verb.TO, 2)]
    assert state.position.players[0].written_orders.orders[0].target == 2


def test_a_half_written_order_ranks_by_its_best_completion() -> None:
    p = laid({"a1": 6}, {"j10": 6}, spaces=CLUSTERS)
    drafts = {
        target: lead(with_player(p, 0, written_orders=WrittenOrders(draft=(0, target)))) for target in (2, 20, 1, 11)
    }
    assert drafts[2] > drafts[20] > max(drafts[1], drafts[11])
    assert lead(with_player(p, 0, written_orders=WrittenOrders(draft=(0,)))) == pytest.approx(drafts[2])


@pytest.mark.parametrize(
    "scene", ["sabotage, space", "sabotage, card", "rewrite", "negate, order", "negate, card", "bombs"]
)
def test_a_decision_half_made_counts_as_its_best_completion(scene: str) -> None:
    state = State.of(SCENES[scene](), 0)
    (seat,) = state.to_act
    view = state.view(seat)
    completions = [margin(evaluate(view.after(index)), seat) for index in view.legal_ids()]
    assert margin(evaluate(view), seat) == pytest.approx(max(completions))


def test_greedy_takes_a_homeworld_that_it_can_take_and_no_other() -> None:
    strong = State.of(laid({"a1": 3, "h10": 6}, {"j10": 1}), 0)
    assert greedy.choose(strong.view(0), 0, SplitMix64(1)) == Action(Verb.FROM, 97)
    weak = State.of(laid({"a1": 3, "h10": 2}, {"j10": 6}), 0)
    after = weak.after(TABLE.ids[Action(Verb.FROM, 97)], 0).after(TABLE.ids[Action(Verb.TO, 99)], 0)
    assert lead(after.after(TABLE.ids[Action(Verb.COUNT, 2)], 0).position) < lead(weak.position)


def written_by_greedy(p: Position) -> list[Order]:
    """The orders that greedy writes for the first player."""
    state = State.of(p, 0)
    while 0 in state.to_act:
        state = state.after(greedy.choose(state.view(0), 0, SplitMix64(1)), 0)
    return list(state.position.players[0].written_orders.orders)


def test_greedy_attacks_with_all_that_its_orders_can_move() -> None:
    """One order moves 6 of the 14 fleets, and loses to 3 on their Homeworld; more than 8 win."""
    orders = written_by_greedy(laid({"a1": 3, "h10": 14}, {"j10": 3}))
    assert [order.target for order in orders] == [99, 99]
    assert sum(order.fleets for order in orders) > 8


def test_greedy_sends_no_more_fleets_than_a_battle_takes() -> None:
    orders = written_by_greedy(laid({"a1": 3, "h10": 30}, {"j10": 1}, levels=tuple(9 for _ in range(12))))
    assert [order.target for order in orders].count(99) == 1


def test_enemy_homeworlds_count_most_in_the_last_turn() -> None:
    ours, theirs = {"a1": 5, "j9": 2}, {"a10": 5}
    more = []
    for turn in (1, 99, 100):
        beside, on = (
            lead(laid(fleets, theirs, step=Due.FINAL, actor=0)._replace(turn=turn))
            for fleets in (ours, {"a1": 5, "j10": 2})
        )
        more.append(on / beside)
    assert more == sorted(more)


# --- forecasts


@pytest.mark.parametrize(
    ("ours", "theirs", "levels", "wins"),
    [
        # Who deals first fells all before they reply.
        (5, 4, {Card.INITIATIVE: 2}, True),
        (5, 5, {}, False),
        (4, 6, {}, False),
        (8, 4, {}, True),
        (3, 5, {Card.ATTACK: 4, Card.DEFENSE: 4}, True),
    ],
)
def test_a_battle_is_fought_out(ours: int, theirs: int, levels: dict[Card, int], wins: bool) -> None:
    """An order into a battle counts more than none if it wins a Cluster, and less if all is lost."""
    changes: dict[str, Any] = {"levels": tuple(levels.get(card, 1) for card in BASICS)}
    p = laid({"a1": 20, "c3": ours}, {"j10": 20, "e5": theirs}, spaces={44: Space.CLUSTER}, **changes)
    order = WrittenOrders(orders=(Order(22, 44, ours),), done=True)
    assert (
        lead(with_player(p, 0, written_orders=order)) > lead(with_player(p, 0, written_orders=WrittenOrders(done=True)))
    ) == wins


def test_steps_lead_around_black_holes() -> None:
    wall = dict.fromkeys(range(80, 99), Space.BLACK_HOLE)
    fleets = {"a1": 5, "e8": 3}
    open_, closed = (lead(laid(fleets, {"j10": 5}, spaces=spaces)) for spaces in ({}, wall))
    assert lead(laid({"a1": 5, "j8": 3}, {"j10": 5}, spaces=wall)) == pytest.approx(closed)
    assert open_ > closed


# --- play


def test_greedy_beats_random_long_before_the_turn_limit() -> None:
    ends = []
    for seed in range(10):
        bots = [random_bot.choose, random_bot.choose]
        bots[seed % 2] = greedy.choose
        *_, (_, _, final) = turns_of(jump_wars.new_game(seed=seed), bots, seed)
        assert final.outcome is not None
        ends.append((final.outcome.winners == (seed % 2,), final.outcome.decided_by, final.position.turn < 60))
    assert ends.count((True, "conquest", True)) >= 9


def test_decisions_half_made_are_completed_in_every_step() -> None:
    """Players who have learned what brings them about, near each other, with all privileges shared out."""
    specials = frozenset(
        {Card.NOVA_BOMBS, Card.SABOTAGE, Card.TIME_JUMP, Card.PLANET_JUMP, Card.LEADERSHIP, Card.GENESIS}
    )
    p = jump_wars.new_game(players=3, seed=5, turn_limit=3).position
    for seat in range(3):
        p = with_player(p, seat, learned=specials, levels=tuple(1 + (seat == card % 3) for card in range(12)))
    p = p._replace(fleets=(row(a1=5, e5=4), row(j1=5, e6=4), row(e10=5, f5=4), NO_FLEETS))
    steps = set()
    for seed, first in product(range(4), (greedy, random_bot)):
        for _, _, state in turns_of(State.of(p, 0), [first.choose, random_bot.choose, random_bot.choose], seed):
            steps.add(state.position.step)
            worth = evaluate(state)
            assert min(worth) >= 0
            assert tuple(evaluate(state.view(seat))[seat] for seat in range(3)) == worth
    assert {Due.BOMBS, Due.SABOTAGE_CARD, Due.NEGATE_CARD, Due.REWRITING, Due.CHARGE} <= steps


def test_greedy_ends_its_offer_at_once_and_takes_what_helps() -> None:
    """A default game has offers: nobody is kept busy by those that would be refused."""
    table = with_player(opened(3), 1, tokens=20)
    for seed in range(4):
        assert greedy.choose(due(table, Due.OFFER, 0), 0, SplitMix64(seed)).verb is Verb.DONE
    gift, demand = Offer(0, 1, (), 8, (), 0), Offer(0, 1, (), 0, (), 8)
    table = with_player(table, 0, tokens=20)
    for offer, answer in ((gift, Verb.ACCEPT), (demand, Verb.REFUSE)):
        assert greedy.choose(due(table, Due.ANSWER, 1, offer=offer), 1, SplitMix64(0)).verb is answer
