"""Facts that follow from the rules: lengths of games, chances of events, what can be taken, the highest score."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import cast

import pytest
from hypothesis import given
from tests.micro_space_empire.test_rules import at

from sse_core import micro_space_empire
from sse_core.game import CHANCE
from sse_core.micro_space_empire import (
    Action,
    Due,
    Event,
    GameRecord,
    State,
    System,
    Technology,
    Verb,
    format_game,
    max_plies,
    new_game,
    parse_game,
)
from sse_core.micro_space_empire.strategies import games, states
from sse_core.testing import GameMachine

HOSTILE = frozenset(event for event in Event if event.force != (0, 0))


@given(games())
def test_a_game_that_is_not_lost_has_thirteen_turns(game: GameRecord[State, Action]) -> None:
    turns = sum(action.verb in (Verb.EXPLORE, Verb.CONQUER, Verb.BIDE) for action in game.actions)
    assert turns == game.final.turn
    assert (turns == 13) or game.final.lost
    assert sum(action.verb is Verb.EVENT for action in game.actions) == turns
    assert game.final.outcome is not None
    assert (game.final.outcome.winners == ()) == game.final.lost


@given(states())
def test_the_bound_on_what_follows_falls_with_every_action(state: State) -> None:
    assert all(max_plies(state.after(action)) < max_plies(state) for action in state.legal_actions())


@given(states())
def test_what_is_legal_is_what_nothing_speaks_against(state: State) -> None:
    legal = [index for index in range(len(state.actions)) if not state.why_not(index)]
    assert tuple(legal) == state.legal_ids()


@given(states())
def test_the_score_sheet_has_one_score(state: State) -> None:
    assert state.score_sheet() == (state.score,)
    assert state.totals == ((0,) if state.lost else (state.score_sheet()[0].total,))


def test_a_state_names_its_game() -> None:
    assert new_game().game is micro_space_empire
    assert new_game().game.parse_action("bide", new_game()) == Action(Verb.BIDE)


@given(states(stage="unfinished"))
def test_decisions_have_a_choice_but_for_the_first(state: State) -> None:
    assert len(state.legal_ids()) > 1 or state.due in (Due.CHOICE, Due.NEAR, Due.DISTANT)


@given(states())
def test_cards_are_conserved(state: State) -> None:
    assert not set(state.empire) & set(state.unaligned)
    assert len(set(state.empire)) == len(state.empire)
    metal, wealth = state.production
    assert 1 <= metal <= 5
    assert 1 <= wealth <= 5


def test_biding_always_loses() -> None:
    """Four of the eight events leave the Home World in peace, and six come in Year 2: the chance is none."""

    @cache
    def lost(state: State) -> Fraction:
        if state.to_act == (CHANCE,):
            return sum((share * lost(state.after(event)) for event, share in state.odds()), Fraction(0))
        if not state.to_act:
            return Fraction(state.lost)
        quiet = [a for a in state.legal_actions() if a.verb in (Verb.BIDE, Verb.KEEP, Verb.DONE)]
        return lost(state.after(quiet[0]))

    assert lost(at(8, seen=())) == 1


def test_hostile_events_of_year_two() -> None:
    """Hypergeometric: six of eight, four of them hostile."""
    ways: dict[frozenset[Event], Fraction] = {frozenset(): Fraction(1)}
    for turn in range(8, 14):
        then: defaultdict[frozenset[Event], Fraction] = defaultdict(Fraction)
        for seen, share in ways.items():
            state = at(turn, Due.EVENT, seen=tuple(seen), empire=(System.WOLF_359,))
            for event, chance in state.odds():
                then[seen | {cast(Event, event.argument)}] += share * chance
        ways = then
    counts: Counter[int] = Counter()
    for seen, share in ways.items():
        counts[len(seen & HOSTILE)] += share  # type: ignore[assignment]
    assert counts == {2: Fraction(3, 14), 3: Fraction(8, 14), 4: Fraction(3, 14)}


@pytest.mark.parametrize("system", System)
@pytest.mark.parametrize("military", range(6))
def test_what_can_be_taken(system: System, military: int) -> None:
    known = [Technology.CAPITAL_SHIPS, Technology.FORWARD_STARBASES]
    state = at(6, military=military, technologies=known, unaligned=(system,), expansion=True)
    attacked = state.after(Action(Verb.CONQUER, system))
    taken = any(system in attacked.after(face).empire for face in attacked.legal_ids())
    assert taken == (6 + military >= system.resistance)
    if military == 0:
        assert taken == (system.resistance < 7)
    if system is System.GALAXYS_EDGE:
        assert taken == (military >= 4)


# --- the most


def _lucky(state: State) -> Iterator[tuple[State, tuple[Action, ...]]]:
    """Yield the ends of a turn, and how they are reached; of faces and events only those that may help are tried."""
    stack: list[tuple[State, tuple[Action, ...]]] = [(state, ())]
    while stack:
        now, done = stack.pop()
        if not now.to_act or (now.due is Due.CHOICE and done):
            yield now, done
            continue
        actions = now.legal_actions()
        if now.due is Due.ATTACK:
            actions = actions[-1:]
        elif now.due in (Due.DEFENSE, Due.REVOLT):
            actions = actions[:1]
        elif now.due is Due.EVENT:
            kind = [action for action in actions if action.argument not in (*HOSTILE, Event.STRIKE)]
            actions = (*kind, *(action for action in actions if action.argument in HOSTILE))[:4]
        stack += [(now.after(action), (*done, action)) for action in actions]


def _promise(state: State) -> float:
    metal, wealth = state.production
    bought = sum(technology.cost for technology in state.technologies)
    stored = 0.9 * state.wealth + 0.35 * state.metal + state.military
    return 3 * state.score.total + bought + stored + 0.8 * wealth + 0.4 * metal - 2 * state.position.struck


def test_27_is_reached_by_the_luckiest_play() -> None:
    """A beam search over whole turns; which events were seen doesn't tell positions apart."""
    lines: dict[State, tuple[Action, ...]] = {new_game(): ()}
    while any(state.to_act for state in lines):
        found: dict[object, tuple[State, tuple[Action, ...]]] = {}
        for state, line in lines.items():
            for after, done in _lucky(state):
                found.setdefault(after.position._replace(seen=0), (after, line + done))
        lines = dict(sorted(found.values(), key=lambda entry: _promise(entry[0]), reverse=True)[:40])
    final = max(lines, key=lambda state: state.totals)
    assert final.totals == (27,)
    record = GameRecord(new_game(), lines[final])
    assert record.final == final
    assert parse_game(format_game(record)) == record


@given(states())
def test_no_play_reaches_more_than_27(state: State) -> None:
    """Systems 14 at most, technologies 8, and bonuses of 1, 1 and 3: each part is at its most alone."""
    score = state.score
    assert all(part <= most for part, most in zip(score, (14, 8, 1, 1, 3, 27), strict=True))
    assert score.total == sum(score[:-1])


# --- one implementation against its own texts


class Twins(GameMachine):
    """The game beside itself as its texts tell it: whatever a text loses makes a difference."""


def test_texts_keep_everything() -> None:
    machine = Twins.of(micro_space_empire, micro_space_empire, states=states())
    machine.TestCase().runTest()
