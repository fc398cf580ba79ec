"""The compiled core equals the reference in plain Python, position by position (M1 to M7)."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test
from tests.hashes import assert_spread
from tests.micro_space_empire.second_reading import EVENTS
from tests.micro_space_empire.test_second_reading import LEANINGS
from tests.profiles import by_profile

from sse_core import micro_space_empire
from sse_core.errors import GameOverError, IllegalActionError, SetupError
from sse_core.game import CHANCE
from sse_core.micro_space_empire import (
    ACTIONS,
    Action,
    Due,
    Event,
    Position,
    Reason,
    State,
    System,
    Technology,
    Verb,
    effects,
    format_state,
    new_game,
    parse_state,
    reference,
    to_svg,
    to_text,
)
from sse_core.micro_space_empire.cards import cards_of
from sse_core.micro_space_empire.positions.position import military_cap, production, store_cap, year_of
from sse_core.micro_space_empire.strategies import states
from sse_core.micro_space_empire.text.json_form import state_from_json
from sse_core.seeds import SplitMix64
from sse_core.testing import GameMachine, seeds

IDS = range(len(ACTIONS))
ACTORS = (None, 0, CHANCE)


# --- what it means to be equal


def assert_same(fast: State, plain: reference.State) -> None:
    """Assert that two states agree in all that a state shows, reasons and texts included."""
    p = plain.position
    assert fast.position == p
    assert [type(value) for value in fast.position] == [type(value) for value in p]
    assert (fast.ply, fast.to_act, fast.totals, fast.outcome) == (plain.ply, plain.to_act, plain.totals, plain.outcome)
    assert (fast.score, fast.score_sheet()) == (plain.score, (plain.score,))
    for actor in ACTORS:
        assert fast.legal_ids(actor) == plain.legal_ids(actor)
        assert fast.legal_actions(actor) == plain.legal_actions(actor)
        assert [fast.why_not(index, actor) for index in IDS] == [plain.why_not(index, actor) for index in IDS]
    assert fast.odds() == plain.odds()
    assert sum(chance for _, chance in fast.odds()) == (plain.to_act == (CHANCE,))
    fields = fast.turn, fast.due, fast.metal, fast.wealth, fast.military, fast.empire, fast.target, fast.lost
    assert fields == (p.turn, p.due, p.metal, p.wealth, p.military, p.empire, p.target, p.lost)
    assert (fast.year, fast.store_cap, fast.military_cap) == (year_of(p.turn), store_cap(p), military_cap(p))
    assert fast.production == production(p.empire)
    sets = (Technology, p.technologies), (System, p.unaligned), (Event, p.seen)
    assert (fast.technologies, fast.unaligned, fast.events) == tuple(cards_of(kind, mask) for kind, mask in sets)
    assert fast.view(0) is fast


def assert_same_again(fast: State, plain: reference.State) -> None:
    """Assert that a state that is made anew from the other's position is equal, and what is made of it, too."""
    again = State.of(plain.position, plain.ply)
    assert (fast, hash(fast), repr(fast)) == (again, hash(again), repr(again))
    assert (format_state(fast), fast.to_json(), str(fast)) == (format_state(again), again.to_json(), to_text(again))
    assert to_svg(fast) == to_svg(again)
    twins = parse_state(format_state(fast)), state_from_json(fast.to_json()), pickle.loads(pickle.dumps(fast))
    assert twins == (fast, fast, fast)
    assert copy.copy(fast) is copy.deepcopy(fast) is fast


def assert_same_refusal(fast: State, plain: reference.State, action: Action | int, player: int | None) -> None:
    """Play an illegal action in both; the errors must be equal, with the reason of `why_not`."""
    reason, told = plain.why_not(action, player), []
    assert fast.why_not(action, player) is reason
    for state in (fast, plain):
        with pytest.raises(IllegalActionError) as caught:
            state.after(action, player)
        assert type(caught.value) is (GameOverError if reason is Reason.GAME_OVER else IllegalActionError)
        assert caught.value.reason is reason
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert re.search(r"\(M\d+(\.\d+)?\)$", told[0])


def events_of(fast: State, action: Action | None) -> Iterator[str]:
    """Name what an action does, or the end of a game."""
    if action is None:
        yield "lost" if fast.lost else "held out"
        return
    after = fast.after(action)
    yield f"{action.verb} due {fast.due}" if action.verb is Verb.DIE else str(action.verb)
    for sentence in effects(fast, action, after):
        yield re.sub(r".*\((M[\d.]+)\)$", r"\1", sentence)
    if len(after.empire) < len(fast.empire):
        yield "another than the last is lost" if fast.target is not fast.empire[-1] else "the last is lost"
    yield from (f"refused: {after.why_not(index).name}" for index in IDS if after.to_act)


# --- side by side


class SideBySide(GameMachine.of(micro_space_empire, reference.same, states=states())):  # type: ignore[misc]
    """A machine that plays one game in both implementations, and compares what only this game has."""

    first: State
    second: reference.State

    def compare(self, first: State, second: reference.State) -> None:
        super().compare(first, second)
        assert_same(first, second)

    def compare_refusals(self, first: Exception, second: Exception) -> None:
        assert (type(first), str(first)) == (type(second), str(second))

    def events(self, state: State, action: Action | None) -> Iterable[str]:
        return events_of(state, action)

    @rule()
    def make_anew(self) -> None:
        assert_same_again(self.first, self.second)

    @rule(number=st.integers(0, len(ACTIONS) - 1), actor=st.sampled_from(ACTORS))
    def ask_for_a_refusal(self, number: int, actor: int | None) -> None:
        if self.second.why_not(number, actor) is not Reason.OK:
            assert_same_refusal(self.first, self.second, number, actor)
            assert_same_refusal(self.first, self.second, ACTIONS[number], actor)

    @precondition(lambda self: self.first.to_act == (CHANCE,))
    @rule(seed=seeds())
    def draw(self, seed: int) -> None:
        self.compare(self.first.resolve(SplitMix64(seed)), self.second.resolve(SplitMix64(seed)))


@pytest.mark.parametrize("n", [by_profile(dev=8, ci=12), pytest.param(1_000, marks=pytest.mark.nightly)])
def test_side_by_side(n: int) -> None:
    """Any run: both sides agree. The tests below count what runs reach."""
    run_state_machine_as_test(SideBySide, settings=settings(SideBySide.TestCase.settings, max_examples=n))


# --- whole games from seeds

_ELSEWHERE = (Reason.NO_SUCH_ACTION, Reason.GAME_OVER, Reason.NOT_TO_ACT, Reason.NO_COMMERCE)
"""Reasons that are asked for in other ways. A trade is due with Interspecies Commerce only."""

MUST_OCCUR = frozenset(
    {
        *(str(verb) for verb in Verb if verb is not Verb.DIE),
        "die due attack",
        "die due defense",
        "the last is lost",
        "another than the last is lost",
        "lost",
        "held out",
        *("M1", "M2.1", "M3.1", "M3.3", "M4.1", "M4.2", "M4.3", "M4.4", "M5.1", "M6.1", "M6.2", "M6.3"),
        *(f"refused: {reason.name}" for reason in Reason if reason not in _ELSEWHERE),
    }
)
"""The events of the walks below: every verb, every clause that a sentence cites, every reason for a refusal."""


def weights(state: State, leaning: dict[str, float]) -> list[float]:
    """The weight of each legal action, so that games reach every rule."""
    found = []
    for action in state.legal_actions():
        weight = leaning.get(str(action.verb), 1.0) * leaning.get(_word(action), 1.0)
        if action.verb is Verb.DIE:
            face = int(str(action.argument))
            weight *= leaning.get("high", 1) ** face if state.due is Due.ATTACK else leaning.get("low", 1) ** -face
        hostile = action.verb is Verb.EVENT and EVENTS[_word(action)][0] in ("revolt", "invasion")
        found.append(weight * (leaning.get("hostile", 1) if hostile else 1))
    return found


def _word(action: Action) -> str:
    argument = action.argument
    return argument.name.lower() if isinstance(argument, System | Technology | Event) else str(argument)


def pick(stream: SplitMix64, shares: Sequence[float]) -> int:
    """Draw an index by its share."""
    at = stream.below(1 << 24) / (1 << 24) * sum(shares)
    for index, share in enumerate(shares):
        at -= share
        if at < 0:
            return index
    return len(shares) - 1


def walk(games: int, seed: int) -> Counter[str]:
    """Compare both implementations after every action of whole games; return how often each event came up."""
    stream, seen = SplitMix64(seed), Counter[str]()
    for game in range(games):
        for leaning in LEANINGS.values():
            fast = new_game(expansion=game % 2 == 1)
            plain = reference.same(fast)
            assert_same(fast, plain)
            while legal := fast.legal_actions():
                action = legal[pick(stream, weights(fast, leaning))]
                after, plain_after = fast.after(action), plain.after(action)
                assert_same(after, plain_after)
                then = State.of(plain.position, plain.ply), action, State.of(plain_after.position, plain_after.ply)
                assert effects(fast, action, after) == effects(*then)
                seen.update(set(events_of(fast, action)))
                fast, plain = after, plain_after
                if stream.below(10) == 0:
                    assert_same_again(fast, plain)
            assert_same_again(fast, plain)
            assert_same_refusal(fast, plain, stream.below(len(ACTIONS)), None)
            seen.update(events_of(fast, None))
    return seen


@pytest.mark.parametrize("games", [by_profile(dev=3, ci=10), pytest.param(400, marks=pytest.mark.nightly)])
def test_whole_games(games: int) -> None:
    """Games of every leaning, with the expansion and without. What must occur is asked for from ten games on."""
    seen = walk(games, 2_026)
    print(f"\n{games} games of each leaning reached: {seen}")
    assert games < 10 or sorted(MUST_OCCUR - seen.keys()) == []


@given(states(), seeds())
def test_playouts_end_alike(state: State, seed: int) -> None:
    assert_same(micro_space_empire.playout(state, seed), reference.playout(reference.same(state), seed))


@pytest.mark.parametrize("action", [-1, len(ACTIONS), 1 << 70, np.int64(-1), Action(Verb.DIE, 7), Action(Verb.BIDE, 1)])
def test_an_action_that_the_table_lacks(action: Action | int) -> None:
    for fast in (new_game(), new_game().after(0)):
        for actor in ACTORS:
            assert_same_refusal(fast, reference.same(fast), action, actor)


def test_hashes_tell_positions_apart() -> None:
    """Positions that differ in one field, and thousands of others."""
    p = State.of(new_game(expansion=True).position._replace(turn=9), 5).position
    changes: list[dict[str, Any]] = [
        *({name: 1} for name in ("turn", "metal", "wealth", "military", "technologies", "unaligned", "seen")),
        *({name: True} for name in ("struck", "diplomatic", "built", "lost")),
        {"expansion": False},
        {"due": Due.EVENT},
        {"empire": (System.CYGNUS, System.SIRIUS)},
        {"empire": (System.SIRIUS, System.CYGNUS)},
        {"discovered": Technology.ROBOT_WORKERS},
        {"event": Event.REVOLT_B},
        {"target": System.QUELOZ},
    ]
    near = [State.of(p._replace(**change), 5) for change in changes] + [State.of(p, ply) for ply in range(20)]
    assert len({hash(state) for state in near}) == len(near) == len(set(near))
    assert_spread(new_game(), plies=7, least=4_000)


# --- the door of the core

P = new_game().position
IN_CONFLICT = {
    "an attack on nothing": P._replace(due=Due.ATTACK),
    "diplomacy with nobody": P._replace(due=Due.DIPLOMACY),
    "an attack on the empire": P._replace(due=Due.ATTACK, target=System.CYGNUS, empire=(System.CYGNUS,)),
    "a defense of nothing": P._replace(due=Due.DEFENSE, event=Event.REVOLT_A, empire=(System.CYGNUS,)),
    "a defense of what is not there": P._replace(
        due=Due.DEFENSE, event=Event.REVOLT_A, target=System.PROXIMA, empire=(System.CYGNUS,)
    ),
    "a defense against nothing": P._replace(due=Due.DEFENSE, target=System.CYGNUS, empire=(System.CYGNUS,)),
    "a revolt of nobody": P._replace(due=Due.REVOLT, event=Event.REVOLT_A),
    "a revolt without a card": P._replace(due=Due.REVOLT, empire=(System.CYGNUS, System.WOLF_359)),
    "a system twice": P._replace(empire=(System.CYGNUS, System.CYGNUS)),
    "a system in the empire and not": P._replace(empire=(System.CYGNUS,), unaligned=1 << System.CYGNUS),
    "a system beyond the box": P._replace(unaligned=1 << len(System)),
    "more systems than a game has": P._replace(empire=tuple(System)[:11]),
}


@pytest.mark.parametrize("contents", IN_CONFLICT.values(), ids=IN_CONFLICT)
def test_the_core_holds_no_position_that_it_would_read_beyond(contents: Position) -> None:
    with pytest.raises(SetupError, match="no position of the game"):
        State.of(contents, 0)


@pytest.mark.parametrize(
    ("contents", "error"),
    [
        (tuple(P), TypeError),
        (None, TypeError),
        (P._replace(turn=256), OverflowError),
        (P._replace(metal=-1), OverflowError),
        (Position(*P[:6], ("cygnus",), *P[7:]), ValueError),  # type: ignore[arg-type]
        (Position(P.turn, "later", *P[2:]), ValueError),  # type: ignore[arg-type]
    ],
)
def test_what_the_core_can_not_read(contents: Position, error: type[Exception]) -> None:
    with pytest.raises(error):
        State.of(contents, 0)


@pytest.mark.parametrize("arguments", [(), (1,), (P, 0)])
def test_a_state_is_made_by_functions_only(arguments: tuple[Any, ...]) -> None:
    made: Any = State
    for make in (made, lambda *given: made.__new__(made, *given)):
        with pytest.raises(TypeError, match="made by new_game, position or parse_state"):
            make(*arguments)
