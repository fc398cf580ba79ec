"""Laws that hold in every position of every game of Jump Wars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, prod
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.jump_wars.rich_tables import rich_table

import sse_core as sse
from sse_core.errors import IllegalActionError, RangeError
from sse_core.game import CHANCE
from sse_core.jump_wars.actions import ACTIONS, NEUTRAL, TABLE, Action, Verb
from sse_core.jump_wars.board import N_SPACES, SIDE, Grid, Space, adjacent, distance, xy
from sse_core.jump_wars.cards import BASICS, COPIES, Card
from sse_core.jump_wars.positions.checks import check_position
from sse_core.jump_wars.positions.makers import max_plies, new_game
from sse_core.jump_wars.positions.position import (
    NOBODY,
    NOTHING_WRITTEN,
    Battle,
    Deal,
    Due,
    Offer,
    Player,
    Position,
    hand_size,
    has,
    level,
)
from sse_core.jump_wars.reasons import Reason
from sse_core.jump_wars.reference.final import would_win
from sse_core.jump_wars.state import State
from sse_core.jump_wars.text.notation import parse_action
from sse_core.seeds import SplitMix64
from sse_core.testing import GameMachine, seeds

JUMP_STEPS: Final = tuple(Due)[tuple(Due).index(Due.ORDERS) : tuple(Due).index(Due.DEAL)]
FIGHT_STEPS: Final = (Due.DEAL, Due.BOMBS, Due.SPLIT)
PLIES: Final = 150
LATE: Final = 30
FEW: Final = settings(max_examples=settings().max_examples // 4)
"""An example is a whole turn, and many plies are looked at in each."""


# --- play


class Ply(NamedTuple):
    """An action of a seat, or a chance event, with the states around it."""

    before: State
    player: int
    action: Action
    after: State


@st.composite
def tables(draw: st.DrawFn, *, neutral: bool = True) -> State:
    """Starts of games, and tables in their midst, with any options."""
    players, turns = draw(st.integers(2, 5)), draw(st.integers(1, 3))
    options: dict[str, Any] = {
        "grid": draw(st.sampled_from(Grid)),
        "neutral": neutral and players < 5 and draw(st.booleans()),
    }
    for name in ("trade", "void_orders", "must_raise", "genesis_adds", "any_map", "simultaneous"):
        options[name] = draw(st.booleans())
    if draw(st.booleans()):
        return new_game(players=players, seed=draw(seeds()), turn_limit=turns, **options)
    # So late in a game, Homeworlds may have jumped far.
    late = new_game(players=players, seed=draw(seeds()), turn_limit=LATE + turns, **options)
    p = rich_table(late.position, Random(draw(seeds())))._replace(turn=LATE + 1)
    # A table at which a player has won already is left out.
    assume(len(would_win(p)) != 1)
    return State.of(check_position(p), 0)


def plies(state: State, seed: int, most: int | None = PLIES) -> Iterator[Ply]:
    """Yield actions of random play, sealed orders in random order."""
    rng = SplitMix64(seed)
    while state.to_act and most != 0:
        player = rng.choice(state.to_act)
        # Boosts are legal nearly everywhere. If they were chosen as often as anything else, hands would be empty.
        legal = [action for action in state.legal_actions(player) if action.verb is not Verb.BOOST or not rng.below(4)]
        action = rng.choice(legal or state.legal_actions(player))
        after = state.after(action, player)
        yield Ply(state, player, action, after)
        state, most = after, None if most is None else most - 1


def states_of(state: State, seed: int) -> Iterator[State]:
    """Yield some states of random play, a few plies apart."""
    for count, ply in enumerate(plies(state, seed)):
        if count % 7 == seed % 7:
            yield ply.after


# --- conservation


@FEW
@given(tables(), seeds())
def test_cards_are_conserved(state: State, seed: int) -> None:
    for ply in plies(state, seed):
        p = ply.after.position
        hands = [one.hand for one in p.players]
        sealed = [tuple(map(one.written_orders.boosts.count, Card)) for one in p.players]
        where = zip(p.unseen, p.discard, *hands, *sealed, strict=True)
        assert tuple(map(sum, where)) == COPIES
        assert sum(COPIES) == 74


@FEW
@given(tables(), seeds())
def test_no_number_is_negative(state: State, seed: int) -> None:
    for ply in plies(state, seed):
        p = ply.after.position
        numbers = [p.due, p.sold, p.counted, *p.unseen, *p.discard, *p.draft, *(n for row in p.fleets for n in row)]
        for one in p.players:
            numbers += [one.tokens, one.hidden, *one.hand, *one.levels, *one.boosts]
        assert min(numbers) >= 0


@FEW
@given(tables(), seeds())
def test_fleets_are_conserved(state: State, seed: int) -> None:
    for ply in plies(state, seed):
        p, then = ply.before.position, ply.after.position
        before, after = ([sum(row) for row in q.fleets] for q in (p, then))
        changes = [new - old for old, new in zip(before, after, strict=True)]
        if ply.action.verb is Verb.BUILD:
            assert changes == [int(side == ply.player) for side in range(len(changes))]
        elif p.step is Due.SABOTAGE_CARD:
            assert changes == [-int(side == p.draft[0]) for side in range(len(changes))]
        elif p.step in FIGHT_STEPS:
            assert_fought(p, then)
        elif p.step not in JUMP_STEPS or not any(p.fleets[-1]):
            # Where the neutral side stands, it may deal as soon as the fleets have jumped.
            assert not any(changes)
        if (
            p.step not in (*JUMP_STEPS, *FIGHT_STEPS)
            and ply.action.verb is not Verb.BUILD
            and p.step is not Due.SABOTAGE_CARD
        ):
            assert then.fleets == p.fleets


def assert_fought(p: Position, then: Position) -> None:
    """Assert that fleets fall in spaces with several sides only, and that a side grows by Assimilation alone."""
    assert p.battle is not None
    for space in range(N_SPACES):
        now, later = ([row[space] for row in q.fleets] for q in (p, then))
        if now != later:
            assert sum(n > 0 for n in now) > 1
    now, later = ([row[p.battle.space] for row in q.fleets] for q in (p, then))
    for side in range(len(p.players)):
        if not later[side] or any(later[:side]) or any(later[side + 1 :]):
            continue
        # The battle is won. What others held there has fallen, though not all of it to the winner.
        fallen = p.battle.kills[side] + sum(now) - now[side]
        gain = fallen // 2 if has(p, side, Card.ASSIMILATION) else 0
        assert later[side] <= now[side] + gain
        if p.battle.groups[0] == (side,) and not has(p, side, Card.NOVA_BOMBS):
            assert later[side] == now[side] + gain
        return
    assert all(n <= m for n, m in zip(later, now, strict=True))


@FEW
@given(tables(), seeds())
def test_every_fleet_that_falls_is_a_kill_without_bombs(state: State, seed: int) -> None:
    for ply in plies(state, seed):
        p, then = ply.before.position, ply.after.position
        if p.battle is None or then.battle is None or p.battle.space != then.battle.space:
            continue
        if any(has(p, seat, Card.NOVA_BOMBS) for seat in range(len(p.players))):
            continue
        fallen = sum(map(len, p.battle.damage)) - sum(map(len, then.battle.damage))
        assert fallen == sum(then.battle.kills) - sum(p.battle.kills)


# --- orders


@FEW
@given(tables(), seeds())
def test_orders_are_for_fleets_that_are_there_and_bind_each_once(state: State, seed: int) -> None:
    for ply in plies(state, seed):
        p = ply.after.position
        if p.step not in JUMP_STEPS:
            continue
        for seat, one in enumerate(p.players):
            bound = Counter[int]()
            for order in one.written_orders.orders:
                bound[order.origin] += order.fleets
                assert order.origin != order.target
                assert p.spaces[order.target] is not Space.BLACK_HOLE
                assert order.fleets <= 5 + level(p, seat, Card.LOGISTICS)
                steps = 1 if order.is_planet else 1 + level(p, seat, Card.JUMP)
                assert distance(p.options.grid, order.origin, order.target) <= steps
            assert all(fleets <= p.fleets[seat][space] for space, fleets in bound.items())
            assert len(one.written_orders.orders) <= 1 + level(p, seat, Card.COMMAND)
            assert sum(order.is_planet for order in one.written_orders.orders) <= 1
        assert len({*p.homeworlds}) == len(p.players)
        assert all(p.spaces[space] is Space.HOMEWORLD for space in p.homeworlds)


@FEW
@given(tables(), seeds())
def test_it_never_matters_who_writes_first(state: State, seed: int) -> None:
    rng = SplitMix64(seed)
    for ply in plies(state, seed, most=400):
        if ply.after.position.step is not Due.ORDERS or ply.before.position.step is Due.ORDERS:
            continue
        by_seat = {seat: orders_of(ply.after, seat, rng) for seat in ply.after.to_act}
        one, two = (written(ply.after, by_seat, rng) for _ in range(2))
        assert one == two
        assert one.position.step is not Due.ORDERS


def orders_of(state: State, seat: int, rng: SplitMix64) -> list[Action]:
    """Return what a seat writes at random until it is done."""
    orders = list[Action]()
    while seat in state.to_act:
        orders.append(rng.choice(state.legal_actions(seat)))
        state = state.after(orders[-1], seat)
    return orders


def written(state: State, by_seat: dict[int, list[Action]], rng: SplitMix64) -> State:
    """Return the state after all orders, the seats' actions at random."""
    left = {seat: list(orders) for seat, orders in by_seat.items()}
    while left:
        seat = rng.choice(list(left))
        state = state.after(left[seat].pop(0), seat)
        if not left[seat]:
            del left[seat]
    return state


# --- damage


@st.composite
def brawls(draw: st.DrawFn, *, players: int | None = None, bombs: bool = True) -> State:
    """Battles as they begin: all sides in one space with the same Initiative, so that they deal together."""
    n = players or draw(st.integers(2, 5))
    state = new_game(players=n, seed=draw(seeds()), any_map=True)
    p = state.position
    spot = draw(st.sampled_from([space for space in range(N_SPACES) if p.spaces[space] is not Space.BLACK_HOLE]))
    origins = [near for near in adjacent(p.options.grid, spot) if p.spaces[near] <= Space.CLUSTER]
    assume(len(origins) >= n)
    fleets = [[0] * N_SPACES for _ in range(n + 1)]
    sides = list[Player]()
    for seat in range(n):
        fleets[seat][origins[seat]] = draw(st.integers(1, 6))
        levels = (1, draw(st.integers(1, 40)), draw(st.integers(1, 9)), *(1,) * 9)
        learned = {Card.NOVA_BOMBS} if bombs and draw(st.booleans()) else set[Card]()
        sides.append(Player(levels, learned=frozenset(learned)))
    held = tuple(next((seat for seat in range(n) if fleets[seat][space]), NOBODY) for space in range(N_SPACES))
    late = p._replace(players=tuple(sides), fleets=tuple(map(tuple, fleets)), held=held, turn=LATE, step=Due.ORDERS)
    state = State.of(check_position(late._replace(start_player=draw(st.integers(0, n - 1)))), 0)
    for seat in range(n):
        for verb, argument in (
            (Verb.FROM, origins[seat]),
            (Verb.TO, spot),
            (Verb.COUNT, fleets[seat][origins[seat]]),
            (Verb.DONE, None),
        ):
            state = state.after(Action(verb, argument), seat)
    return state


@FEW
@given(brawls(), seeds())
def test_the_points_of_a_deal_sum_up(state: State, seed: int) -> None:
    assert state.position.step is Due.DEAL
    for ply in plies(state, seed):
        p, battle = ply.before.position, ply.after.position.battle
        if p.battle is None or battle is None or len(battle.deals) != len(p.battle.deals) + 1:
            continue
        deal = battle.deals[-1]
        assert deal.side == ply.player
        attack = strength(p, deal.side, Card.ATTACK)
        assert min(deal.points) >= 0
        assert sum(deal.points) == (len(battle.damage[deal.side]) - deal.bombs) * attack
        assert deal.points[deal.side] == 0
        assert deal.force == (attack if deal.bombs else 0)


@FEW
@given(brawls(players=2, bombs=False), seeds())
def test_all_points_of_fire_are_put_down(state: State, seed: int) -> None:
    """While both sides stand, the damage of the fallen and the standing fleets is what was dealt."""
    dealt = [0, 0]
    for ply in plies(state, seed):
        battle, later = ply.before.position.battle, ply.after.position.battle
        if battle is None or later is None:
            return
        dealt[1 - ply.player] += len(battle.damage[ply.player]) * strength(ply.before.position, ply.player, Card.ATTACK)
        if later.deals:
            continue
        for seat, points in enumerate(dealt):
            fallen = state.position.fleets[seat][later.space] - len(later.damage[seat])
            assert points == fallen * strength(state.position, seat, Card.DEFENSE) + sum(later.damage[seat])


def strength(p: Position, seat: int, technology: Card) -> int:
    """J2.7: Attack or Defense in a battle that nobody defends in a Nebula."""
    assert p.battle is not None
    return level(p, seat, technology) + 2 * (p.homeworlds[seat] == p.battle.space)


# --- what is legal


@FEW
@given(tables(), seeds())
def test_what_is_legal_is_what_no_reason_forbids(state: State, seed: int) -> None:
    for later in list(states_of(state, seed))[::5]:
        for seat in (CHANCE, *range(later.players)):
            allowed = tuple(index for index in range(len(ACTIONS)) if later.why_not(index, seat) is Reason.OK)
            assert later.legal_ids(seat) == allowed


@FEW
@given(tables(), seeds(), st.integers() | st.integers(-2, len(ACTIONS) + 2))
@example(new_game(), 0, -1)
@example(new_game(), 0, len(ACTIONS))
def test_an_integer_that_is_no_legal_id_raises(state: State, seed: int, number: int) -> None:
    for later in list(states_of(state, seed))[::5]:
        for seat in (CHANCE, *range(later.players)):
            if number not in later.legal_ids(seat):
                with pytest.raises(IllegalActionError) as caught:
                    later.after(number, seat)
                assert caught.value.reason == later.why_not(number, seat) != Reason.OK


@pytest.mark.parametrize("player", [2, 7, -2, 1 << 64])
def test_a_player_who_is_not_there_is_told(player: int) -> None:
    for state in (new_game(), new_game().after(Action(Verb.FIRST, 0)), next(states_of(new_game(seed=1), 1))):
        for ask in (state.legal_ids, state.legal_actions, partial(state.after, 0), partial(state.why_not, 0)):
            with pytest.raises(RangeError, match=rf"there is no player {player}: they are 0 to 1"):
                ask(player)


@FEW
@given(tables(), seeds())
def test_odds_are_of_the_legal_events_and_sum_to_one(state: State, seed: int) -> None:
    for ply in plies(state, seed):
        events = ply.after.odds()
        assert tuple(event for event, _ in events) == ply.after.legal_actions(CHANCE)
        if ply.after.to_act == (CHANCE,):
            assert sum(share for _, share in events) == 1
            assert all(share > 0 for _, share in events)


@FEW
@given(tables(), seeds())
def test_a_game_ends_within_its_bound(state: State, seed: int) -> None:
    bound = max_plies(state)
    last = state
    for ply in plies(state, seed, most=None):
        last = ply.after
        assert max_plies(last) >= 0
    assert last.outcome is not None
    assert last.ply <= bound
    assert max_plies(last) == 0


@FEW
@given(tables(), seeds())
def test_after_leaves_its_receiver_unchanged(state: State, seed: int) -> None:
    for later in states_of(state, seed):
        before = (later.position, later.ply, [later.legal_ids(seat) for seat in range(later.players)])
        for actor in later.to_act:
            later.after(later.legal_ids(actor)[-1], actor)
        assert (later.position, later.ply, [later.legal_ids(seat) for seat in range(later.players)]) == before


# --- seats turned round, and the board turned


class Turned(NamedTuple):
    """A position in other words: other numbers for the seats, or other numbers for the spaces."""

    seat: Callable[[int], int]
    space: Callable[[int], int]

    def position(self, p: Position) -> Position:
        """Return the same position with the other numbers."""
        n = len(p.players)
        offer, battle = p.offer, p.battle
        return p._replace(
            spaces=self._by_space(p.spaces),
            homeworlds=self._by_seat([self.space(one) for one in p.homeworlds]),
            fleets=(*self._by_seat([self._by_space(row) for row in p.fleets[:n]]), self._by_space(p.fleets[n])),
            held=self._by_space([self._side(side, n) for side in p.held]),
            players=self._by_seat([self._player(one) for one in p.players]),
            start_player=self._side(p.start_player, n),
            actor=self._side(p.actor, n),
            draft=self._draft(p),
            offer=offer and offer._replace(giver=self.seat(offer.giver), receiver=self.seat(offer.receiver)),
            alliance=p.alliance and (self.seat(p.alliance[0]), self.seat(p.alliance[1])),
            battle=battle and self._battle(battle, n),
            neutral_holder=self._side(p.neutral_holder, n),
        )

    def state(self, state: State) -> State:
        """Return the same state with the other numbers."""
        return State.of(self.position(state.position), state.ply, self._by_seat(list(state.written)))

    def action(self, action: Action) -> Action:
        """Return the same action with the other numbers."""
        verb, argument = action
        if argument is None:
            return action
        if verb in (Verb.OFFER, Verb.STEAL, Verb.ALLY, Verb.SABOTAGE, Verb.NEGATE, Verb.FIRST):
            return action if argument == NEUTRAL else Action(verb, self.seat(argument))
        if verb in (Verb.BUILD, Verb.AT, Verb.FROM, Verb.TO, Verb.PLANET):
            return Action(verb, self.space(argument))
        return action

    def _side(self, side: int, n: int) -> int:
        return self.seat(side) if 0 <= side < n else side

    def _by_seat(self, values: list[Any]) -> tuple[Any, ...]:
        turned = list(values)
        for seat, value in enumerate(values):
            turned[self.seat(seat)] = value
        return tuple(turned)

    def _by_space(self, values: Any) -> tuple[Any, ...]:
        turned = list(values)
        for space, value in enumerate(values):
            turned[self.space(space)] = value
        return tuple(turned)

    def _by_side(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*self._by_seat(list(values[:-1])), values[-1])

    def _player(self, one: Player) -> Player:
        orders = tuple(
            o._replace(origin=self.space(o.origin), target=self.space(o.target)) for o in one.written_orders.orders
        )
        places, parts = one.written_orders.draft[:2], one.written_orders.draft[2:]
        return one._replace(
            written_orders=one.written_orders._replace(orders=orders, draft=(*map(self.space, places), *parts))
        )

    def _draft(self, p: Position) -> tuple[int, ...]:
        draft = p.draft
        if p.step in (Due.SABOTAGE_SPACE, Due.SABOTAGE_CARD):
            return (self._side(draft[0], len(p.players)), *map(self.space, draft[1:]))
        if p.step in (Due.THEFT, Due.NEGATE_ORDER, Due.NEGATE_CARD):
            return (self.seat(draft[0]), *draft[1:])
        return draft

    def _battle(self, battle: Battle, n: int) -> Battle:
        return battle._replace(
            space=self.space(battle.space),
            damage=self._by_side(battle.damage),
            kills=self._by_side(battle.kills),
            groups=tuple(tuple(self._side(side, n) for side in group) for group in battle.groups),
            deals=tuple(
                deal._replace(side=self._side(deal.side, n), points=self._by_side(deal.points)) for deal in battle.deals
            ),
        )


def same(number: int) -> int:
    return number


def assert_alike(ply: Ply, turned: Turned) -> None:
    """Assert that an action does the same in the position with other numbers, and that the same is legal there."""
    before, after = (turned.state(state) for state in (ply.before, ply.after))
    seat_of = {CHANCE: CHANCE} | {seat: turned.seat(seat) for seat in range(before.players)}
    assert sorted(before.to_act) == sorted(seat_of[actor] for actor in ply.before.to_act)
    for actor in ply.before.to_act:
        legal = sorted(TABLE.ids[turned.action(action)] for action in ply.before.legal_actions(actor))
        assert list(before.legal_ids(seat_of[actor])) == legal
    odds = {turned.action(event): share for event, share in ply.before.odds()}
    assert dict(before.odds()) == odds
    assert before.after(turned.action(ply.action), seat_of[ply.player]) == after
    assert after.totals == turned._by_seat(list(ply.after.totals))
    if ply.after.outcome is not None:
        assert after.outcome is not None
        assert sorted(map(turned.seat, ply.after.outcome.winners)) == list(after.outcome.winners)
        assert after.outcome.decided_by == ply.after.outcome.decided_by


@FEW
@given(tables(), seeds(), st.integers(1, 4))
def test_seats_turned_round_commute(state: State, seed: int, by: int) -> None:
    turned = Turned(lambda seat: (seat + by) % state.players, same)
    for ply in plies(state, seed):
        assert_alike(ply, turned)


def symmetry(swap: bool, mirror_x: bool, mirror_y: bool) -> Callable[[int], int]:
    """Return a symmetry of the square as a function of spaces."""

    def turned(space: int) -> int:
        x, y = xy(space)
        x, y = (y, x) if swap else (x, y)
        x, y = SIDE - 1 - x if mirror_x else x, SIDE - 1 - y if mirror_y else y
        return SIDE * y + x

    return turned


@FEW
@given(tables(neutral=False), seeds(), st.booleans(), st.booleans(), st.booleans())
def test_the_board_turned_or_mirrored_commutes(
    state: State, seed: int, swap: bool, mirror_x: bool, mirror_y: bool
) -> None:
    # The rhombus of the hex grid has the half turn, and the two mirrors through its corners.
    turned = Turned(same, symmetry(swap, mirror_x, mirror_x if state.position.options.grid is Grid.HEX else mirror_y))
    for ply in plies(state, seed):
        # Battles come by the number of their space (J4.12), so that two of them come in another order on a turned
        # board.
        if battles(ply.before.position) < 2 and battles(ply.after.position) < 2:
            assert_alike(ply, turned)


@FEW
@given(tables(), seeds())
def test_the_board_mirrored_through_its_corners_commutes_with_a_neutral_homeworld(state: State, seed: int) -> None:
    turned = Turned(same, symmetry(swap=True, mirror_x=False, mirror_y=False))
    for ply in plies(state, seed):
        if battles(ply.before.position) < 2 and battles(ply.after.position) < 2:
            assert_alike(ply, turned)


def battles(p: Position) -> int:
    """Return the number of spaces with fleets of several sides, in which a battle is fought or still to come."""
    return sum(sum(row[space] > 0 for row in p.fleets) > 1 for space in range(N_SPACES))


# --- secrets


@FEW
@given(tables(), seeds())
def test_a_view_hides_the_hands_of_others_and_the_deck(state: State, seed: int) -> None:
    rng = Random(seed)
    for later in states_of(state, seed):
        for viewer in range(later.players):
            other = State.of(dealt_anew(later.position, viewer, rng), later.ply, later.written)
            assert other.view(viewer) == later.view(viewer)
            assert later.view(viewer).view(viewer) == later.view(viewer)


def dealt_anew(p: Position, viewer: int, rng: Random) -> Position:
    """Return the position with the cards of others and the deck dealt anew, and others' sealed orders empty."""
    others = [seat for seat in range(len(p.players)) if seat != viewer]
    sealed = p.step is Due.ORDERS
    pool = [card for card in Card for _ in range(p.unseen[card])]
    sizes = dict[int, int]()
    for seat in others:
        one = p.players[seat]
        cards = [card for card in Card for _ in range(one.hand[card])] + list(
            one.written_orders.boosts if sealed else ()
        )
        sizes[seat], pool = len(cards), pool + cards
    rng.shuffle(pool)
    players = list(p.players)
    for seat in others:
        hand, pool = pool[: sizes[seat]], pool[sizes[seat] :]
        orders = (
            NOTHING_WRITTEN._replace(done=players[seat].written_orders.done) if sealed else players[seat].written_orders
        )
        players[seat] = players[seat]._replace(hand=tuple(map(hand.count, Card)), written_orders=orders)
    return p._replace(players=tuple(players), unseen=tuple(map(pool.count, Card)))


@FEW
@given(tables(), seeds())
def test_an_offer_is_seen_by_two_alone(state: State, seed: int) -> None:
    for ply in plies(state, seed):
        p, then = ply.before.position, ply.after.position
        for viewer in range(len(p.players)):
            view = ply.after.view(viewer).position
            if then.step is Due.ANSWER and then.offer is not None:
                party = viewer in (then.offer.giver, then.offer.receiver)
                assert view.offer == (then.offer if party else Offer(then.offer.giver, then.offer.receiver))
            elif then.step in (Due.GIVE, Due.PAY, Due.ASK, Due.CHARGE) and viewer != then.actor:
                assert (view.offer, view.step, view.counted) == (None, Due.OFFER, 0)
            if p.step in (Due.GIVE, Due.PAY, Due.ASK) and then.step is not Due.ANSWER and viewer != p.actor:
                # Nothing changes but the number of actions.
                assert view == ply.before.view(viewer).position


@FEW
@given(tables(), seeds())
def test_a_sample_fits_the_view(state: State, seed: int) -> None:
    rng = SplitMix64(seed)
    for later in states_of(state, seed):
        for viewer in range(later.players):
            sample = later.sample(viewer, rng)
            p = check_position(sample.position)
            assert sample.view(viewer) == later.view(viewer)
            assert all(one.hidden == 0 for one in p.players)
            sealed = [len(one.written_orders.boosts) for one in p.players]
            known = [hand_size(one) + len(one.written_orders.boosts) for one in later.position.players]
            assert [hand_size(one) + n for one, n in zip(p.players, sealed, strict=True)] == known
            assert sample.to_act == later.to_act


@FEW
@given(tables(), seeds())
def test_a_sealed_deal_shows_only_that_it_is_settled(state: State, seed: int) -> None:
    """Others see the same position until its dealer has settled, and nobody counts what it takes (J5.11)."""
    p = state.position
    state = State.of(p._replace(options=replace(p.options, simultaneous=True)), state.ply)
    for ply in plies(state, seed):
        battle, then = ply.before.position.battle, ply.after.position.battle
        if battle is None or then is None or group_of(battle) != group_of(then):
            continue
        for viewer in {*range(state.players)} - {ply.player}:
            before, after = ply.before.view(viewer), ply.after.view(viewer)
            if len(then.deals) == len(battle.deals):
                assert after == before
            else:
                settled = battle_of(before)._replace(deals=(*battle_of(before).deals, Deal(ply.player, 0, 0, ())))
                shown = before.position._replace(actor=ply.after.position.actor, battle=settled)
                assert after.position == shown
                assert after.ply == before.ply


def group_of(battle: Battle) -> tuple[int, int, tuple[tuple[int, ...], ...]]:
    """Return which group of sides deals now."""
    return battle.space, battle.round, battle.groups


def battle_of(state: State) -> Battle:
    """Return the battle that is fought."""
    assert state.position.battle is not None
    return state.position.battle


# --- the odds of samples


UNSEEN: Final = {Card.ATTACK: 3, Card.JUMP: 2, Card.CLOAKING: 1, Card.TIME_JUMP: 1}
"""The cards that are in nobody's sight: those of the deck and in two hands. All others lie on the discard."""

SIZES: Final = (0, 2, 2)
"""The sizes of the three hands; the deck has three cards."""


def small_deck(step: Due) -> State:
    """Return a position in which a viewer without cards knows of seven cards that they are in the deck or in a hand."""
    unseen = tuple(UNSEEN.get(card, 0) for card in Card)
    pool = [card for card in Card for _ in range(unseen[card])]
    players = list(new_game(players=3, seed=1).position.players)
    # The viewer may steal.
    players[0] = players[0]._replace(levels=tuple(1 + (card is Card.TRADE) for card in BASICS))
    for seat, size in enumerate(SIZES):
        hand, pool = pool[:size], pool[size:]
        players[seat] = players[seat]._replace(hand=tuple(map(hand.count, Card)))
    p = new_game(players=3, seed=1).position._replace(
        players=tuple(players),
        unseen=tuple(map(pool.count, Card)),
        discard=tuple(all_ - n for all_, n in zip(COPIES, unseen, strict=True)),
        start_player=0,
        turn=2,
        step=step,
        actor=NOBODY if step is Due.ORDERS else 0,
    )
    return State.of(check_position(p), 0)


def exact_odds() -> dict[tuple[tuple[int, ...], ...], Fraction]:
    """Return the probability of each pair of hands: of all ways to deal seven cards to two hands and the deck."""
    cards, odds = list(UNSEEN), dict[tuple[tuple[int, ...], ...], Fraction]()
    total = comb(7, 2) * comb(5, 2)
    for one, two in product(product(*(range(UNSEEN[card] + 1) for card in cards)), repeat=2):
        # A hand can't have more of a kind than there are: then there is no way.
        ways = prod(comb(UNSEEN[c], a) * comb(UNSEEN[c] - a, b) for a, b, c in zip(one, two, cards, strict=True))
        if ways and (sum(one), sum(two)) == SIZES[1:]:
            odds[one, two] = Fraction(ways, total)
    return odds


def chi_squared(counts: Counter[Any], odds: dict[Any, Fraction]) -> float:
    """Return the chi-squared statistic of counted outcomes against their odds."""
    assert set(counts) <= set(odds)
    n = counts.total()
    return float(sum((counts[one] - n * share) ** 2 / (n * share) for one, share in odds.items()))


def hands_of(p: Position) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(one.hand[card] for card in UNSEEN) for one in p.players[1:])


N_SAMPLES: Final = 6_000
THRESHOLD: Final = 73.5
"""Chi-squared of 38 degrees of freedom exceeds this once in two thousand times; the seed is fixed."""


@pytest.mark.parametrize("step", [Due.TECH, Due.ORDERS])
def test_samples_have_the_right_odds(step: Due) -> None:
    state, rng, odds = small_deck(step), SplitMix64(2), exact_odds()
    assert sum(odds.values()) == 1
    assert len(odds) == 39
    counts = Counter(hands_of(state.sample(0, rng).position) for _ in range(N_SAMPLES))
    assert chi_squared(counts, odds) < THRESHOLD


def test_samples_with_other_odds_would_be_found() -> None:
    """Each kind of card equally likely, whatever the number of its copies, is the likeliest mistake."""
    rng, odds = SplitMix64(2), exact_odds()
    counts = Counter[Any]()
    for _ in range(N_SAMPLES):
        left, hands = dict(UNSEEN), list[tuple[int, ...]]()
        for size in SIZES[1:]:
            hand = Counter[Card]()
            for _ in range(size):
                card = rng.choice([card for card, n in left.items() if n])
                left[card] -= 1
                hand[card] += 1
            hands.append(tuple(hand[card] for card in UNSEEN))
        counts[tuple(hands)] += 1
    assert chi_squared(counts, odds) > 2 * THRESHOLD


def test_a_card_drawn_in_a_view_has_the_odds_of_the_unseen_cards() -> None:
    state = small_deck(Due.DRAW)
    seen = state.view(0).after(Action(Verb.TAKE), 0)
    assert seen.to_act == (CHANCE,)
    assert dict(seen.odds()) == {Action(Verb.DRAW, card): Fraction(n, 7) for card, n in UNSEEN.items()}
    # The average over all that the viewer can't tell from it is the same.
    odds = dict.fromkeys((Action(Verb.DRAW, card) for card in UNSEEN), Fraction(0))
    for hands, share in exact_odds().items():
        for card, n, held in zip(UNSEEN, UNSEEN.values(), zip(*hands, strict=True), strict=True):
            odds[Action(Verb.DRAW, card)] += share * Fraction(n - sum(held), 3)
    assert odds == dict(seen.odds())


def test_a_card_is_stolen_by_the_odds_of_the_hand() -> None:
    state = small_deck(Due.STEAL)
    stolen = state.after(Action(Verb.STEAL, 1), 0)
    hand = state.position.players[1].hand
    assert {event.argument: share for event, share in stolen.odds()} == {
        card: Fraction(hand[card], 2) for card in Card if hand[card]
    }
    seen = state.view(0).after(Action(Verb.STEAL, 1), 0)
    assert {event.argument: share for event, share in seen.odds()} == {
        card: Fraction(n, 7) for card, n in UNSEEN.items()
    }


def test_a_receiver_knows_what_the_giver_holds() -> None:
    p = small_deck(Due.DRAW).position
    p = p._replace(step=Due.OFFER, actor=1, start_player=1)
    state = State.of(check_position(p), 0)
    for action in ("offer=A", "give=attack", "done", "count=0", "done", "count=0"):
        state = state.after(parse_action(action, state), 1)
    assert state.legal_actions(0)[:2] == (Action(Verb.ACCEPT), Action(Verb.REFUSE))
    rng, counts = SplitMix64(2), Counter[Card]()
    for _ in range(N_SAMPLES):
        sample = state.sample(0, rng)
        assert sample.legal_actions(0) == state.legal_actions(0)
        hand = Counter({card: sample.position.players[1].hand[card] for card in UNSEEN})
        hand[Card.ATTACK] -= 1
        assert hand.total() == 1
        counts[max(hand, key=hand.__getitem__)] += 1
    # Of all ways to deal two cards, those that have an Attack: two of the three, or one with any of the four others.
    ways = {card: 3 if card is Card.ATTACK else 3 * n for card, n in UNSEEN.items()}
    odds = {card: Fraction(n, 15) for card, n in ways.items()}
    # Chi-squared of 3 degrees of freedom exceeds this once in two thousand times.
    assert chi_squared(counts, odds) < 17.7


# --- texts


class ThroughTexts(GameMachine.of(sse.GAMES["jump_wars"], sse.GAMES["jump_wars"], states=tables())):  # type: ignore[misc]
    """The game beside itself, begun from the text of the same position."""


TestThroughTexts = ThroughTexts.TestCase
TestThroughTexts.settings = settings(TestThroughTexts.settings, max_examples=max(1, FEW.max_examples // 6))


def test_each_player_who_is_asked_for_has_the_own_legal_actions() -> None:
    """Those of the last one are kept."""
    state = new_game(seed=1)
    for _ in range(2):
        assert state.legal_actions(CHANCE)
        assert state.legal_actions(0) == ()
    later = state.after(Action(Verb.FIRST, 1), CHANCE)
    for _ in range(2):
        assert later.legal_actions(CHANCE) == later.legal_actions(0) == ()
        assert later.legal_actions() == later.legal_actions(1) == (Action(Verb.TAKE),)
