"""Positions that count as one in a table: best play from them has the same worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import permutations, product

import pytest
from tests.micro_space_empire.test_rules import S, at
from tests.micro_space_empire.test_whole import NEAR, beginnings, safest
from tests.profiles import shortened

from sse_core import CHANCE
from sse_core.micro_space_empire import Event, State, Technology, position
from sse_core.micro_space_empire.strength.best_play import Prospects
from sse_core.micro_space_empire.strength.endgame import Endgame
from sse_core.micro_space_empire.strength.prospects import Ahead
from sse_core.micro_space_empire.strength.tablebase import address_of
from sse_core.micro_space_empire.strength.tablebase_prospects import LateTable, starts_after
from sse_core.seeds import SplitMix64

T = Technology
E = Event


def with_stores(state: State) -> list[State]:
    """A position with all that its stores can hold."""
    cap = 5 if state.position.technologies >> T.INTERSTELLAR_BANKING & 1 else 3
    pairs = product(range(cap + 1), repeat=2)
    return [position(state.position._replace(metal=metal, wealth=wealth)) for metal, wealth in pairs]


def with_orders(state: State) -> list[State]:
    """A position with its systems in all orders."""
    return [position(state.position._replace(empire=order)) for order in permutations(state.position.empire)]


def merged(states: Iterable[State]) -> list[list[State]]:
    """The positions in groups, each of which counts as one."""
    groups: dict[tuple[int, int], list[State]] = defaultdict(list)
    for state in states:
        groups[address_of(state.position)].append(state)
    return list(groups.values())


def check_merged(states: list[State], *, at_least: int) -> None:
    """Check that positions that count as one have the same worth, and that so many are merged."""
    groups = merged(states)
    assert len(states) - len(groups) >= at_least
    by_score, by_survival = Prospects(), Prospects(safest)
    for group in groups:
        scores = [by_score.of(state.position).score for state in group]
        survivals = [by_survival.of(state.position).survival for state in group]
        assert scores == pytest.approx([scores[0]] * len(group), abs=1e-9)
        assert survivals == pytest.approx([survivals[0]] * len(group), abs=1e-9)


@pytest.mark.parametrize(
    ("turn", "planned", "n", "at_least"),
    [(13, False, 60, 300), (13, True, 40, 300), pytest.param(12, False, 3, 20, marks=pytest.mark.ci)],
)
def test_stores_that_count_as_one_are_worth_the_same(turn: int, planned: bool, n: int, at_least: int) -> None:
    states = [other for state in beginnings(turn, n, planned=planned) for other in with_stores(state)]
    check_merged(states, at_least=at_least)


EMPIRE = (S.EPSILON_ERIDANI, S.TAU_CETI, S.WOLF_359, S.CYGNUS)
LAST_EVENTS = {
    "both invasions may come": (E.ASTEROID, E.STRIKE, E.DERELICT_SHIP, E.PEACE_AND_QUIET, E.REVOLT_A),
    "the small invasion may come": (E.ASTEROID, E.STRIKE, E.LARGE_INVASION_FORCE, E.REVOLT_B, E.REVOLT_A),
}


@pytest.mark.parametrize("seen", LAST_EVENTS.values(), ids=LAST_EVENTS)
@pytest.mark.parametrize(
    ("empire", "classes"), [(EMPIRE, 3), ((S.CANOPUS, S.GALAXYS_EDGE, S.POLARIS, S.SIRIUS, S.PROXIMA), None)]
)
def test_the_last_system_is_known_by_its_resistance_and_points(
    empire: tuple[S, ...], classes: int | None, seen: tuple[Event, ...]
) -> None:
    starbases = (T.CAPITAL_SHIPS, T.FORWARD_STARBASES)
    states = with_orders(
        at(13, technologies=starbases, empire=empire, military=1, wealth=1, unaligned=(S.PROCYON,), seen=seen)
    )
    check_merged(states, at_least=len(states) - len(empire))
    if classes is None:
        # The small invasion can take neither Canopus nor Polaris nor Galaxy's Edge.
        classes = 3 if E.SMALL_INVASION_FORCE not in seen and E.LARGE_INVASION_FORCE not in seen else 2
    assert len(merged(states)) == classes


def test_the_second_system_before_the_last_event() -> None:
    seen = (E.ASTEROID, E.STRIKE, E.DERELICT_SHIP, E.PEACE_AND_QUIET)
    states = with_orders(at(12, empire=(S.WOLF_359, S.CYGNUS, S.TAU_CETI), seen=seen))
    # Cygnus and Wolf 359 are equivalent only if the last event is the first to strike them.
    assert len(merged(states)) == 5
    check_merged(states, at_least=1)


def worth_by_the_next_turn(states: list[State]) -> list[float]:
    """The highest expected scores of positions at the start of a turn, by the table of the next turn alone."""
    actions = [state.after(index) for state in states for index in state.legal_ids()]
    prospects = Ahead(LateTable(actions))
    return [max(prospects.of(state.after(index).position).score for index in state.legal_ids()) for state in states]


@pytest.mark.parametrize("turn", shortened([11, 10]))
def test_stores_that_count_as_one_earlier(turn: int) -> None:
    """In turns too early for a search of single positions: the next turn's table is held to one above."""
    states = [other for state in beginnings(turn, 2, planned=True) for other in with_stores(state)]
    groups = merged(states)
    assert len(groups) < len(states)
    worths = dict(zip(states, worth_by_the_next_turn(states), strict=True))
    for group in groups:
        assert [worths[state] for state in group] == pytest.approx([worths[group[0]]] * len(group), abs=NEAR)


TECHNOLOGIES = T.CAPITAL_SHIPS, T.ROBOT_WORKERS, T.HYPER_TELEVISION, T.INTERSPECIES_COMMERCE
SEEN = E.ASTEROID, E.SMALL_INVASION_FORCE, E.PEACE_AND_QUIET, E.REVOLT_B


def test_a_table_has_what_follows_each_of_the_stores_that_count_as_one() -> None:
    """After some of them others follow, which are worth no more, and a search of them asks for these."""
    start = at(12, technologies=TECHNOLOGIES, empire=(S.EPSILON_ERIDANI,), unaligned=(S.CYGNUS,), military=2, seen=SEEN)
    prospects = Prospects()
    for state in with_stores(start):
        ahead = Ahead(LateTable([state]))
        for after in map(state.after, state.legal_ids()):
            assert ahead.of(after.position) == pytest.approx(prospects.of(after.position), abs=NEAR)


@pytest.mark.parametrize("turn", [9, 8, 7])
def test_before_the_last_four_turns_the_same_follows_positions_that_count_as_one(turn: int) -> None:
    """So a table of the whole game, which ends with turn 10, has what follows each position that it has."""
    more = at(turn, technologies=TECHNOLOGIES, empire=EMPIRE[:3], military=2)
    beginning = [*beginnings(turn, 3, planned=True), *beginnings(turn, 3, planned=False), more]
    found = 0
    for state in beginning:
        for first, *others in merged([*with_stores(state), *with_orders(state)[:24]]):
            followed = {address_of(start.position) for start in starts_after(first)}
            assert all(
                {address_of(start.position) for start in starts_after(other)} == followed for other in others[:3]
            )
            found += len(others)
    assert found >= 50


@pytest.mark.parametrize("seed", [37, 72, 106])
def test_the_last_table_serves_what_it_has_alone(seed: int) -> None:
    """A person may trade for nothing, and come to what the table of an earlier turn doesn't follow."""
    rng, bot = SplitMix64(seed), Endgame()
    state = at(11, technologies=TECHNOLOGIES, empire=(S.EPSILON_ERIDANI,), military=2, wealth=3, seen=SEEN[:3])
    while state.to_act:
        if state.to_act != (CHANCE,):
            assert bot.choose(state, 0, rng) in state.legal_actions()
        state = state.after(rng.choice(state.legal_ids()))


def test_metal_that_can_buy_nothing() -> None:
    """In the last turn, metal is worth something only to who can trade it for the wealth that a technology lacks."""
    poor = [at(13, metal=metal, empire=(S.SIRIUS,), unaligned=(S.TAU_CETI,), military=1) for metal in range(4)]
    assert len(merged(poor)) == 1
    technologies = T.INTERSPECIES_COMMERCE, T.ROBOT_WORKERS
    trading = [at(13, metal=metal, wealth=1, technologies=technologies, empire=(S.SIRIUS,)) for metal in range(4)]
    # It makes one metal and one wealth. Two metal become the third wealth, which Hyper Television costs.
    assert [len(group) for group in merged(trading)] == [1, 3]
