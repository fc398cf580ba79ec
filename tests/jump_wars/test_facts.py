"""Facts that follow from the rules: how far Homeworlds lie apart, what refusals say, what each reason is met by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from tests.jump_wars.scenes import after, at, seat
from tests.jump_wars.steps import meeting, played, raised
from tests.jump_wars.test_rules import ROWS
from tests.jump_wars.test_what_follows import DECISIONS, HALF_MADE
from tests.profiles import by_profile

from sse_core.errors import ArgumentError
from sse_core.game import CHANCE
from sse_core.jump_wars.actions import ACTIONS, Action, Verb
from sse_core.jump_wars.board import N_SPACES, PLAYERS, SITES, Grid, distance
from sse_core.jump_wars.cards import COPIES, SPECIALS, Card
from sse_core.jump_wars.options import Options
from sse_core.jump_wars.positions.makers import max_plies, most_rounds, new_game, position
from sse_core.jump_wars.positions.position import Due, with_player
from sse_core.jump_wars.reasons import Reason
from sse_core.jump_wars.reference.refusals import reason_for, reasons_against, verbs_due
from sse_core.jump_wars.state import LAST_PLY, State
from sse_core.jump_wars.strategies import states
from sse_core.jump_wars.text.notation import format_action
from sse_core.jump_wars.words.refusals import illegal_action
from sse_core.seeds import SplitMix64

# --- the board


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("grid", Grid)
def test_no_sites_lie_farther_apart(grid: Grid, players: int) -> None:
    """All sets of so many spaces are tried for one step more between any two."""
    apart = min(distance(grid, a, b) for a, b in combinations(SITES[grid][players], 2))
    farther = [{b for b in range(N_SPACES) if distance(grid, a, b) > apart} for a in range(N_SPACES)]

    def has_room(spaces: set[int], n: int) -> bool:
        return n == 0 or any(has_room({b for b in spaces & farther[a] if b > a}, n - 1) for a in spaces)

    assert not has_room({*range(N_SPACES)}, players)


@pytest.mark.parametrize("grid", Grid)
def test_distances(grid: Grid) -> None:
    assert distance(grid, 0, 99) == (9 if grid is Grid.SQUARE else 18)
    assert distance(grid, 9, 90) == 9


# --- chance


def test_the_odds_of_two_cards() -> None:
    """Hypergeometric: the chance that the first two cards are of one kind."""
    state = after(at(Due.DRAW), "take")
    same = sum(share * dict(state.after(event).odds()).get(event, Fraction(0)) for event, share in state.odds())
    assert same == Fraction(12 * 5 * 4, 74 * 73)
    assert COPIES == (5,) * 12 + (1,) * 14


# --- how long a game can be


def test_the_bound_of_usual_games_is_a_number_of_32_bits() -> None:
    for players, turns in ((2, 100), (3, 20), (4, 20), (5, 8)):
        assert max_plies(new_game(players=players, turn_limit=turns)) < 1 << 31
    assert max_plies(new_game(turn_limit=1)) < 1 << 20


@pytest.mark.parametrize("defense", [1, 5, 90])
@pytest.mark.parametrize("fleets", [1, 7, 60])
@pytest.mark.parametrize("sides", [2, 3])
def test_no_battle_has_more_rounds_than_its_bound(sides: int, fleets: int, defense: int) -> None:
    """The longest battles are those of fleets that bear much: all have Attack 1, and aim at the last enemy."""
    p = meeting(*range(sides), fleets=fleets)
    for side in range(sides):
        p = raised(p, side, Card.DEFENSE, defense - 1)
    battle = p.battle
    while p.battle is not None:
        battle = p.battle
        p = played(p, "fire" if p.step is Due.DEAL else "count=0")
    assert battle is not None
    assert fleets * defense // (fleets * sides) <= battle.round <= most_rounds(sides, defense, sides * fleets)


# --- refusals


def made_up(seed: int) -> State:
    """A position of a game with odd options, in which players have learned and own a lot."""
    rng = SplitMix64(seed)

    def flag(n: int) -> bool:
        return rng.below(n) == 0

    players = 2 + rng.below(4)
    options = Options(
        grid=rng.choice(list(Grid)),
        turn_limit=6,
        neutral=players < 5 and flag(2),
        trade=flag(2),
        void_orders=flag(3),
        must_raise=flag(3),
    )
    p = new_game(players=players, seed=seed, options=options).position
    p = p._replace(step=Due.DRAW, actor=0, start_player=0)
    for player in range(players):
        learned = frozenset(card for card in SPECIALS if card is not Card.PROGENITOR_RUINS and flag(2))
        levels = tuple(1 + rng.below(3) for _ in range(12))
        p = with_player(p, player, tokens=rng.choice([0, 7, 40, 150]), learned=learned, levels=levels)
    return position(p)


def visited(seeds: range) -> Iterator[State]:
    """Positions of random games."""
    for seed in seeds:
        state, rng = made_up(seed), SplitMix64(seed)
        while state.to_act:
            yield state
            player = state.to_act[rng.below(len(state.to_act))]
            state = state.after(rng.choice(state.legal_ids(player)), player)


def assert_explained(state: State, player: int) -> None:
    """What is legal is what nothing speaks against; each reason comes with words, and the first one is given."""
    p, legal = state.position, state.legal_ids(player)
    assert set(state.verbs_due(player)) == {*verbs_due(p, player)}
    for index, action in enumerate(ACTIONS):
        against = sorted(reasons_against(p, player, action))
        assert (index in legal) == (not against), (action, against)
        assert reason_for(p, player, index) is (against[0] if against else Reason.OK)
        assert state.why_not(index, player) is reason_for(p, player, index)
        for reason in against:
            error = illegal_action(state, player, action, reason)
            assert str(error).startswith(f"{format_action(action)}: ")
            assert error.reason is reason


def test_the_core_has_the_reasons_in_the_same_order() -> None:
    header = (files("sse_core") / "_core" / "jump_wars" / "refusals.pxd").read_text(encoding="utf-8")
    names = header.partition("cdef enum:")[2].partition("\n\n")[0]
    assert re.findall(r"WHY_(\w+)", names) == [reason.name for reason in Reason]
    assert [int(reason) for reason in Reason] == [*range(len(Reason))]


SCENES = {**DECISIONS, **{f"half made: {step}": scene for step, scene in HALF_MADE.items()}}


@pytest.mark.parametrize("name", SCENES)
def test_what_is_legal_is_what_nothing_speaks_against(name: str) -> None:
    """At each step of the game."""
    learned = " ".join(card.name.lower() for card in SPECIALS if card is not Card.PROGENITOR_RUINS)

    def rich(learned: str = learned, **fields: Any) -> Any:
        return seat("attack attack jump genesis progenitor_ruins", tokens=12, **{"learned": learned} | fields)

    state = SCENES[name](rich)
    for player in state.to_act:
        assert_explained(state, player)


@pytest.mark.ci
def test_what_is_legal_is_what_nothing_speaks_against_in_a_game() -> None:
    # About one state in 80 in a short profile, one in 48 in CI, and one in eight of more games in the nightly one.
    for number, state in enumerate(visited(range(3))):
        if number % by_profile(dev=79, ci=48) == 0:
            for player in state.to_act:
                assert_explained(state, player)


@pytest.mark.nightly
def test_what_is_legal_is_what_nothing_speaks_against_in_many_games() -> None:
    for number, state in enumerate(visited(range(3, 30))):
        if number % 8 == 0:
            for player in state.to_act:
                assert_explained(state, player)


@given(states())
def test_the_reason_of_each_action(state: State) -> None:
    """Of whoever is asked, in turn or not."""
    for player in (CHANCE, *range(state.players)):
        legal = state.legal_ids(player)
        given_ = [state.why_not(index, player) for index in range(len(ACTIONS))]
        assert tuple(index for index, reason in enumerate(given_) if not reason) == legal
        if player not in state.to_act:
            assert set(given_) == {Reason.NOT_TO_ACT if state.to_act else Reason.GAME_OVER}


@given(states(stage="unfinished"))
def test_views_are_explained_too(state: State) -> None:
    """A view has the legal actions of the viewer, and the same reasons."""
    for player in state.to_act:
        if player != CHANCE:
            view = state.view(player)
            assert view.legal_ids(player) == state.legal_ids(player)
            reasons = [state.why_not(index, player) for index in range(len(ACTIONS))]
            assert [view.why_not(index, player) for index in range(len(ACTIONS))] == reasons


def test_every_reason_is_met() -> None:
    """The rows of `test_rules` have all reasons but those that `test_what_follows` asks for by hand."""
    rows = {words.split()[0] for row in ROWS.values() for words in row.refused.values()}
    assert {reason.name for reason in Reason} - rows == {"OK", "NO_SUCH_ACTION", "GAME_OVER", "NOT_TO_ACT"}


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (
            lambda: after(at(Due.ORDERS, A=seat(fleets={"a1": 9})), "from=a1", "to=b1"),
            "count=7",
            "count=7: a stack is 6 fleets at most, 5 + Logistics (J2.6)",
        ),
        (
            lambda: at(Due.BUILD, A=seat(tokens=3)),
            "build=a1",
            "build=a1: a fleet costs 5 RT, and player A has 3 (J2.5)",
        ),
        (
            lambda: after(at(Due.ORDERS), "from=a1"),
            "to=d2",
            "to=d2: d2 is a Black Hole, where no jump ends (J2.6)",
        ),
        (
            lambda: after(at(Due.ORDERS), "from=a1"),
            "to=d4",
            "to=d4: no path of 2 steps, 1 + Jump, leads there from a1 (J2.6)",
        ),
        (
            lambda: at(Due.ORDERS, A=seat(orders=["a1-b1:3", "a1-b2:2"]), begun=True),
            "from=a1",
            "from=a1: player A writes 2 orders at most, 1 + Command (J2.6)",
        ),
        (
            lambda: at(Due.ORDERS, A=seat(fleets={"a1": 41}, orders=["a1-b1:1"] * 40, levels="command=40"), begun=True),
            "from=a1",
            "from=a1: player A writes 40 orders at most: there is room for no more (J4.10)",
        ),
        (
            lambda: at(Due.ORDERS, A=seat(orders=["a1-b1:5"]), begun=True),
            "from=a1",
            "from=a1: other orders move all fleets at a1 (J2.6)",
        ),
        (
            lambda: at(Due.FINAL, A=seat("attack jump genesis cloaking trade")),
            "done",
            "done: player A has 5 cards, and the limit is 3 + Research, 4 (J2.8)",
        ),
        (lambda: at(Due.MINE), "take", "take: what is due is discard, done, boost or lead (J5.1)"),
        (
            lambda: at(Due.MINE, options={"trade": False}),
            "offer=B",
            "offer=B: players make no offers in this game, whose option trade is off (J5.1)",
        ),
        (
            lambda: after(
                at(Due.ORDERS, A=seat(fleets={"a1": 5, "b1": 1}), alliance=(1, 0), B=seat(fleets={"b2": 1})),
                "from=a1",
            ),
            "to=b2",
            "to=b2: player B, whose ally player A is, has fleets there (J2.2)",
        ),
    ],
)
def test_the_words_of_refusals(state: Callable[[], State], text: str, words: str) -> None:
    """Where, what, why, and the clause."""
    there = state()
    action = next(action for action in ACTIONS if format_action(action) == text)
    with pytest.raises(ValueError, match=r"\(J") as caught:
        there.after(action)
    assert str(caught.value) == words


def test_the_table_of_actions() -> None:
    """Decisions first, chance events last; each verb in one piece."""
    verbs = [action.verb for action in ACTIONS]
    assert list(dict.fromkeys(verbs)) == list(Verb)
    assert verbs == sorted(verbs, key=list(Verb).index)
    assert len(set(ACTIONS)) == len(ACTIONS)


def test_actions_are_counted_to_a_last_ply() -> None:
    """One action is left just before it, and none at it, whatever is legal."""
    first = new_game().position
    state = State.of(first, LAST_PLY - 1).after(Action(Verb.FIRST, 0))
    assert state.ply == LAST_PLY
    assert state.legal_ids()
    with pytest.raises(ArgumentError, match=f"actions are counted to {LAST_PLY}"):
        state.after(state.legal_ids()[0])
