"""Consequences of actions, clause by clause: the name of each test begins with its clause."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from tests.jump_wars.scenes import (
    after,
    at,
    cards,
    fleets,
    fought,
    jumped,
    legal,
    ordered,
    quiet,
    seat,
    spot,
)

from sse_core.errors import GameOverError, IllegalActionError, SetupError
from sse_core.game import CHANCE
from sse_core.jump_wars.actions import Action, Verb
from sse_core.jump_wars.board import N_COUNTERS, Grid, Space, reach, space_name
from sse_core.jump_wars.cards import BASICS, COPIES, Card
from sse_core.jump_wars.positions.makers import begun_by, new_game
from sse_core.jump_wars.positions.position import (
    FIRST_LEVELS,
    NOBODY,
    NOTHING_WRITTEN,
    Battle,
    Deal,
    Due,
    Player,
    hand_limit,
    level,
)
from sse_core.jump_wars.reasons import Reason
from sse_core.jump_wars.reference.build import price
from sse_core.jump_wars.reference.jump import most_orders, stack
from sse_core.jump_wars.state import State
from sse_core.jump_wars.text.notation import format_action, parse_action
from sse_core.seeds import SplitMix64

S = Due


def one(state: State, player: int = 0) -> Player:
    return state.position.players[player]


def battle_of(state: State) -> Battle:
    assert state.position.battle is not None
    return state.position.battle


def due(state: State) -> tuple[Due, int]:
    """The step that is due, and whose it is."""
    return state.position.step, state.position.actor


# --- J1: board and start


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_j1_2_counters(players: int, seed: int) -> None:
    laid = Counter(new_game(players=players, seed=seed).position.spaces)
    assert laid.pop(Space.HOMEWORLD) == players
    assert sum(laid.values()) == 100 - players
    assert all(laid[kind] <= n for kind, n in N_COUNTERS.items())
    assert sum(N_COUNTERS.values()) == 100


def test_j1_2_the_counters_are_shuffled() -> None:
    maps = {new_game(seed=seed).position.spaces for seed in range(20)}
    assert len(maps) == 20
    assert {spaces[50] for spaces in maps} == set(N_COUNTERS)
    assert len({spaces.count(Space.VOID) for spaces in maps}) > 1, "which two are left over differs"


def joined(state: State) -> bool:
    p = state.position
    found = reach(p.options.grid, p.spaces, p.homeworlds[0], 100, False)
    return {*p.homeworlds[1:], *([44] if p.options.neutral else [])} <= set(found)


@pytest.mark.parametrize("grid", Grid)
@pytest.mark.parametrize(("players", "neutral"), [(2, False), (4, True), (5, False)])
def test_j1_3_paths_join_the_homeworlds(grid: Grid, players: int, neutral: bool) -> None:
    options: dict[str, Any] = {"players": players, "neutral": neutral, "grid": grid}
    cut_off = 0
    for seed in range(60):
        fallen = new_game(seed=seed, any_map=True, **options)
        used = new_game(seed=seed, **options)
        assert joined(used)
        cut_off += not joined(fallen)
        assert (fallen.position.spaces == used.position.spaces) == joined(fallen)
    assert cut_off > 0


@pytest.mark.parametrize(
    ("names", "grids"),
    [
        ("a1 j10", [*Grid]),
        ("a1 j1 e10", [*Grid]),
        ("a1 j1 j10 a10", [*Grid]),
        ("a1 j1 j10 a10 e5", [Grid.SQUARE]),
        ("a1 g1 j4 d10 a7", [Grid.HEX]),
    ],
)
def test_j1_3_j4_1_the_homeworlds(names: str, grids: list[Grid]) -> None:
    for grid in grids:
        state = new_game(players=len(names.split()), grid=grid)
        assert [space_name(space) for space in state.position.homeworlds] == names.split()


@pytest.mark.parametrize("players", [1, 6])
def test_j1_3_two_to_five_players(players: int) -> None:
    with pytest.raises(SetupError, match="players"):
        new_game(players=players)


def test_j1_4_the_start() -> None:
    p = new_game(players=3).position
    for player, home in enumerate(p.homeworlds):
        assert p.players[player] == Player(levels=(1,) * 12)
        assert p.fleets[player] == tuple(5 * (space == home) for space in range(100))
        assert price(p, player) == 5
        assert most_orders(p, player) == 2
        assert stack(p, player) == 6
        assert hand_limit(p, player) == 4
    assert p.fleets[3] == (0,) * 100


def test_j1_5_the_deck_and_the_start_player() -> None:
    state = new_game(players=3)
    assert sum(state.position.unseen) == sum(COPIES) == 74
    assert {COPIES[c] for c in BASICS} == {5}
    assert state.to_act == (CHANCE,)
    assert [share for _, share in state.odds()] == [Fraction(1, 3)] * 3
    state = after(state, "first=C")
    assert due(state) == (S.DRAW, 2)
    state = quiet(state, S.DRAW, 0)
    assert state.position.turn == 1
    state = quiet(quiet(state, S.FINAL), S.DRAW)
    assert (state.position.turn, due(state)) == (2, (S.DRAW, 2))


def test_j1_5_a_start_player_who_is_set() -> None:
    """The winner of the last game: the turn begins at once, with what chance would have left."""
    drawn = new_game(players=3, seed=4)
    state = new_game(players=3, seed=4, first=2)
    assert state.position == after(drawn, "first=C").position
    assert (due(state), state.ply) == ((S.DRAW, 2), 0)
    assert begun_by(drawn, 2) == state == begun_by(state, 1)
    with pytest.raises(SetupError, match="first is 3, not in 0 to 2"):
        new_game(players=3, first=3)
    with pytest.raises(IndexError, match="there is no player 3"):
        begun_by(drawn, 3)


def test_j1_6_hands_and_the_deck_are_secret() -> None:
    state = at(S.MINE, A=seat("attack genesis"), B=seat("jump", learned="cloaking", tokens=3), discard="trade")
    view = state.view(0).position
    assert view.players[0] == one(state)
    assert view.players[1].hand == (0,) * 26
    assert view.players[1].hidden == 1
    assert view.players[1]._replace(hand=cards("jump"), hidden=0) == one(state, 1)
    assert view.unseen == tuple(COPIES[c] - cards("attack genesis trade")[c] for c in Card)
    assert view.discard == cards("trade")
    assert view.fleets == state.position.fleets


def test_j1_6_orders_are_secret_until_all_are_written() -> None:
    state = at(S.ORDERS, A=seat("jump"), B=seat("attack"))
    begun = after(state, "A boost=jump", "A from=a1", "A to=d1", "A count=2", "B from=j10")
    seen = begun.view(1).position.players[0]
    assert (seen.written_orders, seen.hidden, level(begun.view(1).position, 0, Card.JUMP)) == (NOTHING_WRITTEN, 1, 1)
    written = after(begun, "A done")
    assert written.view(1).position.players[0].written_orders == NOTHING_WRITTEN._replace(done=True)
    shown = after(written, "B to=j9", "B count=1", "B done").view(1).position.players[0]
    assert [tuple(order) for order in shown.written_orders.orders] == [(spot("a1"), spot("d1"), 2, False)]
    assert (shown.hidden, shown.boosts[Card.JUMP]) == (0, 1)


@pytest.mark.parametrize(
    ("a", "b", "thief"), [("", "", None), ("trade=2", "", 0), ("", "trade=3", 1), ("trade=2", "trade=2", None)]
)
def test_j1_7_the_highest_level_alone(a: str, b: str, thief: int | None) -> None:
    state = quiet(at(S.DRAW, actor=1, A=seat(levels=a), B=seat(levels=b)), S.DRAW, 1)
    state = after(state, "take", "draw=attack", "draw=attack", "done", "done", "done")
    assert due(state) == ((S.TECH, 0) if thief is None else (S.STEAL, thief))


def test_j1_7_boosts_count() -> None:
    state = at(S.DRAW, A=seat(levels="trade=2"), B=seat("trade"))
    state = after(state, "take", "draw=attack", "draw=attack", "done", "boost=trade", "take", "draw=jump", "draw=jump")
    assert due(after(state, "done", "done", "done")) == (S.TECH, 0)


# --- J2.1: Draw


def test_j2_1_j5_4_two_cards() -> None:
    state = after(at(S.DRAW), "take")
    assert (state.to_act, state.position.due) == ((CHANCE,), 2)
    odds = {format_action(action, state): share for action, share in state.odds()}
    assert odds["draw=attack"] == Fraction(5, 74)
    assert odds["draw=genesis"] == Fraction(1, 74)
    assert sum(odds.values()) == 1
    state = after(state, "draw=attack")
    assert dict(state.odds())[parse_action("draw=attack")] == Fraction(4, 73)
    state = after(state, "draw=genesis")
    assert one(state).hand == cards("attack genesis")
    assert legal(state) == {"done", "boost=attack"}
    assert due(after(state, "done")) == (S.DRAW, 1)


@pytest.mark.parametrize(("a", "b", "n"), [("research=2", "", 3), ("", "research=2", 2), ("", "", 2)])
def test_j2_1_a_third_card_for_the_highest_research(a: str, b: str, n: int) -> None:
    assert after(at(S.DRAW, A=seat(levels=a), B=seat(levels=b)), "take").position.due == n


def test_j2_1_j4_4_the_third_card_is_settled_when_the_cards_are_taken() -> None:
    state = at(S.DRAW, A=seat("research"))
    assert after(state, "boost=research", "take").position.due == 3
    late = after(state, "take", "draw=jump", "draw=jump", "boost=research")
    assert late.position.due == 0


def test_j2_1_j4_4_the_discard_becomes_the_deck() -> None:
    state = after(at(S.DRAW, deck="genesis", A=seat("attack")), "take")
    assert legal(state) == {"draw=genesis"}
    assert sum(state.position.discard) == 72
    state = after(state, "draw=genesis")
    assert sum(state.position.discard) == 0
    assert sum(state.position.unseen) == 72
    assert dict(state.odds())[parse_action("draw=attack")] == Fraction(4, 72)


def everything(n: int) -> str:
    """All cards of the deck but the last n copies of Diplomacy."""
    names = [card_.name.lower() for card_ in Card for _ in range(COPIES[card_])]
    for _ in range(n):
        names.remove("diplomacy")
    return " ".join(names)


def test_j2_1_no_card_anywhere() -> None:
    state = at(S.DRAW, A=seat(everything(1), learned="positronic_brains", tokens=10), B=seat("diplomacy"))
    assert sum(state.position.unseen) + sum(state.position.discard) == 0
    state = after(state, "take")
    assert (state.to_act, state.position.due) == ((0,), 0)
    paid = after(state, "brains")
    assert (one(paid).tokens, paid.to_act) == (0, (0,))
    last = after(at(S.DRAW, A=seat(everything(2)), B=seat("diplomacy")), "take", "draw=diplomacy")
    assert last.to_act == (0,), "the second card doesn't come"


def test_j2_1_progenitor_ruins() -> None:
    state = after(at(S.DRAW, A=seat("progenitor_ruins")), "ruins")
    assert state.position.due == 2
    assert state.position.discard == cards("progenitor_ruins")
    state = after(state, "draw=attack", "draw=jump")
    assert legal(state) == {"take", "boost=attack", "boost=jump"}


def test_j4_4_progenitor_ruins_lies_on_the_discard_first() -> None:
    others = everything(0).replace("progenitor_ruins", "")
    state = after(at(S.DRAW, A=seat("progenitor_ruins"), B=seat(others)), "ruins")
    assert legal(state) == {"draw=progenitor_ruins"}
    again = after(state, "draw=progenitor_ruins")
    assert again.why_not(parse_action("ruins")) is Reason.USED, "it came back, and is used once a turn"


def test_j2_1_positronic_brains() -> None:
    state = after(at(S.DRAW, A=seat(learned="positronic_brains", tokens=25)), "brains")
    assert (one(state).tokens, state.position.due) == (15, 1)
    state = after(state, "draw=jump")
    assert state.why_not(parse_action("brains")) is Reason.BRAINS_USED
    assert legal(state) == {"take", "boost=jump"}


# --- J2.2: Trade

TRADE: dict[str, Any] = {"players": 3}


def offered(**seats: Any) -> State:
    """A gives two cards and 1 RT to B, and asks for a Jump card and 2 RT."""
    state = at(S.OFFER, A=seat("attack genesis", tokens=1), B=seat("jump jump", tokens=5), **(TRADE | seats))
    return after(state, "offer=B", "give=attack", "give=genesis", "count=1", "ask=jump", "done", "count=2")


def test_j2_2_an_offer_is_accepted() -> None:
    state = offered()
    assert due(state) == (S.ANSWER, 1)
    state = after(state, "accept")
    assert (one(state).hand, one(state).tokens) == (cards("jump"), 2)
    assert (one(state, 1).hand, one(state, 1).tokens) == (cards("attack genesis jump"), 4)
    assert due(state) == (S.OFFER, 1)


def test_j2_2_an_offer_is_refused() -> None:
    state = after(offered(), "refuse")
    assert (one(state).hand, one(state).tokens) == (cards("attack genesis"), 1)
    assert due(state) == (S.OFFER, 1)


def test_j2_2_j4_6_one_offer_each_then_the_theft() -> None:
    state = at(S.OFFER, **TRADE, C=seat(levels="trade=2 diplomacy=2"), B=seat("jump"))
    state = after(state, "done", "done")
    assert due(state) == (S.OFFER, 2)
    state = after(state, "done")
    assert due(state) == (S.STEAL, 2)
    assert due(after(state, "done")) == (S.ALLIANCE, 2)
    assert due(after(state, "done", "done")) == (S.TECH, 0)
    assert due(quiet(at(S.DRAW, players=3), S.TECH)) == (S.TECH, 0)


def test_j2_2_no_offers_without_the_option() -> None:
    state = quiet(at(S.DRAW, actor=1, options={"trade": False}), S.DRAW, 1)
    assert due(after(state, "take", "draw=jump", "draw=jump", "done")) == (S.TECH, 0)
    traded = quiet(at(S.DRAW, actor=1), S.DRAW, 1)
    assert due(after(traded, "take", "draw=jump", "draw=jump", "done")) == (S.OFFER, 0)


def test_j2_2_a_theft() -> None:
    state = after(at(S.STEAL, A=seat("trade", levels="trade=2"), B=seat("attack attack genesis")), "steal=B")
    assert state.to_act == (CHANCE,)
    assert dict(state.odds()) == {
        parse_action("draw=attack"): Fraction(2, 3),
        parse_action("draw=genesis"): Fraction(1, 3),
    }
    state = after(state, "draw=genesis")
    assert (one(state).hand, one(state, 1).hand) == (cards("trade genesis"), cards("attack attack"))
    assert due(state) == (S.TECH, 0)


def test_j2_2_an_alliance_lasts_for_the_turn() -> None:
    state = after(at(S.ALLIANCE, players=3, A=seat(levels="diplomacy=2")), "ally=C")
    assert state.position.alliance == (0, 2)
    assert quiet(state, S.DRAW).position.alliance is None


def test_j2_2_j5_6_diplomacy_is_judged_after_the_theft() -> None:
    state = at(S.STEAL, A=seat(levels="trade=2"), B=seat("attack", levels="diplomacy=2"))
    assert due(after(state, "steal=B", "draw=attack")) == (S.ALLIANCE, 1)
    boosting = at(S.STEAL, A=seat("diplomacy", levels="trade=2"), B=seat(levels="diplomacy=2"))
    assert due(after(boosting, "boost=diplomacy", "done")) == (S.TECH, 0)


# --- J2.3: Tech


def test_j2_3_a_level_for_good() -> None:
    state = after(at(S.TECH, A=seat("attack genesis")), "raise=attack")
    assert one(state).levels[Card.ATTACK] == 2
    assert (one(state).hand, state.position.discard) == (cards("genesis"), cards("attack"))
    assert due(state) == (S.TECH, 1)
    assert one(quiet(state, S.DRAW)).levels[Card.ATTACK] == 2


def test_j2_3_a_special_is_learned_and_discarded() -> None:
    state = after(at(S.TECH, A=seat("attack genesis")), "learn=genesis")
    assert one(state).learned == {Card.GENESIS}
    assert state.position.discard == cards("genesis")
    assert due(state) == (S.TECH, 1)


def test_j2_3_pairs_come_second_any_number_of_them() -> None:
    state = at(S.TECH, actor=1, A=seat("attack attack attack attack jump jump"))
    state = after(state, "done")
    assert due(state) == (S.PAIRS, 0)
    state = after(state, "pair=attack", "pair=jump", "pair=attack")
    assert one(state).levels == tuple(n + 2 * (t == Card.ATTACK) + (t == Card.JUMP) for t, n in enumerate(FIRST_LEVELS))
    assert state.position.discard == cards("attack attack attack attack jump jump")
    state = after(state, "done")
    assert due(state) == (S.PAIRS, 1)
    assert due(after(state, "done")) == (S.MINE, 0)


# --- J2.4: Mine


def mined(state: State) -> int:
    return one(after(state, "done")).tokens - one(state).tokens


@pytest.mark.parametrize(
    ("fields", "tokens"),
    [
        ({"A": seat(fleets={"a1": 1})}, 5),
        ({"A": seat(fleets={"b1": 9})}, 0),
        ({"A": seat(fleets={"c1": 1})}, 1),
        ({"A": seat(fleets={"c1": 7})}, 1),
        ({"A": seat(fleets={"c1": 1}, learned="genesis")}, 2),
        ({"A": seat(fleets={"c1": 1}, learned="genesis"), "options": {"genesis_adds": True}}, 3),
        ({"A": seat(fleets={"c1": 1}), "options": {"genesis_adds": True}}, 1),
        ({"A": seat(fleets={"b2": 1})}, 2),
        ({"A": seat(fleets={"b2": 1}, learned="genesis ram_scoops")}, 2),
        ({"A": seat(fleets={"c3": 1})}, 0),
        ({"A": seat(fleets={"c3": 2}, learned="ram_scoops")}, 1),
        ({"A": seat(fleets={"a1": 5, "c1": 1, "a3": 1, "a5": 1}, levels="manufacturing=2")}, 16),
        ({"A": seat(fleets={"a1": 5}, levels="manufacturing=2", boosts="manufacturing=1")}, 15),
        ({"A": seat(fleets={"a1": 5, "c1": 1, "b2": 3, "c3": 1}, learned="ram_scoops", levels="manufacturing=3")}, 27),
    ],
)
def test_j2_4_what_spaces_make(fields: dict[str, Any], tokens: int) -> None:
    state = at(S.MINE, **fields)
    assert mined(state) == tokens


def test_j2_4_an_enemy_homeworld() -> None:
    state = at(S.MINE, players=3, A=seat(fleets={"j1": 1, "a1": 1}), B=seat(fleets={"b2": 1}))
    assert mined(state) == 7


@pytest.mark.parametrize(
    ("b", "c", "tokens"),
    [
        (seat(fleets={"a2": 1}), seat(), 2),
        (seat(fleets={"a2": 1}, learned="space_raiding"), seat(), 1),
        (seat(fleets={"a2": 1, "c1": 1}, learned="space_raiding"), seat(), 1),
        (seat(fleets={"d4": 1}, learned="space_raiding"), seat(), 2),
        (seat(fleets={"a2": 1}, learned="space_raiding"), seat(fleets={"c2": 1}, learned="space_raiding"), 0),
    ],
)
def test_j2_4_space_raiding(b: dict[str, Any], c: dict[str, Any], tokens: int) -> None:
    assert mined(at(S.MINE, players=3, A=seat(fleets={"b2": 1}), B=b, C=c)) == tokens


def test_j2_4_raids_never_take_more_than_the_cluster_makes() -> None:
    state = at(
        S.MINE,
        players=4,
        A=seat(fleets={"b2": 1, "c3": 1}, learned="ram_scoops"),
        B=seat(fleets={"a2": 1}, learned="space_raiding"),
        C=seat(fleets={"c2": 1}, learned="space_raiding"),
        D=seat(fleets={"b1": 1}, learned="space_raiding"),
    )
    assert mined(state) == 1


def test_j2_4_raids_do_not_hurt_star_fields_nor_the_raider() -> None:
    state = at(S.MINE, A=seat(fleets={"c1": 1, "b2": 1, "b1": 1}, learned="space_raiding"), B=seat(fleets={"d1": 1}))
    assert mined(state) == 3


def test_j2_4_j4_5_cards_for_rt() -> None:
    state = at(S.MINE, A=seat("attack genesis jump", levels="manufacturing=3", fleets={"a1": 1}))
    state = after(state, "discard=genesis", "boost=jump", "discard=attack")
    assert state.position.discard == cards("attack genesis jump")
    assert mined(state) == 3 * (5 + 2 * 2), "the boost's card doesn't count"
    assert due(after(state, "done")) == (S.MINE, 1)


# --- J2.5: Build


@pytest.mark.parametrize(
    ("levels", "boosts", "cost"),
    [
        ("", "", 5),
        ("attack=3", "", 7),
        ("defense=4", "", 8),
        ("miniaturization=2", "", 4),
        ("miniaturization=9", "", 1),
        ("attack=2", "miniaturization=2", 4),
        ("miniaturization=5", "", 1),
    ],
)
def test_j2_5_the_price_of_a_fleet(levels: str, boosts: str, cost: int) -> None:
    state = after(at(S.BUILD, A=seat(levels=levels, boosts=boosts, tokens=20)), "build=a1")
    assert one(state).tokens == 20 - cost
    assert fleets(state, 0) == {"a1": 6}


def test_j2_5_an_enemy_on_the_homeworld_does_not_hinder() -> None:
    state = at(S.BUILD, players=3, A=seat(tokens=10, fleets={"c1": 1}), B=seat(fleets={"a1": 2}))
    state = after(state, "build=a1", "build=a1")
    assert fleets(state, 0) == {"a1": 2, "c1": 1}
    state = quiet(state, S.DEAL)
    assert state.position.battle is not None
    assert state.position.battle.space == spot("a1")


def test_j2_5_j4_9_the_price_of_the_moment() -> None:
    state = at(S.BUILD, A=seat("miniaturization", tokens=9, fleets={}))
    state = after(state, "build=a1", "boost=miniaturization", "build=a1")
    assert (one(state).tokens, fleets(state, 0)) == (0, {"a1": 2})


def test_j2_5_j5_7_sabotage_comes_after_all_have_built() -> None:
    state = at(S.BUILD, players=3, B=seat("genesis", learned="sabotage"), C=seat(learned="sabotage"))
    state = after(state, "done", "done", "done")
    assert due(state) == (S.SABOTAGE, 1)
    state = after(state, "sabotage=A", "at=a1", "discard=genesis")
    assert fleets(state, 0) == {"a1": 4}
    assert state.position.discard == cards("genesis")
    assert due(state) == (S.SABOTAGE, 2), "once a turn, and also for one who can only end it"
    assert due(after(state, "done")) == (S.ORDERS, NOBODY)


# --- J2.6: Jump


def test_j2_6_all_write_at_once_and_the_order_of_writing_does_not_matter() -> None:
    state = at(S.ORDERS, players=3)
    assert state.to_act == (0, 1, 2)
    a, b = ("A from=a1", "A to=b2", "A count=2"), ("B from=j1", "B to=j2", "B count=1", "B done")
    assert after(state, *a, *b).position == after(state, *b, *a).position
    assert after(state, *b).to_act == (0, 2)
    with pytest.raises(IllegalActionError, match=r"^done: player B has written all orders \(J5.1\)$"):
        after(state, *b, "B done")


def test_j2_6_j5_8_fleets_jump() -> None:
    state = jumped(at(S.ORDERS), "A a1-b2:2", "A a1-c3:1")
    assert fleets(state, 0) == {"a1": 2, "b2": 2, "c3": 1}
    assert due(state) == (S.FINAL, 0)


def test_j2_6_fleets_that_cross_do_not_meet() -> None:
    state = jumped(at(S.ORDERS, A=seat(fleets={"b1": 2}), B=seat(fleets={"b2": 3})), "A b1-b2:2", "B b2-b1:3")
    assert (fleets(state, 0), fleets(state, 1)) == ({"b2": 2}, {"b1": 3})
    assert state.position.step is S.FINAL


def test_j2_6_a_planet_jump() -> None:
    state = at(S.ORDERS, A=seat(learned="planet_jump"))
    state = jumped(state, "A a1-b1")
    p = state.position
    assert p.homeworlds == (spot("b1"), spot("j10"))
    assert (p.spaces[spot("b1")], p.spaces[spot("a1")]) == (Space.HOMEWORLD, Space.VOID)
    assert fleets(state, 0) == {"a1": 5}


def test_j2_6_j5_10_a_planet_jump_with_its_fleets() -> None:
    state = jumped(at(S.ORDERS, A=seat(learned="planet_jump")), "A a1-b1", "A a1-b1:5")
    assert state.position.homeworlds[0] == spot("b1")
    assert fleets(state, 0) == {"b1": 5}


PLANETS: dict[str, Any] = {
    "homes": {"B": "c1"},
    "turn": 20,
    "A": seat(learned="planet_jump"),
    "B": seat(learned="planet_jump", fleets={"c1": 5}),
}


@pytest.mark.parametrize("first", [0, 1])
def test_j2_6_two_homeworlds_into_one_void(first: int) -> None:
    state = at(S.ORDERS, **PLANETS, start_player=first)
    state = jumped(state, "A a1-b1", "B c1-b1")
    assert state.position.homeworlds[first] == spot("b1")
    assert state.position.homeworlds[1 - first] == spot(("a1", "c1")[1 - first])
    orders = [one(state, player).written_orders.orders[0] for player in (0, 1)]
    assert [order.void for order in orders] == [first == 1, first == 0]


def test_j2_6_espionage_rewrites_one_order_after_the_reveal() -> None:
    state = ordered(at(S.ORDERS, B=seat(levels="espionage=2")), "B j10-j9:2", "B j10-i10:3", "A a1-b1:1")
    assert due(state) == (S.ESPIONAGE, 1)
    assert len(state.view(1).position.players[0].written_orders.orders) == 1
    state = after(state, "rewrite", "count=1", "from=j10", "to=i8", "count=1")
    assert [str(tuple(order)) for order in one(state, 1).written_orders.orders] == [
        str((spot("j10"), spot("i8"), 1, False)),
        str((spot("j10"), spot("i10"), 3, False)),
    ]
    assert fleets(state, 1) == {"j10": 1, "i8": 1, "i10": 3}
    assert due(state) == (S.FINAL, 0)


def test_j4_10_a_rewritten_order_may_only_be_cancelled() -> None:
    state = ordered(at(S.ORDERS, A=seat(levels="espionage=2")), "A a1-b1:1", "A a1-b2:2")
    state = after(state, "rewrite", "count=1", "done")
    assert fleets(state, 0) == {"a1": 3, "b2": 2}


def test_j4_10_void_orders_bind_their_fleets_too() -> None:
    state = at(
        S.ORDERS,
        players=3,
        options={"void_orders": True},
        alliance=(1, 0),
        A=seat(levels="espionage=2"),
        B=seat(fleets={"b2": 1}),
    )
    state = ordered(state, "A a1-b2:3", "A a1-b1:2")
    assert [order.void for order in one(state).written_orders.orders] == [True, False]
    state = after(state, "rewrite", "count=2", "from=a1", "to=c1")
    assert legal(state) == {"count=1", "count=2"}


def test_j2_6_time_jump_voids_an_order() -> None:
    state = at(S.ORDERS, players=3, A=seat("genesis", learned="time_jump"), C=seat("attack", learned="time_jump"))
    state = ordered(state, "A a1-b1:1", "B j1-j2:1", "B j1-i2:2")
    assert due(state) == (S.TIME_JUMP, 0)
    state = after(state, "negate=B", "count=2", "discard=genesis")
    assert state.position.discard == cards("genesis")
    assert due(state) == (S.TIME_JUMP, 2), "once a turn each, in turn order"
    state = after(state, "done")
    assert fleets(state, 1) == {"j1": 4, "j2": 1}
    assert fleets(state, 0) == {"a1": 4, "b1": 1}


def test_j2_6_time_jump_after_espionage_and_against_the_own_order() -> None:
    state = at(S.ORDERS, A=seat("genesis", learned="time_jump", levels="espionage=2"))
    state = ordered(state, "A a1-b1:1")
    assert due(state) == (S.ESPIONAGE, 0)
    state = after(state, "done", "negate=A", "count=1", "discard=genesis")
    assert fleets(state, 0) == {"a1": 5}


def test_j2_6_time_jump_saves_a_homeworld_order_too() -> None:
    state = at(S.ORDERS, **(PLANETS | {"A": seat("genesis", learned="planet_jump time_jump")}), start_player=0)
    state = after(ordered(state, "A a1-b1", "B c1-b1"), "negate=A", "count=1", "discard=genesis")
    assert state.position.homeworlds == (spot("a1"), spot("b1")), "a void jump takes no Void"


# --- J2.7: Fight


def clash(space: str = "c2", *orders: str, **fields: Any) -> State:
    """The first decision of a battle: A jumps from b1, B from d1, unless it is said otherwise."""
    fields.setdefault("A", seat(fleets={"b1": 2}))
    fields.setdefault("B", seat(fleets={"d1": 2}))
    if not orders:
        a, b = (sum(fields[letter]["fleets"].values()) for letter in "AB")
        orders = (f"A b1-{space}:{a}", f"B d1-{space}:{b}")
    return jumped(at(S.ORDERS, **fields), *orders)


def left(state: State, space: str = "c2") -> tuple[int, ...]:
    """The fleets of each player in a space after the battles, in which everybody fires."""
    done = fought(state)
    assert done.position.step is S.FINAL
    return tuple(done.position.fleets[player][spot(space)] for player in range(done.players))


def a(n: int = 2, **fields: Any) -> Any:
    return seat(fleets={"b1": n}, **fields)


def b(n: int = 2, **fields: Any) -> Any:
    return seat(fleets={"d1": n}, **fields)


@pytest.mark.parametrize(
    ("sides", "then"),
    [
        ({"A": a(2), "B": b(2)}, (0, 0)),
        ({"A": a(3), "B": b(2)}, (1, 0)),
        ({"A": a(2, levels="initiative=2"), "B": b(2)}, (2, 0)),
        ({"A": a(2, levels="initiative=2"), "B": b(3)}, (1, 0)),
        ({"A": a(2, levels="initiative=2"), "B": b(5)}, (0, 3)),
        ({"A": a(1, levels="attack=3"), "B": b(3)}, (0, 0)),
        ({"A": a(1, levels="attack=3"), "B": b(4)}, (0, 1)),
        ({"A": a(2, levels="defense=2"), "B": b(2)}, (1, 0)),
        ({"A": a(2, levels="initiative=2"), "B": b(1, levels="defense=3")}, (1, 0)),
        ({"A": a(2), "B": b(1, levels="defense=4 initiative=2")}, (0, 1)),
        ({"A": a(3), "B": b(1, levels="defense=4 initiative=2")}, (0, 1)),
        ({"A": a(4), "B": b(1, levels="defense=4 initiative=2")}, (2, 0)),
        ({"A": a(1, learned="cloaking"), "B": b(1)}, (1, 0)),
        ({"A": a(1, learned="cloaking"), "B": b(1, levels="initiative=3")}, (0, 0)),
        ({"A": a(1, learned="cloaking"), "B": b(1, levels="initiative=4")}, (0, 1)),
        ({"A": a(2, learned="cloaking"), "B": b(2, levels="defense=2")}, (0, 1)),
    ],
)
def test_j2_7_a_battle(sides: dict[str, Any], then: tuple[int, int]) -> None:
    """Worked out by hand: who deals first, what falls, what is left."""
    assert left(clash(**sides)) == then


def test_j2_7_cloaking_lasts_for_the_first_round() -> None:
    state = clash(A=a(2, learned="cloaking"), B=b(2, levels="defense=2"))
    assert state.position.battle is not None
    assert state.position.battle.groups == ((0,), (1,))
    state = after(state, "fire", "fire")
    assert state.position.battle is not None
    assert (state.position.battle.round, state.position.battle.groups) == (2, ((0, 1),))


def test_j4_12_cloaking_works_in_each_battle() -> None:
    sides = {"A": seat(fleets={"b1": 1, "b2": 1}, learned="cloaking"), "B": seat(fleets={"d1": 2})}
    state = jumped(at(S.ORDERS, **sides), "A b1-c1:1", "A b2-c2:1", "B d1-c1:1", "B d1-c2:1")
    assert fleets(fought(state), 0) == {"c1": 1, "c2": 1}


def test_j2_7_fallen_fleets_deal_nothing_and_damage_stays() -> None:
    state = clash(A=a(2, levels="initiative=2"), B=b(2, levels="defense=3"))
    battle = after(state, "fire").position.battle
    assert battle is not None
    assert battle.damage[:2] == ((0, 0), (2, 0))
    state = after(state, "fire", "fire")
    assert left(state) == (0, 2), "both of A's fell to two points of B"


@pytest.mark.parametrize(
    ("space", "held", "then"),
    [
        ("c3", {}, (0, 0)),
        ("c3", {"c3": 1}, (0, 1)),
        ("c2", {"c2": 1}, (0, 0)),
    ],
)
def test_j2_7_the_defender_of_a_nebula(space: str, held: dict[str, int], then: tuple[int, int]) -> None:
    """B's only fleet was there before, or another one of B's was there, or it is no Nebula."""
    if held:
        sides = {"A": seat(fleets={"b2": 1}), "B": seat(fleets={space: 1})}
        state = jumped(at(S.ORDERS, **sides), f"A b2-{space}:1")
    else:
        sides = {"A": seat(fleets={"b2": 1}), "B": seat(fleets={"d1": 1})}
        state = jumped(at(S.ORDERS, **sides), f"A b2-{space}:1", f"B d1-{space}:1")
    assert left(state, space) == then


def test_j4_12_who_held_the_nebula_defends_with_all_fleets_there_now() -> None:
    """B's one fleet leaves, another one comes, and both count as the defender's."""
    sides = {"A": seat(fleets={"b2": 2}), "B": seat(fleets={"c3": 1, "d4": 1})}
    state = jumped(at(S.ORDERS, **sides), "A b2-c3:2", "B c3-c4:1", "B d4-c3:1")
    assert state.position.battle is not None
    assert state.position.battle.groups == ((1,), (0,))
    assert left(state, "c3") == (0, 1), "3 Attack, 2 Defense: two of A's fall at once"


def test_j2_7_the_own_homeworld() -> None:
    """A has 3 Attack and 3 Defense at home, and no more Initiative."""
    sides = {"A": seat(fleets={"a1": 1}), "B": seat(fleets={"b2": 2})}
    state = jumped(at(S.ORDERS, **sides), "B b2-a1:2")
    assert state.position.battle is not None
    assert state.position.battle.groups == ((0, 1),)
    assert left(state, "a1") == (1, 0)
    sides["B"] = seat(fleets={"b2": 3})
    assert left(jumped(at(S.ORDERS, **sides), "B b2-a1:3"), "a1") == (0, 0)


def test_j2_7_no_bonus_on_the_homeworld_of_another() -> None:
    sides = {"A": seat(fleets={"i9": 1}), "B": seat(fleets={})}
    state = at(S.ORDERS, players=3, **sides, C=seat(fleets={"i10": 1}))
    assert left(jumped(state, "A i9-j10:1", "C i10-j10:1"), "j10") == (0, 0, 0)


def three(n: int = 2, **fields: Any) -> State:
    """Three sides at c2: A decides first."""
    fields.setdefault("A", seat(fleets={"b1": n}, levels="initiative=2"))
    state = at(S.ORDERS, players=3, **({"B": seat(fleets={"d1": n}), "C": seat(fleets={"b2": n})} | fields))
    return jumped(state, f"A b1-c2:{n}", f"B d1-c2:{n}", f"C b2-c2:{n}")


def test_j2_7_the_dealer_splits_the_damage() -> None:
    state = after(three(), "fire")
    assert due(state) == (S.SPLIT, 0)
    assert legal(state) == {"count=0", "count=1", "count=2"}
    for to_b, damage in enumerate([((0, 0), (0, 0), ()), ((0, 0), (0,), (0,)), ((0, 0), (), (0, 0))]):
        battle = after(state, f"count={to_b}").position.battle
        assert battle is not None
        assert battle.damage[:3] == damage


def test_j5_11_several_splits() -> None:
    """Four sides: two numbers, and the last side gets the rest. With nothing left nobody is asked."""
    state = at(
        S.ORDERS,
        players=4,
        A=seat(fleets={"b1": 2}, levels="initiative=2 attack=2"),
        B=seat(fleets={"d1": 2}),
        C=seat(fleets={"b2": 2}),
        D=seat(fleets={"c1": 2}),
    )
    state = after(jumped(state, "A b1-c2:2", "B d1-c2:2", "C b2-c2:2", "D c1-c2:2"), "fire", "count=1")
    assert legal(state) == {"count=0", "count=1", "count=2", "count=3"}
    battle = after(state, "count=1").position.battle
    assert battle is not None
    assert battle.damage[:4] == ((0, 0), (0,), (0,), ())
    assert due(after(state, "count=3")) == (S.DEAL, 1)


def test_j2_7_nova_bombs_hit_every_fleet_of_every_side() -> None:
    state = clash(A=a(3, learned="nova_bombs", levels="initiative=2 defense=2"), B=b(4))
    state = after(state, "bomb", "count=1")
    battle = state.position.battle
    assert battle is None, "one bomb of 1 Attack fells four fleets of 1 Defense"
    assert left(state) == (2, 0)


def test_j2_7_j4_12_own_fleets_suffer_from_a_bomb_and_are_no_kills() -> None:
    """A gives one up: 1 on each of the others, then the fire of two fells one of B's, which has 1 already."""
    state = clash(A=a(3, learned="nova_bombs", levels="initiative=2 defense=2"), B=b(2, levels="defense=3"))
    battle = after(state, "bomb", "count=1").position.battle
    assert battle is not None
    assert (battle.damage[:2], battle.kills) == (((1, 1), (1,)), (1, 0, 0))


def test_j2_7_each_bomb_does_its_damage() -> None:
    state = clash(A=a(4, learned="nova_bombs", levels="initiative=2 attack=2 defense=9"), B=b(3, levels="defense=9"))
    battle = after(state, "bomb", "count=2").position.battle
    assert battle is not None
    assert battle.damage[:2] == ((4, 4), (8, 4, 4)), "2 × 2 on each fleet, then the fire of two"


def test_j4_12_the_other_fleets_fire_in_the_same_deal() -> None:
    """One bomb of force 2, then the fire of two fleets, though the bomb fells them: 2 each, then 4 points."""
    state = clash(A=a(3, learned="nova_bombs", levels="initiative=2 attack=2"), B=b(3, levels="defense=4"))
    battle = after(state, "bomb", "count=1").position.battle
    assert battle is None
    assert left(after(state, "bomb", "count=1")) == (0, 1)


def test_j4_12_bombs_of_a_group_go_before_all_fire() -> None:
    """B's fleets are felled by A's bomb, and still fire, since both were settled before."""
    state = clash(A=a(2, learned="nova_bombs", levels="defense=2"), B=b(2))
    state = after(state, "bomb", "count=1", "fire")
    assert left(state) == (0, 0)


def test_j2_7_the_bonus_of_the_homeworld_is_in_a_bomb() -> None:
    home = seat(fleets={"a1": 2}, learned="nova_bombs", levels="initiative=2")
    state = jumped(at(S.ORDERS, A=home, B=seat(fleets={"b2": 3}, levels="defense=3")), "B b2-a1:3")
    assert left(after(state, "bomb", "count=1"), "a1") == (0, 0), "force 3 fells all"


@pytest.mark.parametrize(("n", "gain"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_j2_7_assimilation(n: int, gain: int) -> None:
    state = clash(A=a(n, learned="assimilation", levels="initiative=2"), B=b(n))
    assert left(state) == (n + gain, 0)


def test_j2_7_assimilation_counts_kills_by_bombs() -> None:
    state = clash(A=a(2, learned="assimilation nova_bombs", levels="initiative=2 defense=2"), B=b(4))
    assert left(after(state, "bomb", "count=1")) == (1 + 2, 0)


def test_j4_12_all_fall_and_nobody_assimilates() -> None:
    assert left(clash(A=a(4, learned="assimilation"), B=b(4, learned="assimilation"))) == (0, 0)


def test_j4_12_a_kill_belongs_to_whose_damage_fells() -> None:
    """Two points of A, then one of C, on B's fleet of 3 Defense: C has the kill, and so on."""
    state = three(
        2,
        A=seat(fleets={"b1": 2}, levels="initiative=3 defense=9"),
        B=seat(fleets={"d1": 2}, levels="defense=3"),
        C=seat(fleets={"b2": 2}, levels="initiative=2 defense=9"),
    )
    state = after(state, "fire", "count=2")
    battle = state.position.battle
    assert battle is not None
    assert battle.damage[1] == (2, 0)
    battle = after(state, "fire", "count=0").position.battle
    assert battle is not None
    assert (battle.damage[1], battle.kills) == ((1,), (0, 0, 1, 0))


def test_j4_12_battles_go_row_by_row() -> None:
    sides = {"A": seat(fleets={"b2": 2}), "B": seat(fleets={"c2": 2})}
    state = jumped(at(S.ORDERS, **sides), "A b2-b3:1", "A b2-c1:1", "B c2-b3:1", "B c2-c1:1")
    assert state.position.battle is not None
    assert state.position.battle.space == spot("c1")
    state = after(state, "fire", "fire")
    assert state.position.battle is not None
    assert state.position.battle.space == spot("b3")


def test_j4_12_boosts_of_attack_work_at_once_those_of_initiative_in_the_next_round() -> None:
    state = clash(A=a(2), B=b(4, hand="initiative attack"))
    state = after(state, "fire", "boost=initiative", "boost=attack")
    battle = state.position.battle
    assert battle is not None
    assert battle.groups == ((0, 1),)
    assert left(after(state, "fire")) == (0, 2)


def test_j4_12_a_boost_of_defense_works_before_the_damage() -> None:
    state = clash(A=a(2), B=b(2, hand="defense"))
    assert left(after(state, "fire", "boost=defense", "fire")) == (0, 1)


def test_j5_12_points_without_a_fleet_are_lost() -> None:
    """A fells both of B's with six points, and C alone deals next: B has no fleets left in the same group."""
    state = after(three(A=seat(fleets={"b1": 2}, levels="initiative=2 attack=3")), "fire", "count=6")
    battle = state.position.battle
    assert battle is not None
    assert battle.damage[:3] == ((0, 0), (), (0, 0))
    assert (due(state), battle.groups) == ((S.DEAL, 2), ((2,),))


def test_j4_12_the_worst_hit_is_given_up_first() -> None:
    """B's point of each round lies on one fleet, which A gives up: the bomb's point is the first on the others."""
    state = clash(A=a(3, learned="nova_bombs", levels="defense=3"), B=b(1, levels="initiative=2 defense=9"))
    state = after(state, "fire", "fire", "fire")
    battle = state.position.battle
    assert battle is not None
    assert (battle.round, battle.damage[:2]) == (2, ((2, 0, 0), (3,)))
    battle = after(state, "bomb", "count=1").position.battle
    assert battle is not None
    assert battle.damage[:2] == ((1, 1), (6,))


# --- J2.8: Final


def test_j2_8_each_discards_down_in_turn_order() -> None:
    state = at(S.FINAL, A=seat("attack attack genesis cloaking jump"), B=seat("command"))
    state = after(state, "discard=genesis")
    assert (one(state).hand, state.position.discard) == (cards("attack attack cloaking jump"), cards("genesis"))
    state = after(state, "done")
    assert due(state) == (S.FINAL, 1)
    state = after(state, "done")
    assert (due(state), state.position.turn) == ((S.DRAW, 0), 3)


def test_j2_8_a_boost_of_research_keeps_a_card() -> None:
    state = at(S.FINAL, A=seat("attack attack genesis cloaking jump research"))
    state = after(state, "boost=research")
    assert legal(state) == {"done", "boost=attack", "boost=jump"}


# --- J2.9: boosts


def test_j2_9_a_boost_lasts_until_the_turn_ends() -> None:
    state = after(at(S.MINE, A=seat("jump", learned="leadership", fleets={"a1": 1})), "boost=jump", "lead=jump")
    assert level(state.position, 0, Card.JUMP) == 3
    assert (one(state).levels[Card.JUMP], one(state).led) == (1, True)
    assert state.position.discard == cards("jump")
    orders = after(quiet(state, S.ORDERS), "from=a1")
    assert "to=e3" in legal(orders), "four steps"
    turned = quiet(state, S.DRAW)
    assert (level(turned.position, 0, Card.JUMP), one(turned).led) == (1, False)


DECISIONS: dict[str, Any] = {
    "draw": lambda hand: at(S.DRAW, A=hand()),
    "offer": lambda hand: at(S.OFFER, A=hand(), options={"trade": True}),
    "answer": lambda hand: after(
        at(S.OFFER, actor=1, A=hand(), B=seat(tokens=1), options={"trade": True}),
        *("offer=A", "done", "count=1", "done", "count=0"),
    ),
    "steal": lambda hand: at(S.STEAL, A=hand(levels="trade=2")),
    "alliance": lambda hand: at(S.ALLIANCE, A=hand(levels="diplomacy=2")),
    "tech": lambda hand: at(S.TECH, A=hand()),
    "pairs": lambda hand: at(S.PAIRS, A=hand()),
    "mine": lambda hand: at(S.MINE, A=hand()),
    "build": lambda hand: at(S.BUILD, A=hand()),
    "sabotage": lambda hand: at(S.SABOTAGE, A=hand(learned="leadership sabotage")),
    "orders": lambda hand: at(S.ORDERS, A=hand()),
    "espionage": lambda hand: ordered(at(S.ORDERS, A=hand(levels="espionage=2"))),
    "time-jump": lambda hand: ordered(at(S.ORDERS, A=hand(learned="leadership time_jump"))),
    "deal": lambda hand: clash(A=hand(fleets={"b1": 2})),
    "final": lambda hand: at(S.FINAL, A=hand()),
}


@pytest.mark.parametrize("step", DECISIONS)
def test_j4_2_j5_3_where_technologies_are_boosted(step: str) -> None:
    """At each decision, and the step stays what it was; a player without a card decides there, too."""

    def hand(learned: str = "leadership", **fields: Any) -> Any:
        return seat("command", learned=learned, **fields)

    state = DECISIONS[step](hand)
    assert due(state) in ((Due(step), 0), (Due(step), NOBODY))
    boosted = after(state, "A boost=command", "A lead=attack")
    assert due(boosted) == due(state)
    assert level(boosted.position, 0, Card.COMMAND) == level(state.position, 0, Card.COMMAND) + 1
    assert level(boosted.position, 0, Card.ATTACK) == level(state.position, 0, Card.ATTACK) + 1
    assert not {"boost=command", "lead=attack"} & legal(boosted, 0)

    def poor(learned: str = "", **fields: Any) -> Any:
        return seat(learned=learned.replace("leadership ", ""), **fields)

    assert due(DECISIONS[step](poor)) == due(state)


HALF_MADE: dict[str, Any] = {
    "give": lambda hand: after(at(S.OFFER, A=hand(), options={"trade": True}), "offer=B"),
    "pay": lambda hand: after(at(S.OFFER, A=hand(), options={"trade": True}), "offer=B", "done"),
    "ask": lambda hand: after(at(S.OFFER, A=hand(), options={"trade": True}), "offer=B", "done", "count=0"),
    "charge": lambda hand: after(
        at(S.OFFER, A=hand(), options={"trade": True}), *("offer=B", "done", "count=0", "ask=jump", "done")
    ),
    "sabotage-space": lambda hand: after(at(S.SABOTAGE, A=hand(learned="leadership sabotage")), "sabotage=B"),
    "sabotage-card": lambda hand: after(at(S.SABOTAGE, A=hand(learned="leadership sabotage")), "sabotage=B", "at=j10"),
    "orders": lambda hand: after(at(S.ORDERS, A=hand()), "from=a1"),
    "rewrite": lambda hand: after(ordered(at(S.ORDERS, A=hand(levels="espionage=2")), "A a1-b1:1"), "rewrite"),
    "rewriting": lambda hand: after(
        ordered(at(S.ORDERS, A=hand(levels="espionage=2")), "A a1-b1:1"), "rewrite", "count=1"
    ),
    "negate-order": lambda hand: after(
        ordered(at(S.ORDERS, A=hand(learned="leadership time_jump")), "A a1-b1:1"), "negate=A"
    ),
    "negate-card": lambda hand: after(
        ordered(at(S.ORDERS, A=hand(learned="leadership time_jump")), "A a1-b1:1"), "negate=A", "count=1"
    ),
    "bombs": lambda hand: after(clash(A=hand(fleets={"b1": 2}, learned="leadership nova_bombs")), "bomb"),
    "split": lambda hand: after(three(A=hand(fleets={"b1": 2}, levels="initiative=2")), "fire"),
}


@pytest.mark.parametrize("step", HALF_MADE)
def test_j4_2_nothing_is_boosted_inside_a_decision_half_made(step: str) -> None:
    def hand(learned: str = "leadership", **fields: Any) -> Any:
        return seat("command", learned=learned, **fields)

    state = HALF_MADE[step](hand)
    assert state.position.step == step
    for text in ("boost=command", "lead=attack"):
        assert state.why_not(parse_action(text), 0) is Reason.NOT_DUE


def test_the_steps_with_boosts_and_without_are_all() -> None:
    chances = {Due.START, Due.THEFT, Due.END}
    assert {*DECISIONS} | {*HALF_MADE} | chances == set(Due)
    assert {*DECISIONS} & {*HALF_MADE} == {"orders"}


# --- J3: the end


def ending(**fields: Any) -> State:
    """The state after the Final phase."""
    state = at(S.FINAL, **fields)
    for _ in range(state.players):
        state = after(state, "done")
    return state


def test_j3_1_all_enemy_homeworlds() -> None:
    state = ending(A=seat(fleets={"j10": 1}), B=seat(fleets={"b2": 9}))
    assert (state.to_act, state.totals) == ((), (1, 0))
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.totals, state.outcome.decided_by) == ((0,), (1, 0), "conquest")
    with pytest.raises(GameOverError, match=r"^done: the game is over after turn 2, by conquest \(J5.14\)$"):
        after(state, "done")


def test_j3_1_all_and_not_some() -> None:
    state = ending(players=3, A=seat(fleets={"j1": 1, "a1": 5}), B=seat(fleets={"b2": 9}))
    assert (due(state), state.position.turn, state.outcome) == ((S.DRAW, 0), 3, None)
    won = ending(players=3, A=seat(fleets={"j1": 1, "e10": 1}), B=seat(fleets={"b2": 9}), C=seat(fleets={}))
    assert won.outcome is not None
    assert won.outcome.winners == (0,)


def test_j3_1_two_at_once_and_nobody_is_eliminated() -> None:
    state = ending(A=seat(fleets={"j10": 1}), B=seat(fleets={"a1": 1}))
    assert (due(state), state.outcome) == ((S.DRAW, 0), None)
    poor = ending(A=seat(fleets={"a1": 5}), B=seat(fleets={}))
    assert due(quiet(poor, S.DRAW, 1)) == (S.DRAW, 1)


def test_j3_2_to_occupy_is_to_have_a_fleet_there_after_the_fights() -> None:
    sides = {"A": seat(fleets={"j9": 1}), "B": seat(fleets={"j10": 1, "c1": 1})}
    state = jumped(at(S.ORDERS, **sides), "A j9-j10:1")
    assert state.position.step is S.DEAL
    assert state.totals == (1, 0)
    assert fought(state).totals == (0, 0)


NEUTRAL: dict[str, Any] = {"options": {"neutral": True}, "turn": 9}


def test_j3_3_the_neutral_homeworld() -> None:
    p = new_game(players=4, neutral=True).position
    assert p.spaces[44] is Space.HOMEWORLD
    assert sum(p.fleets[4]) == p.fleets[4][44] == 3
    assert new_game(players=4).position.spaces[44] is not Space.HOMEWORLD
    with pytest.raises(SetupError, match=r"J3.3"):
        new_game(players=5, neutral=True)


@pytest.mark.parametrize(
    ("before", "holder", "turns", "after_"),
    [
        ((NOBODY, 0), 0, 1, None),
        ((0, 1), 0, 2, None),
        ((0, 2), 0, 3, "neutral"),
        ((1, 2), 0, 1, None),
    ],
)
def test_j3_3_three_turns_in_a_row(before: tuple[int, int], holder: int, turns: int, after_: str | None) -> None:
    who, n = before
    state = at(
        S.FINAL,
        **NEUTRAL,
        neutral=0,
        neutral_holder=who,
        neutral_turns=n,
        A=seat(fleets={"e5": 1, "a1": 1}),
        held={"e5": who},
    )
    state = after(state, "done", "done")
    assert (state.position.neutral_holder, state.position.neutral_turns) == (holder, turns)
    assert (state.outcome and state.outcome.decided_by) == after_
    if after_ is not None:
        with pytest.raises(GameOverError, match=r", by the neutral Homeworld \(J5.14\)$"):
            after(state, "done")


def test_j3_3_the_count_ends_when_nobody_holds_it() -> None:
    state = at(S.FINAL, **NEUTRAL, neutral=0, neutral_holder=0, neutral_turns=2, held={"e5": 0})
    state = after(state, "done", "done")
    assert (state.position.neutral_holder, state.position.neutral_turns) == (NOBODY, 0)


def test_j3_3_a_siege_of_the_neutral_homeworld() -> None:
    """Level 1, and 2 more Attack and Defense: three fleets deal nine points, and fall to three points each."""
    state = at(S.ORDERS, **NEUTRAL, A=seat(fleets={"d5": 9}, levels="logistics=4 initiative=2"))
    state = fought(jumped(state, "A d5-e5:9"))
    assert (fleets(state, 0), fleets(state, 2)) == ({"e5": 9}, {}), "nine points first fell all three"
    state = fought(jumped(at(S.ORDERS, **NEUTRAL, A=seat(fleets={"d5": 6})), "A d5-e5:6"))
    assert (fleets(state, 0), fleets(state, 2)) == ({}, {"e5": 1}), "six points fell two, and nine all of A's"


@pytest.mark.parametrize(
    ("fields", "winners", "by"),
    [
        ({"A": seat(fleets={"j1": 1}), "B": seat(fleets={"b2": 9})}, (0,), "homeworlds"),
        ({"A": seat(fleets={"c1": 3}, tokens=9), "B": seat(fleets={"b2": 9})}, (1,), "fleets"),
        ({"A": seat(fleets={"c1": 5}, tokens=3), "B": seat(fleets={"b2": 5})}, (0,), "tokens"),
        ({"A": seat(fleets={"c1": 5}, tokens=3), "C": seat(tokens=3)}, (0, 2), "shared"),
        ({}, (0, 1, 2), "shared"),
        ({"A": seat(fleets={"j1": 1}), "B": seat(fleets={"a1": 2}), "C": seat(fleets={"b2": 9})}, (1,), "fleets"),
    ],
)
def test_j3_4_j4_13_j5_14_the_turn_limit(fields: dict[str, Any], winners: tuple[int, ...], by: str) -> None:
    state = ending(players=3, options={"turn_limit": 2}, **fields)
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.decided_by) == (winners, by)
    with pytest.raises(GameOverError, match=rf"(?i)^done: the game is over after turn 2, (by|and) {by} \(J5.14\)$"):
        after(state, "done")
    assert ending(players=3, options={"turn_limit": 3}, **fields).outcome is None


@pytest.mark.parametrize("limit", [0, 1001])
def test_j3_4_the_turn_limit_is_1_to_1000(limit: int) -> None:
    with pytest.raises(SetupError, match="turn_limit"):
        new_game(turn_limit=limit)


def test_j3_4_a_conquest_in_the_last_turn_is_one() -> None:
    state = ending(options={"turn_limit": 2}, A=seat(fleets={"j10": 1}), B=seat(fleets={"b2": 9}))
    assert state.outcome is not None
    assert state.outcome.decided_by == "conquest"


def test_j3_3_without_the_option_nobody_counts() -> None:
    state = ending(A=seat(fleets={"e5": 1, "a1": 1}))
    assert (state.position.neutral_holder, state.position.neutral_turns) == (NOBODY, 0)


# --- J4: closer readings


def test_j4_3_sealed_boosts_work_for_oneself_at_once() -> None:
    state = at(S.ORDERS, A=seat("command command", learned="leadership"))
    state = after(
        state, "boost=command", "lead=logistics", "from=a1", "to=b1", "count=1", "from=a1", "to=b2", "count=1"
    )
    state = after(state, "from=a1", "to=c1", "count=1")
    assert len(one(state).written_orders.orders) == 3
    assert one(state).boosts == (0,) * 12
    assert state.position.discard == cards("")
    state = ordered(state)
    assert (one(state).boosts[Card.COMMAND], one(state).boosts[Card.LOGISTICS], one(state).led) == (1, 1, True)
    assert state.position.discard == cards("command")


@pytest.mark.parametrize(("technology", "step"), [("trade", S.STEAL), ("diplomacy", S.ALLIANCE)])
def test_j4_4_j5_6_a_privilege_is_settled_when_its_step_begins(technology: str, step: Due) -> None:
    state = at(step, A=seat(levels=f"{technology}=2"), B=seat(f"{technology} {technology}"))
    assert due(state) == (step, 0)
    late = at(S.MINE, A=seat(technology))
    assert due(quiet(after(late, f"boost={technology}"), S.BUILD)) == (S.BUILD, 0)


def test_j4_5_only_cards_of_the_own_decision_count() -> None:
    state = after(at(S.MINE, A=seat("attack jump", fleets={"a1": 1})), "boost=attack", "discard=jump")
    assert mined(state) == 7
    other = after(at(S.MINE, A=seat("jump", fleets={"a1": 1}), B=seat(fleets={"b1": 1})), "discard=jump", "done")
    assert mined_by(other, 1) == 0


def mined_by(state: State, player: int) -> int:
    return one(after(state, "done"), player).tokens - one(state, player).tokens


def test_j4_6_an_offer_and_a_stolen_card_are_seen_by_two() -> None:
    state = offered()
    assert state.view(0).position.offer == state.view(1).position.offer == state.position.offer
    hidden = state.view(2).position.offer
    assert hidden is None or hidden[2:] == ((), 0, (), 0)
    theft = after(at(S.STEAL, players=3, A=seat(levels="trade=2"), B=seat("genesis jump")), "steal=B", "draw=genesis")
    assert theft.view(2).position.players[0].hidden == 1
    assert theft.view(1).position.players[0].hidden == 1
    assert theft.view(0).position.players[0].hand == cards("genesis")


def test_j4_6_a_hidden_offer_is_not_accepted_in_a_view() -> None:
    view = offered().view(2)
    assert view.why_not(parse_action("accept"), 1) is Reason.EMPTY_OFFER
    with pytest.raises(IllegalActionError, match=r"^accept: this view hides what is offered and asked for \(J4.6\)$"):
        after(view, "accept")
    assert due(after(view, "refuse")) == (S.OFFER, 1)


def test_j4_6_a_gift() -> None:
    state = at(S.OFFER, **TRADE, A=seat("attack attack"))
    state = after(state, "offer=C", "give=attack", "give=attack", "count=0", "done", "count=0", "accept")
    assert (one(state).hand, one(state, 2).hand) == (cards(""), cards("attack attack"))


def test_j4_7_two_players_learn_the_same() -> None:
    state = at(S.TECH, A=seat("genesis"), B=seat(learned="genesis"))
    assert one(after(state, "learn=genesis")).learned == one(state, 1).learned


def test_j4_8_the_neutral_homeworld_makes_nothing_and_does_not_count() -> None:
    sides = {"A": seat(fleets={"e5": 1}), "B": seat(fleets={"b1": 1})}
    state = at(S.MINE, **NEUTRAL, neutral=0, neutral_holder=0, neutral_turns=1, **sides)
    assert (mined(state), state.totals) == (0, (0, 0))


@pytest.mark.parametrize(("n", "start_player", "target"), [(2, 0, 1), (1, 0, 0), (1, 1, 1)])
def test_j4_8_neutral_fleets_fire_at_the_most(n: int, start_player: int, target: int) -> None:
    """Nine points fall on one side; of equals, on the earlier in turn order."""
    sides = {"A": seat(fleets={"d5": 1}, levels="defense=20"), "B": seat(fleets={"f4": n}, levels="defense=20")}
    state = jumped(at(S.ORDERS, **NEUTRAL, **sides, start_player=start_player), "A d5-e5:1", f"B f4-e5:{n}")
    for _ in range(2):
        state = after(state, "fire", "count=0")
    battle = state.position.battle
    assert battle is not None
    assert [sum(battle.damage[player]) for player in (0, 1)] == [9 * (target == 0), 9 * (target == 1)]
    assert battle.round == 2


def test_j4_9_an_empty_homeworld_and_no_limit() -> None:
    state = at(S.BUILD, A=seat(tokens=10_000, levels="miniaturization=5", fleets={}))
    state = after(state, *["build=a1"] * 150)
    assert fleets(state, 0) == {"a1": 150}


def test_j4_9_sabotage_of_own_and_neutral_fleets() -> None:
    state = at(S.SABOTAGE, **NEUTRAL, A=seat("genesis", learned="sabotage"))
    assert legal(state) == {"done", "sabotage=A", "sabotage=B", "sabotage=neutral"}
    assert fleets(after(state, "sabotage=neutral", "at=e5", "discard=genesis"), 2) == {"e5": 2}
    assert fleets(after(state, "sabotage=A", "at=a1", "discard=genesis"), 0) == {"a1": 4}


def test_j4_10_void_orders_are_void_at_the_reveal() -> None:
    fields: dict[str, Any] = {"players": 3, "alliance": (1, 0), "B": seat(fleets={"b2": 1})}
    state = ordered(at(S.ORDERS, options={"void_orders": True}, **fields), "A a1-b2:2", "A a1-b1:1", "C e10-d9:1")
    assert [order.void for order in one(state).written_orders.orders] == [True, False]
    assert [order.void for order in one(state, 2).written_orders.orders] == [False]
    assert fleets(state, 0) == {"a1": 4, "b1": 1}


def test_j4_10_a_rewritten_order_against_the_alliance_is_void() -> None:
    fields: dict[str, Any] = {"players": 3, "alliance": (1, 0), "B": seat(fleets={"b2": 1})}
    spy = seat(levels="espionage=2")
    kept = ordered(at(S.ORDERS, A=spy, **fields), "A a1-b1:1")
    kept = after(kept, "rewrite", "count=1", "from=a1")
    assert kept.why_not(parse_action("to=b2")) is Reason.ALLIED
    state = ordered(at(S.ORDERS, A=spy, options={"void_orders": True}, **fields), "A a1-b1:1")
    state = after(state, "rewrite", "count=1", "from=a1", "to=b2", "count=3")
    assert fleets(state, 0) == {"a1": 5}


def test_j4_11_an_enemy_beside_the_own_fleets_does_not_hinder() -> None:
    state = at(S.BUILD, players=3, A=seat(tokens=5, learned="planet_jump", fleets={}), B=seat(fleets={"a1": 1}))
    state = quiet(after(state, "build=a1"), S.ORDERS)
    assert "planet=b1" in legal(state, 0)
    assert jumped(state, "A a1-b1").position.homeworlds[0] == spot("b1")


def test_j4_13_two_ways_to_win_at_once() -> None:
    """A would win by the neutral Homeworld, B by conquest: play goes on, and the count, too."""
    fields: dict[str, Any] = NEUTRAL | {"neutral": 0, "neutral_holder": 0, "neutral_turns": 2}
    state = ending(**fields, A=seat(fleets={"e5": 1, "b2": 9}), B=seat(fleets={"a1": 1}))
    assert (state.outcome, state.position.neutral_turns) == (None, 3)
    alone = ending(**fields, A=seat(fleets={"e5": 1, "b2": 9}))
    assert alone.outcome is not None
    assert (alone.outcome.winners, alone.outcome.decided_by) == ((0,), "neutral")
    both = ending(**fields, A=seat(fleets={"e5": 1, "j10": 9}), B=seat(fleets={"b2": 1}))
    assert both.outcome is not None
    assert both.outcome.decided_by == "conquest"


# --- J5: small steps


def test_j5_1_whose_turn_it_is() -> None:
    state = at(S.MINE)
    assert state.why_not(parse_action("done"), 1) is Reason.NOT_TO_ACT
    with pytest.raises(IllegalActionError, match=r"^done: player B is not to act: player A is \(J5.1\)$"):
        after(state, "B done")
    chance = after(at(S.DRAW), "take")
    with pytest.raises(IllegalActionError, match="player A is not to act: chance is"):
        after(chance, "A done")
    with pytest.raises(IllegalActionError, match="what is due is draw"):
        after(chance, "done")
    with pytest.raises(IllegalActionError, match=r"^done: player A has written all orders \(J5.1\)$"):
        after(at(S.ORDERS, players=3), "A done", "A done")


@pytest.mark.parametrize("index", [-1, 10_000, 1 << 70])
def test_j5_1_no_such_action(index: int) -> None:
    state = at(S.MINE)
    assert state.why_not(index) is Reason.NO_SUCH_ACTION
    with pytest.raises(IllegalActionError, match=r"J5.1"):
        state.after(index)


def test_j5_1_no_such_player() -> None:
    state = at(S.MINE)
    asked: Any
    for asked in (2, -2, 1 << 70):
        for call in (state.legal_ids, state.legal_actions, lambda player: state.why_not(0, player)):
            with pytest.raises(IndexError, match=f"there is no player {asked}"):
                call(asked)
        with pytest.raises(IndexError, match="they are 0 to 1"):
            state.after(0, asked)
    for asked in (True, "A", 0.5):
        with pytest.raises(TypeError, match="player is an integer"):
            state.legal_ids(asked)
    broken: Any = []
    for action in (Action(Verb.FROM, broken), Action(Verb.FROM, 100), Action(Verb.COUNT, 10**5000)):
        assert state.why_not(action) is Reason.NO_SUCH_ACTION
        with pytest.raises(IllegalActionError, match=r"is no action of this game \(J5.1\)$"):
            state.after(action)


def test_j5_2_numbers_in_parts() -> None:
    """Of fleets in an order, RT in an offer, points of damage and bombs."""
    state = at(S.ORDERS, A=seat(fleets={"a1": 400}, levels="logistics=300"))
    state = after(
        state, "from=a1", "to=b1", "count=99", "B from=j10", "B to=j9", "B count=2", "A count=99", "A count=0"
    )
    assert one(state).written_orders.orders[0].fleets == 198
    assert one(state, 1).written_orders.orders[0].fleets == 2
    bombs = clash(A=a(150, learned="nova_bombs", levels="logistics=150"), B=b(2))
    bombs = after(bombs, "bomb", "count=99", "count=51", "fire")
    assert left(bombs) == (0, 0)


def test_j5_9_a_rewritten_order_begun_is_not_cancelled() -> None:
    state = ordered(at(S.ORDERS, A=seat(levels="espionage=2")), "A a1-b1:1")
    state = after(state, "rewrite", "count=1", "from=a1")
    assert state.why_not(parse_action("done")) is Reason.NOT_DUE


SEALED: dict[str, Any] = {"options": {"simultaneous": True}}


def sealed_clash() -> State:
    """A and B fight with equal Initiative; A has cards, Nova Bombs and Leadership, and decides first."""
    return clash(A=seat("attack attack", fleets={"b1": 4}, learned="nova_bombs leadership"), B=b(3), **SEALED)


def test_j5_11_a_deal_is_sealed_until_the_group_has_settled() -> None:
    begun = sealed_clash()
    seen, state = begun.view(1), begun
    for text in ("boost=attack", "lead=attack", "bomb"):
        state = after(state, text)
        assert state.view(1) == seen
        assert state.view(0).ply == state.ply
    # J4.3: the boosts work for A at once.
    assert level(state.position, 0, Card.ATTACK) == 3
    state = after(state, "count=1")
    assert battle_of(state).deals == (Deal(0, 1, 3, (0, 9, 0)),)
    assert (due(state), state.written) == ((S.DEAL, 1), (4, 0))
    hidden = state.view(1)
    assert battle_of(hidden).deals == (Deal(0, 0, 0, ()),)
    assert (hidden.ply, hidden.position.players[0].written_orders, hidden.position.players[0].hidden) == (
        begun.ply,
        NOTHING_WRITTEN._replace(orders=one(state).written_orders.orders, done=True),
        2,
    )
    assert level(hidden.position, 0, Card.ATTACK) == 1
    opened = after(state, "fire")
    assert opened.written == ()
    assert one(opened).boosts[Card.ATTACK] == 2
    assert one(opened).led
    assert opened.position.discard[Card.ATTACK] == 1
    assert opened.view(1).ply == opened.ply
    # In a view the hidden deal does no damage.
    assert hidden.after(Action(Verb.FIRE)).position.fleets[1] == hidden.position.fleets[1]


def test_j5_11_the_boost_of_a_group_counts_before_its_damage() -> None:
    """Defense is boosted by the second of the group; the first has settled before."""
    boosted = clash(A=a(2), B=seat("defense", fleets={"d1": 2}), **SEALED)
    boosted = after(boosted, "fire", "boost=defense")
    assert one(boosted, 1).boosts == (0,) * 12
    boosted = after(boosted, "fire")
    assert one(boosted, 1).boosts[Card.DEFENSE] == 1
    assert left(boosted) == (0, 1)


def test_j5_11_j5_15_settled_deals_are_drawn_in_samples() -> None:
    state = after(sealed_clash(), "bomb", "count=4")
    drawn = {battle_of(state.sample(1, SplitMix64(seed))).deals[0].bombs for seed in range(40)}
    assert drawn == {0, 1, 2, 3, 4}
    for seed in range(5):
        full = state.sample(1, SplitMix64(seed))
        assert (full.view(1), full.view(1).ply) == (state.view(1), state.view(1).ply)


def test_j5_11_without_the_option_a_deal_is_open() -> None:
    state = clash(A=seat("attack", fleets={"b1": 4}), B=b(3))
    state = after(state, "boost=attack", "fire")
    assert one(state.view(1)).boosts[Card.ATTACK] == 1
    assert battle_of(state.view(1)).deals == battle_of(state).deals
    assert state.written == ()


def test_j5_13_what_ends_with_the_turn() -> None:
    state = at(S.MINE, A=seat("jump", learned="leadership"))
    state = after(state, "boost=jump", "lead=attack")
    state = jumped(quiet(state, S.ORDERS), "A a1-c3:2")
    state = quiet(state, S.DRAW)
    player = one(state)
    assert (player.boosts, player.led, player.written_orders, state.position.turn) == (
        (0,) * 12,
        False,
        NOTHING_WRITTEN,
        3,
    )
    assert {space_name(space) for space, side in enumerate(state.position.held) if side == 0} == {"a1", "c3"}


def test_j5_15_an_offer_half_made_is_hidden() -> None:
    state = after(at(S.OFFER, A=seat("attack", tokens=1), **TRADE), "offer=B", "give=attack")
    for player in (1, 2):
        seen = state.view(player)
        assert (due(seen), seen.position.offer) == ((S.OFFER, 0), None)
    assert state.view(0).position.offer == state.position.offer


def test_j5_15_a_sample_fits_the_view() -> None:
    state = at(S.ORDERS, players=3, A=seat("attack"), B=seat("jump genesis"), C=seat("trade"))
    state = after(state, "B boost=jump", "B from=j1", "B to=j2", "B count=1", "B done", "A from=a1")
    for seed in range(10):
        full = state.sample(0, SplitMix64(seed))
        assert full.view(0) == state.view(0)
        assert all(player.hidden == 0 for player in full.position.players)
        assert full.position.players[1].written_orders.done
        assert full.position.players[2].written_orders == NOTHING_WRITTEN
