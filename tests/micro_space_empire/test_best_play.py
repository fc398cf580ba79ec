"""Best play, exact and simulated, held to hand-worked numbers, to plain recursion and to games that are played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from statistics import fmean, stdev
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.micro_space_empire.test_rules import DIPLOMACY, STARBASES, S, at

from sse_core.bots import BOTS
from sse_core.errors import ArgumentError
from sse_core.game import CHANCE
from sse_core.micro_space_empire import (
    Action,
    Due,
    Event,
    GameRecord,
    State,
    Technology,
    Verb,
    format_action,
    new_game,
    search,
)
from sse_core.micro_space_empire.strategies import games
from sse_core.micro_space_empire.strength import planner
from sse_core.micro_space_empire.strength.best_play import (
    Decision,
    Prospect,
    Prospects,
    at_random,
    best,
    memory_key,
)
from sse_core.play.search.analysis import Analysis
from sse_core.play.turns import turns_of
from sse_core.seeds import SplitMix64

T = Technology
QUIET = tuple(event for event in Event if event.force == (0, 0))
HOSTILE = tuple(event for event in Event if event not in QUIET)
STANDARD_ERRORS = 5


def analyse(state: State, visits: int | None = None, **options: int) -> Analysis[Action]:
    """What the game's own search finds."""
    found = search(state, **options)
    found.run(visits=visits)
    return found.analysis()


def prospects(found: Analysis[Action]) -> dict[Action, Prospect]:
    """The score and the survival that each action is found to be worth."""
    return {line.action: Prospect(float(line.margin[0]), float(line.value[0])) for line in found.lines}


def worths(state: State, **options: int) -> dict[str, Prospect]:
    """The same where it is exact, by the text of the action."""
    found = analyse(state, **options)
    assert all(line.exact and not line.visits and not line.error for line in found.lines)
    return {format_action(action, state): prospect for action, prospect in prospects(found).items()}


# --- worked out by hand


def test_a_quiet_last_turn() -> None:
    """Tau Ceti resists 4, which three faces reach; nothing can be bought, and no event can hurt."""
    state = at(13, unaligned=(S.TAU_CETI,), seen=(*HOSTILE, Event.ASTEROID))
    # Of the six cards left two resist 5, two 6, and two more than a die has; Cygnus pays for a technology, too.
    found = worths(state)
    assert found.pop("explore=near") == pytest.approx(((2 * 2 + 2 + 1 + 1) / 36, 1.0))
    assert found == {"conquer=tau_ceti": (0.5, 1.0), "bide": (0.0, 1.0)}


def test_home_alone_before_the_last_event() -> None:
    """Of the three events left two are hostile and end the game; a technology is worth its point where none comes."""
    state = at(13, wealth=2, unaligned=(S.EPSILON_ERIDANI,), seen=(*QUIET[1:], *HOSTILE[2:]))
    state = state.after(state.legal_actions()[-1])
    assert state.due is Due.BUILD
    found = worths(state)
    assert found["done"] == pytest.approx((0, 1 / 3))
    assert found["discover=robot_workers"] == pytest.approx((1 / 3, 1 / 3))


def test_diplomacy_is_sure() -> None:
    """Canopus resists 9: with military 2 no face reaches it; Diplomacy does, and its wealth pays for a technology."""
    known = (*DIPLOMACY, *STARBASES)
    state = at(13, military=2, technologies=known, unaligned=(S.CANOPUS,), seen=(*HOSTILE, QUIET[0]), diplomatic=True)
    state = state.after(next(action for action in state.legal_actions() if action.verb is Verb.CONQUER))
    assert worths(state) == {"diplomacy": (7.0, 1.0), "roll": (4.0, 1.0)}


def test_the_chance_events_have_worths_too() -> None:
    state = at(13, unaligned=(S.TAU_CETI,), seen=(*HOSTILE, Event.ASTEROID))
    attacked = state.after(next(action for action in state.legal_actions() if action.verb is Verb.CONQUER))
    assert worths(attacked) == {f"die={face}": (float(face >= 4), 1.0) for face in range(1, 7)}


def test_a_finished_game_has_no_worths() -> None:
    state = new_game()
    rng = SplitMix64(1)
    while state.to_act:
        state = state.after(rng.choice(state.legal_actions()))
    found = analyse(state)
    assert (found.lines, found.visits, found.exact) == ((), 0, False)


def test_of_equal_scores_the_likelier_to_survive_is_best() -> None:
    """0.1 + 0.2 is more than 0.3 by rounding alone."""
    assert best([Prospect(0.1 + 0.2, 0.1), Prospect(0.3, 0.9), Prospect(0.2, 1.0)]) == (0.3, 0.9)


# --- against plain recursion


Pair: TypeAlias = tuple[Fraction, Fraction]
Choice: TypeAlias = Callable[[list[Pair]], Pair]


def expected(state: State, choose: Choice) -> Pair:
    """Score and survival by following every branch from a state, in fractions, nothing left out."""

    @cache
    def of(state: State) -> Pair:
        if not state.to_act:
            return Fraction(state.totals[0]), Fraction(not state.lost)
        if state.to_act == (CHANCE,):
            found = [(chance, of(state.after(event))) for event, chance in state.odds()]
            return sum((c * s for c, (s, _) in found), Fraction()), sum((c * v for c, (_, v) in found), Fraction())
        return choose([of(state.after(index)) for index in state.legal_ids()])

    return of(state)


def mean(options: list[Pair]) -> Pair:
    score, survival = (sum(part, Fraction()) / len(options) for part in zip(*options, strict=True))
    return score, survival


Way: TypeAlias = tuple[Decision, Choice]
WAYS: tuple[Way, ...] = ((best, max), (at_random, mean))


def last_turn(game: GameRecord[State, Action]) -> list[State]:
    return [state for state in game.states() if state.turn == 13 and state.to_act]


@given(games().map(last_turn).filter(bool).flatmap(st.sampled_from), st.sampled_from(WAYS))
def test_prospects_in_the_last_turn(state: State, way: Way) -> None:
    mine, plain = way
    assert Prospects(mine).of(state.position) == pytest.approx(tuple(map(float, expected(state, plain))))


KNOWN = (T.CAPITAL_SHIPS, T.ROBOT_WORKERS)
NEAR_LEFT = (S.PROXIMA, S.CYGNUS, S.PROCYON, S.SIRIUS)
TWO_TURNS = {
    "two invasions to come": at(
        12, struck=True, empire=(S.SIRIUS, S.CYGNUS, S.WOLF_359), technologies=STARBASES,
        seen=(Event.PEACE_AND_QUIET, Event.REVOLT_A, Event.REVOLT_B, Event.STRIKE),
    ),
    "Diplomacy can be had": at(
        12, struck=True, metal=1, wealth=5, military=1, technologies=set(T) - {T.INTERSTELLAR_DIPLOMACY},
        empire=(S.TAU_CETI, S.WOLF_359, S.CYGNUS, S.PROXIMA, S.SIRIUS, S.PROCYON), unaligned=(S.EPSILON_ERIDANI,),
        seen=(*QUIET[:2], *HOSTILE[:2]),
    ),
    "Home World alone": at(
        12, struck=True, military=1, unaligned=(S.TAU_CETI, S.SIRIUS), seen=(*HOSTILE[:3], Event.STRIKE)
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=["best", "at random"])
@pytest.mark.parametrize("state", TWO_TURNS.values(), ids=TWO_TURNS)
def test_prospects_over_two_turns(state: State, way: Way) -> None:
    mine, plain = way
    assert Prospects(mine).of(state.position) == pytest.approx(tuple(map(float, expected(state, plain))))


@pytest.mark.parametrize(
    "unseen", list(combinations(Event, 4)), ids=lambda unseen: "-".join(e.name.lower() for e in unseen)
)
def test_positions_that_count_as_one_are_worth_the_same(unseen: tuple[Event, ...]) -> None:
    """A revolt, too, takes the system that was joined last, so that an invasion finds the one before it."""
    seen = tuple(event for event in Event if event not in unseen)
    orders = permutations([S.WOLF_359, S.EPSILON_ERIDANI, S.TAU_CETI])
    found: defaultdict[object, list[Prospect]] = defaultdict(list)
    for order in orders:
        event = at(12, Due.EVENT, empire=order, unaligned=NEAR_LEFT, seen=seen).position
        found[memory_key(event)].append(Prospects().of(event))
    for prospects in found.values():
        assert all(prospect == pytest.approx(prospects[0]) for prospect in prospects)


@pytest.mark.parametrize(("turn", "apart"), [(6, True), (7, True), (8, True), (12, False)])
def test_the_order_of_systems_matters_while_an_invasion_can_come(turn: int, apart: bool) -> None:
    """In Year 1, though it has seen its invasions, those of Year 2 are still to come."""
    invasions = (Event.SMALL_INVASION_FORCE, Event.LARGE_INVASION_FORCE)
    seen = (*invasions, *(event for event in Event if event not in invasions))[: turn - 1 if turn <= 7 else turn - 8]
    orders = ((S.WOLF_359, S.TAU_CETI), (S.TAU_CETI, S.WOLF_359))
    one, other = (memory_key(at(turn, Due.EVENT, empire=order, seen=seen).position) for order in orders)
    assert (one != other) == apart


TOLD_APART = {
    "M3.3 Diplomacy discovered in this turn or before": [
        at(12, Due.EVENT, technologies=DIPLOMACY, discovered=DIPLOMACY[n], unaligned=(S.PROCYON,), seen=HOSTILE)
        for n in (0, 1)
    ],
    "M4.3 struck or not": [at(13, struck=struck, wealth=1, unaligned=(S.PROCYON,)) for struck in (False, True)],
    "M3.3 a free attack or none": [
        at(13, technologies=DIPLOMACY, unaligned=(S.PROCYON,), diplomatic=diplomatic) for diplomatic in (False, True)
    ],
    "M5.1 a technology to come or not": [
        at(
            12,
            Due.BUILD,
            wealth=2,
            metal=1,
            technologies=KNOWN,
            discovered=discovered,
            unaligned=(S.PROCYON,),
            seen=HOSTILE,
        )
        for discovered in (None, T.ROBOT_WORKERS)
    ],
}


@pytest.mark.parametrize("pair", TOLD_APART.values(), ids=TOLD_APART)
def test_positions_that_are_worth_different_amounts_are_told_apart(pair: list[State]) -> None:
    shared = Prospects()
    found = [shared.of(state.position) for state in pair]
    assert found == [Prospects().of(state.position) for state in pair]
    assert found[0] != found[1]


# --- against games that are played


def played(state: State, bot: Callable[[State, int, SplitMix64], Any], seed: int) -> State:
    *_, (_, _, final) = turns_of(state, [bot], seed)
    return final


def assert_near(values: list[int], exact: float) -> None:
    error = stdev(values) / len(values) ** 0.5
    assert abs(fmean(values) - exact) < STANDARD_ERRORS * error


@pytest.mark.parametrize("state", TWO_TURNS.values(), ids=TWO_TURNS)
def test_random_play_is_worth_what_is_worked_out(state: State) -> None:
    ends = [played(state, BOTS["random"].choose, seed) for seed in range(1000)]
    exact = Prospects(at_random).of(state.position)
    assert_near([end.totals[0] for end in ends], exact.score)
    assert 0 < exact.survival <= 1
    assert exact.survival == 1 or abs(fmean(not end.lost for end in ends) - exact.survival) < 0.08


def biding(state: State, player: int, rng: SplitMix64) -> object:
    """Decide for nothing, whatever is asked."""
    return next(a for a in state.legal_actions() if a.verb in (Verb.BIDE, Verb.KEEP, Verb.DONE))


def test_a_bider_falls_at_the_first_hostile_event_of_year_two() -> None:
    """Four of eight events are hostile: the first of them is the n-th card with probability C(8 - n, 3) / C(8, 4)."""
    n_games = 2000
    turns = Counter(played(new_game(), biding, seed).turn for seed in range(n_games))
    for nth in range(1, 6):
        exact = comb(8 - nth, 3) / comb(8, 4)
        error = (exact * (1 - exact) / n_games) ** 0.5
        assert abs(turns.pop(7 + nth) / n_games - exact) < STANDARD_ERRORS * error
    assert not turns


def test_simulated_worths_are_those_of_a_weaker_player() -> None:
    """The planner in turn 12, best play in turn 13: no better than best play in both, and better than random play."""
    state = TWO_TURNS["Diplomacy can be had"]
    exact, simulated = analyse(state), analyse(state, exact_from=13, visits=300 * len(state.legal_ids()))
    assert (exact.exact, exact.visits) == (True, 0)
    assert not simulated.exact
    assert {line.visits for line in simulated.lines} == {300}
    for line in simulated.lines:
        assert line.error > 0
        # The score of a game that isn't lost is 27 at most, and here some points around 10.
        assert line.margin[0] < prospects(exact)[line.action].score + STANDARD_ERRORS * SPREAD / 300**0.5
    assert simulated.lines[0].margin[0] > Prospects(at_random).of(state.position).score


SPREAD = 3.0
"""More than the standard deviation of the scores that end the last two turns."""


def test_an_analysis_is_sorted_and_comes_from_its_seed() -> None:
    state = at(5, metal=2, wealth=2, military=1, unaligned=(S.TAU_CETI, S.EPSILON_ERIDANI))
    one, same, other = (analyse(state, seed=seed, visits=80) for seed in (1, 1, 2))
    assert one.lines == same.lines != other.lines
    assert {line.action for line in one.lines} == set(state.legal_actions())
    scores = [line.margin[0] for line in one.lines]
    assert scores == sorted(scores, reverse=True)


def test_a_search_in_parts_is_the_search_at_once() -> None:
    """Of 70 games, 23 or 24 follow each of three actions; the same draws follow each."""
    state = at(5, metal=2, wealth=2, military=1, unaligned=(S.TAU_CETI,))
    whole, parts = search(state, seed=3), search(state, seed=3)
    whole.run(visits=70)
    for visits in (1, 30, 39):
        parts.run(visits=visits)
    assert parts.analysis().lines == whole.analysis().lines
    assert sorted(line.visits for line in whole.analysis().lines) == [23, 23, 24]


def test_before_the_first_game_a_line_tells_the_score_at_hand() -> None:
    state = at(5, metal=2, wealth=2, military=1, unaligned=(S.TAU_CETI,), empire=(S.PROCYON,))
    lines = search(state).analysis().lines
    assert {line.action for line in lines} == set(state.legal_actions())
    for line in lines:
        after = state.after(line.action)
        assert (line.visits, line.exact, line.margin, line.value) == (0, False, after.totals, (1.0,))
    assert state.totals != (0,)


def test_time_ends_what_is_worked_out_and_a_later_run_goes_on() -> None:
    """In a moment nothing of turn 12 is worked out; then all of it, and it is the same."""
    state = at(12, expansion=True, wealth=2, metal=1, unaligned=(S.PROCYON,), seen=HOSTILE)
    found = search(state)
    found.run(seconds=1e-6)
    assert not any(line.exact for line in found.analysis().lines)
    found.run()
    assert prospects(found.analysis()) == prospects(analyse(state))
    assert found.analysis().exact


def test_the_expected_play_ends_with_the_turn() -> None:
    """Best play decides, and faces of a die with the same result count as one."""
    state = at(13, wealth=2, unaligned=(S.TAU_CETI,))
    for line in analyse(state).lines:
        played = state
        for action in line.line:
            played = played.after(action)
        assert not played.to_act
    conquer = analyse(state.after(next(a for a in state.legal_actions() if a.verb is Verb.CONQUER)))
    # Tau Ceti resists 4, and of the six faces three reach it.
    assert [line.action.argument for line in conquer.lines if line.margin == conquer.lines[0].margin] == [4, 5, 6]


def test_what_best_play_decides_is_what_its_turn_is_worth() -> None:
    """A decision has the worth of its best action; a card has the mean over the cards that it can be."""
    state = TWO_TURNS["Home World alone"]
    while state.to_act:
        found = analyse(state)
        worths = prospects(found)
        whole = Prospects().of(state.position)
        if state.to_act == (CHANCE,):
            odds = dict(state.odds())
            assert whole.score == pytest.approx(sum(odds[action] * worth.score for action, worth in worths.items()))
            survival = sum(odds[action] * worth.survival for action, worth in worths.items())
            assert whole.survival == pytest.approx(survival)
        else:
            assert whole == pytest.approx(worths[found.lines[0].action])
        state = state.after(found.lines[0].action)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"exact_from": 0}, "exact_from is 0, not in 1 to 13"),
        ({"exact_from": 14}, "exact_from is 14, not in 1 to 13"),
        ({"visits": -1}, "visits is -1, not in 1"),
        ({"seed": -1}, "seed is -1, not in 0"),
    ],
)
def test_numbers_out_of_range(options: dict[str, int], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        analyse(new_game(), **options)


# --- the planner


@pytest.mark.ci
def test_the_planner_is_better_than_greedy_and_greedy_than_random() -> None:
    bots: list[Callable[[State, int, SplitMix64], Any]] = [planner.choose, BOTS["greedy"].choose, BOTS["random"].choose]
    means = [fmean(played(new_game(), bot, seed).totals[0] for seed in range(200)) for bot in bots]
    assert means[0] > means[1] + 4
    assert means[1] > means[2] + 0.5
